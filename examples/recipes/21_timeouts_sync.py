import purevirt.sync
from purevirt.rpc.gen.procedures import DOMAIN_CREATE
from purevirt.rpc.gen.remote import Domain, DomainCreateArgs


def start(conn: purevirt.sync.Connection, dom: Domain, patience_s: float) -> str:
    try:
        conn.call(DOMAIN_CREATE, DomainCreateArgs(dom), timeout_s=patience_s)
    except TimeoutError:
        return "perhaps started"
    return "started"
