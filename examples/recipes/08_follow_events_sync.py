import purevirt.sync
from purevirt.rpc.gen.enums import DomainEventType


def next_change(conn: purevirt.sync.Connection, name: str, patience_s: float) -> str:
    dom = conn.domain_lookup_by_name(name)
    with conn.events.domain_lifecycle(dom) as events:
        conn.domain_resume(dom)
        event = events.next(timeout_s=patience_s)  # "for event in events" waits for ever
    return "missed" if isinstance(event, purevirt.Gap) else DomainEventType(event.msg.event).name.lower()
