"""What subscribers of both clients see: streams of messages, with markers where some are missing. Pure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

from purevirt.rpc.events.table import CONNECTION_CLOSED, monitor_topic

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.events.kind import Topic
    from purevirt.rpc.gen.qemu import DomainMonitorEventMsg
    from purevirt.rpc.gen.remote import ConnectEventConnectionClosedMsg, Domain
    from purevirt.rpc.xdr import XdrType  # named in the bound below, as text

__all__ = [
    "DEFAULT_MAX_EVENTS",
    "AsyncEventSource",
    "AsyncEventStream",
    "Gap",
    "Overflow",
    "Resync",
    "SyncEventSource",
    "SyncEventStream",
]

MsgT = TypeVar("MsgT", bound="XdrType")
AnyMsgT = TypeVar("AnyMsgT", bound="XdrType")

DEFAULT_MAX_EVENTS = 1024
"""How many events wait for a subscriber that is busy with another; of their bytes on the wire no more than
MAX_WAITING_EVENT_BYTES (4 MiB), unless one event alone has more."""

Overflow: TypeAlias = Literal["drop-oldest", "close"]
"""What happens to a subscriber that is further behind: a `Gap` in the place of the oldest events, or the
end of its stream with `EventOverflow`, after what it has not seen yet."""


class Gap:
    """Events are missing here: look at the present state again.

    Attributes:
        dropped: how many this side has dropped.
    """

    __slots__ = ("dropped",)
    __match_args__ = ("dropped",)

    def __init__(self, dropped: int) -> None:
        self.dropped = dropped

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.dropped == self.dropped

    def __hash__(self) -> int:
        return hash((type(self), self.dropped))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(dropped={self.dropped})"


class Resync(Gap):
    """The connection was lost and is there again: whatever happened in between was not told.

    Comes from a `Reconnecting` only. The events after it are complete, so that the present state, looked at
    now, and they together miss nothing.
    """

    __slots__ = ()

    def __init__(self, dropped: int = 0) -> None:
        super().__init__(dropped)


class AsyncEventStream(ABC, Generic[MsgT]):
    """The messages of one subscription, as an asynchronous iterator; an asynchronous context manager.

        async with conn.events.domain_lifecycle() as events:
            async for event in events:
                if isinstance(event, Gap):
                    ...  # look at the present state
                else:
                    print(event.msg.dom.name, event.msg.event)

    The daemon has been asked when the block is entered, so that a look at the present state inside it and
    the events together miss nothing. Calls may be made from within the loop.

    Entering raises what the registration does: `LibvirtError` when the daemon refuses, `ConnectionLost`
    when the connection ends. Iteration ends with the error that ends the connection, after what was
    received before it; it never ends otherwise.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def dropped_count(self) -> int:
        """How many messages were dropped because they were not taken in time."""

    @abstractmethod
    async def close(self) -> None:
        """Leave; the last of those who share a registration has the daemon forget it."""

    @abstractmethod
    async def __aenter__(self) -> Self: ...

    @abstractmethod
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def __aiter__(self) -> Self:
        return self

    @abstractmethod
    async def __anext__(self) -> MsgT | Gap: ...


class SyncEventStream(ABC, Generic[MsgT]):
    """The messages of one subscription, as an iterator; a context manager. See `AsyncEventStream`."""

    __slots__ = ()

    @property
    @abstractmethod
    def dropped_count(self) -> int:
        """How many messages were dropped because they were not taken in time."""

    @abstractmethod
    def next(self, timeout_s: float | None = None) -> MsgT | Gap:
        """Return the next message.

        Raises:
            TimeoutError: none came within `timeout_s` seconds.
            ConnectionLost: the connection ended.
            EventOverflow: this subscriber was too slow, and chose that it ends then.
        """

    @abstractmethod
    def during(self, timeout_s: float) -> Iterator[MsgT | Gap]:
        """Yield the messages of the next `timeout_s` seconds, then end; what waits already comes first.

        Raises:
            ConnectionLost, EventOverflow: as for `next`.
        """

    @abstractmethod
    def close(self) -> None:
        """Leave; the last of those who share a registration has the daemon forget it.

        Another thread that waits for the next message gets `LocalProtocolError` at once.
        """

    @abstractmethod
    def __enter__(self) -> Self: ...

    @abstractmethod
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> MsgT | Gap:
        return self.next()


class AsyncEventSource:
    """Base of the emitted subscriptions; a client overrides the hook."""

    __slots__ = ()

    def subscribe(
        self,
        topic: Topic[AnyMsgT],
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> AsyncEventStream[AnyMsgT]:
        """Return a stream of `topic` that subscribes when it is entered; what all other methods do."""
        raise NotImplementedError

    def connection_closed(
        self, *, max_events: int = DEFAULT_MAX_EVENTS, overflow: Overflow = "drop-oldest"
    ) -> AsyncEventStream[ConnectEventConnectionClosedMsg]:
        """Say why the daemon lost its own connection to the hypervisor: ``reason``, a ConnectCloseReason.

        Not about our connection to the daemon, whose end is an exception. Few drivers have such a thing.

        Source: remote_protocol.x, REMOTE_PROC_CONNECT_REGISTER_CLOSE_CALLBACK.
        """
        return self.subscribe(CONNECTION_CLOSED.topic(), max_events, overflow)

    def qemu_monitor(
        self,
        dom: Domain | None = None,
        event: str | None = None,
        *,
        regex: bool = False,
        ignore_case: bool = False,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> AsyncEventStream[DomainMonitorEventMsg]:
        """Pass on QEMU's own events, as its monitor tells them: unsupported by libvirt, for debugging.

        Args:
            dom: whose; None means all domains'.
            event: the name of the event, e.g. ``SHUTDOWN``; None means all.
            regex: `event` is a regular expression.
            ignore_case: the name may be in capitals or not.
            max_events: as for every subscription.
            overflow: as for every subscription.

        Source: qemu_protocol.x, QEMU_PROC_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER.
        """
        topic = monitor_topic(dom, event, regex=regex, ignore_case=ignore_case)
        return self.subscribe(topic, max_events, overflow)


class SyncEventSource:
    """Base of the emitted subscriptions; a client overrides the hook."""

    __slots__ = ()

    def subscribe(
        self,
        topic: Topic[AnyMsgT],
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[AnyMsgT]:
        """Return a stream of `topic` that subscribes when it is entered; what all other methods do."""
        raise NotImplementedError

    def connection_closed(
        self, *, max_events: int = DEFAULT_MAX_EVENTS, overflow: Overflow = "drop-oldest"
    ) -> SyncEventStream[ConnectEventConnectionClosedMsg]:
        """As `AsyncEventSource.connection_closed`."""
        return self.subscribe(CONNECTION_CLOSED.topic(), max_events, overflow)

    def qemu_monitor(
        self,
        dom: Domain | None = None,
        event: str | None = None,
        *,
        regex: bool = False,
        ignore_case: bool = False,
        max_events: int = DEFAULT_MAX_EVENTS,
        overflow: Overflow = "drop-oldest",
    ) -> SyncEventStream[DomainMonitorEventMsg]:
        """As `AsyncEventSource.qemu_monitor`."""
        topic = monitor_topic(dom, event, regex=regex, ignore_case=ignore_case)
        return self.subscribe(topic, max_events, overflow)
