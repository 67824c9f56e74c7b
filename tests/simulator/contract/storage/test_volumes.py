"""Storage volumes, on the real daemon and on the simulated one."""

import pytest

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.remote import StorageVol
from tests.simulator.contract.daemon import NO_FLAGS, NO_FOLDERS, OWN_WORDS, Daemon
from tests.simulator.contract.storage.descriptions import (
    MIB,
    OwnPool,
    described,
    fill_folder,
    format_of,
    mode_of,
    qcow2,
    sizes,
    volume_xml,
    write,
)
from tests.simulator.contract.storage.refusals import (
    STORAGE,
    Refusal,
    bad_argument,
    bad_flags,
    bad_xml,
    invalid,
    no_volume,
    refusal,
    refused,
    system,
    unsupported,
)

RAW = "<target><format type='raw'/></target>"
SPARSE = "<allocation>0</allocation>"


# making


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("<x/>", bad_xml("expecting root element of 'volume', not 'x'", ErrorDomain.XML)),
        ("<volume/>", bad_xml("missing volume name element")),
        (volume_xml(""), bad_xml("missing volume name element")),
        (volume_xml("a", None), bad_xml("missing capacity element")),
        (volume_xml("a", -1), bad_xml("malformed capacity element")),
        (
            "<volume><name>a</name><capacity unit='zz'>1</capacity></volume>",
            bad_argument("unknown suffix 'zz'", ErrorDomain.NONE),
        ),
        (
            "<volume type='zz'><name>a</name><capacity>1</capacity></volume>",
            unsupported("unknown volume type 'zz'"),
        ),
        (
            volume_xml("a", MIB, RAW.replace("raw", "zz")),
            unsupported("unknown volume format type zz"),
        ),
        (
            volume_xml("a", MIB, "<target><format type='qcow2'/><compat>zz</compat></target>"),
            bad_xml("forbidden characters in 'compat' attribute"),
        ),
        (
            volume_xml("a", MIB, "<target><format type='qcow2'/><features><zz/></features></target>"),
            unsupported("unsupported feature zz"),
        ),
        pytest.param(
            volume_xml("a/b"),
            invalid("volume name 'a/b' cannot contain '/'"),
            marks=pytest.mark.qemu(OWN_WORDS),
        ),
    ],
)
async def test_descriptions_that_are_refused(own: OwnPool, xml: str, expected: Refusal) -> None:
    """In libvirt's words (G7, G9); nothing is left behind."""
    assert await refusal(own.conn.storage_vol_create_xml(own.pool, xml)) == expected
    assert await own.names() == []


@pytest.mark.qemu(NO_FOLDERS)
async def test_names_that_the_file_system_refuses(own: OwnPool) -> None:
    """G7, G9: what is there already, and what is too long."""
    path = own.folder
    for name in (".", ".."):
        there = invalid(f"volume target path '{path}/{name}' already exists")
        assert await refusal(own.make(name)) == there
    long = "a" * 256
    too_long = system(f"Failed to create file '{path}/{long}': File name too long", 36)
    assert await refusal(own.make(long)) == too_long


@pytest.mark.qemu(NO_FOLDERS)
async def test_a_raw_volume_is_echoed(own: OwnPool) -> None:
    """All that libvirt adds, in its order; nothing taken of the pool where nothing was asked for."""
    volume = await own.make("disk.raw", 4 * MIB)
    assert volume == StorageVol(own.pool.name, "disk.raw", str(own.folder / "disk.raw"))
    root = await described(own.conn, volume)
    assert root.attrib == {"type": "file"}
    assert [child.tag for child in root] == ["name", "key", "capacity", "allocation", "physical", "target"]
    assert [child.tag for child in root.findall("target/*")] == [
        "path",
        "format",
        "permissions",
        "timestamps",
    ]
    times = [child.tag for child in root.findall("target/timestamps/*")]
    assert times == ["atime", "mtime", "ctime", "btime"]
    numbers = {"capacity": "4194304", "allocation": "0", "physical": "4194304"}
    texts = {tag: root.findtext(tag) for tag in ("name", "key", *numbers)}
    assert texts == {"name": "disk.raw", "key": volume.key, **numbers}
    assert root.findtext("target/path") == volume.key
    assert root.findtext("target/permissions/mode") == "0600"
    assert root.findtext("target/timestamps/btime") == "0"
    assert mode_of(own.folder / "disk.raw") == 0o600


