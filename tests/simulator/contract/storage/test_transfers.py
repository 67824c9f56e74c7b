"""Uploads and downloads with all their endings, on the real daemon and on the simulated one."""

import asyncio
import os
from collections.abc import Iterable
from xml.etree import ElementTree as ET

import pytest

from purevirt import Connection
from purevirt.errors import StreamAborted
from purevirt.rpc.aio.stream import Stream
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.remote import StoragePoolEventRefreshMsg, StorageVol
from tests.simulator.contract.daemon import NO_FOLDERS
from tests.simulator.contract.storage.descriptions import (
    MIB,
    OwnPool,
    qcow2,
    read,
    write,
    write_at,
)
from tests.simulator.contract.storage.refusals import (
    STREAMS,
    Refusal,
    bad_flags,
    no_volume,
    refusal,
    system,
)

pytestmark = pytest.mark.qemu(NO_FOLDERS)

STREAM_DATA, STREAM_HOLE = 3, 6
SPARSE = 1  # VIR_STORAGE_VOL_UPLOAD_SPARSE_STREAM and its twin
NO_SPACE = system("cannot write to stream: No space left on device", 28, STREAMS)
UNEXPLAINED = Refusal(
    ErrorNumber.INTERNAL_ERROR,
    ErrorDomain.RPC,
    "Library function returned error but did not set virError",
    None,
    0,
    0,
)


def send_raw(conn: Connection, stream: Stream, kind: int, payload: bytes) -> None:
    """Send a packet that the client would not."""
    channel = stream._core._channel
    assert channel is not None
    conn._wire.session._send_on(channel, kind, payload)
    conn._wire.flush()


async def upload(
    conn: Connection,
    volume: StorageVol,
    pieces: Iterable[bytes | int],
    offset: int = 0,
    length: int = 0,
    flags: int = 0,
) -> None:
    """Upload bytes, and holes where there are numbers."""
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, volume, offset, length, flags)
        for piece in pieces:
            if isinstance(piece, int):
                await stream.write_hole(piece)
            else:
                await stream.write(piece)
        await stream.finish()


async def download(
    conn: Connection, volume: StorageVol, offset: int = 0, length: int = 0, flags: int = 0
) -> list[bytes | int]:
    """Return what a download brings: bytes, joined, and the lengths of holes."""
    found: list[bytes | int] = []
    async with conn.stream() as stream:
        await conn.storage_vol_download(stream, volume, offset, length, flags)
        while (piece := await stream.read()) is not None and piece != b"":
            if found and isinstance(piece, bytes) and isinstance(last := found[-1], bytes):
                found[-1] = last + piece
            else:
                found.append(piece)
    return found


async def test_upload(own: OwnPool) -> None:
    """S1, S12: bytes land at the offset, the rest stays; without a length the file grows as it must."""
    data = os.urandom(MIB)
    volume = await own.make("v", MIB, "")
    path = own.folder / "v"
    await upload(own.conn, volume, [data], 0, MIB)
    assert read(path) == data
    await upload(own.conn, volume, [b"new"], 10, 3)
    assert read(path) == data[:10] + b"new" + data[13:]
    await upload(own.conn, volume, [b"tail"], 2 * MIB)
    assert read(path)[MIB:] == bytes(MIB) + b"tail"


async def test_upload_of_less_than_announced(own: OwnPool) -> None:
    """S10: the daemon has nothing against it."""
    volume = await own.make("v")
    await upload(own.conn, volume, [b"short"], 0, MIB)
    assert read(own.folder / "v") == b"short".ljust(MIB, b"\0")


async def test_upload_of_more_than_announced(own: OwnPool) -> None:
    """S11: as if the disk were full."""
    volume = await own.make("v")
    assert await refusal(upload(own.conn, volume, [b"x" * 101], 0, 100)) == NO_SPACE
    assert await own.conn.connect_get_hostname()


async def test_an_empty_packet(own: OwnPool) -> None:
    """S2: it ends the file, and a finish behind it is confirmed."""
    volume = await own.make("v")
    async with own.conn.stream() as stream:
        await own.conn.storage_vol_upload(stream, volume, 0, 0)
        for piece in (b"begin", b""):
            send_raw(own.conn, stream, STREAM_DATA, piece)
        await stream.finish()
    assert read(own.folder / "v")[:6] == b"begin\0"


async def test_holes(own: OwnPool) -> None:
    """S13: each cuts the file at its end, so the last one sets its length; one without length is no limit."""
    volume = await own.make("v", 8 * MIB)
    pieces: list[bytes | int] = [b"a" * 4096, 4 * MIB, b"b" * 4096, 4 * MIB - 8192]
    await upload(own.conn, volume, pieces, 0, 8 * MIB, SPARSE)
    expected = b"a" * 4096 + bytes(4 * MIB) + b"b" * 4096 + bytes(4 * MIB - 8192)
    assert read(own.folder / "v") == expected
    assert (await own.conn.storage_vol_get_info(volume)).allocation == 8192
    await upload(own.conn, volume, [b"c" * 4096, 16 * MIB], 0, 0, SPARSE)
    assert own.folder.joinpath("v").stat().st_size == 16 * MIB + 4096


