"""TLS as libvirtd speaks it: after the handshake the server says with one byte that the client may go on.

Source: virNetTLSContextCheckCertificate's callers in src/rpc/virnetserverclient.c: the byte is 1, inside TLS.
"""

from __future__ import annotations

import asyncio
import ssl
from typing import TYPE_CHECKING

from purevirt.rpc.aio.tls_transport import MessageTransport
from purevirt.testing.simulator.wire.link import Link

if TYPE_CHECKING:
    import os

    from purevirt.testing.simulator.wire.site import Site

__all__ = ["TlsLink", "server_context"]

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


class TlsLink(Link):
    """A client that came by TLS; it is welcomed once the handshake is done."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, "tls")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Welcome the client, whose certificate has been checked, and begin."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(_WELCOME)
        super().connection_made(MessageTransport(transport))
