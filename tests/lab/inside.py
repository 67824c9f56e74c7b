"""Programs run inside a host that is up, but in the machine's own network."""

from collections.abc import Sequence
from pathlib import Path

from tests.lab.pidhandle import children


def inside(init_pid: int, argv: Sequence[str | Path], *, network: bool = False) -> list[str]:
    """Return the command that runs a program in a host's namespaces, where it ends with the host.

    Args:
        init_pid: The host's first process.
        argv: The program and its arguments.
        network: Whether it is in the host's network too, and not in the machine's.
    """
    enter = ["nsenter", "--target", str(init_pid), "--mount", "--uts", "--pid"]
    return [*enter, *(["--net"] if network else []), "--", *(str(word) for word in argv)]


def outer_pid(init_pid: int, inner_pid: int) -> int | None:
    """Return the machine's pid for a child of a host's first process, given its pid inside."""
    return next((pid for pid in children(init_pid) if _inner(pid) == inner_pid), None)


def descendants(pid: int) -> list[int]:
    """Return the pids of a process's children, their children and so on."""
    found: list[int] = []
    for child in children(pid):
        found += [child, *descendants(child)]
    return found


def _inner(pid: int) -> int | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    ids = next((line for line in status.splitlines() if line.startswith("NSpid:")), "NSpid: -1")
    return int(ids.split()[-1])
