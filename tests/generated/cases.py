"""What the emitted tests check of each struct and union, case by case."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest
from xdrlib3 import Packer, Unpacker

from purevirt.errors import BadDiscriminantError, EncodeError, LimitExceededError, TruncatedError
from purevirt.rpc.xdr import Reader, Writer
from tests.generated import oracle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROUNDS = 4
UNBOUNDED = 2**32 - 1


def functions(module: str, wire: str) -> tuple[Callable[[Any], bytes], Callable[[Reader], Any]]:
    """How the emitted code encodes and decodes a struct or a union."""
    emitted = import_module(f"purevirt.rpc.gen.{module}")
    name = emitted.WIRE_NAMES[wire]
    _, definition = oracle.definitions()[wire]
    if definition["kind"] == "union":
        stem = "".join(f"_{one.lower()}" if one.isupper() else one for one in name).removeprefix("_")
        put, get = getattr(emitted, f"encode_{stem}"), getattr(emitted, f"decode_{stem}")
    else:
        cls = getattr(emitted, name)
        put, get = (lambda writer, value: value.encode(writer)), cls.decode

    def encode(value: Any) -> bytes:
        writer = Writer()
        put(writer, value)
        return bytes(writer.get_buffer())

    return encode, get


def round_trip(module: str, wire: str) -> None:
    """Emitted and oracle agree on the bytes of a value, both ways, and every cut of them is refused."""
    encode, decode = functions(module, wire)
    _, definition = oracle.definitions()[wire]
    rng = random.Random(wire)
    for number in range(ROUNDS):
        value = oracle.sample(definition, rng, least=number == 0)
        payload = oracle.packed(definition, value)
        assert encode(value) == payload
        reader = Reader(b"\xff\xff\xff\xff" + payload + b"\xee\xee\xee\xee", 4)
        assert decode(reader) == value
        assert reader.pos == 4 + len(payload)
        assert oracle.unpack(Unpacker(payload), definition) == value
        for end in range(0, len(payload), 1 if number == 1 else 4):
            with pytest.raises(TruncatedError):
                decode(Reader(payload[:end]))
    if definition["kind"] == "struct":
        constructed(wire, oracle.sample(definition, rng))


def constructed(wire: str, value: Any) -> None:
    """The constructor takes the fields by name, the pattern by position, and repr names the class."""
    cls = oracle.python_class(wire)
    names = cls.__match_args__
    fields = {name: getattr(value, name) for name in names}
    assert cls(**fields) == value
    assert (value == object()) is False
    assert repr(value).startswith(f"{cls.__name__}({names[0]}=")
    assert wire == cls.WIRE_NAME
    with pytest.raises(TypeError):
        hash(value)


@dataclass(frozen=True)
class Site:
    """A place in a type that has a bound.

    Attributes:
        path: as errors name it.
        limit: the most that is allowed there.
        before: bytes of everything in front of the length word.
        value: a value of the whole type that is one over there.
    """

    path: str
    limit: int
    before: bytes
    value: Any


@cache
def _filler(count: int) -> list[None]:
    return [None] * count


def _over(type_: oracle.Type, rng: random.Random) -> Iterator[tuple[int, bytes, Any]]:
    """Yield (limit, bytes before the length word, value one over) for each bound inside a field's type."""
    type_ = oracle.resolve(type_)
    match type_["kind"]:
        case "string" if type_["limit"] < UNBOUNDED:
            yield type_["limit"], b"", "x" * (type_["limit"] + 1)
        case "opaque" if not type_["size"]["fixed"]:
            yield type_["size"]["limit"], b"", bytes(type_["size"]["limit"] + 1)
        case "optional":
            for limit, before, value in _over(type_["of"], rng):
                yield limit, b"\0\0\0\1" + before, value
        case "array" if oracle.is_chars(type_):
            if not type_["size"]["fixed"]:
                yield type_["size"]["limit"], b"", bytes(type_["size"]["limit"] + 1)
        case "array":
            yield type_["size"]["limit"], b"", _filler(type_["size"]["limit"] + 1)
            if oracle.resolve(type_["of"])["kind"] not in {"struct", "union"}:
                for limit, before, value in _over(type_["of"], rng):
                    yield limit, b"\0\0\0\1" + before, [value]


