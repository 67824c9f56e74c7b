"""What survives a restart: a Store takes deltas, each of them whole or not at all.

Calls block on the disk: the engine makes them from one worker thread, one at a time. `SqliteStore` (module
`sqlite_store`) is the durable one; `MemoryStore` keeps nothing.
Source: capacity-provider contract, section 6.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from purevirt.provider.core.fencing import Mark, MarkKey
    from purevirt.provider.core.model import Machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Everything a store holds. Machines that were never touched are not among them.

    `identity` tells this state from every other: it is made with the state, and never changes.
    """

    machines: Mapping[str, Machine] = field(default_factory=dict)
    marks: Mapping[MarkKey, Mark] = field(default_factory=dict)
    revision: int = 0
    operation: int = 0
    identity: str = field(default_factory=lambda: new_identity().to_bytes(8).hex(), compare=False)


def new_identity() -> int:
    """Return a number for a new state, of at most 63 bits, that no other has."""
    return secrets.randbits(63)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """What one commit changes: machines, marks, what to forget of both, the counters' new values."""

    machines: Iterable[Machine] = ()
    marks: Mapping[MarkKey, Mark] = field(default_factory=dict)
    forgotten: Iterable[str] = ()
    dropped: Iterable[MarkKey] = ()
    revision: int
    operation: int


class Store(Protocol):
    """Durable state. `load` is called once, before the first `commit`; `close` may be called twice."""

    def load(self) -> Snapshot:
        """Return all that was committed.

        Raises:
            StoreError: the content cannot be read or makes no sense.
        """
        ...

    def commit(self, delta: Delta) -> None:
        """Make `delta` durable, whole, before returning.

        Raises:
            StoreError: it is not durable, and nothing of it will be seen by a later `load`.
        """
        ...

    def close(self) -> None:
        """Let go of the store; what was committed stays."""
        ...


class MemoryStore:
    """A store that forgets: for a process started without a state file."""

    def load(self) -> Snapshot:
        """Return an empty snapshot."""
        return Snapshot()

    def commit(self, delta: Delta) -> None:
        """Accept `delta`; there is nothing to make durable."""

    def close(self) -> None:
        """Do nothing."""
