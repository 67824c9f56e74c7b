"""SIGTERM asks, a second one and the deadline do not: what the process does when its end hangs."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from purevirt.provider import ending
from purevirt.provider.logs import configure_logs
from purevirt.provider.server import serve
from tests.provider.client import settings
from tests.provider.fakes import FakeBackend

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

DEADLINE_S = 60


async def started(how: str, limit_s: float) -> asyncio.subprocess.Process:
    """Start this file as a provider whose backend hangs at the end; ask it to end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.provider.test_ending", how, str(limit_s)),
        stderr=asyncio.subprocess.PIPE,
    )
    await until(process, "serving")
    process.terminate()
    return process


async def until(process: asyncio.subprocess.Process, event: str) -> dict[str, object]:
    """Read the log up to that event."""
    assert process.stderr is not None
    async with asyncio.timeout(DEADLINE_S):
        while True:
            line: dict[str, object] = json.loads(await process.stderr.readline())
            if line["event"] == event:
                return line


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("how", ["waits", "blocks"])
async def test_a_second_signal_ends_the_process_at_once(how: str, second: signal.Signals) -> None:
    """By the signal's own effect, which needs no event loop that still turns."""
    process = await started(how, 60)
    await until(process, "hanging")
    process.send_signal(second)
    async with asyncio.timeout(DEADLINE_S):
        assert await process.wait() == -second


@pytest.mark.parametrize("how", ["waits", "blocks"])
async def test_the_deadline_ends_the_process(how: str) -> None:
    """Status 0 and a line in the log, whatever hangs."""
    process = await started(how, 1)
    assert (await until(process, "the end took too long; leaving without the rest of it"))["limit_s"] == 1
    async with asyncio.timeout(DEADLINE_S):
        assert await process.wait() == 0


@asynccontextmanager
async def _hanging(how: str) -> AsyncIterator[None]:
    yield
    import structlog

    structlog.get_logger().info("hanging")
    if how == "blocks":
        time.sleep(600)  # noqa: ASYNC251 # the event loop hangs
    await asyncio.Event().wait()


if __name__ == "__main__":
    ending.END_S = float(sys.argv[2])  # type: ignore[misc] # ten seconds are too long to wait for
    configure_logs()
    asyncio.run(serve(settings(), FakeBackend(), _hanging(sys.argv[1])))
