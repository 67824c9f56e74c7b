"""From a plan to a socket. Nothing here imports asyncio but for TLS and SSH."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from purevirt.rpc.dialling.errors import network_error
from purevirt.rpc.dialling.plan import DialPlan, ExtPlan, TcpPlan, UnixPlan, endpoint_of
from purevirt.rpc.shared.unix_socket import FIRST_PAUSE_S, LAST_PAUSE_S, connect_unix
from purevirt.rpc.ssh.plan import SecretRequest
from purevirt.rpc.sync.carrier import Carrier

if TYPE_CHECKING:
    from purevirt.rpc.dialling.tls_credentials import TlsCredentials
    from purevirt.rpc.shared.ext_process import ExtProcess
    from purevirt.rpc.ssh.options import SshOptions

__all__ = ["AskSecret", "Dialled", "Secrets", "dial"]

AskSecret: TypeAlias = Callable[[SecretRequest], str | None]
"""Answers a `SecretRequest`; None means that there is no answer, and that the method is given up."""

_LAST_WORDS_S = 1.0
"""How long the end of a connection waits for the end of its program, which may say why."""

_ADDRESS_TIMEOUT_S = 5.0
"""How long an address that does not answer keeps the host's other ones waiting."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a URI does not say; each is used by the transports that have a use for it."""

    tls: TlsCredentials | None = None
    ssh: SshOptions | None = None
    ask: AskSecret | None = None


@dataclass(frozen=True, slots=True)
class Dialled:
    """A connected socket.

    Attributes:
        sock: the socket.
        endpoint: what to call the other end.
        carrier: what carries its bytes.
    """

    sock: socket.socket
    endpoint: str
    carrier: Carrier


def dial(plan: DialPlan, secrets: Secrets, deadline: float) -> Dialled:
    """Return a socket that is connected to the daemon of `plan`.

    Raises:
        ConnectError: no connection; its subclasses say more.
        TimeoutError: the deadline, a moment of the monotonic clock, has passed. The system's resolver knows
            no deadline: it may take longer.
    """
    if isinstance(plan, UnixPlan):
        return _dial_unix(plan, deadline)
    if isinstance(plan, TcpPlan):
        return Dialled(_dial_tcp(plan, deadline), endpoint_of(plan), Carrier())
    if isinstance(plan, ExtPlan):
        from purevirt.rpc.shared.ext_process import ExtProcess  # noqa: PLC0415 # only this transport needs it

        process = ExtProcess(plan)
        return Dialled(process.socket, endpoint_of(plan), _Program(process))
    from purevirt.rpc.sync.bridge import Bridge  # noqa: PLC0415 # brings asyncio

    bridge = Bridge(plan, secrets.tls, secrets.ssh, secrets.ask)
    bridge.dial(deadline)
    return Dialled(bridge.socket, endpoint_of(plan), bridge)


def _dial_unix(plan: UnixPlan, deadline: float) -> Dialled:
    """Dial the first of the plan's sockets that exists."""
    pause_s = FIRST_PAUSE_S
    while (connected := connect_unix(plan)) is None:
        if time.monotonic() + pause_s >= deadline:
            raise TimeoutError
        time.sleep(pause_s)
        pause_s = min(pause_s * 2, LAST_PAUSE_S)
    sock, path = connected
    return Dialled(sock, path, Carrier())


def _dial_tcp(plan: TcpPlan, deadline: float) -> socket.socket:
    """Try the host's addresses in the resolver's order."""
    failure: OSError = OSError("the name has no address")
    try:
        found = socket.getaddrinfo(plan.host, plan.port, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        found, failure = [], OSError(f"not a name that can be looked up: {error}")
    except OSError as error:
        found, failure = [], error
    for number, (family, kind, proto, _, address) in enumerate(found, 1):
        left_s = deadline - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        sock = socket.socket(family, kind, proto)
        try:
            sock.settimeout(min(left_s, _ADDRESS_TIMEOUT_S) if number < len(found) else left_s)
            sock.connect(address)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            sock.close()
            failure = error
        except BaseException:
            sock.close()
            raise
        else:
            return sock
    if isinstance(failure, TimeoutError) and time.monotonic() >= deadline:
        raise failure
    raise network_error(plan, failure) from failure


class _Program(Carrier):
    """The program of the transport ext."""

    def __init__(self, process: ExtProcess) -> None:
        self._process = process

    def reason(self) -> str:
        self._process.end()
        self._process.join(_LAST_WORDS_S)
        return self._process.last_words()

    def end(self) -> None:
        self._process.end()

    def join(self) -> None:
        self._process.join()
