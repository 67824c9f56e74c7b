"""The processes of one run of a guest, as its agent knows them."""

from __future__ import annotations

import itertools
import math
import signal as signals
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.testing.simulator.agent.program import Exit
    from purevirt.testing.simulator.timeline import Appointment, Timeline

__all__ = ["Process", "Processes"]

_FIRST_PID = 201


class Process:
    """A process that was started, until its end was told.

    Attributes:
        pid: its number.
        argv: what it was started as.
        captures: whether what it writes is kept for who asks.
        exit: how it ends, or has ended.
        has_ended: whether it has.
    """

    __slots__ = ("_due", "argv", "captures", "exit", "has_ended", "pid")

    def __init__(self, pid: int, argv: tuple[str, ...], end: Exit, *, captures: bool) -> None:
        self.pid = pid
        self.argv = argv
        self.captures = captures
        self.exit = end
        self.has_ended = False
        self._due: Appointment | None = None

    def __repr__(self) -> str:
        return f"<Process {self.pid} {self.argv[0]}, {'ended' if self.has_ended else 'running'}>"

    def arm(self, timeline: Timeline) -> None:
        """Let its time run."""
        if math.isfinite(self.exit.after_s):
            self._due = timeline.after(self.exit.after_s, self._end)

    def stop(self, signal: int) -> bool:
        """End it by a signal, and tell whether that did anything."""
        if self.has_ended or (self.exit.ignores_signals and signal != signals.SIGKILL):
            return False
        self.disarm()
        self.has_ended = True
        self.exit = type(self.exit)(signal=signal)
        return True

    def disarm(self) -> None:
        """Let its time run no more."""
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _end(self) -> None:
        self.has_ended = True
        if self.exit.at_end is not None:
            self.exit.at_end()


class Processes:
    """All of them, by their numbers."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._next_pid = itertools.count(_FIRST_PID)
        self._known: dict[int, Process] = {}

    def __iter__(self) -> Iterator[Process]:
        return iter(tuple(self._known.values()))

    def new_pid(self) -> int:
        """Return a number that no process has had."""
        return next(self._next_pid)

    def add(self, pid: int, argv: tuple[str, ...], end: Exit, *, captures: bool) -> Process:
        """Note a process that has begun, and let its time run."""
        process = self._known[pid] = Process(pid, argv, end, captures=captures)
        process.arm(self._timeline)
        return process

    def take(self, pid: int) -> Process | None:
        """Return a process; one that has ended is told once, and unknown from then on."""
        process = self._known.get(pid)
        if process is not None and process.has_ended:
            del self._known[pid]
        return process

    def kill(self, pid: int, signal: int = signals.SIGTERM) -> bool:
        """Send a process a signal; tell whether it has ended by it."""
        process = self._known.get(pid)
        return process is not None and process.stop(signal)

    def end_all(self) -> None:
        """Forget all: the guest has lost its power."""
        for process in self._known.values():
            process.disarm()
        self._known.clear()
