"""A program as the transport of the asyncio client."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from purevirt.rpc.shared.ext_process import ExtProcess

if TYPE_CHECKING:
    from purevirt.rpc.dialling.plan import ExtPlan

__all__ = ["dial_ext"]


async def dial_ext(plan: ExtPlan, protocol: asyncio.Protocol) -> asyncio.Transport:
    """Start the program, connect `protocol` to it, and return its transport.

    The protocol hears of the connection's end when the program has ended too, with a `ConnectionError` that
    has the last line of its standard error, if it has any.

    Raises:
        ConnectError: the program could not be started.
    """
    loop = asyncio.get_running_loop()
    gone = asyncio.Event()

    def on_gone() -> None:
        with contextlib.suppress(RuntimeError):  # the loop may be closed by now, and nobody waits
            loop.call_soon_threadsafe(gone.set)

    starting = asyncio.ensure_future(asyncio.to_thread(ExtProcess, plan, on_gone))
    try:
        process = await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_end_unwanted)
        raise
    tail = _Tail(protocol, process, gone)
    try:
        transport, _ = await loop.create_unix_connection(lambda: tail, sock=process.socket)
    except BaseException:
        process.socket.close()
        process.end()
        raise
    return transport


def _end_unwanted(starting: asyncio.Future[ExtProcess]) -> None:
    if not starting.cancelled() and starting.exception() is None:
        process = starting.result()
        process.socket.close()
        process.end()


class _Tail(asyncio.Protocol):
    """Hands everything on but the end, which has to wait for the program's."""

    def __init__(self, inner: asyncio.Protocol, process: ExtProcess, gone: asyncio.Event) -> None:
        self._inner = inner
        self._process = process
        self._gone = gone
        self._ending: asyncio.Task[None] | None = None
        self.pause_writing = inner.pause_writing  # type: ignore[method-assign] # no detour
        self.resume_writing = inner.resume_writing  # type: ignore[method-assign] # no detour
        self.data_received = inner.data_received  # type: ignore[method-assign] # no detour

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._process.end()
        self._ending = asyncio.ensure_future(self._end(exc))

    async def _end(self, exc: Exception | None) -> None:
        try:
            await self._gone.wait()
        finally:
            words = self._process.last_words()
            self._inner.connection_lost(ConnectionError(words) if words else exc)
