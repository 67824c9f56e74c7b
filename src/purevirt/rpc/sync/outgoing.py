"""Bytes on their way into a socket that may not take all of them at once."""

from __future__ import annotations

import socket

__all__ = ["send_some"]

_NO_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)
"""A program that has given SIGPIPE its default back, as filters do, should not die of a daemon's restart."""


def send_some(sock: socket.socket, unsent: bytearray, out: list[bytes | memoryview]) -> None:
    """Send what is left from before and then `out`, as far as the socket takes it; the rest is left."""
    if unsent:
        for chunk in out:
            unsent += chunk
        data: bytes | bytearray | memoryview = unsent
    elif out:
        data = out[0] if len(out) == 1 else b"".join(out)
    else:
        return
    try:
        sent = sock.send(data, _NO_SIGNAL)
    except (BlockingIOError, InterruptedError):
        sent = 0
    except OSError:
        # the reason is what the daemon said before it closed, if anything: reading will tell
        unsent.clear()
        return
    if data is unsent:
        del unsent[:sent]
    elif sent < len(data):
        unsent += memoryview(data)[sent:]
