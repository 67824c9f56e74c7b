"""A daemon that does what a test tells it to.

It listens on a unix socket, answers the handshake like libvirtd, echoes the serials it is sent, and notes
every frame. What it does for a procedure is a coroutine of the test's, run as a task of its own, so that
one that stalls holds nobody up.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Self, TypeVar

from purevirt.rpc import xdr
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.procedure import AnyProcedure
from tests.rpc import wire
from tests.rpc.wire import Message

T = TypeVar("T")
Handler = Callable[["Link", Message], Awaitable[None]]

_BACKLOG_BYTES = 1 << 16
PATIENCE_S = 20.0
"""How long a test waits for what does not come: it only ever ends a test that has failed."""


class Link:
    """One accepted connection, seen from the daemon.

    Attributes:
        received: every frame that came, in order.
        closed: set once the client has hung up.
    """

    def __init__(self, peer: "Peer", reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.received: list[Message] = []
        self.closed = asyncio.Event()
        self.reading = asyncio.Event()
        self.reading.set()
        self._peer = peer
        self._reader = reader
        self._writer = writer
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(self, *frames: bytes, split: int = 0) -> None:
        """Write frames, in pieces of `split` bytes if that is given."""
        data = b"".join(frames)
        for start in range(0, len(data), split or max(1, len(data))):
            self._writer.write(data[start : start + (split or len(data))])
            await self._writer.drain()

    async def reply(self, call: Message, payload: bytes = b"") -> None:
        """Answer a call."""
        await self.send(wire.pack(call.program, call.procedure, wire.REPLY, call.serial, wire.OK, payload))

    async def refuse(self, call: Message, code: int = 1, message: str = "refused", **fields: Any) -> None:
        """Answer a call with an error."""
        payload = wire.error_payload(code, message, **fields)
        await self.send(wire.pack(call.program, call.procedure, wire.REPLY, call.serial, wire.ERROR, payload))

    def cut(self) -> None:
        """Hang up at once."""
        self._writer.transport.abort()

    def calls(self, spec: AnyProcedure) -> list[Message]:
        """Return the calls of one procedure that have come."""
        return [
            one for one in self.received if one.type == wire.CALL and _key(one) == (spec.program, spec.number)
        ]

    def packets(self, serial: int) -> list[Message]:
        """Return the stream packets that have come for one serial."""
        kinds = (wire.STREAM, wire.HOLE)
        return [one for one in self.received if one.type in kinds and one.serial == serial]

    def keepalives(self, procedure: int) -> int:
        """Return how many pings or pongs have come."""
        return sum(_key(one) == (wire.KEEPALIVE, procedure) for one in self.received)

    async def serve(self) -> None:
        """Read frames and start what is to be done for them, until the client hangs up."""
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    await self.reading.wait()
                    length = await self._reader.readexactly(4)
                    body = await self._reader.readexactly(int.from_bytes(length) - 4)
                    (message,) = wire.unpack(length + body)
                    self.received.append(message)
                    task = asyncio.create_task(self._handle(message))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                    await self._peer.tell()
        finally:
            self.closed.set()
            # A TLS transport of CPython 3.11.2 that is closed twice cannot be aborted any more.
            if not self._writer.is_closing():
                self._writer.close()
            await self._peer.tell()

    async def _handle(self, message: Message) -> None:
        with contextlib.suppress(ConnectionError):
            await self._peer.handler(message)(self, message)

    async def stop(self) -> None:
        """End what is being done for this connection."""
        for task in [*self._tasks]:
            task.cancel()
        self.reading.set()
        self._writer.transport.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Peer:
    """The daemon; an async context manager.

    Attributes:
        links: the connections in the order they came.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "sock"
        self.uri = f"qemu+unix:///system?socket={self.path}"
        self.links: list[Link] = []
        self._handlers: dict[tuple[int, int], Handler] = {}
        self._on_stream: Handler = _confirm
        self._changed = asyncio.Condition()
        self._tasks: set[asyncio.Task[None]] = set()

    def on(self, spec: AnyProcedure, handler: Handler) -> None:
        """Have calls of a procedure handled so."""
        self._handlers[spec.program, spec.number] = handler

    def on_keepalive(self, handler: Handler) -> None:
        """Have pings handled so; pongs are only noted."""
        self._handlers[wire.KEEPALIVE, wire.PING] = handler

    def on_stream(self, handler: Handler) -> None:
        """Have stream packets handled so; without it a finish or an abort is confirmed."""
        self._on_stream = handler

    def handler(self, message: Message) -> Handler:
        """Return what is to be done for a frame."""
        if message.type in (wire.STREAM, wire.HOLE):
            return self._on_stream
        return self._handlers.get(_key(message)) or _GREETING.get(_key(message), _unknown)

    @property
    def link(self) -> Link:
        """The one connection there is."""
        (link,) = self.links
        return link

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return once `condition` holds; it is looked at after each frame and each hang-up.

        Raises:
            TimeoutError: it never does, as when what should bring it about has failed.
        """
        async with asyncio.timeout(PATIENCE_S), self._changed:
            await self._changed.wait_for(condition)

    async def tell(self) -> None:
        """Have conditions looked at."""
        async with self._changed:
            self._changed.notify_all()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._accept, self.path, limit=_BACKLOG_BYTES)
        return self

    async def __aexit__(self, *_exc: object) -> None:
        self._server.close()
        for link in self.links:
            await link.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = Link(self, reader, writer)
        self.links.append(link)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await link.serve()


class PeerThread:
    """A `Peer` on an event loop in a thread of its own, for tests that block."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="peer")
        self._thread.start()
        self.peer = self.run(self._make(folder))

    @staticmethod
    async def _make(folder: Path) -> Peer:
        return await Peer(folder).__aenter__()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine beside the peer and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def until(self, condition: Callable[[], bool]) -> None:
        """Return once `condition` holds."""
        self.run(self.peer.until(condition))

    def stop(self) -> None:
        """End the peer and its thread."""
        self.run(self.peer.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextlib.contextmanager
def peer_thread(folder: Path) -> Iterator[PeerThread]:
    """Run a peer in a thread."""
    thread = PeerThread(folder)
    try:
        yield thread
    finally:
        thread.stop()


@contextlib.asynccontextmanager
async def peer_here(folder: Path) -> AsyncIterator[Peer]:
    """Run a peer on this event loop."""
    async with Peer(folder) as peer:
        yield peer


def answer(payload: bytes) -> Handler:
    """Return a handler that replies with `payload`."""

    async def handle(link: Link, call: Message) -> None:
        await link.reply(call, payload)

    return handle


async def stall(link: Link, call: Message) -> None:
    """Never answer."""


def _key(message: Message) -> tuple[int, int]:
    return message.program, message.procedure


async def _unknown(link: Link, message: Message) -> None:
    if message.type == wire.CALL:
        await link.refuse(message, 39, f"unknown procedure: {message.procedure}", domain=7)


async def _confirm(link: Link, message: Message) -> None:
    if message.type == wire.STREAM and message.status in (wire.OK, wire.ERROR):
        await link.send(wire.pack(message.program, message.procedure, wire.STREAM, message.serial, wire.OK))


async def _pong(link: Link, message: Message) -> None:
    await link.send(wire.pong())


_SUPPORTED = xdr.encode(remote.ConnectSupportsFeatureRet(supported=1))
_GREETING: dict[tuple[int, int], Handler] = {
    (wire.KEEPALIVE, wire.PING): _pong,
    (wire.KEEPALIVE, wire.PONG): stall,
    **{
        (spec.program, spec.number): answer(payload)
        for spec, payload in (
            (procedures.AUTH_LIST, xdr.encode(remote.AuthListRet(types=[remote.AuthType.NONE]))),
            (procedures.CONNECT_SUPPORTS_FEATURE, _SUPPORTED),
            (procedures.CONNECT_OPEN, b""),
            (procedures.CONNECT_CLOSE, b""),
            (procedures.CONNECT_GET_URI, xdr.encode(remote.ConnectGetUriRet(uri="qemu:///system"))),
            (wire.HOSTNAME, wire.hostname("peer")),
            (wire.VERSION, xdr.encode(remote.ConnectGetLibVersionRet(lib_ver=11_003_000))),
            (wire.UPLOAD, b""),
            (wire.DOWNLOAD, b""),
            (wire.CONSOLE, b""),
        )
    },
}
