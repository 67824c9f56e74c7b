"""A backend that does nothing, quickly, unless it is told to fail, to wait or never to end."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import quote

from purevirt.provider.core.backend import BackendError, Observation, ObservedZone

if TYPE_CHECKING:
    from pathlib import Path

    from purevirt.provider.core.backend import BackendMachine
    from purevirt.provider.secret import Secret

ZONE: Final = "a"
BROKEN_TYPE: Final = "conformance.broken"
"""The instance type whose Create fails."""
_LATE_S: Final = 1.0
_POLL_S: Final = 0.003


@dataclass(eq=False)
class QuickBackend:
    """Stands for the backend on libvirt hosts: the same coroutines, the faults of the contract's section 8.

    Attributes:
        hold: work on a machine waits while this folder has a file with its id, quoted; None: it never waits.
        work_s: each operation takes a random time of up to that.
    """

    hold: Path | None = None
    work_s: float = 0.0
    _drains_fail: set[str] = field(default_factory=set)

    async def __aenter__(self) -> Self:
        """Do nothing."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Do nothing."""

    async def create(self, machine: BackendMachine, operation_id: str) -> str:
        """Name the host after the operation."""
        await self._work(machine)
        if machine.instance_type == BROKEN_TYPE:
            raise BackendError("the host has no room for it")
        return f"bigfleet-{operation_id}"

    async def configure(
        self, machine: BackendMachine, cluster_id: str, blob: Secret, operation_id: str
    ) -> None:
        """Obey the cluster's id."""
        await self._work(machine)
        if cluster_id == "fault-error":
            raise BackendError("the bootstrap hook exited with status 1")
        if cluster_id in ("fault-timeout", "fault-readiness-block"):
            await asyncio.Event().wait()
        if cluster_id == "fault-slow-ok":
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                # The fault is exactly that the end of the transition is ignored.
                await asyncio.sleep(_LATE_S)
        if cluster_id == "fault-drain-error":
            self._drains_fail.add(machine.id)

    async def drain(self, machine: BackendMachine, grace_s: int, operation_id: str) -> None:
        """Fail where the Configure before said so."""
        await self._work(machine)
        if machine.id in self._drains_fail:
            self._drains_fail.discard(machine.id)
            raise BackendError("a pod could not be evicted")

    async def delete(self, machine: BackendMachine, operation_id: str) -> None:
        """Succeed."""
        await self._work(machine)

    async def describe(self) -> Observation:
        """Say that the zone is up, and that not all of it was seen, so that the record stands."""
        return Observation(machines=[], zones=[ObservedZone(name=ZONE, up=True, complete=False)])

    async def _work(self, machine: BackendMachine) -> None:
        if self.work_s:
            await asyncio.sleep(random.uniform(0, self.work_s))
        while (  # noqa: ASYNC110 - a file of another process, which wakes nobody
            self.hold is not None and (self.hold / quote(machine.id, safe="")).exists()
        ):
            await asyncio.sleep(_POLL_S)
