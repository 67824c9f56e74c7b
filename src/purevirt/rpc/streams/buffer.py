"""What has come through a stream and was not read yet. Pure; both shells' streams are built on it.

The protocol has no flow control for one stream: whoever does not read the socket holds everything else
up too, keepalive included. So an unread stream is held in memory up to a bound, the shell stops reading
only while nothing else waits on the connection, and a stream whose reader has fallen behind by
MAX_UNREAD_BYTES while other calls go on is given up.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from purevirt.errors import StreamAborted

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.errors import PurevirtError

__all__ = ["HIGH_UNREAD_BYTES", "MAX_UNREAD_BYTES", "StreamBuffer"]

HIGH_UNREAD_BYTES = 4 << 20
LOW_UNREAD_BYTES = 1 << 20
MAX_UNREAD_BYTES = 64 << 20
_ITEM_BYTES = 64
"""What one piece costs beside its bytes, so that a flood of holes is bounded too."""


class StreamBuffer:
    """Pieces in order, and how the stream ended.

    Attributes:
        ended: the daemon has sent all.
        closed: the stream is over.
        error: why it failed; None while it has not.
        full: more is unread than there should be.
        wanted: how many bytes the reader waits for, at most HIGH_UNREAD_BYTES; fewer need not wake it.
    """

    __slots__ = ("_changed", "_items", "_unread_bytes", "closed", "ended", "error", "full", "wanted")

    def __init__(self, changed: Callable[[], None]) -> None:
        self.ended = False
        self.closed = False
        self.error: PurevirtError | None = None
        self.full = False
        self.wanted = 1
        self._changed = changed
        self._items: deque[bytes | int] = deque()
        self._unread_bytes = 0

    def on_data(self, data: bytes) -> None:
        """Keep bytes for the reader."""
        self._keep(data, len(data))

    def on_hole(self, length: int) -> None:
        """Keep a hole for the reader."""
        self._keep(length, 0)

    def on_end(self) -> None:
        """Note that no more data will come."""
        self.ended = True
        self._changed()

    def on_closed(self, error: PurevirtError | None) -> None:
        """Note that the stream is over; an error that is known already stays."""
        self.closed = True
        if self.error is None:
            self.error = error
        self._changed()

    @property
    def has_item(self) -> bool:
        """Whether `take` has something."""
        return bool(self._items)

    @property
    def settled(self) -> bool:
        """Whether a reader need not wait: there is an item, or none will come."""
        return bool(self._items) or self.ended or self.closed or self.error is not None

    @property
    def sated(self) -> bool:
        """Whether a reader need not wait for what it wants: it is there, or no more will come."""
        return self._unread_bytes >= self.wanted or self.ended or self.closed or self.error is not None

    @property
    def is_holding(self) -> bool:
        """Whether the shell should stop reading, because of what may still come for this stream."""
        return self.full and not self.ended and not self.closed

    @property
    def overflowed(self) -> bool:
        """Whether more is unread than may be."""
        return self._unread_bytes > MAX_UNREAD_BYTES

    def take(self) -> bytes | int:
        """Return the next piece."""
        item = self._items.popleft()
        self._unread_bytes -= _ITEM_BYTES + (len(item) if isinstance(item, bytes) else 0)
        if self.full and self._unread_bytes <= LOW_UNREAD_BYTES:
            self.full = False
            self._changed()
        return item

    def take_all(self) -> list[bytes | int]:
        """Return all pieces."""
        items = [*self._items]
        self._items.clear()
        self._unread_bytes = 0
        if self.full:
            self.full = False
            self._changed()
        return items

    def discard(self, reason: str) -> None:
        """Drop what is unread; the stream is given up for `reason`."""
        self._items.clear()
        self._unread_bytes = 0
        self.full = False
        if self.error is None:
            self.error = StreamAborted(reason, by_peer=False)
        self._changed()

    def _keep(self, item: bytes | int, size: int) -> None:
        if self.error is not None:
            return
        self._items.append(item)
        self._unread_bytes += _ITEM_BYTES + size
        if self._unread_bytes > HIGH_UNREAD_BYTES:
            self.full = True
        if self._unread_bytes >= self.wanted:
            self._changed()
