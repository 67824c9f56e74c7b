"""Durations as Go writes them ("1h30m", "90s", "500ms"), which is what existing deployments pass."""

from __future__ import annotations

import re
from typing import Final

_UNITS_S: Final = {
    "h": 3600.0,
    "m": 60.0,
    "s": 1.0,
    "ms": 1e-3,
    "us": 1e-6,
    "µs": 1e-6,  # the micro sign
    "μs": 1e-6,
    "ns": 1e-9,
}
_PART: Final = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(h|ms|m|s|us|µs|μs|ns)")
# A century: far beyond any use, far below where a timer overflows.
MAX_DURATION_S: Final = 3600.0 * 24 * 36525


def parse_duration(text: str) -> float:
    """Return `text` in seconds; a bare "0" is the only number without a unit.

    Raises:
        ValueError: it is not a duration, is negative, or is longer than a century.
    """
    if text == "0":
        return 0.0
    total_s, position = 0.0, 0
    while position < len(text):
        part = _PART.match(text, position)
        if part is None:
            break
        total_s += float(part[1]) * _UNITS_S[part[2]]
        position = part.end()
    if not text or position != len(text):
        raise ValueError(f"not a duration: {text!r}; write it like 90s, 2m or 1h30m")
    if total_s > MAX_DURATION_S:
        raise ValueError(f"too long a duration: {text!r}; a century is the most")
    return total_s
