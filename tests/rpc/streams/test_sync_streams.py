"""Streams of the blocking client."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

import purevirt.sync
from purevirt.errors import (
    ConnectionLost,
    LocalProtocolError,
    NoStorageVol,
    StreamAborted,
    SystemCallError,
)
from purevirt.rpc.streams.buffer import HIGH_UNREAD_BYTES
from purevirt.rpc.sync import keeper
from purevirt.sync import Connection, Stream
from tests.rpc import wire
from tests.rpc.peer import Link, PeerThread, stall
from tests.rpc.streams.test_aio_streams import giving, statuses
from tests.rpc.test_sync_calls import interrupt_once, spin
from tests.rpc.wire import Message

DOWN, UP = wire.DOWNLOAD, wire.UPLOAD
PIECE = bytes(262_120)


def download(conn: Connection, stream: Stream, flags: int = 0) -> None:
    """Open a stream for a download."""
    conn.storage_vol_download(stream, wire.VOLUME, 0, 0, flags)


def upload(conn: Connection, stream: Stream, flags: int = 0) -> None:
    """Open a stream for an upload."""
    conn.storage_vol_upload(stream, wire.VOLUME, 0, 0, flags)


def test_download(peer_beside: PeerThread) -> None:
    """S4, S5, S19: early data, pieces, the end, the confirmation."""
    peer_beside.peer.on(DOWN, giving(b"x" * 262_120, b"y", b"", before=(b"early",)))
    with purevirt.sync.connect(peer_beside.peer.uri) as conn, conn.stream() as stream:
        download(conn, stream)
        assert b"".join(stream) == b"early" + b"x" * 262_120 + b"y"
        serial = peer_beside.peer.link.calls(DOWN)[0].serial
        assert statuses(peer_beside.peer.link, serial) == [wire.OK]
        assert stream.read() is None
        stream.finish()


def test_sparse_download(peer_beside: PeerThread) -> None:
    """S13: holes are numbers; the loop over bytes refuses them."""
    peer_beside.peer.on(DOWN, giving(b"data", 4096, b""))
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with conn.stream() as stream:
            download(conn, stream, 1)
            assert [stream.read(), stream.read(), stream.read()] == [b"data", 4096, None]
        with conn.stream() as stream:
            download(conn, stream, 1)
            with pytest.raises(LocalProtocolError, match="a hole in the data"):
                list(stream)


def test_upload(peer_beside: PeerThread) -> None:
    """S1, S2, S13: split, in order, nothing for nothing, holes in their place, confirmed."""
    data = bytes(range(256)) * (7 << 12)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn, conn.stream() as stream:
        upload(conn, stream, 1)
        stream.write(b"")
        stream.write(data)
        stream.write_hole(1 << 20)
        stream.write(b"end")
        stream.finish()
        link = peer_beside.peer.link
        *packets, hole, last, finish = link.packets(link.calls(UP)[0].serial)
    assert b"".join(packet.payload for packet in packets) == data
    assert all(1 <= len(packet.payload) <= 262_120 for packet in packets)
    assert (hole.type, last.payload, finish.status) == (wire.HOLE, b"end", wire.OK)


def read_and_raise(conn: Connection, stream: Stream) -> None:
    """Leave the block of a download by an error."""
    with stream:
        download(conn, stream)
        assert stream.read() == b"x"
        raise ZeroDivisionError


def test_stopping_early(peer_beside: PeerThread) -> None:
    """S6, S20: leaving the block aborts and waits for the confirmation; the connection goes on."""
    peer_beside.peer.on(DOWN, giving(*[b"x"] * 50))
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        stream = conn.stream()
        with pytest.raises(ZeroDivisionError):
            read_and_raise(conn, stream)
        link = peer_beside.peer.link
        assert statuses(link, link.calls(DOWN)[0].serial) == [wire.ERROR]
        assert conn._wire.session._streams == {}
        with pytest.raises(StreamAborted):
            stream.read()
        assert conn.connect_get_hostname() == "peer"


@pytest.mark.parametrize("at_finish", [True, False])
def test_the_daemon_fails_an_upload(peer_beside: PeerThread, at_finish: bool) -> None:
    """S7, S8, S9: the error is raised by write, or by finish when it crosses it."""

    async def fail(link: Link, message: Message) -> None:
        if message.status == wire.OK if at_finish else len(link.packets(message.serial)) == 2:
            await link.send(wire.stream_error(UP, message.serial))

    peer_beside.peer.on_stream(fail)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        stream = conn.stream()
        upload(conn, stream)
        with pytest.raises(SystemCallError, match="disk full"):
            upload_until_told(stream, at_finish=at_finish)
        stream.abort()
        assert conn.connect_get_hostname() == "peer"


def upload_until_told(stream: Stream, *, at_finish: bool) -> None:
    """Write once and finish, or write for ever."""
    stream.write(PIECE)
    if at_finish:
        stream.finish()
    while True:
        stream.write(PIECE)


def test_a_refused_stream(peer_beside: PeerThread) -> None:
    """E11: the call raises and nothing is left."""

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 50, "no storage vol")

    peer_beside.peer.on(DOWN, refuse)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with conn.stream() as stream, pytest.raises(NoStorageVol):
            download(conn, stream)
        assert conn._wire.session._streams == {}


def test_interrupted_while_opening(peer_beside: PeerThread) -> None:
    """E11: Ctrl-C while the stream is being opened: it is aborted when the reply comes."""
    peer = peer_beside.peer
    peer.on(DOWN, stall)
    with purevirt.sync.connect(peer.uri) as conn:
        stream = conn.stream()
        thread = interrupt_once(lambda: conn._wire._pollers == 1)
        with pytest.raises(KeyboardInterrupt):
            download(conn, stream)
        thread.join()
        (call,) = peer.link.calls(DOWN)
        peer_beside.run(peer.link.reply(call))
        stream.abort()
        assert statuses(peer.link, call.serial) == [wire.ERROR]
        assert conn.connect_get_hostname() == "peer"


def test_interrupted_when_the_reply_is_there(
    peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E11: Ctrl-C between the reply and the caller: the stream that was opened is given up all the same."""
    peer = peer_beside.peer
    with purevirt.sync.connect(peer.uri) as conn:
        original = conn._wire._outcome

        def interrupted(*args: Any) -> bytes:
            original(*args)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(conn._wire, "_outcome", interrupted)
            with pytest.raises(KeyboardInterrupt):
                download(conn, conn.stream())
        serial = peer.link.calls(DOWN)[0].serial
        peer_beside.until(lambda: statuses(peer.link, serial) == [wire.ERROR])
        assert conn.connect_get_hostname() == "peer"


