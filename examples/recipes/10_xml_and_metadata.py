import xml.etree.ElementTree as ET

import purevirt
from purevirt.errors import NoDomainMetadata
from purevirt.rpc.gen.enums import DomainMetadataType, DomainModificationImpact, DomainXMLFlags
from purevirt.rpc.gen.remote import Domain

NAMESPACE = "https://example.com/inventory/1"


async def memory_kib(conn: purevirt.Connection, dom: Domain) -> int:
    xml = await conn.domain_get_xml_desc(dom, DomainXMLFlags.INACTIVE)  # 0 is what runs now
    return int(ET.fromstring(xml).findtext("memory", "0"))


async def write_owner(conn: purevirt.Connection, dom: Domain, owner: str) -> None:
    element = ET.Element("owner", name=owner)  # bare: no prefix and no xmlns, libvirt adds both
    text = ET.tostring(element, encoding="unicode")
    flags = DomainModificationImpact.CONFIG  # | LIVE as well while it runs
    await conn.domain_set_metadata(dom, DomainMetadataType.ELEMENT, text, "inventory", NAMESPACE, flags)


async def read_owner(conn: purevirt.Connection, dom: Domain) -> str | None:
    kind, flags = DomainMetadataType.ELEMENT, DomainModificationImpact.CONFIG
    try:
        return ET.fromstring(await conn.domain_get_metadata(dom, kind, NAMESPACE, flags)).get("name")
    except NoDomainMetadata:
        return None
