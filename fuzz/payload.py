"""Any payload decodes to a value or is a DecodeError, and a value that encodes again is the same value.

The input is two bytes that choose one of the module's types, and then its payload.
"""

from __future__ import annotations

import random
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from purevirt.errors import DecodeError, EncodeError
from purevirt.rpc.xdr import decode, encode
from purevirt.rpc.xdr_reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.rpc.xdr import XdrType

_SEEDS = 40


def check(module: str, data: bytes) -> None:
    """Decode what the input says, and encode it again."""
    types = _types(module)
    type_ = types[int.from_bytes(data[:2]) % len(types)]
    payload = data[2:]
    reader = Reader(payload)
    try:
        value = type_.decode(reader)
    except DecodeError as error:
        assert 0 <= error.offset <= len(payload), "an offset outside the payload"
        return
    assert 0 <= reader.pos <= len(payload), "read past the end"
    repr(value)
    try:
        once = encode(value)
    except EncodeError as error:
        # what C would see only the start of is never sent, though it can be read
        assert b"\0" in payload, error
        assert "NUL" in str(error), error
        return
    again, surplus = decode(type_, once)
    assert surplus == 0, "decoding stops short of what was encoded"
    # by bytes: a NaN is never equal to itself
    assert encode(again) == once, "a value changed on the way"


@cache
def _types(module: str) -> tuple[type[XdrType], ...]:
    emitted = import_module(f"purevirt.rpc.gen.{module}")
    names = sorted({name for name in emitted.WIRE_NAMES.values() if "." not in name})
    found = (getattr(emitted, name) for name in names if name[0].isupper())
    return tuple(one for one in found if hasattr(one, "decode") and one.__module__ == emitted.__name__)


def seeds(module: str) -> Iterator[bytes]:
    """Yield payloads that decode, of types spread over the module; grown from zeros and small numbers."""
    rng = random.Random(module)  # noqa: S311 - the same corpus each time
    types = _types(module)
    step = max(1, len(types) // _SEEDS)
    for number in range(0, len(types), step):
        for _ in range(50):
            words = rng.choices((0, 0, 0, 1, 1, 2, 4, 0x61620000), k=rng.randrange(4, 40))
            payload = b"".join(word.to_bytes(4) for word in words)
            reader = Reader(payload)
            try:
                types[number].decode(reader)
            except DecodeError:
                continue
            yield number.to_bytes(2) + payload[: reader.pos]
            break
        else:
            yield number.to_bytes(2) + bytes(64)
