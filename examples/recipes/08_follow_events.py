from collections.abc import AsyncIterator

import purevirt
from purevirt.rpc.gen.enums import DomainEventType


async def changes(conn: purevirt.Connection) -> AsyncIterator[str]:
    async with conn.events.domain_lifecycle() as events:  # domain_lifecycle(dom) is of one domain
        for dom in await purevirt.list_domains(conn):  # asked for inside: nothing is missed in between
            yield f"{dom.name} is there"
        async for event in events:
            if isinstance(event, purevirt.Gap):
                yield f"{event.dropped} missed: look at the present state again"
            else:
                yield f"{event.msg.dom.name} {DomainEventType(event.msg.event).name.lower()}"
