"""One transport and the session behind it, on the event loop.

Feed what arrives to the session, hand its events to whoever waits, write what it wants written, wake it
when its timer is due. Nothing else: the rules of the protocol are the session's.

Writes are gathered: the first call of a turn of the loop is written at once when nothing else is in
flight, so that a lone caller does not wait for the next turn; otherwise one write at the end of the turn
takes everything that its callers have queued.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Protocol, cast

from purevirt.errors import ConnectionClosed, ConnectionLost, PurevirtError
from purevirt.rpc.session import Session, SessionPhase
from purevirt.rpc.session_events import (
    CallCompleted,
    CallFailed,
    EventReceived,
    StreamClosed,
    StreamDataReceived,
    StreamEnded,
    StreamHoleReceived,
)
from purevirt.rpc.streams.sink import dispatch_stream_event

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.session_events import Call, SessionEvent
    from purevirt.rpc.streams.core import StreamCore

__all__ = ["Waiter", "Wire"]

_log = logging.getLogger("purevirt.rpc")

_STREAM_EVENTS = (StreamDataReceived, StreamHoleReceived, StreamEnded, StreamClosed)
"""A tuple that is there: a union would be made anew for each event, at the cost of a small call."""

_WRITE_HIGH_BYTES = 1 << 20
"""Above this much unsent data, writers wait: four stream packets, enough to keep the socket busy."""

_PAUSED_INTERVAL_S = 1.0
"""How often the daemon is told that we live while we do not read: more often than it can mind."""


class Waiter(Protocol):
    """Who is told of a call's outcome, e.g. a future of bytes; must not fail."""

    def done(self) -> bool:
        """Return whether it does not care any more."""

    def set_result(self, payload: bytes, /) -> None:
        """Take the encoded reply."""

    def set_exception(self, error: Exception, /) -> None:
        """Take what the call failed with."""


