"""What an image is, by its first bytes. Pure.

Names and what a pool says of a volume are not believed: an overlay whose backing format is wrong shows its
guest the inside of the file, or lets the guest write a header that the host then follows to other files.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

HEADER_BYTES: Final = 512
"""Enough for every format told apart here."""

_QCOW2_MAGIC: Final = b"QFI\xfb"
_QCOW2: Final = struct.Struct(">4sIQIIQI")
_INCOMPATIBLE_AT: Final = 72
_DATA_FILE_BIT: Final = 1 << 2

_MAGICS: Final = (
    (0, b"KDMV", "vmdk"),
    (0, b"COWD", "vmdk"),
    (0, b"# Disk DescriptorFile", "vmdk"),
    (0, b"vhdxfile", "vhdx"),
    (0, b"conectix", "vpc"),
    (0, b"QED\0", "qed"),
    (0, b"LUKS\xba\xbe", "luks"),
    (64, b"\x7f\x10\xda\xbe", "vdi"),
    (0, b"\xfd7zXZ\0", "xz"),
    (0, b"\x1f\x8b\x08", "gz"),
    (0, b"\x28\xb5\x2f\xfd", "zst"),
    (0, b"BZh", "bz2"),
    (0, b"PK\x03\x04", "zip"),
    (257, b"ustar", "tar"),
    (0, b"<!DOCTYPE", "html"),
    (0, b"<html", "html"),
)
COMPRESSED: Final = ("xz", "gz", "zst")
"""Formats of `recognise` that an import unpacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageHeader:
    """What the first bytes say.

    `format` is raw where nothing else is recognised; `virtual_bytes` is the size of the disk for qcow2, None
    otherwise. `problem` is why a qcow2 image cannot be used at all, `refers` that it reads other files.
    """

    format: str
    virtual_bytes: int | None = None
    problem: str = ""
    refers: bool = False


def recognise(header: bytes) -> ImageHeader:
    """Return what an image is, given its first `HEADER_BYTES` bytes, or all of a shorter one.

    Source: QEMU's docs/interop/qcow2.txt, "Header"; the magic numbers of the other formats.
    """
    if header.startswith(_QCOW2_MAGIC):
        return _qcow2(header)
    for at, magic, name in _MAGICS:
        if header[at : at + len(magic)] == magic:
            return ImageHeader(format=name)
    return ImageHeader(format="raw")


def _qcow2(header: bytes) -> ImageHeader:
    if len(header) < _INCOMPATIBLE_AT:
        return ImageHeader(format="qcow2", problem="it ends within its header")
    _, version, backing_at, _, _, size, encryption = _QCOW2.unpack_from(header)
    if version not in (2, 3):
        return ImageHeader(format="qcow2", problem=f"it is of version {version}, which is not 2 or 3")
    incompatible = 0
    if version == 3 and len(header) >= _INCOMPATIBLE_AT + 8:
        (incompatible,) = struct.unpack_from(">Q", header, _INCOMPATIBLE_AT)
    return ImageHeader(
        format="qcow2",
        virtual_bytes=size,
        problem="it is encrypted" if encryption else "",
        refers=bool(backing_at or incompatible & _DATA_FILE_BIT),
    )
