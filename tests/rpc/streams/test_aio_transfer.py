"""Whole transfers: exact lengths, holes, and nothing half done that looks whole."""

import asyncio
import os
import struct
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import purevirt
from purevirt.errors import ConnectionLost, LocalProtocolError, RemoteProtocolError, SystemCallError
from purevirt.rpc import xdr
from purevirt.rpc.aio import transfer
from purevirt.rpc.gen import remote
from tests.rpc import wire
from tests.rpc.peer import Link, Peer
from tests.rpc.streams.test_aio_streams import giving, statuses
from tests.rpc.wire import Message

HOLE = 4 << 20


async def source(*pieces: bytes) -> AsyncIterator[bytes]:
    """Yield pieces."""
    for piece in pieces:
        yield piece


def announced(peer: Peer) -> remote.StorageVolUploadArgs:
    """Return what the one upload announced."""
    (call,) = peer.link.calls(wire.UPLOAD)
    return xdr.decode(remote.StorageVolUploadArgs, call.payload)[0]


def content(link: Link) -> bytes:
    """Return what the one upload wrote, holes as zeros."""
    (call,) = link.calls(wire.UPLOAD)
    parts = []
    for packet in link.packets(call.serial):
        is_hole = packet.type == wire.HOLE
        parts.append(bytes(struct.unpack(">qI", packet.payload)[0]) if is_hole else packet.payload)
    return b"".join(parts)


def left_in(folder: Path) -> set[str]:
    """Return the names of what is in a folder."""
    return {one.name for one in folder.iterdir()}


@pytest.fixture
def sparse_file(tmp_path: Path) -> Path:
    """A file of data, a hole, data, and a hole to its end."""
    path = tmp_path / "sparse.raw"
    with path.open("wb") as file:
        file.write(b"a" * 70_000)
        file.seek(HOLE)
        file.write(b"b" * 70_000)
        file.truncate(2 * HOLE)
    return path


async def test_upload_is_exact(peer: Peer) -> None:
    """S1, S12: the announced length is the real one, the offset is passed on, the end is confirmed."""
    async with await purevirt.connect(peer.uri) as conn:
        await transfer.upload(conn, wire.VOLUME, source(b"abc", b"", b"de"), 5, offset=7)
        args = announced(peer)
        assert (args.offset, args.length, args.flags) == (7, 5, 0)
        assert content(peer.link) == b"abcde"
        assert statuses(peer.link, peer.link.calls(wire.UPLOAD)[0].serial)[-1] == wire.OK


@pytest.mark.parametrize(
    ("pieces", "match"),
    [((b"ab",), "ended 3 bytes before the 5"), ((b"ab", b"cdef"), "more than the 5")],
)
async def test_a_source_of_another_length(peer: Peer, pieces: tuple[bytes, ...], match: str) -> None:
    """S10, S11: too short or too long is aborted, not finished; what is too much is not sent."""
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(LocalProtocolError, match=match):
            await transfer.upload(conn, wire.VOLUME, source(*pieces), 5)
        assert content(peer.link) == b"ab"
        assert statuses(peer.link, peer.link.calls(wire.UPLOAD)[0].serial)[-1] == wire.ERROR
        assert await conn.connect_get_hostname() == "peer"


@pytest.mark.parametrize("length", [0, -1])
async def test_no_length_is_no_upload(peer: Peer, length: int) -> None:
    """S12: 0 would let the volume grow; it is refused before anything is sent."""
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(LocalProtocolError, match=f"an upload of {length} bytes"):
            await transfer.upload(conn, wire.VOLUME, source(), length)
        assert peer.link.calls(wire.UPLOAD) == []


