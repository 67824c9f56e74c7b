"""How long qcow2 images have to be, by QEMU's own ones."""

import random
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from purevirt.provider.hostcheck.qcow2_extent import UnusableTables, needed_bytes

RAW_BYTES = 5_000_704
"""No multiple of a cluster, so that the last one is behind the disk's end for a part."""


def needed(image: bytes) -> int:
    """Return how long an image has to be; what is asked for lies in it."""
    walk = needed_bytes(len(image))
    offset, size = next(walk)
    asked = 0
    while True:
        assert offset + size <= len(image)
        asked += size
        assert asked <= 2 * len(image) + 104
        try:
            offset, size = walk.send(image[offset : offset + size])
        except StopIteration as end:
            found: int = end.value
            return found


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A disk with data at its begin, in the midst, and at its end."""
    path = tmp_path_factory.mktemp("images") / "raw"
    content = bytearray(RAW_BYTES)
    chance = random.Random(1)
    for at, size in ((0, 70_000), (3_000_000, 4096), (RAW_BYTES - 3072, 3072)):
        content[at : at + size] = chance.randbytes(size)
    path.write_bytes(content)
    return path


def convert(raw: Path, *options: str) -> bytes:
    """Return QEMU's image of a disk."""
    out = raw.with_suffix(".qcow2")
    subprocess.run(["qemu-img", "convert", "-f", "raw", "-O", "qcow2", *options, raw, out], check=True)
    return out.read_bytes()


KINDS = {
    "v2": ("compat=0.10", 64 << 10),
    "v3": ("compat=1.1", 64 << 10),
    "small clusters": ("cluster_size=512", 512),
    "large clusters": ("cluster_size=2M", 2 << 20),
    "extended": ("extended_l2=on", 2048),
    "preallocated": ("preallocation=falloc", 64 << 10),
}


@pytest.mark.lab
@pytest.mark.parametrize("kind", KINDS)
def test_image_is_as_long_as_its_tables_say(raw: Path, kind: str) -> None:
    """Never longer than what QEMU wrote, which pads its last cluster, and missed as soon as data is."""
    option, unit = KINDS[kind]
    image = convert(raw, "-o", option)
    assert len(image) - unit < needed(image) <= len(image)
    assert needed(image[:-unit]) > len(image) - unit


@pytest.mark.lab
@pytest.mark.parametrize("options", [("compat=0.10",), ("compression_type=zstd",), ("extended_l2=on",)])
def test_compressed_image_is_as_long_as_its_tables_say(raw: Path, options: tuple[str, ...]) -> None:
    """Its clusters are counted in sectors, of which the last holds a byte at least; here QEMU pads to one."""
    image = convert(raw, "-c", "-o", *options)
    assert needed(image) == len(image) - 511
    assert needed(image[:-512]) == len(image) - 511


