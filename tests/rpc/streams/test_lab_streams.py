"""Streams against a real libvirtd and the simulated one: volumes of a pool, compared with their files."""

import asyncio
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import purevirt
import purevirt.sync
from purevirt import Connection
from purevirt.errors import LibvirtError, LocalProtocolError, StreamAborted
from purevirt.rpc.aio import transfer
from purevirt.rpc.gen.remote import StorageVol
from purevirt.testing import SimulatedLibvirtd
from tests.lab import LabHost

MIB = 1 << 20
POOL = "<pool type='dir'><name>rpc</name><target><path>{}</path></target></pool>"
VOLUME = """<volume><name>{}</name><capacity>{}</capacity><allocation>0</allocation>
<target><format type='raw'/></target></volume>"""

Make = Callable[[str, int], Coroutine[Any, Any, StorageVol]]


@dataclass(frozen=True)
class Place:
    """A daemon's URI, and a folder that it sees as the test does."""

    uri: str
    folder: Path


@pytest.fixture(params=[pytest.param("real", marks=pytest.mark.lab), "simulated"])
async def place(request: pytest.FixtureRequest) -> AsyncIterator[Place]:
    """One daemon after the other."""
    if request.param == "simulated":
        async with SimulatedLibvirtd() as sim:
            yield Place(sim.uri, sim.host.storage.files.folder)
        return
    host = request.getfixturevalue("libvirtd")
    assert isinstance(host, LabHost)
    yield Place(host.uri, host.folder)


@pytest.fixture
async def conn(place: Place) -> AsyncIterator[Connection]:
    """A connection to the QEMU driver, which has the storage driver too."""
    async with await purevirt.connect(place.uri) as connection:
        yield connection


@pytest.fixture
async def make(place: Place, conn: Connection) -> AsyncIterator[Make]:
    """Makes volumes in a pool of the test's own."""
    folder = place.folder / "rpc-pool"
    folder.mkdir()
    pool = await conn.storage_pool_create_xml(POOL.format(folder), 0)

    async def make_one(name: str, size: int) -> StorageVol:
        return await conn.storage_vol_create_xml(pool, VOLUME.format(name, size), 0)

    yield make_one
    await conn.storage_pool_destroy(pool)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


async def test_upload_and_download(conn: Connection, make: Make) -> None:
    """S1, S4, S5: bytes equal both ways, and a part of them by offset and length."""
    data = os.urandom(MIB)
    volume = await make("plain.raw", MIB)
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, volume, 0, MIB)
        await stream.write(data)
        await stream.finish()
    assert await asyncio.to_thread(Path(volume.key).read_bytes) == data
    for offset, length in ((0, 0), (5, 10), (MIB - 3, 3)):
        async with conn.stream() as stream:
            await conn.storage_vol_download(stream, volume, offset, length)
            got = b"".join([piece async for piece in stream])
        assert got == data[offset : offset + length if length else None]


async def test_odd_chunks(conn: Connection, make: Make) -> None:
    """S2: single bytes, nothing, and 7 MiB at once."""
    chunks = [b"a", b"", os.urandom(7 * MIB), b"z" * 3]
    size = sum(map(len, chunks))
    volume = await make("odd.raw", size)

    async def source() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    await transfer.upload(conn, volume, source(), size)
    assert await asyncio.to_thread(Path(volume.key).read_bytes) == b"".join(chunks)


async def test_a_reader_that_stops_early(conn: Connection, make: Make) -> None:
    """S6: aborted and confirmed; the connection serves the next call and the next stream."""
    volume = await make("early.raw", 32 * MIB)
    for _ in range(3):
        async with conn.stream() as stream:
            await conn.storage_vol_download(stream, volume, 0, 0)
            assert await stream.read()
        with pytest.raises(StreamAborted):
            await stream.read()
        assert (await conn.storage_vol_get_info(volume)).capacity == 32 * MIB


async def upload_64_times(conn: Connection, volume: StorageVol) -> None:
    """Announce 1 MiB and write 64."""
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, volume, 0, MIB)
        for _ in range(64):
            await stream.write(bytes(MIB))
        await stream.finish()


async def test_more_data_than_announced(conn: Connection, make: Make) -> None:
    """S7, S8, S11: the daemon fails the stream while we write; that error is raised, and nothing waits."""
    volume = await make("over.raw", MIB)
    with pytest.raises(LibvirtError):
        await upload_64_times(conn, volume)
    assert await conn.connect_get_hostname()


async def test_less_data_than_announced(conn: Connection, make: Make) -> None:
    """S10: the daemon would confirm it; the transfer does not ask it to."""
    volume = await make("under.raw", MIB)

    async def source() -> AsyncIterator[bytes]:
        yield b"x" * 100

    with pytest.raises(LocalProtocolError, match="ended 1048476 bytes before"):
        await transfer.upload(conn, volume, source(), MIB)
    assert await conn.connect_get_hostname()


async def test_a_refused_stream(conn: Connection, make: Make) -> None:
    """E11: a volume that is gone."""
    volume = await make("gone.raw", MIB)
    await conn.storage_vol_delete(volume, 0)
    async with conn.stream() as stream:
        with pytest.raises(LibvirtError):
            await conn.storage_vol_download(stream, volume, 0, 0)
    assert conn._wire.session._streams == {}


def sparse_file(path: Path, *, data: bool) -> bytes:
    """Write a file of 8 MiB with holes in the middle and at the end, or of nothing but a hole."""
    with path.open("wb") as file:
        if data:
            file.write(os.urandom(65_536))
            file.seek(4 * MIB)
            file.write(os.urandom(65_536))
        file.truncate(8 * MIB)
    return path.read_bytes()


