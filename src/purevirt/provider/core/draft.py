"""Changes that are decided and not yet durable: the fleet and the marks as they will be after the commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.provider.core.model import MachineState
from purevirt.provider.core.store import Delta

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.provider.core.fencing import Mark, MarkKey
    from purevirt.provider.core.inventory import Inventory
    from purevirt.provider.core.marks import Marks
    from purevirt.provider.core.model import Machine


class Draft:
    """An overlay over the published state, which it never changes.

    Decisions of one commit group read through it, so that each sees the ones before it; readers do not.
    """

    def __init__(self, inventory: Inventory, marks: Marks, operation: int) -> None:
        self._inventory = inventory
        self._published_marks = marks
        self.machines: dict[str, Machine] = {}
        self.marks: dict[MarkKey, Mark] = {}
        self.operation = operation
        self.dropped: list[MarkKey] = []
        # What the bindings of this draft add to the fleet's size, beyond what is published.
        self.growth_bytes = 0

    @property
    def changed(self) -> bool:
        """Return whether there is anything to make durable."""
        return bool(self.machines or self.marks)

    def get(self, machine_id: str) -> Machine | None:
        """Return the machine as it will be, or None."""
        return self.machines.get(machine_id) or self._inventory.get(machine_id)

    def mark(self, key: MarkKey) -> Mark | None:
        """Return the mark as it will be, or None."""
        return self.marks.get(key) or self._published_marks.get(key)

    def hosted(self) -> Iterator[Machine]:
        """Yield the machines at rest with a host, as far as this draft does not change them."""
        states = (MachineState.IDLE, MachineState.CONFIGURED)
        return (machine for machine in self._inventory.in_states(states) if machine.id not in self.machines)

    def delta(self) -> Delta:
        """Return the changes, with the counters as they will be."""
        self.dropped = self._published_marks.surplus(self.marks)
        return Delta(
            machines=tuple(self.machines.values()),
            marks=self.marks,
            dropped=self.dropped,
            revision=self._inventory.head + len(self.machines),
            operation=self.operation,
        )


class DraftSince:
    """A draft as a reconcile plan sees it: with what has changed since its observation began."""

    def __init__(self, draft: Draft, inventory: Inventory, since: int) -> None:
        self._draft = draft
        self._inventory = inventory
        self._since = since

    def get(self, machine_id: str) -> Machine | None:
        """Return the machine of that id, or None."""
        return self._draft.get(machine_id)

    def settled(self, machine_id: str) -> bool:
        """Return whether the machine has not changed since the observation began."""
        changed = machine_id in self._draft.machines
        return not changed and self._inventory.revision_of(machine_id) <= self._since

    def hosted(self) -> Iterator[Machine]:
        """Return the machines at rest that should have a host."""
        return self._draft.hosted()

    def surfaced(self) -> int:
        """Return how many machines have no slot; looks at all of them."""
        published = self._inventory.in_states(tuple(MachineState))
        changed = self._draft.machines
        fresh = sum(one.retired and self._inventory.get(one.id) is None for one in changed.values())
        return fresh + sum(one.retired for one in published)
