"""The file at this end of a transfer: read as pieces and holes, or written from them. Blocking.

A piece is what one call reads or writes: whole stream packets, and few enough bytes that a reader who is
one piece ahead costs little memory. The descriptor stays the caller's, who closes it after the last call
has returned.

Source: lseek(2), SEEK_DATA and SEEK_HOLE, for the holes.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from purevirt.errors import LocalProtocolError, RemoteProtocolError
from purevirt.rpc.limits import MAX_STREAM_PACKET_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["PIECE_BYTES", "Digest", "FileReader", "FileWriter", "check_length"]

PIECE_BYTES = 4 * MAX_STREAM_PACKET_BYTES
"""About 1 MiB: little to hand from thread to thread, yet more would not stay in the processor's caches."""

_MAX_OFFSET = (1 << 63) - 1
"""Of a file; a few holes of a broken daemon would add up to more."""

_DIGESTED_HOLE_BYTES = 64 << 20
_ZEROS = bytes(1 << 20)


class Digest(Protocol):
    """What is told of the content, in order: any of `hashlib`'s objects."""

    def update(self, data: bytes, /) -> None:
        """Take the next bytes."""


def check_length(length: int) -> None:
    """Raise LocalProtocolError unless an upload can have this length."""
    if length < 1:
        raise LocalProtocolError(
            f"an upload of {length} bytes: 0 would mean 'to the end', at least 1 is needed"
        )


class FileReader:
    """Reads a file from its start to the length it had at first.

    Attributes:
        length: in bytes, at least 1.
        position: how far it has been read.
    """

    def __init__(self, file: int, name: str, *, sparse: bool, digest: Digest | None = None) -> None:
        """Look at the file.

        Args:
            file: descriptor of a file or a block device, open for reading.
            name: of the volume, for errors.
            sparse: look for holes; without, they are read as zeros.
            digest: is told of all that is read, holes as zeros.

        Raises:
            LocalProtocolError: the file is empty.
        """
        self.length = _size(file)
        self.position = 0
        self._file = file
        self._name = name
        self._digest = digest
        self._end = 0 if sparse else self.length
        check_length(self.length)

    def read(self) -> bytes | int | None:
        """Return the next piece of at most PIECE_BYTES, or a hole's length; None after the last.

        Raises:
            LocalProtocolError: the file has grown or shrunk since.
            OSError: it cannot be read.
        """
        if self.position == self.length:
            if (size := _size(self._file)) != self.length:
                text = f"the file changed its size of {self.length} bytes meanwhile, to {size}"
                raise LocalProtocolError(f"{self._name}: {text}")
            return None
        if self.position == self._end and (hole := self._hole()):
            self.position += hole
            return hole
        piece = os.pread(self._file, min(PIECE_BYTES, self._end - self.position), self.position)
        if not piece:
            text = f"the file ended at byte {self.position}, before the {self.length} announced"
            raise LocalProtocolError(f"{self._name}: {text}")
        self.position += len(piece)
        if self._digest is not None:
            self._digest.update(piece)
        return piece

    def _hole(self) -> int:
        """Return the length of the hole here, or 0 after noting where the data here ends."""
        try:
            data = min(os.lseek(self._file, self.position, os.SEEK_DATA), self.length)
        except OSError as error:
            if error.errno not in (errno.ENXIO, errno.EINVAL):
                raise
            if error.errno == errno.EINVAL:
                # a device, or a file system that knows of no holes
                self._end = self.length
                return 0
            data = self.length
        if data == self.position:
            self._end = min(os.lseek(self._file, data, os.SEEK_HOLE), self.length)
            return 0
        hole = data - self.position
        if self._digest is not None:
            # in parts, each a call of its own: a hole of terabytes would hold up whoever cancels
            hole = min(hole, _DIGESTED_HOLE_BYTES)
            _add_zeros(self._digest, hole)
        self._end = self.position + hole
        return hole


class FileWriter:
    """Writes a file from its start, leaving holes where they are given.

    Attributes:
        position: how long the file will be.
        stopped: set by another thread, it has a `write` return early; nothing that follows means anything.
    """

    def __init__(self, file: int, name: str, *, digest: Digest | None = None) -> None:
        """Write into an empty file.

        Args:
            file: descriptor, open for writing.
            name: of the volume, for errors.
            digest: is told of all that is written, holes as zeros.
        """
        self.position = 0
        self.stopped = False
        self._file = file
        self._name = name
        self._digest = digest

    def write(self, items: Iterable[bytes | int]) -> None:
        """Write pieces, and leave holes of so many bytes, in order.

        Raises:
            RemoteProtocolError: the file would be longer than one can be.
            OSError: it cannot be written.
        """
        for item in items:
            if self.stopped:
                return
            end = self.position + (item if isinstance(item, int) else len(item))
            if end > _MAX_OFFSET:
                raise RemoteProtocolError(f"{self._name}: the daemon sends a file of {end} bytes or more")
            if isinstance(item, int):
                self._skip(end)
            else:
                self._write(item)
            self.position = end

    def complete(self, part: str, path: str | os.PathLike[str]) -> None:
        """Give the file its length, which its last hole does not, and then its name."""
        os.ftruncate(self._file, self.position)
        Path(part).replace(path)

    def _skip(self, end: int) -> None:
        if self._digest is not None:
            for start in range(self.position, end, len(_ZEROS)):
                if self.stopped:
                    return
                _add_zeros(self._digest, min(len(_ZEROS), end - start))

    def _write(self, piece: bytes) -> None:
        view, position = memoryview(piece), self.position
        while view:
            written = os.pwrite(self._file, view, position)
            view = view[written:]
            position += written
        if self._digest is not None:
            self._digest.update(piece)


def _size(file: int) -> int:
    # of a device too, of which fstat() knows none
    return os.lseek(file, 0, os.SEEK_END)


def _add_zeros(digest: Digest, length: int) -> None:
    for start in range(0, length, len(_ZEROS)):
        digest.update(_ZEROS[: length - start])
