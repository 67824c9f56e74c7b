"""Fencing: which token is newer, and nothing else. Pure.

A shard numbers what it sends with (epoch, sequence). For each (shard, machine) the highest pair that was
accepted is the mark. A token passes when it is greater than the mark, compared by epoch first; passing
moves the mark, whatever becomes of the operation. Marks are per machine since one live shard legitimately
sends for different machines out of order. Only a request that sets none of the three fields is unfenced.
Source: capacity-provider contract, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from purevirt.provider.errors import Fenced


class Mark(NamedTuple):
    """The newest pair accepted; compares by epoch, then by sequence, as tuples do."""

    epoch: int
    sequence: int


class MarkKey(NamedTuple):
    """Whose mark it is."""

    shard_id: str
    machine_id: str


@dataclass(frozen=True, slots=True)
class Token:
    """What a mutating request carries."""

    shard_id: str
    epoch: int
    sequence: int

    @classmethod
    def of(cls, shard_id: str, epoch: int, sequence: int) -> Token | None:
        """Return the token of a request, or None where the request is not fenced."""
        if not shard_id and epoch == 0 and sequence == 0:
            return None
        return cls(shard_id, epoch, sequence)


def advance(mark: Mark | None, token: Token) -> Mark:
    """Return the mark after `token`.

    Raises:
        Fenced: the token is not newer than `mark`.
    """
    presented = Mark(token.epoch, token.sequence)
    if mark is not None and presented <= mark:
        raise Fenced(
            f"fenced: shard {token.shard_id!r} sent epoch {token.epoch} sequence {token.sequence}, and epoch "
            f"{mark.epoch} sequence {mark.sequence} was accepted before; send a newer token"
        )
    return presented