@pytest.mark.parametrize("sparse", [True, False])
async def test_upload_of_a_file(peer: Peer, sparse_file: Path, sparse: bool) -> None:
    """S13: the content arrives whole; its holes are sent as holes only if asked."""
    expected = await asyncio.to_thread(sparse_file.read_bytes)
    async with await purevirt.connect(peer.uri) as conn:
        assert await transfer.upload_file(conn, wire.VOLUME, sparse_file, sparse=sparse) == 2 * HOLE
        args = announced(peer)
        assert (args.length, args.flags) == (2 * HOLE, int(sparse))
        assert content(peer.link) == expected
        packets = peer.link.packets(peer.link.calls(wire.UPLOAD)[0].serial)
        assert sum(packet.type == wire.HOLE for packet in packets) == (2 if sparse else 0)


async def test_upload_of_an_empty_file(peer: Peer, tmp_path: Path) -> None:
    """S12: there is nothing to upload, and that is said."""
    empty = tmp_path / "empty"
    await asyncio.to_thread(empty.touch)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(LocalProtocolError, match="an upload of 0 bytes"):
            await transfer.upload_file(conn, wire.VOLUME, empty)


@pytest.mark.parametrize(("size", "match"), [(10, "ended at byte"), (600_000, "changed its size")])
async def test_a_file_that_changes_meanwhile(peer: Peer, tmp_path: Path, size: int, match: str) -> None:
    """S10, S11: shrunk or grown while it was read: aborted."""
    path = tmp_path / "changing"
    await asyncio.to_thread(path.write_bytes, bytes(500_000))

    async def change(link: Link, call: Message) -> None:
        await asyncio.to_thread(os.truncate, path, size)
        await link.reply(call)

    peer.on(wire.UPLOAD, change)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(LocalProtocolError, match=match):
            await transfer.upload_file(conn, wire.VOLUME, path, sparse=False)
        assert statuses(peer.link, peer.link.calls(wire.UPLOAD)[0].serial)[-1] == wire.ERROR


async def test_download_to_a_file(peer: Peer, tmp_path: Path) -> None:
    """S13, S14: data and holes become a file of the right size, with its last hole; nothing else is left."""
    peer.on(wire.DOWNLOAD, giving(b"a" * 5000, HOLE, b"b", HOLE, b""))
    path = tmp_path / "volume.raw"
    async with await purevirt.connect(peer.uri) as conn:
        size = await transfer.download_file(conn, wire.VOLUME, path)
        (call,) = peer.link.calls(wire.DOWNLOAD)
        assert xdr.decode(remote.StorageVolDownloadArgs, call.payload)[0].flags == 1
    written = await asyncio.to_thread(path.read_bytes)
    assert written == b"a" * 5000 + bytes(HOLE) + b"b" + bytes(HOLE)
    assert size == len(written)
    blocks = (await asyncio.to_thread(path.stat)).st_blocks
    assert blocks * 512 < HOLE
    assert await asyncio.to_thread(left_in, tmp_path) == {"sock", "volume.raw"}


@pytest.mark.parametrize("how", ["error", "lost"])
async def test_a_download_that_fails(peer: Peer, tmp_path: Path, how: str) -> None:
    """S23: a file of that name from before is untouched, and no part is left behind."""

    async def fail(link: Link, call: Message) -> None:
        await link.reply(call)
        await link.send(wire.packet(wire.DOWNLOAD, call.serial, b"half"))
        if how == "error":
            await link.send(wire.stream_error(wire.DOWNLOAD, call.serial))
        else:
            link._writer.close()

    peer.on(wire.DOWNLOAD, fail)
    path = tmp_path / "volume.raw"
    await asyncio.to_thread(path.write_bytes, b"before")
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(SystemCallError if how == "error" else ConnectionLost):
            await transfer.download_file(conn, wire.VOLUME, path, sparse=False)
    assert await asyncio.to_thread(path.read_bytes) == b"before"
    assert await asyncio.to_thread(left_in, tmp_path) == {"sock", "volume.raw"}


def open_files() -> int:
    """Return how many file descriptors this process has."""
    return len([*Path("/proc/self/fd").iterdir()])


