"""Subscriptions of the blocking client: the books of `purevirt.rpc.events.subscriptions`, and the waiting.

The books are guarded by the wire's mutex. Registrations are calls whose answers go to the books, on
whichever thread reads them, and not to the thread that asked: so an interrupted thread leaves nothing
behind at the daemon.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Generic, TypeVar

from purevirt.errors import LocalProtocolError, PurevirtError
from purevirt.rpc.events.stream import DEFAULT_MAX_EVENTS, SyncEventStream
from purevirt.rpc.events.subscriber import Subscriber
from purevirt.rpc.events.subscriptions import Subscriptions
from purevirt.rpc.gen.sync_events import EventMethods

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.codec import Codec
    from purevirt.rpc.events.kind import Topic
    from purevirt.rpc.events.stream import Gap, Overflow
    from purevirt.rpc.events.subscriptions import RegistrationCall
    from purevirt.rpc.session_events import EventReceived
    from purevirt.rpc.sync.waiter import Waiter
    from purevirt.rpc.sync.wire import Wire
    from purevirt.rpc.xdr import XdrType  # named in the bound below, as text

__all__ = ["Events"]

MsgT = TypeVar("MsgT", bound="XdrType")


class Events(EventMethods):
    """Subscribes to the events of one connection; safe to use from several threads.

    Every method returns a stream that subscribes when it is entered; see `SyncEventStream`. Subscribers to
    the same events of the same object share one registration at the daemon.
    """

    __slots__ = ("_codec", "_subscriptions", "_wire")

    def __init__(self, wire: Wire, codec: Codec) -> None:
        self._subscriptions = Subscriptions()
        self._wire = wire
        self._codec = codec

    @property
    def dropped_count(self) -> int:
        """How many events came that nobody had subscribed to, e.g. just after the last one left."""
        return self._subscriptions.dropped_count

    def receive(self, event: EventReceived) -> None:
        """Take an event; called by the wire."""
        decoded = self._codec.decode_event(event)
        if decoded is not None:
            self._subscriptions.push(decoded)

    def end(self, error: PurevirtError) -> None:
        """End all streams; called by the wire."""
        self._subscriptions.end(error)

    def join(self, subscriber: Subscriber[MsgT]) -> None:
        """Enter a subscriber; called with the mutex held."""
        self._subscriptions.join(subscriber)
        self._advance()

    def leave(self, subscriber: Subscriber[MsgT]) -> RegistrationCall | None:
        """Remove a subscriber; called with the mutex held."""
        call = self._subscriptions.leave(subscriber)
        subscriber.end(LocalProtocolError("the stream was closed; ask for another"))
        self._advance()
        return call

    def subscribe(
        self,
        topic: Topic[MsgT],
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[MsgT]:
        """Return a stream of `topic` that subscribes when it is entered."""
        return _Stream(self, self._wire, topic, max_events, overflow)

    def _advance(self) -> None:
        while calls := self._subscriptions.calls():
            for call in calls:
                self._make(call)

    def _make(self, call: RegistrationCall) -> None:
        def answered(waiter: Waiter) -> None:
            try:
                if waiter.error is not None:
                    raise waiter.error
                reply = self._codec.decode(call.spec, waiter.payload)
            except PurevirtError as error:
                self._subscriptions.failed(call, error)
            else:
                self._subscriptions.completed(call, reply)
            self._advance()

        try:
            self._wire.begin(call.spec, self._codec.encode(call.args), answered)
        except PurevirtError as error:
            self._subscriptions.failed(call, error)


class _Stream(SyncEventStream[MsgT], Generic[MsgT]):
    __slots__ = ("_entered", "_events", "_subscriber", "_wire")

    def __init__(
        self, events: Events, wire: Wire, topic: Topic[MsgT], max_events: int, overflow: Overflow
    ) -> None:
        self._events = events
        self._wire = wire
        self._subscriber: Subscriber[MsgT] = Subscriber(topic, max_events, overflow, lambda: None)
        self._entered = False

    def __repr__(self) -> str:
        return f"<EventStream {self._subscriber.topic.key!r}>"

    @property
    def dropped_count(self) -> int:
        return self._subscriber.dropped_count

    def __enter__(self) -> Self:
        if self._entered:
            raise LocalProtocolError(f"{self!r}: a stream is entered once; ask for another")
        self._entered = True
        subscriber = self._subscriber
        try:
            self._wire.act(self._events.join, subscriber)
            self._wire.wait(lambda: subscriber.settled, subscriber.check_entered)
        except BaseException:
            self._wire.wait(lambda: True, lambda: self._events.leave(subscriber))
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        call = self._wire.wait(lambda: True, lambda: self._events.leave(self._subscriber))
        if call is not None:
            self._wire.wait(lambda: call.done, lambda: None)

    def next(self, timeout_s: float | None = None) -> MsgT | Gap:
        if not self._entered:
            raise LocalProtocolError(f"{self!r}: enter the stream with 'with' first")
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        subscriber = self._subscriber
        try:
            return self._wire.wait(lambda: subscriber.is_ready, subscriber.take, deadline)
        except TimeoutError:
            raise TimeoutError(f"{self!r}: no event within {timeout_s:g} s") from None
