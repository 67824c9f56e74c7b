"""A command whose output nobody reads to its end, as before `| head`, ends without a word."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from purevirt.entry import EXIT_UNREAD


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_reader_that_is_gone(unbuffered: str) -> None:
    """The status is SIGPIPE's; neither the write nor the interpreter's end has a traceback."""
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as unread:
        done = subprocess.run(
            [sys.executable, "-m", "purevirt.provider", "--print-config", "--use-simulator"],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=unread,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (EXIT_UNREAD, "")


@pytest.mark.parametrize("arguments", [["--print-config", "--use-simulator"], ["machines", "--help"]])
def test_no_space_for_what_is_printed(arguments: list[str]) -> None:
    """It is said in a line, and is a failure: whoever reads the file later would miss it."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "purevirt.provider", *arguments],
            env={**os.environ, "PYTHONUNBUFFERED": ""},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    said = "purevirt-provider: what it prints cannot be written (No space left on device)\n"
    assert (done.returncode, done.stderr) == (1, said)


def test_another_broken_pipe(tmp_path: Path) -> None:
    """Only that of standard output is nobody's fault."""
    program = (
        "import sys, types, purevirt.entry\n"
        "module = types.ModuleType('purevirt.provider.__main__')\n"
        "def main(): raise BrokenPipeError(32, 'of something else')\n"
        "module.main = main\n"
        "sys.modules[module.__name__] = module\n"
        "purevirt.entry.run_provider()\n"
    )
    with (tmp_path / "read").open("w") as read:
        done = subprocess.run(
            [sys.executable, "-c", program],
            stdout=read,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.stderr.endswith("BrokenPipeError: [Errno 32] of something else\n")
