import purevirt.sync


def host_name(uri: str) -> str:
    with purevirt.sync.connect(uri, timeout_s=10) as conn:
        return conn.connect_get_hostname()
