"""What the emitted tests check of each struct and union, case by case."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from xdrlib3 import Packer, Unpacker

from purevirt.errors import BadDiscriminantError, EncodeError, LimitExceededError, TruncatedError
from purevirt.rpc.xdr import Reader, Writer
from tests.generated.oracle import RANGES, committed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.generated.oracle import Oracle, Type

ROUNDS = 4
UNBOUNDED = 2**32 - 1


@dataclass(frozen=True)
class Site:
    """A place in a type that has a bound.

    Attributes:
        path: as errors name it.
        limit: the most that is allowed there; exactly that, when `fixed`.
        before: bytes of everything in front of the length word.
        value: a value of the whole type that is one over there.
    """

    path: str
    limit: int
    fixed: bool
    before: bytes
    value: Any


@cache
def _filler(count: int) -> list[None]:
    return [None] * count


class Cases:
    """The checks, over the types of one oracle."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    def functions(self, wire: str) -> tuple[Callable[[Any], bytes], Callable[[Reader], Any]]:
        """How the emitted code encodes and decodes a struct or a union."""
        module, definition = self.oracle.definitions[wire]
        emitted = self.oracle.emitted(module)
        name = emitted.WIRE_NAMES[wire]
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

    def round_trip(self, wire: str) -> None:
        """Emitted and oracle agree on the bytes of a value, both ways, and every cut of them is refused."""
        encode, decode = self.functions(wire)
        _, definition = self.oracle.definitions[wire]
        rng = random.Random(wire)
        for number in range(ROUNDS):
            value = self.oracle.sample(definition, rng, least=number == 0)
            payload = self.oracle.packed(definition, value)
            assert encode(value) == payload
            reader = Reader(b"\xff\xff\xff\xff" + payload + b"\xee\xee\xee\xee", 4)
            assert decode(reader) == value
            assert reader.pos == 4 + len(payload)
            assert self.oracle.unpack(Unpacker(payload), definition) == value
            for end in range(0, len(payload), 1 if number == 1 else 4):
                with pytest.raises(TruncatedError):
                    decode(Reader(payload[:end]))
        if definition["kind"] == "struct":
            self.constructed(wire, self.oracle.sample(definition, rng))

    def constructed(self, wire: str, value: Any) -> None:
        """The constructor takes the fields by name, the pattern by position, and repr names the class."""
        cls = self.oracle.python_class(wire)
        names = cls.__match_args__
        assert cls(**{name: getattr(value, name) for name in names}) == value
        assert not value == object()  # noqa: SIM201 - __eq__ is what is checked
        assert repr(value).startswith(f"{cls.__name__}({names[0]}=")
        assert wire == cls.WIRE_NAME
        with pytest.raises(TypeError):
            hash(value)

    def bounds(self, wire: str) -> None:
        """Each bound holds both ways, and a length is believed no further than the payload reaches."""
        encode, decode = self.functions(wire)
        _, definition = self.oracle.definitions[wire]
        for site in self._sites(definition, random.Random(wire)):
            with pytest.raises(EncodeError) as refused:
                encode(site.value)
            assert refused.value.path == site.path
            if site.fixed:
                continue
            with pytest.raises(LimitExceededError) as exceeded:
                decode(Reader(site.before + (site.limit + 1).to_bytes(4, "big") + bytes(64)))
            assert (exceeded.value.path, exceeded.value.limit) == (site.path, site.limit)
            assert exceeded.value.offset == len(site.before)
            if site.limit > 64:
                with pytest.raises(TruncatedError):
                    decode(Reader(site.before + site.limit.to_bytes(4, "big") + bytes(64)))
        self._wrong_types(definition, encode)
        self._wrong_discriminants(definition, encode, decode)

    def _over(self, type_: Type, rng: random.Random) -> Iterator[tuple[int, bool, bytes, Any]]:
        """Yield (limit, fixed, bytes before the length word, value one over) for each bound inside a type."""
        type_ = self.oracle.resolve(type_)
        match type_["kind"]:
            case "string" if type_["limit"] < UNBOUNDED:
                yield type_["limit"], False, b"", "x" * (type_["limit"] + 1)
            case "optional":
                for limit, fixed, before, value in self._over(type_["of"], rng):
                    yield limit, fixed, b"\0\0\0\1" + before, value
            case "opaque" | "array":
                limit, fixed = type_["size"]["limit"], type_["size"]["fixed"]
                packed = type_["kind"] == "opaque" or self.oracle.is_chars(type_)
                if limit < UNBOUNDED:
                    yield limit, fixed, b"", bytes(limit + 1) if packed else _filler(limit + 1)
                if not packed and self.oracle.resolve(type_["of"])["kind"] not in {"struct", "union"}:
                    for inner, fixed_inner, before, value in self._over(type_["of"], rng):
                        front = b"" if fixed else b"\0\0\0\1"
                        yield inner, fixed_inner, front + before, [value] * (limit if fixed else 1)

    def _sites(self, definition: Type, rng: random.Random) -> Iterator[Site]:
        wire = definition["name"]
        if definition["kind"] == "union":
            for arm in definition["arms"]:
                label = arm["labels"][0]
                for limit, fixed, before, value in self._over(arm["field"]["type"], rng):
                    front = label.to_bytes(4, "big", signed=label < 0) + before
                    yield Site(f"{wire}.{arm['field']['name']}", limit, fixed, front, (label, value))
            return
        packer = Packer()
        values = {one["name"]: self.oracle.sample(one["type"], rng) for one in definition["fields"]}
        for one in definition["fields"]:
            start = bytes(packer.get_buffer())
            for limit, fixed, before, value in self._over(one["type"], rng):
                made = self.oracle.build(wire, {**values, one["name"]: value})
                yield Site(f"{wire}.{one['name']}", limit, fixed, start + before, made)
            self.oracle.pack(packer, one["type"], values[one["name"]])

    def _wrong_types(self, definition: Type, encode: Callable[[Any], bytes]) -> None:
        """A value that its field cannot hold is refused as an EncodeError, never sent."""
        rng = random.Random(definition["name"])
        for one in definition.get("fields", ()):
            for bad in self._unfit(one["type"]):
                values = {
                    field["name"]: self.oracle.sample(field["type"], rng) for field in definition["fields"]
                }
                value = self.oracle.build(definition["name"], {**values, one["name"]: bad})
                with pytest.raises(EncodeError):
                    encode(value)

    def _unfit(self, type_: Type) -> list[Any]:
        type_ = self.oracle.resolve(type_)
        match type_["kind"]:
            case "scalar" if type_["scalar"] in RANGES:
                lowest, highest = RANGES[type_["scalar"]]
                return [lowest - 1, highest + 1, "1", None]
            case "scalar":
                return ["1", None]
            case "opaque" if type_["size"]["fixed"]:
                return [bytes(type_["size"]["limit"] - 1), "x", None]
            case "optional":
                return [one for one in self._unfit(type_["of"]) if one is not None]
            case "union":
                return [] if type_["default"] else [(0x7FFF_FFFF, 0)]
            case "enum":
                return ["1", None]
            case _:
                return [7, None]

    def _wrong_discriminants(
        self,
        definition: Type,
        encode: Callable[[Any], bytes],
        decode: Callable[[Reader], Any],
    ) -> None:
        """A discriminant without an arm is refused both ways; so is what is no pair."""
        if definition["kind"] != "union":
            return
        taken = self.oracle.labels(definition)
        for label in set() if definition["default"] else {0, max(taken) + 1} - taken:
            with pytest.raises(EncodeError):
                encode((label, 0))
            if self.oracle.resolve(definition["discriminant"]["type"]).get("scalar") != "bool":
                with pytest.raises(BadDiscriminantError) as refused:
                    decode(Reader(label.to_bytes(4, "big") + bytes(16)))
                assert refused.value.offset == 0
        for bad in (None, 1, (1,), (1, 2, 3), ("1", 2)):
            with pytest.raises(EncodeError):
                encode(bad)


def round_trip(wire: str) -> None:
    """Check a type of the committed IR."""
    Cases(committed()).round_trip(wire)


def bounds(wire: str) -> None:
    """Check the bounds of a type of the committed IR."""
    Cases(committed()).bounds(wire)
