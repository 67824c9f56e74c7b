"""A connection inside one event loop, for tests and for daemons that live in the same process."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TypeAlias

__all__ = ["MemoryTransport", "memory_pair", "open_memory_pair"]

_HIGH_BYTES = 1 << 16

Ends: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class MemoryTransport(asyncio.Transport):
    """One end of a connection in memory; made by `memory_pair`.

    What is written arrives at the other end in a later turn of the loop. An end that does not read lets
    its peer write on until the peer's limit, and then pauses it.
    """

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._protocol = protocol
        self._other: MemoryTransport | None = None
        self._arrived: deque[bytes] = deque()
        self._arrived_bytes = 0
        self._reading = True
        self._closing = False
        self._lost = False
        self._peer_closed = False
        self._delivery_scheduled = False
        self._writing_paused = False
        self._high = _HIGH_BYTES
        self._low = _HIGH_BYTES // 4

    def connect(self, other: MemoryTransport) -> None:
        """Say which the other end is; called by `memory_pair`."""
        self._other = other
        self._protocol.connection_made(self)

    # asyncio's transport

    def is_closing(self) -> bool:
        """Return whether nothing more can be written."""
        return self._closing

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Let another protocol hear what arrives from now on."""
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Return who hears what arrives."""
        return self._protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Hand bytes to the other end; after the end they are dropped, as with any transport."""
        if self._closing or not data:
            return
        assert self._other is not None
        self._other._receive(bytes(data))  # noqa: SLF001 # both ends are one object in two halves
        if not self._writing_paused and self.get_write_buffer_size() > self._high:
            self._writing_paused = True
            self._protocol.pause_writing()

    def can_write_eof(self) -> bool:
        """Return False: half a connection is of no use to libvirt."""
        return False

    def get_write_buffer_size(self) -> int:
        """Return how many bytes the other end has not read."""
        return 0 if self._other is None else self._other._arrived_bytes  # noqa: SLF001 # as above

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Set when the protocol is told to pause writing, and when to go on."""
        self._high = _HIGH_BYTES if high is None else high
        self._low = self._high // 4 if low is None else low

    def pause_reading(self) -> None:
        """Stop what arrives."""
        self._reading = False

    def resume_reading(self) -> None:
        """Let what arrives arrive again."""
        self._reading = True
        self._schedule()

    def is_reading(self) -> bool:
        """Return whether what arrives is handed on."""
        return self._reading and not self._closing

    def close(self) -> None:
        """Close; the other end still gets what was written."""
        if not self._closing:
            self._closing = True
            self._arrived.clear()
            self._arrived_bytes = 0
            self._loop.call_soon(self._lose)

    def abort(self) -> None:
        """Close."""
        self.close()

    # between the ends

    def _receive(self, data: bytes) -> None:
        if not self._closing:
            self._arrived.append(data)
            self._arrived_bytes += len(data)
            self._schedule()

    def _schedule(self) -> None:
        if not self._delivery_scheduled and self._reading and (self._arrived or self._peer_closed):
            self._delivery_scheduled = True
            self._loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        self._delivery_scheduled = False
        while self._arrived and self._reading:
            data = self._arrived.popleft()
            self._arrived_bytes -= len(data)
            self._protocol.data_received(data)
        assert self._other is not None
        self._other._drained()  # noqa: SLF001 # as above
        if self._peer_closed and self._reading and not self._arrived:
            self._closing = True
            self._lose()

    def _drained(self) -> None:
        if self._writing_paused and not self._closing and self.get_write_buffer_size() <= self._low:
            self._writing_paused = False
            self._protocol.resume_writing()

    def _lose(self) -> None:
        if self._lost:
            return
        self._lost = True
        assert self._other is not None
        self._other._peer_closed = True  # noqa: SLF001 # as above
        self._other._schedule()  # noqa: SLF001 # as above
        self._protocol.connection_lost(None)


def memory_pair(left: asyncio.Protocol, right: asyncio.Protocol) -> tuple[MemoryTransport, MemoryTransport]:
    """Connect two protocols of the running event loop, and return each one's transport."""
    ends = MemoryTransport(left), MemoryTransport(right)
    ends[0].connect(ends[1])
    ends[1].connect(ends[0])
    return ends


def open_memory_pair() -> tuple[Ends, Ends]:
    """Return a reader and a writer for each end of a new connection in memory.

    One may go to `connect_stream`, the other to whatever plays the daemon.
    """
    loop = asyncio.get_running_loop()
    readers = asyncio.StreamReader(loop=loop), asyncio.StreamReader(loop=loop)
    protocols = [asyncio.StreamReaderProtocol(reader, loop=loop) for reader in readers]
    transports = memory_pair(*protocols)
    left, right = (
        (reader, asyncio.StreamWriter(transport, protocol, reader, loop))
        for reader, transport, protocol in zip(readers, transports, protocols, strict=True)
    )
    return left, right
