"""Sizes with units, as libvirt's XML has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["to_bytes", "to_kib"]

_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}


def to_bytes(number: int, unit: str | None, default_factor: int) -> int:
    """Return a size in bytes.

    Args:
        number: of units.
        unit: ``KiB``, ``K``, ``KB``, ``bytes`` and so on; None for the default.
        default_factor: how many bytes one is without a unit.

    Raises:
        SimulatedError: there is no such unit.
    """
    if unit is None or unit == "":
        return number * default_factor
    lower = unit.lower()
    if lower in ("b", "byte", "bytes"):
        return number
    power = _POWERS.get(lower[0])
    rest = lower[1:]
    if power is None or rest not in ("", "ib", "b"):
        raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.NONE, f"unknown suffix '{unit}'")
    factor: int = (1000 if rest == "b" else 1024) ** power
    return number * factor


def to_kib(node: Node, name: str) -> int:
    """Return the size that an element of a domain holds in KiB, its default unit, rounded up.

    Raises:
        SimulatedError: it is no number, or its unit is none.
    """
    text = node.text.strip()
    if not text.isdigit():
        detail = f"Invalid value '{text}' for element or attribute './{name}[1]'"
        raise SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.XML, detail)
    return -(-to_bytes(int(text), node.get("unit"), 1024) // 1024)
