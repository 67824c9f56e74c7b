"""Streams of the asyncio client against a scripted daemon."""

import asyncio

import pytest

import purevirt
from purevirt import Connection, Stream
from purevirt.errors import (
    ConnectionLost,
    LibvirtError,
    LocalProtocolError,
    StreamAborted,
    SystemCallError,
)
from purevirt.rpc import xdr
from purevirt.rpc.gen import procedures, remote
from tests.rpc import wire
from tests.rpc.peer import Handler, Link, Peer
from tests.rpc.wire import Message

DOWN, UP = wire.DOWNLOAD, wire.UPLOAD
SPARSE = 1


async def download(conn: Connection, stream: Stream, flags: int = 0) -> None:
    """Open a stream for a download."""
    await conn.storage_vol_download(stream, wire.VOLUME, 0, 0, flags)


async def upload(conn: Connection, stream: Stream, flags: int = 0) -> None:
    """Open a stream for an upload."""
    await conn.storage_vol_upload(stream, wire.VOLUME, 0, 0, flags)


def giving(*pieces: bytes | int, before: tuple[bytes, ...] = ()) -> Handler:
    """Return a handler of a download that sends data and holes; `before` goes out before the reply."""

    async def handle(link: Link, call: Message) -> None:
        await link.send(*(wire.packet(DOWN, call.serial, piece) for piece in before))
        await link.reply(call)
        await link.send(
            *(
                wire.packet(DOWN, call.serial, piece)
                if isinstance(piece, bytes)
                else wire.hole(DOWN, call.serial, piece)
                for piece in pieces
            )
        )

    return handle


def statuses(link: Link, serial: int) -> list[int]:
    """Return the statuses of the packets that came for one stream."""
    return [packet.status for packet in link.packets(serial)]


async def test_a_buffer_that_is_used_again(peer: Peer) -> None:
    """What waits to be sent does not change with the writer's buffer, nor what waits in the session."""
    async with await purevirt.connect(peer.uri, keepalive_interval_s=0) as conn, conn.stream() as stream:
        await conn.storage_vol_upload(stream, wire.VOLUME, 0, 0)
        peer.link.reading.clear()
        large, small = bytearray(b"a" * (4 << 20)), bytearray(b"b" * 1000)
        writes = [asyncio.create_task(stream.write(large))]
        while conn._wire._can_write.is_set():  # noqa: ASYNC110 # nobody is told of the contrary
            await asyncio.sleep(0)
        writes.append(asyncio.create_task(stream.write(small)))
        await asyncio.sleep(0)
        small[:] = b"x" * len(small)
        with pytest.raises(BufferError):
            large.clear()
        peer.link.reading.set()
        await asyncio.gather(*writes)
        large[:] = b"x" * len(large)
        await stream.finish()
        (call,) = peer.link.calls(wire.UPLOAD)
        sent = b"".join(packet.payload for packet in peer.link.packets(call.serial))
    assert (sent.count(b"a"), sent.count(b"b"), len(sent)) == (4 << 20, 1000, (4 << 20) + 1000)


async def test_many_pieces_at_once(peer: Peer) -> None:
    """S4, S13: all that has come, once it is enough or no more comes; then the end, confirmed."""
    peer.on(DOWN, giving(b"a" * 1000, 500, b"b" * 1000, b"c" * 1000, b""))
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await download(conn, stream, SPARSE)
        got = await stream.read_many(2000)
        assert got[:3] == [b"a" * 1000, 500, b"b" * 1000]
        while pieces := await stream.read_many(1 << 60):
            got += pieces
        assert got[3:] == [b"c" * 1000]
        assert statuses(peer.link, peer.link.calls(DOWN)[0].serial) == [wire.OK]


