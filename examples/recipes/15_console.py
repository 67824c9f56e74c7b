import asyncio

import purevirt
from purevirt.rpc.gen.enums import DomainConsoleFlags
from purevirt.rpc.gen.remote import Domain


async def ask_console(conn: purevirt.Connection, dom: Domain, line: bytes, until: bytes) -> bytes:
    heard = bytearray()
    async with asyncio.timeout(30), conn.stream() as console:
        await conn.domain_open_console(console, dom, None, DomainConsoleFlags.FORCE)  # None is the first
        await console.write(line)
        async for piece in console:  # bytes as they come: a piece may end inside a character
            heard += piece
            if until in heard:
                break
    return bytes(heard)  # leaving the block hangs up
