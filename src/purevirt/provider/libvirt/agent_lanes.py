"""Who may ask a guest agent now: a connection has four places, and a hung guest keeps one for ten seconds.

Of one guest there is one command at a time: libvirt would let a second one wait in the daemon, where it keeps
a place too. Guests that answer share one lane, and those whose last command took long share another, narrower
one. So a guest that hangs holds up the others once, and from then on only its like; two places of the
connection stay free of agents, or one while both lanes are full.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MAX_PROMPT = 2
MAX_SLOW = 1
SLOW_S = 2.0
"""An agent answers in milliseconds, and one of a busy guest in a tenth of a second."""

MAX_REMEMBERED = 1024


class AgentLanes:
    """The lanes of one host."""

    def __init__(self) -> None:
        self._prompt = asyncio.Semaphore(MAX_PROMPT)
        self._slow = asyncio.Semaphore(MAX_SLOW)
        # Of each guest that is asked, or waits to be.
        self._guests: dict[bytes, asyncio.Semaphore] = {}
        self._waiting: Counter[bytes] = Counter()
        # In the order in which they were last slow.
        self._were_slow: dict[bytes, None] = {}

    @asynccontextmanager
    async def turn(self, guest: bytes) -> AsyncIterator[None]:
        """Wait for a turn of the guest of that UUID, and take it for the block, which is one command."""
        clock = asyncio.get_running_loop().time
        self._waiting[guest] += 1
        try:
            async with self._guests.setdefault(guest, asyncio.Semaphore(1)), self._lane(guest):
                begun_s = clock()
                try:
                    yield
                finally:
                    self._note(guest, took_s=clock() - begun_s)
        finally:
            self._waiting[guest] -= 1
            if not self._waiting[guest]:
                del self._waiting[guest], self._guests[guest]

    @asynccontextmanager
    async def _lane(self, guest: bytes) -> AsyncIterator[None]:
        """Wait for a place in the guest's lane, as it is when its turn comes."""
        async with self._slow if guest in self._were_slow else self._prompt:
            yield

    def _note(self, guest: bytes, *, took_s: float) -> None:
        self._were_slow.pop(guest, None)
        if took_s < SLOW_S:
            return
        self._were_slow[guest] = None
        if len(self._were_slow) > MAX_REMEMBERED:
            del self._were_slow[next(iter(self._were_slow))]
