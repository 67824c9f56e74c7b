"""A peer behind TLS."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator

from tests.lab.pki import Pki
from tests.rpc.peer import Peer

ADMITTED = b"\x01"
"""The verdict of a daemon that lets us in."""


def server_context(pki: Pki) -> ssl.SSLContext:
    """Return what a daemon shows."""
    folder = pki.server()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "servercert.pem", folder / "serverkey.pem")
    return context


@contextlib.asynccontextmanager
async def tls_peer(pki: Pki, peer: Peer) -> AsyncIterator[str]:
    """Put the peer behind TLS, and give its URI."""

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(ADMITTED)
        await peer._accept(reader, writer)

    server = await asyncio.start_server(
        accept, "127.0.0.1", 0, ssl=await asyncio.to_thread(server_context, pki)
    )
    folder = await asyncio.to_thread(pki.client)
    try:
        yield f"qemu+tls://localhost:{server.sockets[0].getsockname()[1]}/system?pkipath={folder}"
    finally:
        server.close()
