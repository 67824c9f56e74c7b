"""One socket and the session behind it, driven by whichever thread waits.

Theory of operation
-------------------
There is no event loop and no thread that every call would have to be handed to: a thread that waits for
its reply reads the socket itself, and hands to other threads what is theirs. Only one thread reads at a
time (`_reading`); the others sleep on the condition until the reader has something for them or gives the
reading up, upon which one of them takes over. The mutex guards the session and the bytes that are not
written yet; it is never held while waiting for the socket.

Who waits is woken by what comes: a reply, an event, the end. What another thread does can be a reason, too:
one that closes an event stream has to call out of poll() who waits for its events. See polls.py.

Bytes to write go into one buffer whose head is sent by whoever can: frames are never torn apart, however
many threads write.

A keeper thread does what must happen while nobody calls: it answers the daemon's pings and sends our own.
It wakes once a second, and leaves the reading alone while a caller does it. While a stream has more unread
than it likes the keeper does not read either; then it tells the daemon unasked that we live.

An interrupt (Ctrl-C) mostly arrives while the thread waits in poll(), where nothing is half done: the call
is cancelled and the connection stays usable. One that arrives while bytes are being handled ends the
connection: what they said to other threads would be lost, or be written twice.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

from purevirt.errors import ConnectionClosed, ConnectionLost, LocalProtocolError, PurevirtError
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
from purevirt.rpc.sync.carrier import Carrier
from purevirt.rpc.sync.keeper import start_keeper
from purevirt.rpc.sync.monitor import doze, is_held, regain
from purevirt.rpc.sync.outgoing import send_some
from purevirt.rpc.sync.polls import Polls
from purevirt.rpc.sync.waiter import Waiter

if TYPE_CHECKING:
    import select
    from collections.abc import Callable, Iterable

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.session_events import Call, SessionEvent
    from purevirt.rpc.streams.core import StreamCore

__all__ = ["Wire"]

P = ParamSpec("P")
T = TypeVar("T")

_READ_BYTES = 262_144
_UNSENT_HIGH_BYTES = 1 << 20


class Wire:
    """Owns the socket and the session of one connection; safe to use from several threads."""

    def __init__(
        self, sock: socket.socket, session: Session, endpoint: str, carrier: Carrier | None = None
    ) -> None:
        sock.setblocking(False)
        self.session = session
        self.endpoint = endpoint
        self.on_event: Callable[[EventReceived], None] = lambda _event: None
        self.on_lost: Callable[[PurevirtError], None] = lambda _error: None
        self.failure: PurevirtError | None = None
        self._socket = sock
        self._carrier = carrier or Carrier()
        self._full_streams: set[object] = set()
        self._mutex = threading.RLock()  # for its knowledge of who owns it: see regain()
        self._progress = threading.Condition(self._mutex)
        self._reading = False
        self._reader = 0
        self._pollers = 0
        self._sleepers = 0
        self._unsent = bytearray()
        self._undelivered: deque[SessionEvent] = deque()
        self._polls = Polls(sock)
        self._pid = os.getpid()
        self._stop = threading.Event()
        self._keeper = start_keeper(self, self._stop)

    # calls and streams

    def call(self, spec: AnyProcedure, payload: bytes, deadline: float | None = None) -> bytes:
        """Return the encoded reply; raise TimeoutError if it has not come by `deadline`."""
        self._check_process()
        waiter = Waiter()
        with self._mutex:
            return self._outcome(self.session.start_call(spec, payload, waiter), waiter, deadline)

    def begin(self, spec: AnyProcedure, payload: bytes, then: Callable[[Waiter], None]) -> Call:
        """Start a call and return; the mutex is held when `then` is called."""
        self._check_process()
        with self._mutex:
            call = self.session.start_call(spec, payload, Waiter(then))
            self._flush()
            return call

    def forget(self, calls: Iterable[Call]) -> None:
        """Tell nobody of some calls' outcomes; those that were not sent yet are not made."""
        with self._mutex:
            for call in calls:
                self.session.cancel_call(call)
            self._flush()

    def open_stream(self, spec: AnyProcedure, payload: bytes, core: StreamCore, *, sparse: bool) -> bytes:
        """Open the stream of `core` and return the encoded reply of the call that does so."""
        self._check_process()
        waiter = Waiter()
        with self._mutex:
            channel = self.session.open_stream(spec, payload, waiter, core.buffer, sparse=sparse)
            core.attach(channel)
            try:
                return self._outcome(channel.call, waiter, None)
            except BaseException:
                # the reply may have come already: then the stream is open, and nobody knows of it
                core.give_up("the call that opens it failed or was interrupted")
                self._flush()
                raise

    def act(self, action: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run `action`, which may change the session, and write what it wants written.

        Returns when no more than about 1 MiB waits to be written.
        """
        self._check_process()
        with self._mutex:
            action(*args, **kwargs)
            self._flush()
            self._wait(lambda: len(self._unsent) <= _UNSENT_HIGH_BYTES)

    def wait(
        self, condition: Callable[[], bool], result: Callable[[], T], deadline: float | None = None
    ) -> T:
        """Read and write until `condition` holds or the connection is gone; return what `result` gives.

        Both are called with the mutex held. Raises TimeoutError if `deadline` comes first.
        """
        self._check_process()
        with self._mutex:
            self._wait(condition, deadline)
            return result()

    def arm(self) -> None:
        """Have `wake` reach also those who begin to read or write from now on."""
        self._check_process()
        with self._mutex:
            if self.session.phase is SessionPhase.OPEN:
                self._polls.arm()

    def wake(self) -> None:
        """Have all who wait look again, though nothing has come; called with the mutex held."""
        self._progress.notify_all()
        self._polls.wake(reader=self._reading)

    # ends

    @property
    def is_open(self) -> bool:
        """Whether calls can be made."""
        return self.session.phase is SessionPhase.OPEN and self._pid == os.getpid()

    @property
    def is_entered(self) -> bool:
        """Whether this thread is at work in here, interrupted by a signal's handler that must not wait."""
        return self._reader == threading.get_ident() or is_held(self._mutex)

    def set_full(self, stream: object, full: bool) -> None:
        """Note whether a stream has more unread than it likes."""
        if full:
            self._full_streams.add(stream)
        else:
            self._full_streams.discard(stream)
            if self._sleepers:
                self._progress.notify_all()

    def tend(self) -> None:
        """Read and write until the connection is gone; leave the reading alone while a stream is too full."""
        self._check_process()
        with self._mutex:
            while self.session.phase is SessionPhase.OPEN:
                self._wait(lambda: bool(self._full_streams))
                while self._full_streams and self.session.phase is SessionPhase.OPEN:
                    self._sleep(None)

    def close(self) -> None:
        """Write what is queued as far as the socket takes it, and close; a fork only lets go of its copy."""
        if self._pid != os.getpid():
            self._socket.close()
            self._polls.close()
            return
        self._stop.set()
        with self._mutex:
            self._flush()
            self._fail(ConnectionClosed(f"{self.endpoint}: closed by this side", maybe_executed=True))
        self._keeper.join()
        self._carrier.join()

    def _check_process(self) -> None:
        if self._pid != os.getpid():
            raise LocalProtocolError(f"{self.endpoint}: opened before a fork, by {self._pid}; connect again")

    # inside; all with the mutex held

    def _outcome(self, call: Call, waiter: Waiter, deadline: float | None) -> bytes:
        try:
            self._flush()
            self._wait(lambda: waiter.done, deadline)
        except BaseException:
            self.forget((call,))
            raise
        if waiter.error is not None:
            raise waiter.error
        if not waiter.done:  # its answer went down with the thread that was interrupted while handling it
            raise ConnectionLost(f"{call.spec.name}: its answer is lost", maybe_executed=True)
        return waiter.payload

    def _wait(self, condition: Callable[[], bool], deadline: float | None = None) -> None:
        while not condition():
            if self.session.phase is not SessionPhase.OPEN:
                return
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"{self.endpoint}: the deadline has passed")
            if not self._reading:
                self._read_once(deadline)
            elif self._unsent:
                self._write_once(deadline)
            else:
                self._sleep(deadline)

    def _sleep(self, deadline: float | None) -> None:
        """Wait until another thread has made progress."""
        self._sleepers += 1
        try:
            doze(self._progress, self._mutex, deadline)
        finally:
            self._sleepers -= 1

    def _read_once(self, deadline: float | None) -> None:
        due = self.session.next_timeout
        if due is None or (deadline is not None and deadline < due):
            due = deadline
        self._reading, self._reader = True, threading.get_ident()
        try:
            self._poll(self._polls.reading(writes=bool(self._unsent)), due)
        finally:
            self._reading, self._reader = False, 0
            if self._sleepers:
                self._progress.notify_all()
        self._polls.rest()
        self._receive()
        self._flush()

    def _write_once(self, deadline: float | None) -> None:
        # another thread reads, and does not look whether the socket takes more
        with self._polls.writing() as poll:
            self._poll(poll, deadline)
        self._flush()

    def _poll(self, poll: select.poll, due: float | None) -> None:
        timeout_ms = -1 if due is None else max(0, int((due - time.monotonic()) * 1000) + 1)
        self._pollers += 1
        held: object = None
        try:
            # wholly: a finalizer or a signal's handler may have come here from where it was held already
            held = self._mutex._release_save()  # type: ignore[attr-defined] # noqa: SLF001 # as Condition does
            poll.poll(timeout_ms)
        finally:
            try:
                regain(self._mutex, held)
            finally:
                regain(self._mutex, held)  # as in doze()
                self._pollers -= 1
                self._close_if_failed()

    def _close_if_failed(self) -> None:
        # a poll() under way must not find its descriptor in use by another file
        if self.session.phase is SessionPhase.FAILED and not self._pollers:
            self._socket.close()
            self._polls.close()

    def _receive(self) -> None:
        try:
            self._receive_some()
        except BaseException:
            self._interrupted()
            raise

    def _receive_some(self) -> None:
        if self.session.phase is not SessionPhase.OPEN:
            return
        try:
            data = self._socket.recv(_READ_BYTES)
        except (BlockingIOError, InterruptedError):
            data = None
        except OSError as error:
            self._fail(self._ended(str(error)))
            return
        self._handle(data)

    def _handle(self, data: bytes | None) -> None:
        now = time.monotonic()
        if data is None:
            events = self.session.handle_timeout(now)
        elif data:
            events = self.session.receive_data(data, now)
        else:
            self._fail(self._ended(""))
            return
        # whoever comes back here meanwhile, by a signal's handler or a finalizer, goes on where this was
        self._undelivered += events
        while self._undelivered:
            self._dispatch(self._undelivered.popleft())
        if self._sleepers and events:
            self._progress.notify_all()

    def _interrupted(self) -> None:
        self._fail(ConnectionLost(f"{self.endpoint}: interrupted while handling bytes", maybe_executed=True))

    def _ended(self, error: str) -> ConnectionLost:
        reason = self._carrier.reason() or error
        shown = f": {reason}" if reason else " (end of file)"
        text = f"{self.endpoint}: the daemon closed the connection{shown}"
        lost = ConnectionLost(text, maybe_executed=True)
        lost.__cause__ = ConnectionError(reason) if reason else None
        return lost

    def _flush(self) -> None:
        try:
            self._flush_some()
        except BaseException:
            self._interrupted()
            raise

    def _flush_some(self) -> None:
        while True:
            # while much waits nothing is added: a peer that floods us with questions may never read
            held = len(self._unsent) > _UNSENT_HIGH_BYTES
            self._send([] if held else self.session.data_to_send())
            if not held or len(self._unsent) > _UNSENT_HIGH_BYTES:
                return

    def _send(self, out: list[bytes | memoryview]) -> None:
        send_some(self._socket, self._unsent, out)

    def _fail(self, error: PurevirtError) -> None:
        for event in self.session.fail(error):
            self._dispatch(event)
        if self.failure is None:
            self.failure = error
            self.on_lost(error)
        self._unsent.clear()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._close_if_failed()
        self._carrier.end()
        self._progress.notify_all()
        self._stop.set()

    def _dispatch(self, event: SessionEvent) -> None:
        if isinstance(event, CallCompleted):
            cast("Waiter", event.call.context).settle(event.payload, None)
        elif isinstance(event, CallFailed):
            cast("Waiter", event.call.context).settle(b"", event.error)
        elif isinstance(event, StreamDataReceived | StreamHoleReceived | StreamEnded | StreamClosed):
            dispatch_stream_event(event)
        elif isinstance(event, EventReceived):
            self.on_event(event)
        else:
            self._fail(event.error)

    def look_after(self) -> None:
        """Do what is due while nobody calls."""
        with self._mutex:
            if self._reading or self.session.phase is not SessionPhase.OPEN:
                return
            if not self._full_streams:
                self._receive()
            elif not self._unsent:
                self.session.reassure()
            self._flush()
