"""Streams: bytes beside the calls, with back-pressure."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from purevirt.errors import LocalProtocolError
from purevirt.rpc.streams.buffer import HIGH_UNREAD_BYTES
from purevirt.rpc.streams.core import StreamCore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.aio.wire import Wire
    from purevirt.rpc.procedure import AnyProcedure

__all__ = ["Stream"]

_PACKETS_AT_ONCE = 4
"""Written together: about 1 MiB, what the transport holds before it asks for patience."""


class Stream:
    """A stream of one connection, made by `Connection.stream` and opened by a call that takes one.

    Use it as a context manager: leaving the block before the stream is finished aborts it, so that an
    exception never leaves half a transfer that looks whole.

        async with conn.stream() as stream:
            await conn.storage_vol_upload(stream, vol, 0, len(data))
            await stream.write(data)
            await stream.finish()

    Reading gives bytes as they arrive; in a sparse stream an int stands for a hole of that many bytes.
    A reader that is slow holds the daemon up, unless calls or other streams wait for the connection: then
    up to 64 MiB wait in memory, and a stream that is further behind fails with `StreamAborted`.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._core = StreamCore(wire.session, self._on_change)
        self._changed = asyncio.Event()

    def __repr__(self) -> str:
        return repr(self._core)

    @property
    def wire(self) -> Wire:
        """The wire of the connection that made it."""
        return self._wire

    async def open(self, spec: AnyProcedure, payload: bytes, *, sparse: bool) -> bytes:
        """Open the stream by its call and return the encoded reply; called by the connection."""
        self._core.check_unused()
        return await self._wire.open_stream(spec, payload, self._core, sparse=sparse)

    async def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes; returns when the transport can take more.

        Any size will do: it is split into packets of at most 262120 bytes, and nothing is sent for an
        empty one, which would mean the end of the data.

        Raises:
            LibvirtError: the daemon failed the stream, e.g. its disk is full.
            LocalProtocolError: the stream is not open for writing.
            ConnectionLost: the connection ended.
        """
        for number, packet in enumerate(self._core.packets(data), 1):
            self._core.send(packet)
            if number % _PACKETS_AT_ONCE == 0:
                self._wire.flush()
                await self._wire.drain()
        self._wire.flush()
        await self._wire.drain()
        self._core.check()

    async def write_hole(self, length: int) -> None:
        """Send a hole of `length` bytes (at least 1) through a stream opened as a sparse one."""
        self._core.send_hole(length)
        self._wire.flush()
        await self._wire.drain()
        self._core.check()

    async def read(self) -> bytes | int | None:
        """Return the next piece, or None after the last; an int is a hole of that many bytes.

        After the last piece the stream is confirmed to the daemon, so None means a complete transfer.

        Raises:
            LibvirtError: the daemon failed the stream.
            ConnectionLost: the connection ended.
        """
        buffer = self._core.buffer
        while not buffer.settled:
            self._core.check_readable()
            await self._wait()
        if buffer.has_item:
            return buffer.take()
        await self.finish()
        return None

    async def read_many(self, at_least: int = 1) -> list[bytes | int]:
        """Return all pieces that have come, once they are `at_least` so many bytes; none after the last.

        As `read` otherwise; for a reader to whom each turn costs more than the bytes. More than 4 MiB are
        not waited for.
        """
        buffer = self._core.buffer
        buffer.wanted = max(1, min(at_least, HIGH_UNREAD_BYTES))
        try:
            while not buffer.sated:
                self._core.check_readable()
                await self._wait()
        finally:
            buffer.wanted = 1
        if buffer.has_item:
            return buffer.take_all()
        await self.finish()
        return []

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the bytes of a stream without holes, to its confirmed end."""
        while (item := await self.read()) is not None:
            if isinstance(item, int):
                raise LocalProtocolError(f"{self!r}: a hole in the data; use read() for sparse streams")
            yield item

    async def finish(self) -> None:
        """Say that all is done, and wait for the daemon's confirmation.

        Raises:
            LibvirtError: the daemon failed the stream instead.
            ConnectionLost: the connection ended before the confirmation.
        """
        self._core.begin_finish()
        self._wire.flush()
        await self._wait_closed()
        self._core.check()

    async def abort(self) -> None:
        """Give the stream up, and wait until the daemon has done so; data not yet read is dropped."""
        if self._core.is_attached:
            self._give_up()
            await self._wait_closed()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, asyncio.CancelledError):
            self._give_up()
        else:
            await self.abort()

    def _give_up(self) -> None:
        self._core.give_up("given up by this side")
        self._wire.flush()

    def _on_change(self) -> None:
        self._changed.set()
        self._core.shed()
        self._wire.set_full(self, self._core.buffer.is_holding)

    async def _wait_closed(self) -> None:
        while not self._core.buffer.closed:
            await self._wait()

    async def _wait(self) -> None:
        self._changed.clear()
        self._wire.attend(1)
        try:
            await self._changed.wait()
        finally:
            self._wire.attend(-1)
