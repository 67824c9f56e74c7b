"""An event loop in a thread of its own, for clients that block."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any, Self

__all__ = ["LoopThread", "call_in_loop"]

T = TypeVar("T")


class LoopThread:
    """A running loop; a context manager."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="simulated libvirtd", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.run(_end_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the loop and return its result; this thread waits."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            # Ctrl-C in this thread: the work ends too
            future.cancel()
            raise


async def _end_all() -> None:
    """Leave nothing in the running loop that its closing would complain of."""
    loop = asyncio.get_running_loop()
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    await loop.shutdown_asyncgens()
    await loop.shutdown_default_executor()


def call_in_loop(loop: asyncio.AbstractEventLoop, function: Callable[[], T]) -> T:
    """Return what `function` returns when called in the thread of `loop`; this thread waits.

    Raises:
        RuntimeError: this is that thread, which would wait for itself.
    """

    async def call() -> T:
        return function()

    try:
        here: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
    except RuntimeError:
        here = None
    if here is loop:
        raise RuntimeError("called in the daemon's own thread: call the function itself")
    return asyncio.run_coroutine_threadsafe(call(), loop).result()