@pytest.mark.parametrize("data", [True, False])
async def test_holes_both_ways(conn: Connection, make: Make, tmp_path: Path, data: bool) -> None:
    """S13, S14: holes go up as holes and come down as holes; size and content are equal everywhere."""
    up, down = tmp_path / "up.raw", tmp_path / "down.raw"
    expected = await asyncio.to_thread(sparse_file, up, data=data)
    volume = await make("sparse.raw", 8 * MIB)
    assert await transfer.upload_file(conn, volume, up, sparse=True) == 8 * MIB
    assert await transfer.download_file(conn, volume, down) == 8 * MIB
    for path in (Path(volume.key), down):
        assert await asyncio.to_thread(path.read_bytes) == expected
        assert (await asyncio.to_thread(path.stat)).st_blocks * 512 < MIB


@pytest.mark.parametrize("sparse", [True, False])
async def test_the_blocking_client_both_ways(place: Place, make: Make, tmp_path: Path, sparse: bool) -> None:
    """S13: the same by whole-file functions that block; the checksums of both ways are the content's."""
    up, down = tmp_path / "up.raw", tmp_path / "down.raw"
    expected = hashlib.sha256(await asyncio.to_thread(sparse_file, up, data=True)).hexdigest()
    volume = await make("blocking.raw", 8 * MIB)

    def both_ways() -> list[str]:
        sent, got = hashlib.sha256(), hashlib.sha256()
        with purevirt.sync.connect(place.uri) as conn:
            assert purevirt.sync.upload_file(conn, volume, up, sparse=sparse, digest=sent) == 8 * MIB
            assert purevirt.sync.download_file(conn, volume, down, sparse=sparse, digest=got) == 8 * MIB
        files = [hashlib.sha256(path.read_bytes()) for path in (Path(volume.key), down)]
        return [one.hexdigest() for one in (sent, got, *files)]

    assert await asyncio.to_thread(both_ways) == [expected] * 4
    assert (down.stat().st_blocks * 512 < MIB) is sparse


async def test_upload_over_old_content(conn: Connection, make: Make, tmp_path: Path) -> None:
    """The volume holds the file afterwards, whatever it held before, unless holes were asked for."""
    up = tmp_path / "up.raw"
    expected = await asyncio.to_thread(sparse_file, up, data=True)
    volume = await make("used.raw", 8 * MIB)
    old = b"\xff" * (8 * MIB)
    for sparse in (False, True):
        await asyncio.to_thread(Path(volume.key).write_bytes, old)
        if sparse:
            await transfer.upload_file(conn, volume, up, sparse=True)
        else:
            await transfer.upload_file(conn, volume, up)
        held = await asyncio.to_thread(Path(volume.key).read_bytes)
        assert (held == expected) is not sparse


async def test_a_bad_hole(conn: Connection, make: Make) -> None:
    """S16: what the daemon says of a hole that it does not like ends the stream and nothing else."""
    volume = await make("bad.raw", MIB)
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, volume, 0, MIB, 1)
        session, channel = conn._wire.session, stream._core._channel
        assert channel is not None
        session._send_on(channel, 6, (-5).to_bytes(8, signed=True) + bytes(4))
        conn._wire.flush()
        with pytest.raises(LibvirtError):
            await stream.finish()
    assert await conn.connect_get_hostname()


async def test_eight_downloads_and_a_call(conn: Connection, make: Make) -> None:
    """S21: all complete, byte for byte, and the call is answered meanwhile."""
    data = os.urandom(4 * MIB)
    volume = await make("eight.raw", 4 * MIB)
    await asyncio.to_thread(Path(volume.key).write_bytes, data)

    async def one() -> bool:
        async with conn.stream() as stream:
            await conn.storage_vol_download(stream, volume, 0, 0)
            return b"".join([piece async for piece in stream]) == data

    *equal, name = await asyncio.gather(*(one() for _ in range(8)), conn.connect_get_hostname())
    assert equal == [True] * 8
    assert name


async def test_blocking_client(place: Place, make: Make, tmp_path: Path) -> None:
    """S1, S4, S6, S13: the blocking client's streams on the same daemon."""
    volume = await make("blocking.raw", 8 * MIB)
    expected = sparse_file(tmp_path / "up.raw", data=True)
    await asyncio.to_thread(up_and_down, place.uri, volume, expected)


def up_and_down(uri: str, volume: StorageVol, data: bytes) -> None:
    """Upload, with a hole, and read back."""
    with purevirt.sync.connect(uri) as conn:
        with conn.stream() as stream:
            conn.storage_vol_upload(stream, volume, 0, len(data), 1)
            stream.write(data[: 4 * MIB])
            stream.write(data[4 * MIB : 5 * MIB])
            stream.write_hole(3 * MIB)
            stream.finish()
        assert Path(volume.key).read_bytes() == data
        with conn.stream() as stream:
            conn.storage_vol_download(stream, volume, 0, 0)
            assert b"".join(stream) == data
        with conn.stream() as stream:
            conn.storage_vol_download(stream, volume, 0, 0)
            assert stream.read()
        with conn.stream() as stream:
            conn.storage_vol_download(stream, volume, 0, 0, 1)
            pieces = iter(stream.read, None)
            holes = sum(piece for piece in pieces if isinstance(piece, int))
        assert holes >= 2 * MIB
        assert conn.connect_get_hostname()