@pytest.mark.lab
def test_compressed_image_that_was_written_to_ends_within_a_sector(tmp_path: Path) -> None:
    """QEMU pads when it converts, not when it writes: what it calls whole is whole."""
    path = tmp_path / "image"
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", path, "1M"], check=True)
    subprocess.run(["qemu-io", "-c", "write -c -P 7 0 64k", path], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["qemu-img", "check", "-q", path], check=True)
    image = path.read_bytes()
    assert len(image) % 512
    assert needed(image) <= len(image)
    assert needed(image[: len(image) // 512 * 512]) > len(image) // 512 * 512


@pytest.mark.lab
def test_image_that_was_written_to_is_as_long_as_its_tables_say(tmp_path: Path) -> None:
    """Empty, with a cluster far off, with one that was zeroed: what is not used need not be there."""
    path = tmp_path / "image"
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", path, "40G"], check=True)
    assert needed(path.read_bytes()) == path.stat().st_size
    for command in ("write 0 4k", "write 39G 4k", "write -z 39G 64k"):
        before = needed(path.read_bytes())
        subprocess.run(["qemu-io", "-c", command, path], check=True, stdout=subprocess.DEVNULL)
        after = needed(path.read_bytes())
        assert after <= path.stat().st_size
        assert (after > before) == ("-z" not in command)


@pytest.mark.lab
def test_image_cut_off_anywhere_needs_more(raw: Path) -> None:
    """In its header, its tables, or its data, whatever else it still says."""
    image = convert(raw)
    for end in range(104, needed(image), 4099):
        assert needed(image[:end]) > end


def image_of(
    *,
    version: int = 3,
    bits: int = 16,
    size: int = 1 << 30,
    l1_count: int = 2,
    l1_at: int = 1 << 16,
    features: int = 0,
) -> bytes:
    """Return a header, and nothing behind it but zeros up to 256 KiB."""
    header = struct.pack(">4sIQIIQIIQ", b"QFI\xfb", version, 0, 0, bits, size, 0, l1_count, l1_at)
    return (header.ljust(72, b"\0") + struct.pack(">Q", features)).ljust(1 << 18, b"\0")


_CLUSTER = 1 << 16
_FAR = 1 << 40
_EXTENDED = 1 << 4


@pytest.mark.parametrize(
    ("header", "entry", "number", "end"),
    [
        (image_of(), _FAR, 0, _FAR + _CLUSTER),
        (image_of(), _FAR | 1 << 63, 0, _FAR + _CLUSTER),
        (image_of(), _FAR | 1, 0, 0),
        (image_of(version=2), _FAR | 1, 0, _FAR + _CLUSTER),
        (image_of(size=3 * _CLUSTER + 512), _FAR, 3, _FAR + 512),
        (image_of(size=3 * _CLUSTER + 512), _FAR, 2, _FAR + _CLUSTER),
        (image_of(size=3 * _CLUSTER + 512), _FAR, 4, 0),
        (image_of(), 1 << 62 | 2 << 54 | _FAR + 100, 0, _FAR + 2 * 512 + 1),
    ],
    ids=["plain", "copied", "zero", "zero in v2", "disk's end", "before it", "behind it", "compressed"],
)
def test_a_cluster_takes_what_a_guest_can_read_of_it(
    header: bytes, entry: int, number: int, end: int
) -> None:
    """Not what is zero anyway, nor what is behind the disk's end, which older writers left out."""
    image = bytearray(header)
    struct.pack_into(">Q", image, 1 << 16, 1 << 17)
    struct.pack_into(">Q", image, (1 << 17) + 8 * number, entry)
    assert needed(bytes(image)) == max(end, (1 << 17) + _CLUSTER)


@pytest.mark.parametrize(("parts", "end"), [(0, 0), (1, 2048), (0b100100, 6 * 2048), (1 << 32, 0)])
def test_a_cluster_in_parts_takes_those_that_are_there(parts: int, end: int) -> None:
    """Up to the last of the 32 that holds something; what is zero is a bit of its own."""
    image = bytearray(image_of(l1_count=4, features=_EXTENDED))
    struct.pack_into(">Q", image, 1 << 16, 1 << 17)
    struct.pack_into(">QQ", image, (1 << 17) + 16, _FAR, parts)
    assert needed(bytes(image)) == max(end and _FAR + end, (1 << 17) + _CLUSTER)


def hostile() -> Iterator[bytes]:
    """Yield images whose numbers are not to be believed."""
    yield b"QFI\xfb" + bytes(60)
    yield image_of(bits=8)
    yield image_of(bits=200)
    yield image_of(size=(1 << 64) - 1, l1_count=(1 << 32) - 1)
    yield image_of(l1_count=1)
    yield image_of(size=1 << 44, l1_count=1 << 19)
    # every entry of a large table leads to the same place, which would be read for each
    shared = bytearray(image_of(size=1 << 33, l1_count=16))
    shared[1 << 16 : (1 << 16) + 128] = struct.pack(">Q", 1 << 17) * 16
    yield bytes(shared)


@pytest.mark.parametrize("image", list(hostile()), ids=range(7))
def test_walk_rejects_tables_that_make_no_sense(image: bytes) -> None:
    """Before anything is read by what they say."""
    with pytest.raises(UnusableTables):
        needed(image)


def test_place_of_a_table_is_not_believed() -> None:
    """One beyond the end is what is needed, however far off; a disk of no size has none."""
    assert needed(image_of(l1_at=1 << 63)) == (1 << 63) + 16
    assert needed(image_of(size=0, l1_count=0)) == 1 << 16
    far = bytearray(image_of())
    far[1 << 16 : (1 << 16) + 8] = struct.pack(">Q", 1 << 50)
    assert needed(bytes(far)) == (1 << 50) + (1 << 16)
