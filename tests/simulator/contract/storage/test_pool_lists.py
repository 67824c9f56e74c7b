"""Looking for storage pools, on the real daemon and on the simulated one."""

import uuid
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from purevirt import Connection
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.remote import (
    StoragePool,
    StorageVol,
)
from tests.simulator.contract.daemon import NO_FLAGS, NO_FOLDERS, NOT_THERE, OWN_WORDS, Daemon
from tests.simulator.contract.storage.descriptions import pool_xml
from tests.simulator.contract.storage.refusals import (
    STORAGE,
    bad_flags,
    internal,
    no_pool,
    refusal,
    refused,
    worded,
)

BUILD = 1  # VIR_STORAGE_POOL_CREATE_WITH_BUILD


async def test_lookups_that_find_nothing(daemon: Daemon, conn: Connection) -> None:
    """Each says how it looked."""
    nobody, part = uuid.UUID(int=7), daemon.part(STORAGE)
    unknown = no_pool("name 'nobody'", part)
    assert await refusal(conn.storage_pool_lookup_by_name("nobody")) == unknown
    by_uuid = conn.storage_pool_lookup_by_uuid(nobody.bytes)
    assert await refusal(by_uuid) == no_pool(f"uuid '{nobody}'", part)
    volume = StorageVol(pool="nobody", name="v", key="")
    assert await refusal(conn.storage_pool_lookup_by_volume(volume)) == unknown
    assert await refusal(conn.storage_vol_get_info(volume)) == unknown


@pytest.mark.qemu(NO_FOLDERS)
async def test_lookups_by_path_that_find_nothing(conn: Connection) -> None:
    """A second look at the path is told when it was cleaned."""
    by_path = conn.storage_pool_lookup_by_target_path
    assert await refusal(by_path("/nowhere")) == no_pool("target path '/nowhere'")
    assert await refusal(by_path("/nowhere//")) == no_pool("target path '/nowhere//' (/nowhere)")


@pytest.mark.qemu(NO_FLAGS)
async def test_lists(daemon: Daemon, conn: Connection, folder: Path, pool: StoragePool) -> None:
    """Each flag selects, those of a pair add up, a mere count ignores them; older calls know two kinds."""
    other = await conn.storage_pool_create_xml(pool_xml(daemon.name("transient"), folder / "t"), BUILD)
    await conn.storage_pool_set_autostart(pool, 1)
    pool_count = len((await conn.connect_list_all_storage_pools(1)).pools)

    async def found(flags: int) -> set[str]:
        reply = await conn.connect_list_all_storage_pools(1, flags)
        counted = await conn.connect_list_all_storage_pools(0, flags)
        assert (reply.ret, counted.ret, counted.pools) == (len(reply.pools), pool_count, [])
        return {one.name for one in reply.pools} & {pool.name, other.name}

    both = {pool.name, other.name}
    expected = {
        0: both, 1: {pool.name}, 2: {other.name}, 3: both, 4: {pool.name}, 8: {other.name}, 16: {pool.name},
        32: {other.name}, 64: both, 128: set(), 192: both, 1 | 8: set(), 2 | 8 | 64: {other.name},
    }  # fmt: skip
    assert {flags: await found(flags) for flags in expected} == expected
    active = await conn.connect_list_storage_pools(16384)
    inactive = await conn.connect_list_defined_storage_pools(16384)
    assert other.name in active
    assert pool.name in inactive
    assert await conn.connect_num_of_storage_pools() == len(active)
    assert await conn.connect_num_of_defined_storage_pools() == len(inactive)
    assert len(await conn.connect_list_storage_pools(1)) == 1
    too_many = refused(ErrorNumber.RPC, ErrorDomain.RPC, "maxnames > REMOTE_STORAGE_POOL_LIST_MAX")
    assert await refusal(conn.connect_list_storage_pools(16385)) == too_many
    await conn.storage_pool_destroy(other)


@pytest.mark.qemu(OWN_WORDS)
async def test_sources_are_not_discovered(conn: Connection, folder: Path) -> None:
    """A folder has none; a type that there is not is an error of another kind."""
    detail = "pool type 'dir' does not support source discovery"
    text = "this function is not supported by the connection driver"
    expected = worded(ErrorNumber.NO_SUPPORT, text, detail)
    assert await refusal(conn.connect_find_storage_pool_sources("dir", None)) == expected
    unknown = internal("unknown storage pool type zz")
    assert await refusal(conn.connect_find_storage_pool_sources("zz", None)) == unknown


@pytest.mark.qemu(NOT_THERE)
async def test_capabilities(conn: Connection) -> None:
    """Folders are among what there is, with the formats that volumes may have."""
    root = ET.fromstring(await conn.connect_get_storage_pool_capabilities())
    assert root.tag == "storagepoolCapabilities"
    kinds = [pool.get("type") for pool in root.findall("pool")]
    assert kinds == [
        "dir", "fs", "netfs", "logical", "disk", "iscsi", "iscsi-direct", "scsi", "mpath", "rbd", "sheepdog",
        "gluster", "zfs", "vstorage",
    ]  # fmt: skip
    folder = root.find("pool[@type='dir']")
    assert folder is not None
    assert folder.get("supported") == "yes"
    default = folder.find("volOptions/defaultFormat")
    assert default is not None
    assert default.get("type") == "raw"
    formats = [value.text for value in folder.findall("volOptions/enum[@name='targetFormatType']/value")]
    assert formats == [
        "none", "raw", "dir", "bochs", "cloop", "dmg", "iso", "vpc", "vdi", "fat", "vhd", "ploop", "cow",
        "qcow", "qcow2", "qed", "vmdk",
    ]  # fmt: skip
    call = conn.connect_get_storage_pool_capabilities(1)
    assert await refusal(call) == bad_flags(1, "storageConnectGetStoragePoolCapabilities")
