"""Connections that somebody else has made: sockets, readers and writers, memory."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import ConnectError, ConnectionLost
from purevirt.rpc import xdr
from purevirt.rpc.aio import connect_stream
from purevirt.rpc.aio.adopt import adopt
from purevirt.rpc.aio.memory import MemoryTransport, memory_pair, open_memory_pair
from purevirt.rpc.gen import procedures, remote
from tests.rpc import wire
from tests.rpc.peer import Link, Peer, PeerThread, stall
from tests.rpc.wire import Message

DATA = bytes(range(256)) * 4096


@contextlib.asynccontextmanager
async def memory_peer(peer: Peer) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Give one end of a connection in memory; the peer has the other."""
    ours, theirs = open_memory_pair()
    task = asyncio.create_task(peer._accept(*theirs))
    try:
        yield ours
    finally:
        ours[1].close()
        await task


async def test_memory(peer: Peer) -> None:
    """Greeting, the name that is asked for, a call, good-bye: without any file descriptor."""
    async with memory_peer(peer) as ours:
        async with await connect_stream(ours, "test:///default", readonly=True) as conn:
            assert conn.uri == "test:///default"
            assert repr(conn) == "<Connection stream open>"
            assert await conn.connect_get_hostname() == "peer"
        await peer.link.closed.wait()
        (open_,) = peer.link.calls(procedures.CONNECT_OPEN)
        args = xdr.decode(remote.ConnectOpenArgs, open_.payload)[0]
        assert (args.name, args.flags) == ("test:///default", 1)
        assert len(peer.link.calls(procedures.CONNECT_CLOSE)) == 1


async def test_the_daemon_chooses(peer: Peer) -> None:
    """U20: without a name the daemon is asked for its URI."""
    async with memory_peer(peer) as ours, await connect_stream(ours, endpoint="tunnel") as conn:
        assert conn.uri == "qemu:///system"
        assert repr(conn) == "<Connection tunnel open>"


async def test_streams_over_memory(peer: Peer) -> None:
    """More than any buffer, both ways, and what is slow pauses what is fast."""
    received = bytearray()

    async def on_stream(link: Link, packet: Message) -> None:
        received.extend(packet.payload)
        if packet.status == wire.OK:
            await link.send(wire.pack(packet.program, packet.procedure, wire.STREAM, packet.serial, wire.OK))

    async def download(link: Link, call: Message) -> None:
        await link.reply(call)
        for _ in range(4):
            await link.send(wire.packet(wire.DOWNLOAD, call.serial, DATA[:200_000]))
        await link.send(wire.packet(wire.DOWNLOAD, call.serial, b""))

    async with memory_peer(peer) as ours, await connect_stream(ours) as conn:
        peer.on_stream(on_stream)
        async with conn.stream() as up:
            await conn.storage_vol_upload(up, wire.VOLUME, 0, 0, 0)
            await up.write(DATA * 4)
            await up.finish()
        assert len(received) == len(DATA) * 4
        peer.on(wire.DOWNLOAD, download)
        async with conn.stream() as down:
            await conn.storage_vol_download(down, wire.VOLUME, 0, 0, 0)
            assert sum([len(piece) async for piece in down]) == 800_000


async def test_a_socket(peer: Peer) -> None:
    """A socket that is connected already; it is closed with the connection."""
    sock = socket.socket(socket.AF_UNIX)
    sock.setblocking(False)
    sock.connect(str(peer.path))
    async with await connect_stream(sock) as conn:
        assert await conn.connect_get_hostname() == "peer"
    assert sock.fileno() == -1


def test_a_socket_of_the_blocking_client(peer_beside: PeerThread) -> None:
    """The same."""
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(str(peer_beside.peer.path))
    with purevirt.sync.connect_socket(sock, "qemu:///x", endpoint="tunnel") as conn:
        assert (conn.uri, conn.connect_get_hostname()) == ("qemu:///x", "peer")
        assert repr(conn) == "<Connection tunnel open>"
    assert sock.fileno() == -1


async def test_the_daemon_ends(peer: Peer) -> None:
    """A call under way ends, over memory too."""

    async def cut(link: Link, call: Message) -> None:
        link.cut()

    peer.on(wire.HOSTNAME, cut)
    async with memory_peer(peer) as ours, await connect_stream(ours) as conn:
        with pytest.raises(ConnectionLost, match="end of file"):
            await conn.connect_get_hostname()


async def test_no_answer(peer: Peer) -> None:
    """The deadline holds, and the stream is closed."""
    peer.on(procedures.AUTH_LIST, stall)
    async with memory_peer(peer) as ours:
        with pytest.raises(ConnectError, match=r"stream: no answer within 0\.01 s") as caught:
            await connect_stream(ours, timeout_s=0.01)
        assert caught.value.transport == ""
        await peer.link.closed.wait()


