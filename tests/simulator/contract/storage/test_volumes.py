"""Storage volumes, on the real daemon and on the simulated one."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from purevirt import Connection
from purevirt.rpc.gen.enums import StorageVolResizeFlags
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.remote import StorageVol
from tests.simulator.contract.storage.descriptions import (
    MIB,
    OwnPool,
    fill_folder,
    mode_of,
    qcow2,
    read,
    volume_xml,
    write,
)
from tests.simulator.contract.storage.refusals import (
    STORAGE,
    Refusal,
    bad_argument,
    bad_flags,
    bad_xml,
    failed,
    internal,
    invalid,
    no_pool,
    no_volume,
    refusal,
    refused,
    system,
    unsupported,
    worded,
)

RAW = "<target><format type='raw'/></target>"
SPARSE = "<allocation>0</allocation>"


async def described(conn: Connection, volume: StorageVol) -> ET.Element:
    """Return a volume's description."""
    return ET.fromstring(await conn.storage_vol_get_xml_desc(volume))


async def sizes(conn: Connection, volume: StorageVol) -> tuple[int, int]:
    """Return a volume's capacity and allocation."""
    info = await conn.storage_vol_get_info(volume)
    return info.capacity, info.allocation


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
        (volume_xml("a/b"), invalid("volume name 'a/b' cannot contain '/'")),
    ],
)
async def test_descriptions_that_are_refused(own: OwnPool, xml: str, expected: Refusal) -> None:
    """In libvirt's words (G7, G9); nothing is left behind."""
    assert await refusal(own.conn.storage_vol_create_xml(own.pool, xml)) == expected
    assert await own.names() == []


async def test_names_that_the_file_system_refuses(own: OwnPool) -> None:
    """G7, G9: what is there already, and what is too long."""
    path = own.folder
    for name in (".", ".."):
        there = invalid(f"volume target path '{path}/{name}' already exists")
        assert await refusal(own.make(name)) == there
    long = "a" * 256
    too_long = system(f"Failed to create file '{path}/{long}': File name too long", 36)
    assert await refusal(own.make(long)) == too_long


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


async def test_sizes_that_do_not_fit(own: OwnPool) -> None:
    """G10: no file can be so large; nothing is left of the volume."""
    path = own.folder / "big"
    too_large = system(f"cannot extend file '{path}': File too large", 27)
    assert await refusal(own.make("big", 1 << 62)) == too_large
    assert await own.names() == []
    assert not path.exists()


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
    for name in names:
        await own.conn.storage_vol_delete(own.missing(name))


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
    """By name, key and path, the last cleaned; a volume leads to its pool."""
    conn = own.conn
    volume = await own.make("v")
    assert await conn.storage_vol_lookup_by_name(own.pool, "v") == volume
    assert await conn.storage_vol_lookup_by_key(volume.key) == volume
    assert await conn.storage_vol_lookup_by_path(f"{own.folder}//v") == volume
    assert await conn.storage_vol_get_path(volume) == volume.key
    assert await conn.storage_pool_lookup_by_volume(volume) == own.pool


async def test_lookups_that_find_nothing(own: OwnPool) -> None:
    """Each says how it looked; the key is the one that is not quoted."""
    conn = own.conn
    assert await refusal(conn.storage_vol_lookup_by_name(own.pool, "v")) == no_volume("name 'v'")
    assert await refusal(conn.storage_vol_lookup_by_key("k")) == no_volume("key k")
    assert await refusal(conn.storage_vol_lookup_by_path("/v")) == no_volume("path '/v'")
    assert await refusal(conn.storage_vol_lookup_by_path("/v//w")) == no_volume("path '/v//w' (/v/w)")
    for call in (conn.storage_vol_get_info, conn.storage_vol_get_path, conn.storage_vol_delete):
        assert await refusal(call(own.missing())) == no_volume("name 'missing'")


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


def format_of(root: ET.Element) -> str | None:
    """Return the format that a description names."""
    node = root.find("target/format")
    return None if node is None else node.get("type")


async def test_a_file_that_changes(own: OwnPool) -> None:
    """Every look measures the file anew."""
    volume = await own.make("v")
    write(own.folder / "v", b"x" * 5000)
    assert await sizes(own.conn, volume) == (5000, 8192)


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


async def test_physical_size(own: OwnPool) -> None:
    """A flag puts the file's length in the place of what it takes."""
    volume = await own.make("v", 2 * MIB)
    plain = await own.conn.storage_vol_get_info_flags(volume)
    physical = await own.conn.storage_vol_get_info_flags(volume, 1)
    assert (plain.type, plain.capacity, plain.allocation) == (0, 2 * MIB, 0)
    assert (physical.type, physical.capacity, physical.allocation) == (0, 2 * MIB, 2 * MIB)


