"""A connection that is made again whenever it is lost, for the blocking client.

A thread dials, reads whatever comes while there is a connection, so that events and the connection's end are
told at once, and dials again. The link's mutex may be taken while a connection's is held, never the other
way round.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections import deque
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from purevirt.errors import ConnectionLost, InternalError, PurevirtError
from purevirt.rpc.dialling.link import (
    DEFAULT_DIAL_TIMEOUT_S,
    DEFAULT_WAIT_S,
    FIRST_PAUSE_S,
    LAST_PAUSE_S,
    SLOW_PAUSE_S,
    Attempts,
    Health,
    LinkBooks,
    LinkState,
)
from purevirt.rpc.sync.connection import connect
from purevirt.rpc.sync.link_events import LinkEvents
from purevirt.rpc.sync.monitor import Monitor, is_held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.codec import ServerEvent
    from purevirt.rpc.dialling.link import Repeat
    from purevirt.rpc.sync.connection import Connection
    from purevirt.rpc.sync.events import Events

    T = TypeVar("T")

__all__ = ["Reconnecting"]

_log = logging.getLogger("purevirt.rpc")


class Reconnecting:
    """Keeps a connection to one daemon: dials, watches, and dials again when it is lost; a context manager.

        with Reconnecting(lambda: purevirt.sync.connect(uri)) as link:
            dom = link.call(lambda conn: conn.domain_lookup_by_name("guest"))
            with link.events.domain_lifecycle() as events:
                for event in events: ...

    Its rules are those of the asyncio client's `Reconnecting`; safe to use from several threads. Entering
    does not wait for the connection; `wait_connected` does. Its threads do not outlive a fork: enter it in
    the process that is to use it.

    Args:
        dial: returns a new connection, called from another thread; or a URI to connect to. Unlike the
            asyncio client's it has to bound itself, as `connect` does by its `timeout_s`.
        wait_s: how long a call waits for a connection where there is none, unless it says itself.
        on_change: is told of every change of `health`, in order, by one thread at a time; must not wait.
        dial_timeout_s: bound on one dial of a URI.
        first_pause_s: the longest that the first pause after a loss can be; it doubles from there.
        last_pause_s: the longest that any later one can be.
        slow_pause_s: the longest pause where a person has to mend something.
        name: what errors call it.
    """

    def __init__(
        self,
        dial: str | Callable[[], Connection],
        *,
        wait_s: float = DEFAULT_WAIT_S,
        on_change: Callable[[Health], None] | None = None,
        dial_timeout_s: float = DEFAULT_DIAL_TIMEOUT_S,
        first_pause_s: float = FIRST_PAUSE_S,
        last_pause_s: float = LAST_PAUSE_S,
        slow_pause_s: float = SLOW_PAUSE_S,
        name: str = "libvirt",
    ) -> None:
        self._dial = partial(connect, dial, timeout_s=dial_timeout_s) if isinstance(dial, str) else dial
        self._wait_s = wait_s
        self._on_change = on_change
        self._books = LinkBooks(
            name, first_pause_s, last_pause_s, slow_pause_s, chance=random.random, now=time.time()
        )
        self._monitor = Monitor()
        self._events = LinkEvents(self._monitor)
        self._connection: Connection | None = None
        self._held: Connection | None = None
        self._dialling = False
        self._supervisor: threading.Thread | None = None
        self._untold: deque[Health] = deque()
        self._telling = threading.RLock()

    def __repr__(self) -> str:
        return f"<Reconnecting {self._books.name} {self.state.value}>"

    # health

    @property
    def health(self) -> Health:
        """State, last error and since when, at one moment."""
        return self._books.health

    @property
    def state(self) -> LinkState:
        """What is being done."""
        return self.health.state

    @property
    def last_error(self) -> Exception | None:
        """Why the latest connection ended or was not made; None if none ever did."""
        return self.health.last_error

    @property
    def since(self) -> float:
        """When `state` became what it is, in seconds since the epoch."""
        return self.health.since

    def wait_connected(self, timeout_s: float | None = None) -> None:
        """Return once there is a connection.

        Raises:
            TimeoutError: there was none within `timeout_s` seconds.
            ConnectionLost: waiting is of no use, since the dial was refused; its cause says why.
            ConnectionClosed: this was closed.
        """
        try:
            self._wait(timeout_s)
        except TimeoutError as error:
            name, state, why = self._books.name, self.state.value, self.last_error
            raise TimeoutError(f"{name}: not connected within {timeout_s:g} s, {state}: {why}") from error

    # calls and events

    @property
    def events(self) -> Events:
        """Subscriptions that outlive connections, as `Connection.events` otherwise.

        Entering a stream waits for a connection, as long as it takes or is of use: `wait_connected` first
        where that has to be bounded.
        """
        return self._events

    def call(
        self,
        function: Callable[[Connection], T],
        *,
        wait_s: float | None = None,
        repeat: Repeat = "never",
    ) -> T:
        """Return what `function` returns, on the connection of the moment.

        Args:
            function: makes calls on the connection that it is given.
            wait_s: how long to wait for a connection where there is none; 0 fails at once.
            repeat: whether `function` may be called again, as for the asyncio client.

        Raises:
            ConnectionLost: there is no connection, and none came in time; or it was lost, and
                `maybe_executed` says whether a call may have been carried out, in any of the attempts.
            Exception: what `function` raises.
        """
        attempts = Attempts(repeat)
        while True:
            try:
                connection = self._current(wait_s)
            except ConnectionLost as error:
                raise (attempts.lost or error) from error.__cause__
            try:
                return function(connection)
            except ConnectionLost as error:
                if not attempts.again(error, connection_is_open=connection.is_open):
                    raise (attempts.lost or error) from error.__cause__

    @contextmanager
    def connection(self, *, wait_s: float | None = None) -> Iterator[Connection]:
        """Give the connection of the moment to a block, which must not close it.

        Raises:
            ConnectionLost: there is none, and none came within `wait_s` seconds.
        """
        yield self._current(wait_s)

    def _current(self, wait_s: float | None) -> Connection:
        try:
            return self._wait(self._wait_s if wait_s is None else wait_s)
        except TimeoutError:
            raise self._unavailable() from self.last_error

    def _wait(self, timeout_s: float | None) -> Connection:
        def current() -> Connection:
            if self._connection is None:
                raise self._unavailable()
            return self._connection

        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        return self._monitor.wait(
            lambda: self._connection is not None or self._books.is_hopeless, current, deadline
        )

    def _unavailable(self) -> ConnectionLost:
        return self._books.unavailable("enter it with 'with' first")

    # begin and end

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Begin to dial; returns at once. For those who cannot use it as a context manager."""
        with self._monitor.mutex:
            if self._supervisor is not None:
                return
            self._monitor.belong()
            name = f"purevirt-reconnecting {self._books.name}"
            supervisor = self._supervisor = threading.Thread(target=self._run, name=name, daemon=True)
            try:
                supervisor.start()
            except RuntimeError:  # no more threads: nobody is to wait for one that never was
                self._supervisor = None
                raise
            self._books.started = True

    def close(self) -> None:
        """Close the connection and dial no more; from any thread, any number of times.

        Streams and waiting calls end with `ConnectionClosed`. A dial under way is not waited for: it ends by
        its own bound, and what comes of it is closed. A fork's child only lets go of its copy. In a signal's
        handler it may be left to another thread, which does it once the handler is done.
        """
        connection = self._held
        if self._monitor.is_foreign:
            if connection is not None:
                connection.close()
            return
        if is_held(self._monitor.mutex) or (connection is not None and connection.is_entered):
            threading.Thread(target=self.close, name="purevirt-close", daemon=True).start()
            return
        with self._monitor.mutex:
            connection, supervisor = self._held, self._supervisor
            self._stop(self._books.closed())
            # who is being told something, on whatever thread, holds up all who have more to tell
            if self._dialling or is_held(self._telling) or supervisor is threading.current_thread():
                supervisor = None
        try:
            self._tell()
        finally:
            if connection is not None:
                connection.close()
        if supervisor is not None:
            supervisor.join()

    # the supervisor

    def _run(self) -> None:
        try:
            self._supervise()
        except BaseException as error:  # those who wait would wait for ever
            self._monitor.act(self._stop, InternalError(f"the thread that dials has ended: {error!r}"))
            raise
        finally:
            self._tell()

    def _supervise(self) -> None:
        while self._enter(LinkState.CONNECTING):
            try:
                connection = self._dial_once()
            except Exception as error:  # noqa: BLE001 - judged, kept, and given to all who wait
                pause_s = self._failed(error)
            else:
                opened_at = time.monotonic()
                self._hold(connection)
                pause_s = self._books.pause_after(time.monotonic() - opened_at)
            self._pause(pause_s)

    def _dial_once(self) -> Connection:
        try:
            return self._dial()
        finally:
            self._dialling = False

    def _failed(self, error: Exception) -> float:
        with self._monitor.mutex:
            pause_s = None if self._is_stopped else self._books.dial_failed(error, time.time())
            if pause_s is None:
                self._stop(error)
            else:
                self._note()
        self._tell()
        return pause_s or 0.0

    def _pause(self, pause_s: float) -> None:
        with suppress(TimeoutError):
            self._monitor.wait(lambda: self._is_stopped, lambda: None, time.monotonic() + pause_s)

    def _hold(self, connection: Connection) -> None:
        """Offer `connection` to callers until it is lost, then close it."""
        tap = _Tap(self, self._events)
        self._held = connection
        connection.attach(tap)
        try:
            if self._offer(connection):
                self._events.advance()
                connection.tend()
        finally:
            connection.detach(tap)
            with suppress(PurevirtError, OSError):
                connection.close()
            self._held = None
            self._tell()

    def _offer(self, connection: Connection) -> bool:
        with self._monitor.mutex:
            if self._is_stopped or not connection.is_open:
                return False
            self._connection = connection
            self._events.connected(connection.begin)
            self._books.enter(LinkState.CONNECTED, time.time())
            self._note()
        self._tell()
        return True

    def lost(self, error: PurevirtError) -> None:
        """Note that the connection has ended; called by it, on any thread."""
        with self._monitor.mutex:
            self._connection = None
            self._events.disconnected()
            if not self._is_stopped:
                self._books.enter(LinkState.WAITING, time.time(), error)
                self._note()

    # the books; `_note` and `_stop` with the mutex held

    @property
    def _is_stopped(self) -> bool:
        return self.state is LinkState.STOPPED

    def _enter(self, state: LinkState) -> bool:
        """Note what is being done, unless it is to stop; return whether it goes on."""
        with self._monitor.mutex:
            if self._is_stopped:
                return False
            self._dialling = True
            self._books.enter(state, time.time())
            self._note()
        self._tell()
        return True

    def _stop(self, error: Exception) -> None:
        if not self._is_stopped:
            self._connection = None
            self._books.enter(LinkState.STOPPED, time.time(), error)
            self._events.end(self._unavailable())
            self._note()

    def _note(self) -> None:
        self._untold.append(self._books.health)
        self._monitor.notify()

    def _tell(self) -> None:
        """Tell `on_change` what it was not told yet; without the mutex, so that it may look at the link."""
        with self._telling:
            while self._untold:
                health = self._untold.popleft()
                if self._on_change is not None:
                    try:
                        self._on_change(health)
                    except Exception:  # noqa: BLE001 - a listener's mistake must not cost the connection
                        _log.exception("%s: on_change failed", self._books.name)


class _Tap:
    """Listens at one connection, whose mutex is held meanwhile."""

    def __init__(self, owner: Reconnecting, events: LinkEvents) -> None:
        self._owner = owner
        self._events = events
        self._monitor = owner._monitor  # noqa: SLF001 # a part of it

    def push(self, event: ServerEvent) -> None:
        with self._monitor.mutex:
            self._events.push(event)

    def end(self, error: PurevirtError) -> None:
        self._owner.lost(error)
