from collections.abc import Iterator

import purevirt.sync


def starts(uri: str, log: list[str]) -> Iterator[str]:
    def noted(health: purevirt.sync.Health) -> None:
        log.append(health.state.value)

    link = purevirt.sync.Reconnecting(lambda: purevirt.sync.connect(uri), on_change=noted)
    with link, link.events.domain_lifecycle() as events:
        yield "connected to " + link.call(lambda conn: conn.connect_get_hostname(), repeat="always")
        for event in events:
            if isinstance(event, purevirt.sync.Resync):
                doms = link.call(purevirt.sync.list_domains, repeat="always")
                yield f"connected again: {len(doms)} domains"
            elif not isinstance(event, purevirt.sync.Gap):
                yield event.msg.dom.name
