"""A proxy between a client and a daemon that does to the bytes what bad networks and dying hosts do.

    async with FaultProxy(("127.0.0.1", 0), ("kvm1.example.com", 16514)) as proxy:
        proxy.to_client = Faults(delay_s=(0.01, 0.05), ending=Ending.SWALLOW, ending_at=5000)
        conn = await purevirt.connect(f"qemu+tls://kvm1.example.com:{proxy.port}/system")

It knows nothing of what it carries: of TLS and SSH it mangles the ciphertext. All chance comes from a seed,
by connection and direction, so that a run can be repeated: the same bytes of the same connection are garbled.
How bytes arrive in pieces is the machine's, so delays, which are drawn for each piece, may fall elsewhere.

Each direction holds a few times 64 KiB at most; where the receiver takes no more, the sender is not read.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import math
import random
import socket
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import os
    from collections.abc import Awaitable, Callable
    from types import TracebackType
    from typing import Self

__all__ = ["Address", "Ending", "FaultProxy", "Faults"]

Address: TypeAlias = "str | os.PathLike[str] | tuple[str, int]"
"""The path of a unix socket, or host and port of TCP."""

_PIECE_BYTES = 1 << 16
_NEVER = 1 << 62
_RESET = struct.pack("ii", 1, 0)
"""What makes closing a TCP socket a reset (SO_LINGER, switched on, no time)."""


class Ending(enum.Enum):
    """How a direction ends once it has carried so many bytes.

    CLOSE: both sides are closed, after what was carried so far.
    RESET: both sides are closed at once, over TCP by a reset; what was carried last may be lost. A unix
        socket knows no reset: the peer finds one only if it had written what was not read.
    HALF_CLOSE: the receiver sees the end of the data; the other direction goes on. What is sent is dropped.
    SWALLOW: what is sent is read and dropped, as by a host that has lost its network behind a switch.
    STALL: nothing more is read, so that in the end the sender cannot write; not even its closing is noticed.
    """

    CLOSE = "close"
    RESET = "reset"
    HALF_CLOSE = "half-close"
    SWALLOW = "swallow"
    STALL = "stall"


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """What happens to one direction of a connection; without arguments nothing does.

    Attributes:
        delay_s: each piece waits for a time between these two, in seconds; those behind it wait too.
        split_bytes: what arrives together is written in pieces of so many bytes at most; 0 leaves it.
        coalesce_bytes: what arrives is held until it is so many bytes, or for `coalesce_s`; 0 does not hold.
        coalesce_s: for how long, in seconds.
        garble_at: the offsets of bytes, from 0, that are changed.
        garble_probability: how probable it is that any one byte is changed.
        ending: how it ends; None is as the two sides end it.
        ending_at: after how many bytes it ends so; 0 is before the first.

    Raises:
        ValueError: a number is negative, a probability over 1, or times the wrong way round.
    """

    delay_s: tuple[float, float] = (0.0, 0.0)
    split_bytes: int = 0
    coalesce_bytes: int = 0
    coalesce_s: float = 0.01
    garble_at: tuple[int, ...] = ()
    garble_probability: float = 0.0
    ending: Ending | None = None
    ending_at: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.delay_s[0] <= self.delay_s[1]:
            raise ValueError(f"delay_s={self.delay_s!r}: give the shortest time and the longest, in seconds")
        if not 0 <= self.garble_probability <= 1:
            raise ValueError(f"garble_probability={self.garble_probability!r}: it is between 0 and 1")
        for name in ("split_bytes", "coalesce_bytes", "coalesce_s", "ending_at"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name}={getattr(self, name)!r}: it cannot be negative")
        if any(offset < 0 for offset in self.garble_at):
            raise ValueError(f"garble_at={self.garble_at!r}: offsets cannot be negative")


class FaultProxy:
    """Listens at one address, and connects each client to another; an async context manager.

    Args:
        listen: where clients connect. Port 0 takes a free one (`port`); the file of a unix socket must not be
            there, and is removed at the end.
        target: where the daemon listens. A client is hung up on while nothing listens there.
        to_target: what happens to what clients send.
        to_client: what happens to what the daemon sends.
        seed: where all chance begins.

    Attributes:
        to_target, to_client: as above; may be changed at any time, for the connections that come then.
        accepted_count: how many clients have connected.
        bytes_to_target, bytes_to_client: how many bytes have been handed on, over all connections.
    """

    def __init__(
        self,
        listen: Address,
        target: Address,
        *,
        to_target: Faults | None = None,
        to_client: Faults | None = None,
        seed: int = 0,
    ) -> None:
        self.to_target = to_target or Faults()
        self.to_client = to_client or Faults()
        self.accepted_count = 0
        self.bytes_to_target = 0
        self.bytes_to_client = 0
        self._listen = listen
        self._target = target
        self._seed = seed
        self._server: asyncio.Server | None = None
        self._links: dict[asyncio.Task[None], list[asyncio.StreamWriter]] = {}
        self._flowing = asyncio.Event()
        self._flowing.set()

    def __repr__(self) -> str:
        return f"<FaultProxy {self._listen!r} to {self._target!r}, {self.open_count} open>"

    @property
    def port(self) -> int:
        """The TCP port at which it listens.

        Raises:
            RuntimeError: it does not, or not at a TCP port.
        """
        if self._server is None or not self._server.sockets or not isinstance(self._listen, tuple):
            raise RuntimeError(f"{self!r} does not listen at a TCP port")
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def open_count(self) -> int:
        """How many connections are being carried."""
        return len(self._links)

    def hold(self) -> None:
        """Let no more bytes through, in either direction of all connections, until `release`."""
        self._flowing.clear()

    def release(self) -> None:
        """Let bytes through again; none have been lost."""
        self._flowing.set()

    async def cut(self) -> None:
        """End all connections at once, as by `Ending.RESET`; new ones are welcome."""
        links = dict(self._links)
        for task, writers in links.items():
            _reset(writers)
            task.cancel()
        await asyncio.gather(*links, return_exceptions=True)
        for task in links:
            self._ended(task)

    async def start(self) -> None:
        """Listen.

        Raises:
            OSError: the address cannot be listened at.
        """
        if isinstance(self._listen, tuple):
            host, port = self._listen
            self._server = await asyncio.start_server(self._accept, host, port, limit=_PIECE_BYTES)
        else:
            self._server = await asyncio.start_unix_server(self._accept, self._listen, limit=_PIECE_BYTES)

    async def close(self) -> None:
        """Stop listening, and end all connections; returns when nothing is left of them."""
        if self._server is None:
            return
        self._server.close()
        self._server = None
        await self.cut()
        if not isinstance(self._listen, tuple):
            Path(self._listen).unlink(missing_ok=True)  # noqa: ASYNC240 # one name of the local file system

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # one connection

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._server is None:
            # it was on its way in when the proxy closed
            writer.transport.abort()
            return
        number = self.accepted_count
        self.accepted_count += 1
        writers = [writer]
        link = self._carry(number, reader, writers, self.to_target, self.to_client)
        task = asyncio.get_running_loop().create_task(link, name=f"fault proxy {number}")
        self._links[task] = writers
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._links.pop(task, None)

    async def _carry(
        self,
        number: int,
        reader: asyncio.StreamReader,
        writers: list[asyncio.StreamWriter],
        to_target: Faults,
        to_client: Faults,
    ) -> None:
        pumps: list[_Pump] = []
        tasks: set[asyncio.Task[bool]] = set()
        try:
            target_reader, target_writer = await self._connect()
            writers.append(target_writer)
            chance = f"{self._seed}/{number}"
            pumps = [
                _Pump(reader, target_writer, to_target, f"{chance}/to target", self._pass_to_target),
                _Pump(target_reader, writers[0], to_client, f"{chance}/to client", self._pass_to_client),
            ]
            loop = asyncio.get_running_loop()
            tasks = pending = {loop.create_task(pump.run()) for pump in pumps}
            while pending:
                done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                if any(task.result() for task in done):
                    break
            if any(pump.was_reset for pump in pumps):
                _reset(writers)
        except OSError:
            # the other side is told by the end of its connection
            _reset(writers)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for writer in writers:
                writer.close()
            # what is queued is written while the receiver takes it; what it does not take ends with `cut`
            for writer in writers:
                with contextlib.suppress(OSError):
                    await writer.wait_closed()

    async def _pass_to_target(self, count: int) -> None:
        await self._flowing.wait()
        self.bytes_to_target += count

    async def _pass_to_client(self, count: int) -> None:
        await self._flowing.wait()
        self.bytes_to_client += count

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._target, tuple):
            return await asyncio.open_connection(*self._target, limit=_PIECE_BYTES)
        return await asyncio.open_unix_connection(self._target, limit=_PIECE_BYTES)


class _Pump:
    """Carries one direction.

    Attributes:
        was_reset: the faults ended it so.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        faults: Faults,
        chance: str,
        passing: Callable[[int], Awaitable[None]],
    ) -> None:
        self.was_reset = False
        self._reader = reader
        self._writer = writer
        self._faults = faults
        self._passing = passing
        self._delays = random.Random(f"{chance}/delay")  # noqa: S311 - to be repeated, not to be secret
        # two of them, so that the number of pieces does not matter
        self._gaps = random.Random(f"{chance}/gap")  # noqa: S311 - as above
        self._changes = random.Random(f"{chance}/change")  # noqa: S311 - as above
        self._position = 0
        self._next_garbled = self._garbled_after(-1)

    async def run(self) -> bool:
        """Carry bytes to the end of this direction; return whether the other one ends with it."""
        faults = self._faults
        while faults.ending is None or self._position < faults.ending_at:
            data = await self._read()
            if not data:
                await self._end_of_file()
                return False
            data = self._garbled(data)
            size = faults.split_bytes or len(data)
            for start in range(0, len(data), size):
                await self._write(data[start : start + size])
        return await self._end(faults.ending)

    async def _read(self) -> bytes:
        faults = self._faults
        most = _PIECE_BYTES
        if faults.ending is not None:
            most = min(most, faults.ending_at - self._position)
        data = await self._reader.read(most)
        wanted = min(most, faults.coalesce_bytes)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(faults.coalesce_s):
                while data and len(data) < wanted:
                    more = await self._reader.read(most - len(data))
                    if not more:
                        break
                    data += more
        return data

    async def _write(self, piece: bytes) -> None:
        shortest, longest = self._faults.delay_s
        if longest:
            await asyncio.sleep(self._delays.uniform(shortest, longest))
        await self._passing(len(piece))
        self._writer.write(piece)
        await self._writer.drain()
        if self._faults.split_bytes:
            # the receiver, if it is in this event loop, gets to see the piece by itself
            await asyncio.sleep(0)

    async def _end_of_file(self) -> None:
        await self._passing(0)
        if self._writer.can_write_eof():
            self._writer.write_eof()

    async def _end(self, ending: Ending) -> bool:
        if ending in (Ending.CLOSE, Ending.RESET):
            self.was_reset = ending is Ending.RESET
            return True
        if ending is Ending.STALL:
            await asyncio.get_running_loop().create_future()
        if ending is Ending.HALF_CLOSE:
            await self._end_of_file()
        while await self._reader.read(_PIECE_BYTES):
            pass
        # one that has seen the end already needs nothing more; one that has not must not wait for ever
        return ending is Ending.SWALLOW

    def _garbled(self, data: bytes) -> bytes:
        start, self._position = self._position, self._position + len(data)
        changed = {offset for offset in self._faults.garble_at if start <= offset < self._position}
        while self._next_garbled < self._position:
            changed.add(self._next_garbled)
            self._next_garbled = self._garbled_after(self._next_garbled)
        if not changed:
            return data
        mangled = bytearray(data)
        for offset in sorted(changed):
            mangled[offset - start] ^= self._changes.randrange(1, 256)
        return bytes(mangled)

    def _garbled_after(self, offset: int) -> int:
        """Return the next byte after `offset` that chance changes; drawn as a gap, however bytes arrive."""
        probability = self._faults.garble_probability
        if probability <= 0:
            return _NEVER
        if probability >= 1:
            return offset + 1
        gap = math.log(1 - self._gaps.random()) / math.log1p(-probability)
        return offset + 1 + int(min(gap, _NEVER))


def _reset(writers: list[asyncio.StreamWriter]) -> None:
    for writer in writers:
        found = writer.get_extra_info("socket")
        if found is not None and found.family in (socket.AF_INET, socket.AF_INET6):
            with contextlib.suppress(OSError):
                found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        writer.transport.abort()
