"""When the hosts are looked at: each zone at its own pace, so that one that hangs delays no other.

A zone is looked at when the process starts, once per interval, sooner where its host tells of a change, where
what was found has to be confirmed, and while it is not up. A backend that cannot be observed zone by zone is
looked at as a whole.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from purevirt.errors import PurevirtError
from purevirt.provider.core.backend import ClaimedElsewhere, ZonedBackend
from purevirt.provider.core.reconcile import DOUBT_S
from purevirt.provider.errors import Unavailable

if TYPE_CHECKING:
    from purevirt.provider.core.backend import Backend
    from purevirt.provider.core.engine import Engine

FIRST_LOOK_S: Final = 5.0
FIRST_RETRY_S: Final = 2.0
LAST_RETRY_S: Final = 60.0
# For an observation to let go of the hosts; it has nothing to clean up.
STOP_S: Final = 0.3

log = structlog.get_logger(__name__)


class Lookout:
    """Keeps the engine's picture of the hosts current.

    Args:
        engine: started.
        backend: the engine's.
        interval_s: between two looks at a zone; 0 ends them once it has been up: without a first look at a
            host its machines would never be known.
    """

    def __init__(self, engine: Engine, backend: Backend, interval_s: float) -> None:
        self._engine = engine
        self._backend = backend
        self._interval_s = interval_s
        self._tasks: list[asyncio.Task[None]] = []
        self._told: dict[str, tuple[bool, str]] = {}

    async def start(self) -> None:
        """Begin to look, and return when all zones have been looked at once, or after FIRST_LOOK_S.

        Raises:
            ClaimedElsewhere: another provider holds one of the hosts.
        """
        zones = self._backend.zones if isinstance(self._backend, ZonedBackend) else (None,)
        loop = asyncio.get_running_loop()
        first: list[asyncio.Future[ClaimedElsewhere | None]] = [loop.create_future() for _ in zones]
        for zone, seen in zip(zones, first, strict=True):
            name = f"provider-look {zone or ''}".strip()
            self._tasks.append(loop.create_task(self._keep_looking(zone, seen), name=name))
        _, late = await asyncio.wait([*first], timeout=FIRST_LOOK_S) if first else (set(), set())
        if late:
            log.warning(
                "the hosts have not all answered; serving without them for now", waited_s=FIRST_LOOK_S
            )
        for seen in first:
            refusal = seen.result() if seen.done() else None
            if refusal is not None:
                await self.close()
                raise refusal

    async def close(self) -> None:
        """Look no more."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_S)

    async def _keep_looking(self, zone: str | None, first: asyncio.Future[ClaimedElsewhere | None]) -> None:
        """Look at one zone, never twice at a time, until the interval is 0 and the zone is up."""
        retry_s = FIRST_RETRY_S
        while True:
            refusal = await self._look(zone)
            if not first.done():
                first.set_result(refusal)
            pause_s = self._interval_s
            if self._is_up(zone):
                retry_s = FIRST_RETRY_S
                if self._engine.doubts(zone):
                    pause_s = DOUBT_S
                elif self._interval_s <= 0:
                    return
            else:
                pause_s = min(retry_s, self._interval_s) if self._interval_s > 0 else retry_s
                retry_s = min(retry_s * 2, LAST_RETRY_S)
            await self._pause(zone, pause_s)

    async def _pause(self, zone: str | None, limit_s: float) -> None:
        """Wait for so long, or until the host of the zone tells of a change."""
        if zone is None or not isinstance(self._backend, ZonedBackend):
            await asyncio.sleep(limit_s)
            return
        try:
            async with asyncio.timeout(limit_s):
                await self._backend.changed(zone)
        except TimeoutError:
            return

    async def _look(self, zone: str | None) -> ClaimedElsewhere | None:
        """Look once; what goes wrong is logged, the next time may be better."""
        refusal: ClaimedElsewhere | None = None
        try:
            await self._engine.reconcile(zone)
        except Unavailable:
            return None
        except ClaimedElsewhere as error:
            refusal = error
        except PurevirtError as error:
            log.warning("reconcile failed", reason=str(error))
        for one in self._engine.zones:
            if zone in (None, one.name):
                self._tell(one.name, one.detail, up=one.up, complete=one.complete)
        return refusal

    def _tell(self, zone: str, detail: str, *, up: bool, complete: bool) -> None:
        """Log what is wrong with a zone, once for as long as it stays the same."""
        before = self._told.get(zone)
        self._told[zone] = (up, detail)
        if detail and before != (up, detail):
            log.warning("zone", zone=zone, up=up, complete=complete, detail=detail)

    def _is_up(self, zone: str | None) -> bool:
        zones = [one for one in self._engine.zones if zone in (None, one.name)]
        return bool(zones) and all(one.up for one in zones)
