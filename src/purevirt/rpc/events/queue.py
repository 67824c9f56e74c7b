"""Messages that wait, bounded by their number and by their bytes. Pure."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

from purevirt.rpc.limits import MAX_WAITING_EVENT_BYTES

__all__ = ["EventQueue"]

T = TypeVar("T")


class EventQueue(Generic[T]):
    """A queue of items with sizes.

    It holds at most `max_items`, and at most MAX_WAITING_EVENT_BYTES of the wire unless it is one item
    alone: that one came in a message, whose size has a bound of its own.
    """

    __slots__ = ("_bytes", "_items", "_max_items")

    def __init__(self, max_items: int) -> None:
        self._max_items = max_items
        self._items: deque[tuple[T, int]] = deque()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._items)

    @property
    def newest(self) -> T:
        """The item that came last; there is one."""
        return self._items[-1][0]

    def has_room(self, size: int) -> bool:
        """Whether an item of `size` bytes may be put in, with nothing taken out."""
        if not self._items:
            return True
        return len(self._items) < self._max_items and self._bytes + size <= MAX_WAITING_EVENT_BYTES

    def put(self, item: T, size: int) -> None:
        """Put an item in; there has to be room."""
        self._items.append((item, size))
        self._bytes += size

    def take(self) -> T:
        """Take out the oldest item; there is one."""
        item, size = self._items.popleft()
        self._bytes -= size
        return item
