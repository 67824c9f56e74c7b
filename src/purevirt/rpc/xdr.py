"""XDR primitives (RFC 4506) with a bound on everything that a peer can make large.

`Writer` packs through xdrlib3's Packer and refuses what the wire could not carry; `Reader` is a cursor
over one payload that checks each length before it is believed. Both name the field in their errors.

Text is UTF-8 on the wire. Bytes that are not UTF-8 survive both ways as lone surrogates
(``surrogateescape``): a name that libvirt lists can be looked up again, whatever its bytes.

A quirk of rpcgen's dialect: ``char`` and ``short`` take four bytes each, also inside arrays; only
``opaque`` is packed (RFC 4506 section 4.9 has no char at all).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from xdrlib3 import ConversionError, Packer

from purevirt.errors import (
    BadDiscriminantError,
    EncodeError,
    InternalError,
    LimitExceededError,
    TruncatedError,
)

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized
    from typing import Self

__all__ = ["Reader", "Writer", "XdrType", "decode", "encode", "withheld"]

_INT = struct.Struct(">i").unpack_from
_UINT = struct.Struct(">I").unpack_from
_HYPER = struct.Struct(">q").unpack_from
_UHYPER = struct.Struct(">Q").unpack_from
_FLOAT = struct.Struct(">f").unpack_from
_DOUBLE = struct.Struct(">d").unpack_from


class XdrType(Protocol):
    """What every emitted class can do: encode itself, and be decoded."""

    def encode(self, writer: Writer) -> None:
        """Append the value to `writer`."""

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        """Return the value at the reader's position, and move past it."""


T = TypeVar("T", bound=XdrType)


class Writer(Packer):
    """Packs values, each checked against its type's range and its declared bound.

    `path` names the field in errors, as ``struct.field`` with wire names.
    """

    def write_int(self, value: int, path: str) -> None:
        """Append a 32-bit signed integer (RFC 4506 section 4.1)."""
        try:
            self.pack_int(value)
        except (ConversionError, TypeError):
            raise _range(path, value, "a 32-bit signed integer") from None

    def write_uint(self, value: int, path: str) -> None:
        """Append a 32-bit unsigned integer (RFC 4506 section 4.2)."""
        try:
            self.pack_uint(value)
        except (ConversionError, TypeError):
            raise _range(path, value, "a 32-bit unsigned integer") from None

    def write_hyper(self, value: int, path: str) -> None:
        """Append a 64-bit signed integer (RFC 4506 section 4.5)."""
        if not isinstance(value, int) or not -0x8000_0000_0000_0000 <= value <= 0x7FFF_FFFF_FFFF_FFFF:
            raise _range(path, value, "a 64-bit signed integer")
        self.pack_hyper(value)

    def write_uhyper(self, value: int, path: str) -> None:
        """Append a 64-bit unsigned integer (RFC 4506 section 4.5)."""
        if not isinstance(value, int) or not 0 <= value <= 0xFFFF_FFFF_FFFF_FFFF:
            raise _range(path, value, "a 64-bit unsigned integer")
        self.pack_uhyper(value)

    def write_short(self, value: int, path: str) -> None:
        """Append a ``short``: four bytes on the wire."""
        if not isinstance(value, int) or not -0x8000 <= value <= 0x7FFF:
            raise _range(path, value, "a 16-bit signed integer")
        self.pack_int(value)

    def write_ushort(self, value: int, path: str) -> None:
        """Append an ``unsigned short``: four bytes on the wire."""
        if not isinstance(value, int) or not 0 <= value <= 0xFFFF:
            raise _range(path, value, "a 16-bit unsigned integer")
        self.pack_uint(value)

    def write_char(self, value: int, path: str) -> None:
        """Append a ``char``: four bytes on the wire."""
        if not isinstance(value, int) or not -0x80 <= value <= 0x7F:
            raise _range(path, value, "an 8-bit signed integer")
        self.pack_int(value)

    def write_uchar(self, value: int, path: str) -> None:
        """Append an ``unsigned char``: four bytes on the wire."""
        if not isinstance(value, int) or not 0 <= value <= 0xFF:
            raise _range(path, value, "an 8-bit unsigned integer")
        self.pack_uint(value)

    def write_bool(self, value: bool, path: str) -> None:
        """Append a boolean (RFC 4506 section 4.4)."""
        if not isinstance(value, int):
            raise _range(path, value, "a boolean")
        self.pack_bool(bool(value))

    def write_float(self, value: float, path: str) -> None:
        """Append a single-precision number (RFC 4506 section 4.6)."""
        try:
            self.pack_float(value)
        except (ConversionError, OverflowError, TypeError):
            raise _range(path, value, "a 32-bit floating-point number") from None

    def write_double(self, value: float, path: str) -> None:
        """Append a double-precision number (RFC 4506 section 4.7)."""
        try:
            self.pack_double(value)
        except (ConversionError, OverflowError, TypeError):
            raise _range(path, value, "a 64-bit floating-point number") from None

    def write_fixed_opaque(self, value: bytes, size: int, path: str) -> None:
        """Append exactly `size` bytes (RFC 4506 section 4.9)."""
        _fixed(path, _octets(path, value), size, "bytes")
        self.pack_fopaque(size, value)

    def write_opaque(self, value: bytes, limit: int, path: str) -> None:
        """Append up to `limit` bytes behind their count (RFC 4506 section 4.10)."""
        _bound(path, _octets(path, value), limit, "bytes")
        self.pack_opaque(value)

    def write_fixed_chars(self, value: bytes, size: int, path: str) -> None:
        """Append ``char[size]``: four bytes for each byte of `value`."""
        _fixed(path, _octets(path, value), size, "characters")
        self.pack_fopaque(4 * size, _widen(value))

    def write_chars(self, value: bytes, limit: int, path: str) -> None:
        """Append ``char<limit>``: a count, then four bytes for each byte of `value`."""
        _bound(path, _octets(path, value), limit, "characters")
        self.pack_uint(len(value))
        self.pack_fopaque(4 * len(value), _widen(value))

    def write_string(self, value: str, limit: int, path: str) -> None:
        """Append text of up to `limit` bytes of UTF-8 (RFC 4506 section 4.11).

        Raises:
            EncodeError: not a str, over the limit, with half a surrogate pair in it, or with a NUL (libvirt
                would see only what is before it).
        """
        if not isinstance(value, str):
            raise _range(path, value, "text (str)")
        try:
            data = value.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as error:
            raise EncodeError(f"{path}: character {error.start} is half of a pair", path=path) from None
        _bound(path, len(data), limit, "bytes of UTF-8")
        if b"\0" in data:
            raise EncodeError(f"{path}: NUL at byte {data.index(0)}: libvirt's strings end there", path=path)
        self.pack_string(data)

    def write_count(self, value: Sequence[object], limit: int, path: str) -> None:
        """Append the element count of a variable-length array (RFC 4506 section 4.13)."""
        _bound(path, _elements(path, value), limit, "elements")
        self.pack_uint(len(value))

    def write_fixed_count(self, value: Sequence[object], size: int, path: str) -> None:
        """Check the element count of a fixed-length array; it is not on the wire (RFC 4506 section 4.12)."""
        _fixed(path, _elements(path, value), size, "elements")

    def write_struct(self, value: XdrType, type_: type[object], path: str) -> None:
        """Append a structure (RFC 4506 section 4.14), after a check that it is one of `type_`."""
        if not isinstance(value, type_):
            raise _range(path, value, f"a {type_.__name__}")
        value.encode(self)

    def write_nothing(self, value: None, path: str) -> None:
        """Append nothing (RFC 4506 section 4.16), after a check that there is nothing."""
        if value is not None:
            raise _range(path, value, "None")

    def pair(self, value: object, path: str) -> tuple[int, Any]:
        """Return discriminant and value of a union (RFC 4506 section 4.15), once it is known to be a pair."""
        if not isinstance(value, tuple) or len(value) != 2 or not isinstance(value[0], int):
            raise EncodeError(
                f"{path}: a pair (discriminant, value) is needed, got {type(value).__name__}", path=path
            )
        return value