async def test_holes_and_the_announced_length(own: OwnPool) -> None:
    """A hole is clipped at it; data behind it are refused."""
    volume = await own.make("v", 4 * MIB)
    await upload(own.conn, volume, [b"a", 16 * MIB], 0, MIB, SPARSE)
    assert read(own.folder / "v") == b"a".ljust(MIB, b"\0")
    call = upload(own.conn, volume, [MIB // 2, b"x" * MIB], 0, MIB, SPARSE)
    assert await refusal(call) == NO_SPACE


@pytest.mark.parametrize(("length", "flags"), [(-5, 0), (0, 0), (4096, 1)])
async def test_bad_holes(own: OwnPool, length: int, flags: int) -> None:
    """S16: backwards, of nothing, with flags: an error that nobody has explained."""
    volume = await own.make("v")

    async def bad_hole() -> None:
        async with own.conn.stream() as stream:
            await own.conn.storage_vol_upload(stream, volume, 0, 0, SPARSE)
            payload = length.to_bytes(8, "big", signed=True) + flags.to_bytes(4, "big")
            send_raw(own.conn, stream, STREAM_HOLE, payload)
            await stream.finish()

    assert await refusal(bad_hole()) == UNEXPLAINED
    assert await own.conn.connect_get_hostname()


async def test_download(own: OwnPool) -> None:
    """S4, S5: all, a part, and nothing where the file has ended; zeros are sent as bytes."""
    data = os.urandom(MIB)
    volume = await own.make("v", 2 * MIB)
    write(own.folder / "v", data + bytes(MIB))
    conn = own.conn
    assert await download(conn, volume) == [data + bytes(MIB)]
    assert await download(conn, volume, 5, 10) == [data[5:15]]
    assert await download(conn, volume, 2 * MIB - 3, 100) == [bytes(3)]
    assert await download(conn, volume, 2 * MIB) == []
    assert await download(conn, volume, 9 * MIB, 10) == []


async def test_packets_of_a_download(own: OwnPool) -> None:
    """S4: pieces of 256 KiB, each in a packet of 262120 bytes and one of 24."""
    volume = await own.make("v", MIB, "")
    async with own.conn.stream() as stream:
        await own.conn.storage_vol_download(stream, volume, 0, 0)
        lengths = [len(piece) async for piece in stream]
    assert lengths == [262120, 24] * 4


async def test_sparse_download(own: OwnPool) -> None:
    """S13, S14: holes as holes, also at the end, also where there is nothing else; clipped to the part."""
    volume = await own.make("v", 3 * MIB)
    write_at(own.folder / "v", {0: b"a" * 65536, 2 * MIB: b"b" * 65536})
    conn = own.conn
    a, b = b"a" * 65536, b"b" * 65536
    tail = MIB - 65536
    assert await download(conn, volume, 0, 0, SPARSE) == [a, 2 * MIB - 65536, b, tail]
    assert await download(conn, volume, 4096, 65536, SPARSE) == [a[4096:], 4096]
    assert await download(conn, volume, 2 * MIB - 10, 20, SPARSE) == [10, b[:10]]
    empty = await own.make("empty", 5 * MIB)
    assert await download(conn, empty, 0, 0, SPARSE) == [5 * MIB]
    nothing = await own.make("nothing", 0)
    assert await download(conn, nothing, 0, 0, SPARSE) == await download(conn, nothing) == []
    assert await refusal(download(conn, volume, 9 * MIB, 0, SPARSE)) == UNEXPLAINED


async def test_transfers_that_do_not_begin(own: OwnPool) -> None:
    """Flags, volumes and files that there are not, places that no file has."""
    conn, gone = own.conn, await own.make("gone")
    path = own.folder / "gone"
    assert await refusal(upload(conn, gone, [], flags=2)) == bad_flags(2, "storageVolUpload")
    assert await refusal(download(conn, gone, flags=2)) == bad_flags(2, "storageVolDownload")
    far = 1 << 62
    seek = system(f"Unable to seek {path} to {far}: Invalid argument", 22, STREAMS)
    assert await refusal(upload(conn, gone, [], far)) == seek
    assert await refusal(download(conn, gone, far)) == seek
    path.unlink()
    no_file = system(f"Unable to open stream for '{path}': No such file or directory", 2, STREAMS)
    assert await refusal(upload(conn, gone, [])) == no_file
    assert await refusal(download(conn, gone)) == no_file
    assert await refusal(upload(conn, own.missing(), [])) == no_volume("name 'missing'")
    assert await refusal(download(conn, own.missing())) == no_volume("name 'missing'")


async def test_folders_have_no_bytes(own: OwnPool) -> None:
    """One cannot be opened for writing, and not be read once it is open."""
    volume = await own.make("d", MIB, "<target><format type='dir'/></target>")
    opened = system(f"Unable to open stream for '{volume.key}': Is a directory", 21, STREAMS)
    assert await refusal(upload(own.conn, volume, [b"x"])) == opened
    read_ = system(f"Unable to read {volume.key}: Is a directory", 21, STREAMS)
    assert await refusal(download(own.conn, volume)) == read_


async def test_an_image_that_is_uploaded(own: OwnPool) -> None:
    """Raw bytes over qcow2 and qcow2 over raw: the daemon sees what it is when the upload has ended."""
    await own.make("image", 8 * MIB, qcow2())
    image = read(own.folder / "image")
    raw, other = await own.make("raw", len(image)), await own.make("other", MIB, qcow2())

    async def after_upload(volume: StorageVol, data: bytes) -> tuple[str | None, str | None]:
        async with own.conn.events.storage_pool_refresh(own.pool) as refreshes:
            await upload(own.conn, volume, [data])
            async for _ in refreshes:
                break
        root = ET.fromstring(await own.conn.storage_vol_get_xml_desc(volume))
        node = root.find("target/format")
        return root.findtext("capacity"), None if node is None else node.get("type")

    assert await after_upload(raw, image) == (str(8 * MIB), "qcow2")
    assert read(own.folder / "raw") == image
    # an upload overwrites and does not cut
    assert await after_upload(other, b"raw" * 1000) == ("196616", "raw")


async def test_stopping_early(own: OwnPool) -> None:
    """S6: both directions can be given up, and the connection goes on."""
    volume = await own.make("v", 32 * MIB)
    for _ in range(3):
        async with own.conn.stream() as stream:
            await own.conn.storage_vol_download(stream, volume, 0, 0)
            assert await stream.read()
            await stream.abort()
        with pytest.raises(StreamAborted):
            await stream.read()
    async with own.conn.stream() as stream:
        await own.conn.storage_vol_upload(stream, volume, 0, 0)
        await stream.write(b"half")
        await stream.abort()
    assert await own.conn.connect_get_hostname()


async def test_who_is_told_of_an_upload(own: OwnPool) -> None:
    """The pool is refreshed after each, whether it was finished or given up; not after a download."""
    volume = await own.make("v", MIB)
    async with own.conn.events.storage_pool_refresh(own.pool) as refreshes:

        async def told() -> None:
            async with asyncio.timeout(20):
                async for event in refreshes:
                    assert isinstance(event, StoragePoolEventRefreshMsg)
                    return

        await download(own.conn, volume)
        await upload(own.conn, volume, [b"x"])
        await told()
        async with own.conn.stream() as stream:
            await own.conn.storage_vol_upload(stream, volume, 0, 0)
            await stream.abort()
        await told()
        await own.conn.storage_pool_refresh(own.pool)
        await told()


async def test_finishing_a_download_early(own: OwnPool) -> None:
    """Finish is confirmed although not everything was read."""
    volume = await own.make("v", 32 * MIB)
    async with own.conn.stream() as stream:
        await own.conn.storage_vol_download(stream, volume, 0, 0)
        await stream.finish()
    assert await own.conn.connect_get_hostname()


async def test_what_may_happen_to_a_volume_meanwhile(own: OwnPool) -> None:
    """An upload does not keep others from resizing or deleting the volume, or stopping its pool."""
    conn = own.conn
    volume = await own.make("v", MIB)
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, volume, 0, 0)
        await conn.storage_vol_resize(volume, 2 * MIB)
        await conn.storage_pool_refresh(own.pool)
        await conn.storage_vol_delete(volume)
        await conn.storage_pool_destroy(own.pool)
        await stream.write(b"into nowhere")
        await stream.finish()
    assert not own.folder.joinpath("v").exists()


async def test_many_at_once(own: OwnPool) -> None:
    """S21, S27: eight transfers each way on one connection, and a call that is answered meanwhile."""
    data = os.urandom(MIB)
    volumes = [await own.make(f"v{number}", MIB) for number in range(8)]
    source = await own.make("source", MIB)
    write(own.folder / "source", data)
    async with asyncio.TaskGroup() as group:
        downloads = [group.create_task(download(own.conn, source)) for _ in volumes]
        for volume in volumes:
            group.create_task(upload(own.conn, volume, [data]))
        name = group.create_task(own.conn.connect_get_hostname())
    assert [task.result() for task in downloads] == [[data]] * 8
    assert [read(own.folder / volume.name) == data for volume in volumes] == [True] * 8
    assert name.result()


async def test_a_hole_where_none_was_announced(own: OwnPool) -> None:
    """S17: the daemon closes the connection."""
    volume = await own.make("v")

    async def hole() -> None:
        async with own.conn.stream() as stream:
            await own.conn.storage_vol_upload(stream, volume, 0, 0)
            send_raw(own.conn, stream, STREAM_HOLE, (4096).to_bytes(8, "big") + bytes(4))
            await stream.finish()

    with pytest.raises(ConnectionError):
        await hole()
    with pytest.raises(ConnectionError):
        await own.conn.connect_get_hostname()
