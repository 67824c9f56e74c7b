"""What the domains of one host say of themselves, remembered while events tell of every change. Pure.

There is no bulk call for metadata. So a domain is asked once, and again only after an event about it, after a
gap in the events, and now and then all the same.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from purevirt.provider.libvirt.metadata import Tag


@dataclass(frozen=True, slots=True)
class Known:
    """What a domain said: whose it is, None if not ours, and its size if it is."""

    tag: Tag | None
    vcpu: int = 0
    memory_mib: int = 0


@dataclass(slots=True, eq=False)
class Reading:
    """A round of questions: what changes meanwhile is not remembered as it was before."""

    changed: set[bytes] = field(default_factory=set)
    void: bool = False


class TagCache:
    """Answers by the domain's UUID. Empty, and staying so, until it is told that events are complete."""

    def __init__(self) -> None:
        self._known: dict[bytes, Known] = {}
        self._readings: list[Reading] = []
        self._complete = False

    def get(self, uuid: bytes) -> Known | None:
        """Return what the domain of that UUID said, or None if it has to be asked."""
        return self._known.get(uuid)

    def is_ours(self, uuid: bytes) -> bool:
        """Return whether the domain is known to be ours."""
        known = self._known.get(uuid)
        return known is not None and known.tag is not None

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """Begin a round of questions, whose answers go to `store`."""
        reading = Reading()
        self._readings.append(reading)
        try:
            yield reading
        finally:
            self._readings.remove(reading)

    def store(self, reading: Reading, uuid: bytes, known: Known) -> None:
        """Remember an answer, unless its question may be older than a change."""
        if self._complete and not reading.void and uuid not in reading.changed:
            self._known[uuid] = known

    def forget(self, uuid: bytes) -> None:
        """Note that a domain has changed."""
        self._known.pop(uuid, None)
        for reading in self._readings:
            reading.changed.add(uuid)

    def clear(self, *, complete: bool) -> None:
        """Forget all. `complete` says whether events tell of every change from now on."""
        self._complete = complete
        self._known.clear()
        for reading in self._readings:
            reading.void = True

    def renew(self) -> None:
        """Have every domain asked once more, however complete events are."""
        self._known.clear()

    def keep(self, uuids: Collection[bytes]) -> None:
        """Forget the domains that are not among `uuids`, which are all that there are."""
        for uuid in self._known.keys() - uuids:
            del self._known[uuid]
