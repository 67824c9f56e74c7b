"""Storage pools, on the real daemon and on the simulated one."""

import uuid
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from purevirt import Connection
from purevirt.rpc.gen.enums import StoragePoolBuildFlags, StoragePoolEventLifecycleType
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.remote import (
    StoragePool,
    StoragePoolEventLifecycleMsg,
    StoragePoolEventRefreshMsg,
    StorageVol,
)
from tests.simulator.contract.daemon import NO_FLAGS, NO_FOLDERS, OWN_WORDS, Daemon
from tests.simulator.contract.storage.descriptions import mode_of, owner_of, pool_xml
from tests.simulator.contract.storage.refusals import (
    STORAGE,
    Refusal,
    bad_flags,
    bad_xml,
    failed,
    internal,
    invalid,
    no_pool,
    refusal,
    refused,
    system,
)

BUILD = 1  # VIR_STORAGE_POOL_CREATE_WITH_BUILD


@pytest.mark.qemu(OWN_WORDS)
async def test_calls_for_a_pool_that_there_is_not(conn: Connection) -> None:
    """Pools are found by UUID; the name that the client knew is in the text."""
    ghost = StoragePool(name="ghost", uuid=uuid.UUID(int=7).bytes)
    expected = no_pool(f"uuid '{uuid.UUID(int=7)}' (ghost)")
    for call in (
        conn.storage_pool_get_info, conn.storage_pool_build, conn.storage_pool_create,
        conn.storage_pool_destroy, conn.storage_pool_undefine, conn.storage_pool_refresh,
        conn.storage_pool_delete, conn.storage_pool_is_active, conn.storage_pool_is_persistent,
        conn.storage_pool_get_autostart, conn.storage_pool_num_of_volumes, conn.storage_pool_get_xml_desc,
    ):  # fmt: skip
        assert await refusal(call(ghost)) == expected


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("<x/>", bad_xml("expecting root element of 'pool', not 'x'", ErrorDomain.XML)),
        (
            "<pool><name>a</name></pool>",
            bad_xml("Missing required attribute 'type' in element 'pool'", ErrorDomain.XML),
        ),
        (
            "<pool type='zz'><name>a</name></pool>",
            bad_xml("Invalid value for attribute 'type' in element 'pool': 'zz'.", ErrorDomain.XML),
        ),
        (pool_xml("", "/x"), bad_xml("missing pool source name element")),
        (pool_xml("a/b", "/x"), bad_xml("name a/b cannot contain '/'")),
        ("<pool type='dir'><name>a</name></pool>", bad_xml("missing storage pool target path")),
        (
            pool_xml("a", "/x").replace("<target>", "<uuid>zz</uuid><target>"),
            bad_xml("malformed uuid element"),
        ),
        (
            pool_xml("a", "/x", more="<permissions><mode>999</mode></permissions>"),
            bad_xml("malformed octal mode"),
        ),
        pytest.param(
            pool_xml("a\nb", "/x"),
            refused(ErrorNumber.XML_DETAIL, ErrorDomain.XML, "invalid char in name: \n"),
            marks=pytest.mark.qemu(OWN_WORDS),
        ),
    ],
)
async def test_definitions_that_are_refused(conn: Connection, xml: str, expected: Refusal) -> None:
    """In libvirt's words, by whichever part of it reads the description."""
    assert await refusal(conn.storage_pool_define_xml(xml)) == expected


@pytest.mark.qemu(NO_FLAGS)
async def test_flags_that_there_are_not(conn: Connection, pool: StoragePool) -> None:
    """The error names the function of libvirt that does not know them, and which they were."""
    cases = [
        (conn.storage_pool_define_xml(pool_xml("x", "/x"), 64), 64, "storagePoolDefineXML"),
        (conn.storage_pool_get_xml_desc(pool, 2), 2, "storagePoolGetXMLDesc"),
        (conn.storage_pool_create(pool, 16), 16, "storagePoolCreate"),
        (conn.storage_pool_create_xml(pool_xml("x", "/x"), 16), 16, "storagePoolCreateXML"),
        (conn.storage_pool_build(pool, 2), 2, "virStorageBackendFileSystemBuild"),
        (conn.storage_pool_delete(pool, 1), 1, "virStorageBackendDeleteLocal"),
        (conn.storage_pool_refresh(pool, 1), 1, "storagePoolRefresh"),
        (conn.connect_list_all_storage_pools(1, 1 << 20), 1 << 20, "storageConnectListAllStoragePools"),
    ]
    for call, flags, function in cases:
        assert await refusal(call) == bad_flags(flags, function, STORAGE)