async def test_files_are_closed(peer: Peer, tmp_path: Path) -> None:
    """Whole or failed, a transfer leaves no file open."""
    path = tmp_path / "file"
    await asyncio.to_thread(path.write_bytes, b"x")
    peer.on(wire.DOWNLOAD, giving(b"x", b""))
    async with await purevirt.connect(peer.uri) as conn:
        before = await asyncio.to_thread(open_files)
        await transfer.upload_file(conn, wire.VOLUME, path)
        await transfer.download_file(conn, wire.VOLUME, path)
        peer.on(wire.DOWNLOAD, giving(wire.MAX_HOLE, wire.MAX_HOLE, b""))
        with pytest.raises(RemoteProtocolError, match="bytes or more"):
            await transfer.download_file(conn, wire.VOLUME, path)
        assert await asyncio.to_thread(open_files) == before


async def test_a_file_that_cannot_be_read_or_written(peer: Peer, tmp_path: Path) -> None:
    """An OSError of this side, before the daemon is asked for anything."""
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(FileNotFoundError):
            await transfer.upload_file(conn, wire.VOLUME, tmp_path / "nowhere")
        with pytest.raises(FileNotFoundError):
            await transfer.download_file(conn, wire.VOLUME, tmp_path / "nowhere" / "file")
        assert peer.link.calls(wire.UPLOAD) == peer.link.calls(wire.DOWNLOAD) == []


async def test_a_cancelled_write_ends_before_its_file_is_closed(
    peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S23: a thread still at work would write into whatever file has the descriptor's number next."""
    begun, released = threading.Event(), threading.Event()
    written = []
    original = os.pwrite

    def pwrite(file: int, data: memoryview, position: int) -> int:
        begun.set()
        assert released.wait(20)
        written.append(Path(f"/proc/self/fd/{file}").readlink())
        return original(file, data, position)

    monkeypatch.setattr(os, "pwrite", pwrite)
    peer.on(wire.DOWNLOAD, giving(b"data", b""))
    async with await purevirt.connect(peer.uri) as conn:
        task = asyncio.create_task(transfer.download_file(conn, wire.VOLUME, tmp_path / "file", sparse=False))
        await asyncio.to_thread(begun.wait, 20)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        released.set()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert written == [tmp_path / "file.part"]
    assert await asyncio.to_thread(left_in, tmp_path) == {"sock"}


async def test_a_download_cancelled_at_its_last_step(
    peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S23: the cancellation is what comes out, not that the part is gone; the file is whole by then."""
    begun, released = threading.Event(), threading.Event()
    original = os.replace

    def replace(part: str, path: Path) -> None:
        begun.set()
        assert released.wait(20)
        original(part, path)

    monkeypatch.setattr(os, "replace", replace)
    peer.on(wire.DOWNLOAD, giving(b"data", b""))
    async with await purevirt.connect(peer.uri) as conn:
        task = asyncio.create_task(transfer.download_file(conn, wire.VOLUME, tmp_path / "file", sparse=False))
        await asyncio.to_thread(begun.wait, 20)
        task.cancel()
        released.set()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert await asyncio.to_thread((tmp_path / "file").read_bytes) == b"data"
    assert await asyncio.to_thread(left_in, tmp_path) == {"sock", "file"}


async def test_a_file_that_opens_too_late_is_closed(
    peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transfer that is cancelled while its file is opened leaves no descriptor behind."""
    begun, released = threading.Event(), threading.Event()
    closed: asyncio.Queue[int] = asyncio.Queue()
    opened = []
    original_open, original_close = os.open, os.close

    def late(path: Path, flags: int, mode: int) -> int:
        begun.set()
        assert released.wait(20)
        opened.append(original_open(path, flags, mode))
        return opened[0]

    def close(file: int) -> None:
        original_close(file)
        closed.put_nowait(file)

    path = tmp_path / "file"
    await asyncio.to_thread(path.write_bytes, b"data")
    async with await purevirt.connect(peer.uri) as conn:
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", late)
            patch.setattr(os, "close", close)
            task = asyncio.create_task(transfer.upload_file(conn, wire.VOLUME, path))
            await asyncio.to_thread(begun.wait, 20)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            released.set()
            assert [await closed.get()] == opened
