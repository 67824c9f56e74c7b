"""A tagged pair for each union: a type alias, and two functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdrgen.emit.decode import Decoding
from xdrgen.emit.encode import encoding
from xdrgen.emit.naming import class_name, snake_name
from xdrgen.emit.shapes import EnumShape, Scalar, World
from xdrgen.tree import Primitive

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xdrgen import ir

__all__ = ["union_alias", "union_functions"]


def union_alias(world: World, module: str, union: ir.Union) -> Iterator[str]:
    """Yield the alias: one ``tuple[Literal[discriminant], value]`` for each arm."""
    name = class_name(module, union.name)
    boolean = _is_bool(world.shape(union.discriminant.type))
    arms = [_arm(world, arm, boolean=boolean) for arm in union.arms]
    if union.default:
        arms.append(_arm(world, union.default, boolean=boolean))
    yield f"{name}: TypeAlias = ("
    yield f"    {arms[0]}"
    yield from (f"    | {arm}" for arm in arms[1:])
    yield ")"
    yield f'"""``{union.name}``: the discriminant, and the value of its arm."""'


def _arm(world: World, arm: ir.Arm, *, boolean: bool) -> str:
    named = [str(bool(label) if boolean else label) for label in arm.labels]
    labels = f"Literal[{', '.join(named)}]" if named else "int"
    return f"tuple[{labels}, {world.annotation(world.shape(arm.field.type))}]"


def union_functions(world: World, module: str, union: ir.Union, formats: set[str]) -> Iterator[str]:
    """Yield the functions that encode and decode the pair."""
    name = class_name(module, union.name)
    stem = snake_name(name)
    path = f"{union.name}.{union.discriminant.name}"
    shape = world.shape(union.discriminant.type)
    arms: Sequence[ir.Arm] = (*union.arms, union.default) if union.default else union.arms
    yield f"def encode_{stem}(writer: Writer, value: {name}) -> None:"
    yield f'    """Append a ``{union.name}``."""'
    yield f'    kind, data = writer.pair(value, "{path}")'
    kind = "kind" if not _is_bool(shape) else "bool(kind)"
    for number, arm in enumerate(arms):
        yield f"    {'el' if number else ''}if {_condition(arm)}:" if arm.labels else "    else:"
        yield from (f"        {line}" for line in encoding(kind, shape, path))
        field = f"{union.name}.{arm.field.name}" if arm.field.name else union.name
        yield from (f"        {line}" for line in encoding("data", world.shape(arm.field.type), field))
    if not union.default:
        yield "    else:"
        yield f'        raise EncodeError(f"{path}: {{kind}} selects no arm", path="{path}")'
    yield ""
    yield ""
    yield f"def decode_{stem}(reader: Reader) -> {name}:"
    yield f'    """Return the ``{union.name}`` at the reader\'s position."""'
    decoding = Decoding(world, union.name)
    discriminant = Scalar(Primitive.INT) if isinstance(shape, EnumShape) else shape
    cases = []
    for number, arm in enumerate(arms):
        data = f"data{number}"
        item = (data, world.shape(arm.field.type), f"{union.name}.{arm.field.name}")
        cases.append((_condition(arm) if arm.labels else "", [item], f"kind, {data}"))
    body = decoding.switch(("kind", discriminant, path), cases, path, default=union.default is not None)
    yield from (f"    {line}" for line in body)
    formats |= decoding.formats


def _is_bool(shape: object) -> bool:
    return shape == Scalar(Primitive.BOOL)


def _condition(arm: ir.Arm) -> str:
    if len(arm.labels) == 1:
        return f"kind == {arm.labels[0]}"
    return f"kind in ({', '.join(str(label) for label in arm.labels)})"
