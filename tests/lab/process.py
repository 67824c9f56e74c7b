"""Other programs started with a deadline, and readiness awaited with one."""

import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.lab.errors import LabError

# An ordinary user's PATH lacks the sbin folders, where ip, mke2fs and libvirtd live.
SYSTEM_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

_TAIL_BYTES: Final = 4000


def system_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment with a full PATH and untranslated messages, plus `extra`."""
    return {**os.environ, "PATH": SYSTEM_PATH, "LC_ALL": "C", **(extra or {})}


def run(
    argv: Sequence[str | Path],
    *,
    timeout_s: float,
    cwd: Path | None = None,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Return what a program wrote to its standard output.

    Args:
        argv: The program and its arguments; no shell is involved.
        timeout_s: After so many seconds the program is killed.
        cwd: Where it runs; None means here.
        stdin: What it reads.
        environment: Variables added to the machine's own.

    Raises:
        LabError: It is not there, ran too long or failed; the message has the end of its standard error.
    """
    words = [str(word) for word in argv]
    shown = " ".join(words)[:300]
    try:
        done = subprocess.run(
            words,
            input=stdin,
            capture_output=True,
            timeout=timeout_s,
            cwd=cwd,
            env=system_environment(environment),
            check=False,
        )
    except FileNotFoundError as error:
        raise LabError(f"{words[0]}: no such program; type `python -m tests.lab ensure` as root") from error
    except subprocess.TimeoutExpired as error:
        raise LabError(f"{shown}: not done after {timeout_s:g} s: {_end(error.stderr)}") from error
    if done.returncode:
        raise LabError(f"{shown}: exit status {done.returncode}: {_end(done.stderr)}")
    return done.stdout


def _end(output: bytes | None) -> str:
    return (output or b"")[-_TAIL_BYTES:].decode(errors="replace").strip() or "(nothing)"


def tail(path: Path) -> str:
    """Return the last 4000 bytes of a text file, or a remark that it is empty or cannot be read."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
            return f"{path.name}: {_end(file.read())}"
    except OSError as error:
        return f"{path.name}: {error.strerror}"


def wait_until(
    ready: Callable[[], str | None],
    *,
    what: str,
    timeout_s: float,
    interval_s: float = 0.1,
    explain: Callable[[], str] = lambda: "",
) -> None:
    """Return once `ready` returns None; until then it returns the reason why not.

    Args:
        ready: Asked every `interval_s` seconds, at least once.
        what: What is awaited, for the error.
        timeout_s: How long.
        interval_s: The pause between two questions.
        explain: Adds to the error, such as a log's end.

    Raises:
        LabError: The deadline passed.
    """
    deadline = time.monotonic() + timeout_s
    while (reason := ready()) is not None:
        if time.monotonic() > deadline:
            raise LabError(f"{what}: not ready after {timeout_s:g} s: {reason}\n{explain()}".rstrip())
        time.sleep(interval_s)
