"""SASLprep against the examples of its standard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.rpc.auth.sasl_prep import saslprep


@pytest.mark.parametrize(
    ("text", "prepared"),
    [
        ("I\u00adX", "IX"),
        ("user", "user"),
        ("USER", "USER"),
        ("\u00aa", "a"),
        ("\u2168", "IX"),
        ("\u0007", None),
        ("\u0627\u0031", None),
    ],
)
def test_examples_of_rfc_4013(text: str, prepared: str | None) -> None:
    """RFC 4013, section 3."""
    assert saslprep(text) == prepared


@pytest.mark.parametrize(
    ("text", "prepared"),
    [
        ("a\u00a0b\u3000c", "a b c"),
        ("cafe\u0301", "caf\u00e9"),
        ("\u00ad\u200b", None),
        ("", None),
        ("\u0627\u0628", "\u0627\u0628"),
        ("\u0627a\u0628", None),
        ("a\u0627", None),
        ("\u06271", None),
        ("1\u0627", None),
        ("\u0627 1 \u0628", "\u0627 1 \u0628"),
        ("\ue000", None),
        ("\ufdd0", None),
        ("\ufffd", None),
        ("\u2ff0", None),
        ("a\u202eb", None),
        ("a\u0340b", "\u00e0b"),
        ("\U000e0041", None),
        ("\U0001f40d", "\U0001f40d"),
    ],
)
def test_each_step(text: str, prepared: str | None) -> None:
    """Spaces, what maps to nothing, NFKC, prohibited tables, directions; what has no meaning yet may stay."""
    assert saslprep(text) == prepared


@given(st.text())
def test_prepared_is_prepared(text: str) -> None:
    """What was prepared stays as it is."""
    prepared = saslprep(text)
    assert prepared is None or saslprep(prepared) == prepared
