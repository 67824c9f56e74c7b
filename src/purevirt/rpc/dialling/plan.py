"""What a URI comes to: what to dial, and what to ask the daemon there for. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from purevirt.rpc.ssh.plan import SshPlan

__all__ = [
    "TCP_PORT",
    "TLS_PORT",
    "ConnectPlan",
    "DialPlan",
    "ExtPlan",
    "TcpPlan",
    "TlsPlan",
    "UnixPlan",
    "endpoint_of",
    "host_port",
]

TCP_PORT = 16509
TLS_PORT = 16514
"""libvirtd's ports (src/remote/remote_driver.h)."""


@dataclass(frozen=True, slots=True)
class UnixPlan:
    """A socket of this machine.

    Attributes:
        socket_paths: what to try, in order; the first that exists is dialled. A path that starts with ``@``
            is a name in Linux's abstract namespace, as libvirt and ss(8) write it.
    """

    socket_paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TcpPlan:
    """A daemon reached in plain text: whoever sees the network sees and can change everything."""

    host: str
    port: int = TCP_PORT


@dataclass(frozen=True, slots=True)
class TlsPlan:
    """A daemon reached by TLS.

    Attributes:
        host: name or address that is dialled and that the daemon's certificate has to be for.
        port: its port.
        pkipath: the folder that has cacert.pem, clientcert.pem, clientkey.pem, and may have cacrl.pem;
            None searches where libvirt does.
        verify: whether the daemon's certificate is checked; if not, anybody can be the daemon.
    """

    host: str
    port: int = TLS_PORT
    pkipath: str | None = None
    verify: bool = True


@dataclass(frozen=True, slots=True)
class ExtPlan:
    """A program whose standard input and output are the connection.

    Attributes:
        command: the program's path, or its name on PATH; it is run without arguments, and without a shell.
    """

    command: str


DialPlan: TypeAlias = UnixPlan | TcpPlan | TlsPlan | SshPlan | ExtPlan

_TRANSPORTS: dict[type[DialPlan], str] = {
    UnixPlan: "unix",
    TcpPlan: "tcp",
    TlsPlan: "tls",
    SshPlan: "ssh",
    ExtPlan: "ext",
}


@dataclass(frozen=True, slots=True)
class ConnectPlan:
    """What a URI asks for.

    Attributes:
        dial: how to reach the daemon; None if that has been done already.
        remote_name: the URI that the daemon opens; empty lets it choose.
        auth: the authentication the URI insists on: ``none``, ``polkit``, ``sasl``, or ``sasl.`` and a
            mechanism; None is what the daemon offers first.
        warnings: what is dangerous about it, each a line for the log.
        authfile: the file of credentials that the URI names, or None for where libvirt looks.
    """

    dial: DialPlan | None
    remote_name: str
    auth: str | None = None
    warnings: tuple[str, ...] = ()
    authfile: str | None = None

    @property
    def transport(self) -> str:
        """``unix``, ``tcp``, ``tls``, ``ssh`` or ``ext``; empty if there was nothing to dial."""
        return "" if self.dial is None else _TRANSPORTS[type(self.dial)]


def endpoint_of(plan: DialPlan) -> str:
    """Return what errors and logs call the other end: never anything secret."""
    if isinstance(plan, UnixPlan):
        return plan.socket_paths[-1]
    if isinstance(plan, ExtPlan):
        return plan.command
    return host_port(plan.host, plan.port)


def host_port(host: str, port: int) -> str:
    """Return ``host:port``, an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
