"""A class for each struct."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdrgen.emit.decode import Decoding
from xdrgen.emit.encode import encoding
from xdrgen.emit.naming import class_name, field_name
from xdrgen.emit.secrets import SECRET_FIELDS
from xdrgen.emit.signatures import parameters, signature

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xdrgen import ir
    from xdrgen.emit.shapes import Shape, World

__all__ = ["struct_class"]

_NEW = ("obj = cls.__new__(cls)",)


def struct_class(
    world: World,
    module: str,
    struct: ir.Struct,
    role: str,
    *,
    element: bool,
    formats: set[str],
) -> list[str]:
    """Return the lines of a class; what its decoders unpack is added to `formats`.

    `role` says what the struct is for, behind its wire name in the docstring; `element` whether lists of it
    are on the wire.
    """
    name = class_name(module, struct.name)
    fields = [
        (field_name(one.name), world.shape(one.type), f"{struct.name}.{one.name}") for one in struct.fields
    ]
    names = [one for one, _, _ in fields]
    listed = f'"{names[0]}",' if len(names) == 1 else ", ".join(f'"{one}"' for one in names)
    body = [
        f'"""``{struct.name}``{role}."""',
        "",
        f"__slots__ = ({listed})",
        f"__match_args__ = ({listed})",
        f'WIRE_NAME: ClassVar[str] = "{struct.name}"',
        *_wire_fields(struct, names),
        "",
        *_init(world, struct),
        "",
        "def __eq__(self, other: object) -> bool:",
        f"    if not isinstance(other, {name}):",
        "        return NotImplemented",
        f"    return {' and '.join(f'self.{one} == other.{one}' for one in names)}",
        "",
        "def __repr__(self) -> str:",
        f'    return f"{name}({", ".join(_shown(struct.name, one.name) for one in struct.fields)})"',
        "",
        "def encode(self, writer: Writer) -> None:",
        *(f"    {line}" for one, shape, path in fields for line in encoding(f"self.{one}", shape, path)),
        "",
        "@classmethod",
        "def decode(cls, reader: Reader) -> Self:",
        *_decode(world, struct.name, fields, formats),
        *(_decode_many(world, struct, fields, formats) if element else ()),
    ]
    return [f"class {name}:", *(line and f"    {line}" for line in body)]


def _wire_fields(struct: ir.Struct, names: Sequence[str]) -> Iterator[str]:
    """Keep the wire's names of the fields as data, where an attribute has another."""
    wire = [one.name for one in struct.fields]
    if wire != names:
        quoted = ", ".join(f'"{one}"' for one in wire)
        yield f"WIRE_FIELDS: ClassVar[tuple[str, ...]] = ({quoted},)"


def _init(world: World, struct: ir.Struct) -> Iterator[str]:
    given = parameters(world, struct)
    yield f"def __init__(self, {', '.join(signature(given))}) -> None:"
    for one in given:
        yield f"    self.{one.name} = {one.name}"


def _shown(struct: str, wire: str) -> str:
    name = field_name(wire)
    if (struct, wire) in SECRET_FIELDS:
        return f"{name}={{withheld(self.{name})}}"
    return f"{name}={{self.{name}!r}}"


def _decode(
    world: World,
    wire: str,
    fields: Sequence[tuple[str, Shape, str]],
    formats: set[str],
) -> Iterator[str]:
    decoding = Decoding(world, wire)
    items = [(f"obj.{name}", shape, path) for name, shape, path in fields]
    for line in decoding.function(items, _NEW, ("return obj",)):
        yield f"    {line}"
    formats |= decoding.formats


def _decode_many(
    world: World,
    struct: ir.Struct,
    fields: Sequence[tuple[str, Shape, str]],
    formats: set[str],
) -> Iterator[str]:
    yield ""
    yield "@classmethod"
    yield "def decode_many(cls, reader: Reader, count: int) -> list[Self]:"
    decoding = Decoding(world, struct.name)
    items = [(f"obj.{name}", shape, path) for name, shape, path in fields]
    for line in decoding.loop(
        items, ("found = list(map(cls.__new__, repeat(cls, count)))",), ("return found",)
    ):
        yield f"    {line}"
    formats |= decoding.formats
