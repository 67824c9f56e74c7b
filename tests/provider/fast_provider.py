"""A provider over a quick backend: `python -m tests.provider.fast_provider STATE COUNT WORK_S [ADMIN]`.

Serves COUNT slots on a free port of the loopback interface and prints the port on standard output once it
does. Each operation takes a random time of up to WORK_S seconds, so that a process that is killed has some of
them under way. ADMIN is the path of its admin socket.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from purevirt.provider import heap
from purevirt.provider.core.backend import BackendMachine, Observation, ObservedZone
from purevirt.provider.logs import configure_logs
from purevirt.provider.server import ProviderServer
from tests.provider.client import settings

if TYPE_CHECKING:
    from purevirt.provider.secret import Secret


class QuickBackend:
    """Succeeds at everything, after a random while. It says nothing about hosts, so the record stands."""

    def __init__(self, work_s: float) -> None:
        self._work_s = work_s

    async def create(self, machine: BackendMachine, operation_id: str) -> str:
        """Name the host after the operation."""
        await self._work()
        return f"bigfleet-{operation_id}"

    async def configure(
        self, machine: BackendMachine, cluster_id: str, blob: Secret, operation_id: str
    ) -> None:
        """Succeed."""
        await self._work()

    async def drain(self, machine: BackendMachine, grace_s: int, operation_id: str) -> None:
        """Succeed."""
        await self._work()

    async def delete(self, machine: BackendMachine, operation_id: str) -> None:
        """Succeed."""
        await self._work()

    async def describe(self) -> Observation:
        """Say that the zone is up, and that not all of it was seen."""
        return Observation(machines=[], zones=[ObservedZone(name="a", up=True, complete=False)])

    async def _work(self) -> None:
        if self._work_s:
            await asyncio.sleep(random.uniform(0, self._work_s))


async def main(state: Path, count: int, work_s: float, admin: Path | None = None) -> None:
    """Serve until standard input ends, as it does with whoever started this."""
    server = ProviderServer(
        replace(settings(count=count, state=state), admin_socket=admin), QuickBackend(work_s)
    )
    await server.open()
    heap.settle()
    await server.start()
    sys.stdout.write(f"{server.port}\n")
    sys.stdout.flush()
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    await reader.read()
    await server.close()


if __name__ == "__main__":
    configure_logs(level=logging.ERROR)
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), *map(Path, sys.argv[4:])))