class Wire(asyncio.Protocol):
    """Owns the transport and the session of one connection."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.endpoint = "not connected"
        self.on_event: Callable[[EventReceived], None] = lambda _event: None
        self.on_lost: Callable[[PurevirtError], None] = lambda _error: None
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._flush_scheduled = False
        self._timer: asyncio.TimerHandle | None = None
        self._can_write = asyncio.Event()
        self._can_write.set()
        self._gone = asyncio.Event()
        self._failure: PurevirtError | None = None
        self._full_streams: set[object] = set()
        self._attention_count = 0
        self._paused = False

    # calls and streams

    async def call(self, spec: AnyProcedure, payload: bytes) -> bytes:
        """Return the encoded reply; on cancellation the connection stays whole."""
        future: asyncio.Future[bytes] = self._loop.create_future()
        return await self._outcome(self.begin(spec, payload, future), future)

    def begin(self, spec: AnyProcedure, payload: bytes, waiter: Waiter) -> Call:
        """Start a call whose outcome `waiter` is told, unless it is forgotten before."""
        idle = not self.session.in_flight_count
        call = self.session.start_call(spec, payload, waiter)
        self._schedule_flush(at_once=idle)
        if self._paused:
            self._set_reading()
        return call

    def forget(self, call: Call) -> None:
        """Tell nobody of a call's outcome; one that was not sent yet is not made."""
        self.session.cancel_call(call)
        self._schedule_flush(at_once=False)

    async def open_stream(
        self, spec: AnyProcedure, payload: bytes, core: StreamCore, *, sparse: bool
    ) -> bytes:
        """Open the stream of `core` and return the encoded reply of the call that does so."""
        future: asyncio.Future[bytes] = self._loop.create_future()
        channel = self.session.open_stream(spec, payload, future, core.buffer, sparse=sparse)
        core.attach(channel)
        self._schedule_flush(at_once=True)
        if self._paused:
            self._set_reading()
        try:
            return await self._outcome(channel.call, future)
        except asyncio.CancelledError:
            # the reply may have come already: then the stream is open, and nobody knows of it
            core.give_up("the call that opens it was cancelled")
            raise

    async def _outcome(self, call: Call, future: asyncio.Future[bytes]) -> bytes:
        try:
            return await future
        except asyncio.CancelledError:
            self.forget(call)
            raise

    def flush(self) -> None:
        """Write what the session wants written; while the transport is full, the session keeps it."""
        self._flush_scheduled = False
        if not self._can_write.is_set():
            return
        out = self.session.data_to_send()
        if out and self._transport is not None:
            # not writelines(): in Python 3.12.1 and 3.13.0 it never pauses its protocol, whatever piles up
            self._transport.write(out[0] if len(out) == 1 else b"".join(out))

    async def drain(self) -> None:
        """Wait until the transport can take more; also returns once the connection is gone.

        Always lets the event loop turn: a writer that is never held up would not let anybody see the error
        that the daemon has sent meanwhile.
        """
        if self._can_write.is_set():
            await asyncio.sleep(0)
        else:
            await self._can_write.wait()

    def _schedule_flush(self, *, at_once: bool) -> None:
        if self._flush_scheduled:
            return
        if at_once:
            self.flush()
        else:
            self._flush_scheduled = True
            self._loop.call_soon(self.flush)

    # back-pressure of downloads

    def set_full(self, stream: object, full: bool) -> None:
        """Note whether a stream has more unread than it likes."""
        if full != (stream in self._full_streams):
            if full:
                self._full_streams.add(stream)
            else:
                self._full_streams.discard(stream)
            self._set_reading()

    def attend(self, change: int) -> None:
        """Note that a stream begins (1) or ends (-1) to wait for something that has to be read."""
        self._attention_count += change
        if self._full_streams:
            self._set_reading()

    def _set_reading(self) -> None:
        """Stop reading while a stream is full and neither a call nor another stream waits."""
        wanted = self.session.in_flight_count or self._attention_count
        paused = bool(self._full_streams) and not wanted
        if paused != self._paused and self._transport is not None and not self._transport.is_closing():
            self._paused = paused
            if paused:
                self._transport.pause_reading()
            else:
                self._transport.resume_reading()

    # the transport's callbacks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timer."""
        assert isinstance(transport, asyncio.Transport)
        transport.set_write_buffer_limits(high=_WRITE_HIGH_BYTES)
        self._transport = transport
        self._arm()

    def data_received(self, data: bytes) -> None:
        """Dispatch what the bytes mean, and write what that asks for."""
        events = self.session.receive_data(data, self._loop.time())
        # first the calls that have got a place: the daemon works on them while we look at its answers
        self.flush()
        self._flush_scheduled = True
        for event in events:
            self._dispatch(event)
        if self._full_streams:
            self._set_reading()
        self.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell everybody that waits."""
        cause = self._failure
        if cause is None:
            reason = f": {exc}" if exc is not None else " (end of file)"
            cause = ConnectionLost(
                f"{self.endpoint}: the daemon closed the connection{reason}", maybe_executed=True
            )
            cause.__cause__ = exc
        self._fail(cause)
        self._gone.set()

    def pause_writing(self) -> None:
        """Hold the writers."""
        self._can_write.clear()

    def resume_writing(self) -> None:
        """Let the writers go on."""
        self._can_write.set()
        self.flush()

    # ends

    @property
    def is_open(self) -> bool:
        """Whether calls can be made."""
        return self.session.phase is SessionPhase.OPEN

    @property
    def failure(self) -> PurevirtError | None:
        """What ended the connection; None while it has not."""
        return self._failure

    def close(self) -> None:
        """Close the transport at once: a peer that does not read could hold up anything gentler."""
        self._fail(ConnectionClosed(f"{self.endpoint}: closed by this side", maybe_executed=True))
        if self._transport is not None:
            self._transport.abort()

    async def wait_gone(self) -> None:
        """Return once the transport is gone."""
        await self._gone.wait()

    def _fail(self, error: PurevirtError) -> None:
        if self.session.phase is not SessionPhase.OPEN:
            return
        self._failure = error
        if self._timer is not None:
            self._timer.cancel()
        for event in self.session.fail(error):
            self._dispatch(event)
        self._can_write.set()
        self.on_lost(error)

    def _dispatch(self, event: SessionEvent) -> None:
        if isinstance(event, CallCompleted):
            waiter = cast("Waiter", event.call.context)
            if not waiter.done():
                waiter.set_result(event.payload)
        elif isinstance(event, CallFailed):
            waiter = cast("Waiter", event.call.context)
            if not waiter.done():
                waiter.set_exception(event.error)
        elif isinstance(event, _STREAM_EVENTS):
            dispatch_stream_event(event)
        elif isinstance(event, EventReceived):
            self.on_event(event)
        else:
            assert self._transport is not None
            self._fail(event.error)
            self._transport.abort()

    def _arm(self) -> None:
        due = self.session.next_timeout
        self._timer = None if due is None else self._loop.call_at(due, self._on_timer)

    def _on_timer(self) -> None:
        # the deadline moves with every packet; the timer only looks whether it has come
        now = self._loop.time()
        due = self.session.next_timeout
        if due is not None and now >= due and not self._paused:
            for event in self.session.handle_timeout(now):
                self._dispatch(event)
            self.flush()
        elif due is not None and now >= due:
            # not reading, we cannot tell a silent peer from one whose packets we leave in the socket; its
            # own pings are among them
            if self._can_write.is_set():
                self.session.reassure()
                self.flush()
            self._timer = self._loop.call_later(_PAUSED_INTERVAL_S, self._on_timer)
            return
        self._arm()
