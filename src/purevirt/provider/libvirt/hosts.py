"""One connection per zone, kept for as long as the provider runs.

Each host has a supervisor task of its own, so that no host waits for another: dial, watch until the
connection is lost, dial again after a jittered and growing pause, for ever. Everything that dials reads its
credentials anew. A call takes the connection of the moment, and waits a bounded time where there is none.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import structlog

from purevirt.errors import ConnectionLost, PurevirtError
from purevirt.provider.backend import BackendError
from purevirt.provider.libvirt.failure import one_line
from purevirt.rpc.aio import connect

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from purevirt.rpc.aio import Connection

    T = TypeVar("T")

log = structlog.get_logger(__name__)

DIAL_TIMEOUT_S = 20.0
FIRST_PAUSE_S = 0.5
LAST_PAUSE_S = 30.0
WAIT_S = 15.0
"""How long a call waits for a host that is being dialled; a restart of libvirtd takes a second or two."""

_ATTEMPTS = 3
_STABLE_S = 10.0


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
    ) -> None:
        self.zone = zone
        self._uri = uri
        self._dial = dial
        self._wait_s = wait_s
        self._connection: Connection | None = None
        self._open = asyncio.Event()
        self._lost = asyncio.Event()
        self._detail = "not connected yet"
        self._supervisor: asyncio.Task[None] | None = None

    @property
    def detail(self) -> str:
        """Why there is no connection, on one line; empty while there is one."""
        return "" if self._connection is not None else self._detail

    def start(self) -> None:
        """Begin to dial; returns at once."""
        self._supervisor = asyncio.get_running_loop().create_task(self._supervise(), name=f"host {self.zone}")

    async def stop(self) -> None:
        """Close the connection and dial no more."""
        if self._supervisor is not None:
            self._supervisor.cancel()
            await asyncio.wait([self._supervisor])

    async def wait_open(self, limit_s: float) -> bool:
        """Tell whether there is a connection, waiting at most `limit_s` seconds for one."""
        try:
            async with asyncio.timeout(limit_s):
                await self._open.wait()
        except TimeoutError:
            return False
        return True

    async def call(self, what: str, function: Callable[[Connection], Awaitable[T]], *, repeatable: bool) -> T:
        """Return what `function` returns, on the connection of the moment.

        Args:
            what: the step, for errors.
            function: makes one call, or several of which the first decides.
            repeatable: carrying it out twice is the same as once, so that it may be tried again after the
                connection was lost under it. What was certainly not carried out is tried again anyway.

        Raises:
            HostUnavailable: there is no connection, and none came in time.
            OutcomeUnknown: the connection was lost, and `function` must not be tried again blindly.
            LibvirtError: the host says no.
        """
        maybe_executed = False
        for _ in range(_ATTEMPTS):
            try:
                connection = await self._current(what)
            except HostUnavailable as error:
                if maybe_executed:
                    raise OutcomeUnknown(str(error)) from None
                raise
            try:
                return await function(connection)
            except ConnectionLost as error:
                self._forget(connection, error)
                maybe_executed = maybe_executed or error.maybe_executed
                if error.maybe_executed and not repeatable:
                    break
        kind = OutcomeUnknown if maybe_executed else HostUnavailable
        raise kind(f"zone {self.zone}: {what}: the connection to the host was lost: {self._detail}")

    async def _current(self, what: str) -> Connection:
        try:
            async with asyncio.timeout(self._wait_s):
                while True:
                    await self._open.wait()
                    connection = self._connection
                    if connection is not None and connection.is_open:
                        return connection
                    self._open.clear()
                    self._lost.set()
        except TimeoutError:
            raise HostUnavailable(
                f"zone {self.zone}: {what}: the host is not reachable: {self._detail}"
            ) from None

    def _forget(self, connection: Connection, error: PurevirtError) -> None:
        if connection is self._connection:
            self._detail = one_line(str(error))
            self._connection = None
            self._open.clear()
            self._lost.set()

    async def _supervise(self) -> None:
        loop = asyncio.get_running_loop()
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                async with asyncio.timeout(DIAL_TIMEOUT_S):
                    connection = await self._dial(self._uri)
            except (PurevirtError, OSError, TimeoutError) as error:
                self._detail = one_line(str(error)) or f"no answer within {DIAL_TIMEOUT_S:g} s"
                log.warning(
                    "host_unreachable", zone=self.zone, detail=self._detail, retry_s=round(pause_s, 1)
                )
            except Exception as error:  # noqa: BLE001 - a bug in one dial must not keep a zone down for ever
                # By its type only: its text, and a traceback, may hold anything.
                self._detail = f"unexpected {type(error).__name__}"
                log.error(  # noqa: TRY400 - without a traceback, as above
                    "host_unreachable", zone=self.zone, detail=self._detail
                )
            else:
                opened_at = loop.time()
                await self._hold(connection)
                log.warning("host_lost", zone=self.zone, detail=self._detail)
                if loop.time() - opened_at >= _STABLE_S:
                    pause_s = FIRST_PAUSE_S
            # Jitter, so that many providers do not dial a restarted host at the same moment.
            await asyncio.sleep(pause_s * random.uniform(0.5, 1.0))  # noqa: S311 - not for security
            pause_s = min(pause_s * 2, LAST_PAUSE_S)

    async def _hold(self, connection: Connection) -> None:
        """Offer `connection` to callers until it is lost, then close it."""
        self._lost.clear()
        self._connection = connection
        self._open.set()
        log.info("host_connected", zone=self.zone)
        watcher = asyncio.get_running_loop().create_task(self._watch(connection))
        try:
            await self._lost.wait()
        finally:
            watcher.cancel()
            self._connection = None
            self._open.clear()
            with suppress(PurevirtError, OSError):
                await connection.close()

    async def _watch(self, connection: Connection) -> None:
        """Notice the end of an idle connection: its events end with the error that ended it."""
        try:
            async with connection.listen() as events:
                if connection.is_open:
                    async for _ in events:
                        pass
                self._lost.set()
        except PurevirtError as error:
            self._forget(connection, error)
