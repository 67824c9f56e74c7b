"""The IR as JSON, both ways: stable order, one definition a line, so that a diff shows what changed."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from xdrgen import ir, tree
from xdrgen.errors import Position, XdrSemanticError

__all__ = ["FORMAT", "dump", "load"]

FORMAT = 1  # raised when the shape of the JSON changes

T = TypeVar("T")
_KINDS = {
    cls.__name__.lower(): cls
    for cls in (
        ir.Scalar,
        ir.String,
        ir.Opaque,
        ir.Array,
        ir.Optional,
        ir.Ref,
        ir.Void,
        ir.Typedef,
        ir.Enum,
        ir.Struct,
        ir.Union,
    )
}


def dump(spec: ir.Ir) -> str:
    """Return the JSON text of `spec`, a newline at its end."""
    return "".join((*_lines({"format": FORMAT, **_plain(spec)}, 0, ""), "\n"))


def load(text: str, file: str) -> ir.Ir:
    """Return the IR that `text` describes.

    Raises:
        XdrSemanticError: not JSON, of another format, or of another shape.
    """
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            message = f"IR format {data['format']}, this generator reads {FORMAT}: run `xdrgen parse` again"
            raise XdrSemanticError(Position(file, 0, 0), message)
        spec: ir.Ir = _typed(ir.Ir, {key: value for key, value in data.items() if key != "format"})
    except (KeyError, TypeError, ValueError) as error:
        raise XdrSemanticError(Position(file, 0, 0), f"not an IR file ({error!r})") from error
    return spec


def _plain(value: object) -> Any:
    match value:
        case tree.Primitive():
            return value.value
        case tuple():
            return [_plain(one) for one in value]
        case None | bool() | int() | str():
            return value
        case _ if is_dataclass(value):
            body = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
            kind = type(value).__name__.lower()
            return {"kind": kind, **_unwrapped(body)} if kind in _KINDS else body
        case _:
            raise TypeError(value)


def _unwrapped(body: dict[str, Any]) -> dict[str, Any]:
    """Rename a scalar's own ``kind``, which the tag would hide."""
    return {"scalar" if name == "kind" else name: value for name, value in body.items()}


def _lines(value: Any, depth: int, before: str) -> list[str]:
    """Spread the outer levels over lines, and keep each definition and procedure on one."""
    pad = " " * depth
    spread = depth < 3 if isinstance(value, dict) else depth < 4
    if not value or not spread or not isinstance(value, dict | list) or "kind" in value:
        return [before, json.dumps(value, ensure_ascii=True, separators=(", ", ": "))]
    if isinstance(value, dict):
        items = [(f"{json.dumps(key)}: ", one) for key, one in value.items()]
        opening, closing = "{}"
    else:
        items = [("", one) for one in value]
        opening, closing = "[]"
    parts = [before, opening, "\n"]
    for number, (label, one) in enumerate(items):
        parts += [pad, " ", *_lines(one, depth + 1, label), ",\n" if number + 1 < len(items) else "\n"]
    return [*parts, pad, closing]


def _typed(cls: Any, data: Any) -> Any:
    """Build a value of the annotated type `cls` from plain data; anything unexpected is a TypeError."""
    origin = get_origin(cls)
    if origin is tuple:
        return tuple(_typed(get_args(cls)[0], one) for one in _checked(data, list))
    if origin in {Union, UnionType}:
        if data is None:
            return None
        kind = data.get("kind")
        options = [one for one in get_args(cls) if one is not type(None)]
        chosen = _KINDS[kind] if kind else options[0]
        if chosen not in options:
            raise TypeError(kind)
        return _typed(chosen, data)
    if isinstance(cls, type) and is_dataclass(cls):
        hints = get_type_hints(cls)
        body = dict(_checked(data, dict))
        if body.pop("kind", None) and cls is ir.Scalar:
            body["kind"] = body.pop("scalar")
        return cls(**{name: _typed(hints[name], value) for name, value in body.items()})
    if cls is tree.Primitive:
        return tree.Primitive(data)
    return _checked(data, cls)


def _checked(data: Any, cls: type[T]) -> T:
    if type(data) is not cls:
        message = f"{cls.__name__} expected, got {data!r:.60}"
        raise TypeError(message)
    return data
