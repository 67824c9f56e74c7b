"""What a run must not leave: tasks, threads, descriptors."""

import asyncio
import gc
import os
import threading
from dataclasses import dataclass
from typing import Any, Self

from tests.rpc.peer import PATIENCE_S


@dataclass(frozen=True)
class Leftovers:
    """What there is at one moment."""

    tasks: frozenset[asyncio.Task[Any]]
    threads: frozenset[threading.Thread]
    descriptors: int

    @classmethod
    def now(cls) -> Self:
        """Count; the event loop's own pool of threads may grow and stays."""
        threads = {one for one in threading.enumerate() if not one.name.startswith("asyncio_")}
        descriptors = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are not looked at
        return cls(frozenset(asyncio.all_tasks()), frozenset(threads), descriptors)

    def of(self, before: "Leftovers") -> list[str]:
        """Return what there is more than before."""
        found = [*(self.tasks - before.tasks), *(self.threads - before.threads)]
        more = self.descriptors - before.descriptors
        return [repr(one) for one in found] + ([f"{more} descriptors"] if more > 0 else [])


async def nothing_left(before: Leftovers) -> None:
    """Return once nothing is left of what came after `before`; a transport's end takes some turns."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while Leftovers.now().of(before):
                await asyncio.sleep(0.001)
                gc.collect(0)
    except TimeoutError:
        raise AssertionError(f"left behind: {Leftovers.now().of(before)}") from None