async def test_download(peer: Peer) -> None:
    """S4, S5: pieces as they come, joined; the end is confirmed both ways before it is reported."""
    peer.on(DOWN, giving(b"a" * 262_120, b"b" * 24, b"c", b""))
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await download(conn, stream)
        data = b"".join([piece async for piece in stream])
        assert data == b"a" * 262_120 + b"b" * 24 + b"c"
        serial = peer.link.calls(DOWN)[0].serial
        assert statuses(peer.link, serial) == [wire.OK]
        assert await stream.read() is None
        await stream.finish()
        await stream.abort()
        assert statuses(peer.link, serial) == [wire.OK]


async def test_data_before_the_reply(peer: Peer) -> None:
    """S19: packets that overtake the reply are not lost, the end among them neither."""
    peer.on(DOWN, giving(before=(b"early", b"")))
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await download(conn, stream)
        assert [piece async for piece in stream] == [b"early"]


async def test_sparse_download(peer: Peer) -> None:
    """S13, S14: holes come as numbers between the bytes."""
    peer.on(DOWN, giving(b"data", 1 << 30, b"x", 4096, b""))
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await download(conn, stream, SPARSE)
        pieces = []
        while (piece := await stream.read()) is not None:
            pieces.append(piece)
        assert pieces == [b"data", 1 << 30, b"x", 4096]


async def test_iteration_refuses_holes(peer: Peer) -> None:
    """S13: the loop over bytes does not swallow a hole."""
    peer.on(DOWN, giving(5, b""))
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await download(conn, stream, SPARSE)
        with pytest.raises(LocalProtocolError, match=r"a hole in the data; use read\(\)"):
            async for _ in stream:
                pass


async def test_upload_splits_and_skips(peer: Peer) -> None:
    """S1, S2, S3: chunks of 0, 1 and 7 MiB become packets of 1 to 262120 bytes, in order; OK is awaited."""
    chunks: list[bytes | bytearray | memoryview] = [
        b"x",
        b"",
        bytes(range(256)) * (7 << 12),
        bytearray(b"yz"),
        memoryview(b"end"),
    ]
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await upload(conn, stream)
        for chunk in chunks:
            await stream.write(chunk)
        await stream.finish()
        packets = peer.link.packets(peer.link.calls(UP)[0].serial)
    assert [packet.status for packet in packets] == [wire.CONTINUE] * (len(packets) - 1) + [wire.OK]
    assert all(1 <= len(packet.payload) <= 262_120 for packet in packets[:-1])
    assert b"".join(packet.payload for packet in packets) == b"".join(map(bytes, chunks))


async def test_sparse_upload(peer: Peer) -> None:
    """S13: a hole goes out as one, in its place."""
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await upload(conn, stream, SPARSE)
        await stream.write(b"x")
        await stream.write_hole(1 << 20)
        await stream.write(b"y")
        await stream.finish()
        packets = peer.link.packets(peer.link.calls(UP)[0].serial)
    assert [packet.type for packet in packets] == [wire.STREAM, wire.HOLE, wire.STREAM, wire.STREAM]


@pytest.mark.parametrize(("flags", "length"), [(0, 5), (SPARSE, 0)])
async def test_a_hole_where_none_may_be(peer: Peer, flags: int, length: int) -> None:
    """S16, S17: refused here; the stream and the connection go on."""
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await upload(conn, stream, flags)
        with pytest.raises(LocalProtocolError):
            await stream.write_hole(length)
        await stream.write(b"x")
        await stream.finish()


async def test_a_reader_that_stops_early(peer: Peer) -> None:
    """S6: leaving the block aborts, drains to the confirmation, and the connection serves the next call."""
    peer.on(DOWN, giving(*[b"x" * 1000] * 50))
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.stream() as stream:
            await download(conn, stream)
            assert await stream.read() == b"x" * 1000
        serial = peer.link.calls(DOWN)[0].serial
        assert statuses(peer.link, serial) == [wire.ERROR]
        assert conn._wire.session._streams == {}
        with pytest.raises(StreamAborted, match="given up by this side"):
            await stream.read()
        assert await conn.connect_get_hostname() == "peer"


