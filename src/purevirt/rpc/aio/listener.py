"""Events of a connection, as an async iterator with a bounded queue."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from purevirt.rpc.events.queue import EventQueue

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from purevirt.errors import PurevirtError
    from purevirt.rpc.codec import ServerEvent

__all__ = ["EventListener"]


class EventListener:
    """Every event that the daemon sends to this connection, in order.

    The daemon sends what was registered with the `*_event_register_*` calls. A consumer that falls behind
    by more than `max_events`, or by MAX_WAITING_EVENT_BYTES of the wire, loses the oldest; `dropped_count`
    says how many, so that it can look at the present state again.

    Iteration ends with the error that ended the connection, after what was received before it.
    """

    def __init__(self, remove: Callable[[EventListener], None], max_events: int) -> None:
        if max_events < 1:
            raise ValueError(f"max_events: at least 1, got {max_events}")
        self.dropped_count = 0
        self._remove = remove
        self._queue: EventQueue[ServerEvent] = EventQueue(max_events)
        self._error: PurevirtError | None = None
        self._changed = asyncio.Event()

    def push(self, event: ServerEvent) -> None:
        """Queue an event; called by the connection."""
        while not self._queue.has_room(event.size):
            self._queue.take()
            self.dropped_count += 1
        self._queue.put(event, event.size)
        self._changed.set()

    def end(self, error: PurevirtError) -> None:
        """Note that no more events will come; called by the connection."""
        self._error = error
        self._changed.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._remove(self)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ServerEvent:
        while not self._queue:
            if self._error is not None:
                raise self._error
            self._changed.clear()
            await self._changed.wait()
        return self._queue.take()
