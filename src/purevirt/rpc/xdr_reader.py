"""The decoding half of XDR: a cursor that checks each length before it is believed."""

from __future__ import annotations

import struct

from purevirt.errors import BadDiscriminantError, LimitExceededError, TruncatedError

__all__ = ["Reader"]

_INT = struct.Struct(">i").unpack_from
_UINT = struct.Struct(">I").unpack_from
_HYPER = struct.Struct(">q").unpack_from
_UHYPER = struct.Struct(">Q").unpack_from
_FLOAT = struct.Struct(">f").unpack_from
_DOUBLE = struct.Struct(">d").unpack_from


class Reader:
    """A cursor over one payload.

    Emitted code keeps `buf` and `pos` in locals while it works, and calls these methods where speed does
    not matter; every failure is a `DecodeError` that names the field and the offset.

    What a peer may not make us do is checked: a read past the end, a count over its bound, a
    discriminant that names nothing. What libvirt's own decoder does not check is not checked either: the
    content of padding, and whether a boolean is 1 or another non-zero number.
    """

    __slots__ = ("buf", "pos")

    def __init__(self, buf: bytes, pos: int = 0) -> None:
        self.buf = buf
        self.pos = pos

    @property
    def remaining(self) -> int:
        """How many bytes have not been read."""
        return len(self.buf) - self.pos

    def truncated(self, path: str, pos: int) -> TruncatedError:
        """Return the error for a payload that ends inside `path`."""
        return TruncatedError(
            f"{path}: the payload of {len(self.buf)} bytes ends inside the value at byte {pos}",
            path=path,
            offset=pos,
        )

    def over_limit(self, path: str, pos: int, actual: int, limit: int) -> LimitExceededError:
        """Return the error for a count over its declared bound."""
        return LimitExceededError(
            f"{path}: {actual} at byte {pos}, the protocol allows {limit}",
            path=path,
            offset=pos,
            limit=limit,
            actual=actual,
        )

    def bad_discriminant(self, path: str, pos: int, actual: int) -> BadDiscriminantError:
        """Return the error for an optional or a union that says neither of its arms."""
        return BadDiscriminantError(f"{path}: discriminant {actual} at byte {pos}", path=path, offset=pos)

    def read_int(self, path: str) -> int:
        """Return a 32-bit signed integer."""
        pos = self.pos
        try:
            value: int = _INT(self.buf, pos)[0]
        except struct.error:
            raise self.truncated(path, pos) from None
        self.pos = pos + 4
        return value

    def read_uint(self, path: str) -> int:
        """Return a 32-bit unsigned integer."""
        pos = self.pos
        try:
            value: int = _UINT(self.buf, pos)[0]
        except struct.error:
            raise self.truncated(path, pos) from None
        self.pos = pos + 4
        return value

    def read_hyper(self, path: str) -> int:
        """Return a 64-bit signed integer."""
        pos = self.pos
        try:
            value: int = _HYPER(self.buf, pos)[0]
        except struct.error:
            raise self.truncated(path, pos) from None
        self.pos = pos + 8
        return value

    def read_uhyper(self, path: str) -> int:
        """Return a 64-bit unsigned integer."""
        pos = self.pos
        try:
            value: int = _UHYPER(self.buf, pos)[0]
        except struct.error:
            raise self.truncated(path, pos) from None
        self.pos = pos + 8
        return value

    def read_short(self, path: str) -> int:
        """Return a ``short``: the low 16 bits of four bytes, as the C decoder takes them."""
        return (self.read_int(path) + 0x8000 & 0xFFFF) - 0x8000

    def read_ushort(self, path: str) -> int:
        """Return an ``unsigned short``: the low 16 bits of four bytes."""
        return self.read_uint(path) & 0xFFFF

    def read_char(self, path: str) -> int:
        """Return a ``char``: the low 8 bits of four bytes, signed."""
        return (self.read_int(path) + 0x80 & 0xFF) - 0x80

    def read_uchar(self, path: str) -> int:
        """Return an ``unsigned char``: the low 8 bits of four bytes."""
        return self.read_uint(path) & 0xFF

    def read_bool(self, path: str) -> bool:
        """Return a boolean; any non-zero number is true, as libvirt has it."""
        return self.read_int(path) != 0

    def read_float(self, path: str) -> float:
        """Return a single-precision number."""
        pos = self.pos
        try:
            value: float = _FLOAT(self.buf, pos)[0]
        except struct.error:
            raise self.truncated(path, pos) from None
        self.pos = pos + 4
        return value

    def read_double(self, path: str) -> float:
        """Return a double-precision number."""
        pos = self.pos
        try:
            value: float = _DOUBLE(self.buf, pos)[0]
        except struct.error:
            raise self.truncated(path, pos) from None
        self.pos = pos + 8
        return value

    def read_fixed_opaque(self, size: int, path: str) -> bytes:
        """Return exactly `size` bytes."""
        pos = self.pos
        after = pos + size + (-size & 3)
        if after > len(self.buf):
            raise self.truncated(path, pos)
        self.pos = after
        return self.buf[pos : pos + size]

    def read_opaque(self, limit: int, path: str) -> bytes:
        """Return up to `limit` bytes."""
        return self.read_fixed_opaque(self.read_count(limit, path), path)

    def read_fixed_chars(self, size: int, path: str) -> bytes:
        """Return ``char[size]`` as `size` bytes, NULs included."""
        pos = self.pos
        after = pos + 4 * size
        if after > len(self.buf):
            raise self.truncated(path, pos)
        self.pos = after
        return self.buf[pos + 3 : after : 4]

    def read_chars(self, limit: int, path: str) -> bytes:
        """Return ``char<limit>`` as bytes."""
        return self.read_fixed_chars(self.read_count(limit, path), path)

    def read_string(self, limit: int, path: str) -> str:
        """Return text; bytes that are not UTF-8 become lone surrogates."""
        return self.read_opaque(limit, path).decode("utf-8", "surrogateescape")

    def read_count(self, limit: int, path: str) -> int:
        """Return an element count, at most `limit`."""
        pos = self.pos
        count = self.read_uint(path)
        if count > limit:
            self.pos = pos
            raise self.over_limit(path, pos, count, limit)
        return count

    def read_optional(self, path: str) -> bool:
        """Return whether an optional value follows (RFC 4506 section 4.19)."""
        pos = self.pos
        flag = self.read_uint(path)
        if flag > 1:
            self.pos = pos
            raise self.bad_discriminant(path, pos, flag)
        return flag == 1
