"""Whole transfers by the blocking client: as the asyncio client's, whose tests have the reasons."""

import hashlib
import os
from pathlib import Path

import pytest

import purevirt.sync
from purevirt.errors import ConnectionLost, LocalProtocolError, SystemCallError
from purevirt.rpc import xdr
from purevirt.rpc.gen import remote
from tests.rpc import wire
from tests.rpc.peer import Link, PeerThread
from tests.rpc.streams.test_aio_streams import giving, statuses
from tests.rpc.streams.test_aio_transfer import HOLE, announced, content, left_in, sparse_file
from tests.rpc.test_sync_calls import interrupt_once
from tests.rpc.wire import Message

__all__ = ["sparse_file"]


def test_upload_is_exact(peer_beside: PeerThread) -> None:
    """S1, S12: the announced length is the real one, the offset is passed on, the end is confirmed."""
    peer = peer_beside.peer
    with purevirt.sync.connect(peer.uri) as conn:
        purevirt.sync.upload(conn, wire.VOLUME, [b"abc", b"", b"de"], 5, offset=7)
        args = announced(peer)
        assert (args.offset, args.length, args.flags) == (7, 5, 0)
        assert content(peer.link) == b"abcde"
        assert statuses(peer.link, peer.link.calls(wire.UPLOAD)[0].serial)[-1] == wire.OK


@pytest.mark.parametrize(
    ("pieces", "match"),
    [([b"ab"], "ended 3 bytes before the 5"), ([b"ab", b"cdef"], "more than the 5")],
)
def test_a_source_of_another_length(peer_beside: PeerThread, pieces: list[bytes], match: str) -> None:
    """S10, S11: too short or too long is aborted, not finished; what is too much is not sent."""
    peer = peer_beside.peer
    with purevirt.sync.connect(peer.uri) as conn:
        with pytest.raises(LocalProtocolError, match=match):
            purevirt.sync.upload(conn, wire.VOLUME, pieces, 5)
        assert content(peer.link) == b"ab"
        assert statuses(peer.link, peer.link.calls(wire.UPLOAD)[0].serial)[-1] == wire.ERROR
        with pytest.raises(LocalProtocolError, match="an upload of 0 bytes"):
            purevirt.sync.upload(conn, wire.VOLUME, [], 0)


@pytest.mark.parametrize("sparse", [True, False])
def test_upload_of_a_file(peer_beside: PeerThread, sparse_file: Path, sparse: bool) -> None:
    """S13: it arrives whole, its holes as holes only if asked; progress and digest are of the whole."""
    peer, told, digest = peer_beside.peer, [0], hashlib.sha256()
    expected = sparse_file.read_bytes()
    with purevirt.sync.connect(peer.uri) as conn:
        size = purevirt.sync.upload_file(
            conn, wire.VOLUME, sparse_file, sparse=sparse, progress=told.append, digest=digest
        )
        args = announced(peer)
        packets = peer.link.packets(peer.link.calls(wire.UPLOAD)[0].serial)
    assert (size, args.length, args.flags) == (2 * HOLE, 2 * HOLE, int(sparse))
    assert content(peer.links[0]) == expected
    assert any(packet.type == wire.HOLE for packet in packets) is sparse
    assert told == sorted(told)
    assert told[-1] == 2 * HOLE
    assert digest.digest() == hashlib.sha256(expected).digest()


def test_a_file_that_grows_meanwhile(peer_beside: PeerThread, tmp_path: Path) -> None:
    """S11: aborted."""
    path = tmp_path / "changing"
    path.write_bytes(bytes(500_000))

    async def change(link: Link, call: Message) -> None:
        os.truncate(path, 600_000)
        await link.reply(call)

    peer = peer_beside.peer
    peer.on(wire.UPLOAD, change)
    with purevirt.sync.connect(peer.uri) as conn:
        with pytest.raises(LocalProtocolError, match="changed its size"):
            purevirt.sync.upload_file(conn, wire.VOLUME, path)
        assert statuses(peer.link, peer.link.calls(wire.UPLOAD)[0].serial)[-1] == wire.ERROR


@pytest.mark.parametrize("sparse", [True, False])
def test_download_to_a_file(peer_beside: PeerThread, tmp_path: Path, sparse: bool) -> None:
    """S13, S14: data and holes become a file of the right size, with its last hole; nothing else is left."""
    holes: tuple[bytes | int, ...] = (b"a" * 5000, HOLE, b"b", HOLE, b"")
    plain = (b"a" * 5000, bytes(1000), b"")
    peer, told, digest = peer_beside.peer, [0], hashlib.sha256()
    peer.on(wire.DOWNLOAD, giving(*(holes if sparse else plain)))
    expected = b"a" * 5000 + (bytes(HOLE) + b"b" + bytes(HOLE) if sparse else bytes(1000))
    path = tmp_path / "volume.raw"
    with purevirt.sync.connect(peer.uri) as conn:
        size = purevirt.sync.download_file(
            conn, wire.VOLUME, path, sparse=sparse, progress=told.append, digest=digest
        )
        (call,) = peer.link.calls(wire.DOWNLOAD)
    assert xdr.decode(remote.StorageVolDownloadArgs, call.payload)[0].flags == int(sparse)
    assert size == path.stat().st_size == len(expected)
    assert path.read_bytes() == expected
    assert told[-1] == size
    assert digest.digest() == hashlib.sha256(expected).digest()
    assert left_in(tmp_path) == {"sock", "volume.raw"}


@pytest.mark.parametrize("how", ["refused", "failed", "cut"])
def test_a_download_that_fails(peer_beside: PeerThread, tmp_path: Path, how: str) -> None:
    """S7, S23: no file, and none half done; the file that was there before stays as it was."""
    path = tmp_path / "volume.raw"
    path.write_bytes(b"old")

    async def fail(link: Link, call: Message) -> None:
        if how == "refused":
            await link.refuse(call, 38)
            return
        await link.reply(call)
        await link.send(wire.packet(wire.DOWNLOAD, call.serial, b"x" * 1000))
        if how == "cut":
            link.cut()
        else:
            payload = wire.error_payload(38, "the disk is broken")
            await link.send(
                wire.pack(call.program, call.procedure, wire.STREAM, call.serial, wire.ERROR, payload)
            )

    peer_beside.peer.on(wire.DOWNLOAD, fail)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with pytest.raises(ConnectionLost if how == "cut" else SystemCallError):
            purevirt.sync.download_file(conn, wire.VOLUME, path)
        with pytest.raises(FileNotFoundError):
            purevirt.sync.download_file(conn, wire.VOLUME, tmp_path / "no" / "where")
    assert path.read_bytes() == b"old"
    assert left_in(tmp_path) == {"sock", "volume.raw"}


def test_an_interrupted_download(peer_beside: PeerThread, tmp_path: Path) -> None:
    """Ctrl-C: the transfer is aborted, nothing is left, and the connection goes on."""
    peer = peer_beside.peer
    peer.on(wire.DOWNLOAD, giving(b"x" * 1000))
    with purevirt.sync.connect(peer.uri) as conn:
        interrupter = interrupt_once(lambda: bool(peer.link.calls(wire.DOWNLOAD)) and conn._wire._reading)
        with pytest.raises(KeyboardInterrupt):
            purevirt.sync.download_file(conn, wire.VOLUME, tmp_path / "volume.raw")
        interrupter.join()
        assert conn.connect_get_hostname() == "peer"
        assert statuses(peer.link, peer.link.calls(wire.DOWNLOAD)[0].serial) == [wire.ERROR]
    assert left_in(tmp_path) == {"sock"}
