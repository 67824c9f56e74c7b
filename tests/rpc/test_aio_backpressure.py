"""What a slow reader, a slow daemon and a stalled one cost the asyncio client."""

import asyncio
from collections.abc import Callable

import pytest

import purevirt
from purevirt import Connection, Stream
from purevirt.errors import StreamAborted
from purevirt.rpc.aio import wire as wire_module
from purevirt.rpc.streams.buffer import HIGH_UNREAD_BYTES, MAX_UNREAD_BYTES
from tests.rpc import wire
from tests.rpc.peer import PATIENCE_S, Link, Peer, stall
from tests.rpc.wire import Message

DOWN = wire.DOWNLOAD
PIECE = bytes(262_120)


class Flood:
    """Handles a download by sending data for ever, and counts what has gone out."""

    def __init__(self, peer: Peer) -> None:
        self.sent_bytes = 0
        self._peer = peer
        peer.on(DOWN, self._handle)

    async def _handle(self, link: Link, call: Message) -> None:
        await link.reply(call)
        while not any(packet.status != wire.CONTINUE for packet in link.packets(call.serial)):
            await link.send(wire.packet(DOWN, call.serial, PIECE))
            self.sent_bytes += len(PIECE)
            await self._peer.tell()


async def opened(conn: Connection) -> Stream:
    """Return a stream that is being downloaded."""
    stream = conn.stream()
    await conn.storage_vol_download(stream, wire.VOLUME, 0, 0)
    return stream


def is_paused(conn: Connection) -> bool:
    """Whether the client has stopped reading."""
    transport = conn._wire._transport
    assert transport is not None
    return not transport.is_reading()


async def turns(condition: Callable[[], bool]) -> None:
    """Let the event loop turn until `condition` holds of the client's own state, which tells nobody."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110 # see above
            await asyncio.sleep(0)


async def paused(conn: Connection) -> None:
    """Return once the client has stopped reading."""
    await turns(lambda: is_paused(conn))


async def test_a_stalled_reader_stops_the_reading(peer: Peer) -> None:
    """S22: with nothing else going on, a reader that stalls holds the daemon up at about 4 MiB."""
    flood = Flood(peer)
    async with await purevirt.connect(peer.uri) as conn:
        stream = await opened(conn)
        await paused(conn)
        unread = stream._core.buffer._unread_bytes
        assert HIGH_UNREAD_BYTES < unread < HIGH_UNREAD_BYTES + (2 << 20)
        before = flood.sent_bytes
        for _ in range(8):
            await stream.read()
        assert is_paused(conn), "reading goes on at 1 MiB, not at once"
        for _ in range(8):
            await stream.read()
        assert not is_paused(conn)
        await peer.until(lambda: flood.sent_bytes > before)
        await paused(conn)
        await stream.abort()
        assert await conn.connect_get_hostname() == "peer"


async def test_a_call_is_answered_past_a_stalled_reader(peer: Peer) -> None:
    """S22: another call resumes the reading for as long as it takes, and not longer."""
    Flood(peer)
    async with await purevirt.connect(peer.uri) as conn:
        stream = await opened(conn)
        await paused(conn)
        assert await conn.connect_get_hostname() == "peer"
        await paused(conn)
        assert stream._core.buffer._unread_bytes < MAX_UNREAD_BYTES
        await stream.abort()


async def test_a_stalled_reader_is_given_up_at_64_mib(peer: Peer) -> None:
    """S22: memory has a bound: while a call waits the stream grows to 64 MiB and is then given up, alone."""
    Flood(peer)
    peer.on(wire.HOSTNAME, stall)
    async with await purevirt.connect(peer.uri) as conn:
        stream = await opened(conn)
        call = asyncio.create_task(conn.connect_get_hostname())
        serial = peer.link.calls(DOWN)[0].serial
        await peer.until(lambda: [p.status for p in peer.link.packets(serial)] == [wire.ERROR])
        assert stream._core.buffer._unread_bytes == 0
        with pytest.raises(StreamAborted, match="more than 64 MiB behind"):
            await stream.read()
        await stream.abort()
        assert await conn.connect_get_lib_version() == 11_003_000
        call.cancel()


async def test_a_second_stream_is_confirmed_past_a_stalled_one(peer: Peer) -> None:
    """S22: one task may hold a full stream and finish another: waiting for a stream counts as a call does."""
    Flood(peer)
    async with await purevirt.connect(peer.uri) as conn:
        full = await opened(conn)
        await paused(conn)
        async with conn.stream() as other:
            await conn.storage_vol_upload(other, wire.VOLUME, 0, 1)
            await other.write(b"x")
            await paused(conn)
            await other.finish()
        await paused(conn)
        await full.abort()


async def test_two_streams_in_lockstep(peer: Peer) -> None:
    """S21: a reader that takes from two streams in turns is not stuck when one of them is full."""

    async def handle(link: Link, call: Message) -> None:
        await link.reply(call)
        if len(link.calls(DOWN)) == 2:
            first, second = (one.serial for one in link.calls(DOWN))
            await link.send(*[wire.packet(DOWN, first, PIECE)] * 20)
            await link.send(wire.packet(DOWN, second, b"x"))

    peer.on(DOWN, handle)
    async with await purevirt.connect(peer.uri) as conn:
        first, second = await opened(conn), await opened(conn)
        assert await first.read() == PIECE
        assert await second.read() == b"x"
        await first.abort()
        await second.abort()


async def test_the_daemon_knows_that_a_stalled_client_lives(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S22: not reading, we cannot answer the daemon's pings; unasked pongs keep it from hanging up, and its
    own silence is not judged."""
    monkeypatch.setattr(wire_module, "_PAUSED_INTERVAL_S", 0.001)
    flood = Flood(peer)
    async with await purevirt.connect(peer.uri, keepalive_interval_s=0.01, keepalive_count=1000) as conn:
        stream = await opened(conn)
        await paused(conn)
        pings = peer.link.keepalives(wire.PING)
        seen = peer.link.keepalives(wire.PONG)
        await peer.until(lambda: peer.link.keepalives(wire.PONG) >= seen + 20)
        assert conn.is_open
        assert peer.link.keepalives(wire.PING) == pings
        assert flood.sent_bytes > 0
        await stream.abort()


