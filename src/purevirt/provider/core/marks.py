"""The fence marks of a running provider, bounded where callers could make them grow for nothing.

A mark for a machine of the inventory is never dropped: it is what keeps a fenced-out shard out. A token for a
machine that is not there moves a mark too, as any other does. Since nothing can be applied to such a machine,
its marks only matter should it appear one day, and there is no end to the ids that can be thought of; so no
more than MAX_STRAYS of them are kept, those that moved last.
Source: capacity-provider contract, section 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from purevirt.provider.core.fencing import Mark, MarkKey

# With ids at their longest, 200 MiB on the disk; with those of real machines, a tenth of that.
MAX_STRAYS: Final = 100_000


class Marks:
    """All marks that are durable. `known` says whether a machine id is in the inventory."""

    def __init__(self, marks: Mapping[MarkKey, Mark], known: Callable[[str], bool]) -> None:
        """Take over `marks`, which are in the order in which they last moved."""
        self._marks = dict(marks)
        self._known = known
        # An ordered set: those that moved last are at the end.
        self._strays: dict[MarkKey, None] = {key: None for key in marks if not known(key.machine_id)}

    def __len__(self) -> int:
        return len(self._marks)

    def get(self, key: MarkKey) -> Mark | None:
        """Return the mark, or None."""
        return self._marks.get(key)

    def all(self) -> dict[MarkKey, Mark]:
        """Return a copy of all marks."""
        return dict(self._marks)

    def surplus(self, moved: Iterable[MarkKey]) -> list[MarkKey]:
        """Return the marks to drop, oldest first, so that those of `moved` fit within the bound."""
        fresh = {key for key in moved if not self._known(key.machine_id)}
        excess = len(self._strays) + sum(key not in self._strays for key in fresh) - MAX_STRAYS
        dropped: list[MarkKey] = []
        if excess <= 0:
            return dropped
        for key in self._strays:
            if len(dropped) == excess:
                break
            if key not in fresh and not self._known(key.machine_id):
                dropped.append(key)
        return dropped

    def publish(self, moved: Mapping[MarkKey, Mark], dropped: Iterable[MarkKey]) -> None:
        """Take over what has become durable."""
        for key in dropped:
            del self._marks[key]
            del self._strays[key]
        self._marks.update(moved)
        for key in moved:
            self._strays.pop(key, None)
            if not self._known(key.machine_id):
                self._strays[key] = None
