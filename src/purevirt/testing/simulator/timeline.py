"""What is to happen on the simulated host later: boots, shutdowns, timeouts. Pure: time comes in."""

from __future__ import annotations

import heapq
import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Appointment", "Timeline"]


class Appointment:
    """Something that will be done; `cancel` undoes it."""

    __slots__ = ("_action",)

    def __init__(self, action: Callable[[], None]) -> None:
        self._action: Callable[[], None] | None = action

    @property
    def is_pending(self) -> bool:
        """Whether it was neither done nor cancelled."""
        return self._action is not None

    def cancel(self) -> None:
        """Do not do it; does nothing when it was done."""
        self._action = None

    def keep(self) -> None:
        """Do it now; called by the timeline."""
        action, self._action = self._action, None
        if action is not None:
            action()


class Timeline:
    """Appointments in order of time, and the clock that they are measured by.

    Args:
        clock: returns seconds of any steady clock; a test may pass one of its own.

    Attributes:
        on_change: called when the next appointment may be another one; the daemon's shell re-arms its timer.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heap: list[tuple[float, int, Appointment]] = []
        self._order = itertools.count()
        self.on_change: Callable[[], None] = _nobody

    @property
    def now(self) -> float:
        """The clock's time."""
        return self._clock()

    def after(self, delay_s: float, action: Callable[[], None]) -> Appointment:
        """Have something done in so many seconds; at once in the shell's next turn when it is 0."""
        appointment = Appointment(action)
        heapq.heappush(self._heap, (self.now + delay_s, next(self._order), appointment))
        if self._heap[0][2] is appointment:
            self.on_change()
        return appointment

    def next_due(self) -> float | None:
        """Return the time of the next appointment; None when there is none."""
        while self._heap and not self._heap[0][2].is_pending:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def run_due(self) -> int:
        """Do all that is due by now, in order, what it makes due at once included; return how many."""
        done_count = 0
        while (due := self.next_due()) is not None and due <= self.now:
            appointment = heapq.heappop(self._heap)[2]
            appointment.keep()
            done_count += 1
        return done_count


def _nobody() -> None:
    """Stand for a shell that is not there yet."""