@pytest.mark.parametrize("writable", [True, False])
async def test_no_pongs_into_a_full_socket(
    peer: Peer, monkeypatch: pytest.MonkeyPatch, writable: bool
) -> None:
    """A daemon that does not read either gets no pile of pongs."""
    async with await purevirt.connect(peer.uri) as conn:
        core = conn._wire
        reassured: list[None] = []
        monkeypatch.setattr(core.session, "reassure", lambda: reassured.append(None))
        core._paused = True
        core.session._keepalive._deadline = 0.0
        if not writable:
            core.pause_writing()
        core._on_timer()
        assert len(reassured) == writable
        core.resume_writing()
        core._paused = False


async def test_what_was_held_goes_out_when_the_socket_takes_more(peer: Peer) -> None:
    """S22: a call that is made while the transport is full is sent when it is not any more."""
    async with await purevirt.connect(peer.uri, keepalive_interval_s=0) as conn:
        core = conn._wire
        core.pause_writing()
        call = asyncio.create_task(conn.connect_get_hostname())
        await turns(lambda: core.session.in_flight_count == 1 and not core._flush_scheduled)
        assert peer.link.calls(wire.HOSTNAME) == []
        core.resume_writing()
        assert await call == "peer"


async def test_a_writer_waits_for_a_daemon_that_does_not_read(peer: Peer) -> None:
    """S22: an upload is held at about 1 MiB of unsent bytes, and goes on when the daemon does."""
    async with await purevirt.connect(peer.uri, keepalive_interval_s=0) as conn, conn.stream() as stream:
        await conn.storage_vol_upload(stream, wire.VOLUME, 0, 0)
        peer.link.reading.clear()
        transport = conn._wire._transport
        assert transport is not None
        writer = asyncio.create_task(stream.write(bytes(24 << 20)))
        await turns(lambda: not conn._wire._can_write.is_set())
        assert not writer.done()
        assert transport.get_write_buffer_size() < 2 << 20
        peer.link.reading.set()
        await writer
        await stream.finish()
        serial = peer.link.calls(wire.UPLOAD)[0].serial
        assert sum(len(packet.payload) for packet in peer.link.packets(serial)) == 24 << 20


async def test_a_writer_lets_the_others_turn(peer: Peer) -> None:
    """S7: writes that never wait for the socket still leave every other task its turn."""
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await conn.storage_vol_upload(stream, wire.VOLUME, 0, 0)
        seen: list[int] = []

        async def other() -> None:
            while len(seen) < 50:
                seen.append(writes)
                await asyncio.sleep(0)

        writes = 0
        task = asyncio.create_task(other())
        for writes in range(100):  # noqa: B007 # the other task looks at it
            await stream.write(b"x")
        await task
        assert len(set(seen)) > 25
        await stream.finish()


async def test_a_blocked_writer_is_released_by_the_end(peer: Peer) -> None:
    """S23: a writer that waits for the socket gets ConnectionLost when the daemon dies."""
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        await conn.storage_vol_upload(stream, wire.VOLUME, 0, 0)
        peer.link.reading.clear()
        writer = asyncio.create_task(stream.write(bytes(24 << 20)))
        await turns(lambda: not conn._wire._can_write.is_set())
        peer.link.cut()
        with pytest.raises(purevirt.errors.ConnectionLost):
            await writer


async def test_a_large_reply(peer: Peer) -> None:
    """P31, K1: a reply of 30 MiB beside a ping: complete, and the ping is answered."""
    payload = bytes(30 << 20)

    async def large(link: Link, call: Message) -> None:
        await link.send(wire.ping(), wire.reply(wire.HOSTNAME, call.serial, payload), wire.ping())

    peer.on(wire.HOSTNAME, large)
    async with await purevirt.connect(peer.uri) as conn:
        assert await conn._wire.call(wire.HOSTNAME, b"") == payload
        await peer.until(lambda: peer.link.keepalives(wire.PONG) == 2)
