"""What a program in a simulated guest is: a function from its arguments and its input to its end.

def bootstrap(run: ProgramRun) -> Exit:
    run.files.write("/var/lib/joined", run.stdin)
    return Exit(stdout=b"joined " + run.argv[1].encode(), after_s=2)

GuestProfile(programs={"/opt/bootstrap": bootstrap})
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from purevirt.testing.simulator.agent.files import GuestFiles
    from purevirt.testing.simulator.agent.system import GuestSystem

__all__ = ["NEVER", "Exit", "Program", "ProgramRun", "end_of"]

NEVER = math.inf
"""The time of a process that does not end by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit:
    """How a process ends, and when.

    Attributes:
        code: its exit status, of which the low byte counts.
        signal: the signal that ends it; 0 for none.
        stdout, stderr: what it has written by then.
        after_s: how long it takes, in seconds; `NEVER` until somebody ends it.
        ignores_signals: it cannot be ended by a signal, but for SIGKILL.
        at_end: called when it has ended by itself.
    """

    code: int = 0
    signal: int = 0
    stdout: bytes = b""
    stderr: bytes = b""
    after_s: float = 0.0
    ignores_signals: bool = False
    at_end: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRun:
    """One process, as its program sees it when it begins.

    Attributes:
        argv: its name as it was called, and its arguments.
        stdin: all of its standard input.
        env: its environment.
        system: the guest that it runs in.
        pid: its number.
    """

    argv: tuple[str, ...]
    stdin: bytes
    env: Mapping[str, str]
    system: GuestSystem
    pid: int

    @property
    def files(self) -> GuestFiles:
        """The guest's files."""
        return self.system.files


Program: TypeAlias = "Callable[[ProgramRun], Exit | int | str | bytes | None]"
"""Called when a process begins; what it returns says how it will end.

A number is an exit status, a text or bytes what is written to its standard output; None is a plain success.
"""


def end_of(result: Exit | int | str | bytes | None) -> Exit:
    """Return what a program has returned in its full form."""
    match result:
        case Exit():
            return result
        case None:
            return Exit()
        case str():
            return Exit(stdout=result.encode())
        case bytes():
            return Exit(stdout=result)
        case int():
            return Exit(code=result)