@pytest.mark.qemu(NO_FOLDERS)
async def test_a_definition_is_echoed(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """The path without doubled slashes, no permissions before the first start, sizes of 0."""
    expected = f"""<pool type='dir'>
  <name>{pool.name}</name>
  <uuid>{uuid.UUID(bytes=pool.uuid)}</uuid>
  <capacity unit='bytes'>0</capacity>
  <allocation unit='bytes'>0</allocation>
  <available unit='bytes'>0</available>
  <source>
  </source>
  <target>
    <path>{folder}/p</path>
  </target>
</pool>
"""
    assert await conn.storage_pool_get_xml_desc(pool) == expected
    info = await conn.storage_pool_get_info(pool)
    assert (info.state, info.capacity, info.allocation, info.available) == (0, 0, 0, 0)


@pytest.mark.qemu(NO_FOLDERS)
async def test_a_pool_that_is_not_active(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """It has no volumes, cannot be found by its path, and does not start without its folder."""
    expected = invalid(f"storage pool '{pool.name}' is not active")
    for call in (
        conn.storage_pool_destroy(pool),
        conn.storage_pool_refresh(pool),
        conn.storage_pool_num_of_volumes(pool),
        conn.storage_pool_list_volumes(pool, 10),
        conn.storage_pool_list_all_volumes(pool, 1),
        conn.storage_vol_lookup_by_name(pool, "x"),
        conn.storage_vol_create_xml(pool, "<volume/>"),
        conn.storage_vol_get_info(StorageVol(pool=pool.name, name="x", key="")),
    ):
        assert await refusal(call) == expected
    path = f"{folder}/p"
    assert await refusal(conn.storage_pool_lookup_by_target_path(path)) == no_pool(f"target path '{path}'")
    missing = system(f"cannot open directory '{path}': No such file or directory", 2, ErrorDomain.NONE)
    assert await refusal(conn.storage_pool_create(pool)) == missing
    assert (await conn.storage_pool_get_info(pool)).state == 0


@pytest.mark.qemu(NO_FOLDERS)
async def test_built_and_started(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """Building makes the folder, as often as asked; starting finds out about space and permissions."""
    await conn.storage_pool_build(pool)
    await conn.storage_pool_build(pool)
    path = folder / "p"
    assert mode_of(path) == 0o711
    await conn.storage_pool_create(pool)
    info = await conn.storage_pool_get_info(pool)
    assert info.state == 2
    assert info.capacity == info.allocation + info.available > 0
    root = ET.fromstring(await conn.storage_pool_get_xml_desc(pool))
    assert root.findtext("target/permissions/mode") == "0711"
    assert root.findtext("target/permissions/owner") == str(owner_of(path))
    assert root.findtext("capacity") == str(info.capacity)
    for spelled in (str(path), f"{path}//"):
        assert await conn.storage_pool_lookup_by_target_path(spelled) == pool


@pytest.mark.qemu(NO_FOLDERS)
async def test_a_pool_that_is_active(conn: Connection, pool: StoragePool) -> None:
    """It cannot be started, built, deleted or undefined."""
    await conn.storage_pool_create(pool, BUILD)
    already = invalid(f"storage pool '{pool.name}' is already active")
    still = invalid(f"storage pool '{pool.name}' is still active")
    assert await refusal(conn.storage_pool_create(pool)) == already
    assert await refusal(conn.storage_pool_build(pool)) == already
    assert await refusal(conn.storage_pool_delete(pool)) == still
    assert await refusal(conn.storage_pool_undefine(pool)) == still


@pytest.mark.qemu(NO_FOLDERS)
async def test_formatting_a_folder(conn: Connection, pool: StoragePool) -> None:
    """A pool of type dir has no device that could be formatted."""
    expected = invalid(f"No source device specified when formatting pool '{pool.name}'")
    for flags in (StoragePoolBuildFlags.OVERWRITE, StoragePoolBuildFlags.NO_OVERWRITE):
        assert await refusal(conn.storage_pool_build(pool, flags)) == expected


@pytest.mark.qemu(NO_FOLDERS)
async def test_redefined_while_active(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """The new definition is what it is after it has stopped."""
    await conn.storage_pool_create(pool, BUILD)
    await conn.storage_pool_define_xml(pool_xml(pool.name, f"{folder}/q", pool.uuid))

    async def path(flags: int) -> str | None:
        return ET.fromstring(await conn.storage_pool_get_xml_desc(pool, flags)).findtext("target/path")

    assert (await path(0), await path(1)) == (f"{folder}/p", f"{folder}/q")
    await conn.storage_pool_destroy(pool)
    assert (await path(0), await path(1)) == (f"{folder}/q", f"{folder}/q")


@pytest.mark.qemu(NO_FOLDERS)
async def test_started_with_another_definition(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """While it runs it is what it was started with; it stays defined as it was."""
    xml = pool_xml(pool.name, folder / "q", pool.uuid)
    assert await conn.storage_pool_create_xml(xml, BUILD) == pool
    assert await conn.storage_pool_is_persistent(pool) == 1

    async def path(flags: int) -> str | None:
        return ET.fromstring(await conn.storage_pool_get_xml_desc(pool, flags)).findtext("target/path")

    assert (await path(0), await path(1)) == (f"{folder}/q", f"{folder}/p")
    await conn.storage_pool_destroy(pool)
    assert (await path(0), await path(1)) == (f"{folder}/p", f"{folder}/p")


async def test_names_and_uuids_that_are_taken(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """Neither may belong to another pool, nor may the folder."""
    own = uuid.UUID(bytes=pool.uuid)
    for make in (conn.storage_pool_define_xml, conn.storage_pool_create_xml):
        namesake = failed(f"pool '{pool.name}' already exists with uuid {own}")
        assert await refusal(make(pool_xml(pool.name, "/elsewhere"))) == namesake
        other_name = failed(f"pool '{pool.name}' is already defined with uuid {own}")
        assert await refusal(make(pool_xml("other", "/elsewhere", pool.uuid))) == other_name
        same_folder = failed(f"Storage source conflict with pool: '{pool.name}'")
        assert await refusal(make(pool_xml("other", folder / "p"))) == same_folder


@pytest.mark.qemu(NO_FOLDERS)
async def test_transient(daemon: Daemon, conn: Connection, folder: Path) -> None:
    """It cannot start by itself, is not started twice, and is gone when it stops."""
    path = folder / "t"
    xml = pool_xml(daemon.name("transient"), path)
    missing = system(f"cannot open directory '{path}': No such file or directory", 2, ErrorDomain.NONE)
    assert await refusal(conn.storage_pool_create_xml(xml)) == missing
    pool = await conn.storage_pool_create_xml(xml, BUILD)
    assert await conn.storage_pool_is_persistent(pool) == 0
    assert await refusal(conn.storage_pool_set_autostart(pool, 1)) == internal("pool has no config file")
    again = pool_xml(pool.name, path, pool.uuid)
    active = invalid(f"pool is already active as '{pool.name}'")
    assert await refusal(conn.storage_pool_create_xml(again)) == active
    await conn.storage_pool_destroy(pool)
    gone = no_pool(f"uuid '{uuid.UUID(bytes=pool.uuid)}' ({pool.name})")
    assert await refusal(conn.storage_pool_get_info(pool)) == gone


@pytest.mark.qemu(NO_FOLDERS)
async def test_transient_made_persistent(daemon: Daemon, conn: Connection, folder: Path) -> None:
    """Defining an active transient pool makes it stay when it stops."""
    path = folder / "t"
    pool = await conn.storage_pool_create_xml(pool_xml(daemon.name("transient"), path), BUILD)
    assert await conn.storage_pool_define_xml(pool_xml(pool.name, path, pool.uuid)) == pool
    assert await conn.storage_pool_is_persistent(pool) == 1
    await conn.storage_pool_destroy(pool)
    assert await conn.storage_pool_is_active(pool) == 0
    await conn.storage_pool_undefine(pool)


async def test_autostart(conn: Connection, pool: StoragePool) -> None:
    """Off at first, and as it was set last."""
    states = [await conn.storage_pool_get_autostart(pool)]
    for wanted in (1, 1, 0):
        await conn.storage_pool_set_autostart(pool, wanted)
        states.append(await conn.storage_pool_get_autostart(pool))
    assert states == [0, 1, 1, 0]


@pytest.mark.qemu(NO_FOLDERS)
async def test_deleted(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """Only an empty folder, and only once; the definition stays."""
    await conn.storage_pool_build(pool)
    path = folder / "p"
    path.joinpath("file").touch()
    what = f"failed to remove pool '{path}'"
    assert await refusal(conn.storage_pool_delete(pool)) == system(f"{what}: Directory not empty", 39)
    path.joinpath("file").unlink()
    await conn.storage_pool_delete(pool)
    assert not path.exists()
    assert await refusal(conn.storage_pool_delete(pool)) == system(f"{what}: No such file or directory", 2)
    assert await conn.storage_pool_lookup_by_name(pool.name) == pool


@pytest.mark.qemu(NO_FOLDERS)
async def test_a_folder_that_vanishes(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """The next refresh fails and leaves the pool stopped, with the sizes of before."""
    await conn.storage_pool_create(pool, BUILD)
    capacity = (await conn.storage_pool_get_info(pool)).capacity
    folder.joinpath("p").rmdir()
    missing = system(f"cannot open directory '{folder}/p': No such file or directory", 2, ErrorDomain.NONE)
    assert await refusal(conn.storage_pool_refresh(pool)) == missing
    info = await conn.storage_pool_get_info(pool)
    assert (info.state, info.capacity) == (0, capacity)


@pytest.mark.qemu(NO_FOLDERS)
async def test_a_file_in_the_place_of_the_folder(conn: Connection, folder: Path, pool: StoragePool) -> None:
    """Building takes no offence; starting does."""
    folder.joinpath("p").touch()
    await conn.storage_pool_build(pool)
    expected = system(f"cannot open directory '{folder}/p': Not a directory", 20, ErrorDomain.NONE)
    assert await refusal(conn.storage_pool_create(pool, BUILD)) == expected


async def test_events_of_a_life(daemon: Daemon, conn: Connection, folder: Path) -> None:
    """Defined, built, started, refreshed, stopped, deleted, undefined: each is told once, in order."""
    told: list[tuple[str, str]] = []
    life = StoragePoolEventLifecycleType
    name = daemon.name("told")
    async with conn.events.storage_pool_lifecycle() as lives, conn.events.storage_pool_refresh() as refreshes:
        pool = await conn.storage_pool_define_xml(pool_xml(name, folder / "p"))
        await conn.storage_pool_build(pool)
        await conn.storage_pool_create(pool)
        await conn.storage_pool_refresh(pool)
        await conn.storage_pool_destroy(pool)
        await conn.storage_pool_delete(pool)
        await conn.storage_pool_undefine(pool)
        async for event in lives:
            assert isinstance(event, StoragePoolEventLifecycleMsg)
            if event.pool == pool:
                told.append((life(event.event).name, event.pool.name))
                assert event.detail == 0
                if event.event == life.UNDEFINED:
                    break
        async for refreshed in refreshes:
            assert isinstance(refreshed, StoragePoolEventRefreshMsg)
            if refreshed.pool == pool:
                break
    expected = ("DEFINED", "CREATED", "STARTED", "STOPPED", "DELETED", "UNDEFINED")
    assert told == [(event, name) for event in expected]


@pytest.mark.qemu(NO_FLAGS)
async def test_events_of_one_pool(daemon: Daemon, conn: Connection, folder: Path, pool: StoragePool) -> None:
    """Who asks for one pool's events is not told of others."""
    async with conn.events.storage_pool_lifecycle(pool) as lives:
        other = await conn.storage_pool_create_xml(pool_xml(daemon.name("other"), folder / "other"), BUILD)
        await conn.storage_pool_destroy(other)
        await conn.storage_pool_create(pool, BUILD)
        async for event in lives:
            assert isinstance(event, StoragePoolEventLifecycleMsg)
            assert event.pool == pool
            break


@pytest.mark.qemu(NO_FOLDERS)
@pytest.mark.parametrize("mode", [0o750, 0o700])
async def test_permissions_of_a_new_folder(daemon: Daemon, conn: Connection, folder: Path, mode: int) -> None:
    """As asked for, and echoed before there is a folder."""
    more = f"<permissions><mode>0{mode:o}</mode></permissions>"
    path = folder / "m"
    pool = await conn.storage_pool_define_xml(pool_xml(daemon.name("mode"), path, more=more))
    xml = await conn.storage_pool_get_xml_desc(pool)
    assert f"<permissions>\n      <mode>0{mode:o}</mode>\n    </permissions>" in xml
    await conn.storage_pool_build(pool)
    assert mode_of(path) == mode
    await conn.storage_pool_undefine(pool)
