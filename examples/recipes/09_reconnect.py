from collections.abc import AsyncIterator

import purevirt


async def starts(uri: str, log: list[str]) -> AsyncIterator[str]:
    def noted(health: purevirt.Health) -> None:
        log.append(health.state.value)

    link = purevirt.Reconnecting(lambda: purevirt.connect(uri), on_change=noted)
    async with link, link.events.domain_lifecycle() as events:
        yield "connected to " + await link.call(lambda conn: conn.connect_get_hostname(), repeat="always")
        async for event in events:
            if isinstance(event, purevirt.Resync):
                doms = await link.call(purevirt.list_domains, repeat="always")
                yield f"connected again: {len(doms)} domains"
            elif not isinstance(event, purevirt.Gap):
                yield event.msg.dom.name
