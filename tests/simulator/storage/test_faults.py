"""Disks that fail, that are full, that are slow: what clients see of them."""

import asyncio
import errno
import os
from pathlib import Path

import pytest

import purevirt
from purevirt import Connection
from purevirt.rpc.aio import transfer
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.remote import StoragePool, StorageVol
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator.storage import making
from tests.simulator.contract.storage.descriptions import MIB, pool_xml, qcow2, read, volume_xml
from tests.simulator.contract.storage.refusals import STREAMS, failed, internal, invalid, refusal, system

SPARSE = "<allocation>0</allocation>"


async def make(
    conn: Connection, pool: StoragePool, name: str, size: int = MIB, more: str = SPARSE
) -> StorageVol:
    """Make a volume."""
    return await conn.storage_vol_create_xml(pool, volume_xml(name, size, more))


def files_in(folder: Path) -> list[Path]:
    """Return what is in a folder."""
    return list(folder.iterdir())


async def upload(conn: Connection, volume: StorageVol, data: bytes) -> None:
    """Upload it all."""
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, volume, 0, len(data))
        await stream.write(data)
        await stream.finish()


async def download(conn: Connection, volume: StorageVol, flags: int = 0) -> int:
    """Return how many bytes of data a download brings."""
    count = 0
    async with conn.stream() as stream:
        await conn.storage_vol_download(stream, volume, 0, 0, flags)
        while (piece := await stream.read()) is not None and piece != b"":
            count += len(piece) if isinstance(piece, bytes) else 0
    return count


@pytest.mark.parametrize(
    ("number", "text"), [(errno.EIO, "Input/output error"), (errno.ENOSPC, "No space left on device")]
)
async def test_a_disk_that_fails_under_an_upload(
    sim: SimulatedLibvirtd, conn: Connection, pool: StoragePool, number: int, text: str
) -> None:
    """S7: the bytes before are on the disk, the error is the stream's, and the next upload goes well."""
    volume = await make(conn, pool, "v")
    data = os.urandom(MIB)
    sim.host.storage.faults.fail_writes(after_bytes=300_001, errno=number, times=1)
    expected = system(f"Unable to write {volume.key}: {text}", number, STREAMS)
    assert await refusal(upload(conn, volume, data)) == expected
    assert read(Path(volume.key)) == data[:300_001] + bytes(MIB - 300_001)
    await upload(conn, volume, data)
    assert read(Path(volume.key)) == data


async def test_a_disk_that_fails_under_a_download(
    sim: SimulatedLibvirtd, conn: Connection, pool: StoragePool
) -> None:
    """The client gets the bytes before, then the error, with holes or without, until the fault is cleared."""
    volume = await make(conn, pool, "v")
    Path(volume.key).write_bytes(b"x" * MIB)  # noqa: ASYNC240 - behind the daemon's back
    sim.host.storage.faults.fail_reads(after_bytes=1000)
    expected = system(f"Unable to read {volume.key}: Input/output error", errno.EIO, STREAMS)
    for flags in (0, 1):
        assert await refusal(download(conn, volume, flags)) == expected
    sim.host.storage.faults.clear()
    assert await download(conn, volume) == MIB


async def test_faults_of_some_volumes(sim: SimulatedLibvirtd, conn: Connection, pool: StoragePool) -> None:
    """A pattern chooses them by path."""
    bad, good = await make(conn, pool, "bad-1"), await make(conn, pool, "good-1")
    sim.host.storage.faults.fail_writes(volume="*/bad-*")
    await upload(conn, good, b"x")
    assert (await refusal(upload(conn, bad, b"x"))).int1 == errno.EIO


