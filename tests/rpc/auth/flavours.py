"""One connection by either client, and what the daemon then calls itself."""

import asyncio
from typing import Any, Literal

import purevirt
import purevirt.sync

Flavour = Literal["asyncio", "blocking"]
FLAVOURS: tuple[Flavour, ...] = ("asyncio", "blocking")


def hostname(flavour: Flavour, uri: str, **options: Any) -> str:
    """Connect, ask for the host's name, and close."""
    if flavour == "blocking":
        with purevirt.sync.connect(uri, **options) as conn:
            return conn.connect_get_hostname()

    async def ask() -> str:
        async with await purevirt.connect(uri, **options) as conn:
            return await conn.connect_get_hostname()

    return asyncio.run(ask())
