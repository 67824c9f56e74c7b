"""Streams of a blocking connection that is made again."""

from tests.rpc import wire
from tests.rpc.peer import Link, PeerThread
from tests.rpc.reconnecting.test_sync_reconnecting import quick
from tests.rpc.test_sync_calls import spin
from tests.rpc.wire import Message


def test_a_full_stream_is_left_to_its_reader(peer_beside: PeerThread) -> None:
    """The thread that watches does not read on for a stream whose reader is slow: nothing is given up."""
    peer, total = peer_beside.peer, 96 << 20
    piece = bytes(262_120)

    async def pour(link: Link, call: Message) -> None:
        await link.reply(call)
        frame = wire.pack(call.program, call.procedure, wire.STREAM, call.serial, wire.CONTINUE, piece)
        for _ in range(total // len(piece)):
            await link.send(frame)
            sent.append(len(piece))
        await link.send(wire.pack(call.program, call.procedure, wire.STREAM, call.serial, wire.CONTINUE))

    sent: list[int] = []
    peer.on(wire.DOWNLOAD, pour)
    with quick(peer.uri) as link, link.connection() as conn, conn.stream() as stream:
        conn.storage_vol_download(stream, wire.VOLUME, 0, 0)
        spin(lambda: bool(conn._wire._full_streams) and conn._wire._sleepers == 1)
        assert not conn._wire._reading
        assert len(sent) < total // len(piece)
        assert sum(len(item) for item in stream) == total // len(piece) * len(piece)
