"""How the process is told to end: one signal asks, a second one or the deadline does not ask any more.

What has been answered is durable at any moment, so that an end without ceremony loses nothing; ceremony lets
callers finish, and work on hosts clean up.
Source: libvirt-provider contract, "Signals".
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from typing import Final

import structlog

# Ten seconds are promised; the rest is the interpreter's.
END_S: Final = 9.5
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

log = structlog.get_logger(__name__)


class Ending:
    """Waits for SIGTERM or SIGINT on the running event loop, and bounds what follows."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._watchdog: threading.Timer | None = None
        for number in SIGNALS:
            self._loop.add_signal_handler(number, self._ask, number)

    async def wait(self) -> None:
        """Return once the process was asked to end. From then on a second signal ends it, as does END_S."""
        await self._asked.wait()

    def _ask(self, number: int) -> None:
        log.info("stopping", signal=signal.Signals(number).name)
        for one in SIGNALS:
            self._loop.remove_signal_handler(one)
            signal.signal(one, signal.SIG_DFL)
        # A thread, since what hangs may be the event loop.
        self._watchdog = threading.Timer(END_S, _end)
        self._watchdog.daemon = True
        self._watchdog.start()
        self._asked.set()


def _end() -> None:
    log.error("the end took too long; leaving without the rest of it", limit_s=END_S)
    os._exit(0)