def test_interrupted_while_reading(peer_beside: PeerThread) -> None:
    """Ctrl-C while a stream is read: leaving the block ends the stream, the connection goes on."""
    peer = peer_beside.peer
    with purevirt.sync.connect(peer.uri) as conn:
        stream = conn.stream()
        download(conn, stream)
        thread = interrupt_once(lambda: conn._wire._pollers == 1)
        with pytest.raises(KeyboardInterrupt), stream:
            stream.read()
        thread.join()
        assert conn.connect_get_hostname() == "peer"


@pytest.mark.parametrize("answered_first", [True, False])
def test_a_writer_that_waits_while_another_reads(peer_beside: PeerThread, answered_first: bool) -> None:
    """S22: one thread is stuck in write, another reads: both are served when the daemon goes on, also the
    writer while the reader reads on."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri) as conn, conn.stream() as stream, ThreadPoolExecutor(2) as pool:
        upload(conn, stream)
        call = pool.submit(conn.connect_get_hostname)
        spin(lambda: conn._wire._reading and bool(peer.link.calls(wire.HOSTNAME)))
        peer.link.reading.clear()
        writing = pool.submit(stream.write, bytes(24 << 20))
        spin(lambda: conn._wire._pollers == 2)
        assert len(conn._wire._unsent) < 2 << 20
        (question,) = peer.link.calls(wire.HOSTNAME)
        if answered_first:
            peer_beside.run(peer.link.reply(question, wire.hostname("h")))
            assert call.result(10) == "h"
            assert not writing.done()
        peer_beside._loop.call_soon_threadsafe(peer.link.reading.set)
        writing.result(20)
        if not answered_first:
            peer_beside.run(peer.link.reply(question, wire.hostname("h")))
            assert call.result(10) == "h"
        stream.finish()
        serial = peer.link.calls(UP)[0].serial
        assert sum(len(packet.payload) for packet in peer.link.packets(serial)) == 24 << 20


@pytest.mark.parametrize("reader", [True, False])
def test_a_stuck_writer_is_released(peer_beside: PeerThread, reader: bool) -> None:
    """S23: the daemon dies while a thread waits to write, with another thread reading or without."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(2) as pool:
        stream = conn.stream()
        upload(conn, stream)
        if reader:
            call = pool.submit(conn.connect_get_hostname)
            spin(lambda: conn._wire._reading and bool(peer.link.calls(wire.HOSTNAME)))
        peer.link.reading.clear()
        writing = pool.submit(stream.write, bytes(24 << 20))
        spin(lambda: conn._wire._pollers == 1 + reader)
        peer_beside.run(peer.link.stop())
        # what a thread writes before the death is noticed is lost without a word; finish is the word
        assert isinstance(writing.exception(10) or pool.submit(stream.finish).exception(10), ConnectionLost)
        if reader:
            assert isinstance(call.exception(10), ConnectionLost)


