"""Encoding code: one call of the Writer for each value, which checks range and bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from xdrgen.emit.shapes import (
    Chars,
    EnumShape,
    ListShape,
    Maybe,
    Nothing,
    Octets,
    Scalar,
    Shape,
    StructShape,
    Text,
    UnionShape,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["encoding"]


def encoding(value: str, shape: Shape, path: str, depth: int = 0) -> Iterator[str]:
    """Yield the lines that encode the expression `value`."""
    match shape:
        case Scalar(kind):
            yield f'writer.write_{kind.value}({value}, "{path}")'
        case EnumShape():
            yield f'writer.write_int({value}, "{path}")'
        case Text(limit):
            yield f'writer.write_string({value}, {limit}, "{path}")'
        case Octets(size):
            yield f'writer.write_{"fixed_" if size.fixed else ""}opaque({value}, {size.limit}, "{path}")'
        case Chars(size):
            yield f'writer.write_{"fixed_" if size.fixed else ""}chars({value}, {size.limit}, "{path}")'
        case StructShape():
            yield f'writer.write_struct({value}, {shape.python}, "{path}")'
        case UnionShape():
            yield f"encode_{shape.function}(writer, {value})"
        case Maybe(of):
            yield f"if {value} is None:"
            yield f'    writer.write_bool(False, "{path}")'
            yield "else:"
            yield f'    writer.write_bool(True, "{path}")'
            yield from (f"    {line}" for line in encoding(value, of, path, depth))
        case ListShape(of, size):
            item = f"item{depth or ''}"
            yield f'writer.write_{"fixed_" if size.fixed else ""}count({value}, {size.limit}, "{path}")'
            yield f"for {item} in {value}:"
            yield from (f"    {line}" for line in encoding(item, of, path, depth + 1))
        case Nothing():
            yield f'writer.write_nothing({value}, "{path}")'
        case _:
            assert_never(shape)
