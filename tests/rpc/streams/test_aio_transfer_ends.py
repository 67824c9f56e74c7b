"""Transfers that are cancelled, or get in each other's way: nothing hangs, and no file is harmed."""

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import pytest

import purevirt
from purevirt.rpc.aio import transfer
from purevirt.rpc.shared import transfer_file
from tests.rpc import wire
from tests.rpc.peer import PATIENCE_S, Link, Peer, PeerThread
from tests.rpc.streams.test_aio_streams import giving, statuses
from tests.rpc.streams.test_aio_transfer import left_in
from tests.rpc.wire import Message


class Endless:
    """A digest that notes that it has begun, and takes its time."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.count = 0

    def update(self, data: bytes, /) -> None:
        """Wait, once, then count."""
        self.begun.set()
        assert self.go_on.wait(PATIENCE_S)
        self.count += 1


async def test_a_download_cancelled_in_a_hole_of_terabytes(peer: Peer, tmp_path: Path) -> None:
    """S23: its digest would take a year; it ends, and nothing is left."""
    peer.on(wire.DOWNLOAD, giving(1 << 60, b""))
    digest = Endless()
    async with await purevirt.connect(peer.uri) as conn:
        task = asyncio.create_task(
            transfer.download_file(conn, wire.VOLUME, tmp_path / "file", digest=digest)
        )
        await asyncio.to_thread(digest.begun.wait, PATIENCE_S)
        task.cancel()
        await asyncio.sleep(0)
        digest.go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert digest.count < 1000
    assert await asyncio.to_thread(left_in, tmp_path) == {"sock"}


def test_a_download_at_the_end_of_the_program(
    peer_beside: PeerThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S23: the loop ends, which cancels all tasks, while a thread writes: the file is closed after that."""
    begun, released = threading.Event(), threading.Event()
    written: list[Path] = []
    written_before_the_end: list[bool] = []
    original, original_ended = os.pwrite, transfer._ended

    def pwrite(file: int, data: memoryview, position: int) -> int:
        begun.set()
        assert released.wait(PATIENCE_S)
        written.append(Path(f"/proc/self/fd/{file}").readlink())
        return original(file, data, position)

    async def ended(work: asyncio.Future[Any]) -> None:
        released.set()
        await original_ended(work)
        written_before_the_end.append(bool(written))

    async def main() -> None:
        conn = await purevirt.connect(peer_beside.peer.uri)
        tasks.append(asyncio.create_task(transfer.download_file(conn, wire.VOLUME, tmp_path / "file")))
        await asyncio.to_thread(begun.wait, PATIENCE_S)
        await conn.close()

    tasks: list[asyncio.Task[int]] = []
    monkeypatch.setattr(os, "pwrite", pwrite)
    monkeypatch.setattr(transfer, "_ended", ended)
    peer_beside.peer.on(wire.DOWNLOAD, giving(b"data", b""))
    asyncio.run(main())
    assert tasks[0].done()
    assert written == [tmp_path / "file.part"]
    assert written_before_the_end == [True]
    assert left_in(tmp_path) == {"sock"}


async def test_two_downloads_to_one_target(
    peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S23: the second is refused: it would write into the file that the first has finished."""
    go_on = asyncio.Event()
    monkeypatch.setattr(transfer_file, "PATIENCE_S", 0.0)

    async def slow(link: Link, call: Message) -> None:
        await link.reply(call)
        await link.send(wire.packet(wire.DOWNLOAD, call.serial, b"first"))
        await go_on.wait()
        await link.send(wire.packet(wire.DOWNLOAD, call.serial, b""))

    peer.on(wire.DOWNLOAD, slow)
    path = tmp_path / "file"
    async with await purevirt.connect(peer.uri) as conn:
        first = asyncio.create_task(transfer.download_file(conn, wire.VOLUME, path))
        await peer.until(lambda: bool(peer.link.calls(wire.DOWNLOAD)))
        with pytest.raises(FileExistsError, match="Another download"):
            await transfer.download_file(conn, wire.VOLUME, path)
        go_on.set()
        assert await first == 5
        assert await transfer.download_file(conn, wire.VOLUME, path) == 5
    assert await asyncio.to_thread(path.read_bytes) == b"first"
    assert await asyncio.to_thread(left_in, tmp_path) == {"sock", "file"}


async def test_a_cancelled_upload_lets_go_of_the_daemon_first(
    peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S23: the read of a device that hangs cannot be ended; the daemon is told all the same, at once."""
    path = tmp_path / "file"
    await asyncio.to_thread(path.write_bytes, bytes(5000))
    begun, released = threading.Event(), threading.Event()
    original = os.pread

    def pread(file: int, count: int, position: int) -> bytes:
        begun.set()
        assert released.wait(PATIENCE_S)
        return original(file, count, position)

    async with await purevirt.connect(peer.uri) as conn:
        monkeypatch.setattr(os, "pread", pread)
        task = asyncio.create_task(transfer.upload_file(conn, wire.VOLUME, path))
        await asyncio.to_thread(begun.wait, PATIENCE_S)
        task.cancel()
        (call,) = peer.link.calls(wire.UPLOAD)
        await peer.until(lambda: statuses(peer.link, call.serial) == [wire.ERROR])
        assert not task.done()
        released.set()
        with pytest.raises(asyncio.CancelledError):
            await task
