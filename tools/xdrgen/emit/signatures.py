"""The parameters that a struct's fields become, in its constructor and in the method of its procedure.

Wire order, positional or by keyword. ``flags`` defaults to 0 and ``need_results`` to 1 (with 0 a list call
answers a bare count). Where something without a default follows on the wire, the parameter is keyword-only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdrgen.emit.naming import field_name
from xdrgen.emit.shapes import Scalar, World

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdrgen import ir

__all__ = ["Parameter", "call", "parameters", "signature"]

_DEFAULTS = {"flags": "0", "need_results": "1"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter, in wire order."""

    name: str
    annotation: str
    default: str
    keyword_only: bool


def parameters(world: World, struct: ir.Struct, prefix: str = "") -> list[Parameter]:
    """Return the parameters of a struct's fields."""
    found: list[Parameter] = []
    trailing = True
    for one in reversed(struct.fields):
        shape = world.shape(one.type)
        default = _DEFAULTS.get(one.name, "") if isinstance(shape, Scalar) else ""
        trailing = trailing and bool(default)
        annotation = world.annotation(shape, prefix)
        found.append(Parameter(field_name(one.name), annotation, default, bool(default) and not trailing))
    return found[::-1]


def signature(of: Sequence[Parameter]) -> list[str]:
    """Return the text of each parameter, in the order Python wants."""
    ordinary = [_text(one) for one in of if not one.keyword_only]
    keyword = [_text(one) for one in of if one.keyword_only]
    return [*ordinary, *(["*", *keyword] if keyword else [])]


def call(of: Sequence[Parameter]) -> str:
    """Return arguments that pass each parameter on under its own name."""
    ordinary = [one.name for one in of if not one.keyword_only]
    return ", ".join([*ordinary, *(f"{one.name}={one.name}" for one in of if one.keyword_only)])


def _text(parameter: Parameter) -> str:
    default = f" = {parameter.default}" if parameter.default else ""
    return f"{parameter.name}: {parameter.annotation}{default}"
