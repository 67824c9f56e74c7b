"""Sockets in Linux's abstract namespace."""

import asyncio
import os

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import ConnectError
from tests.rpc.peer import Peer


async def test_both_clients(peer: Peer) -> None:
    """U4: `socket=@name` is the abstract name, as libvirt and ss write it."""
    name = f"purevirt-{os.getpid()}"
    server = await asyncio.start_unix_server(peer._accept, f"\0{name}")
    uri = f"qemu+unix:///system?socket=@{name}"

    def blocking() -> None:
        with purevirt.sync.connect(uri) as conn:
            assert (conn.connect_get_hostname(), repr(conn)) == ("peer", f"<Connection @{name} open>")

    async with server:
        async with await purevirt.connect(uri) as conn:
            assert await conn.connect_get_hostname() == "peer"
        await asyncio.to_thread(blocking)
        await peer.until(lambda: all(link.closed.is_set() for link in peer.links))


async def test_nobody_there() -> None:
    """The error is about a name, not about a file."""
    uri = f"qemu+unix:///system?socket=@purevirt-nobody-{os.getpid()}"
    for attempt in (purevirt.connect(uri), asyncio.to_thread(purevirt.sync.connect, uri)):
        with pytest.raises(ConnectError, match="nothing listens at this abstract name") as caught:
            await attempt
        assert caught.value.transport == "unix"
