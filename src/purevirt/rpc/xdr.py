"""XDR primitives (RFC 4506) with a bound on everything that a peer can make large.

`Writer` packs through xdrlib3's Packer and refuses what the wire could not carry; `Reader` is a cursor
over one payload that checks each length before it is believed. Both name the field in their errors.

Text is UTF-8 on the wire. Bytes that are not UTF-8 survive both ways as lone surrogates
(``surrogateescape``): a name that libvirt lists can be looked up again, whatever its bytes.

A quirk of rpcgen's dialect: ``char`` and ``short`` take four bytes each, also inside arrays; only
``opaque`` is packed (RFC 4506 section 4.9 has no char at all).
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Protocol, TypeVar

from purevirt.errors import InternalError
from purevirt.rpc.xdr_reader import Reader
from purevirt.rpc.xdr_writer import Writer

if TYPE_CHECKING:
    from collections.abc import Sized
    from typing import Self

__all__ = ["Reader", "Writer", "XdrType", "decode", "encode", "withheld"]


class XdrType(Protocol):
    """What every emitted class can do: encode itself, and be decoded."""

    def encode(self, writer: Writer) -> None:
        """Append the value to `writer`."""

    @classmethod
    def decode(cls, reader: Reader) -> Self:
        """Return the value at the reader's position, and move past it."""


T = TypeVar("T", bound=XdrType)

_LARGE_BYTES = 128 << 10


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
    if len(payload) < _LARGE_BYTES or not gc.isenabled():
        value = type_.decode(reader)
    else:
        # Values of XDR hold no cycles, so a collection in the middle of a large payload would find nothing,
        # and walk again and again over what has just been made: a third of the time for 60,000 values.
        gc.disable()
        try:
            value = type_.decode(reader)
        finally:
            gc.enable()
    return value, reader.remaining
