"""Typed parameters (name, type, value) as plain mappings, both ways.

Statistics, tunables, guest information and migration options travel as lists of these. The wire says which of
seven types each value has; Python's own types say nearly as much, and `from_dict` fills in the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from purevirt.errors import EncodeError
from purevirt.rpc.gen.remote import TypedParam

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from purevirt.rpc.gen.remote import TypedParamValue

__all__ = ["Value", "from_dict", "to_dict"]

Value: TypeAlias = int | float | bool | str
"""What a parameter can hold."""

# Discriminants of remote_typed_param_value (virTypedParameterType of the public API).
_INT, _UINT, _LLONG, _ULLONG, _DOUBLE, _BOOLEAN, _STRING = range(1, 8)
_RANGES = {
    _INT: (-0x8000_0000, 0x7FFF_FFFF),
    _UINT: (0, 0xFFFF_FFFF),
    _LLONG: (-0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF),
    _ULLONG: (0, 0xFFFF_FFFF_FFFF_FFFF),
}


def to_dict(params: Iterable[TypedParam]) -> dict[str, Value]:
    """Return name → value, in the order of the list; booleans as bool.

    A name that comes more than once (only migration's lists of disks do that) keeps its last value: read the
    list itself where repeats matter.

    Source: remote_protocol.x, remote_typed_param.
    """
    return {one.field: bool(one.data) if one.kind == _BOOLEAN else one.data for one in params}


def from_dict(
    mapping: Mapping[str, Value | list[str]],
    types: Mapping[str, int] | None = None,
) -> list[TypedParam]:
    """Return the parameters that `mapping` describes, in its order; a list of text becomes one each.

    The wire type is the one that `types` gives for the name (a `TypedParameterType`, or its number). Without
    it, bool is BOOLEAN, int is ULLONG, or LLONG when negative, float is DOUBLE and str is STRING. libvirt
    compares types strictly, so a tunable that is an unsigned int needs its entry in `types`.

    Raises:
        EncodeError: a value that its wire type cannot hold; names the parameter.

    Source: remote_protocol.x, remote_typed_param and remote_typed_param_value.
    """
    chosen = types or {}
    return [
        TypedParam(name, _pair(name, one, chosen.get(name)))
        for name, value in mapping.items()
        for one in (value if isinstance(value, list) else (value,))
    ]


def _pair(name: str, value: Value, kind: int | None) -> TypedParamValue:
    wanted = _natural(value) if kind is None else int(kind)
    if wanted == _INT and _fits(value, _INT):
        return 1, value
    if wanted == _UINT and _fits(value, _UINT):
        return 2, value
    if wanted == _LLONG and _fits(value, _LLONG):
        return 3, value
    if wanted == _ULLONG and _fits(value, _ULLONG):
        return 4, value
    if wanted == _DOUBLE and (isinstance(value, float) or _fits(value, _LLONG)):
        return 5, float(value)
    if wanted == _BOOLEAN and isinstance(value, bool):
        return 6, int(value)
    if wanted == _STRING and isinstance(value, str):
        return 7, value
    shown = repr(value) if isinstance(value, int | float) else type(value).__name__
    message = f"typed parameter {name!r}: type {wanted} cannot hold {shown}"
    raise EncodeError(message, path="remote_typed_param_value.type")


def _natural(value: object) -> int:
    match value:
        case bool():
            return _BOOLEAN
        case int():
            return _ULLONG if value >= 0 else _LLONG
        case float():
            return _DOUBLE
        case _:
            return _STRING


def _fits(value: object, kind: int) -> TypeGuard[int]:
    lowest, highest = _RANGES[kind]
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest
