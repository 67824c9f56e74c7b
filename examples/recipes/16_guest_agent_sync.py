import purevirt.sync


def kernel(conn: purevirt.sync.Connection, name: str) -> str:
    dom = conn.domain_lookup_by_name(name)
    purevirt.sync.wait_for_agent(conn, dom, timeout_s=120)
    return purevirt.sync.guest_exec(conn, dom, "uname", ["-r"], timeout_s=60).stdout.decode().strip()
