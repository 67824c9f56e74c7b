"""Keeping a secret out of a text that may quote it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from purevirt.provider.secret import Secret

MIN_RUN_BYTES = 8
"""Shorter runs in common are kept: every text shares words with every script, and no secret is that short."""

REPLACEMENT = b"[redacted]"


def without_secret(text: bytes, secret: Secret) -> bytes:
    """Return `text` with every run of at least 8 bytes that stands in `secret` replaced by `[redacted]`.

    Eight passes over the secret, one per alignment, each a loop in C over 64-bit words: some 0.3 s in all for
    4 MiB, whatever the two contain. It is for texts of a few KiB, on the way to an error.
    """
    starts: dict[int, list[int]] = {}
    for at in range(len(text) - MIN_RUN_BYTES + 1):
        starts.setdefault(int.from_bytes(text[at : at + MIN_RUN_BYTES], sys.byteorder), []).append(at)
    content = memoryview(secret.reveal())
    hidden = bytearray(len(text))
    for alignment in range(MIN_RUN_BYTES):
        rest = content[alignment:]
        words = rest[: len(rest) // MIN_RUN_BYTES * MIN_RUN_BYTES].cast("Q")
        for word in set(starts).intersection(words):
            for at in starts.pop(word):
                hidden[at : at + MIN_RUN_BYTES] = b"\1" * MIN_RUN_BYTES
    return _replace(text, hidden)


def _replace(text: bytes, hidden: bytearray) -> bytes:
    result = bytearray()
    for at, byte in enumerate(text):
        if not hidden[at]:
            result.append(byte)
        elif at == 0 or not hidden[at - 1]:
            result += REPLACEMENT
    return bytes(result)
