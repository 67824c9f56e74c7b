"""What the blocking client keeps of a call under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.errors import PurevirtError

__all__ = ["Waiter"]


class Waiter:
    """The outcome of one call, once it is there; `then` is told of it, with the mutex held."""

    __slots__ = ("done", "error", "payload", "then")

    def __init__(self, then: Callable[[Waiter], None] | None = None) -> None:
        self.done = False
        self.payload = b""
        self.error: PurevirtError | None = None
        self.then = then

    def settle(self, payload: bytes, error: PurevirtError | None) -> None:
        """Note what came of it, and tell."""
        self.payload = payload
        self.error = error
        self.done = True
        if self.then is not None:
            self.then(self)
