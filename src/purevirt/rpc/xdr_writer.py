"""The encoding half of XDR: values to bytes, each checked against its range and its declared bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xdrlib3 import ConversionError, Packer

from purevirt.errors import EncodeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.rpc.xdr import XdrType

__all__ = ["Writer"]


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
