import logging

import purevirt


async def watched(uri: str) -> tuple[str, bool]:
    logging.basicConfig(level=logging.INFO)
    logging.getLogger("purevirt.rpc").setLevel(logging.DEBUG)
    async with await purevirt.connect(uri, keepalive_interval_s=2, keepalive_count=3) as conn:
        return conn.uri, conn.is_open  # a host that falls silent is given up after 2 x (3 + 1) seconds
