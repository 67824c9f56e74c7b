"""SASLprep: names and passwords that look alike are made alike, before they are hashed. Pure.

Source: RFC 4013; RFC 3454 for its tables, which the standard library's `stringprep` has.
"""

from __future__ import annotations

import stringprep
import unicodedata

__all__ = ["saslprep"]

_PROHIBITED = (
    stringprep.in_table_c12,
    stringprep.in_table_c21_c22,
    stringprep.in_table_c3,
    stringprep.in_table_c4,
    stringprep.in_table_c5,
    stringprep.in_table_c6,
    stringprep.in_table_c7,
    stringprep.in_table_c8,
    stringprep.in_table_c9,
)


def saslprep(text: str) -> str | None:
    """Return `text` prepared as a query string (code points without a meaning in Unicode 3.2 may stay).

    None if it cannot be: it has a character that is not allowed, mixes directions of writing, or nothing is
    left of it.
    """
    # RFC 3454 is of Unicode 3.2; a later normalization could join what was two characters then
    mapped = "".join(
        " " if stringprep.in_table_c12(character) else character
        for character in text
        if not stringprep.in_table_b1(character)
    )
    prepared = unicodedata.ucd_3_2_0.normalize("NFKC", mapped)
    if not prepared or any(prohibits(character) for character in prepared for prohibits in _PROHIBITED):
        return None
    if any(stringprep.in_table_d1(character) for character in prepared):
        ends_right = stringprep.in_table_d1(prepared[0]) and stringprep.in_table_d1(prepared[-1])
        if not ends_right or any(stringprep.in_table_d2(character) for character in prepared):
            return None
    return prepared
