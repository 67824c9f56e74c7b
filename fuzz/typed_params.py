"""Parameters become a mapping and back unchanged, and a mapping becomes what encodes, or an EncodeError."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from fuzz.choices import Choices
from purevirt.errors import DecodeError, EncodeError
from purevirt.rpc.gen.remote import TypedParam
from purevirt.rpc.typed_params import from_dict, to_dict
from purevirt.rpc.xdr import decode, encode
from purevirt.rpc.xdr_reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.rpc.typed_params import Value

_MOST = 64


def check(data: bytes) -> None:
    """Read the input as parameters from the wire, or as a mapping of a caller's."""
    choices = Choices(data)
    if choices.byte() & 1:
        _from_wire(choices.rest())
    else:
        _from_caller(choices)


def _from_wire(payload: bytes) -> None:
    reader = Reader(payload)
    params: list[TypedParam] = []
    try:
        while reader.remaining and len(params) < _MOST:
            params.append(TypedParam.decode(reader))
    except DecodeError:
        pass
    mapping = to_dict(params)
    types = {one.field: one.kind for one in params}
    again = from_dict(mapping, types)
    assert [one.field for one in again] == list(mapping)
    # by repr: a NaN is never equal to itself
    assert repr(to_dict(again)) == repr(mapping), "a value changed on the way"


def _from_caller(choices: Choices) -> None:
    mapping: dict[str, Value | list[str]] = {}
    types: dict[str, int] = {}
    while choices.more and len(mapping) < _MOST:
        name = choices.take(choices.byte() % 8).decode("utf-8", "surrogateescape")
        kind = choices.byte()
        if kind & 16:
            types[name] = kind & 15
        mapping[name] = _value(kind >> 5, choices)
    try:
        params = from_dict(mapping, types)
        payloads = [encode(one) for one in params]
    except EncodeError as error:
        assert "\n" not in str(error)
        return
    for payload in payloads:
        again, surplus = decode(TypedParam, payload)
        assert surplus == 0
        assert encode(again) == payload
    if not any(isinstance(value, list) for value in mapping.values()):
        assert list(to_dict(params)) == list(mapping)


def _value(kind: int, choices: Choices) -> Value | list[str]:
    if kind == 0:
        return choices.byte() > 127
    if kind == 1:
        return float(struct.unpack(">d", choices.take(8).ljust(8, b"\0"))[0])
    if kind in (2, 3):
        return choices.take(choices.byte() % 16).decode("utf-8", "surrogateescape")
    if kind == 4:
        return [choices.take(choices.byte() % 4).decode("utf-8", "surrogateescape") for _ in range(3)]
    return int.from_bytes(choices.take(choices.byte() % 12), signed=kind == 5)


def seeds() -> Iterator[bytes]:
    """Yield parameters of each type."""
    params = from_dict(
        {"int": 1, "big": 2**63, "low": -5, "yes": True, "share": 0.5, "name": "disk", "nan": float("nan")},
        {"int": 1},
    )
    for one in params:
        yield b"\x01" + encode(one)
    yield b"\x01" + b"".join(map(encode, params))
    yield b"\x01" + encode(TypedParam("flag", (6, 5))) * 2
    for kind in range(8):
        for forced in (0, 17, 20, 22, 23, 31):
            yield bytes((0, 1, 97, kind << 5 | forced, 9)) + b"123456789"
