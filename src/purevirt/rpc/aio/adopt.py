"""A connection that somebody else has made, given to a protocol."""

from __future__ import annotations

import asyncio
import socket
from typing import Protocol, TypeAlias

__all__ = ["ByteReader", "ByteStream", "ByteWriter", "adopt"]

_READ_BYTES = 1 << 18
_HIGH_BYTES = 1 << 16


class ByteReader(Protocol):
    """What is needed of a reader, such as asyncio's or asyncssh's."""

    async def read(self, n: int = -1, /) -> bytes:
        """Return up to `n` bytes, at least one but at the end."""


class ByteWriter(Protocol):
    """What is needed of a writer."""

    def write(self, data: bytes, /) -> None:
        """Queue bytes."""

    async def drain(self) -> None:
        """Return when more may be queued."""

    def close(self) -> None:
        """Close."""


ByteStream: TypeAlias = socket.socket | tuple[ByteReader, ByteWriter]


async def adopt(stream: ByteStream, protocol: asyncio.Protocol) -> asyncio.Transport:
    """Connect `protocol` to `stream`, which belongs to it from now on, and return its transport."""
    if isinstance(stream, socket.socket):
        transport, _ = await asyncio.get_running_loop().create_connection(lambda: protocol, sock=stream)
        return transport
    return _PairTransport(*stream, protocol)


class _PairTransport(asyncio.Transport):
    """A reader and a writer, as asyncio's transports are."""

    def __init__(self, reader: ByteReader, writer: ByteWriter, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self._reader = reader
        self._writer = writer
        self._protocol = protocol
        self._closing = False
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._unsent = bytearray()
        self._has_unsent = asyncio.Event()
        self._high = _HIGH_BYTES
        self._low = _HIGH_BYTES // 4
        self._writing_paused = False
        protocol.connection_made(self)
        self._tasks = [asyncio.ensure_future(self._read()), asyncio.ensure_future(self._write())]
        self._end = asyncio.ensure_future(self._until_end())

    def is_closing(self) -> bool:
        return self._closing

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._closing:
            return
        self._unsent += data
        self._has_unsent.set()
        if not self._writing_paused and len(self._unsent) > self._high:
            self._writing_paused = True
            self._protocol.pause_writing()

    def can_write_eof(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return len(self._unsent)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = _HIGH_BYTES if high is None else high
        self._low = self._high // 4 if low is None else low

    def pause_reading(self) -> None:
        self._may_read.clear()

    def resume_reading(self) -> None:
        self._may_read.set()

    def is_reading(self) -> bool:
        return self._may_read.is_set() and not self._closing

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        self._closing = True
        for task in self._tasks:
            task.cancel()

    async def _read(self) -> None:
        while True:
            await self._may_read.wait()
            data = await self._reader.read(_READ_BYTES)
            if not data:
                return
            # what was asked to stop meanwhile still gets what had been read already
            self._protocol.data_received(data)

    async def _write(self) -> None:
        while True:
            await self._has_unsent.wait()
            self._has_unsent.clear()
            data = bytes(self._unsent)
            self._unsent.clear()
            self._writer.write(data)
            await self._writer.drain()
            if self._writing_paused and len(self._unsent) <= self._low:
                self._writing_paused = False
                self._protocol.resume_writing()

    async def _until_end(self) -> None:
        error: Exception | None = None
        try:
            done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            failures = [task.exception() for task in done if not task.cancelled()]
            error = next((failure for failure in failures if isinstance(failure, Exception)), None)
        finally:
            self.abort()
            self._writer.close()
            self._protocol.connection_lost(error)