async def test_a_late_packet_of_a_closed_stream(peer: Peer) -> None:
    """S20: dropped, and nobody minds."""
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.stream() as stream:
            await download(conn, stream)
        serial = peer.link.calls(DOWN)[0].serial
        await peer.link.send(wire.packet(DOWN, serial, b"late"), wire.stream_error(DOWN, serial))
        assert await conn.connect_get_hostname() == "peer"


async def upload_for_ever(conn: Connection, stream: Stream) -> None:
    """Write until that raises."""
    async with stream:
        await upload(conn, stream)
        while True:
            await stream.write(bytes(262_120))


async def test_the_disk_is_full_while_we_write(peer: Peer) -> None:
    """S7, S8, S10: the writer stops at the daemon's error and never asks for a confirmation."""

    async def full(link: Link, message: Message) -> None:
        if len(link.packets(message.serial)) == 3:
            await link.send(wire.stream_error(UP, message.serial))

    peer.on_stream(full)
    async with await purevirt.connect(peer.uri) as conn:
        stream = conn.stream()
        with pytest.raises(SystemCallError, match="disk full") as caught:
            await upload_for_ever(conn, stream)
        assert caught.value.errno == 28
        with pytest.raises(SystemCallError):
            await stream.finish()
        serial = peer.link.calls(UP)[0].serial
        assert await conn.connect_get_hostname() == "peer"
        assert set(statuses(peer.link, serial)) == {wire.CONTINUE}


async def test_finish_crosses_the_error(peer: Peer) -> None:
    """S9: the answer to a finish may be an error; it is raised, not waited past."""

    async def fail(link: Link, message: Message) -> None:
        if message.status == wire.OK:
            await link.send(wire.stream_error(UP, message.serial))

    peer.on_stream(fail)
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await upload(conn, stream)
        await stream.write(b"x")
        with pytest.raises(SystemCallError):
            await stream.finish()


async def upload_and_raise(conn: Connection, error: BaseException) -> None:
    """Leave the block of an upload by an error."""
    async with conn.stream() as stream:
        await upload(conn, stream)
        await stream.write(b"x")
        raise error


@pytest.mark.parametrize("error", [RuntimeError("source failed"), asyncio.CancelledError()])
async def test_leaving_an_upload_early(peer: Peer, error: BaseException) -> None:
    """S10: an exception or a cancellation aborts; half a transfer never looks whole."""
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(type(error)):
            await upload_and_raise(conn, error)
        serial = peer.link.calls(UP)[0].serial
        await peer.until(lambda: statuses(peer.link, serial) == [wire.CONTINUE, wire.ERROR])
        assert await conn.connect_get_hostname() == "peer"


@pytest.mark.parametrize("reading", [True, False])
async def test_the_connection_ends_mid_stream(peer: Peer, reading: bool) -> None:
    """S23: reader and writer both get ConnectionLost, after what had come."""
    peer.on(wire.CONSOLE, giving(b"last words"))
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await conn.domain_open_console(stream, wire.DOMAIN, None)
        serial = peer.link.calls(wire.CONSOLE)[0].serial
        await peer.link.send(wire.packet(wire.CONSOLE, serial, b"last words"))
        peer.link._writer.close()
        await conn._wire.wait_gone()
        if reading:
            assert await stream.read() == b"last words"
            with pytest.raises(ConnectionLost):
                await stream.read()
        for work in (stream.write(b"x"), stream.finish()):
            with pytest.raises(ConnectionLost) as caught:
                await work
            assert caught.value.maybe_executed


