"""How long a qcow2 image has to be. Pure.

A qcow2 file that was cut off still opens: what is missing reads as zeros, so that whoever copies it copies a
damaged disk and says nothing. Its tables know better. What holds no data of the disk is not looked at:
internal snapshots, and the counts of references, which a copy makes anew.
"""

from __future__ import annotations

import struct
import sys
from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

HEADER_BYTES: Final = 104
MAX_L1_ENTRIES: Final = 1 << 18
"""Of the usual 64 KiB clusters, a disk of 128 TiB."""

_FIELDS: Final = struct.Struct(">4sIQIIQIIQ")
_FEATURES_AT: Final = 72
_EXTENDED_L2_BIT: Final = 1 << 4
_CLUSTER_BITS: Final = range(9, 22)
_OFFSET: Final = ((1 << 56) - 1) & ~((1 << 9) - 1)
_COMPRESSED_BIT: Final = 1 << 62
_ZERO_BIT: Final = 1
_SUBCLUSTERS: Final = 32
_SECTOR_BYTES: Final = 512


class UnusableTables(ValueError):
    """The tables of an image make no sense; the text says which."""


class _Layout(NamedTuple):
    version: int
    cluster_bits: int
    virtual_bytes: int
    l1_count: int
    l1_at: int
    extended: bool

    @property
    def l2_entries(self) -> int:
        return 1 << (self.cluster_bits - (4 if self.extended else 3))


def needed_bytes(length: int) -> Generator[tuple[int, int], bytes, int]:
    """Ask for pieces of an image of `length` bytes, and return how many bytes it has to have at least.

    What it yields is an offset and a size, never beyond `length`; exactly those bytes have to be sent. Where
    a table itself is cut off, what it would point to is not known, and so not in what is returned. No more
    is asked for than the image is long, beside its header.

    Raises:
        UnusableTables: no image has such tables.

    Source: QEMU's docs/interop/qcow2.txt, "Header", "Cluster mapping" and "Extended L2 Entries".
    """
    layout = _parse((yield 0, min(HEADER_BYTES, length)))
    covered = layout.l2_entries << layout.cluster_bits
    l1_count = -(-layout.virtual_bytes // covered)
    if not l1_count <= layout.l1_count <= MAX_L1_ENTRIES:
        raise UnusableTables(
            f"its L1 table has {layout.l1_count} entries, its size takes {l1_count}, "
            f"and {MAX_L1_ENTRIES} is the most"
        )
    needed = layout.l1_at + 8 * l1_count
    if not l1_count or needed > length:
        return needed
    l1 = [entry & _OFFSET for entry in _words((yield layout.l1_at, 8 * l1_count))]
    cluster_bytes = 1 << layout.cluster_bits
    used = [(number, at) for number, at in enumerate(l1) if at]
    needed = max(needed, *(at + cluster_bytes for _, at in used), 0)
    if needed > length:
        return needed
    if len(used) * cluster_bytes > length:
        raise UnusableTables(f"its {len(used)} L2 tables are not of {length // cluster_bytes} clusters")
    for number, at in used:
        ends = _ends(layout, _words((yield at, cluster_bytes)), layout.virtual_bytes - number * covered)
        needed = max(needed, max(ends, default=0))
    return needed


def _parse(header: bytes) -> _Layout:
    if len(header) < _FEATURES_AT:
        raise UnusableTables("it ends within its header")
    _, version, _, _, cluster_bits, virtual_bytes, _, l1_count, l1_at = _FIELDS.unpack_from(header)
    if cluster_bits not in _CLUSTER_BITS:
        raise UnusableTables(f"its cluster_bits are {cluster_bits}, not 9 to 21")
    features = 0
    if version > 2 and len(header) >= _FEATURES_AT + 8:
        (features,) = struct.unpack_from(">Q", header, _FEATURES_AT)
    extended = bool(features & _EXTENDED_L2_BIT)
    return _Layout(version, cluster_bits, virtual_bytes, l1_count, l1_at, extended)


def _words(table: bytes) -> array[int]:
    words = array("Q", table)
    if sys.byteorder == "little":
        words.byteswap()
    return words


def _ends(layout: _Layout, table: array[int], left: int) -> Iterator[int]:
    """Yield where each of a table's clusters ends in the file; `left` bytes of the disk begin with it."""
    cluster_bytes = 1 << layout.cluster_bits
    sectors_at = 62 - (layout.cluster_bits - 8)
    count = min(layout.l2_entries, -(-left // cluster_bytes))
    step = 2 if layout.extended else 1
    subcluster_bytes = cluster_bytes // _SUBCLUSTERS
    for number in range(count):
        entry = table[number * step]
        if entry & _COMPRESSED_BIT:
            first = (entry & ((1 << sectors_at) - 1)) // _SECTOR_BYTES
            further = (entry & (_COMPRESSED_BIT - 1)) >> sectors_at
            # how much of the last sector is used it does not say, and QEMU ends a file with what is
            yield (first + further) * _SECTOR_BYTES + 1
            continue
        at = entry & _OFFSET
        if layout.extended:
            here = (table[number * step + 1] & 0xFFFFFFFF).bit_length() * subcluster_bytes
        else:
            is_zero = layout.version > 2 and entry & _ZERO_BIT
            here = 0 if is_zero else cluster_bytes
        if at and here:
            # what is behind the end of the disk need not be in the file
            yield at + min(here, left - number * cluster_bytes)
