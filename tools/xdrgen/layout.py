"""libvirt's own listing of its wire structures, as a second opinion on our parser.

libvirt keeps ``src/*-structs`` beside each protocol file: struct members, enum members and numbers as pahole
saw them in compiled C. `listing` reads such a file, `layout` renders the IR the same way, and the two must be
equal; the IR carries a digest of the listing, so that the comparison needs no source tree.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, assert_never

from xdrgen import ir
from xdrgen.errors import Position, XdrSemanticError
from xdrgen.tree import Primitive

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["compare", "digest", "layout", "listing"]

_C_NAMES = {
    Primitive.INT: "int",
    Primitive.UINT: "u_int",
    Primitive.HYPER: "int64_t",
    Primitive.UHYPER: "uint64_t",
    Primitive.SHORT: "short",
    Primitive.USHORT: "u_short",
    Primitive.CHAR: "char",
    Primitive.UCHAR: "u_char",
    Primitive.BOOL: "bool_t",
    Primitive.FLOAT: "float",
    Primitive.DOUBLE: "double",
}


def listing(text: str) -> tuple[str, ...]:
    """Return the definitions of a ``-structs`` file, one string each, spaces made uniform."""
    bare = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    definitions = re.findall(r"^(?:struct|enum) .*?^\};", bare, re.MULTILINE | re.DOTALL)
    return tuple(" ".join(one.split()) for one in definitions)


def digest(definitions: Sequence[str]) -> str:
    """Return the sha256 of a listing."""
    return hashlib.sha256("\n".join(definitions).encode()).hexdigest()


def layout(definitions: Sequence[ir.Definition]) -> tuple[str, ...]:
    """Return what `listing` returns, made from the IR."""
    return tuple(_rendered(definitions))


def compare(module: str, ours: Sequence[str], theirs: Sequence[str], file: str) -> None:
    """Check that the two listings are equal.

    Raises:
        XdrSemanticError: they differ; names the first definition that does.
    """
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            raise XdrSemanticError(Position(file, 0, 0), f"{module}: parsed {one!r}, libvirt lists {other!r}")
    if len(ours) != len(theirs):
        message = f"{module}: parsed {len(ours)} definitions, libvirt lists {len(theirs)}"
        raise XdrSemanticError(Position(file, 0, 0), message)


def _rendered(definitions: Sequence[ir.Definition]) -> Iterator[str]:
    for definition in definitions:
        match definition:
            case ir.Typedef():
                pass  # C has no trace of it but its name, which the members show
            case ir.Enum(name, members):
                body = " ".join(f"{member.name} = {member.value}," for member in members)
                yield f"enum {name} {{ {body} }};"
            case ir.Struct(name, fields):
                yield f"struct {name} {{ {' '.join(_member(one) for one in fields)} }};"
            case ir.Union(name, discriminant, arms, default):
                every = (*arms, default) if default else arms
                inner = " ".join(filter(None, (_member(arm.field) for arm in every)))
                yield f"struct {name} {{ {_member(discriminant)} union {{ {inner} }} {name}_u; }};"
            case _:
                assert_never(definition)


def _member(field: ir.Field) -> str:
    name = field.name
    match field.type:
        case ir.Scalar() | ir.Ref():
            return f"{_element(field.type)} {name};"
        case ir.String():
            return f"char * {name};"
        case ir.Opaque(size):
            return f"char {name}[{size.limit}];" if size.fixed else _counted("char", name)
        case ir.Array(of, size):
            element = _element(of)
            return f"{element} {name}[{size.limit}];" if size.fixed else _counted(element, name)
        case ir.Optional(of):
            return f"{_element(of)} * {name};"
        case ir.Void():
            return ""
        case _:
            assert_never(field.type)


def _element(type_: ir.Type) -> str:
    """Name a type that stands before a declarator: nothing else can, by the grammar."""
    match type_:
        case ir.Scalar(kind):
            return _C_NAMES[kind]
        case ir.Ref(name):
            return name
        case ir.String() | ir.Opaque() | ir.Array() | ir.Optional() | ir.Void():
            message = f"{type(type_).__name__} cannot be an element"
            raise TypeError(message)
        case _:
            assert_never(type_)


def _counted(element: str, name: str) -> str:
    return f"struct {{ u_int {name}_len; {element} * {name}_val; }} {name};"
