"""A guest of the golden image, played: the provider's programs, the image's hook, its kubectl.

The provider sends its guests programs for `/bin/sh`; they are described in
`purevirt.provider.libvirt.guest_script`. A simulated guest runs no shell of that size, so what each of them
does is done here in Python, found by the name that the program is given. Any other script goes to the small
shell that every simulated guest has. The hook and kubectl are programs of their own, which `simulator_faults`
replaces.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from purevirt.testing.simulator.agent.program import Exit
from purevirt.testing.simulator.agent.shell import shell
from purevirt.testing.simulator.guest import GuestProfile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.testing.simulator.agent.files import GuestFiles
    from purevirt.testing.simulator.agent.program import Program, ProgramRun

__all__ = ["CLUSTER", "HOOK", "KUBECTL", "bootstrap", "golden_guest", "kubectl"]

HOOK = "/opt/bigfleet/bootstrap"
KUBECTL = "/usr/local/bin/kubectl"
CLUSTER = "/var/lib/bigfleet/cluster"
"""Where the hook notes which cluster its node has joined."""

_BLOB = "/opt/bigfleet/bootstrap.blob"
_STAGED = "/run/bigfleet-staged"
_MAX_STDERR_BYTES = 4096
_STOPPED = 143
_HOOK_S = 0.2
_KUBECTL_S = 0.1


def bootstrap(run: ProgramRun) -> Exit:
    """Join the cluster that is named, with the blob that lies beside the hook."""
    run.files.read(_BLOB)
    run.files.write(CLUSTER, run.argv[1].encode())
    return Exit(stdout=b"joined\n", after_s=_HOOK_S)


def kubectl(run: ProgramRun) -> Exit:
    """Cordon and drain without fail."""
    return Exit(stdout=f"{run.argv[1]} {run.argv[2]}\n".encode(), after_s=_KUBECTL_S)


def golden_guest(name: str, *, boot_s: float, programs: Mapping[str, Program] | None = None) -> GuestProfile:
    """Return how a guest of the golden image behaves.

    Args:
        name: its domain's.
        boot_s: how long it boots.
        programs: what takes the place of the hook and of kubectl, or stands beside them.
    """
    return GuestProfile(
        boot_s=boot_s,
        shutdown_s=boot_s / 2,
        host_name=name,
        programs={"/bin/sh": _shell, HOOK: bootstrap, KUBECTL: kubectl, **(programs or {})},
        files={
            "/opt/bigfleet/README": b"the golden image's hook\n",
            "/var/lib/bigfleet/README": b"its notes\n",
        },
    )


def _shell(run: ProgramRun) -> Exit:
    """Run a program of the provider's, found by its name, or whatever else it is asked."""
    words = run.argv[3].split("-", 2) if len(run.argv) > 3 else []
    if words[:1] != ["bigfleet"]:
        return shell(run)
    ends = run.argv[3].rpartition("-")
    name = run.argv[3].removeprefix("bigfleet-")
    for known, program in _PROGRAMS.items():
        if name == known or name.startswith(f"{known}-"):
            return program(_Attempt(run, run.argv[4:], f"/run/bigfleet-ended-{ends[2]}"))
    return shell(run)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One program of the provider's that begins: its arguments, and the file that says that it is not to."""

    run: ProgramRun
    arguments: tuple[str, ...]
    ended: str
    files: GuestFiles = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "files", self.run.files)

    @property
    def is_over(self) -> bool:
        return self.ended in self.files

    def forget(self, *paths: str) -> None:
        for path in paths:
            if path in self.files:
                self.files.remove(path)

    def call(self, *argv: str) -> Exit:
        """Return how a program ends; one that is not there ends as a shell says."""
        try:
            return self.run.system.call(self.run, argv, b"", self.run.env)
        except OSError as error:
            return Exit(code=127, stderr=f"{argv[0]}: {error.strerror}\n".encode())


def _stage(attempt: _Attempt) -> Exit:
    if attempt.is_over:
        attempt.forget(_STAGED)
    else:
        attempt.files.write(_STAGED, b"", mode=0o600)
    return Exit()


def _append(attempt: _Attempt) -> Exit:
    if attempt.is_over or _STAGED not in attempt.files:
        attempt.forget(_STAGED)
        return Exit(code=1)
    attempt.files.write(_STAGED, attempt.run.stdin, append=True)
    return Exit()


def _configure(attempt: _Attempt) -> Exit:
    cluster, size, staged = attempt.arguments
    if attempt.is_over:
        return Exit(code=_STOPPED)
    blob = attempt.files.read(_STAGED) if int(staged) and _STAGED in attempt.files else b""
    blob += attempt.run.stdin
    attempt.forget(_STAGED)
    if len(blob) != int(size):
        return Exit(code=1, stderr=f"{len(blob)} of {size} bytes of the blob arrived\n".encode())
    attempt.files.write(_BLOB, blob, mode=0o600)
    hook = attempt.call(HOOK, cluster)
    return _told(attempt, [("hook", hook)], at_end=_BLOB)


def _clean_up(attempt: _Attempt) -> Exit:
    attempt.files.write(attempt.ended, b"")
    own = attempt.ended.rpartition("-")[2]
    for process in attempt.run.system.processes:
        if len(process.argv) > 3 and process.argv[3].endswith(own):
            attempt.run.system.processes.kill(process.pid, signal.SIGTERM)
    attempt.forget(_BLOB, _STAGED)
    return Exit()


def _probe(attempt: _Attempt) -> Exit:
    return _told(attempt, [("probe", attempt.call("/bin/sh", "-c", attempt.arguments[0]))])


def _drain(attempt: _Attempt) -> Exit:
    node = attempt.run.system.host_name.lower()
    done = [("cordon", attempt.call("kubectl", "cordon", node))]
    if done[0][1].code == 0:
        done.append(("drain", attempt.call("kubectl", "drain", node, f"--timeout={attempt.arguments[0]}s")))
    return _told(attempt, done)


def _told(attempt: _Attempt, done: list[tuple[str, Exit]], *, at_end: str | None = None) -> Exit:
    """Return the end of a program that has run commands: a line for each, and what they complained."""
    ends = [end for _, end in done]

    def clear() -> None:
        for end in ends:
            if end.at_end is not None:
                end.at_end()
        if at_end is not None:
            attempt.forget(at_end)

    return Exit(
        stdout="".join(
            f"{name} {end.signal + 128 if end.signal else end.code}\n" for name, end in done
        ).encode(),
        stderr=b"".join(end.stderr[-_MAX_STDERR_BYTES:] for end in ends),
        after_s=sum(end.after_s for end in ends),
        ignores_signals=any(end.ignores_signals for end in ends),
        at_end=clear,
    )


_PROGRAMS = {
    "stage": _stage,
    "append": _append,
    "configure": _configure,
    "clean-up": _clean_up,
    "probe": _probe,
    "drain": _drain,
}
