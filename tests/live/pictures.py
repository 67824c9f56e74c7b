"""The screen of the test driver's domain."""

from tests.live.live import Live
from tests.live.query import CONNECTION, HELPERS


async def screenshot(live: Live) -> None:
    """A picture comes through a stream, with its type beside it."""
    conn, by_name = live.conn, CONNECTION.lookupByName("test")
    dom = await conn.domain_lookup_by_name("test")
    async with live.comparing(), conn.stream() as stream:
        mime = await conn.domain_screenshot(stream, dom, 0)
        picture = b"".join([piece async for piece in stream])
        assert [mime, picture.hex()] == await live.ask(HELPERS.received(by_name, "screenshot", 0))
        assert picture.startswith(b"\x89PNG")