def _sites(definition: oracle.Type, rng: random.Random) -> Iterator[Site]:
    wire = definition["name"]
    if definition["kind"] == "union":
        for arm in definition["arms"]:
            label = arm["labels"][0]
            for limit, before, value in _over(arm["field"]["type"], rng):
                path = f"{wire}.{arm['field']['name']}"
                yield Site(path, limit, label.to_bytes(4, "big") + before, (label, value))
        return
    packer = Packer()
    values = {one["name"]: oracle.sample(one["type"], rng) for one in definition["fields"]}
    for one in definition["fields"]:
        front = bytes(packer.get_buffer())
        for limit, before, value in _over(one["type"], rng):
            made = oracle.build(wire, {**values, one["name"]: value})
            yield Site(f"{wire}.{one['name']}", limit, front + before, made)
        oracle.pack(packer, one["type"], values[one["name"]])


def bounds(module: str, wire: str) -> None:
    """Each bound holds both ways, and a length is believed no further than the payload reaches."""
    encode, decode = functions(module, wire)
    _, definition = oracle.definitions()[wire]
    for site in _sites(definition, random.Random(wire)):
        with pytest.raises(EncodeError) as refused:
            encode(site.value)
        assert refused.value.path == site.path
        with pytest.raises(LimitExceededError) as exceeded:
            decode(Reader(site.before + (site.limit + 1).to_bytes(4, "big") + bytes(64)))
        assert (exceeded.value.path, exceeded.value.limit) == (site.path, site.limit)
        assert exceeded.value.offset == len(site.before)
        if site.limit > 64:
            with pytest.raises(TruncatedError):
                decode(Reader(site.before + site.limit.to_bytes(4, "big") + bytes(64)))
    wrong_types(definition, encode)
    if definition["kind"] == "union":
        unknown_discriminant(definition, encode, decode)


def wrong_types(definition: oracle.Type, encode: Callable[[Any], bytes]) -> None:
    """A value that its field cannot hold is refused with the field's name, not sent and not a TypeError."""
    rng = random.Random(definition["name"])
    for one in definition.get("fields", ()):
        for bad in _unfit(one["type"]):
            values = {other["name"]: oracle.sample(other["type"], rng) for other in definition["fields"]}
            value = oracle.build(definition["name"], {**values, one["name"]: bad})
            with pytest.raises(EncodeError):
                encode(value)


def _unfit(type_: oracle.Type) -> list[Any]:
    type_ = oracle.resolve(type_)
    match type_["kind"]:
        case "scalar" if type_["scalar"] in oracle.RANGES:
            lowest, highest = oracle.RANGES[type_["scalar"]]
            return [lowest - 1, highest + 1, "1", None]
        case "opaque" if type_["size"]["fixed"]:
            return [bytes(type_["size"]["limit"] - 1), bytes(type_["size"]["limit"] + 1), "x", None]
        case "array" if oracle.is_chars(type_) and type_["size"]["fixed"]:
            return [bytes(type_["size"]["limit"] - 1), bytes(type_["size"]["limit"] + 1)]
        case "optional":
            return [one for one in _unfit(type_["of"]) if one is not None]
        case "union":
            return [(0x7FFF_FFFF, 0)]
        case "enum":
            return ["1", None]
        case _:
            return [7, None]


def unknown_discriminant(
    definition: oracle.Type,
    encode: Callable[[Any], bytes],
    decode: Callable[[Reader], Any],
) -> None:
    """A discriminant without an arm is refused both ways; so is what is no pair."""
    taken = {label for arm in definition["arms"] for label in arm["labels"]}
    for label in {0, max(taken) + 1} - taken:
        with pytest.raises(EncodeError):
            encode((label, 0))
        with pytest.raises(BadDiscriminantError) as refused:
            decode(Reader(label.to_bytes(4, "big") + bytes(16)))
        assert refused.value.offset == 0
    for bad in (None, 1, (1,), (1, 2, 3), ("1", 2)):
        with pytest.raises(EncodeError):
            encode(bad)
