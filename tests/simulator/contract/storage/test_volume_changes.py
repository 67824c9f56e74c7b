"""Volumes that are resized, wiped, copied, and built upon others, on both daemons."""

from pathlib import Path

import pytest

from purevirt.rpc.gen.enums import StorageVolResizeFlags
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.remote import StorageVol
from tests.simulator.contract.daemon import NO_FOLDERS, Daemon
from tests.simulator.contract.storage.descriptions import (
    MIB,
    OwnPool,
    described,
    format_of,
    mode_of,
    qcow2,
    read,
    sizes,
    volume_xml,
    write,
)
from tests.simulator.contract.storage.refusals import (
    STORAGE,
    Refusal,
    bad_argument,
    failed,
    internal,
    no_pool,
    no_volume,
    refusal,
    system,
    worded,
)

pytestmark = pytest.mark.qemu(NO_FOLDERS)

RAW = "<target><format type='raw'/></target>"
SPARSE = "<allocation>0</allocation>"


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


async def test_resize_of_an_image_that_a_domain_has_open(daemon: Daemon, own: OwnPool) -> None:
    """qemu-img does not get its lock; a raw file has none, and nothing keeps either from being deleted."""
    image, raw = await own.make("image", 8 * MIB, qcow2()), await own.make("raw")
    disks = "".join(
        f"<disk type='file'><driver name='qemu' type='{kind}'/><source file='{volume.key}'/>"
        f"<target dev='vd{letter}'/></disk>"
        for kind, volume, letter in (("qcow2", image, "a"), ("raw", raw, "b"))
    )
    xml = (
        f"<domain type='qemu'><name>{daemon.name('holder')}</name><memory unit='MiB'>32</memory>"
        f"<os><type arch='x86_64' machine='pc'>hvm</type></os><devices>{disks}</devices></domain>"
    )
    domain = await own.conn.domain_create_xml(xml)
    text = (
        f"Child process (/usr/bin/qemu-img resize {image.key} {16 * MIB}) unexpected exit status 1: "
        f"qemu-img: Could not open '{image.key}': Failed to get \"write\" lock\n"
        f"Is another process using the image [{image.key}]?\n"
    )
    locked = internal(text, ErrorDomain.NONE)
    assert await refusal(own.conn.storage_vol_resize(image, 16 * MIB)) == locked
    await own.conn.storage_vol_resize(raw, 2 * MIB)
    await own.conn.domain_destroy(domain)
    await own.conn.storage_vol_resize(image, 16 * MIB)
    for volume in (image, raw):
        await own.conn.storage_vol_delete(volume)


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


async def test_preallocated_metadata(own: OwnPool) -> None:
    """The image has all its tables, so its file is longer than its disk."""
    volume = await own.make("v", 8 * MIB, qcow2(), 1)
    physical = (await own.conn.storage_vol_get_info_flags(volume, 1)).allocation
    assert physical == 8 * MIB + 5 * 65536
    capacity, allocation = await sizes(own.conn, volume)
    assert capacity == 8 * MIB < allocation


async def test_a_folder_as_a_volume(own: OwnPool) -> None:
    """Format dir makes one; it is deleted as long as it is empty."""
    volume = await own.make("d", MIB, "<target><format type='dir'/></target>")
    root = await described(own.conn, volume)
    assert (root.get("type"), format_of(root), root.findtext("capacity")) == ("dir", "dir", "0")
    assert own.folder.joinpath("d").is_dir()
    write(own.folder / "d/file", b"")
    full = system(f"cannot remove directory '{volume.key}': Directory not empty", 39)
    assert await refusal(own.conn.storage_vol_delete(volume)) == full
    own.folder.joinpath("d/file").unlink()
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
