"""TLS to a daemon, to the byte by which it lets us in."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from purevirt.errors import TlsError
from purevirt.rpc.aio.tcp import open_socket
from purevirt.rpc.aio.tls_transport import MessageTransport
from purevirt.rpc.dialling.plan import endpoint_of
from purevirt.rpc.shared.tls_context import KeyIsEncrypted, make_context, read_material, refusal, tls_error
from purevirt.rpc.ssh.plan import SecretRequest

if TYPE_CHECKING:
    from purevirt.rpc.dialling.plan import TlsPlan
    from purevirt.rpc.dialling.tls_credentials import TlsCredentials
    from purevirt.rpc.ssh.plan import AskSecret

__all__ = ["dial_tls"]

_ADMITTED = b"\x01"
_VERDICT_TIMEOUT_S = 20.0
"""The daemon gives its verdict at once; longer than this it is stuck, or is no libvirtd."""


async def dial_tls(
    plan: TlsPlan,
    protocol: asyncio.Protocol,
    *,
    credentials: TlsCredentials | None = None,
    ask: AskSecret | None = None,
) -> asyncio.Transport:
    """Connect `protocol` to the daemon of `plan`, and return its transport.

    Args:
        plan: what to dial.
        protocol: what speaks over it, once the daemon has let us in.
        credentials: what is not in files.
        ask: gives the passphrase of an encrypted key.

    Raises:
        TlsCredentialsError: our certificate, key, CA or revocations cannot be used.
        CertificateUntrusted: the daemon's certificate is not accepted.
        CertificateRefused: it does not accept ours, or our address.
        TlsError: it speaks no TLS that we do, or gives no verdict.
        ConnectError: there is no such host, or nothing listens.

    Source: virNetTLSSession and virNetServerClientCheckAccess in src/rpc: the server checks the client's
    certificate after the handshake, and then sends one byte, or closes.
    """
    loop = asyncio.get_running_loop()
    material = await asyncio.to_thread(read_material, plan, credentials)
    try:
        context = await asyncio.to_thread(make_context, plan, material)
    except KeyIsEncrypted as error:
        request = SecretRequest("passphrase", error.endpoint, error.file)
        answer = None if ask is None else await ask(request)
        if answer is None:
            raise
        context = await asyncio.to_thread(make_context, plan, replace(material, passphrase=answer))
    sock = await open_socket(plan)
    verdict = _Verdict(plan, protocol)
    try:
        await loop.create_connection(
            lambda: verdict,
            sock=sock,
            ssl=context,
            # the zone of an address is this machine's name for a link, and in no certificate
            server_hostname=plan.host.partition("%")[0],
        )
    except OSError as error:
        raise await asyncio.to_thread(tls_error, plan, material, error) from error
    try:
        async with asyncio.timeout(_VERDICT_TIMEOUT_S):
            return await verdict.transport
    except TimeoutError:
        text = f"TLS is set up, but the daemon said nothing within {_VERDICT_TIMEOUT_S:g} s; it may be stuck"
        raise TlsError(f"{endpoint_of(plan)}: {text}", endpoint=endpoint_of(plan)) from None
    except _HungUpError as error:
        raise await asyncio.to_thread(refusal, plan, material) from error.__cause__
    finally:
        verdict.abandon()


class _HungUpError(Exception):
    """The daemon closed before it gave its verdict."""


class _Verdict(asyncio.Protocol):
    """Takes the first byte, and leaves all others to the next protocol."""

    def __init__(self, plan: TlsPlan, successor: asyncio.Protocol) -> None:
        self.transport: asyncio.Future[asyncio.Transport] = asyncio.get_running_loop().create_future()
        self._plan = plan
        self._successor = successor
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        assert self._transport is not None
        if self.transport.done():
            return
        if data[:1] != _ADMITTED:
            endpoint = endpoint_of(self._plan)
            text = f"the daemon's verdict is {data[:1]!r}, not 1; is it a libvirt daemon?"
            self.transport.set_exception(TlsError(f"{endpoint}: {text}", endpoint=endpoint))
            return
        transport = MessageTransport(self._transport)
        transport.set_protocol(self._successor)
        self._successor.connection_made(transport)
        self.transport.set_result(transport)
        if len(data) > 1:
            self._successor.data_received(data[1:])

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.transport.done():
            error = _HungUpError()
            error.__cause__ = exc
            self.transport.set_exception(error)

    def abandon(self) -> None:
        """Close, unless the next protocol has it."""
        admitted = self.transport.done() and not self.transport.cancelled() and not self.transport.exception()
        if not admitted and self._transport is not None:
            self._transport.abort()
