"""The few programs that every simulated guest has."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING

from purevirt.testing.simulator.agent.program import NEVER, Exit
from purevirt.testing.simulator.agent.shell import shell
from purevirt.testing.simulator.units import digits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from purevirt.testing.simulator.agent.program import Program, ProgramRun

__all__ = ["TOOLS"]

_USAGE = 2
_MAX_MADE_BYTES = 64 << 20


def _refused(run: ProgramRun, why: str, code: int = 1) -> Exit:
    return Exit(code=code, stderr=f"{run.argv[0]}: {why}\n".encode())


def _over_files(run: ProgramRun, action: Callable[[str], None]) -> Exit:
    """Do something to each file that is named."""
    errors = []
    for path in (one for one in run.argv[1:] if not one.startswith("-")):
        try:
            action(path)
        except OSError as error:
            errors.append(f"{run.argv[0]}: {path}: {error.strerror}\n")
    return Exit(code=1 if errors else 0, stderr="".join(errors).encode())


def _echo(run: ProgramRun) -> str:
    words = run.argv[1:]
    if words[:1] == ("-n",):
        return " ".join(words[1:])
    return " ".join(words) + "\n"


def _cat(run: ProgramRun) -> Exit:
    paths = [one for one in run.argv[1:] if one != "-"]
    if not paths:
        return Exit(stdout=run.stdin)
    found: list[bytes] = []
    done = _over_files(run, lambda path: found.append(run.files.read(path)))
    return Exit(code=done.code, stdout=b"".join(found), stderr=done.stderr)


def _head(run: ProgramRun) -> Exit:
    match run.argv[1:]:
        case ("-c", text, *paths) if (count := digits(text, _MAX_MADE_BYTES + 1)) is not None:
            if paths == ["/dev/zero"]:
                return Exit(stdout=bytes(count))
            end = run.system.call(run, ("cat", *paths), run.stdin, run.env)
            return Exit(code=end.code, stdout=end.stdout[:count], stderr=end.stderr)
    return _refused(run, "only -c COUNT, of at most 64 MiB, is simulated", _USAGE)


def _sleep(run: ProgramRun) -> Exit:
    try:
        after_s = sum(float(one) for one in run.argv[1:])
    except ValueError:
        return _refused(run, f"invalid time interval {run.argv[1]!r}")
    if len(run.argv) == 1 or math.isnan(after_s):
        return _refused(run, "missing operand")
    return Exit(after_s=NEVER if math.isinf(after_s) else max(0.0, after_s))


def _env(run: ProgramRun) -> str:
    return "".join(f"{name}={value}\n" for name, value in run.env.items())


def _uname(run: ProgramRun) -> Exit:
    os = run.system.os
    known = {
        "-s": "Linux", "-n": run.system.host_name, "-r": os.kernel_release, "-v": os.kernel_version,
        "-m": os.machine,
    }  # fmt: skip
    wanted = run.argv[1:] or ("-s",)
    if wanted == ("-a",):
        return Exit(stdout=(" ".join(known.values()) + "\n").encode())
    if not all(one in known for one in wanted):
        return _refused(run, f"only {' '.join(known)} and -a are simulated", _USAGE)
    return Exit(stdout=(" ".join(known[one] for one in wanted) + "\n").encode())


def _ls(run: ProgramRun) -> Exit:
    found: list[str] = []

    def one(path: str) -> None:
        if run.files.is_folder(path):
            found.extend(run.files.list_folder(path))
        else:
            run.files.require(path)
            found.append(path)

    paths = [path for path in run.argv[1:] if not path.startswith("-")]
    named = run if paths else _with(run, (*run.argv, "/"))
    done = _over_files(named, one)
    return Exit(code=done.code, stdout="".join(f"{name}\n" for name in found).encode(), stderr=done.stderr)


def _rm(run: ProgramRun) -> Exit:
    is_forced = any(one.startswith("-") and "f" in one for one in run.argv)

    def one(path: str) -> None:
        if run.files.find(path) is not None or not is_forced:
            run.files.remove(path)

    return _over_files(run, one)


def _mkdir(run: ProgramRun) -> Exit:
    return _over_files(run, lambda path: run.files.make_folder(path, parents="-p" in run.argv))


def _touch(run: ProgramRun) -> Exit:
    return _over_files(run, lambda path: run.files.write(path, b"", append=True))


def _with(run: ProgramRun, argv: tuple[str, ...]) -> ProgramRun:
    return type(run)(argv=argv, stdin=run.stdin, env=run.env, system=run.system, pid=run.pid)


TOOLS: Mapping[str, Program] = MappingProxyType(
    {
        "/bin/cat": _cat,
        "/bin/echo": _echo,
        "/bin/false": lambda _run: 1,
        "/bin/hostname": lambda run: f"{run.system.host_name}\n",
        "/bin/ls": _ls,
        "/bin/mkdir": _mkdir,
        "/bin/rm": _rm,
        "/bin/sh": shell,
        "/bin/sleep": _sleep,
        "/bin/touch": _touch,
        "/bin/true": lambda _run: 0,
        "/bin/uname": _uname,
        "/usr/bin/env": _env,
        "/usr/bin/head": _head,
    }
)
"""By path; a `GuestProfile` may put its own in their places."""
