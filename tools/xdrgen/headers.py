"""Numbers of libvirt's public C headers: ``#define`` of an integer expression, enum members."""

from __future__ import annotations

import ast
import operator
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["evaluate", "header_constants"]

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+(.+)$", re.MULTILINE)
_MEMBER = re.compile(r"\b(VIR_\w+)\s*=\s*([^,}]+)")
_BINARY: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.BitOr: operator.or_,
}


def header_constants(text: str, known: Mapping[str, int]) -> dict[str, int]:
    """Return name → value for what `text` defines and can be computed from itself and `known`.

    What is no integer expression (a string, a function-like macro) is left out.
    """
    bare = _COMMENT.sub(" ", text)
    found: dict[str, int] = {}
    for name, expression in (*_DEFINE.findall(bare), *_MEMBER.findall(bare)):
        value = evaluate(expression, {**known, **found})
        if value is not None:
            found[name] = value
    return found


def evaluate(expression: str, names: Mapping[str, int]) -> int | None:
    """Return the value of a C integer expression; None when it is not one or uses an unknown name."""
    cleaned = re.sub(r"\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", expression.strip())
    try:
        return _value(ast.parse(cleaned, mode="eval").body, names)
    except (SyntaxError, KeyError):
        return None


def _value(node: ast.expr, names: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name):
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=op, right=right):
            return _BINARY[type(op)](_value(left, names), _value(right, names))
        case _:
            raise KeyError(ast.dump(node))
