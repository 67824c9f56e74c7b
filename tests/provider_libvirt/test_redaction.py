"""Redaction: no run of 8 bytes of a secret passes."""

import random

from hypothesis import given
from hypothesis import strategies as st

from purevirt.provider.libvirt.redaction import MIN_RUN_BYTES, REPLACEMENT, without_secret
from purevirt.provider.secret import Secret

SMALL = st.binary(max_size=60).map(lambda data: bytes(byte % 3 + 97 for byte in data))


def windows(data: bytes) -> set[bytes]:
    """Return every run of the redacted length."""
    return {data[at : at + MIN_RUN_BYTES] for at in range(len(data) - MIN_RUN_BYTES + 1)}


@given(SMALL, SMALL)
def test_redaction_hides_exactly_the_common_runs(text: bytes, secret: bytes) -> None:
    """Every byte in a common run of 8 is gone, every other one is kept; a slow search is the oracle."""
    hidden = {
        at + offset
        for at in range(len(text) - MIN_RUN_BYTES + 1)
        if text[at : at + MIN_RUN_BYTES] in windows(secret)
        for offset in range(MIN_RUN_BYTES)
    }
    expected = b""
    for at in range(len(text)):
        if at not in hidden:
            expected += text[at : at + 1]
        elif at - 1 not in hidden:
            expected += REPLACEMENT
    assert without_secret(text, Secret(secret)) == expected


def test_redaction_finds_a_run_at_every_alignment_of_a_large_secret() -> None:
    """Where in 3 MiB the quoted bytes stand makes no difference, the very end included."""
    secret = random.Random(1).randbytes(3 << 20)
    for at in (*range(9), len(secret) - 8, len(secret) - 13):
        quoted = b"hook: bad line: " + secret[at : at + 8] + b" (line 1)"
        assert without_secret(quoted, Secret(secret)) == b"hook: bad line: [redacted] (line 1)"


def test_redaction_keeps_short_words_in_common() -> None:
    """A text shares words with every script; those are not the secret."""
    assert without_secret(b"says FAIL", Secret(b"FAIL now")) == b"says FAIL"
