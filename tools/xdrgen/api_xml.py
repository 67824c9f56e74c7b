"""The public enums, from the description of libvirt's C API that its build makes (``libvirt-api.xml``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from xdrgen import ir
from xdrgen.errors import Position, XdrSemanticError
from xdrgen.headers import evaluate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Api", "read_api"]

_NAME = re.compile(r"\bvir\w+\b")
_FLAG_TYPE = re.compile(r"Flags(Values)?$")
_SENTINEL = "_LAST"


@dataclass(frozen=True, slots=True)
class Api:
    """Facts of the public API.

    Attributes:
        enums: by name; members by value, then name; without the sentinels that size C tables.
        flags: C function in lower case → the enums that its ``flags`` argument is made of.
    """

    enums: tuple[ir.PublicEnum, ...]
    flags: Mapping[str, tuple[str, ...]]


def read_api(documents: Mapping[str, str]) -> Api:
    """Read the XML documents (path → text).

    Raises:
        XdrSemanticError: not XML, or a member whose value is no number and no other member's name.
    """
    roots = [_root(path, text) for path, text in documents.items()]
    raw: dict[str, dict[str, str]] = {}
    for root in roots:
        for element in root.iter("enum"):
            raw.setdefault(element.get("type", ""), {})[element.get("name", "")] = element.get("value", "")
    raw.pop("", None)
    numbers = _numbers(raw, next(iter(documents)))
    flags = {
        function.get("name", "").lower(): used
        for root in roots
        for function in root.iter("function")
        if (used := _flag_enums(function, raw))
    }
    combined = frozenset(name for used in flags.values() for name in used)
    return Api(tuple(_enum(name, raw[name], numbers, combined) for name in sorted(raw)), flags)


def _root(path: str, text: str) -> ET.Element:
    try:
        return ET.fromstring(text)  # noqa: S314 - a file of the release that is being read, checked by apt's signature
    except ET.ParseError as error:
        raise XdrSemanticError(Position(path, *error.position), f"not XML: {error.msg}") from error


def _numbers(raw: Mapping[str, Mapping[str, str]], path: str) -> dict[str, int]:
    """Return the value of every member; some are given as another member's name."""
    waiting = {name: text for members in raw.values() for name, text in members.items()}
    numbers: dict[str, int] = {}
    while waiting:
        found = {
            name: value for name, text in waiting.items() if (value := evaluate(text, numbers)) is not None
        }
        if not found:
            name, text = next(iter(sorted(waiting.items())))
            raise XdrSemanticError(
                Position(path, 0, 0), f"{name} = {text!r} is no number and no member's name"
            )
        numbers.update(found)
        waiting = {name: text for name, text in waiting.items() if name not in found}
    return numbers


def _flag_enums(function: ET.Element, enums: Iterable[str]) -> tuple[str, ...]:
    for argument in function.iter("arg"):
        if argument.get("name") == "flags":
            return tuple(
                dict.fromkeys(one for one in _NAME.findall(argument.get("info", "")) if one in enums)
            )
    return ()


def _enum(
    name: str,
    members: Iterable[str],
    numbers: Mapping[str, int],
    combined: frozenset[str],
) -> ir.PublicEnum:
    values = sorted((numbers[member], member) for member in members)
    if len(values) > 1 and values[-1][1].endswith(_SENTINEL) and values[-1][0] > values[-2][0]:
        values.pop()
    constants = tuple(ir.Constant(member, value) for value, member in values)
    return ir.PublicEnum(name, _is_flags(name, [value for value, _ in values], combined), constants)


def _is_flags(name: str, values: Sequence[int], combined: frozenset[str]) -> bool:
    """Say whether members are combined: they are single bits, and a use, the name or the gaps show it."""
    if any(value < 0 or value & (value - 1) for value in values):
        return False
    return name in combined or bool(_FLAG_TYPE.search(name)) or 4 in values