async def test_the_daemon_ends_it_unasked(peer: Peer) -> None:
    """A confirmation nobody asked for is a transfer cut short."""

    async def cut_short(link: Link, call: Message) -> None:
        await link.reply(call)
        await link.send(wire.packet(DOWN, call.serial, b"half"), wire.confirm(DOWN, call.serial))

    peer.on(DOWN, cut_short)
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await download(conn, stream)
        assert await stream.read() == b"half"
        with pytest.raises(StreamAborted) as caught:
            await stream.read()
        assert caught.value.by_peer


async def test_misuse(peer: Peer) -> None:
    """Each misuse of a stream is said at once, and harms neither stream nor connection."""
    async with await purevirt.connect(peer.uri) as conn:
        stream = conn.stream()
        assert repr(stream) == "<Stream, not opened>"
        for work in (
            stream.read(),
            stream.write(b"x"),
            stream.write(b""),
            stream.finish(),
            stream.write_hole(1),
        ):
            with pytest.raises(LocalProtocolError, match="not open"):
                await work
        await stream.abort()
        await upload(conn, stream)
        assert "STORAGE_VOL_UPLOAD active" in repr(stream)
        with pytest.raises(LocalProtocolError, match="a stream serves one call"):
            await upload(conn, stream)
        with pytest.raises(LocalProtocolError, match="only carries data to the daemon"):
            await stream.read()
        await stream.finish()
        with pytest.raises(LocalProtocolError, match="it is closed"):
            await stream.write(b"x")
        async with conn.stream() as reading:
            await download(conn, reading)
            with pytest.raises(LocalProtocolError, match="only carries data to the client"):
                await reading.write(b"x")


async def test_a_console_goes_both_ways(peer: Peer) -> None:
    """S25: bytes, whatever they are, in both directions."""

    async def echo(link: Link, message: Message) -> None:
        if message.status == wire.CONTINUE:
            await link.send(wire.packet(wire.CONSOLE, message.serial, message.payload[::-1]))
        else:
            await link.send(wire.confirm(wire.CONSOLE, message.serial))

    peer.on_stream(echo)
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await conn.domain_open_console(stream, wire.DOMAIN, "serial0")
        await stream.write(b"\xff\x00")
        assert await stream.read() == b"\x00\xff"
        await stream.finish()


async def test_a_reply_beside_the_data(peer: Peer) -> None:
    """S26: a screenshot's type is in the reply, its picture in the stream."""
    spec = procedures.DOMAIN_SCREENSHOT

    async def picture(link: Link, call: Message) -> None:
        await link.reply(call, xdr.encode(remote.DomainScreenshotRet(mime="image/png")))
        await link.send(wire.packet(spec, call.serial, b"\x89PNG"), wire.packet(spec, call.serial, b""))

    peer.on(spec, picture)
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        assert await conn.domain_screenshot(stream, wire.DOMAIN, 0) == "image/png"
        assert [piece async for piece in stream] == [b"\x89PNG"]


async def test_eight_at_once(peer: Peer) -> None:
    """S21: eight downloads and a call beside them, all complete."""
    peer.on(DOWN, giving(*[bytes([n]) * 10_000 for n in range(40)], b""))

    async def one(conn: Connection) -> int:
        async with conn.stream() as stream:
            await download(conn, stream)
            return sum([len(piece) async for piece in stream])

    async with await purevirt.connect(peer.uri) as conn:
        *sizes, name = await asyncio.gather(*(one(conn) for _ in range(8)), conn.connect_get_hostname())
    assert (sizes, name) == ([400_000] * 8, "peer")


async def test_an_error_after_data(peer: Peer) -> None:
    """S7: what came before the error is still read; then the error, as often as asked."""

    async def broken(link: Link, call: Message) -> None:
        await link.reply(call)
        await link.send(wire.packet(DOWN, call.serial, b"good"), wire.stream_error(DOWN, call.serial))

    peer.on(DOWN, broken)
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await download(conn, stream)
        assert await stream.read() == b"good"
        for _ in range(2):
            with pytest.raises(LibvirtError, match="disk full"):
                await stream.read()
