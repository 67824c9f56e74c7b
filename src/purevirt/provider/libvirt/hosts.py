"""One connection per zone, kept for as long as the provider runs.

Each is made again by a `Reconnecting` of its own, so that no host waits for another. A call takes the
connection of the moment, and waits a bounded time where there is none.

Many short questions at once have a second connection for as long as they take (`Host.bulk`): four calls in
flight would make a thousand of them 250 round trips. That one has no keepalive, so that the daemon, which
reads no further while it works on five calls of a connection, never takes our silence for our death.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import structlog

from purevirt.errors import ConnectError, ConnectionLost, PurevirtError
from purevirt.provider.core.backend import BackendError
from purevirt.provider.core.signals import SilentBackend
from purevirt.provider.libvirt.failure import one_line
from purevirt.rpc.aio import LinkState, Reconnecting, connect
from purevirt.rpc.dialling.reconnect_policy import Verdict, judge

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from purevirt.provider.core.signals import ApiOutcome, BackendObserver
    from purevirt.rpc.aio import Connection, Health
    from purevirt.rpc.aio.events import Events

    T = TypeVar("T")

log = structlog.get_logger(__name__)

DIAL_TIMEOUT_S = 20.0
FIRST_PAUSE_S = 0.5
LAST_PAUSE_S = 30.0
"""Also where only a person can mend what is wrong: the zone is to be back soon after."""

WAIT_S = 15.0
"""How long a call waits for a host that is being dialled; a restart of libvirtd takes a second or two."""

BULK_CALLS = 4096
"""Calls in flight on the connection for many questions at once. The daemon works on five of them at a time
and leaves the others in the socket, so that there is no pause of a round trip between them."""

BULK_DIAL_S = 5.0

dial_bulk = partial(connect, max_calls=BULK_CALLS, keepalive_interval_s=0, timeout_s=BULK_DIAL_S)


class HostUnavailable(BackendError):
    """The host of a zone does not answer."""


class OutcomeUnknown(HostUnavailable):
    """The connection was lost under a call that may have been carried out."""


class Host:
    """The host of one zone."""

    def __init__(
        self,
        zone: str,
        uri: str,
        dial: Callable[[str], Awaitable[Connection]] = connect,
        *,
        wait_s: float = WAIT_S,
        bulk: Callable[[str], Awaitable[Connection]] = dial_bulk,
        observer: BackendObserver | None = None,
    ) -> None:
        self.zone = zone
        self.on_lost: list[Callable[[], None]] = []
        """What to call when a connection has ended, before there is another."""
        self.permit: Callable[[], Awaitable[None]] | None = None
        """What has to return before anything is done here, each time that it is done: see `call`."""
        self._uri = uri
        self._dial = dial
        self._dial_bulk = bulk
        self._observer = observer or SilentBackend()
        self._closing: set[asyncio.Task[None]] = set()
        self._was_connected = False
        self._connected_before = False
        self._link = Reconnecting(
            self._dial_for_ever,
            wait_s=wait_s,
            on_change=self._log_change,
            dial_timeout_s=DIAL_TIMEOUT_S,
            first_pause_s=FIRST_PAUSE_S,
            last_pause_s=LAST_PAUSE_S,
            slow_pause_s=LAST_PAUSE_S,
            name=f"zone {zone}",
        )

    @property
    def detail(self) -> str:
        """Why there is no connection, on one line; empty while there is one."""
        state, error, _ = self._link.health
        if state is LinkState.CONNECTED:
            return ""
        return "not connected yet" if error is None else one_line(str(error)) or type(error).__name__

    @property
    def events(self) -> Events:
        """Subscriptions, which outlive connections; see `Reconnecting.events`."""
        return self._link.events

    def start(self) -> None:
        """Begin to dial; returns at once."""
        self._link.start()

    async def stop(self) -> None:
        """Close the connection and dial no more."""
        await self._link.close()
        if self._closing:
            await asyncio.wait(self._closing)

    async def wait_open(self, limit_s: float) -> bool:
        """Tell whether there is a connection, waiting at most `limit_s` seconds for one."""
        try:
            async with self._link.connection(wait_s=limit_s):
                return True
        except ConnectionLost:
            return False

    async def call(self, what: str, function: Callable[[Connection], Awaitable[T]], *, repeatable: bool) -> T:
        """Return what `function` returns, if `permit` lets it; see `ask`.

        It is asked anew on each connection: a process that hung under a step, and lost its connection and
        the host over it, must not go on with that step where another one works by now.

        Raises:
            BackendError: `permit` does not.
        """
        permit = self.permit
        if permit is None:
            return await self.ask(what, function, repeatable=repeatable)

        async def permitted(connection: Connection) -> T:
            await permit()
            return await function(connection)

        return await self.ask(what, permitted, repeatable=repeatable)

    async def ask(self, what: str, function: Callable[[Connection], Awaitable[T]], *, repeatable: bool) -> T:
        """Return what `function` returns, on the connection of the moment.

        Args:
            what: the step, for errors.
            function: makes one call, or several of which the first decides.
            repeatable: carrying it out twice is the same as once, so that it may be tried again after the
                connection was lost under it. What was certainly not carried out is tried again anyway.

        Raises:
            HostUnavailable: there is no connection, and none came in time, or none will before a person acts.
            OutcomeUnknown: the connection was lost, and `function` must not be tried again blindly.
            LibvirtError: the host says no.
        """
        try:
            return await self._link.call(function, repeat="always" if repeatable else "unsent")
        except ConnectionLost as error:
            kind = OutcomeUnknown if error.maybe_executed else HostUnavailable
            was_lost = isinstance(self._link.last_error, ConnectionLost)
            how = "the connection to the host was lost" if was_lost else "the host is not reachable"
            # A new connection may be there already; the old one's end is the reason all the same.
            raise kind(f"zone {self.zone}: {what}: {how}: {self.detail or one_line(str(error))}") from None

    @asynccontextmanager
    async def bulk(self) -> AsyncIterator[Connection]:
        """Give a block a connection of its own with thousands of calls in flight; closed at its end.

        Where none can be made (the daemon's limit of clients, sshd's of sessions), the block gets the one
        that all share, and is slower.

        Raises:
            ConnectionLost: there is no connection at all.
        """
        connection: Connection | None = None
        try:
            connection = await self._dial_bulk(self._uri)
        except (PurevirtError, OSError) as error:
            log.warning("no_bulk_connection", zone=self.zone, reason=one_line(str(error)))
        if connection is None:
            async with self._link.connection() as shared:
                yield shared
            return
        connection.on_call = self._count
        try:
            yield connection
        finally:
            # Nobody waits for the daemon's good-bye.
            closing = asyncio.get_running_loop().create_task(_close(connection))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def _dial_for_ever(self) -> Connection:
        """Dial once; what would end the dialling, e.g. a bug in one dial, must not keep a zone down."""
        try:
            connection = await self._dial(self._uri)
        except Exception as error:
            if judge(error) is not Verdict.NEVER:
                raise
            text = str(error)
            if not isinstance(error, PurevirtError):
                # By its type only: its text, and a traceback, may hold anything.
                text = f"unexpected {type(error).__name__}"
                log.error("unexpected exception", where="dial", zone=self.zone, type=type(error).__name__)  # noqa: TRY400 - without a traceback, as above
            raise ConnectError(text, endpoint=f"zone {self.zone}") from None
        connection.on_call = self._count
        return connection

    def _count(self, name: str, elapsed_s: float, error: BaseException | None) -> None:
        self._observer.api_called(name.partition("_PROC_")[2].lower(), _outcome(error), elapsed_s)

    def _log_change(self, health: Health) -> None:
        is_connected = health.state is LinkState.CONNECTED
        if is_connected is not self._was_connected:
            self._observer.zone_changed(self.zone, up=is_connected)
            for call in () if is_connected else self.on_lost:
                call()
        if is_connected:
            log.info("host_connected", zone=self.zone)
            if self._connected_before:
                self._observer.reconnected(self.zone)
            self._connected_before = True
        elif health.state in (LinkState.WAITING, LinkState.REFUSED):
            what = "host_lost" if self._was_connected else "host_unreachable"
            log.warning(what, zone=self.zone, detail=self.detail)
        self._was_connected = is_connected


async def _close(connection: Connection) -> None:
    with suppress(PurevirtError, OSError):
        await connection.close()


def _outcome(error: BaseException | None) -> ApiOutcome:
    # That a thing is not there is an answer: a host may have hundreds of domains without our metadata.
    if error is None or isinstance(error, LookupError):
        return "ok"
    if isinstance(error, asyncio.CancelledError):
        return "cancelled"
    if isinstance(error, ConnectionLost):
        return "lost"
    return "timeout" if isinstance(error, TimeoutError) else "error"
