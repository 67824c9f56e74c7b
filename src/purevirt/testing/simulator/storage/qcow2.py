"""The header of a qcow2 image: read, written for an image without data, changed. Pure.

Source: QEMU's description of the format, docs/interop/qcow2.txt.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

__all__ = [
    "DEFAULT_CLUSTER_BYTES",
    "HEADER_MAX_BYTES",
    "MAGIC",
    "MAX_L1_ENTRIES",
    "Qcow2Header",
    "cluster_bits_of",
    "empty_image",
    "parse_header",
    "with_size",
]

MAGIC = b"QFI\xfb"
DEFAULT_CLUSTER_BYTES = 1 << 16
HEADER_MAX_BYTES = 1 << 16
"""As much of a file's begin as `parse_header` wants to see."""

_V2 = struct.Struct(">4sIQIIQIIQQIIQ")
_V3 = struct.Struct(">QQQII")
_V3_HEADER_BYTES = 104
_EXTENSION = struct.Struct(">II")
_BACKING_FORMAT = 0xE279_2ACA
_LAZY_REFCOUNTS = 1
_SIZE_OFFSET = 24
_L1_SIZE_OFFSET = 36
_MIN_CLUSTER_BITS, _MAX_CLUSTER_BITS = 9, 21
_MAX_NAME_BYTES = 1023
_MAX_EXTENSIONS = 64
_MAX_SIZE = 1 << 63
MAX_L1_ENTRIES = (32 << 20) // 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Qcow2Header:
    """What the first cluster of an image says.

    Attributes:
        version: 2 or 3; libvirt calls 3 compat 1.1.
        size: of the disk that the guest sees, in bytes.
        cluster_bits: a cluster has 2 ** cluster_bits bytes.
        l1_size: entries of the table at `l1_offset`.
        l1_offset: where it is in the file.
        backing_name: the backing file as it was written down, perhaps relative to the image; None for none.
        backing_format: its format as it was written down; None where nothing is said.
        lazy_refcounts: the feature of that name.
        incompatible: the features that a reader has to know, as bits.
    """

    version: int
    size: int
    cluster_bits: int = 16
    l1_size: int = 0
    l1_offset: int = 0
    backing_name: str | None = None
    backing_format: str | None = None
    lazy_refcounts: bool = False
    incompatible: int = 0

    @property
    def cluster_bytes(self) -> int:
        """The size of a cluster."""
        return 1 << self.cluster_bits

    def l1_entries(self, size: int) -> int:
        """Return how many entries of the first table a disk of so many bytes needs."""
        bytes_per_entry = self.cluster_bytes * (self.cluster_bytes // 8)
        return -(-size // bytes_per_entry)


def parse_header(data: bytes) -> Qcow2Header | None:
    """Return the header at the begin of `data`; None when that is no qcow2 image that makes sense."""
    if len(data) < _V2.size or not data.startswith(MAGIC):
        return None
    (_, version, name_offset, name_bytes, cluster_bits, size, _, l1_size, l1_offset, *_) = _V2.unpack_from(
        data
    )
    if version not in (2, 3) or not _MIN_CLUSTER_BITS <= cluster_bits <= _MAX_CLUSTER_BITS:
        return None
    incompatible = compatible = 0
    header_bytes = _V2.size
    if version == 3:
        if len(data) < _V3_HEADER_BYTES:
            return None
        incompatible, compatible, _, _, header_bytes = _V3.unpack_from(data, _V2.size)
    name = b""
    if name_offset:
        if name_bytes > _MAX_NAME_BYTES or name_offset + name_bytes > len(data):
            return None
        # to whoever reads it in C, it ends with a zero
        name, _, _ = data[name_offset : name_offset + name_bytes].partition(b"\0")
    return Qcow2Header(
        version=version,
        size=size,
        cluster_bits=cluster_bits,
        l1_size=l1_size,
        l1_offset=l1_offset,
        backing_name=name.decode("utf-8", "surrogateescape") if name else None,
        backing_format=_find_backing_format(data, header_bytes) if name else None,
        lazy_refcounts=bool(compatible & _LAZY_REFCOUNTS),
        incompatible=incompatible,
    )


def _find_backing_format(data: bytes, offset: int) -> str | None:
    for _ in range(_MAX_EXTENSIONS):
        if offset + _EXTENSION.size > len(data):
            return None
        kind, length = _EXTENSION.unpack_from(data, offset)
        offset += _EXTENSION.size
        if kind == 0 or offset + length > len(data):
            return None
        if kind == _BACKING_FORMAT:
            return data[offset : offset + length].decode("ascii", "replace")
        offset += -(-length // 8) * 8
    return None


def cluster_bits_of(cluster_bytes: int) -> int:
    """Return the exponent of a cluster's size.

    Raises:
        ValueError: the format has no clusters of this size.
    """
    bits = cluster_bytes.bit_length() - 1
    if not _MIN_CLUSTER_BITS <= bits <= _MAX_CLUSTER_BITS or cluster_bytes != 1 << bits:
        raise ValueError("Cluster size must be a power of two between 512 and 2048k")
    return bits


def empty_image(header: Qcow2Header) -> tuple[list[tuple[int, bytes]], int]:
    """Return an image without data: what to write where, zeros elsewhere, and the length of its file.

    Of the header all but `l1_size` and `l1_offset` counts.

    Raises:
        ValueError: the disk would be too large for the format, or the name too long.
    """
    cluster = header.cluster_bytes
    if header.size >= _MAX_SIZE:
        raise ValueError("Image size must be less than 8 EiB!")
    l1_size = header.l1_entries(header.size)
    if l1_size > MAX_L1_ENTRIES:
        raise ValueError("The image size is too large for file format 'qcow2'")
    l1_clusters = -(-l1_size * 8 // cluster)
    used_clusters = 3 + l1_clusters
    if used_clusters * 2 > cluster:
        raise ValueError(
            "The image size is too large for file format 'qcow2' (try using a larger cluster size)"
        )
    pieces = [
        (0, _first_bytes(header, l1_size)),
        (cluster, struct.pack(">Q", 2 * cluster)),
        (2 * cluster, struct.pack(">H", 1) * used_clusters),
    ]
    return pieces, 3 * cluster + l1_size * 8


def _first_bytes(header: Qcow2Header, l1_size: int) -> bytes:
    cluster = header.cluster_bytes
    name = b"" if header.backing_name is None else header.backing_name.encode("utf-8", "surrogateescape")
    if len(name) > _MAX_NAME_BYTES:
        raise ValueError("Backing file name too long")
    extensions = b""
    if header.backing_format is not None and header.backing_name is not None:
        text = header.backing_format.encode()
        padded = text.ljust(-(-len(text) // 8) * 8, b"\0")
        extensions = _EXTENSION.pack(_BACKING_FORMAT, len(text)) + padded
    extensions += _EXTENSION.pack(0, 0)
    tail = b""
    if header.version == 3:
        tail = _V3.pack(0, _LAZY_REFCOUNTS * header.lazy_refcounts, 0, 4, _V3_HEADER_BYTES)
    name_offset = _V2.size + len(tail) + len(extensions) if name else 0
    fixed = _V2.pack(
        MAGIC, header.version, name_offset, len(name), header.cluster_bits, header.size, 0,
        l1_size, 3 * cluster, cluster, 1, 0, 0,
    )  # fmt: skip
    whole = fixed + tail + extensions + name
    if len(whole) > cluster:
        raise ValueError("Backing file name too long for the cluster size")
    return whole


def with_size(data: bytes, size: int) -> list[tuple[int, bytes]] | None:
    """Return what to write where in a file, so that an image's disk has another size.

    Args:
        data: the begin of the image's file.
        size: that the disk shall have, in bytes.

    Returns:
        Offsets and bytes; None when the first table has no place for a disk so large.
    """
    header = parse_header(data)
    if header is None:
        return None
    l1_size = header.l1_entries(size)
    room = -(-max(header.l1_size, 1) * 8 // header.cluster_bytes) * header.cluster_bytes // 8
    if l1_size > room:
        return None
    patches = [(_SIZE_OFFSET, struct.pack(">Q", size))]
    if l1_size > header.l1_size:
        patches.append((_L1_SIZE_OFFSET, struct.pack(">I", l1_size)))
        patches.append((header.l1_offset + header.l1_size * 8, bytes(8 * (l1_size - header.l1_size))))
    return patches
