"""Calls that have to wait while a pool is looked through, as libvirtd holds the pool's lock meanwhile."""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from typing import TYPE_CHECKING

from purevirt.testing.simulator.registry import Subject

if TYPE_CHECKING:
    from typing import Any

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.registry import AnyHandler

__all__ = ["BusyPools", "StorageSubject"]


class BusyPools:
    """The pools that are being looked through."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._ends: dict[str, asyncio.Event] = {}

    def begin(self, name: str) -> asyncio.Event:
        """Note that it begins; return what is set when nobody looks any more."""
        self._counts[name] += 1
        return self._ends.setdefault(name, asyncio.Event())

    def end(self, name: str) -> None:
        """Note that one look has ended."""
        self._counts[name] -= 1
        if not self._counts[name]:
            del self._counts[name]
            self._ends.pop(name).set()

    def blocker(self, name: str | None) -> asyncio.Event | None:
        """Return what a call for a pool has to wait for, if anything; without a name for any pool."""
        if not self._ends:
            return None
        return next(iter(self._ends.values())) if name is None else self._ends.get(name)


class StorageSubject(Subject):
    """Handlers that wait for the pool that they are about."""

    def add(self, spec: AnyProcedure, handler: AnyHandler) -> None:
        """Make a function the handler of a procedure."""

        def in_turn(host: Host, client: Client, args: Any) -> Any:
            if host.storage.busy.blocker(_pool_name(args)) is None:
                return handler(host, client, args)
            return _later(handler, host, client, args)

        super().add(spec, in_turn)


def _pool_name(args: Any) -> str | None:
    pool = getattr(args, "pool", None)
    if pool is not None:
        name: str = pool.name
        return name
    volume = getattr(args, "vol", None)
    return None if volume is None else volume.pool


async def _later(handler: AnyHandler, host: Host, client: Client, args: Any) -> Any:
    while (blocker := host.storage.busy.blocker(_pool_name(args))) is not None:
        await blocker.wait()
    answer = handler(host, client, args)
    return await answer if inspect.iscoroutine(answer) else answer