class Scripted:
    """A reader and a writer that do what a test says."""

    def __init__(self, *pieces: bytes | Exception) -> None:
        self.pieces = [*pieces]
        self.written = bytearray()
        self.may_drain = asyncio.Event()
        self.may_drain.set()
        self.drain_error: Exception | None = None
        self.closed = False

    async def read(self, n: int = -1, /) -> bytes:
        piece = self.pieces.pop(0) if self.pieces else await asyncio.Event().wait()
        if isinstance(piece, Exception):
            raise piece
        assert isinstance(piece, bytes)
        return piece

    def write(self, data: bytes, /) -> None:
        self.written += data

    async def drain(self) -> None:
        await self.may_drain.wait()
        if self.drain_error is not None:
            raise self.drain_error

    def close(self) -> None:
        self.closed = True


class Heard(asyncio.Protocol):
    """Notes what it hears."""

    def __init__(self) -> None:
        self.events: list[object] = []
        self.changed = asyncio.Event()

    def note(self, event: object) -> None:
        self.events.append(event)
        self.changed.set()

    def data_received(self, data: bytes) -> None:
        self.note(data)

    def pause_writing(self) -> None:
        self.note("pause")

    def resume_writing(self) -> None:
        self.note("resume")

    def connection_lost(self, exc: Exception | None) -> None:
        self.note(exc)

    async def until(self, *events: object) -> None:
        async with asyncio.timeout(10):
            while self.events != [*events]:
                self.changed.clear()
                await self.changed.wait()


@pytest.mark.parametrize("error", [None, OSError("cable")])
async def test_a_reader_ends(error: Exception | None) -> None:
    """Its end, and its error, are the connection's; the writer is closed."""
    both = Scripted(b"one", b"two", error or b"")
    heard = Heard()
    await adopt((both, both), heard)
    await heard.until(b"one", b"two", error)
    assert both.closed


async def test_a_writer_fails() -> None:
    """Its error is the connection's."""
    both, heard = Scripted(), Heard()
    both.drain_error = OSError("cable")
    transport = await adopt((both, both), heard)
    transport.write(b"x")
    await heard.until(both.drain_error)
    assert both.closed


async def test_back_pressure_of_a_writer() -> None:
    """Writers pause at the limit, and go on when it is drained; nothing is lost or reordered."""
    both, heard = Scripted(), Heard()
    both.may_drain.clear()
    transport = await adopt((both, both), heard)
    transport.set_write_buffer_limits(high=10)
    assert not transport.can_write_eof()
    transport.write(b"1" * 6)
    transport.write(b"2" * 6)
    transport.write(b"3")
    await heard.until("pause")
    assert transport.get_write_buffer_size() == 13
    both.may_drain.set()
    await heard.until("pause", "resume")
    assert both.written == b"111111222222" + b"3"
    transport.abort()
    transport.write(b"late")
    await heard.until("pause", "resume", None)
    assert transport.is_closing()
    assert transport.get_write_buffer_size() == 0


async def test_back_pressure_of_a_reader() -> None:
    """A reader that is not to read is left alone, and another protocol can take over."""
    both, first, second = Scripted(b"one"), Heard(), Heard()
    transport = await adopt((both, both), first)
    await first.until(b"one")
    transport.pause_reading()
    assert not transport.is_reading()
    transport.set_protocol(second)
    assert transport.get_protocol() is second
    transport.resume_reading()
    assert transport.is_reading()
    transport.set_write_buffer_limits()
    transport.close()
    await second.until(None)


async def test_the_pair_in_memory() -> None:
    """Order, back-pressure, ends: what a transport promises."""
    left, right = Heard(), Heard()
    here, there = memory_pair(left, right)
    assert isinstance(here, MemoryTransport)
    assert not here.can_write_eof()
    here.set_write_buffer_limits(high=4)
    there.pause_reading()
    assert not there.is_reading()
    here.write(b"abc")
    here.write(b"")
    here.write(b"de")
    await left.until("pause")
    assert (right.events, here.get_write_buffer_size()) == ([], 5)
    there.resume_reading()
    await left.until("pause", "resume")
    assert right.events == [b"abc", b"de"]
    here.set_write_buffer_limits()
    here.write(b"last")
    here.close()
    here.close()
    here.write(b"too late")
    await right.until(b"abc", b"de", b"last", None)
    await left.until("pause", "resume", None)
    assert there.is_closing()
    there.write(b"to nobody")
    there.abort()


async def test_an_end_that_is_closed_drops_what_comes() -> None:
    """Writing to a peer that has just closed is no error, as with a socket; both hear of the end once."""
    left, right, other = Heard(), Heard(), Heard()
    here, there = memory_pair(left, right)
    there.set_protocol(other)
    assert there.get_protocol() is other
    here.write(b"x")
    there.abort()
    here.write(b"y")
    await left.until(None)
    await other.until(None)
    assert right.events == []


async def test_paused_in_the_middle_of_what_arrived() -> None:
    """A protocol that pauses while it hears gets the rest later."""

    class OneByOne(Heard):
        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            there.pause_reading()

    left, right = Heard(), OneByOne()
    here, there = memory_pair(left, right)
    here.write(b"a")
    here.write(b"b")
    here.close()
    await right.until(b"a")
    there.resume_reading()
    await right.until(b"a", b"b")
    there.resume_reading()
    await right.until(b"a", b"b", None)
