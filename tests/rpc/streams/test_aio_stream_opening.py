"""Opening a stream of the asyncio client, and every way in which that does not come to its end."""

import asyncio

import pytest

import purevirt
from purevirt.errors import NoStorageVol, StreamAborted
from tests.rpc import wire
from tests.rpc.peer import Link, Peer, stall
from tests.rpc.streams.test_aio_streams import download, statuses, upload
from tests.rpc.wire import Message

DOWN = wire.DOWNLOAD


async def test_a_refused_stream(peer: Peer) -> None:
    """E11: the call raises, no stream is left, and the block ends quietly."""

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 50, "no storage vol")

    peer.on(DOWN, refuse)
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.stream() as stream:
            with pytest.raises(NoStorageVol):
                await download(conn, stream)
            with pytest.raises(NoStorageVol):
                await stream.read()
        assert conn._wire.session._streams == {}
        assert peer.link.packets(peer.link.calls(DOWN)[0].serial) == []


async def test_cancelled_while_opening(peer: Peer) -> None:
    """E11: the call is given up; when its reply comes the stream is aborted, and nothing is left."""
    peer.on(DOWN, stall)
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.stream() as stream:
            task = asyncio.create_task(download(conn, stream))
            await peer.until(lambda: bool(peer.link.calls(DOWN)))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            (call,) = peer.link.calls(DOWN)
            await peer.link.reply(call)
        assert statuses(peer.link, call.serial) == [wire.ERROR]
        assert conn._wire.session._streams == {}


async def test_cancelled_when_the_reply_is_there(peer: Peer) -> None:
    """E11: the reply and the cancellation meet: the stream that was opened is given up all the same."""
    peer.on(DOWN, stall)
    async with await purevirt.connect(peer.uri) as conn:
        stream = conn.stream()
        task = asyncio.create_task(download(conn, stream))
        await peer.until(lambda: bool(peer.link.calls(DOWN)))
        (call,) = peer.link.calls(DOWN)
        conn._wire.data_received(wire.reply(DOWN, call.serial))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await peer.until(lambda: statuses(peer.link, call.serial) == [wire.ERROR])
        await stream.abort()


async def test_cancelled_while_waiting_for_a_place(peer: Peer) -> None:
    """K9: a stream whose call never left is over at once."""
    peer.on(wire.HOSTNAME, stall)
    async with await purevirt.connect(peer.uri, max_calls=1) as conn:
        blocker = asyncio.create_task(conn.connect_get_hostname())
        await peer.until(lambda: bool(peer.link.calls(wire.HOSTNAME)))
        async with conn.stream() as stream:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0):
                    await download(conn, stream)
        blocker.cancel()
        assert peer.link.calls(DOWN) == []
        await peer.link.reply(peer.link.calls(wire.HOSTNAME)[0], wire.hostname("h"))


async def test_aborted_by_another_task_while_opening(peer: Peer) -> None:
    """Whoever makes the call gets its answer, whoever aborts gets the end."""
    peer.on(DOWN, stall)
    async with await purevirt.connect(peer.uri) as conn:
        stream = conn.stream()
        opening = asyncio.create_task(download(conn, stream))
        await peer.until(lambda: bool(peer.link.calls(DOWN)))
        aborting = asyncio.create_task(stream.abort())
        await asyncio.sleep(0)
        await peer.link.reply(peer.link.calls(DOWN)[0])
        await asyncio.gather(opening, aborting)
        with pytest.raises(StreamAborted):
            await stream.read()


async def test_a_bad_argument_opens_nothing(peer: Peer) -> None:
    """P24: the stream can be used for another call after one that was not sent."""
    async with await purevirt.connect(peer.uri) as conn, conn.stream() as stream:
        with pytest.raises(ValueError, match="64-bit"):
            await conn.storage_vol_upload(stream, wire.VOLUME, -1, 0)
        await upload(conn, stream)
        await stream.finish()
