from concurrent.futures import ThreadPoolExecutor

import purevirt.sync


def all_xml(uri: str) -> dict[str, str]:
    with purevirt.sync.connect(uri) as conn, ThreadPoolExecutor(8) as threads:
        doms = purevirt.sync.list_domains(conn)
        texts = threads.map(conn.domain_get_xml_desc, doms)
        return {dom.name: text for dom, text in zip(doms, texts, strict=True)}
