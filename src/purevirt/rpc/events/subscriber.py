"""What one subscriber has not taken yet: a bounded queue of messages and markers. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from purevirt.errors import EventOverflow, LocalProtocolError
from purevirt.rpc.events.queue import EventQueue
from purevirt.rpc.events.stream import Gap, Resync
from purevirt.rpc.limits import MAX_WAITING_EVENT_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.errors import PurevirtError
    from purevirt.rpc.events.kind import Topic
    from purevirt.rpc.events.stream import Overflow
    from purevirt.rpc.xdr import XdrType  # named in the bound below, as text

__all__ = ["Subscriber"]

MsgT = TypeVar("MsgT", bound="XdrType")


class Subscriber(Generic[MsgT]):
    """What one consumer has not taken yet, at most `max_events`, and MAX_WAITING_EVENT_BYTES of the wire.

    Attributes:
        dropped_count: how many messages it has missed by being slow.
        error: what its stream ends with; None while it has not ended.
        settled: the registration was answered, or there will be none.
        stale: it was subscribed when a connection ended, and no other has its registration yet.
    """

    def __init__(
        self, topic: Topic[MsgT], max_events: int, overflow: Overflow, changed: Callable[[], None]
    ) -> None:
        if max_events < 1:
            raise ValueError(f"max_events: at least 1, got {max_events}")
        if overflow not in ("drop-oldest", "close"):
            raise ValueError(f"overflow: 'drop-oldest' or 'close', got {overflow!r}")
        self.topic = topic
        self.dropped_count = 0
        self.error: PurevirtError | None = None
        self.settled = False
        self.stale = False
        self._max_events = max_events
        self._closes = overflow == "close"
        self._changed = changed
        self._queue: EventQueue[MsgT | Resync] = EventQueue(max_events)
        self._missed = 0
        self._resync_dropped = False
        self._overflowed = False

    @property
    def is_ready(self) -> bool:
        """Whether `take` need not wait."""
        return bool(self._queue or self._missed or self._overflowed or self.error is not None)

    def check_entered(self) -> None:
        """Raise what the registration failed with; what came before a later end is there to be taken."""
        if self.error is not None and not self._queue and not self._missed:
            raise self.error

    def take(self) -> MsgT | Gap:
        """Return the next message or marker; raise what the stream ended with once there is no more."""
        if self._missed and not self._overflowed:
            marker = Resync(self._missed) if self._resync_dropped else Gap(self._missed)
            self._missed = 0
            self._resync_dropped = False
            return marker
        if self._queue:
            return self._queue.take()
        if self._overflowed:
            raise EventOverflow(
                f"{self.topic.kind.name}: more than {self._max_events} events, or {MAX_WAITING_EVENT_BYTES} "
                "bytes of them, waited to be taken; take them faster, or allow more with max_events",
                dropped=self.dropped_count,
            )
        if self.error is None:
            raise LocalProtocolError(f"{self.topic.kind.name}: there is no event to take")
        raise self.error

    def push(self, message: MsgT, size: int = 0) -> None:
        """Queue a message of `size` bytes of the wire."""
        if self.error is None and not self._overflowed:
            self._append(message, size)
        elif self._overflowed:
            self.dropped_count += 1

    def miss(self, count: int) -> None:
        """Note that `count` messages were lost before they could be queued."""
        self.dropped_count += count
        self._missed += count
        self._overflowed = self._overflowed or self._closes
        self._changed()

    def settle(self) -> None:
        """Note that the registration is there; after a change of the connection, queue a `Resync`."""
        if self.stale and not (self._queue and isinstance(self._queue.newest, Resync)):
            self._append(Resync(), 0)
        self.stale = False
        self.settled = True
        self._changed()

    def end(self, error: PurevirtError) -> None:
        """Note that nothing more will come."""
        if self.error is None:
            self.error = error
        self.settled = True
        self._changed()

    def _append(self, item: MsgT | Resync, size: int) -> None:
        while not self._queue.has_room(size):
            if self._closes:
                self._overflowed = True
                self.dropped_count += 1
                self._changed()
                return
            oldest = self._queue.take()
            if isinstance(oldest, Resync):
                self._resync_dropped = True
            else:
                self.dropped_count += 1
                self._missed += 1
        self._queue.put(item, size)
        self._changed()
