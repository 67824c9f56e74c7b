"""What copies the bytes of a connection that is not the daemon's own socket."""

from __future__ import annotations

__all__ = ["Carrier"]


class Carrier:
    """What is at a socket's other end, if that is not the daemon itself; this one is nothing."""

    def reason(self) -> str:
        """Return why the other end was closed; empty if there is no more to say."""
        return ""

    def end(self) -> None:
        """End what carries, without waiting; any number of times."""

    def join(self) -> None:
        """Wait until it has ended."""
