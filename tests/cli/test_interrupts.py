"""Ctrl-C while a command loads its modules, or after it is done: a line and a status, never a traceback."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from purevirt import __version__

# Sends itself SIGINT when a module is looked for, perhaps while a class is made then, or once the
# interpreter ends; then begins as the interpreter would with -m, or as an installed script does.
PROGRAM = """
import os, sys
begin, moment, module, *sys.argv[1:] = sys.argv[1:]

def interrupt():
    os.kill(os.getpid(), 2)

class Member:
    def __set_name__(self, owner, name):
        interrupt()

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name != module:
            return
        sys.meta_path.remove(self)
        if moment == "class":
            type("Made", (), {"member": Member()})
        else:
            interrupt()

if moment == "end":
    import atexit
    atexit.register(interrupt)
else:
    sys.meta_path.insert(0, Finder())
if ":" in begin:
    home, function = begin.split(":")
    exec(f"from {home} import {function} as main")
    sys.exit(main())
import runpy
runpy.run_module(begin, run_name="__main__", alter_sys=True)
"""
SCRIPTS: dict[str, str] = tomllib.loads(
    (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
)["project"]["scripts"]


def run(begin: str, moment: str, module: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command that is interrupted."""
    command = [sys.executable, "-c", PROGRAM, begin, moment, module, *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("begin", "module", "arguments"),
    [
        ("purevirt.cli", "signal", ["--version"]),
        ("purevirt.cli", "purevirt.cli.simulate", ["--version"]),
        ("purevirt.cli", "argparse", ["--version"]),
        ("purevirt.cli", "purevirt.testing.simulator", ["simulate", "--running", "1"]),
        ("purevirt.provider", "signal", ["--help"]),
        ("purevirt.provider", "asyncio", ["--help"]),
        ("purevirt.provider", "purevirt.provider.errors", ["--help"]),
        ("purevirt.provider", "purevirt.provider.settings.config", ["--help"]),
        ("purevirt.provider", "purevirt.provider.hostcheck.check_tool", ["check", "--help"]),
        (SCRIPTS["purevirt"], "asyncio", ["--version"]),
        (SCRIPTS["purevirt-provider"], "asyncio", ["--help"]),
    ],
)
def test_while_it_loads(begin: str, module: str, arguments: list[str]) -> None:
    """From our entry on, whichever module it is: the command has done nothing, and says so."""
    done = run(begin, "module", module, *arguments)
    name = "purevirt-provider" if "provider" in begin else "purevirt"
    assert (done.returncode, done.stdout, done.stderr) == (130, "", f"\n{name}: interrupted\n")


@pytest.mark.parametrize(
    ("begin", "module", "arguments"),
    [
        ("purevirt.cli", "purevirt.testing.simulator", ["simulate", "--running", "1"]),
        ("purevirt.provider", "purevirt.provider.settings.config", ["--help"]),
        ("purevirt.provider", "purevirt.provider.hostcheck.check_tool", ["check", "--help"]),
    ],
)
def test_while_it_makes_a_class(begin: str, module: str, arguments: list[str]) -> None:
    """Where an exception would come out as another one, before Python 3.12."""
    done = run(begin, "class", module, *arguments)
    name = "purevirt-provider" if "provider" in begin else "purevirt"
    assert (done.returncode, done.stderr) == (130, f"\n{name}: interrupted\n")


@pytest.mark.parametrize("begin", ["purevirt.cli", SCRIPTS["purevirt"]])
def test_after_it_is_done(begin: str) -> None:
    """While the interpreter ends: what was printed is not lost."""
    done = run(begin, "end", "", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (
        130,
        f"{__version__}\n",
        "\npurevirt: interrupted\n",
    )