async def test_a_full_file_system(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """G12, S7: what may be promised, what may be reserved, and what may be written."""
    path = "/srv/small"
    sim.host.storage.files.mount(path, 4 * MIB)
    pool = await conn.storage_pool_create_xml(pool_xml("small", path))
    info = await conn.storage_pool_get_info(pool)
    assert (info.capacity, info.allocation, info.available) == (4 * MIB, 0, 4 * MIB)
    text = f"cannot allocate {16 * MIB} bytes in file '{path}/full': No space left on device"
    assert await refusal(make(conn, pool, "full", 16 * MIB, "")) == system(text, errno.ENOSPC)
    assert await conn.storage_pool_list_volumes(pool, 10) == []
    volume = await make(conn, pool, "sparse", 16 * MIB)
    text = f"Unable to write {path}/sparse: No space left on device"
    assert await refusal(upload(conn, volume, b"x" * 5 * MIB)) == system(text, errno.ENOSPC, STREAMS)
    info = await conn.storage_pool_get_info(pool)
    assert (info.allocation, info.available) == (4 * MIB, 0)
    # what is there already can be written again
    await upload(conn, volume, b"y" * 4 * MIB)
    assert read(sim.host.storage.files.real(volume.key)) == b"y" * 4 * MIB + bytes(12 * MIB)
    command = f"/usr/bin/qemu-img create -f qcow2 -o compat=1.1 {path}/q 1024K"
    complaint = f"qemu-img: {path}/q: Could not write qcow2 header: No space left on device\n"
    text = f"Child process ({command}) unexpected exit status 1: {complaint}"
    assert await refusal(make(conn, pool, "q", MIB, qcow2())) == internal(text, ErrorDomain.NONE)
    await conn.storage_vol_delete(volume)
    assert (await conn.storage_pool_get_info(pool)).available == 4 * MIB
    await make(conn, pool, "full", 3 * MIB, "")
    small = await make(conn, pool, "grows", 0)
    no_place = failed("Not enough space left in storage pool")
    assert await refusal(conn.storage_vol_resize(small, 2 * MIB, 1)) == no_place


async def test_a_copy_that_does_not_fit(sim: SimulatedLibvirtd, conn: Connection, pool: StoragePool) -> None:
    """Nothing is left of it, and its source is free again."""
    source = await make(conn, pool, "source")
    Path(source.key).write_bytes(b"x" * MIB)  # noqa: ASYNC240 - behind the daemon's back
    sim.host.storage.files.mount("/srv/small", MIB // 2)
    small = await conn.storage_pool_create_xml(pool_xml("small", "/srv/small"))
    for more in (SPARSE, qcow2()):
        call = conn.storage_vol_create_xml_from(small, volume_xml("copy", None, more), source)
        assert (await refusal(call)).code in (ErrorNumber.SYSTEM_ERROR, ErrorNumber.INTERNAL_ERROR)
        assert await conn.storage_pool_list_volumes(small, 10) == []
    assert list(sim.host.storage.files.real("/srv/small").iterdir()) == []
    await conn.storage_vol_delete(source)


async def test_a_copy_that_takes_its_time(
    conn: Connection, pool: StoragePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile the source is in use, the copy is being made, and the pool has work: neither may go."""
    begun, may_go_on = asyncio.Event(), asyncio.Event()

    async def slow_copy(*_volumes: object) -> None:
        begun.set()
        await may_go_on.wait()

    monkeypatch.setattr(making, "copy_into", slow_copy)
    source = await make(conn, pool, "source")
    xml = volume_xml("copy", None, SPARSE)
    copying = asyncio.create_task(conn.storage_vol_create_xml_from(pool, xml, source))
    await begun.wait()
    copy = await conn.storage_vol_lookup_by_name(pool, "copy")
    in_use = invalid("volume 'source' is still in use.")
    being_made = invalid("volume 'copy' is still being allocated.")
    for call in (conn.storage_vol_delete, conn.storage_vol_wipe):
        assert await refusal(call(source)) == in_use
        assert await refusal(call(copy)) == being_made
    assert await refusal(conn.storage_vol_resize(source, 2 * MIB)) == in_use
    assert await refusal(download(conn, copy)) == being_made
    assert (
        await refusal(conn.storage_vol_create_xml_from(pool, volume_xml("third", None), copy)) == being_made
    )
    busy = internal("pool 'default' has asynchronous jobs running.")
    for of_pool in (conn.storage_pool_refresh, conn.storage_pool_destroy):
        assert await refusal(of_pool(pool)) == busy
    may_go_on.set()
    assert await copying == copy
    await conn.storage_vol_delete(source)
    await conn.storage_pool_destroy(pool)


async def test_a_copy_whose_client_goes(
    sim: SimulatedLibvirtd, conn: Connection, pool: StoragePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left of it, and the pool is free again."""
    begun = asyncio.Event()

    async def endless_copy(*_volumes: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(making, "copy_into", endless_copy)
    source = await make(conn, pool, "source")
    async with await purevirt.connect(sim.uri) as other:
        copying = asyncio.create_task(
            other.storage_vol_create_xml_from(pool, volume_xml("copy", None, SPARSE), source)
        )
        await begun.wait()
    with pytest.raises(ConnectionError):
        await copying
    while sim.client_count > 1:
        await conn.connect_get_hostname()
    await conn.storage_pool_refresh(pool)
    assert await conn.storage_pool_list_volumes(pool, 10) == ["source"]


async def test_capacity_of_the_host(sim: SimulatedLibvirtd, conn: Connection, pool: StoragePool) -> None:
    """The next look at a pool sees a disk that has another size now."""
    sim.host.storage.files.capacity = 10 * MIB
    await conn.storage_pool_refresh(pool)
    assert (await conn.storage_pool_get_info(pool)).capacity == 10 * MIB


class SlowPool:
    """A pool whose refresh has been asked for, and takes until the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def clock(self) -> float:
        """Return the simulated host's time."""
        return self.now


async def test_a_slow_refresh() -> None:
    """Calls for the pool and lists of pools wait for it; other pools, and domains, do not."""
    slow = SlowPool()
    async with (
        SimulatedLibvirtd(clock=slow.clock) as sim,
        await purevirt.connect(sim.uri) as conn,
    ):
        pool = await conn.storage_pool_lookup_by_name("default")
        other = await conn.storage_pool_create_xml(pool_xml("other", "/srv/other"), 1)
        sim.host.storage.faults.refresh_s = 30.0
        refresh = asyncio.create_task(conn.storage_pool_refresh(pool))
        lookup = asyncio.create_task(conn.storage_vol_lookup_by_name(pool, "late"))
        pools = asyncio.create_task(conn.connect_list_all_storage_pools(1))
        assert (await conn.storage_pool_get_info(other)).state == 2
        assert await conn.connect_num_of_domains() == 0
        assert [task.done() for task in (refresh, lookup, pools)] == [False] * 3
        sim.host.storage.files.real(pool_path(sim, "default")).joinpath("late").touch()
        slow.now = 30.0
        sim.host.timeline.run_due()
        await refresh
        assert (await lookup).name == "late"
        assert (await pools).ret == 2


def pool_path(sim: SimulatedLibvirtd, name: str) -> str:
    """Return the folder of a pool."""
    pool = sim.host.storage.find(name)
    assert pool is not None
    return pool.definition.path


async def test_a_slow_look_after_an_upload() -> None:
    """The upload is confirmed at once; the daemon knows the new image only later."""
    slow = SlowPool()
    async with (
        SimulatedLibvirtd(clock=slow.clock) as sim,
        await purevirt.connect(sim.uri) as conn,
    ):
        pool = await conn.storage_pool_lookup_by_name("default")
        volume = await make(conn, pool, "v")
        sim.host.storage.faults.refresh_s = 5.0
        await upload(conn, volume, b"x" * 10)
        info = asyncio.create_task(conn.storage_vol_get_info(volume))
        assert await conn.connect_get_hostname() == "simulated"
        assert not info.done()
        slow.now = 5.0
        sim.host.timeline.run_due()
        assert (await info).capacity == MIB


async def test_restart_and_reboot(sim: SimulatedLibvirtd, conn: Connection, pool: StoragePool) -> None:
    """A restart of the daemon changes nothing; a reboot stops what does not start by itself."""
    volume = await make(conn, pool, "v")
    await conn.storage_pool_create_xml(pool_xml("transient", "/srv/t"), 1)
    manual = await conn.storage_pool_define_xml(pool_xml("manual", "/srv/m"))
    await conn.storage_pool_create(manual, 1)
    await conn.close()
    await sim.stop()
    await sim.start()
    async with await purevirt.connect(sim.uri) as again:
        names = sorted(await again.connect_list_storage_pools(10))
        assert names == ["default", "manual", "transient"]
        sim.host.storage.power_cycle()
        assert await again.connect_list_storage_pools(10) == ["default"]
        assert await again.connect_list_defined_storage_pools(10) == ["manual"]
        assert await again.storage_vol_lookup_by_key(volume.key) == volume


async def test_a_path_of_the_host_is_never_one_of_the_machine(
    sim: SimulatedLibvirtd, conn: Connection, tmp_path: Path
) -> None:
    """A pool of any folder lies in the simulated host's own, whatever the path, and is not seen here."""
    for number, path in enumerate((str(tmp_path / "pool"), "/../../escape", "relative")):
        pool = await conn.storage_pool_create_xml(pool_xml(f"p{number}", path), 1)
        volume = await make(conn, pool, "v")
        real = sim.host.storage.files.real(volume.key)
        assert real.is_relative_to(sim.host.storage.files.folder)
        assert real.stat().st_size == MIB
    assert files_in(tmp_path) == []


async def test_a_sparse_gibibyte_in_little_memory(
    sim: SimulatedLibvirtd, conn: Connection, pool: StoragePool, tmp_path: Path
) -> None:
    """1 GiB with little data in it goes up and down, and takes little of this machine's disk."""
    size = 1 << 30
    source, target = tmp_path / "up", tmp_path / "down"
    with source.open("wb") as file:
        file.truncate(size)
        file.seek(size // 2)
        file.write(b"data")
    volume = await make(conn, pool, "v", size)
    assert await transfer.upload_file(conn, volume, source, sparse=True) == size
    assert await transfer.download_file(conn, volume, target) == size
    for path in (Path(volume.key), target):
        found = path.stat()
        assert (found.st_size, found.st_blocks * 512 < MIB) == (size, True)
