"""The data in qcow2 images: read through all layers, and written into an image without any.

Source: QEMU's description of the format, docs/interop/qcow2.txt.
"""

from __future__ import annotations

import errno
import os
import struct
import zlib
from typing import TYPE_CHECKING, Protocol

from purevirt.testing.simulator.storage.qcow2 import MAX_L1_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from purevirt.testing.simulator.storage.qcow2 import Qcow2Header

__all__ = ["DataFile", "Disk", "Layer", "Qcow2Layer", "Qcow2Writer", "RawLayer"]

_DIRTY = 1
_COPIED = 1 << 63
_COMPRESSED = 1 << 62
_IS_ZERO = 1
_OFFSET_MASK = 0x00FF_FFFF_FFFF_FE00
_SECTOR = 512
_MAX_TABLES = 256


class DataFile(Protocol):
    """A file that images are read from and written to; see `OpenFile`."""

    @property
    def size(self) -> int:
        """Its length."""
        ...

    def read(self, offset: int, length: int) -> bytes:
        """Return bytes; fewer at the end of the file."""
        ...

    def write(self, offset: int, data: bytes) -> None:
        """Write all bytes."""
        ...

    def data_from(self, offset: int) -> tuple[int, int] | None:
        """Return where the next data begin and end; None when a hole follows."""
        ...


class Layer(Protocol):
    """One file of a chain."""

    def read(self, offset: int, length: int) -> bytes | None:
        """Return what it holds of a disk, within one cluster; None where only a lower layer may.

        Raises:
            OSError: it is damaged there, or cannot be read.
        """
        ...

    def grains(self, grain: int) -> Iterator[int]:
        """Return the offsets, in steps of `grain` bytes, where it may hold something."""
        ...

    @property
    def cluster_bytes(self) -> int:
        """The size within which `read` may be asked."""
        ...


