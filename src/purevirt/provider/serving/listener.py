"""The gRPC listener: where shards call, with health and reflection beside the service.

It is bound before anything else is started, so that a wrong address costs nothing; callers that come before
`serve` wait. Its end: health says NOT_SERVING, no call is accepted any more, those under way may end.
Source: libvirt-provider contract, flags `--addr`, `--reflection`, `--tls-*`, and "Signals"; gRPC core's
channel arguments (include/grpc/impl/channel_arg_names.h).
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from typing import TYPE_CHECKING, Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from purevirt.provider.errors import ConfigError
from purevirt.provider.serving.service import SERVICE
from purevirt.provider.serving.tls import ListenerTls

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from purevirt.provider.serving.certificates import Certificates, TlsFiles

# Blob and metadata at their caps fit, so that over-long ones are refused by name and not by the transport.
MAX_RECEIVE_BYTES: Final = 8 * 1024 * 1024
MAX_SEND_BYTES: Final = 256 * 1024 * 1024
MAX_CONCURRENT_CALLS: Final = 2048
# One connection cannot take all of them.
MAX_CALLS_PER_CONNECTION: Final = 1024
# For whoever connects and then does not speak HTTP/2, or TLS, or at all.
HANDSHAKE_MS: Final = 10_000

SERVER_OPTIONS: Final = (
    ("grpc.max_receive_message_length", MAX_RECEIVE_BYTES),
    ("grpc.max_send_message_length", MAX_SEND_BYTES),
    ("grpc.max_concurrent_streams", MAX_CALLS_PER_CONNECTION),
    ("grpc.server_handshake_timeout_ms", HANDSHAKE_MS),
    # Two processes on one port would share the calls between them without a word.
    ("grpc.so_reuseport", 0),
    # A peer that has vanished without a word is noticed; one that is only idle may stay.
    ("grpc.keepalive_time_ms", 60_000),
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.keepalive_permit_without_calls", 1),
    # A shard's own pings, with or without a call under way, are no abuse down to this interval.
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
)


class Listener:
    """One listener. Call `bind`, `serve` and `close` in this order, each once; `close` works at any time.

    Args:
        addr: host:port, :port, or unix: and a path.
        tls: the files to serve TLS with, or None for plain text.
        reflection: whether clients may ask which services and messages there are.
        interceptors: what surrounds every call, the outermost first.
        on_certificates: told of each set of certificates that is put to use.
    """

    def __init__(
        self,
        addr: str,
        *,
        tls: TlsFiles | None = None,
        reflection: bool = True,
        interceptors: Sequence[grpc.aio.ServerInterceptor] = (),
        on_certificates: Callable[[Certificates], None] = lambda _: None,
    ) -> None:
        self._addr = addr
        self._reflection = reflection
        self._tls = None if tls is None else ListenerTls(tls, on_certificates)
        self._interceptors = interceptors
        self._health = health.aio.HealthServicer()
        self._server: grpc.aio.Server | None = None
        self._following: asyncio.Task[None] | None = None
        self._closed = False

    async def bind(self) -> int:
        """Take the address; return the port, which is 0 for a unix socket.

        Raises:
            ConfigError: the address cannot be listened on, or the TLS files cannot be used.
        """
        self._server = grpc.aio.server(
            interceptors=list(self._interceptors),
            options=SERVER_OPTIONS,
            maximum_concurrent_rpcs=MAX_CONCURRENT_CALLS,
        )
        address = f"[::]{self._addr}" if self._addr.startswith(":") else self._addr
        credentials = None if self._tls is None else await self._tls.load()
        try:
            if credentials is None:
                return self._server.add_insecure_port(address)
            return self._server.add_secure_port(address, credentials)
        except RuntimeError:
            raise ConfigError(
                f"--addr: cannot listen on {self._addr} ({_obstacle(address)}); name an address of this "
                "machine, with a free port, or unix: and a path in a folder that is there"
            ) from None

    async def serve(self, handler: grpc.GenericRpcHandler) -> None:
        """Answer the calls of `handler`, and say SERVING."""
        assert self._server is not None
        self._server.add_generic_rpc_handlers((handler,))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if self._reflection:
            names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, self._server)
        await self.tell_health(True)
        await self._server.start()
        if self._tls is not None:
            self._following = asyncio.create_task(self._tls.follow(), name="provider-certificates")

    async def tell_health(self, healthy: bool) -> None:
        """Set what health checks see, of the whole server and of the service by name."""
        answers = health_pb2.HealthCheckResponse
        status = answers.SERVING if healthy else answers.NOT_SERVING
        for name in ("", SERVICE):
            await self._health.set(name, status)

    async def close(self, grace_s: float) -> None:
        """Say NOT_SERVING, accept no call any more, and return when those under way have ended.

        Args:
            grace_s: how long they may take; then they are cancelled. A second call, with a shorter time, cuts
                the first one's short.
        """
        if not self._closed:
            self._closed = True
            await self._health.enter_graceful_shutdown()
            if self._following is not None:
                self._following.cancel()
                await asyncio.wait({self._following})
        if self._server is not None:
            await self._server.stop(grace_s)


def _obstacle(address: str) -> str:
    """Return why an address cannot be listened on, which gRPC does not tell: by trying it once more."""
    try:
        if address.startswith("unix:"):
            path = address.removeprefix("unix:")
            with socket.socket(socket.AF_UNIX) as probe:
                probe.bind(path)
            os.unlink(path)  # noqa: PTH108 - the path is as the socket took it
            return "gRPC does not take it"
        host, _, port = address.rpartition(":")
        family = socket.AF_INET6 if host.startswith("[") else socket.AF_UNSPEC
        flags = socket.AI_PASSIVE
        for kind, _, _, _, target in socket.getaddrinfo(
            host.strip("[]"), int(port), family, socket.SOCK_STREAM, flags=flags
        ):
            with socket.socket(kind, socket.SOCK_STREAM) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(target)
                probe.listen(1)
    except (socket.gaierror, UnicodeError):
        # The second is for a name that no host can have.
        return "no such host"
    except OSError as error:
        # A unix socket's path that is too long is an error of Python's own, without a number.
        return os.strerror(error.errno) if error.errno else str(error)
    return os.strerror(errno.EADDRINUSE)
