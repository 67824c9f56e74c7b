import asyncio

import purevirt
from purevirt.rpc.gen.enums import ConnectListAllDomainsFlags, DomainState


async def states(conn: purevirt.Connection) -> dict[str, DomainState]:
    doms = await purevirt.list_domains(conn, ConnectListAllDomainsFlags.PERSISTENT)  # 0 is all there are
    answers = await asyncio.gather(*(conn.domain_get_state(dom) for dom in doms))
    return {dom.name: DomainState(answer.state) for dom, answer in zip(doms, answers, strict=True)}