# resizing and wiping


async def test_resize(own: OwnPool) -> None:
    """To a size, or by one; down only when that is said, and not below nothing."""
    volume = await own.make("v", 4 * MIB)
    flags = StorageVolResizeFlags
    found = []
    for capacity, how in (
        (8 * MIB, 0), (2 * MIB, flags.SHRINK), (MIB, flags.DELTA), (2 * MIB, flags.DELTA | flags.SHRINK),
        (100 * MIB, flags.DELTA | flags.SHRINK), (4 * MIB, flags.ALLOCATE),
    ):  # fmt: skip
        await own.conn.storage_vol_resize(volume, capacity, how)
        found.append(await sizes(own.conn, volume))
    assert found == [(8 * MIB, 0), (2 * MIB, 0), (3 * MIB, 0), (MIB, 0), (0, 0), (4 * MIB, 4 * MIB)]
    assert own.folder.joinpath("v").stat().st_size == 4 * MIB


async def test_sizes_that_resize_refuses(own: OwnPool) -> None:
    """Smaller without the flag, smaller than what is taken, larger than the pool, larger than any file, 0."""
    resize = own.conn.storage_vol_resize
    sparse, full = await own.make("sparse"), await own.make("full", MIB, "")
    text = "Can't shrink capacity below current capacity unless shrink flag explicitly specified"
    assert await refusal(resize(sparse, MIB // 2)) == bad_argument(text)
    below = bad_argument("can't shrink capacity below existing allocation")
    assert await refusal(resize(full, MIB // 2, StorageVolResizeFlags.SHRINK)) == below
    no_place = failed("Not enough space left in storage pool")
    assert await refusal(resize(sparse, 1 << 50, StorageVolResizeFlags.ALLOCATE)) == no_place
    too_large = f"Failed to truncate file '{own.folder}/sparse': File too large"
    assert await refusal(resize(sparse, 1 << 62)) == system(too_large, 27, ErrorDomain.NONE)
    function = "virStorageVolResize"
    zero = f"capacity in {function} cannot be zero without 'delta' or 'shrink' flags set"
    assert await refusal(resize(sparse, 0)) == Refusal(ErrorNumber.INVALID_ARG, STORAGE, zero, function, 0, 0)


async def test_resize_qcow2(own: OwnPool) -> None:
    """The disk inside grows and shrinks; space cannot be reserved for it."""
    volume = await own.make("v", 8 * MIB, qcow2())
    await own.conn.storage_vol_resize(volume, 3 << 30)
    assert (await sizes(own.conn, volume))[0] == 3 << 30
    await own.conn.storage_vol_resize(volume, 16 * MIB, StorageVolResizeFlags.SHRINK)
    await own.conn.storage_pool_refresh(own.pool)
    assert (await sizes(own.conn, volume))[0] == 16 * MIB
    text = "preallocate is only supported for raw type volume"
    expected = worded(ErrorNumber.OPERATION_UNSUPPORTED, "Operation not supported", text)
    call = own.conn.storage_vol_resize(volume, 20 * MIB, StorageVolResizeFlags.ALLOCATE)
    assert await refusal(call) == expected


async def test_wipe(own: OwnPool) -> None:
    """Zeros of the same length; what was sparse stays so, what was full stays so."""
    full, sparse = await own.make("full", MIB, ""), await own.make("sparse")
    write(own.folder / "full", b"\xff" * MIB)
    for volume, allocation in ((full, MIB), (sparse, 0)):
        await own.conn.storage_vol_wipe(volume)
        assert await sizes(own.conn, volume) == (MIB, allocation)
        assert read(own.folder / volume.name) == bytes(MIB)
    await own.conn.storage_vol_wipe_pattern(full, 0)


async def test_patterns_that_wipe_refuses(own: OwnPool) -> None:
    """The one for disks that can forget, and numbers that mean nothing."""
    volume = await own.make("v")
    trim = worded(ErrorNumber.ARGUMENT_UNSUPPORTED, "argument unsupported", "'trim' algorithm not supported")
    assert await refusal(own.conn.storage_vol_wipe_pattern(volume, 9)) == trim
    unknown = bad_argument("wiping algorithm 99 not supported")
    assert await refusal(own.conn.storage_vol_wipe_pattern(volume, 99)) == unknown


# qcow2


async def test_a_new_qcow2_volume(own: OwnPool) -> None:
    """G11: compat 0.10 where nothing is said; the file is small, its sizes are qemu-img's."""
    plain = await own.make("plain", 8 * MIB, "<target><format type='qcow2'/></target>")
    newer = await own.make("newer", 8 * MIB, qcow2())
    assert await sizes(own.conn, plain) == await sizes(own.conn, newer) == (8 * MIB, 200704)
    assert own.folder.joinpath("plain").stat().st_size == 196616
    versions = [read(own.folder / name)[4:8] for name in ("plain", "newer")]
    assert versions == [b"\0\0\0\2", b"\0\0\0\3"]


async def test_what_a_refresh_finds_in_qcow2(own: OwnPool) -> None:
    """Cluster size and features, which the description of a new volume has only if they were asked for."""
    more = (
        "<target><format type='qcow2'/><compat>1.1</compat><clusterSize unit='KiB'>128</clusterSize>"
        "<features><lazy_refcounts/></features></target>"
    )
    found = []
    for volume in (
        await own.make("old", MIB, "<target><format type='qcow2'/></target>"),
        await own.make("new", MIB, qcow2()),
        await own.make("fine", MIB, more),
    ):
        for _ in range(2):
            root = await described(own.conn, volume)
            features = root.find("target/features")
            names = None if features is None else [child.tag for child in features]
            found.append((root.findtext("target/compat"), root.findtext("target/clusterSize"), names))
            await own.conn.storage_pool_refresh(own.pool)
    assert found[0] == (None, None, None)
    assert found[1] == (None, "65536", None)
    assert found[3] == ("1.1", "65536", [])
    assert found[4] == found[5] == ("1.1", "131072", ["lazy_refcounts"])


async def test_an_overlay(own: OwnPool) -> None:
    """It names its base, with the base's permissions and times; a missing capacity is the base's (G3)."""
    base = await own.make("base", 8 * MIB, qcow2())
    taller = await own.make("taller", 16 * MIB, qcow2(base.key))
    same = await own.make("same", None, qcow2(base.key))
    smaller = await own.make("smaller", MIB, qcow2(base.key))
    found = [(await sizes(own.conn, one))[0] for one in (taller, same, smaller)]
    assert found == [16 * MIB, 8 * MIB, MIB]
    for _ in range(2):
        root = await described(own.conn, taller)
        assert root.findtext("backingStore/path") == base.key
        tags = [child.tag for child in root.findall("backingStore/*")]
        assert tags == ["path", "format", "permissions", "timestamps"]
        node = root.find("backingStore/format")
        assert node is not None
        assert node.get("type") == "qcow2"
        await own.conn.storage_pool_refresh(own.pool)


async def test_an_overlay_that_does_not_say_on_what(own: OwnPool) -> None:
    """G1: the base is taken for raw, and that is written into the image."""
    base = await own.make("base", 8 * MIB, qcow2())
    overlay = await own.make("overlay", 8 * MIB, qcow2(base.key, None))
    await own.conn.storage_pool_refresh(own.pool)
    node = (await described(own.conn, overlay)).find("backingStore/format")
    assert node is not None
    assert node.get("type") == "raw"


async def test_a_base_that_is_deleted(own: OwnPool) -> None:
    """The overlay still names it after a refresh, without what cannot be known."""
    base = await own.make("base", 8 * MIB, qcow2())
    overlay = await own.make("overlay", 8 * MIB, qcow2(base.key))
    await own.conn.storage_vol_delete(base)
    await own.conn.storage_pool_refresh(own.pool)
    root = await described(own.conn, overlay)
    assert root.findtext("backingStore/path") == base.key
    assert [child.tag for child in root.findall("backingStore/*")] == ["path", "format"]


async def test_bases_that_are_refused(own: OwnPool) -> None:
    """G4: one that is not there; one of another format than was said, in qemu-img's words; one for raw."""
    path = own.folder / "nobody"
    missing = system(f"inaccessible backing store volume {path}: No such file or directory", 2)
    assert await refusal(own.make("v", MIB, qcow2(path))) == missing
    raw = await own.make("raw")
    command = (
        f"/usr/bin/qemu-img create -f qcow2 -b {raw.key} -o backing_fmt=qcow2,compat=1.1 {own.folder}/v 1024K"
    )
    complaint = f"qemu-img: {own.folder}/v: Image is not in qcow2 format\nCould not open backing image.\n"
    text = f"Child process ({command}) unexpected exit status 1: {complaint}"
    assert await refusal(own.make("v", MIB, qcow2(raw.key))) == internal(text, ErrorDomain.NONE)
    more = f"<backingStore><path>{raw.key}</path><format type='raw'/></backingStore>{RAW}"
    text = "this function is not supported by the connection driver"
    no_backing = worded(ErrorNumber.NO_SUPPORT, text, "backing storage not supported for raw volumes")
    assert await refusal(own.make("v", MIB, more)) == no_backing
    assert await own.names() == ["raw"]


async def test_a_folder_as_a_volume(own: OwnPool) -> None:
    """Format dir makes one; it is deleted as long as it is empty."""
    volume = await own.make("d", MIB, "<target><format type='dir'/></target>")
    root = await described(own.conn, volume)
    assert (root.get("type"), format_of(root), root.findtext("capacity")) == ("dir", "dir", "0")
    assert own.folder.joinpath("d").is_dir()
    await own.conn.storage_vol_delete(volume)
    assert not own.folder.joinpath("d").exists()


# copies


async def test_clone(own: OwnPool) -> None:
    """Bytes and size of the source; more if asked for, never less; sparse only if asked for."""
    clone = own.conn.storage_vol_create_xml_from
    source = await own.make("source", 2 * MIB, "")
    content = bytes(range(256)) * (2 * MIB // 256)
    write(own.folder / "source", content)
    same = await clone(own.pool, volume_xml("same", None), source)
    smaller = await clone(own.pool, volume_xml("smaller", 4096), source)
    larger = await clone(own.pool, volume_xml("larger", 8 * MIB, SPARSE), source)
    assert await sizes(own.conn, same) == await sizes(own.conn, smaller) == (2 * MIB, 2 * MIB)
    assert await sizes(own.conn, larger) == (8 * MIB, 2 * MIB)
    assert read(own.folder / "same") == read(own.folder / "smaller") == content
    assert read(own.folder / "larger") == content + bytes(6 * MIB)


async def test_clone_into_another_format(own: OwnPool) -> None:
    """raw to qcow2 and back is the same disk."""
    clone = own.conn.storage_vol_create_xml_from
    source = await own.make("source", 4 * MIB)
    content = bytes(MIB) + bytes(range(256)) * 4096 + bytes(MIB) + b"end".ljust(MIB, b"\0")
    write(own.folder / "source", content)
    packed = await clone(own.pool, volume_xml("packed", None, qcow2()), source)
    assert format_of(await described(own.conn, packed)) == "qcow2"
    assert (await sizes(own.conn, packed))[0] == 4 * MIB
    again = await clone(own.pool, volume_xml("again", None, RAW), packed)
    assert read(own.folder / again.name) == content


async def test_clone_of_an_overlay(own: OwnPool) -> None:
    """The copy has all layers in it, and no base."""
    clone = own.conn.storage_vol_create_xml_from
    source = await own.make("source", MIB)
    write(own.folder / "source", b"base".ljust(MIB, b"\0"))
    overlay = await own.make("overlay", 2 * MIB, qcow2(source.key, "raw"))
    copy = await clone(own.pool, volume_xml("copy", None, qcow2()), overlay)
    await own.conn.storage_pool_refresh(own.pool)
    assert (await described(own.conn, copy)).find("backingStore") is None
    flat = await clone(own.pool, volume_xml("flat", None, RAW), copy)
    assert read(own.folder / flat.name) == b"base".ljust(2 * MIB, b"\0")


async def test_clones_that_are_refused(own: OwnPool) -> None:
    """A name that is taken, a source or its pool that is not there, a file system that shares no blocks."""
    clone = own.conn.storage_vol_create_xml_from
    source = await own.make("source")
    taken = internal("storage volume name 'source' already in use.")
    assert await refusal(clone(own.pool, volume_xml("source"), source)) == taken
    assert await refusal(clone(own.pool, volume_xml("v"), own.missing())) == no_volume("name 'missing'")
    nowhere = StorageVol(pool="nobody", name="v", key="")
    assert await refusal(clone(own.pool, volume_xml("v"), nowhere)) == no_pool("name 'nobody'")
    assert await own.names() == ["source"]


async def test_permissions_of_a_new_file(own: OwnPool) -> None:
    """As asked for."""
    more = f"{SPARSE}<target><permissions><mode>0640</mode></permissions></target>"
    volume = await own.make("v", MIB, more)
    assert mode_of(Path(volume.key)) == 0o640
    assert (await described(own.conn, volume)).findtext("target/permissions/mode") == "0640"
