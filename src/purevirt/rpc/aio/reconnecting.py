"""A connection that is made again whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from purevirt.errors import ConnectError, ConnectionLost, PurevirtError
from purevirt.rpc.aio.connection import connect
from purevirt.rpc.aio.events import Events
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
    Repeat,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.aio.connection import Connection
    from purevirt.rpc.codec import ServerEvent

    T = TypeVar("T")

__all__ = ["Health", "LinkState", "Reconnecting", "Repeat"]

_log = logging.getLogger("purevirt.rpc")


class Reconnecting:
    """Keeps a connection to one daemon: dials, watches, and dials again when it is lost; a context manager.

        async with Reconnecting(lambda: purevirt.connect(uri)) as link:
            dom = await link.call(lambda conn: conn.domain_lookup_by_name("guest"))
            async with link.events.domain_lifecycle() as events:
                async for event in events: ...

    Entering does not wait for the connection; `wait_connected` does. Each dial calls `dial` anew, so that
    credentials are read anew, after a jittered pause that doubles from `first_pause_s` to `last_pause_s`.
    Where a person has to mend something (credentials, host keys, certificates) the pause is `slow_pause_s`;
    a bad URI, or an exception that is neither this client's nor an OSError, stops it for good.

    Subscriptions made through `events` outlive connections: they are registered again on each, and a
    `Resync` in the stream says where events may be missing.

    No call is ever made twice unless its caller says that it may be.

    Args:
        dial: returns a new connection; or a URI to connect to.
        wait_s: how long a call waits for a connection where there is none, unless it says itself.
        on_change: is told of every change of `health`, from the event loop; must not wait.
        dial_timeout_s: bound on one dial.
        first_pause_s: see above.
        last_pause_s: see above.
        slow_pause_s: see above.
        name: what errors call it.
    """

    def __init__(
        self,
        dial: str | Callable[[], Awaitable[Connection]],
        *,
        wait_s: float = DEFAULT_WAIT_S,
        on_change: Callable[[Health], None] | None = None,
        dial_timeout_s: float = DEFAULT_DIAL_TIMEOUT_S,
        first_pause_s: float = FIRST_PAUSE_S,
        last_pause_s: float = LAST_PAUSE_S,
        slow_pause_s: float = SLOW_PAUSE_S,
        name: str = "libvirt",
    ) -> None:
        self._dial = (lambda: connect(dial)) if isinstance(dial, str) else dial
        self._wait_s = wait_s
        self._on_change = on_change
        self._dial_timeout_s = dial_timeout_s
        self._books = LinkBooks(
            name, first_pause_s, last_pause_s, slow_pause_s, chance=random.random, now=time.time()
        )
        self._events = Events()
        self._connection: Connection | None = None
        self._lost = asyncio.Event()
        self._changed = asyncio.Event()
        self._supervisor: asyncio.Task[None] | None = None

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
        return self._books.state

    @property
    def last_error(self) -> Exception | None:
        """Why the latest connection ended or was not made; None if none ever did."""
        return self._books.health.last_error

    @property
    def since(self) -> float:
        """When `state` became what it is, in seconds since the epoch."""
        return self._books.health.since

    async def wait_connected(self) -> None:
        """Return once there is a connection; the caller bounds the time.

        Raises:
            ConnectionLost: waiting is of no use, since the dial was refused; its cause says why.
            ConnectionClosed: this was closed.
        """
        await self._current(None)

    # calls and events

    @property
    def events(self) -> Events:
        """Subscriptions that outlive connections, as `Connection.events` otherwise.

        Entering a stream waits for a connection; the caller bounds the time.
        """
        return self._events

    async def call(
        self,
        function: Callable[[Connection], Awaitable[T]],
        *,
        wait_s: float | None = None,
        repeat: Repeat = "never",
    ) -> T:
        """Return what `function` returns, on the connection of the moment.

        Args:
            function: makes calls on the connection that it is given.
            wait_s: how long to wait for a connection where there is none; 0 fails at once.
            repeat: whether `function` may be called again, three times in all, after the connection was lost
                under it, waiting up to `wait_s` for the next one each time. "unsent": if the call that was
                lost was certainly not carried out, which is safe for a function that makes one call.
                "always": in any case, which is safe for one that has the same effect however often it is
                carried out.

        Raises:
            ConnectionLost: there is no connection, and none came in time; or it was lost, and
                `maybe_executed` says whether a call may have been carried out, in any of the attempts.
            Exception: what `function` raises.
        """
        attempts = Attempts(repeat)
        while True:
            try:
                connection = await self._current(self._wait_s if wait_s is None else wait_s)
            except ConnectionLost as error:
                raise (attempts.lost or error) from error.__cause__
            try:
                return await function(connection)
            except ConnectionLost as error:
                if not attempts.again(error, connection_is_open=connection.is_open):
                    raise (attempts.lost or error) from error.__cause__

    @asynccontextmanager
    async def connection(self, *, wait_s: float | None = None) -> AsyncIterator[Connection]:
        """Give the connection of the moment to a block, which must not close it.

        Raises:
            ConnectionLost: there is none, and none came within `wait_s` seconds.
        """
        yield await self._current(self._wait_s if wait_s is None else wait_s)

    async def _current(self, wait_s: float | None) -> Connection:
        # to have no time to wait does not matter where there is a connection
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                while self._connection is None:
                    if self._books.is_hopeless:
                        break
                    await self._changed.wait()
        connection = self._connection
        if connection is None:
            raise self._unavailable()
        return connection

    def _unavailable(self) -> ConnectionLost:
        return self._books.unavailable("enter it with 'async with' first")

    # the supervisor

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def start(self) -> None:
        """Begin to dial; returns at once. For those who cannot use it as a context manager."""
        if self._supervisor is None:
            self._books.started = True
            loop = asyncio.get_running_loop()
            self._supervisor = loop.create_task(self._supervise(), name=f"reconnecting {self._books.name}")

    async def close(self) -> None:
        """Close the connection and dial no more; streams and waiting calls end with `ConnectionClosed`."""
        self._stop(self._books.closed())
        if self._supervisor is not None:
            self._supervisor.cancel()
            await asyncio.wait([self._supervisor])
        await self._events.settled()

    async def _supervise(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._set(LinkState.CONNECTING)
            try:
                connection = await self._dial_once()
            except Exception as error:  # noqa: BLE001 - judged, kept, and given to all who wait
                pause = self._books.dial_failed(error, time.time())
                if pause is None:
                    self._stop(error)
                    return
                pause_s = pause
                self._tell()
            else:
                opened_at = loop.time()
                await self._hold(connection)
                pause_s = self._books.pause_after(loop.time() - opened_at)
            await asyncio.sleep(pause_s)

    async def _dial_once(self) -> Connection:
        """Dial; a connection that comes too late, or together with a cancellation, is closed."""

        async def dial() -> Connection:
            return await self._dial()

        task = asyncio.get_running_loop().create_task(dial())
        done: set[asyncio.Task[Connection]] = set()
        try:
            done, _ = await asyncio.wait([task], timeout=self._dial_timeout_s)
        finally:
            if not done:
                task.cancel()
                await asyncio.wait([task])
                if not task.cancelled() and task.exception() is None:
                    await task.result().close()
        if not done or task.cancelled():
            text = f"{self._books.name}: no connection within {self._dial_timeout_s:g} s"
            raise ConnectError(text, endpoint=self._books.name)
        return task.result()

    async def _hold(self, connection: Connection) -> None:
        """Offer `connection` to callers until it is lost, then close it."""
        self._lost.clear()
        self._connection = connection
        tap = _Tap(self, self._events)
        connection.attach(tap)
        try:
            if connection.is_open:
                self._set(LinkState.CONNECTED)
                self._events.connected(connection.call)
            await self._lost.wait()
        finally:
            connection.detach(tap)
            self._connection = None
            with suppress(PurevirtError, OSError):
                await connection.close()

    def lost(self, error: PurevirtError) -> None:
        """Note that the connection has ended; called by it."""
        self._connection = None
        self._events.disconnected()
        self._set(LinkState.WAITING, error)
        self._lost.set()

    def _stop(self, error: Exception) -> None:
        if self.state is not LinkState.STOPPED:
            self._connection = None
            self._set(LinkState.STOPPED, error)
            self._events.end(self._unavailable())

    def _set(self, state: LinkState, error: Exception | None = None) -> None:
        self._books.enter(state, time.time(), error)
        self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
        if self._on_change is not None:
            try:
                self._on_change(self._books.health)
            except Exception:  # noqa: BLE001 - a listener's mistake must not cost the connection
                _log.exception("%s: on_change failed", self._books.name)


class _Tap:
    """Listens at one connection."""

    def __init__(self, owner: Reconnecting, events: Events) -> None:
        self._owner = owner
        self._events = events

    def push(self, event: ServerEvent) -> None:
        self._events.push(event)

    def end(self, error: PurevirtError) -> None:
        self._owner.lost(error)
