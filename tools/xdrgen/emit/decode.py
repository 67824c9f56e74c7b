"""Straight-line decoding code.

`buf` and `pos` are locals. Neighbouring fields of fixed size, and the length word of a variable one behind
them, are read by one precompiled struct. Bounds come first, then what the payload can still hold, and only
then is memory taken.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, assert_never

from xdrgen import ir
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
    World,
)
from xdrgen.tree import Primitive

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["FORMATS", "Decoding", "struct_constant"]

FORMATS = {
    Primitive.INT: "i",
    Primitive.UINT: "I",
    Primitive.HYPER: "q",
    Primitive.UHYPER: "Q",
    Primitive.SHORT: "2xh",
    Primitive.USHORT: "2xH",
    Primitive.CHAR: "3xb",
    Primitive.UCHAR: "3xB",
    Primitive.BOOL: "i",
    Primitive.FLOAT: "f",
    Primitive.DOUBLE: "d",
}
_LENGTH = "size"


def struct_constant(format_: str) -> str:
    """Return the name of a module's precompiled struct."""
    return f"_S_{format_}"


class Decoding:
    """Collects the lines that decode a sequence of values into targets.

    The cursor is in `reader.pos` or in the local `pos`; `_local` says which of the two is right, and it is
    moved over only where the other one is needed.
    """

    def __init__(self, world: World, wire: str) -> None:
        self._world = world
        self._wire = wire
        self._indent = 0
        self._local = False
        self._run: list[tuple[str, str, str]] = []
        self._temporaries = 0
        self._lines: list[str] = []
        self.formats: set[str] = set()

    def function(
        self, items: Sequence[tuple[str, Shape, str]], first: Sequence[str], last: Sequence[str]
    ) -> list[str]:
        """Return a function's body: `first`, the decoding of `items` (target, shape, path), `last`."""
        for target, shape, path in items:
            self._value(target, shape, path)
        self._to_reader()
        return self._assembled(first, last)

    def loop(
        self, items: Sequence[tuple[str, Shape, str]], first: Sequence[str], last: Sequence[str]
    ) -> list[str]:
        """Return a body that decodes `items` into each ``obj`` of ``found``."""
        self._to_local()
        self._line("for obj in found:")
        self._indent += 1
        for target, shape, path in items:
            self._value(target, shape, path)
        self._to_local()
        self._indent -= 1
        self._to_reader()
        return self._assembled(first, last)

    def switch(
        self,
        discriminant: tuple[str, Shape, str],
        arms: Sequence[tuple[str, Sequence[tuple[str, Shape, str]], str]],
        path: str,
        *,
        default: bool,
    ) -> list[str]:
        """Return a body that decodes a union; an arm is its condition, its items and what it returns."""
        self._value(*discriminant)
        self._to_local()
        for condition, items, result in arms:
            if condition:
                self._line(f"if {condition}:")
            self._indent += bool(condition)
            for target, shape, where in items:
                self._value(target, shape, where)
            self._to_reader()
            self._line(f"return {result}")
            self._local = True
            self._indent -= bool(condition)
        if not default:
            self._line(f'raise reader.bad_discriminant("{path}", pos - 4, {discriminant[0]})')
        return self._assembled((), ())

    def _assembled(self, first: Sequence[str], last: Sequence[str]) -> list[str]:
        text = "\n".join(self._lines)
        prologue = [*first]
        if "buf" in text:
            prologue.append("buf = reader.buf")
        if "total" in text:
            prologue.append("total = len(buf)")
        lines = self._lines
        if "_S_" in text or "unpack_from" in text:
            lines = [
                "try:",
                *(f"    {line}" for line in lines),
                "except StructError:",
                f'    raise reader.truncated("{self._wire}", pos) from None',
            ]
        return [*prologue, *lines, *last]

    def _line(self, text: str) -> None:
        self._lines.append("    " * self._indent + text)

    def _to_local(self) -> None:
        self._flush()
        if not self._local:
            self._line("pos = reader.pos")
            self._local = True

    def _to_reader(self) -> None:
        self._flush()
        if self._local:
            self._line("reader.pos = pos")
            self._local = False

    def _flush(self) -> None:
        """Emit the pending run of fixed-size values."""
        if not self._run:
            return
        if not self._local:
            self._line("pos = reader.pos")
            self._local = True
        format_ = "".join(one for one, _, _ in self._run)
        self.formats.add(format_)
        targets = ", ".join(target for _, target, _ in self._run)
        left = f"({targets},)" if len(self._run) == 1 else targets
        self._line(f"{left} = {struct_constant(format_)}(buf, pos)")
        self._line(f"pos += {struct.calcsize('>' + format_)}")
        for _, _, after in self._run:
            if after:
                self._line(after)
        self._run = []

    def _temporary(self, name: str) -> str:
        self._temporaries += 1
        return f"{name}{self._temporaries}"

    def _value(self, target: str, shape: Shape, path: str) -> None:
        match shape:
            case Scalar(kind):
                after = f"{target} = {target} != 0" if kind is Primitive.BOOL else ""
                self._run.append((FORMATS[kind], target, after))
            case EnumShape():
                self._run.append(
                    ("i", target, f"{target} = _{shape.python}_by_value.get({target}, {target})")
                )
            case Octets(size) if size.fixed:
                padding = f"{-size.limit & 3}x" if size.limit & 3 else ""
                self._run.append((f"{size.limit}s{padding}", target, ""))
            case Chars(size) if size.fixed:
                self._run.append((f"{4 * size.limit}s", target, f"{target} = {target}[3::4]"))
            case Text(limit):
                self._counted(limit, path)
                self._line("end = pos + (size + 3 & -4)")
                self._room("end > total", path)
                self._line(f'{target} = buf[pos : pos + size].decode("utf-8", "surrogateescape")')
                self._line("pos = end")
            case Octets(size):
                self._counted(size.limit, path)
                self._line("end = pos + (size + 3 & -4)")
                self._room("end > total", path)
                self._line(f"{target} = buf[pos : pos + size]")
                self._line("pos = end")
            case Chars(size):
                self._counted(size.limit, path)
                self._line("end = pos + 4 * size")
                self._room("end > total", path)
                self._line(f"{target} = buf[pos + 3 : end : 4]")
                self._line("pos = end")
            case StructShape():
                self._to_reader()
                self._line(f"{target} = {shape.python}.decode(reader)")
            case UnionShape():
                self._to_reader()
                self._line(f"{target} = decode_{shape.function}(reader)")
            case Maybe(of):
                self._optional(target, of, path)
            case ListShape(of, size):
                self._list(target, of, size, path)
            case Nothing():
                self._line(f"{target} = None")
            case _:
                assert_never(shape)

    def _counted(self, limit: int, path: str) -> None:
        """Read a length word into `size` and hold it against its bound."""
        self._run.append(("I", _LENGTH, ""))
        self._flush()
        if limit < ir.UNBOUNDED:
            self._line(f"if size > {limit}:")
            self._line(f'    raise reader.over_limit("{path}", pos - 4, size, {limit})')

    def _room(self, condition: str, path: str) -> None:
        self._line(f"if {condition}:")
        self._line(f'    raise reader.truncated("{path}", pos)')

    def _optional(self, target: str, of: Shape, path: str) -> None:
        self._run.append(("I", _LENGTH, ""))
        self._flush()
        self._line("if size == 1:")
        self._indent += 1
        self._value(target, of, path)
        self._to_local()
        self._indent -= 1
        self._line("elif size:")
        self._line(f'    raise reader.bad_discriminant("{path}", pos - 4, size)')
        self._line("else:")
        self._line(f"    {target} = None")

    def _list(self, target: str, of: Shape, size: ir.Size, path: str) -> None:
        least = self._world.least(of)
        if size.fixed:
            self._to_local()
            count = str(size.limit)
            self._line(f"if {size.limit * least} > total - pos:")
        else:
            self._counted(size.limit, path)
            count = _LENGTH
            self._line(f"if size * {least} > total - pos:")
        self._line(f'    raise reader.truncated("{path}", pos)')
        match of:
            case Scalar(kind) if kind is not Primitive.BOOL and len(FORMATS[kind]) == 1:
                format_ = f'">{count}{FORMATS[kind]}"' if size.fixed else f'f">{{size}}{FORMATS[kind]}"'
                self._line(f"{target} = list(unpack_from({format_}, buf, pos))")
                self._line(f"pos += {size.limit * least}" if size.fixed else f"pos += {least} * size")
            case StructShape():
                self._to_reader()
                self._line(f"{target} = {of.python}.decode_many(reader, {count})")
            case _:
                items, item = self._temporary("items"), self._temporary("item")
                self._line(f"{items}: list[{self._world.annotation(of)}] = []")
                self._line(f"for _ in range({count}):")
                self._indent += 1
                self._value(item, of, path)
                self._to_local()
                self._line(f"{items}.append({item})")
                self._indent -= 1
                self._line(f"{target} = {items}")