@pytest.mark.qemu(NO_FOLDERS)
async def test_allocation(own: OwnPool) -> None:
    """All of it by default, part of it as asked for, and a larger one makes the volume larger."""
    cases = {
        "full": ("", MIB, MIB),
        "part": (f"<allocation>{MIB // 4}</allocation>", MIB, MIB // 4),
        "over": (f"<allocation>{4 * MIB}</allocation>", 4 * MIB, 4 * MIB),
    }
    for name, (more, capacity, allocation) in cases.items():
        assert await sizes(own.conn, await own.make(name, MIB, more)) == (capacity, allocation)


async def test_the_pool_counts_what_its_volumes_take(own: OwnPool) -> None:
    """A new volume's allocation is added, a deleted one's given back, without a refresh."""
    before = await own.conn.storage_pool_get_info(own.pool)
    volume = await own.make("full", 8 * MIB, "")
    made = await own.conn.storage_pool_get_info(own.pool)
    assert (made.allocation - before.allocation, before.available - made.available) == (8 * MIB, 8 * MIB)
    await own.conn.storage_vol_delete(volume)
    assert await own.conn.storage_pool_get_info(own.pool) == before


async def test_units(own: OwnPool) -> None:
    """KiB and KB differ; no unit means bytes."""
    for unit, expected in (("KiB", 1024), ("KB", 1000), ("K", 1024), ("bytes", 1), ("MiB", MIB)):
        xml = f"<volume><name>u{unit}</name><capacity unit='{unit}'>3</capacity>{SPARSE}</volume>"
        volume = await own.conn.storage_vol_create_xml(own.pool, xml)
        assert (await sizes(own.conn, volume))[0] == 3 * expected


@pytest.mark.qemu(NO_FOLDERS)
async def test_sizes_that_do_not_fit(own: OwnPool) -> None:
    """G10: no file can be so large; nothing is left of the volume."""
    path = own.folder / "big"
    too_large = system(f"cannot extend file '{path}': File too large", 27)
    assert await refusal(own.make("big", 1 << 62)) == too_large
    assert await own.names() == []
    assert not path.exists()


@pytest.mark.qemu(NO_FOLDERS)
async def test_names_that_are_taken(own: OwnPool) -> None:
    """By a volume that the daemon knows, or by a file that it does not."""
    await own.make("known")
    text = "storage volume 'known' exists already"
    known = refused(ErrorNumber.STORAGE_VOL_EXIST, STORAGE, text, "storage volume %s exists already")
    assert await refusal(own.make("known")) == known
    write(own.folder / "foreign", b"x")
    for more in (SPARSE, qcow2()):
        foreign = invalid(f"volume target path '{own.folder}/foreign' already exists")
        assert await refusal(own.make("foreign", MIB, more)) == foreign


async def test_odd_names(own: OwnPool) -> None:
    """G8: names that XML, shells and image formats trip over are accepted, found and removed."""
    names = ["a,b=c", "a:b", "json:{}", "-x", "ü 机器", "a&b<c>", "q'q\"", "%s", "two\nlines"]
    for name in names:
        escaped = name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        volume = await own.make(escaped)
        assert volume.name == name
        assert await own.conn.storage_vol_lookup_by_name(own.pool, name) == volume
        assert (await described(own.conn, volume)).findtext("name") == name
    assert await own.names() == sorted(names)
    await own.conn.storage_pool_refresh(own.pool)
    assert await own.names() == sorted(names)
    for name in names:
        await own.conn.storage_vol_delete(own.missing(name))


@pytest.mark.qemu(NO_FLAGS)
async def test_flags_that_there_are_not(own: OwnPool) -> None:
    """The error names the function of libvirt that does not know them."""
    conn = own.conn
    volume = await own.make("v")
    cases = [
        (own.make("w", flags=2), 2, "storageVolCreateXML"),
        (
            conn.storage_vol_create_xml_from(own.pool, volume_xml("w"), volume, 16),
            16,
            "storageVolCreateXMLFrom",
        ),
        (conn.storage_vol_get_info_flags(volume, 2), 2, "storageVolGetInfoFlags"),
        (conn.storage_vol_get_xml_desc(volume, 1), 1, "storageVolGetXMLDesc"),
        (conn.storage_vol_delete(volume, 1), 1, "virStorageBackendVolDeleteLocal"),
        (conn.storage_vol_resize(volume, MIB, 8), 8, "storageVolResize"),
        (conn.storage_vol_wipe(volume, 1), 1, "storageVolWipePattern"),
        (conn.storage_pool_list_all_volumes(own.pool, 1, 1), 1, "storagePoolListAllVolumes"),
    ]
    for call, flags, function in cases:
        assert await refusal(call) == bad_flags(flags, function)
    assert await refusal(own.make("w", flags=1)) == unsupported(
        "metadata preallocation is not supported for raw volumes"
    )


# looking


async def test_lookups(own: OwnPool) -> None:
    """By name, key and path; a volume leads to its pool."""
    conn = own.conn
    volume = await own.make("v")
    assert await conn.storage_vol_lookup_by_name(own.pool, "v") == volume
    assert await conn.storage_vol_lookup_by_key(volume.key) == volume
    assert await conn.storage_vol_lookup_by_path(f"{own.folder}/v") == volume
    assert await conn.storage_vol_get_path(volume) == volume.key
    assert await conn.storage_pool_lookup_by_volume(volume) == own.pool


@pytest.mark.qemu(OWN_WORDS)
async def test_path_is_cleaned(own: OwnPool) -> None:
    """What is looked for is the path without its doubled slashes."""
    volume = await own.make("v")
    by_path = own.conn.storage_vol_lookup_by_path
    assert await by_path(f"{own.folder}//v") == volume
    assert await refusal(by_path("/v//w")) == no_volume("path '/v//w' (/v/w)")


async def test_lookups_that_find_nothing(daemon: Daemon, own: OwnPool) -> None:
    """Each says how it looked; the key is the one that is not quoted."""
    conn = own.conn
    part = daemon.part(STORAGE)
    assert await refusal(conn.storage_vol_lookup_by_name(own.pool, "v")) == no_volume("name 'v'", part)
    quoted = "'k'" if daemon.kind == "test" else "k"
    assert await refusal(conn.storage_vol_lookup_by_key("k")) == no_volume(f"key {quoted}", part)
    assert await refusal(conn.storage_vol_lookup_by_path("/v")) == no_volume("path '/v'", part)
    for call in (conn.storage_vol_get_info, conn.storage_vol_get_path, conn.storage_vol_delete):
        assert await refusal(call(own.missing())) == no_volume("name 'missing'", part)


async def test_lists(own: OwnPool) -> None:
    """All three calls agree; a mere count brings no volumes."""
    names = [(await own.make(name)).name for name in ("a", "b", "c")]
    assert await own.names() == names
    assert sorted(await own.conn.storage_pool_list_volumes(own.pool, 16384)) == names
    assert await own.conn.storage_pool_num_of_volumes(own.pool) == 3
    assert len(await own.conn.storage_pool_list_volumes(own.pool, 2)) == 2
    counted = await own.conn.storage_pool_list_all_volumes(own.pool, 0)
    assert (counted.ret, counted.vols) == (3, [])
    too_many = refused(ErrorNumber.RPC, ErrorDomain.RPC, "maxnames > REMOTE_STORAGE_VOL_LIST_MAX")
    assert await refusal(own.conn.storage_pool_list_volumes(own.pool, 16385)) == too_many


@pytest.mark.qemu(NO_FOLDERS)
async def test_files_that_came_by_themselves(own: OwnPool) -> None:
    """Unknown until a refresh; then folders, links and hidden files are volumes too, pipes are not."""
    fill_folder(own.folder)
    assert await own.names() == []
    assert await refusal(own.conn.storage_vol_lookup_by_name(own.pool, "file")) == no_volume("name 'file'")
    await own.conn.storage_pool_refresh(own.pool)
    assert await own.names() == [".hidden", "bad.qcow2", "cd.iso", "empty", "file", "folder", "link"]
    found = {}
    for name in await own.names():
        root = await described(own.conn, own.missing(name))
        found[name] = root.get("type"), root.findtext("capacity"), format_of(root)
    assert found == {
        ".hidden": ("file", "1", "raw"),
        "bad.qcow2": ("file", "14", "raw"),
        "cd.iso": ("file", "133000", "iso"),
        "empty": ("file", "0", "raw"),
        "file": ("file", "1000", "raw"),
        "folder": ("dir", "0", "dir"),
        "link": ("file", "1000", "raw"),
    }
    info = await own.conn.storage_vol_get_info(own.missing("folder"))
    assert (info.type, info.capacity, info.allocation) == (2, 0, 0)
    assert (await described(own.conn, own.missing("empty"))).find("physical") is None


@pytest.mark.qemu(NO_FOLDERS)
async def test_a_file_that_changes(own: OwnPool) -> None:
    """Every look measures the file anew."""
    volume = await own.make("v")
    write(own.folder / "v", b"x" * 5000)
    assert await sizes(own.conn, volume) == (5000, 8192)


@pytest.mark.qemu(NO_FOLDERS)
async def test_a_file_that_is_gone(own: OwnPool) -> None:
    """G14: looking at it fails, its path is still told, and it can be deleted once."""
    volume = await own.make("v")
    own.folder.joinpath("v").unlink()
    gone = no_volume(f"path '{own.folder}/v'")
    assert await refusal(own.conn.storage_vol_get_info(volume)) == gone
    assert await refusal(own.conn.storage_vol_get_xml_desc(volume)) == gone
    assert await own.conn.storage_vol_get_path(volume) == volume.key
    await own.conn.storage_vol_delete(volume)
    assert await refusal(own.conn.storage_vol_delete(volume)) == no_volume("name 'v'")


@pytest.mark.qemu(NO_FOLDERS)
async def test_physical_size(own: OwnPool) -> None:
    """A flag puts the file's length in the place of what it takes."""
    volume = await own.make("v", 2 * MIB)
    plain = await own.conn.storage_vol_get_info_flags(volume)
    physical = await own.conn.storage_vol_get_info_flags(volume, 1)
    assert (plain.type, plain.capacity, plain.allocation) == (0, 2 * MIB, 0)
    assert (physical.type, physical.capacity, physical.allocation) == (0, 2 * MIB, 2 * MIB)
