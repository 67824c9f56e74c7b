"""Connecting a unix socket: what both clients do, without waiting."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from purevirt.rpc.dialling.errors import dial_error, no_socket

if TYPE_CHECKING:
    from purevirt.rpc.dialling.plan import UnixPlan

__all__ = ["FIRST_PAUSE_S", "LAST_PAUSE_S", "connect_unix"]

FIRST_PAUSE_S = 0.02
LAST_PAUSE_S = 0.5
"""How long to wait before a daemon whose queue is full is tried again, at first and at most: it takes its
next client when one of those that it has not yet authenticated is done (max_anonymous_clients)."""


def connect_unix(plan: UnixPlan) -> tuple[socket.socket, str] | None:
    """Return a connected, non-blocking socket and its path; None while the daemon's queue is full.

    The first of the plan's sockets that exists is the one.

    Raises:
        ConnectError: none exists, nothing listens, it is not allowed, or no socket can be made.
    """
    for path in plan.socket_paths:
        sock: socket.socket | None = None
        try:
            sock = socket.socket(socket.AF_UNIX)
            # a unix socket is connected at once, or its queue is full: there is nothing to wait for
            sock.setblocking(False)
            sock.connect("\0" + path[1:] if path.startswith("@") else path)
        except OSError as error:
            if sock is not None:
                sock.close()
            if isinstance(error, BlockingIOError):
                return None
            if not isinstance(error, FileNotFoundError):
                raise dial_error(path, error) from error
        else:
            return sock, path
    raise no_socket(plan)
