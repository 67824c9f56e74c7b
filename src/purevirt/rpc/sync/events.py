"""Subscriptions of the blocking client: the books of `purevirt.rpc.events.subscriptions`, and the waiting.

Registrations are calls whose answers go to the books, on whichever thread reads them, and not to the thread
that asked: so an interrupted thread leaves nothing behind at the daemon.

The books of one connection are guarded by its wire's mutex, since who waits for an event reads the socket.
Those that outlive connections are in link_events.py.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from purevirt.errors import LocalProtocolError, PurevirtError
from purevirt.rpc.events.stream import DEFAULT_MAX_EVENTS, SyncEventStream
from purevirt.rpc.events.subscriber import Subscriber
from purevirt.rpc.events.subscriptions import Subscriptions
from purevirt.rpc.gen.sync_events import EventMethods

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.codec import ServerEvent
    from purevirt.rpc.events.kind import Topic
    from purevirt.rpc.events.stream import Gap, Overflow
    from purevirt.rpc.events.subscriptions import RegistrationCall
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.sync.wire import Wire
    from purevirt.rpc.xdr import XdrType  # named in the bound below, as text

__all__ = ["BeginCall", "ConnectionEvents", "Events", "WaitingRoom"]

T = TypeVar("T")
MsgT = TypeVar("MsgT", bound="XdrType")


class BeginCall(Protocol):
    """Starts a call for which nobody waits."""

    def __call__(
        self, spec: AnyProcedure, args: Any, then: Callable[[Any, PurevirtError | None], None]
    ) -> None:
        """Start it; `then` gets the reply, or what it failed with, on some thread."""


class WaitingRoom(Protocol):
    """Where books are kept, and where one waits for what will be written in them."""

    def act(self, action: Callable[[Any], None], subscriber: Any, /) -> None:
        """Run `action` with the books' mutex held."""

    def wait(
        self, condition: Callable[[], bool], result: Callable[[], T], deadline: float | None = None
    ) -> T:
        """Return what `result` gives once `condition` holds; the mutex is held for both."""
        ...


class Events(EventMethods):
    """Subscribes to events; safe to use from several threads.

    Every method returns a stream that subscribes when it is entered; see `SyncEventStream`. Subscribers to
    the same events of the same object share one registration at the daemon.
    """

    __slots__ = ("_room", "_subscriptions")

    def __init__(self, room: WaitingRoom) -> None:
        self._subscriptions = Subscriptions()
        self._room = room

    @property
    def dropped_count(self) -> int:
        """How many events came that nobody had subscribed to, e.g. just after the last one left."""
        return self._subscriptions.dropped_count

    def subscribe(
        self,
        topic: Topic[MsgT],
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[MsgT]:
        """Return a stream of `topic` that subscribes when it is entered."""
        return _Stream(self, self._room, Subscriber(topic, max_events, overflow, self.changed))

    def join(self, subscriber: Subscriber[MsgT]) -> None:
        """Enter a subscriber, and begin to register if need be."""
        self._room.act(self._subscriptions.join, subscriber)
        self.advance()

    def leave(self, subscriber: Subscriber[MsgT]) -> RegistrationCall | None:
        """Remove a subscriber; return the call by which the last one has the daemon forget them, if any."""

        def left() -> RegistrationCall | None:
            call = self._subscriptions.leave(subscriber)
            subscriber.end(LocalProtocolError("the stream was closed; ask for another"))
            return call

        # a connection that has ended is left like any other
        call = self._room.wait(lambda: True, left)
        self.advance()
        return call

    def push(self, event: ServerEvent) -> None:
        """Take an event; called with the mutex held."""
        self._subscriptions.push(event)

    def answered(self, call: RegistrationCall, reply: Any, error: PurevirtError | None) -> None:
        """Note how a registration ended; called with the mutex held."""
        if error is None:
            self._subscriptions.completed(call, reply)
        else:
            self._subscriptions.failed(call, error)

    @abstractmethod
    def advance(self) -> None:
        """Begin the calls that the subscriptions want made."""

    @abstractmethod
    def changed(self) -> None:
        """Note that a subscriber has something to take; called with the mutex held."""


class ConnectionEvents(Events):
    """The events of one connection."""

    __slots__ = ("_begin", "_wire")

    def __init__(self, wire: Wire, begin: BeginCall) -> None:
        super().__init__(wire)
        self._wire = wire
        self._begin = begin

    def join(self, subscriber: Subscriber[MsgT]) -> None:
        """Enter a subscriber, and begin to register if need be."""
        self._wire.arm()
        super().join(subscriber)

    def end(self, error: PurevirtError) -> None:
        """End all streams; called by the connection, with the mutex held."""
        self._subscriptions.end(error)

    def advance(self) -> None:
        """Begin the calls that the subscriptions want made."""
        self._room.wait(lambda: True, self._make_calls)

    def changed(self) -> None:
        """Wake those who wait: another thread may have closed their stream."""
        self._wire.wake()

    def _make_calls(self) -> None:
        while calls := self._subscriptions.calls():
            for index, call in enumerate(calls):
                try:
                    self._make(call)
                except BaseException:
                    # an interrupt: who leaves because of it makes them
                    self._subscriptions.take_back(calls[index:])
                    raise

    def _make(self, call: RegistrationCall) -> None:
        def then(reply: Any, error: PurevirtError | None) -> None:
            self.answered(call, reply, error)
            self._make_calls()

        try:
            self._begin(call.spec, call.args, then)
        except PurevirtError as error:
            self.answered(call, None, error)


class _Stream(SyncEventStream[MsgT], Generic[MsgT]):
    __slots__ = ("_entered", "_events", "_room", "_subscriber")

    def __init__(self, events: Events, room: WaitingRoom, subscriber: Subscriber[MsgT]) -> None:
        self._events = events
        self._room = room
        self._subscriber = subscriber
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
            self._events.join(subscriber)
            self._room.wait(lambda: subscriber.settled, subscriber.check_entered)
        except BaseException:
            self._events.leave(subscriber)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        call = self._events.leave(self._subscriber)
        if call is not None:
            self._room.wait(lambda: call.done, lambda: None)

    def next(self, timeout_s: float | None = None) -> MsgT | Gap:
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        try:
            return self._next_until(deadline)
        except TimeoutError:
            raise TimeoutError(f"{self!r}: no event within {timeout_s:g} s") from None

    def during(self, timeout_s: float) -> Iterator[MsgT | Gap]:
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                event = self._next_until(deadline)
            except TimeoutError:
                return
            yield event

    def _next_until(self, deadline: float | None) -> MsgT | Gap:
        if not self._entered:
            raise LocalProtocolError(f"{self!r}: enter the stream with 'with' first")
        subscriber = self._subscriber
        return self._room.wait(lambda: subscriber.is_ready, subscriber.take, deadline)
