"""Decisions out of bytes, so that a fuzzer that changes a byte changes one of them."""

from __future__ import annotations

__all__ = ["Choices"]


class Choices:
    """A cursor over a target's input; at its end everything is zero and empty."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0

    @property
    def more(self) -> bool:
        """Whether anything is left."""
        return self._position < len(self._data)

    def byte(self) -> int:
        """Return the next byte."""
        taken = self.take(1)
        return taken[0] if taken else 0

    def take(self, count: int) -> bytes:
        """Return up to `count` bytes."""
        start = self._position
        self._position = min(len(self._data), start + count)
        return self._data[start : self._position]

    def rest(self) -> bytes:
        """Return all that is left."""
        return self.take(len(self._data))
