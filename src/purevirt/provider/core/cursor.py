"""The revision bytes of a List: sealed, so that exactly what this process handed out is recognised.

A cursor is a fixed number of bytes that end in a keyed hash over the rest. The key is random and dies with
the process, so a cursor that is garbage, cut, padded, of another process or of another life opens to None.
Source: capacity-provider contract, section 5.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from dataclasses import dataclass
from typing import Final

_DELTA: Final = struct.Struct(">BQ")
_WALK: Final = struct.Struct(">BQQQQ?")
_SEAL_BYTES: Final = 16
_KIND_DELTA: Final = 1
_KIND_WALK: Final = 2


@dataclass(frozen=True, slots=True)
class DeltaCursor:
    """The caller knows everything up to revision `since`."""

    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkCursor:
    """The caller is in the middle of a capped answer.

    The walk began when the head was `head`; it covers what changed after `since`, or the fleet where that is
    0. It goes through the ordinals once around, from `start` to the end and, `wrapped`, from 0 to `start`;
    `position` is the next ordinal to look at.
    """

    since: int
    head: int
    start: int
    position: int
    wrapped: bool


Cursor = DeltaCursor | WalkCursor


class CursorSeal:
    """Seals and opens the cursors of one process."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def seal(self, cursor: Cursor) -> bytes:
        """Return the bytes that open to `cursor`, the same ones for equal cursors."""
        if isinstance(cursor, DeltaCursor):
            body = _DELTA.pack(_KIND_DELTA, cursor.since)
        else:
            body = _WALK.pack(
                _KIND_WALK, cursor.since, cursor.head, cursor.start, cursor.position, cursor.wrapped
            )
        return body + self._hash(body)

    def open(self, sealed: bytes) -> Cursor | None:
        """Return the cursor that was sealed to exactly these bytes, or None."""
        if len(sealed) not in (_DELTA.size + _SEAL_BYTES, _WALK.size + _SEAL_BYTES):
            return None
        body, seal = sealed[:-_SEAL_BYTES], sealed[-_SEAL_BYTES:]
        if not hmac.compare_digest(self._hash(body), seal):
            return None
        if len(body) == _DELTA.size:
            return DeltaCursor(_DELTA.unpack(body)[1])
        _, since, head, start, position, wrapped = _WALK.unpack(body)
        return WalkCursor(since=since, head=head, start=start, position=position, wrapped=wrapped)

    def _hash(self, body: bytes) -> bytes:
        return hashlib.blake2b(body, digest_size=_SEAL_BYTES, key=self._key).digest()
