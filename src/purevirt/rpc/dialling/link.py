"""A connection that is made again whenever it is lost: what is to be done next, and what is said. Pure.

Both clients' `Reconnecting` keep these books, and add the dialling, the waiting and the telling. Time and
chance come in as arguments.
"""

from __future__ import annotations

import enum
import logging
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from purevirt.errors import ConnectionClosed, ConnectionLost
from purevirt.rpc.dialling.reconnect_policy import Backoff, Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "DEFAULT_DIAL_TIMEOUT_S",
    "DEFAULT_WAIT_S",
    "FIRST_PAUSE_S",
    "LAST_PAUSE_S",
    "SLOW_PAUSE_S",
    "Attempts",
    "Health",
    "LinkBooks",
    "LinkState",
    "Repeat",
]

_log = logging.getLogger("purevirt.rpc")

DEFAULT_WAIT_S = 15.0
"""How long a call waits for a connection where there is none."""

DEFAULT_DIAL_TIMEOUT_S = 30.0

FIRST_PAUSE_S = 0.1
LAST_PAUSE_S = 4.0
"""Below 5 s, so that a daemon that was away for long is found again within that of its return."""

SLOW_PAUSE_S = 300.0
"""Between dials that were refused for a reason that only a person can mend."""

MAX_ATTEMPTS = 3
"""How often a call that may be repeated is made: one that ends every connection has to end itself."""

STABLE_S = 10.0
"""A connection that lasted this long was a good one: the next pause is the first again."""

Repeat: TypeAlias = Literal["never", "unsent", "always"]


class LinkState(enum.Enum):
    """What a `Reconnecting` is doing.

    CONNECTING: dialling. CONNECTED: there is a connection. WAITING: pausing before the next dial.
    REFUSED: the same, for long: the last dial failed for a reason that only a person can mend.
    STOPPED: it dials no more: it was closed, or the dial failed for a reason that will not go away.
    """

    CONNECTING = "connecting"
    CONNECTED = "connected"
    WAITING = "waiting"
    REFUSED = "refused"
    STOPPED = "stopped"


class Health(NamedTuple):
    """How it is with a connection.

    Attributes:
        state: what is being done.
        last_error: why the latest connection ended or was not made; None if none ever did.
        since: when `state` became what it is, in seconds since the epoch.
    """

    state: LinkState
    last_error: Exception | None
    since: float


class LinkBooks:
    """The state of one supervised connection, and when to dial next.

    Attributes:
        health: as users see it.
        started: somebody dials, or did.
    """

    def __init__(
        self,
        name: str,
        first_pause_s: float,
        last_pause_s: float,
        slow_pause_s: float,
        *,
        chance: Callable[[], float],
        now: float,
    ) -> None:
        self.name = name
        self.health = Health(LinkState.CONNECTING, None, now)
        self.started = False
        self._slow_pause_s = slow_pause_s
        self._backoff = Backoff(first_pause_s, last_pause_s, chance)

    @property
    def state(self) -> LinkState:
        """What is being done."""
        return self.health.state

    @property
    def is_hopeless(self) -> bool:
        """Whether to wait for a connection is of no use."""
        return not self.started or self.state in (LinkState.REFUSED, LinkState.STOPPED)

    def enter(self, state: LinkState, now: float, error: Exception | None = None) -> None:
        """Note what is being done from `now` on, and why; an earlier error stays the last one."""
        self.health = Health(state, error or self.health.last_error, now)
        _log.info("%s: %s%s", self.name, state.value, f": {error}" if error else "")

    def dial_failed(self, error: Exception, now: float) -> float | None:
        """Note that a dial failed; return how long to pause, in seconds, or None to dial no more."""
        verdict = judge(error)
        if verdict is Verdict.NEVER:
            return None
        if verdict is Verdict.SLOWLY:
            self.enter(LinkState.REFUSED, now, error)
            return self._backoff.jitter(self._slow_pause_s)
        self.enter(LinkState.WAITING, now, error)
        return self._backoff.pause_s()

    def pause_after(self, held_s: float) -> float:
        """Return how long to pause after a connection that lasted `held_s` seconds."""
        if held_s >= STABLE_S:
            self._backoff.reset()
        return self._backoff.pause_s()

    def unavailable(self, how_to_start: str) -> ConnectionLost:
        """Return what is raised where there is no connection."""
        last = self.health.last_error
        kind = ConnectionClosed if isinstance(last, ConnectionClosed) else ConnectionLost
        why = last if self.started else how_to_start
        error = kind(f"{self.name}: not connected, {self.state.value}: {why}", maybe_executed=False)
        error.__cause__ = last
        return error

    def closed(self) -> ConnectionClosed:
        """Return what it ends with when its user closes it."""
        return ConnectionClosed(f"{self.name}: closed by this side", maybe_executed=True)


class Attempts:
    """Whether a function under which the connection was lost is called again; one for each use.

    Attributes:
        lost: what to raise in the end: of all that was lost under it, what may have been carried out.
    """

    def __init__(self, repeat: Repeat) -> None:
        self.lost: ConnectionLost | None = None
        self._repeat = repeat
        self._left = MAX_ATTEMPTS

    def again(self, error: ConnectionLost, *, connection_is_open: bool) -> bool:
        """Note a loss, and return whether to call the function again, on the next connection.

        Not if its own connection is open: what it lost is some other.
        """
        self._left -= 1
        if self.lost is None or error.maybe_executed:
            self.lost = error
        if self._repeat == "never" or (self._repeat == "unsent" and error.maybe_executed):
            return False
        return not connection_is_open and self._left > 0
