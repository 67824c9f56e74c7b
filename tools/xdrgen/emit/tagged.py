"""The class of a named, tagged value that comes in long lists: libvirt's typed parameters.

A reply with statistics of a thousand domains names the same parameters a thousand times, mostly in the same
order. What stands before a value (length word, name, padding, discriminant) is its prefix. Checked prefixes
are kept, each with the one that last came after it, and the emitted decoder guesses: one unpack reads prefix
and value, and when the bytes are the expected ones, then all of the prefix is proven at once. A wrong guess
costs a look-up, never a wrong value. The store is bounded in number and in size of key.

The pair (discriminant, value) is built when asked for: sixty thousand tuples less for the garbage collector.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdrgen.emit.decode import FORMATS
from xdrgen.emit.naming import class_name, field_name, snake_name
from xdrgen.emit.shapes import Scalar, Text, UnionShape, World
from xdrgen.tree import Primitive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdrgen import ir

__all__ = ["tagged_class"]

_LONGEST_KEY = 264  # a name of 256 bytes; libvirt's own limit for parameter names is 80
_MAX_KEYS = 4096  # some 300 names in libvirt, times the discs and CPUs of a large guest


@dataclass(frozen=True, slots=True)
class _Tagged:
    """The parts of such a struct."""

    name: str
    wire: str
    label: ir.Field
    label_limit: int
    value: ir.Field
    shape: UnionShape
    union: ir.Union
    text: tuple[str, int]
    annotation: str

    @property
    def prefix(self) -> str:
        return f"_{self.name}Prefix"

    @property
    def stem(self) -> str:
        return f"_{snake_name(self.name)}"


def tagged_class(world: World, module: str, struct: ir.Struct) -> list[list[str]] | None:
    """Return the parts of the module for such a struct; None when it is not one.

    It is one when it consists of a string and a union of numbers and strings, with an int to choose by and no
    default.
    """
    shapes = [world.shape(one.type) for one in struct.fields]
    match shapes:
        case [Text(limit), UnionShape(_, wire) as shape]:
            union = world.union(wire)
            arms = [world.shape(arm.field.type) for arm in union.arms]
            numbers = all(
                isinstance(one, Scalar) and one.kind is not Primitive.BOOL
                for one in arms
                if not isinstance(one, Text)
            )
            texts = [
                (arm.field.name, one.limit)
                for arm, one in zip(union.arms, arms, strict=True)
                if isinstance(one, Text)
            ]
            chosen_by_int = world.shape(union.discriminant.type) == Scalar(Primitive.INT)
            if union.default or not numbers or len(texts) != 1 or not chosen_by_int:
                return None
        case _:
            return None
    label, value = struct.fields
    tagged = _Tagged(
        name=class_name(module, struct.name),
        wire=struct.name,
        label=label,
        label_limit=limit,
        value=value,
        shape=shape,
        union=union,
        text=texts[0],
        annotation=" | ".join(dict.fromkeys(world.annotation(one) for one in arms)),
    )
    return [list(_prefix_class(tagged)), list(_prefix_store(world, tagged)), list(_class(tagged))]


def _prefix_class(tagged: _Tagged) -> Iterator[str]:
    yield f"class {tagged.prefix}:"
    yield '    """What stands before a value, how to unpack both, and which prefix came next last time."""'
    yield ""
    yield '    __slots__ = ("data", "key", "kind", "label", "next", "span", "text", "unpack")'
    yield ""
    yield "    def __init__(self, key: bytes, label: str, kind: int, code: str, *, text: bool) -> None:"
    yield '        unpacker = Struct(f">{len(key)}s{code}")'
    yield "        self.key = key"
    yield "        self.label = label"
    yield "        self.kind = kind"
    yield "        self.text = text"
    yield "        self.unpack = unpacker.unpack_from"
    yield "        self.span = unpacker.size"
    yield "        self.next = self"


def _prefix_store(world: World, tagged: _Tagged) -> Iterator[str]:
    stem, label, union = tagged.stem, tagged.label, tagged.union
    yield f"{stem}_codes = {{"
    for arm in union.arms:
        shape = world.shape(arm.field.type)
        for one in arm.labels:
            code = FORMATS[shape.kind] if isinstance(shape, Scalar) else "I"
            yield f'    {one}: ("{code}", {isinstance(shape, Text)}),'
    yield "}"
    yield f"{stem}_prefixes: dict[bytes, {tagged.prefix}] = {{}}"
    yield f'{stem}_first = {tagged.prefix}(b"", "", 0, "I", text=False)'
    yield f'{stem}_first.key = b"no guess yet"  # its own unpack never gives that'
    yield ""
    yield ""
    yield f"def {stem}_prefix(reader: Reader, last: {tagged.prefix}) -> {tagged.prefix}:"
    yield '    """Return the prefix at the reader\'s position, and remember that it came after `last`."""'
    yield "    start = reader.pos"
    yield f'    label = reader.read_string({tagged.label_limit}, "{tagged.wire}.{label.name}")'
    yield "    pos = reader.pos"
    yield f'    kind = reader.read_int("{union.name}.{union.discriminant.name}")'
    yield "    key = reader.buf[start : reader.pos]"
    yield f"    prefix = {stem}_prefixes.get(key)"
    yield "    if prefix is None:"
    yield f"        code = {stem}_codes.get(kind)"
    yield "        if code is None:"
    yield f'            raise reader.bad_discriminant("{union.name}.{union.discriminant.name}", pos, kind)'
    yield f"        prefix = {tagged.prefix}(key, label, kind, code[0], text=code[1])"
    yield f"        if len(key) > {_LONGEST_KEY}:"
    yield "            return prefix"
    yield f"        if len({stem}_prefixes) >= {_MAX_KEYS}:"
    yield f"            {stem}_prefixes.clear()"
    yield f"        {stem}_prefixes[key] = prefix"
    yield "    last.next = prefix"
    yield "    return prefix"


