"""Unpacking an image, with bounded memory.

What a packed image may point back to has to be kept, and how far that is its own header says: 4 GiB for xz, 2
for zst. Nobody packs images so, since few machines could unpack them.
"""

from __future__ import annotations

import gzip
import io
import lzma
import sys
import zlib
from typing import TYPE_CHECKING, Final, Protocol

if sys.version_info >= (3, 14):
    from compression.zstd import DecompressionParameter, ZstdError, ZstdFile
else:
    from backports.zstd import DecompressionParameter, ZstdError, ZstdFile

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

WINDOW_LOG: Final = 27
MAX_WINDOW_BYTES: Final = 1 << WINDOW_LOG
"""Twice of what the highest level of xz takes, and what zstd itself unpacks unless it is told otherwise."""

DAMAGES: Final = (EOFError, lzma.LZMAError, gzip.BadGzipFile, ZstdError, zlib.error)
"""What reading raises where what is packed is damaged, or asks for more memory than it gets."""

_XZ_MAGIC: Final = b"\xfd7zXZ\0"
_XZ_HEADER_BYTES: Final = 12
_XZ_OWN_BYTES: Final = 8 << 20
_LZMA2: Final = 0x21
_LZMA2_MAX_BITS: Final = 40
_CHUNK_BYTES: Final = 64 << 10


class Readable(Protocol):
    """What can be read."""

    def read(self, size: int, /) -> bytes:
        """Return up to `size` bytes, empty at the end."""
        ...


def unpacking(arriving: io.BufferedReader, packed: str) -> Readable:
    """Return what reads the content of `arriving`, which is xz, gz, zst, or taken as it is.

    It unpacks no further than it is read. Reading raises one of `DAMAGES`, and what `arriving` raises.
    """
    if packed == "xz":
        return io.BufferedReader(_Xz(arriving), _CHUNK_BYTES)
    if packed == "gz":
        return gzip.GzipFile(fileobj=arriving)
    if packed == "zst":
        return ZstdFile(arriving, options={DecompressionParameter.window_log_max: WINDOW_LOG})
    return arriving


def window_bytes(first: bytes, packed: str) -> int:
    """Return how many bytes back its first block may point, going by its first bytes; 0 if they do not say.

    Later blocks have headers of their own, which are looked at when they are unpacked.

    Source: the .xz file format 1.2, sections 3.1 and 5.3.1; RFC 8878, section 3.1.1.1.
    """
    try:
        if packed == "xz":
            return _xz_window_bytes(first)
        return _zst_window_bytes(first) if packed == "zst" else 0
    except IndexError:
        return 0


def _xz_window_bytes(first: bytes) -> int:
    place = _XZ_HEADER_BYTES + 2
    flags = first[place - 1]
    # the sizes that may be in between are numbers of seven bits to a byte
    for _ in range(bool(flags & 0x40) + bool(flags & 0x80)):
        while first[place] & 0x80:
            place += 1
        place += 1
    for _ in range(1 + (flags & 3)):
        kind, size = first[place], first[place + 1]
        if kind == _LZMA2:
            bits = first[place + 2]
            return (2 | bits & 1) << (bits // 2 + 11) if bits <= _LZMA2_MAX_BITS else 0
        place += 2 + size
    return 0


def _zst_window_bytes(first: bytes) -> int:
    flags, window = first[4], first[5]
    if flags & 0x20:
        return 0  # as long as its content, which is never more than it is read
    base = 1 << (10 + (window >> 3))
    return base + base // 8 * (window & 7)


class _Xz(io.RawIOBase):
    """The content of xz streams, one behind the other; what is behind them and is none is left alone.

    `lzma.LZMAFile` takes no limit of memory, and takes a stream that is behind padding, or is over such a
    limit, for the end.
    """

    def __init__(self, arriving: io.BufferedReader) -> None:
        self._arriving = arriving
        self._pending = b""
        self._decoder = _decoder()
        self._over = False

    def readable(self) -> bool:
        """Return that it is."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Unpack into `buffer` and return how many bytes, 0 at the end."""
        view = memoryview(buffer).cast("B")
        while not self._over:
            if self._decoder.eof:
                self._begin_next()
                continue
            if self._decoder.needs_input and not self._pending:
                self._pending = self._arriving.read(_CHUNK_BYTES)
                if not self._pending:
                    raise EOFError("it ends within a stream")
            pending, self._pending = self._pending, b""
            piece = self._decoder.decompress(pending, len(view))
            if piece:
                view[: len(piece)] = piece
                return len(piece)
        return 0

    def _begin_next(self) -> None:
        rest = self._decoder.unused_data.lstrip(b"\0")
        while len(rest) < len(_XZ_MAGIC) and (more := self._arriving.read(_CHUNK_BYTES)):
            rest = (rest + more).lstrip(b"\0")
        begins = rest[: len(_XZ_MAGIC)]
        if not begins or not _XZ_MAGIC.startswith(begins):
            self._over = True
            return
        self._pending = rest
        self._decoder = _decoder()


def _decoder() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_WINDOW_BYTES + _XZ_OWN_BYTES)