class RawLayer:
    """A file that is the disk."""

    cluster_bytes = 1 << 16

    def __init__(self, file: DataFile) -> None:
        self._file = file

    def read(self, offset: int, length: int) -> bytes | None:
        """Return what it holds; it is always the last layer."""
        return self._file.read(offset, length)

    def grains(self, grain: int) -> Iterator[int]:
        """Return where its data are."""
        place = 0
        while (data := self._file.data_from(place)) is not None:
            first = max(place, data[0] // grain * grain)
            for offset in range(first, data[1], grain):
                yield offset
                place = offset + grain


class Qcow2Layer:
    """A qcow2 image.

    Raises:
        ValueError: it has features that are not known here, or tables that no image has.
    """

    def __init__(self, file: DataFile, header: Qcow2Header) -> None:
        if header.incompatible & ~_DIRTY:
            raise ValueError(f"Unsupported qcow2 feature(s): {header.incompatible & ~_DIRTY:#x}")
        self._file = file
        self._bits = header.cluster_bits
        self.cluster_bytes = header.cluster_bytes
        if header.l1_size > MAX_L1_ENTRIES or header.l1_offset > file.size:
            raise ValueError("Active L1 table offset invalid, or too large")
        table = file.read(header.l1_offset, header.l1_size * 8)
        self._l1 = struct.unpack(f">{len(table) // 8}Q", table[: len(table) // 8 * 8])
        if sum(1 for entry in self._l1 if entry & _OFFSET_MASK) * self.cluster_bytes > file.size:
            raise ValueError("L2 tables overlap")
        self._tables: dict[int, tuple[int, ...]] = {}

    def _l2(self, index: int) -> tuple[int, ...] | None:
        if index >= len(self._l1) or not self._l1[index] & _OFFSET_MASK:
            return None
        if index not in self._tables:
            if len(self._tables) >= _MAX_TABLES:
                self._tables.clear()
            data = self._file.read(self._l1[index] & _OFFSET_MASK, self.cluster_bytes)
            self._tables[index] = struct.unpack(
                f">{self.cluster_bytes // 8}Q", data.ljust(self.cluster_bytes, b"\0")
            )
        return self._tables[index]

    def read(self, offset: int, length: int) -> bytes | None:
        """Return what it holds of a disk, within one cluster."""
        cluster = offset >> self._bits
        table = self._l2(cluster // (self.cluster_bytes // 8))
        entry = 0 if table is None else table[cluster % (self.cluster_bytes // 8)]
        inside = offset % self.cluster_bytes
        if entry & _COMPRESSED:
            return self._unpack(entry)[inside : inside + length]
        if entry & _IS_ZERO:
            return bytes(length)
        if not entry & _OFFSET_MASK:
            return None
        return self._file.read((entry & _OFFSET_MASK) + inside, length).ljust(length, b"\0")

    def _unpack(self, entry: int) -> bytes:
        shift = 62 - (self._bits - 8)
        begin = entry & ((1 << shift) - 1)
        sectors = (entry >> shift) & ((1 << (62 - shift)) - 1)
        packed = self._file.read(begin, (sectors + 1) * _SECTOR - begin % _SECTOR)
        unpacker = zlib.decompressobj(-15)
        try:
            return unpacker.decompress(packed, self.cluster_bytes).ljust(self.cluster_bytes, b"\0")
        except zlib.error:
            raise OSError(errno.EIO, os.strerror(errno.EIO)) from None

    def grains(self, grain: int) -> Iterator[int]:
        """Return where it holds something."""
        entries = self.cluster_bytes // 8
        for index in range(len(self._l1)):
            for place, entry in enumerate(self._l2(index) or ()):
                if entry:
                    begin = (index * entries + place) << self._bits
                    yield from range(begin // grain * grain, begin + self.cluster_bytes, grain)


class Disk:
    """The disk that a guest sees in a chain of images.

    Args:
        layers: the top first.
        size: in bytes.
    """

    def __init__(self, layers: Sequence[Layer], size: int) -> None:
        self._layers = layers
        self._size = size

    def pieces(self, grain: int) -> Iterator[tuple[int, bytes]]:
        """Return all that is not zero, by its offset, in order, in pieces of `grain` bytes at most."""
        for offset in sorted({offset for layer in self._layers for offset in layer.grains(grain)}):
            if offset < self._size:
                data = self._read(offset, min(grain, self._size - offset))
                if data.count(0) != len(data):
                    yield offset, data

    def _read(self, offset: int, length: int) -> bytes:
        step = min(layer.cluster_bytes for layer in self._layers)
        parts: list[bytes] = []
        end = offset + length
        while offset < end:
            here = min(step - offset % step, end - offset)
            parts.append(self._read_step(offset, here))
            offset += here
        return b"".join(parts)

    def _read_step(self, offset: int, length: int) -> bytes:
        for layer in self._layers:
            data = layer.read(offset, length)
            if data is not None:
                return data.ljust(length, b"\0")
        return bytes(length)


class Qcow2Writer:
    """Puts data into an image that was made without any, in order of their offsets; `finish` completes it."""

    def __init__(self, file: DataFile, header: Qcow2Header) -> None:
        self._file = file
        self._cluster = header.cluster_bytes
        self._l1_offset = header.l1_offset
        self._next = -(-file.size // self._cluster)
        self._index = -1
        self._table = bytearray()

    def put(self, offset: int, data: bytes) -> None:
        """Write one cluster of the disk, or what there is of the last."""
        entries = self._cluster // 8
        index, place = divmod(offset // self._cluster, entries)
        if index != self._index:
            self._end_table()
            self._index, self._table = index, bytearray(self._cluster)
        struct.pack_into(">Q", self._table, place * 8, self._take() | _COPIED)
        self._file.write((self._next - 1) * self._cluster, data.ljust(self._cluster, b"\0"))

    def preallocate(self, size: int) -> int:
        """Give every cluster of a disk of so many bytes its place; return the length that the file has then.

        Nothing else may have been written.
        """
        entries = self._cluster // 8
        clusters = -(-size // self._cluster)
        for first in range(0, clusters, entries):
            count = min(entries, clusters - first)
            begin = self._next * self._cluster
            places = range(begin | _COPIED, (begin + count * self._cluster) | _COPIED, self._cluster)
            self._next += count
            self._index = first // entries
            self._table = bytearray(struct.pack(f">{count}Q", *places).ljust(self._cluster, b"\0"))
            self._end_table()
        self.finish()
        return self._next * self._cluster

    def _take(self) -> int:
        self._next += 1
        return (self._next - 1) * self._cluster

    def _end_table(self) -> None:
        if self._index >= 0:
            place = self._take()
            self._file.write(place, bytes(self._table))
            self._file.write(self._l1_offset + self._index * 8, struct.pack(">Q", place | _COPIED))
        self._index = -1

    def finish(self) -> None:
        """Write the last table, and how often each cluster is used."""
        self._end_table()
        per_block = self._cluster // 2
        blocks = [2 * self._cluster]
        while self._next > len(blocks) * per_block:
            blocks.append(self._take())
        self._file.write(self._cluster, struct.pack(f">{len(blocks)}Q", *blocks))
        for number, block in enumerate(blocks):
            count = min(per_block, self._next - number * per_block)
            self._file.write(block, (struct.pack(">H", 1) * count).ljust(self._cluster, b"\0"))
