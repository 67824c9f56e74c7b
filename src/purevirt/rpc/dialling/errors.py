"""Why no connection was made, in words that say what to do. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.errors import ConnectError, ConnectionLost, DecodeError, ProtocolError
from purevirt.rpc.dialling.plan import TCP_PORT, TLS_PORT, ExtPlan, TcpPlan, endpoint_of
from purevirt.rpc.ssh.plan import SshPlan

if TYPE_CHECKING:
    from purevirt.rpc.dialling.plan import ConnectPlan, TlsPlan, UnixPlan

__all__ = [
    "command_error",
    "dial_error",
    "network_error",
    "no_answer",
    "no_greeting",
    "no_socket",
]


def dial_error(path: str, error: OSError) -> ConnectError:
    """Return what a failed connect() of a unix socket means."""
    if isinstance(error, ConnectionRefusedError):
        text = "the socket is there but no daemon listens; start libvirtd or its socket unit"
        if path.startswith("@"):
            text = "nothing listens at this abstract name; start the daemon, or correct the name"
    elif isinstance(error, PermissionError):
        text = "permission denied; join the libvirt group, or ask for a readonly connection"
    else:
        text = str(error.strerror or error)
    return ConnectError(f"{path}: {text}", endpoint=path, transport="unix")


def no_socket(plan: UnixPlan) -> ConnectError:
    """Return the error for a host on which none of the plan's sockets exists."""
    tried = " and ".join(plan.socket_paths)
    return ConnectError(
        f"no libvirt socket: tried {tried}; install the daemon, or start it (its socket unit) first",
        endpoint=plan.socket_paths[-1],
        transport="unix",
    )


def network_error(plan: TcpPlan | TlsPlan, error: OSError) -> ConnectError:
    """Return what a failed connection over the network means; `error` is not TLS's own."""
    endpoint = endpoint_of(plan)
    is_tcp = isinstance(plan, TcpPlan)
    if isinstance(error, ConnectionRefusedError):
        unit = "libvirtd-tcp.socket or virtproxyd-tcp.socket" if is_tcp else "libvirtd-tls.socket"
        text = f"nothing listens there; start the daemon's listener ({unit}), or correct the port"
    else:
        text = str(error.strerror or error)
    return ConnectError(f"{endpoint}: {text}", endpoint=endpoint, transport="tcp" if is_tcp else "tls")


def command_error(plan: ExtPlan, error: OSError) -> ConnectError:
    """Return what it means that a program could not be started."""
    endpoint = endpoint_of(plan)
    text = f"the program cannot be run: {error.strerror or error}"
    return ConnectError(f"{endpoint}: {text}", endpoint=endpoint, transport="ext")


def no_greeting(
    plan: ConnectPlan, endpoint: str, error: ConnectionLost | ProtocolError | DecodeError
) -> ConnectError:
    """Return the error for a daemon that hung up before it had greeted, or for something that is none."""
    nonsense = error.__cause__ if isinstance(error, ConnectionLost) else error
    if isinstance(nonsense, ProtocolError | DecodeError):
        text = f"{endpoint}: the greeting makes no sense ({nonsense}); is it a libvirt daemon?"
    elif isinstance(plan.dial, SshPlan | ExtPlan) and not isinstance(_root(error), ConnectionLost):
        text = str(error)  # the program in between has said why, and the daemon may never have heard of us
    else:
        cure = "its log may tell why, e.g. its limit of clients (max_clients)"
        if isinstance(plan.dial, TcpPlan):
            cure = f"is this its port for TLS ({TLS_PORT}; plain text is {TCP_PORT})? Else {cure}"
        text = f"{error}; {cure}"
    return ConnectError(text, endpoint=endpoint, transport=plan.transport)


def _root(error: BaseException) -> BaseException:
    """Return the first in a chain of causes."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def no_answer(plan: ConnectPlan, endpoint: str, timeout_s: float) -> ConnectError:
    """Return the error for a daemon that did not greet in time."""
    return ConnectError(
        f"{endpoint}: no answer within {timeout_s:g} s; the daemon may be stuck, waiting for polkit, or at "
        "its limit of clients (max_anonymous_clients, max_clients)",
        endpoint=endpoint,
        transport=plan.transport,
    )
