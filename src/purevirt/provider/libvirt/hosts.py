"""One connection per zone, kept for as long as the provider runs.

Each is made again by a `Reconnecting` of its own, so that no host waits for another. A call takes the
connection of the moment, and waits a bounded time where there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import structlog

from purevirt.errors import ConnectError, ConnectionLost, PurevirtError
from purevirt.provider.backend import BackendError
from purevirt.provider.libvirt.failure import one_line
from purevirt.rpc.aio import LinkState, Reconnecting, connect
from purevirt.rpc.dialling.reconnect_policy import Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

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
        self._was_connected = False
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

    async def wait_open(self, limit_s: float) -> bool:
        """Tell whether there is a connection, waiting at most `limit_s` seconds for one."""
        try:
            async with self._link.connection(wait_s=limit_s):
                return True
        except ConnectionLost:
            return False

    async def call(self, what: str, function: Callable[[Connection], Awaitable[T]], *, repeatable: bool) -> T:
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

    async def _dial_for_ever(self) -> Connection:
        """Dial once; what would end the dialling, e.g. a bug in one dial, must not keep a zone down."""
        try:
            return await self._dial(self._uri)
        except Exception as error:
            if judge(error) is not Verdict.NEVER:
                raise
            text = str(error)
            if not isinstance(error, PurevirtError):
                # By its type only: its text, and a traceback, may hold anything.
                text = f"unexpected {type(error).__name__}"
                log.error("unexpected exception", where="dial", zone=self.zone, type=type(error).__name__)  # noqa: TRY400 - without a traceback, as above
            raise ConnectError(text, endpoint=f"zone {self.zone}") from None

    def _log_change(self, health: Health) -> None:
        if health.state is LinkState.CONNECTED:
            log.info("host_connected", zone=self.zone)
        elif health.state in (LinkState.WAITING, LinkState.REFUSED):
            what = "host_lost" if self._was_connected else "host_unreachable"
            log.warning(what, zone=self.zone, detail=self.detail)
        self._was_connected = health.state is LinkState.CONNECTED
