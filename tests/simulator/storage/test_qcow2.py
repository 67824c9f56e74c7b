"""qcow2 headers: what is written is read, by the simulator and by QEMU, and nonsense is not believed."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt import Connection
from purevirt.rpc.gen.remote import StoragePool
from purevirt.testing.simulator.storage.qcow2 import (
    HEADER_MAX_BYTES,
    MAGIC,
    Qcow2Header,
    cluster_bits_of,
    empty_image,
    parse_header,
    with_size,
)
from tests.simulator.contract.storage.descriptions import MIB, qcow2, read, volume_xml

headers = st.builds(
    Qcow2Header,
    version=st.sampled_from((2, 3)),
    size=st.integers(0, 1 << 38).map(lambda number: number // 512 * 512),
    cluster_bits=st.integers(12, 21),
    backing_name=st.none()
    | st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=200),
    backing_format=st.sampled_from(("raw", "qcow2")),
)


def image_of(header: Qcow2Header) -> bytes:
    """Return the begin of an empty image."""
    pieces, length = empty_image(header)
    data = bytearray(min(length, HEADER_MAX_BYTES))
    for offset, piece in pieces:
        data[offset : offset + len(piece)] = piece[: max(0, len(data) - offset)]
    return bytes(data)


@given(headers)
def test_what_is_written_is_read(header: Qcow2Header) -> None:
    """All that a header can be asked to say comes back."""
    found = parse_header(image_of(header))
    assert found is not None
    assert (found.version, found.size, found.cluster_bits) == (
        header.version,
        header.size,
        header.cluster_bits,
    )
    assert found.backing_name == header.backing_name
    assert found.backing_format == (header.backing_format if header.backing_name else None)
    assert found.l1_size == header.l1_entries(header.size)


@given(st.binary(max_size=300))
def test_garbage_is_no_image(data: bytes) -> None:
    """Whatever follows the magic bytes is either a header that makes sense or none; nothing is raised."""
    for attempt in (data, MAGIC + data, MAGIC + b"\0\0\0\3" + data, MAGIC + b"\0\0\0\2" + data):
        header = parse_header(attempt)
        assert header is None or 9 <= header.cluster_bits <= 21


@given(headers, st.integers(0, 1 << 40))
def test_another_size(header: Qcow2Header, size: int) -> None:
    """The size is written over where there is place for its table."""
    data = bytearray(image_of(header))
    patches = with_size(bytes(data), size)
    if patches is None:
        assert header.l1_entries(size) > header.l1_entries(header.size)
        return
    for offset, patch in patches:
        if offset + len(patch) <= len(data):
            data[offset : offset + len(patch)] = patch
    found = parse_header(bytes(data))
    assert found is not None
    assert found.size == size
    assert found.l1_size >= header.l1_entries(size)


@pytest.mark.parametrize("size", [0, 511, 513, 3 << 16, 1 << 22])
def test_clusters_that_there_are_not(size: int) -> None:
    """Powers of two from 512 bytes to 2 MiB."""
    with pytest.raises(ValueError, match="power of two"):
        cluster_bits_of(size)


@pytest.mark.parametrize("size", [1 << 62, 1 << 63])
def test_disks_that_are_too_large(size: int) -> None:
    """Refused before anything is written."""
    with pytest.raises(ValueError, match=r"8 EiB|too large"):
        empty_image(Qcow2Header(version=3, size=size))


def qemu_img(*arguments: str | Path) -> str:
    """Return what qemu-img prints; it has to succeed."""
    return subprocess.run(
        ["qemu-img", *map(str, arguments)], check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.lab
@pytest.mark.parametrize("compat", ["0.10", "1.1"])
@pytest.mark.parametrize("cluster_kib", [4, 64, 2048])
async def test_qemu_agrees(
    lab_able: None, conn: Connection, pool: StoragePool, compat: str, cluster_kib: int
) -> None:
    """Empty images, resized ones and copies with data are faultless in qemu-img's eyes, and hold the data."""
    target = (
        f"<target><format type='qcow2'/><compat>{compat}</compat>"
        f"<clusterSize unit='KiB'>{cluster_kib}</clusterSize></target>"
    )
    source = await conn.storage_vol_create_xml(
        pool, volume_xml("source", 5 * MIB, "<allocation>0</allocation>")
    )
    content = bytes(MIB) + os.urandom(3 * MIB) + bytes(MIB)
    Path(source.key).write_bytes(content)  # noqa: ASYNC240 - behind the daemon's back
    empty = await conn.storage_vol_create_xml(pool, volume_xml("empty", 5 * MIB, target))
    await conn.storage_vol_resize(empty, 7 * MIB)
    full = await conn.storage_vol_create_xml(pool, volume_xml("full", 70 * MIB, target), 1)
    copy = await conn.storage_vol_create_xml_from(pool, volume_xml("copy", None, target), source)
    raw = Path(source.key).with_name("raw")
    for volume, size in ((empty, 7 * MIB), (full, 70 * MIB), (copy, 5 * MIB)):
        qemu_img("check", volume.key)
        info = json.loads(qemu_img("info", "--output=json", volume.key))
        assert info["virtual-size"] == size
        assert info["cluster-size"] == cluster_kib * 1024
        assert info["format-specific"]["data"]["compat"] == compat
    qemu_img("convert", "-O", "raw", copy.key, raw)
    assert read(raw) == content


@pytest.mark.lab
async def test_images_that_qemu_made(
    lab_able: None, conn: Connection, pool: StoragePool, tmp_path: Path
) -> None:
    """Uploaded ones are recognised, and copied with what is compressed in them, or in their base."""
    content = bytes(MIB) + b"compressible" * 20000 + os.urandom(MIB)
    plain, packed, overlay = tmp_path / "plain", tmp_path / "packed", tmp_path / "overlay"
    plain.write_bytes(content.ljust(4 * MIB, b"\0"))
    qemu_img("convert", "-c", "-O", "qcow2", plain, packed)
    qemu_img("create", "-f", "qcow2", "-F", "qcow2", "-b", "packed", overlay, "6M")
    for path in (packed, overlay):
        data = read(path)
        volume = await conn.storage_vol_create_xml(
            pool, volume_xml(path.name, len(data), "<allocation>0</allocation>")
        )
        async with conn.stream() as stream:
            await conn.storage_vol_upload(stream, volume, 0, len(data))
            await stream.write(data)
            await stream.finish()
    top = await conn.storage_vol_lookup_by_name(pool, "overlay")
    assert (await conn.storage_vol_get_info(top)).capacity == 6 * MIB
    more = "<target><format type='raw'/></target>"
    flat = await conn.storage_vol_create_xml_from(pool, volume_xml("flat", None, more), top)
    assert read(Path(flat.key)) == content.ljust(6 * MIB, b"\0")
    again = await conn.storage_vol_create_xml_from(pool, volume_xml("again", None, qcow2()), top)
    qemu_img("check", again.key)