def _range(path: str, value: object, what: str) -> EncodeError:
    shown = repr(value) if isinstance(value, int | float) else type(value).__name__
    return EncodeError(f"{path}: {what} is needed, got {shown}", path=path)


def _octets(path: str, value: object) -> int:
    if not isinstance(value, bytes | bytearray):
        raise EncodeError(f"{path}: bytes are needed, got {type(value).__name__}", path=path)
    return len(value)


def _elements(path: str, value: object) -> int:
    if not isinstance(value, list | tuple):
        raise EncodeError(f"{path}: a list is needed, got {type(value).__name__}", path=path)
    return len(value)


def _bound(path: str, actual: int, limit: int, what: str) -> None:
    if actual > limit:
        raise EncodeError(f"{path}: {actual} {what}, the protocol allows {limit}", path=path)


def _fixed(path: str, actual: int, size: int, what: str) -> None:
    if actual != size:
        raise EncodeError(f"{path}: exactly {size} {what} are needed, got {actual}", path=path)


def _widen(value: bytes) -> bytes:
    wide = bytearray(4 * len(value))
    wide[3::4] = value
    return bytes(wide)


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


def withheld(value: Sized | None) -> str:
    """Return what a repr shows of a secret: that there is one, and its length."""
    return "None" if value is None else f"<{len(value)} withheld>"


def encode(value: XdrType) -> bytes:
    """Return the XDR form of `value`.

    Raises:
        EncodeError: a field is out of range or over its declared bound.
    """
    writer = Writer()
    value.encode(writer)
    data = writer.get_buffer()
    if len(data) & 3:
        raise InternalError(f"{type(value).__name__} encoded to {len(data)} bytes, not a multiple of four")
    return data


def decode(type_: type[T], payload: bytes) -> tuple[T, int]:
    """Return the value at the start of `payload`, and how many surplus bytes follow it.

    A newer daemon may append fields, so surplus is the caller's to judge, not an error.

    Raises:
        DecodeError: the payload is cut short, or breaks a bound of the protocol.
    """
    reader = Reader(payload)
    value = type_.decode(reader)
    return value, reader.remaining
