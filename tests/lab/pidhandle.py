"""Processes held by handle, and what /proc says of them."""

import os
import select
import signal
from pathlib import Path
from typing import Final, Self

from tests.lab.errors import LabError

_GONE_S: Final = 20.0


class PidHandle:
    """A process held by handle, so that a pid used anew cannot be mistaken for it.

    Args:
        pid: The process; ProcessLookupError if there is none.
    """

    def __init__(self, pid: int) -> None:
        self._fd = os.pidfd_open(pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        os.close(self._fd)

    def send(self, number: signal.Signals) -> None:
        """Send a signal; ProcessLookupError if the process has ended."""
        signal.pidfd_send_signal(self._fd, number)

    def wait(self, timeout_s: float) -> bool:
        """Return whether it has ended, after at most so many seconds."""
        return bool(select.select([self._fd], [], [], timeout_s)[0])


def end_namespace(init_pid: int) -> None:
    """End a host by the first process inside it, and return when all its processes are gone.

    Raises:
        LabError: They are not, after 20 s.
    """
    try:
        with PidHandle(init_pid) as init:
            init.send(signal.SIGKILL)
            # The kernel lets a namespace's first process end only after all others in it.
            if not init.wait(_GONE_S):
                raise LabError(
                    f"process {init_pid}: the host's processes are still there after {_GONE_S:g} s"
                )
    except ProcessLookupError:
        return


def children(pid: int) -> list[int]:
    """Return the pids of a process's children; none if it is not there.

    The kernel's own list of them leaves some out while others end (proc(5), `/proc/pid/task/tid/children`).
    """
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = path.read_bytes().rpartition(b")")[2].split()[1]
        except (OSError, IndexError):
            continue
        if int(parent) == pid:
            found.append(int(path.parent.name))
    return sorted(found)


def command_name(pid: int) -> str:
    """Return the first 15 characters of a process's program name; empty if it is not there."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def command_line(pid: int) -> str:
    """Return a process's program and arguments, joined by spaces; empty if it is not there."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