def _class(tagged: _Tagged) -> Iterator[str]:
    name, label, value = tagged.name, field_name(tagged.label.name), field_name(tagged.value.name)
    path = f"{tagged.union.name}.{tagged.text[0]}"
    lines = [
        f'"""``{tagged.wire}``.',
        "",
        f"`{value}` is the pair (`kind`, `data`) that a ``{tagged.union.name}`` is.",
        '"""',
        "",
        f'__slots__ = ("{label}", "kind", "data")',
        f'__match_args__ = ("{label}", "{value}")',
        f'WIRE_NAME: ClassVar[str] = "{tagged.wire}"',
        "kind: int",
        f"data: {tagged.annotation}",
        "",
        f"def __init__(self, {label}: str, {value}: {tagged.shape.python}) -> None:",
        f"    self.{label} = {label}",
        f"    self.kind, self.data = {value}",
        "",
        "@property",
        f"def {value}(self) -> {tagged.shape.python}:",
        "    return self.kind, self.data  # type: ignore[return-value]  # kind says which type data has",
        "",
        "def __eq__(self, other: object) -> bool:",
        f"    if not isinstance(other, {name}):",
        "        return NotImplemented",
        f"    return self.{label} == other.{label} and self.kind == other.kind and self.data == other.data",
        "",
        "def __repr__(self) -> str:",
        f'    return f"{name}({label}={{self.{label}!r}}, {value}={{(self.kind, self.data)!r}})"',
        "",
        "def encode(self, writer: Writer) -> None:",
        f'    writer.write_string(self.{label}, {tagged.label_limit}, "{tagged.wire}.{tagged.label.name}")',
        f"    encode_{tagged.shape.function}(writer, self.{value})",
        "",
        "@classmethod",
        "def decode(cls, reader: Reader) -> Self:",
        "    obj = cls.__new__(cls)",
        f'    obj.{label} = reader.read_string({tagged.label_limit}, "{tagged.wire}.{tagged.label.name}")',
        f"    obj.kind, obj.data = decode_{tagged.shape.function}(reader)",
        "    return obj",
        "",
        "@classmethod",
        "def decode_many(cls, reader: Reader, count: int) -> list[Self]:",
        "    found = list(map(cls.__new__, repeat(cls, count)))",
        "    buf = reader.buf",
        "    pos = reader.pos",
        "    total = len(buf)",
        f"    last = {tagged.stem}_first",
        "    guess = last.next",
        "    for obj in found:",
        "        try:",
        "            key, obj.data = guess.unpack(buf, pos)",
        "        except StructError:",
        '            key = b""  # the guess reads past the end; what is there may be shorter',
        "        if key != guess.key:",
        "            reader.pos = pos",
        f"            guess = {tagged.stem}_prefix(reader, last)",
        "            try:",
        "                key, obj.data = guess.unpack(buf, pos)",
        "            except StructError:",
        f'                raise reader.truncated("{tagged.union.name}", reader.pos) from None',
        f"        obj.{label} = guess.label",
        "        obj.kind = guess.kind",
        "        pos += guess.span",
        "        if guess.text:",
        "            size: int = obj.data  # type: ignore[assignment]  # what was unpacked is a length word",
        f"            if size > {tagged.text[1]}:",
        f'                raise reader.over_limit("{path}", pos - 4, size, {tagged.text[1]})',
        "            end = pos + (size + 3 & -4)",
        "            if end > total:",
        f'                raise reader.truncated("{path}", pos)',
        '            obj.data = buf[pos : pos + size].decode("utf-8", "surrogateescape")',
        "            pos = end",
        "        last = guess",
        "        guess = guess.next",
        "    reader.pos = pos",
        "    return found",
    ]
    yield f"class {name}:"
    yield from (line and f"    {line}" for line in lines)
