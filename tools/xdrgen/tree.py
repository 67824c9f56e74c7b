"""The syntax tree: what the parser saw, names not yet looked up, every node with its position."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from xdrgen.errors import Position

__all__ = [
    "Arm",
    "ArrayOf",
    "ConstDef",
    "Declaration",
    "Definition",
    "EnumBody",
    "EnumDef",
    "Include",
    "Member",
    "NameRef",
    "Opaque",
    "Pointer",
    "Primitive",
    "Specifier",
    "String",
    "StructBody",
    "StructDef",
    "TypeNode",
    "TypedefDef",
    "UnionBody",
    "UnionDef",
    "Value",
    "Void",
]


class Primitive(enum.StrEnum):
    """The scalar types; the values are the IR's names."""

    INT = "int"
    UINT = "uint"
    HYPER = "hyper"
    UHYPER = "uhyper"
    SHORT = "short"
    USHORT = "ushort"
    CHAR = "char"
    UCHAR = "uchar"
    BOOL = "bool"
    FLOAT = "float"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class NameRef:
    """A use of a name: of a type, or of a constant."""

    name: str
    position: Position


Value: TypeAlias = int | NameRef


@dataclass(frozen=True, slots=True)
class Member:
    """One ``NAME = value`` of an enum, with the comment right before it."""

    name: str
    value: Value
    comment: str
    position: Position


@dataclass(frozen=True, slots=True)
class EnumBody:
    """What stands between the braces of an enum."""

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class StructBody:
    """What stands between the braces of a struct."""

    fields: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm of a union; no labels for the default."""

    labels: tuple[Value, ...]
    declaration: Declaration
    position: Position


@dataclass(frozen=True, slots=True)
class UnionBody:
    """What follows the name of a union."""

    discriminant: Declaration
    arms: tuple[Arm, ...]
    default: Arm | None


Specifier: TypeAlias = Primitive | NameRef | EnumBody | StructBody | UnionBody


@dataclass(frozen=True, slots=True)
class Void:
    """``void``: only as an arm of a union."""


@dataclass(frozen=True, slots=True)
class String:
    """``string x<limit>``; None is the protocol's own limit of 2^32 - 1."""

    limit: Value | None


@dataclass(frozen=True, slots=True)
class Opaque:
    """``opaque x[size]`` or ``opaque x<size>``."""

    size: Value | None
    fixed: bool


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """``T x[size]`` or ``T x<size>``."""

    of: Specifier
    size: Value | None
    fixed: bool


@dataclass(frozen=True, slots=True)
class Pointer:
    """``T *x``: present or not."""

    of: Specifier


TypeNode: TypeAlias = Specifier | Void | String | Opaque | ArrayOf | Pointer


@dataclass(frozen=True, slots=True)
class Declaration:
    """A type and the name it is given; the name of a void is empty."""

    name: str
    type: TypeNode
    position: Position


@dataclass(frozen=True, slots=True)
class ConstDef:
    """``const NAME = value;``."""

    name: str
    value: Value
    position: Position


@dataclass(frozen=True, slots=True)
class TypedefDef:
    """``typedef declaration;``."""

    name: str
    declaration: Declaration
    position: Position


@dataclass(frozen=True, slots=True)
class EnumDef:
    """``enum NAME {...};``."""

    name: str
    body: EnumBody
    position: Position


@dataclass(frozen=True, slots=True)
class StructDef:
    """``struct NAME {...};``."""

    name: str
    body: StructBody
    position: Position


@dataclass(frozen=True, slots=True)
class UnionDef:
    """``union NAME switch (...) {...};``."""

    name: str
    body: UnionBody
    position: Position


@dataclass(frozen=True, slots=True)
class Include:
    """``%#include "NAME"``: where names of another protocol file come from. Other % lines are C's."""

    name: str
    position: Position


Definition: TypeAlias = ConstDef | TypedefDef | EnumDef | StructDef | UnionDef | Include
