"""Storage pools and volumes: the test driver's, then real ones with real data."""

import hashlib

from purevirt.errors import NoStoragePool, NoStorageVol
from tests.live.live import Live
from tests.live.plain import plain
from tests.live.query import CONNECTION, HELPERS, Refusal

_MIB = 1 << 20
_SPARSE = 1
_ZERO = 0


def pool_xml(name: str, path: str) -> str:
    """Return the XML of a pool in a folder."""
    return f"<pool type='dir'><name>{name}</name><target><path>{path}</path></target></pool>"


def volume_xml(name: str, size: int = _MIB) -> str:
    """Return the XML of a raw volume of `size` bytes that takes no space yet."""
    return f"<volume><name>{name}</name><allocation>0</allocation><capacity>{size}</capacity></volume>"


async def pools(live: Live) -> None:
    """A pool's life, and every way to find it, on the test driver."""
    conn, by_name = live.conn, CONNECTION.storagePoolLookupByName("pvpool")
    pool = await live.does(
        conn.storage_pool_define_xml(pool_xml("pvpool", "/pvpool")), by_name.isPersistent(), 1
    )
    await live.reads(conn.connect_num_of_defined_storage_pools(), CONNECTION.numOfDefinedStoragePools())
    await live.reads(conn.connect_list_defined_storage_pools(100), CONNECTION.listDefinedStoragePools())
    await live.accepted(conn.storage_pool_build(pool), by_name.build())
    await live.does(conn.storage_pool_create(pool), by_name.isActive(), 1)
    await live.reads(conn.connect_num_of_storage_pools(), CONNECTION.numOfStoragePools())
    await live.reads(conn.connect_list_storage_pools(100), CONNECTION.listStoragePools())
    await live.reads(
        conn.connect_list_all_storage_pools(),
        CONNECTION.listAllStoragePools(),
        lambda reply: plain(reply.pools),
    )
    await live.reads(conn.storage_pool_lookup_by_name("pvpool"), by_name)
    await live.reads(
        conn.storage_pool_lookup_by_uuid(pool.uuid), CONNECTION.storagePoolLookupByUUID(pool.uuid)
    )
    await live.reads(conn.storage_pool_get_info(pool), by_name.info())
    await live.reads(conn.storage_pool_get_xml_desc(pool), by_name.XMLDesc())
    await live.reads(conn.storage_pool_is_active(pool), by_name.isActive())
    await live.reads(conn.storage_pool_is_persistent(pool), by_name.isPersistent())
    await live.does(conn.storage_pool_set_autostart(pool, 1), by_name.autostart(), 1)
    await live.reads(conn.storage_pool_get_autostart(pool), by_name.autostart())
    await live.accepted(conn.storage_pool_refresh(pool), by_name.refresh())
    await live.does(conn.storage_pool_destroy(pool), by_name.isActive(), 0)
    await live.accepted(conn.storage_pool_delete(pool), by_name.delete())
    await live.does(conn.storage_pool_undefine(pool), by_name, Refusal)
    gone = await live.refused(conn.storage_pool_lookup_by_name("pvpool"), by_name)
    assert isinstance(gone, NoStoragePool)
    short = await live.does(
        conn.storage_pool_create_xml(pool_xml("pvshort", "/pvshort")),
        CONNECTION.storagePoolLookupByName("pvshort").isPersistent(),
        0,
    )
    await conn.storage_pool_destroy(short)
    await live.reads(
        conn.connect_find_storage_pool_sources("logical", None),
        CONNECTION.findStoragePoolSources("logical", None),
    )
    await live.refused(
        conn.storage_pool_lookup_by_target_path("/none"), CONNECTION.storagePoolLookupByTargetPath("/none")
    )


