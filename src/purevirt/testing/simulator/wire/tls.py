"""TLS as libvirtd speaks it: after the handshake the server says with one byte that the client may go on.

Source: virNetTLSContextCheckCertificate's callers in src/rpc/virnetserverclient.c: the byte is 1, inside TLS.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from typing import TYPE_CHECKING

from purevirt.rpc.aio.tls_transport import MessageTransport
from purevirt.testing.simulator.wire.link import Link

if TYPE_CHECKING:
    import os

    from purevirt.testing.simulator.wire.site import Site

__all__ = ["Handshake", "server_context"]

_log = logging.getLogger("purevirt.testing.simulator")

_WELCOME = b"\x01"


def server_context(
    certificate: str | os.PathLike[str],
    key: str | os.PathLike[str],
    *,
    client_ca: str | os.PathLike[str] | None = None,
) -> ssl.SSLContext:
    """Return a context for `SimulatedLibvirtd`.

    Args:
        certificate: the server's, in PEM, with the chain that clients need.
        key: its private key, in PEM.
        client_ca: whoever signs the clients' certificates; without it clients need none, unlike libvirtd's.

    Raises:
        OSError, ssl.SSLError: a file cannot be read or makes no sense.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    if client_ca is not None:
        context.load_verify_locations(client_ca)
        context.verify_mode = ssl.CERT_REQUIRED
    return context


class Handshake(asyncio.Protocol):
    """A client that came by TLS, from its connection to the end of its handshake; then its link begins.

    A server of asyncio's own that listens for TLS does not tell of such clients, and leaves them to their
    timeout when it is closed.
    """

    def __init__(self, site: Site, context: ssl.SSLContext) -> None:
        self._site = site
        self._context = context
        self._transport: asyncio.Transport | None = None
        self._task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        if not self._site.is_open:
            transport.abort()
            return
        self._transport = transport
        # what comes is the handshake's, which begins in the loop's next turn
        transport.pause_reading()
        self._site.handshakes.add(self)
        self._task = asyncio.get_running_loop().create_task(
            self._shake(transport), name="simulated libvirtd: TLS handshake"
        )
        self._task.add_done_callback(lambda _task: self._site.handshakes.discard(self))

    async def _shake(self, transport: asyncio.Transport) -> None:
        link = _TlsLink(self._site)
        loop = asyncio.get_running_loop()
        try:
            upgraded = await loop.start_tls(transport, link, self._context, server_side=True)
        except OSError as error:
            _log.debug("TLS handshake failed: %s", error)
            transport.abort()
            return
        # asyncio has forgotten it when the client is gone by now
        if upgraded is not None:
            link.connection_made(upgraded)

    def drop(self) -> None:
        """Close the connection at once."""
        if self._transport is not None and self._task is not None:
            self._transport.abort()
            self._task.cancel()

    async def ended(self) -> None:
        """Return when nothing works for it any more."""
        if self._task is not None:
            await asyncio.wait([self._task])


class _TlsLink(Link):
    """A client whose handshake is done; it is welcomed."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, "tls")
        self._early: list[bytes] | None = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Welcome the client, whose certificate has been checked, and begin."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(_WELCOME)
        super().connection_made(MessageTransport(transport))
        early, self._early = self._early or [], None
        for data in early:
            self.data_received(data)

    def data_received(self, data: bytes) -> None:
        """Hear the client; what came with the end of the handshake waits for the link's own beginning."""
        if self._early is None:
            super().data_received(data)
        else:
            self._early.append(data)
