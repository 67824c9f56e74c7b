"""Amounts of resources as Kubernetes writes them ("2", "500m", "4Gi", "1e3"), and as shards read them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

_SUFFIXES: Final = {
    "n": Fraction(1, 10**9),
    "u": Fraction(1, 10**6),
    "m": Fraction(1, 10**3),
    "": Fraction(1),
    "k": Fraction(10**3),
    "M": Fraction(10**6),
    "G": Fraction(10**9),
    "T": Fraction(10**12),
    "P": Fraction(10**15),
    "E": Fraction(10**18),
    **{f"{letter}i": Fraction(1024**power) for power, letter in enumerate("KMGTPE", 1)},
}
# Digits are bounded, so that a number stays one that can be counted with.
_QUANTITY: Final = re.compile(
    r"\+?(\d{1,30}(?:\.\d{0,18})?|\.\d{1,18})(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,2}))?"
)
MAX_SHOWN_CHARS: Final = 100


def parse_quantity(text: str) -> Fraction:
    """Return the amount, exactly.

    Raises:
        ValueError: it is not a quantity, or not more than 0.
    """
    match = _QUANTITY.fullmatch(text) if text.isascii() else None
    if match is None:
        raise ValueError(f"must be a quantity like 2, 500m or 4Gi, got {text[:MAX_SHOWN_CHARS]!r}")
    number, suffix, exponent = match.groups()
    amount = Fraction(number) * _SUFFIXES[suffix or ""] * Fraction(10) ** int(exponent or 0)
    if amount <= 0:
        raise ValueError(f"must be more than 0, got {text[:MAX_SHOWN_CHARS]!r}")
    return amount
