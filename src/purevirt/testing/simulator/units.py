"""Numbers and sizes, as libvirt's XML has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["attribute_number", "digits", "to_bytes", "to_kib"]

_MAX_DIGITS = 20
_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}


def digits(text: str, end: int = 1 << 64) -> int | None:
    """Return the number that a text is in decimal digits; None where it is none, or not below `end`."""
    if not (text.isascii() and text.isdigit()):
        return None
    significant = text.lstrip("0") or "0"
    number = int(significant) if len(significant) <= _MAX_DIGITS else end
    return number if number < end else None


def attribute_number(
    node: Node, name: str, *, is_required: bool = False, is_positive: bool = False
) -> int | None:
    """Return the number that an attribute is, below 2**32; None where there is no such attribute.

    Raises:
        SimulatedError: it is no number, or is missing or zero where it must not.
    """
    text = node.get(name)
    where = f"attribute '{name}' in element '{node.tag}'"
    if text is None:
        if is_required:
            raise SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.XML, f"Missing required {where}")
        return None
    number = digits(text, 1 << 32)
    why = None
    if number is None:
        why = f"'{text}'. Expected non-negative integer value"
    elif number == 0 and is_positive:
        why = "Zero is not permitted"
    if why is not None:
        raise SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.XML, f"Invalid value for {where}: {why}")
    return number


def to_bytes(number: int, unit: str | None, default_factor: int) -> int:
    """Return a size in bytes.

    Args:
        number: of units.
        unit: ``KiB``, ``K``, ``KB``, ``bytes`` and so on; None for the default.
        default_factor: how many bytes one is without a unit.

    Raises:
        SimulatedError: there is no such unit, or they are too many bytes.
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
    if number * factor >= 1 << 64:
        raise SimulatedError(ErrorNumber.OVERFLOW, ErrorDomain.NONE, f"value too large: {number}{unit}")
    return number * factor


def to_kib(node: Node, name: str) -> int:
    """Return the size that an element of a domain holds in KiB, its default unit, rounded up.

    Raises:
        SimulatedError: it is no number, or its unit is none.
    """
    text, unit = node.text, node.get("unit")
    number = digits(text)
    if number is None:
        detail = f"Invalid value '{text}' for element or attribute './{name}[1]'"
        raise SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.XML, detail)
    size = to_bytes(number, unit, 1024)
    if size >= 1 << 63:
        detail = f"value too large: {number}{unit or 'KiB'}"
        raise SimulatedError(ErrorNumber.OVERFLOW, ErrorDomain.NONE, detail)
    return -(-size // 1024)
