"""A TCP relay in front of an sshd, that hangs up, holds back and counts as a test says."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Relay:
    """Passes connections on to a port.

    Attributes:
        port: where it listens.
        met: how many connections came.
        greeting: what the dropped ones are told.
        to_drop: how many are dropped first.
        flowing: bytes go to the client only while it is set.
        passed: how many bytes went to the client.
        hold_after: after so many bytes to the client, `flowing` is cleared, once.
        cut_after: after so many bytes to the client, the connection is closed.
    """

    def __init__(self, target: int) -> None:
        self.port = 0
        self.met = 0
        self.greeting = b""
        self.to_drop = 0
        self.passed = 0
        self.hold_after: int | None = None
        self.cut_after: int | None = None
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.held = asyncio.Event()
        self.dropped = asyncio.Event()
        self._target = target
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.met += 1
        self._writers.append(writer)
        if self.met <= self.to_drop:
            writer.write(self.greeting)
            writer.close()
            self.dropped.set()
            return
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers.append(to_writer)
        for task in (self._up(reader, to_writer), self._down(to_reader, writer)):
            running = asyncio.create_task(task)
            self._tasks.add(running)

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """The relay's own tasks."""
        return self._tasks

    async def wait_idle(self) -> None:
        """Return once every connection has ended on both sides."""
        await asyncio.gather(*self._tasks)

    async def _up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                if self.cut_after is not None and self.passed + len(data) > self.cut_after:
                    break
                reaches = self.hold_after is not None and self.passed + len(data) > self.hold_after
                # Once: what was let go on is not held again by what comes behind it.
                if reaches and not self.held.is_set():
                    self.flowing.clear()
                    self.held.set()
                await self.flowing.wait()
                self.passed += len(data)
                writer.write(data)
                await writer.drain()
        writer.close()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


@contextlib.asynccontextmanager
async def relay_to(port: int) -> AsyncIterator[Relay]:
    """Run a relay."""
    relay = Relay(port)
    server = await asyncio.start_server(relay.accept, "127.0.0.1", 0)
    async with server:
        relay.port = server.sockets[0].getsockname()[1]
        yield relay
        await relay.close()
