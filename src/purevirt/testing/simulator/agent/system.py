"""One guest's inside: its name, its system, its files, what programs it has and what runs."""

from __future__ import annotations

import errno
import os
import posixpath
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from purevirt.testing.simulator.agent.open_files import OpenFiles
from purevirt.testing.simulator.agent.processes import Processes
from purevirt.testing.simulator.agent.program import Exit, ProgramRun, end_of
from purevirt.testing.simulator.agent.tools import TOOLS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from purevirt.testing.simulator.agent.files import GuestFiles
    from purevirt.testing.simulator.agent.processes import Process
    from purevirt.testing.simulator.agent.program import Program
    from purevirt.testing.simulator.timeline import Timeline

__all__ = ["ENVIRONMENT", "GuestOs", "GuestSystem"]

ENVIRONMENT: Mapping[str, str] = MappingProxyType(
    {
        "USER": "root",
        "HOME": "/root",
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "SHELL": "/bin/sh",
        "PWD": "/",
    }
)
"""What programs find around them, unless they are given an environment of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestOs:
    """What a guest says of its operating system; the names are those of os-release and of uname."""

    id: str = "simulated"
    name: str = "Simulated Linux"
    pretty_name: str = "Simulated Linux 1"
    version: str = "1"
    version_id: str = "1"
    machine: str = "x86_64"
    kernel_release: str = "6.1.0-simulated"
    kernel_version: str = "#1 SMP PREEMPT_DYNAMIC"
    timezone: str = "UTC"
    timezone_offset_s: int = 0


@dataclass(slots=True, kw_only=True)
class GuestSystem:
    """The inside of a running guest.

    Attributes:
        host_name: what it calls itself.
        os: its operating system.
        files: its disk; that one stays when the guest is off.
        programs: what can be run, by path, the tools included.
        timeline: the clock of what runs.
        processes: what runs.
        open_files: what its agent has open.
        is_frozen: its file systems are, by guest-fsfreeze-freeze.
        passwords: which users' have been set, with what; for looking at in a test.
    """

    host_name: str
    os: GuestOs
    files: GuestFiles
    programs: Mapping[str, Program]
    timeline: Timeline
    processes: Processes = field(init=False)
    open_files: OpenFiles = field(init=False)
    is_frozen: bool = False
    passwords: dict[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.programs = MappingProxyType({**TOOLS, **self.programs})
        self.processes = Processes(self.timeline)
        self.open_files = OpenFiles(self.files)

    def start(
        self,
        argv: Sequence[str],
        *,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        captures: bool = True,
    ) -> Process:
        """Start a program as a process.

        Raises:
            OSError: there is no such program (ENOENT), or it is none (EACCES).
        """
        program = self.find_program(argv[0])
        pid = self.processes.new_pid()
        run = ProgramRun(
            argv=tuple(argv), stdin=stdin, env=ENVIRONMENT if env is None else env, system=self, pid=pid
        )
        return self.processes.add(pid, run.argv, end_of(program(run)), captures=captures)

    def call(self, run: ProgramRun, argv: Sequence[str], stdin: bytes, env: Mapping[str, str]) -> Exit:
        """Return how a program ends that another one calls, and waits for.

        Raises:
            OSError: as `start`.
        """
        program = self.find_program(argv[0])
        called = ProgramRun(argv=tuple(argv), stdin=stdin, env=env, system=self, pid=run.pid)
        return end_of(program(called))

    def find_program(self, name: str) -> Program:
        """Return a program by its path, or by its name where that is in the PATH.

        Raises:
            OSError: as `start`.
        """
        if "/" in name:
            path = posixpath.normpath(name)
            if path in self.programs:
                return self.programs[path]
            if name in self.files:
                raise OSError(errno.EACCES, os.strerror(errno.EACCES), name)
        else:
            for folder in ENVIRONMENT["PATH"].split(":"):
                found = self.programs.get(f"{folder}/{name}")
                if found is not None:
                    return found
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), name)
