import purevirt
from purevirt.errors import NoDomain
from purevirt.rpc.gen.enums import DomainShutoffReason, DomainState
from purevirt.rpc.gen.remote import Domain


async def why_it_ended(conn: purevirt.Connection, dom: Domain) -> str:
    try:
        now = await purevirt.wait_for_state(conn, dom, DomainState.SHUTOFF, DomainState.CRASHED, timeout_s=30)
    except NoDomain:
        return "gone"  # a transient domain is no more once it is off
    if now.state == DomainState.CRASHED:
        return "crashed"
    return DomainShutoffReason(now.reason).name.lower()
