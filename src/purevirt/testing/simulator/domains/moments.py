"""What is remembered of a domain at moments of its life: snapshots and checkpoints, each a tree.

Only what libvirt keeps of them is here; no disk is copied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["Moment", "Moments"]

_MAX_MOMENTS = 16_384  # REMOTE_DOMAIN_SNAPSHOT_LIST_MAX


@dataclass(slots=True)
class Moment:
    """One of them.

    Attributes:
        name: unique among its kind in the domain.
        parent: the name of the one that it grew from, or None.
        root: the tree that clients see, without parent.
        config: what the domain was defined as.
        state: virDomainState of the domain then.
        is_external: only its disks were kept, each in a file of its own.
    """

    name: str
    parent: str | None
    root: Node
    config: Node
    state: int
    is_external: bool = False


class Moments:
    """A domain's snapshots, or its checkpoints.

    Attributes:
        current: the name of the one that the next grows from, or None.
    """

    def __init__(self) -> None:
        self._by_name: dict[str, Moment] = {}
        self.current: str | None = None

    def __len__(self) -> int:
        return len(self._by_name)

    def __iter__(self) -> Iterator[Moment]:
        return iter(self._by_name.values())

    def find(self, name: str) -> Moment | None:
        """Return one by its name."""
        return self._by_name.get(name)

    def add(self, moment: Moment) -> None:
        """Keep a new one, and make it current.

        Raises:
            SimulatedError: there is one of that name.
        """
        if moment.name in self._by_name:
            text = f"domain moment {moment.name} already exists"
            raise SimulatedError(ErrorNumber.OPERATION_FAILED, ErrorDomain.DOMAIN, text)
        self.put(moment, is_current=True)

    def put(self, moment: Moment, *, is_current: bool) -> None:
        """Keep one, in the place of that of its name if there is one.

        Raises:
            SimulatedError: there are too many.
        """
        if len(self) >= _MAX_MOMENTS and moment.name not in self._by_name:
            raise SimulatedError(ErrorNumber.NO_MEMORY, ErrorDomain.DOMAIN)
        self._by_name[moment.name] = moment
        if is_current:
            self.current = moment.name

    def check_parent(self, name: str, parent: str | None) -> None:
        """Refuse a parent that is told, and from which one cannot have grown.

        Raises:
            SimulatedError: it is the one itself, there is none, or it has grown from that one.
        """
        if parent is None:
            return
        if parent == name:
            raise _no_parent(f"cannot set moment {name} as its own parent")
        above = self.find(parent)
        if above is None:
            raise _no_parent(f"parent {parent} for moment {name} not found")
        while above is not None and above.parent is not None:
            if above.parent == name:
                raise _no_parent(f"parent {above.name} would create cycle to {name}")
            above = self.find(above.parent)

    def children(self, name: str | None, *, all_below: bool = False) -> list[Moment]:
        """Return those that grew from one, or from none; and from those, if `all_below`."""
        if not all_below:
            return [one for one in self if one.parent == name]
        by_parent: dict[str | None, list[Moment]] = {}
        for one in self:
            by_parent.setdefault(one.parent, []).append(one)
        found = list(by_parent.get(name, ()))
        # it grows while it is walked: each one's own are put behind it
        for child in found:
            found += by_parent.get(child.name, ())
        return found

    @property
    def parents(self) -> set[str]:
        """The names of those from which others grew."""
        return {one.parent for one in self if one.parent is not None}

    def remove(self, moment: Moment, *, itself: bool, children: bool) -> None:
        """Forget one, or those below it, or both; what stays below grows from its parent then."""
        if children:
            for child in self.children(moment.name, all_below=True):
                self._forget(child, moment.name)
        if itself:
            for child in self.children(moment.name):
                child.parent = moment.parent
            self._forget(moment, moment.parent)

    def _forget(self, moment: Moment, successor: str | None) -> None:
        self._by_name.pop(moment.name, None)
        if self.current == moment.name:
            self.current = successor if successor in self._by_name else None


def _no_parent(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.DOMAIN, text)