def test_two_writers_do_not_tear_frames(peer_beside: PeerThread) -> None:
    """Two threads write two streams through a socket that is often full: every frame arrives whole."""
    peer = peer_beside.peer
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(2) as pool:

        def send(byte: int) -> int:
            with conn.stream() as stream:
                upload(conn, stream)
                for _ in range(4):
                    stream.write(bytes([byte]) * (1 << 20))
                stream.finish()
                assert stream._core._channel is not None
                return stream._core._channel.call.serial

        for byte, serial in enumerate(pool.map(send, range(2))):
            data = b"".join(packet.payload for packet in peer.link.packets(serial))
            assert data == bytes([byte]) * (4 << 20)


def test_misuse(peer_beside: PeerThread) -> None:
    """Each misuse is said at once."""
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        stream = conn.stream()
        assert repr(stream) == "<Stream, not opened>"
        for work in (
            stream.read,
            stream.finish,
            partial(stream.write, b"x"),
            partial(stream.write, b""),
            partial(stream.write_hole, 1),
        ):
            with pytest.raises(LocalProtocolError, match="not open"):
                work()
        stream.abort()
        upload(conn, stream)
        with pytest.raises(LocalProtocolError, match="a stream serves one call"):
            upload(conn, stream)
        with pytest.raises(LocalProtocolError, match="only carries data to the daemon"):
            stream.read()
        stream.abort()


def test_the_connection_ends_mid_stream(peer_beside: PeerThread) -> None:
    """S23: what had come is read, then ConnectionLost."""
    peer_beside.peer.on(DOWN, giving(b"last words"))
    with purevirt.sync.connect(peer_beside.peer.uri) as conn, conn.stream() as stream:
        download(conn, stream)
        assert stream.read() == b"last words"
        peer_beside.run(peer_beside.peer.link.stop())
        for work in (stream.read, stream.finish, lambda: stream.write(b"x")):
            with pytest.raises(ConnectionLost):
                work()


async def flood(link: Link, call: Message) -> None:
    """Send data until the client has had enough."""
    await link.reply(call)
    while not link.packets(call.serial):
        await link.send(wire.packet(DOWN, call.serial, PIECE))


def test_a_stalled_reader_is_given_up_at_64_mib(peer_beside: PeerThread) -> None:
    """S22: while another thread waits for its answer the stream grows to its bound, and is then given up."""
    peer = peer_beside.peer
    peer.on(DOWN, flood)
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(1) as pool:
        stream = conn.stream()
        download(conn, stream)
        call = pool.submit(conn.connect_get_hostname)
        serial = peer.link.calls(DOWN)[0].serial
        peer_beside.until(lambda: statuses(peer.link, serial) == [wire.ERROR])
        with pytest.raises(StreamAborted, match="more than 64 MiB behind"):
            stream.read()
        assert conn.connect_get_lib_version() == 11_003_000
        peer_beside.run(peer.link.reply(peer.link.calls(wire.HOSTNAME)[0], wire.hostname("h")))
        assert call.result(10) == "h"


def test_the_keeper_does_not_read_for_a_stalled_reader(
    peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S22: while nobody waits, a full stream stays at about 4 MiB, and the daemon is told that we live."""
    monkeypatch.setattr(keeper, "KEEPER_INTERVAL_S", 0.001)
    peer = peer_beside.peer
    peer.on(DOWN, flood)
    with purevirt.sync.connect(peer.uri, keepalive_interval_s=0) as conn, conn.stream() as stream:
        download(conn, stream)
        peer_beside.until(lambda: peer.link.keepalives(wire.PONG) >= 20)
        unread = stream._core.buffer._unread_bytes
        assert HIGH_UNREAD_BYTES < unread < HIGH_UNREAD_BYTES + (2 << 20)
        while stream._core.buffer.full:
            assert stream.read() == PIECE
        assert conn._wire._full_streams == set()
    assert [t for t in threading.enumerate() if t.name == "purevirt-keepalive"] == []
