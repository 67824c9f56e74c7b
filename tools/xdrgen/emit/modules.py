"""A module of types for each protocol file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from xdrgen import ir
from xdrgen.emit.banner import banner
from xdrgen.emit.decode import struct_constant
from xdrgen.emit.enums import enum_class
from xdrgen.emit.naming import class_name, member_names, snake_name
from xdrgen.emit.procedures import has_table
from xdrgen.emit.shapes import EnumShape, ListShape, StructShape, UnionShape, World
from xdrgen.emit.structs import struct_class
from xdrgen.emit.tagged import tagged_class
from xdrgen.emit.unions import union_alias, union_functions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["list_elements", "types_module"]

_IMPORTS = (
    ("IntEnum", "from enum import IntEnum"),
    ("repeat", "from itertools import repeat"),
    ("StructError", "from struct import error as StructError"),
    ("Struct", "from struct import Struct"),
    ("unpack_from", "from struct import unpack_from"),
    ("ClassVar", "from typing import ClassVar"),
    ("Literal", "from typing import Literal"),
    ("TypeAlias", "from typing import TypeAlias"),
    ("EncodeError", "from purevirt.errors import EncodeError"),
    ("withheld", "from purevirt.rpc.xdr import withheld"),
)
_TYPE_IMPORTS = (
    ("Self", "from typing import Self"),
    ("Reader", "from purevirt.rpc.xdr import Reader"),
    ("Writer", "from purevirt.rpc.xdr import Writer"),
)


def list_elements(spec: ir.Ir, world: World) -> frozenset[str]:
    """Return the wire names of the structs that lists consist of."""
    return frozenset(
        inner.of.wire
        for module in spec.modules
        for definition in module.definitions
        for type_ in _types(definition)
        for inner in world.within(world.shape(type_))
        if isinstance(inner, ListShape) and isinstance(inner.of, StructShape)
    )


def _types(definition: ir.Definition) -> Iterator[ir.Type]:
    match definition:
        case ir.Struct(_, fields):
            yield from (one.type for one in fields)
        case ir.Union(_, _, arms, default):
            yield from (arm.field.type for arm in arms)
            if default:
                yield default.field.type
        case ir.Typedef(_, type_):
            yield type_
        case ir.Enum():
            pass
        case _:
            assert_never(definition)


def types_module(spec: ir.Ir, world: World, module: ir.Module, ir_sha256: str) -> str:
    """Return the text of a module with the constants, enums, structs and unions of one protocol file."""
    elements = list_elements(spec, world)
    formats: set[str] = set()
    parts: list[list[str]] = []
    exported = [one.name for one in module.constants]
    wire_names: dict[str, str] = {}
    for definition in module.definitions:
        name = class_name(module.name, definition.name)
        match definition:
            case ir.Enum() if has_table(module) and module.program and definition.name == module.program.enum:
                continue
            case ir.Enum():
                short = member_names(definition.name, [one.name for one in definition.members])
                members = [(python, one.value) for python, one in zip(short, definition.members, strict=True)]
                parts.append([*enum_class(name, "IntEnum", members, definition.name), *_by_value(name)])
                wire_names[definition.name] = name
                wire_names |= {
                    one.name: f"{name}.{python}"
                    for python, one in zip(short, definition.members, strict=True)
                }
            case ir.Struct():
                element = definition.name in elements
                role = _role(module, definition.name)
                tagged = tagged_class(world, module.name, definition) if element else None
                parts += tagged or [
                    struct_class(world, module.name, definition, role, element=element, formats=formats)
                ]
                wire_names[definition.name] = name
            case ir.Union():
                stem = snake_name(name)
                parts.append(list(union_alias(world, module.name, definition)))
                parts.append(list(union_functions(world, module.name, definition, formats)))
                wire_names[definition.name] = name
                exported += [f"decode_{stem}", f"encode_{stem}"]
            case ir.Typedef():
                continue
            case _:
                assert_never(definition)
        exported.append(name)
    constants = [f"{one.name} = {_number(one)}" for one in module.constants]
    unpackers = [f'{struct_constant(one)} = Struct(">{one}").unpack_from' for one in sorted(formats)]
    table = ["WIRE_NAMES = {", *(f'    "{wire}": "{python}",' for wire, python in wire_names.items()), "}"]
    body = "\n\n\n".join("\n".join(part) for part in parts)
    text = "\n\n\n".join("\n".join(part) for part in (constants, unpackers) if part)
    text = "\n\n\n".join(one for one in (text, body, "\n".join(table)) if one)
    summary = f"Constants and types of ``{module.source}``."
    listed = "".join(f'    "{one}",\n' for one in sorted({*exported, "WIRE_NAMES"}))
    head = [
        banner(spec, ir_sha256, summary),
        *_imports(text, module, world),
        "",
        f"__all__ = [\n{listed}]",
        "",
        text,
        "",
    ]
    return "\n".join(head)


def _by_value(name: str) -> list[str]:
    return ["", "", f"_{name}_by_value = {{one.value: one for one in {name}}}"]


def _number(constant: ir.Constant) -> str:
    return f"0x{constant.value:08X}" if constant.name.endswith("_PROGRAM") else str(constant.value)


def _role(module: ir.Module, wire: str) -> str:
    stem, _, kind = wire.rpartition("_")
    roles: Mapping[str, str] = {"args": "arguments", "ret": "reply", "msg": "event"}
    by_name = {one.name.lower().replace("_proc_", "_", 1): one for one in module.procedures}
    procedure = by_name.get(stem)
    if kind in roles and procedure:
        return f": {roles[kind]} of {procedure.name}"
    return ""


def _imports(text: str, module: ir.Module, world: World) -> Sequence[str]:
    def used(pairs: Sequence[tuple[str, str]]) -> list[str]:
        return [line for name, line in pairs if re.search(rf"\b{name}\b", text)]

    borrowed = [
        f"from purevirt.rpc.gen.{shape.module} import {name}"
        for shape in sorted(_foreign(module, world), key=lambda one: (one.module, one.wire))
        for name in _names(shape)
    ]
    typing_only = [f"    {line}" for line in used(_TYPE_IMPORTS)]
    typing = ["from typing import TYPE_CHECKING"] if typing_only else []
    block = ["", "if TYPE_CHECKING:", *typing_only] if typing_only else []
    return ["from __future__ import annotations", "", *typing, *used(_IMPORTS), *borrowed, *block]


def _foreign(module: ir.Module, world: World) -> set[StructShape | UnionShape | EnumShape]:
    return {
        inner
        for definition in module.definitions
        for type_ in _types(definition)
        for inner in world.within(world.shape(type_))
        if isinstance(inner, StructShape | UnionShape | EnumShape) and inner.module != module.name
    }


def _names(shape: StructShape | UnionShape | EnumShape) -> list[str]:
    match shape:
        case StructShape():
            return [shape.python]
        case EnumShape():
            return [shape.python, f"_{shape.python}_by_value"]
        case UnionShape():
            return [shape.python, f"decode_{shape.function}", f"encode_{shape.function}"]
        case _:
            assert_never(shape)
