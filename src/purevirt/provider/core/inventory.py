"""The fleet as readers see it: what is durable, nothing newer, with the indexes that keep List cheap.

Theory of operation
-------------------
Every machine has an ordinal, its place in one list, for as long as the process lives; that order is the order
of a full List. Every change gives the machine a new revision, greater than all before, and moves it to the
end of the order of changes; what changed after a revision is read from that end. The serialized form of each
machine is made when it changes, so that an answer is a join of bytes.

A capped answer walks ordinals, not changes: an ordinal never moves, so a machine that changes in the middle
of a walk is neither met twice nor lost. The walk's cursor holds the head at its start; the empty page that
ends a walk hands out a delta cursor from there, so that what changed meanwhile follows.

A walk with a filter, or over a delta, looks for its next machines in one of two ways: few candidates are
sorted and searched, many are found by scanning from the position. Either way a page costs what it holds, or
FEW.

A machine that has neither a host nor an offering any more ("gone") is left out of full answers, and stays in
deltas, where it tells a client that what it held for live is not.
Source: capacity-provider contract, section 5.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from purevirt.provider.core.cursor import Cursor, DeltaCursor, WalkCursor
from purevirt.provider.core.model import MachineState

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from purevirt.provider.core.model import Machine

# Up to so many candidates are sorted for a page; beyond, a scan meets them often enough.
FEW: Final = 4096
# What a page may hold, well within the 256 MiB of one answer. Only a caller who asked for pages gets fewer
# machines than there are: who asked for all would take the others for gone.
MAX_PAGE_BYTES: Final = 192 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Page:
    """One answer: the serialized machines, each framed as the encoder made it, and where to go on.

    Valid until the inventory changes: use it before giving up the event loop.
    """

    chunks: Sequence[bytes]
    cursor: Cursor


class Inventory:
    """All machines of this process. One task changes it; any number read it on the same event loop.

    `encode` returns the bytes of a machine as they stand in an answer; it is called once per change.
    """

    def __init__(
        self, encode: Callable[[Machine], bytes], machines: Iterable[Machine] = (), head: int = 0
    ) -> None:
        self._encode = encode
        self._head = head
        self._ordinals: dict[str, int] = {}
        self._machines: list[Machine] = []
        self._chunks: list[bytes] = []
        self._revisions: list[int] = []
        self._changes: OrderedDict[int, None] = OrderedDict()
        self._by_state: dict[MachineState, set[int]] = {state: set() for state in MachineState}
        self._counts: dict[MachineState, dict[str, int]] = {state: {} for state in MachineState}
        self._offset = 0
        self._gone = 0
        self._size_bytes = 0
        for machine in machines:
            self.put(machine)

    def __len__(self) -> int:
        return len(self._machines)

    @property
    def head(self) -> int:
        """Return the revision of the newest change."""
        return self._head

    @property
    def size_bytes(self) -> int:
        """Return the size of all machines as they stand in an answer."""
        return self._size_bytes

    def get(self, machine_id: str) -> Machine | None:
        """Return the machine of that id, or None."""
        ordinal = self._ordinals.get(machine_id)
        return None if ordinal is None else self._machines[ordinal]

    def revision_of(self, machine_id: str) -> int:
        """Return the revision of the machine's newest change; 0 for an unknown id."""
        ordinal = self._ordinals.get(machine_id)
        return 0 if ordinal is None else self._revisions[ordinal]

    def in_states(self, states: Collection[MachineState]) -> Iterator[Machine]:
        """Yield the machines that are in any of `states`, in no particular order."""
        for state in states:
            for ordinal in self._by_state[state]:
                yield self._machines[ordinal]

    def by_zone(self, state: MachineState) -> dict[str, int]:
        """Return how many machines of each zone are in `state`; zones that had one before show 0."""
        return dict(self._counts[state])

    def put(self, machine: Machine) -> None:
        """Add the machine, or replace the one of the same id, under the next revision."""
        chunk = self._encode(machine)  # first, so that a failure leaves everything as it is
        self._head += 1
        ordinal = self._ordinals.get(machine.id)
        if ordinal is None:
            ordinal = len(self._machines)
            self._ordinals[machine.id] = ordinal
            self._machines.append(machine)
            self._chunks.append(chunk)
            self._revisions.append(self._head)
            self._changes[ordinal] = None
        else:
            before = self._machines[ordinal]
            self._by_state[before.state].discard(ordinal)
            self._counts[before.state][before.slot.zone] -= 1
            self._gone -= before.gone
            self._size_bytes -= len(self._chunks[ordinal])
            self._machines[ordinal] = machine
            self._chunks[ordinal] = chunk
            self._revisions[ordinal] = self._head
            self._changes.move_to_end(ordinal)
        self._by_state[machine.state].add(ordinal)
        self._gone += machine.gone
        self._size_bytes += len(chunk)
        counts = self._counts[machine.state]
        counts[machine.slot.zone] = counts.get(machine.slot.zone, 0) + 1

    def page(self, states: frozenset[MachineState], limit: int, cursor: Cursor | None) -> Page:
        """Return the answer to a List.

        `states` is a union, empty for all. `limit` caps the machines, 0 does not. `cursor` is None for a
        caller that knows nothing. The answer's cursor continues a walk where the cap was reached, and is a
        delta from the head otherwise.
        """
        if isinstance(cursor, WalkCursor):
            return self._walk(states, limit, cursor)
        since = 0 if cursor is None else cursor.since
        if limit == 0:
            if since == 0 and not states and self._gone == 0:
                # The commonest and largest answer: nothing to leave out, so nothing to look at.
                return Page(self._chunks, DeltaCursor(self._head))
            found = self._between(since, states, 0, len(self._machines))
            return Page([self._chunks[ordinal] for ordinal in found], DeltaCursor(self._head))
        start = self._offset % len(self._machines) if cursor is None and self._machines else 0
        walk = WalkCursor(since=since, head=self._head, start=start, position=start, wrapped=False)
        ordinals, following = self._take(states, limit, walk)
        if cursor is None and ordinals:
            # A page that held everything still moves on, by one machine.
            self._offset = (ordinals[0] if following is None else ordinals[-1]) + 1
        return Page([self._chunks[ordinal] for ordinal in ordinals], following or DeltaCursor(self._head))

    def _walk(self, states: frozenset[MachineState], limit: int, walk: WalkCursor) -> Page:
        """Return the next page of a walk; an empty one ends it."""
        ordinals, following = self._take(states, limit or len(self._machines) + 1, walk)
        if not ordinals:
            return Page([], DeltaCursor(walk.head))
        return Page([self._chunks[ordinal] for ordinal in ordinals], following or _ended(walk))

    def _take(
        self, states: frozenset[MachineState], limit: int, walk: WalkCursor
    ) -> tuple[list[int], WalkCursor | None]:
        """Return the ordinals of the next page, and the walk after them, None where it has met everything.

        A page ends at `limit` machines, and before it outgrows MAX_PAGE_BYTES; it has one machine at least.
        """
        taken: list[int] = []
        room = MAX_PAGE_BYTES
        position, wrapped = walk.position, walk.wrapped
        while True:
            stop = walk.start if wrapped else len(self._machines)
            for ordinal in self._between(walk.since, states, position, stop):
                room -= len(self._chunks[ordinal])
                if taken and room < 0:
                    return taken, replace(walk, position=taken[-1] + 1, wrapped=wrapped)
                taken.append(ordinal)
                if len(taken) == limit:
                    return taken, replace(walk, position=ordinal + 1, wrapped=wrapped)
            if wrapped or walk.start == 0:
                return taken, None
            position, wrapped = 0, True

    def _between(self, since: int, states: frozenset[MachineState], start: int, stop: int) -> Iterable[int]:
        """Yield, in order, the ordinals in [start, stop) that changed after `since` and are in `states`."""
        candidates = self._few(since, states)
        if candidates is None:
            wanted: Iterable[int] = range(start, stop)
        else:
            candidates.sort()
            wanted = candidates[bisect_left(candidates, start) : bisect_left(candidates, stop)]
        machines, revisions = self._machines, self._revisions
        for ordinal in wanted:
            machine = machines[ordinal]
            if states and machine.state not in states:
                continue
            if revisions[ordinal] > since and (since > 0 or not machine.gone):
                yield ordinal

    def _few(self, since: int, states: frozenset[MachineState]) -> list[int] | None:
        """Return the ordinals that can match, or None where they are more than FEW."""
        if since > 0:
            changed: list[int] = []
            for ordinal in reversed(self._changes):
                if self._revisions[ordinal] <= since:
                    return changed
                if len(changed) == FEW:
                    break
                changed.append(ordinal)
            else:
                return changed
        if states and sum(len(self._by_state[state]) for state in states) <= FEW:
            return [ordinal for state in states for ordinal in self._by_state[state]]
        return None


def _ended(walk: WalkCursor) -> WalkCursor:
    """Return the walk at its end: the next page is the empty one."""
    return replace(walk, position=walk.start, wrapped=True)
