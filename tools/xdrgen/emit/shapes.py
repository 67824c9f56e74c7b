"""What the emitters see of a type: typedefs followed, character arrays told apart, sizes known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, assert_never

from xdrgen import ir
from xdrgen.emit.naming import class_name, snake_name
from xdrgen.tree import Primitive

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "Chars",
    "EnumShape",
    "ListShape",
    "Maybe",
    "Nothing",
    "Octets",
    "Scalar",
    "Shape",
    "StructShape",
    "Text",
    "UnionShape",
    "World",
]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number or a boolean."""

    kind: Primitive


@dataclass(frozen=True, slots=True)
class Text:
    """A string of at most `limit` bytes of UTF-8."""

    limit: int


@dataclass(frozen=True, slots=True)
class Chars:
    """An array of char: bytes in Python, four bytes each on the wire."""

    size: ir.Size


@dataclass(frozen=True, slots=True)
class Octets:
    """Packed bytes."""

    size: ir.Size


@dataclass(frozen=True, slots=True)
class ListShape:
    """An array of anything else."""

    of: Shape
    size: ir.Size


@dataclass(frozen=True, slots=True)
class Maybe:
    """Optional data."""

    of: Shape


@dataclass(frozen=True, slots=True)
class StructShape:
    """A class of `module`."""

    module: str
    wire: str

    @property
    def python(self) -> str:
        """Its name."""
        return class_name(self.module, self.wire)


@dataclass(frozen=True, slots=True)
class EnumShape:
    """An IntEnum of `module`."""

    module: str
    wire: str

    @property
    def python(self) -> str:
        """Its name."""
        return class_name(self.module, self.wire)


@dataclass(frozen=True, slots=True)
class UnionShape:
    """A tagged pair of `module`."""

    module: str
    wire: str

    @property
    def python(self) -> str:
        """The name of its type alias."""
        return class_name(self.module, self.wire)

    @property
    def function(self) -> str:
        """What its encode_ and decode_ functions end in."""
        return snake_name(self.python)


@dataclass(frozen=True, slots=True)
class Nothing:
    """No bytes."""


Shape: TypeAlias = (
    Scalar | Text | Chars | Octets | ListShape | Maybe | StructShape | EnumShape | UnionShape | Nothing
)

_WIDE = frozenset({Primitive.HYPER, Primitive.UHYPER, Primitive.DOUBLE})
_CHARACTERS = frozenset({Primitive.CHAR, Primitive.UCHAR})
_PYTHON = {Primitive.BOOL: "bool", Primitive.FLOAT: "float", Primitive.DOUBLE: "float"}


class World:
    """Every definition of the IR by its wire name."""

    def __init__(self, spec: ir.Ir) -> None:
        self._found: Mapping[str, tuple[str, ir.Definition]] = {
            definition.name: (module.name, definition)
            for module in spec.modules
            for definition in module.definitions
        }

    def shape(self, type_: ir.Type) -> Shape:
        """Return what a type is once its typedefs are followed."""
        match type_:
            case ir.Scalar(kind):
                return Scalar(kind)
            case ir.String(limit):
                return Text(limit)
            case ir.Opaque(size):
                return Octets(size)
            case ir.Array(of, size):
                element = self.shape(of)
                if isinstance(element, Scalar) and element.kind in _CHARACTERS:
                    return Chars(size)
                return ListShape(element, size)
            case ir.Optional(of):
                return Maybe(self.shape(of))
            case ir.Void():
                return Nothing()
            case ir.Ref(name):
                return self._named(name)
            case _:
                assert_never(type_)

    def _named(self, name: str) -> Shape:
        module, definition = self._found[name]
        match definition:
            case ir.Typedef():
                return self.shape(definition.type)
            case ir.Enum():
                return EnumShape(module, name)
            case ir.Struct():
                return StructShape(module, name)
            case ir.Union():
                return UnionShape(module, name)
            case _:
                assert_never(definition)

    def definition(self, name: str) -> ir.Definition | None:
        """Return a definition by its wire name."""
        found = self._found.get(name)
        return found and found[1]

    def struct(self, wire: str) -> ir.Struct:
        """Return a struct that exists."""
        definition = self._found[wire][1]
        if not isinstance(definition, ir.Struct):
            raise TypeError(wire)
        return definition

    def union(self, wire: str) -> ir.Union:
        """Return a union that exists."""
        definition = self._found[wire][1]
        if not isinstance(definition, ir.Union):
            raise TypeError(wire)
        return definition

    def least(self, shape: Shape) -> int:
        """Return the fewest bytes that a value takes on the wire."""
        match shape:
            case Scalar(kind):
                return 8 if kind in _WIDE else 4
            case Chars(size):
                return 4 * size.limit if size.fixed else 4
            case Octets(size):
                return size.limit + (-size.limit & 3) if size.fixed else 4
            case ListShape(of, size):
                return size.limit * self.least(of) if size.fixed else 4
            case Text() | Maybe() | EnumShape():
                return 4
            case StructShape():
                return sum(self.least(self.shape(one.type)) for one in self.struct(shape.wire).fields)
            case UnionShape():
                union = self.union(shape.wire)
                arms = (*union.arms, union.default) if union.default else union.arms
                return 4 + min(self.least(self.shape(arm.field.type)) for arm in arms)
            case Nothing():
                return 0
            case _:
                assert_never(shape)

    def annotation(self, shape: Shape, prefix: str = "") -> str:
        """Return the Python type; names of emitted types are qualified with `prefix` and their module."""
        match shape:
            case Scalar(kind):
                return _PYTHON.get(kind, "int")
            case Text():
                return "str"
            case Chars() | Octets():
                return "bytes"
            case ListShape(of, _):
                return f"list[{self.annotation(of, prefix)}]"
            case Maybe(of):
                return f"{self.annotation(of, prefix)} | None"
            case StructShape() | UnionShape():
                return f"{prefix and shape.module + '.'}{shape.python}"
            case EnumShape():
                return f"{prefix and shape.module + '.'}{shape.python} | int"
            case Nothing():
                return "None"
            case _:
                assert_never(shape)

    def within(self, shape: Shape) -> Iterator[Shape]:
        """Yield the shape and the shapes inside its lists and optionals."""
        yield shape
        if isinstance(shape, ListShape | Maybe):
            yield from self.within(shape.of)
