"""The IR: names, numbers and bounds of one libvirt release, with every constant resolved.

It holds facts of the interface and none of libvirt's text. Types stay as declared (a typedef is a reference),
so that the layout can be compared with libvirt's own listing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from xdrgen.tree import Primitive  # noqa: TC001 - ir_json evaluates these annotations

__all__ = [
    "UNBOUNDED",
    "Arm",
    "Array",
    "Constant",
    "Definition",
    "Enum",
    "Field",
    "Input",
    "Ir",
    "Module",
    "Opaque",
    "Optional",
    "Procedure",
    "Program",
    "PublicEnum",
    "Ref",
    "Scalar",
    "Size",
    "String",
    "Struct",
    "Type",
    "Typedef",
    "Union",
    "Void",
]

UNBOUNDED = 0xFFFF_FFFF  # RFC 4506 section 4.10: what an empty <> means


@dataclass(frozen=True, slots=True)
class Size:
    """A count of elements: exactly `limit` when fixed, else at most."""

    limit: int
    fixed: bool


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number or a boolean."""

    kind: Primitive


@dataclass(frozen=True, slots=True)
class String:
    """Text of at most `limit` bytes."""

    limit: int


@dataclass(frozen=True, slots=True)
class Opaque:
    """Packed bytes."""

    size: Size


@dataclass(frozen=True, slots=True)
class Array:
    """Elements of one type."""

    of: Type
    size: Size


@dataclass(frozen=True, slots=True)
class Optional:
    """Present or not."""

    of: Type


@dataclass(frozen=True, slots=True)
class Ref:
    """An enum, struct, union or typedef by its wire name."""

    name: str


@dataclass(frozen=True, slots=True)
class Void:
    """No bytes; only in the arm of a union."""


Type: TypeAlias = Scalar | String | Opaque | Array | Optional | Ref | Void


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct, the discriminant or an arm of a union. The name of a void arm is empty."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Constant:
    """``const``."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Typedef:
    """``typedef``."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Enum:
    """``enum``; members in the order of the file."""

    name: str
    members: tuple[Constant, ...]


@dataclass(frozen=True, slots=True)
class Struct:
    """``struct``."""

    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm and the discriminants that select it; none for the default."""

    labels: tuple[int, ...]
    field: Field


@dataclass(frozen=True, slots=True)
class Union:
    """``union``."""

    name: str
    discriminant: Field
    arms: tuple[Arm, ...]
    default: Arm | None


Definition: TypeAlias = Typedef | Enum | Struct | Union


@dataclass(frozen=True, slots=True)
class Procedure:
    """One member of a program's procedure enum, with the annotations beside it.

    Attributes:
        generate: who gets a generated stub in C: none, client, server or both.
        readstream, writestream: the position of the stream among the C parameters; 0 when there is none.
        sparse_flag: name of the flag that allows holes, and sparse_value its number; empty and 0 when none.
        flags: public enums that the ``flags`` of the call are made of, as the API description says.
    """

    name: str
    number: int
    generate: str
    priority: str
    readstream: int
    writestream: int
    sparse_flag: str
    sparse_value: int
    acl: tuple[str, ...]
    aclfilter: tuple[str, ...]
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """What the header of a call says, and the enum that lists the procedures."""

    number: int
    version: int
    enum: str


@dataclass(frozen=True, slots=True)
class Module:
    """One protocol file.

    Attributes:
        layout_sha256: digest of libvirt's own listing of the same structures, which its developers make from
            compiled C (see `xdrgen.layout`).
    """

    name: str
    source: str
    imports: tuple[str, ...]
    layout_sha256: str
    program: Program | None
    constants: tuple[Constant, ...]
    definitions: tuple[Definition, ...]
    procedures: tuple[Procedure, ...]


@dataclass(frozen=True, slots=True)
class PublicEnum:
    """An enum of the public C API; `flags` when its members are meant to be combined."""

    name: str
    flags: bool
    members: tuple[Constant, ...]


@dataclass(frozen=True, slots=True)
class Input:
    """A file that was read."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Ir:
    """Everything that `emit` needs."""

    libvirt: str
    inputs: tuple[Input, ...]
    modules: tuple[Module, ...]
    enums: tuple[PublicEnum, ...]
