"""The fast list decoder of a named, tagged value: libvirt's typed parameters.

In a reply with statistics of a thousand domains the same names come a thousand times. What stands before a value
(length word, name, padding, discriminant) is looked up by its bytes, in a bounded dictionary that only complete
and checked prefixes enter; a hit therefore proves all of it at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdrgen import ir
from xdrgen.emit.decode import FORMATS, struct_constant
from xdrgen.emit.naming import class_name, field_name, snake_name
from xdrgen.emit.shapes import Scalar, Text, UnionShape, World
from xdrgen.tree import Primitive

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["is_tagged", "tagged_decode_many", "tagged_support"]

_LONGEST_NAME = 255  # what the last byte of the length word can say
_MAX_KEYS = 4096  # libvirt has some 300 names, times the discs and CPUs of the largest guests seen


def is_tagged(world: World, struct: ir.Struct) -> bool:
    """Say whether a struct is a name and a union of plain values without a default."""
    shapes = [world.shape(one.type) for one in struct.fields]
    match shapes:
        case [Text(), UnionShape(_, wire)]:
            union = world.union(wire)
            discriminant = world.shape(union.discriminant.type)
            arms = [world.shape(arm.field.type) for arm in union.arms]
            plain = all(isinstance(one, Text) or (isinstance(one, Scalar) and one.kind is not Primitive.BOOL) for one in arms)
            return union.default is None and discriminant == Scalar(Primitive.INT) and plain
        case _:
            return False


def tagged_decode_many(world: World, module: str, struct: ir.Struct) -> list[str]:
    """Return the body of decode_many."""
    label, value = (field_name(one.name) for one in struct.fields)
    union = world.union(_union_of(world, struct))
    text = next((world.shape(arm.field.type), arm) for arm in union.arms if isinstance(world.shape(arm.field.type), Text))
    shape, arm = text
    limit = shape.limit if isinstance(shape, Text) else 0
    path = f"{union.name}.{arm.field.name}"
    stem = snake_name(class_name(module, struct.name))
    return [
        "new = cls.__new__",
        f"known = _{stem}_prefixes",
        "found: list[Self] = []",
        "add = found.append",
        "buf = reader.buf",
        "pos = reader.pos",
        "total = len(buf)",
        "try:",
        "    for _ in range(count):",
        "        end = pos + (buf[pos + 3] + 11 & -4)",
        "        prefix = known.get(buf[pos:end])",
        "        if prefix is None:",
        "            reader.pos = pos",
        f"            prefix = _{stem}_prefix(reader)",
        "            end = reader.pos",
        "        obj = new(cls)",
        f"        obj.{label}, kind, unpack, width = prefix",
        "        (value,) = unpack(buf, end)",
        "        pos = end + width",
        "        if width == 0:",
        f"            if value > {limit}:",
        f'                raise reader.over_limit("{path}", end, value, {limit})',
        "            pos = end + 4 + (value + 3 & -4)",
        "            if pos > total:",
        f'                raise reader.truncated("{path}", end + 4)',
        '            value = buf[end + 4 : end + 4 + value].decode("utf-8", "surrogateescape")',
        f"        obj.{value} = kind, value",
        "        add(obj)",
        "except (StructError, IndexError):",
        f'    raise reader.truncated("{struct.name}", pos) from None',
        "reader.pos = pos",
        "return found",
    ]


def tagged_support(world: World, module: str, struct: ir.Struct, formats: set[str]) -> Iterator[str]:
    """Yield what tagged_decode_many needs at the level of the module."""
    label = struct.fields[0]
    union = world.union(_union_of(world, struct))
    stem = snake_name(class_name(module, struct.name))
    shape = world.shape(label.type)
    limit = shape.limit if isinstance(shape, Text) else 0
    formats.add("I")
    yield f"_{stem}_arms: dict[int, tuple[Callable[[bytes, int], tuple[Any, ...]], int]] = {{"
    for arm in union.arms:
        value = world.shape(arm.field.type)
        code = FORMATS[value.kind] if isinstance(value, Scalar) else "I"
        width = world.least(value) if isinstance(value, Scalar) else 0
        formats.add(code)
        for one in arm.labels:
            yield f"    {one}: ({struct_constant(code)}, {width}),"
    yield "}"
    yield f"_{stem}_prefixes: dict[bytes, tuple[str, Any, Callable[[bytes, int], tuple[Any, ...]], int]] = {{}}"
    yield ""
    yield ""
    yield f"def _{stem}_prefix("
    yield "    reader: Reader,"
    yield ") -> tuple[str, Any, Callable[[bytes, int], tuple[Any, ...]], int]:"
    yield '    """Return name, discriminant, how to unpack the value and its width (0 for text); remember them."""'
    yield "    start = reader.pos"
    yield f'    name = reader.read_string({limit}, "{struct.name}.{label.name}")'
    yield "    pos = reader.pos"
    yield f'    kind = reader.read_int("{union.name}.{union.discriminant.name}")'
    yield f"    arm = _{stem}_arms.get(kind)"
    yield "    if arm is None:"
    yield f'        raise reader.bad_discriminant("{union.name}.{union.discriminant.name}", pos, kind)'
    yield "    prefix = (name, kind, *arm)"
    yield f"    if pos - start <= {4 + _LONGEST_NAME + 1}:"
    yield f"        if len(_{stem}_prefixes) >= {_MAX_KEYS}:"
    yield f"            _{stem}_prefixes.clear()"
    yield f"        _{stem}_prefixes[reader.buf[start : reader.pos]] = prefix"
    yield "    return prefix"
    yield ""
    yield ""


def _union_of(world: World, struct: ir.Struct) -> str:
    shape = world.shape(struct.fields[1].type)
    if not isinstance(shape, UnionShape):
        raise TypeError(struct.name)
    return shape.wire
