"""A second codec, slow and table-driven, that reads the IR itself and stands on xdrlib3 alone.

It shares nothing with the generator or the emitted code but the JSON file, so that where the two agree, both
would have to be wrong in the same way. Values are those of the emitted classes.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xdrlib3 import Packer, Unpacker

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

Type = dict[str, Any]

IR_FILE = Path(__file__).parents[2] / "schema" / "libvirt-11.3.0.ir.json"
LETTERS = "abcdefghijklmnopqrstuvwxyzäé€"
RANGES = {
    "int": (-(2**31), 2**31 - 1),
    "uint": (0, 2**32 - 1),
    "hyper": (-(2**63), 2**63 - 1),
    "uhyper": (0, 2**64 - 1),
    "short": (-(2**15), 2**15 - 1),
    "ushort": (0, 2**16 - 1),
    "char": (-128, 127),
    "uchar": (0, 255),
}


PACK = {
    "int": "int",
    "short": "int",
    "char": "int",
    "bool": "bool",
    "uint": "uint",
    "ushort": "uint",
    "uchar": "uint",
}
UNPACK = {"char": "int", "short": "int", "uchar": "uint", "ushort": "uint"}


class Oracle:
    """The codec for the types of one IR.

    Args:
        modules: the IR's modules, as plain JSON.
        emitted: returns the emitted Python module of a name.
    """

    def __init__(self, modules: list[Type], emitted: Callable[[str], Any]) -> None:
        self.emitted = emitted
        self.definitions: dict[str, tuple[str, Type]] = {
            one["name"]: (module["name"], one) for module in modules for one in module["definitions"]
        }

    def python_class(self, wire: str) -> Any:
        """The emitted class of a struct or enum."""
        module = self.emitted(self.definitions[wire][0])
        return getattr(module, module.WIRE_NAMES[wire])

    def build(self, wire: str, values: dict[str, Any]) -> Any:
        """A value of the emitted class, made without its constructor."""
        cls = self.python_class(wire)
        made = cls.__new__(cls)
        for name, value in values.items():
            if isinstance(getattr(cls, name, None), property):
                made.kind, made.data = value
            else:
                setattr(made, attribute_name(cls, name), value)
        return made

    def resolve(self, type_: Type) -> Type:
        """Follow typedefs, and merge a reference with the definition it names."""
        while type_["kind"] == "ref":
            _, definition = self.definitions[type_["name"]]
            if definition["kind"] != "typedef":
                return definition
            type_ = definition["type"]
        return type_

    def is_chars(self, type_: Type) -> bool:
        """An array of char is bytes in Python."""
        return type_["kind"] == "array" and self.resolve(type_["of"]).get("scalar") in {"char", "uchar"}

    def labels(self, union: Type) -> set[int]:
        """The discriminants that have an arm of their own."""
        return {label for arm in union["arms"] for label in arm["labels"]}

    def arm(self, union: Type, label: int) -> Type:
        """The arm that a discriminant selects."""
        found = [one for one in union["arms"] if label in one["labels"]]
        return dict(found[0] if found else union["default"])

    def sample(self, type_: Type, rng: random.Random, *, least: bool = False) -> Any:
        """A value of the type; the smallest there is, or a random one that is rarely empty."""
        type_ = self.resolve(type_)
        match type_["kind"]:
            case "scalar":
                return _scalar(type_["scalar"], rng, least=least)
            case "enum":
                number = rng.choice([one["value"] for one in type_["members"]])
                return self.python_class(type_["name"])(number)
            case "string":
                return (
                    ""
                    if least
                    else "".join(rng.choices(LETTERS, k=min(rng.randrange(1, 9), type_["limit"] // 3)))
                )
            case "opaque":
                return rng.randbytes(_count(type_["size"], rng, least=least))
            case "array":
                count = _count(type_["size"], rng, least=least)
                if self.is_chars(type_):
                    return rng.randbytes(count)
                return [self.sample(type_["of"], rng, least=least) for _ in range(count)]
            case "optional":
                return None if least else self.sample(type_["of"], rng)
            case "struct":
                fields = {one["name"]: self.sample(one["type"], rng, least=least) for one in type_["fields"]}
                return self.build(type_["name"], fields)
            case "union":
                arm = (
                    type_["arms"][0]
                    if least
                    else rng.choice([*type_["arms"], type_["default"] or type_["arms"][0]])
                )
                label = rng.choice(arm["labels"]) if arm["labels"] else max(self.labels(type_)) + 1
                return label, self.sample(arm["field"]["type"], rng, least=least)
            case _:
                return None

    def pack(self, packer: Packer, type_: Type, value: Any) -> None:
        """Append a value, with no bound checked."""
        type_ = self.resolve(type_)
        match type_["kind"]:
            case "scalar":
                name = PACK.get(type_["scalar"], type_["scalar"])
                getattr(packer, f"pack_{name}")(value)
            case "enum":
                packer.pack_enum(int(value))
            case "string":
                packer.pack_string(value.encode())
            case "opaque":
                if type_["size"]["fixed"]:
                    packer.pack_fopaque(type_["size"]["limit"], value)
                else:
                    packer.pack_opaque(value)
            case "array":
                if not type_["size"]["fixed"]:
                    packer.pack_uint(len(value))
                for one in value:
                    if self.is_chars(type_):
                        packer.pack_uint(one)
                    else:
                        self.pack(packer, type_["of"], one)
            case "optional":
                packer.pack_bool(value is not None)
                if value is not None:
                    self.pack(packer, type_["of"], value)
            case "struct":
                for field in type_["fields"]:
                    self.pack(packer, field["type"], attribute(value, field["name"]))
            case "union":
                packer.pack_int(value[0])
                self.pack(packer, self.arm(type_, value[0])["field"]["type"], value[1])

    def packed(self, type_: Type, value: Any) -> bytes:
        """The payload of a value."""
        packer = Packer()
        self.pack(packer, type_, value)
        return bytes(packer.get_buffer())

    def unpack(self, unpacker: Unpacker, type_: Type) -> Any:
        """The next value."""
        type_ = self.resolve(type_)
        match type_["kind"]:
            case "scalar":
                name = UNPACK.get(type_["scalar"], type_["scalar"])
                return getattr(unpacker, f"unpack_{name}")()
            case "enum":
                return unpacker.unpack_enum()
            case "string":
                return unpacker.unpack_string().decode()
            case "opaque":
                size = type_["size"]
                return unpacker.unpack_fopaque(size["limit"]) if size["fixed"] else unpacker.unpack_opaque()
            case "array":
                size = type_["size"]
                count = size["limit"] if size["fixed"] else unpacker.unpack_uint()
                if self.is_chars(type_):
                    return bytes(unpacker.unpack_uint() & 0xFF for _ in range(count))
                return [self.unpack(unpacker, type_["of"]) for _ in range(count)]
            case "optional":
                return self.unpack(unpacker, type_["of"]) if unpacker.unpack_bool() else None
            case "struct":
                fields = {field["name"]: self.unpack(unpacker, field["type"]) for field in type_["fields"]}
                return self.build(type_["name"], fields)
            case "union":
                chosen = unpacker.unpack_int()
                return chosen, self.unpack(unpacker, self.arm(type_, chosen)["field"]["type"])
            case _:
                return None


def _scalar(kind: str, rng: random.Random, *, least: bool) -> Any:
    if kind in {"float", "double"}:
        return 0.0 if least else rng.randrange(-1000, 1000) / 8
    if kind == "bool":
        return not least and rng.random() < 0.5
    lowest, highest = RANGES[kind]
    return lowest if least else rng.choice([highest, 0, rng.randint(lowest, highest)])


def _count(size: dict[str, Any], rng: random.Random, *, least: bool) -> int:
    if size["fixed"]:
        return int(size["limit"])
    return 0 if least else min(rng.randrange(1, 4), size["limit"])


def attribute_name(cls: Any, wire: str) -> str:
    """The attribute of a field; it differs from the wire's name where that is not a Python programmer's."""
    names: tuple[str, ...] = cls.__match_args__
    return names[getattr(cls, "WIRE_FIELDS", names).index(wire)]


def attribute(value: object, wire: str) -> Any:
    """A field of a value."""
    return getattr(value, attribute_name(type(value), wire))


@cache
def load_ir() -> dict[str, Any]:
    """The committed IR, as plain JSON."""
    return dict(json.loads(IR_FILE.read_text(encoding="utf-8")))


@cache
def committed() -> Oracle:
    """The codec of the committed IR, for values of purevirt.rpc.gen."""
    return Oracle(load_ir()["modules"], lambda name: import_module(f"purevirt.rpc.gen.{name}"))
