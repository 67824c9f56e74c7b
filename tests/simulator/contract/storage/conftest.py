"""A folder that the test and the daemon both see, and a pool of the test's own in it."""

import shutil
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import purevirt
from purevirt import Connection
from purevirt.rpc.gen.enums import StoragePoolCreateFlags
from purevirt.rpc.gen.remote import StoragePool
from tests.simulator.contract.daemon import Daemon
from tests.simulator.contract.storage.descriptions import OwnPool, pool_xml


def new_folder(parent: Path) -> Path:
    """Return a folder that QEMU and the test may use."""
    folder = parent / f"contract-{uuid.uuid4().hex[:8]}"
    folder.mkdir()
    folder.chmod(0o711)
    return folder


@pytest.fixture
async def folder(daemon: Daemon) -> AsyncIterator[Path]:
    """A folder, empty; the pools in it are removed after the test."""
    made = new_folder(daemon.folder)
    yield made
    async with await purevirt.connect(daemon.uri) as other:
        await remove_pools(other, made)
    shutil.rmtree(made)


async def remove_pools(conn: Connection, folder: Path) -> None:
    """Remove the pools that lie in a folder."""
    for pool in (await conn.connect_list_all_storage_pools(1)).pools:
        if str(folder) in await conn.storage_pool_get_xml_desc(pool):
            is_persistent = await conn.storage_pool_is_persistent(pool)
            if await conn.storage_pool_is_active(pool):
                await conn.storage_pool_destroy(pool)
            if is_persistent:
                await conn.storage_pool_undefine(pool)


@pytest.fixture
async def own(daemon: Daemon, conn: Connection, folder: Path) -> OwnPool:
    """An active pool without volumes."""
    path = folder / "own"
    xml = pool_xml(daemon.name("own"), path)
    if daemon.kind == "test":
        # it has no flags, and no folders either
        return OwnPool(conn, await conn.storage_pool_create_xml(xml), path)
    return OwnPool(conn, await conn.storage_pool_create_xml(xml, StoragePoolCreateFlags.WITH_BUILD), path)


@pytest.fixture
async def pool(daemon: Daemon, conn: Connection, folder: Path) -> StoragePool:
    """A pool that is defined, without its folder."""
    return await conn.storage_pool_define_xml(pool_xml(daemon.name("pool"), f"{folder}/p//"))
