"""A store that tests script: it keeps deltas, fails where told, and can hold a commit."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from purevirt.provider.core.store import Delta, MemoryStore, Snapshot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class ScriptedStore(MemoryStore):
    """Keeps the deltas; fails, or waits for the test, where told."""

    def __init__(self) -> None:
        self.deltas: list[Delta] = []
        self.error: Exception | None = None
        self._open = threading.Event()
        self._open.set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reached = asyncio.Event()

    @asynccontextmanager
    async def gate(self) -> AsyncIterator[None]:
        """Hold commits from now on until `release`, or the end of the test."""
        self._loop = asyncio.get_running_loop()
        self._open.clear()
        try:
            yield
        finally:
            self._open.set()

    async def reached(self) -> None:
        """Wait until a commit is held."""
        await self._reached.wait()

    def release(self) -> None:
        """Let commits pass."""
        self._open.set()

    def load(self) -> Snapshot:
        """Return nothing."""
        return Snapshot()

    def commit(self, delta: Delta) -> None:
        """Keep the delta, or fail."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._reached.set)
        self._open.wait()
        if self.error is not None:
            raise self.error
        self.deltas.append(delta)
