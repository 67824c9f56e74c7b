"""Why no connection was made, in words that say what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.errors import ConnectError

if TYPE_CHECKING:
    from purevirt.errors import ConnectionLost
    from purevirt.rpc.uri import ConnectPlan

__all__ = ["dial_error", "no_answer", "no_greeting", "no_socket"]


def dial_error(path: str, error: OSError) -> ConnectError:
    """Return what a failed connect() of a unix socket means."""
    if isinstance(error, ConnectionRefusedError):
        text = "the socket is there but no daemon listens; start libvirtd or its socket unit"
    elif isinstance(error, PermissionError):
        text = "permission denied; join the libvirt group, or ask for a readonly connection"
    elif isinstance(error, BlockingIOError):
        text = "the daemon's queue of connections is full (max_queued_clients); try again later"
    else:
        text = str(error.strerror or error)
    return ConnectError(f"{path}: {text}", endpoint=path)


def no_socket(plan: ConnectPlan) -> ConnectError:
    """Return the error for a host on which none of the plan's sockets exists."""
    tried = " and ".join(plan.socket_paths)
    return ConnectError(
        f"no libvirt socket: tried {tried}; install the daemon, or start it (its socket unit) first",
        endpoint=plan.socket_paths[-1],
    )


def no_greeting(endpoint: str, error: ConnectionLost) -> ConnectError:
    """Return the error for a daemon that hung up before it had greeted."""
    text = f"{error}; its log may tell why, e.g. its limit of clients (max_clients)"
    return ConnectError(text, endpoint=endpoint)


def no_answer(endpoint: str, timeout_s: float) -> ConnectError:
    """Return the error for a daemon that did not greet in time."""
    return ConnectError(
        f"{endpoint}: no answer within {timeout_s:g} s; the daemon may be stuck, waiting for polkit, or at "
        "its limit of clients (max_anonymous_clients, max_clients)",
        endpoint=endpoint,
    )
