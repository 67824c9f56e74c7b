"""Images by their first bytes."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.provider.libvirt.image_format import HEADER_BYTES, ImageHeader, recognise


def qcow2(*, version: int = 3, backing: int = 0, encryption: int = 0, incompatible: int = 0) -> bytes:
    """Return a qcow2 header of a disk of 7 GiB."""
    head = struct.pack(">4sIQIIQI", b"QFI\xfb", version, backing, 0, 16, 7 << 30, encryption)
    return (head.ljust(72, b"\0") + struct.pack(">Q", incompatible)).ljust(HEADER_BYTES, b"\0")


def test_qcow2_says_its_size_and_what_it_reads() -> None:
    """The virtual size, and whether other files of the host belong to it: a backing or a data file."""
    assert recognise(qcow2()) == ImageHeader(format="qcow2", virtual_bytes=7 << 30)
    assert recognise(qcow2(version=2)).virtual_bytes == 7 << 30
    assert recognise(qcow2(backing=512)).refers
    assert recognise(qcow2(incompatible=4)).refers
    assert not recognise(qcow2(version=2, incompatible=4)).refers
    assert not recognise(qcow2(incompatible=1)).refers


def test_qcow2_that_is_of_no_use_says_why() -> None:
    """Cut off, of another version, or encrypted."""
    assert "ends within" in recognise(qcow2()[:71]).problem
    assert "version 1" in recognise(qcow2(version=1)).problem
    assert "encrypted" in recognise(qcow2(encryption=2)).problem


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (b"KDMV", "vmdk"),
        (b"\xfd7zXZ\0", "xz"),
        (b"\x1f\x8b\x08\0", "gz"),
        (b"\x28\xb5\x2f\xfd", "zst"),
        (bytes(64) + b"\x7f\x10\xda\xbe", "vdi"),
        (bytes(257) + b"ustar", "tar"),
        (b"<!DOCTYPE html>", "html"),
        (b"", "raw"),
        (bytes(510) + b"\x55\xaa", "raw"),
    ],
)
def test_other_formats_are_named(header: bytes, expected: str) -> None:
    """What would otherwise be taken for a raw disk is told by name."""
    assert recognise(header).format == expected


@given(st.binary(max_size=HEADER_BYTES))
def test_any_bytes_are_something(header: bytes) -> None:
    """No content of an image can do more than be refused."""
    for content in (header, b"QFI\xfb" + header):
        assert recognise(content[:HEADER_BYTES]).format
