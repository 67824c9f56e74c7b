"""Subscriptions of the asyncio client: the books of `purevirt.rpc.events.subscriptions`, and the waiting."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from purevirt.errors import LocalProtocolError, PurevirtError
from purevirt.rpc.events.stream import DEFAULT_MAX_EVENTS, AsyncEventStream
from purevirt.rpc.events.subscriber import Subscriber
from purevirt.rpc.events.subscriptions import Subscriptions
from purevirt.rpc.gen.aio_events import EventMethods

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.codec import ServerEvent
    from purevirt.rpc.events.kind import Topic
    from purevirt.rpc.events.stream import Gap, Overflow
    from purevirt.rpc.events.subscriptions import RegistrationCall
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType  # named in the bound below, as text

__all__ = ["Events"]

MsgT = TypeVar("MsgT", bound="XdrType")


class MakeCall(Protocol):
    """Makes one call on a connection."""

    async def __call__(self, spec: AnyProcedure, args: Any) -> Any:
        """Return the reply."""


class Events(EventMethods):
    """Subscribes to events, on one connection or on each of several in turn.

    Every method returns a stream that subscribes when it is entered; see `AsyncEventStream`. Subscribers to
    the same events of the same object share one registration at the daemon.
    """

    __slots__ = ("_call", "_subscriptions", "_tasks")

    def __init__(self) -> None:
        self._subscriptions = Subscriptions()
        self._subscriptions.suspend()
        self._call: MakeCall | None = None
        self._tasks: dict[RegistrationCall, asyncio.Task[None]] = {}

    @property
    def dropped_count(self) -> int:
        """How many events came that nobody had subscribed to, e.g. just after the last one left."""
        return self._subscriptions.dropped_count

    def push(self, event: ServerEvent) -> None:
        """Take an event; called by the connection."""
        self._subscriptions.push(event)

    def end(self, error: PurevirtError) -> None:
        """End all streams; called by the connection."""
        self._subscriptions.end(error)

    def connected(self, call: MakeCall) -> None:
        """Register for everything, anew if need be, by `call`."""
        self._call = call
        self._subscriptions.resume()
        self.advance()

    def disconnected(self) -> None:
        """Wait for another connection."""
        self._subscriptions.suspend()

    async def settled(self) -> None:
        """Return once no call is under way."""
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    def subscribe(
        self,
        topic: Topic[MsgT],
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> AsyncEventStream[MsgT]:
        """Return a stream of `topic` that subscribes when it is entered."""
        return _Stream(self, self._subscriptions, topic, max_events, overflow)

    def advance(self) -> None:
        """Make the calls that the subscriptions want made.

        Each is a task of its own, so that nobody's cancellation leaves a registration behind.
        """
        for call in self._subscriptions.calls():
            task = asyncio.get_running_loop().create_task(self._make(self._call, call))
            self._tasks[call] = task
            task.add_done_callback(lambda _task, call=call: self._tasks.pop(call))  # type: ignore[misc] # a bound default

    async def _make(self, make: MakeCall | None, call: RegistrationCall) -> None:
        assert make is not None
        try:
            reply = await make(call.spec, call.args)
        except PurevirtError as error:
            self._subscriptions.failed(call, error)
        else:
            self._subscriptions.completed(call, reply)
        self.advance()

    async def made(self, call: RegistrationCall) -> None:
        """Return once `call` was answered, or its connection is gone."""
        await asyncio.wait([self._tasks[call]])


class _Stream(AsyncEventStream[MsgT], Generic[MsgT]):
    __slots__ = ("_changed", "_entered", "_events", "_subscriber", "_subscriptions")

    def __init__(
        self,
        events: Events,
        subscriptions: Subscriptions,
        topic: Topic[MsgT],
        max_events: int,
        overflow: Overflow,
    ) -> None:
        self._changed = asyncio.Event()
        self._events = events
        self._subscriptions = subscriptions
        self._subscriber: Subscriber[MsgT] = Subscriber(topic, max_events, overflow, self._changed.set)
        self._entered = False

    def __repr__(self) -> str:
        return f"<EventStream {self._subscriber.topic.key!r}>"

    @property
    def dropped_count(self) -> int:
        return self._subscriber.dropped_count

    async def __aenter__(self) -> Self:
        if self._entered:
            raise LocalProtocolError(f"{self!r}: a stream is entered once; ask for another")
        self._entered = True
        self._subscriptions.join(self._subscriber)
        self._events.advance()
        try:
            while not self._subscriber.settled:
                await self._wait()
            self._subscriber.check_entered()
        except BaseException:
            self._leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, asyncio.CancelledError):
            self._leave()
        else:
            await self.close()

    async def close(self) -> None:
        call = self._leave()
        if call is not None:
            await self._events.made(call)

    def _leave(self) -> RegistrationCall | None:
        call = self._subscriptions.leave(self._subscriber)
        self._subscriber.end(LocalProtocolError(f"{self!r}: the stream was closed; ask for another"))
        self._events.advance()
        return call

    async def __anext__(self) -> MsgT | Gap:
        if not self._entered:
            raise LocalProtocolError(f"{self!r}: enter the stream with 'async with' first")
        while not self._subscriber.is_ready:
            await self._wait()
        return self._subscriber.take()

    async def _wait(self) -> None:
        self._changed.clear()
        await self._changed.wait()