async def volumes(live: Live) -> None:
    """Volumes of the real pool: made, cloned, found, grown, wiped, gone."""
    conn, of_pool = live.conn, CONNECTION.storagePoolLookupByName("default")
    pool = await conn.storage_pool_lookup_by_name("default")
    by_name = of_pool.storageVolLookupByName("pv-raw")
    vol = await live.does(
        conn.storage_vol_create_xml(pool, volume_xml("pv-raw")), by_name.info(), [0, _MIB, 0]
    )
    path = await live.reads(conn.storage_vol_get_path(vol), by_name.path())
    await live.reads(conn.storage_vol_lookup_by_name(pool, "pv-raw"), by_name)
    await live.reads(conn.storage_vol_lookup_by_key(vol.key), CONNECTION.storageVolLookupByKey(vol.key))
    await live.reads(conn.storage_vol_lookup_by_path(path), CONNECTION.storageVolLookupByPath(path))
    await live.reads(conn.storage_pool_lookup_by_volume(vol), by_name.storagePoolLookupByVolume())
    await live.reads(
        conn.storage_pool_lookup_by_target_path(str(live.host.pool_path)),
        CONNECTION.storagePoolLookupByTargetPath(str(live.host.pool_path)),
    )
    await live.reads(conn.storage_vol_get_xml_desc(vol), by_name.XMLDesc())
    clone = await live.does(
        conn.storage_vol_create_xml_from(pool, volume_xml("pv-clone"), vol),
        of_pool.storageVolLookupByName("pv-clone").name(),
        "pv-clone",
    )
    await live.reads(conn.storage_pool_num_of_volumes(pool), of_pool.numOfVolumes())
    await live.reads(conn.storage_pool_list_volumes(pool, 100), of_pool.listVolumes())
    await live.reads(
        conn.storage_pool_list_all_volumes(pool), of_pool.listAllVolumes(), lambda reply: plain(reply.vols)
    )
    await live.does(conn.storage_vol_resize(vol, 3 * _MIB), by_name.info(), [0, 3 * _MIB, 0])
    await live.reads(conn.storage_vol_get_info(vol), by_name.info())
    await live.reads(conn.storage_vol_get_info_flags(vol), by_name.infoFlags())
    await live.reads(
        conn.storage_pool_get_info(pool),
        of_pool.info(),
        # The file system is the machine's, and others write to it.
        lambda info: [info.state, info.capacity, info.allocation > 0, info.available > 0],
        expect=lambda info: [info[0], info[1], info[2] > 0, info[3] > 0],
    )
    (live.host.pool_path / "pv-found").write_bytes(b"found")
    await live.does(
        conn.storage_pool_refresh(pool), of_pool.storageVolLookupByName("pv-found").name(), "pv-found"
    )
    await conn.storage_vol_delete(await conn.storage_vol_lookup_by_name(pool, "pv-found"))
    await live.does(conn.storage_vol_delete(clone), of_pool.storageVolLookupByName("pv-clone"), Refusal)
    await conn.storage_vol_delete(vol)
    gone = await live.refused(conn.storage_vol_lookup_by_name(pool, "pv-raw"), by_name)
    assert isinstance(gone, NoStorageVol)


async def data(live: Live) -> None:
    """Bytes through streams both ways, with holes too, and what a wipe leaves of them."""
    conn, of_pool = live.conn, CONNECTION.storagePoolLookupByName("default")
    pool = await conn.storage_pool_lookup_by_name("default")
    vol = await conn.storage_vol_create_xml(pool, volume_xml("pv-data", 3 * _MIB))
    by_name = of_pool.storageVolLookupByName("pv-data")
    content = hashlib.shake_128(b"pv").digest(2 * _MIB + 77)
    async with live.comparing():
        async with conn.stream() as stream:
            await conn.storage_vol_upload(stream, vol, 0, len(content))
            await stream.write(content)
            await stream.finish()
        _, seen = await live.ask(HELPERS.received(by_name, "download", 0, len(content)))
        assert bytes.fromhex(seen) == content
    async with live.comparing():
        sent = content[::-1]
        assert await live.ask(HELPERS.sent(by_name, "upload", sent, 0, len(sent))) == len(sent)
        async with conn.stream() as stream:
            await conn.storage_vol_download(stream, vol, 0, len(sent))
            assert b"".join([piece async for piece in stream]) == sent
    async with live.comparing(), conn.stream() as stream:
        await conn.storage_vol_download(stream, vol, 0, 0, _SPARSE)
        pieces = []
        while (piece := await stream.read()) is not None:
            pieces.append(piece if isinstance(piece, bytes) else bytes(piece))
        _, seen = await live.ask(HELPERS.received(by_name, "download", 0, 0))
        assert b"".join(pieces) == bytes.fromhex(seen)
    await live.does(conn.storage_vol_wipe(vol), HELPERS.received(by_name, "download", 0, 8), [0, "00" * 8])
    await live.ask(HELPERS.sent(by_name, "upload", b"again", 0, 5))
    await live.does(
        conn.storage_vol_wipe_pattern(vol, _ZERO), HELPERS.received(by_name, "download", 0, 5), [0, "00" * 5]
    )
    await conn.storage_vol_delete(vol)
