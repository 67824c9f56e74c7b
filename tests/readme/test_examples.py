"""The README's two programs do what it says, on a real host, with every expression typed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab import LabHost

_ROOT = Path(__file__).parents[2]
_LINES = {"list_define_start.py": 10, "list_define_start_sync.py": 8}


def _text(name: str) -> str:
    return (_ROOT / "examples" / name).read_text()


@pytest.fixture
def host(libvirtd: LabHost) -> Iterator[LabHost]:
    """A host without the example's domain, before and after."""
    yield libvirtd
    libvirtd.virsh("undefine", "demo")


@pytest.mark.lab
@pytest.mark.parametrize("name", _LINES)
def test_example_lists_defines_starts_reads_and_destroys(host: LabHost, name: str) -> None:
    """Run inside a host, where `qemu:///system` is that host's libvirtd, a program leaves what it should."""
    log = host.log_path / "qemu" / "demo.log"
    log.unlink(missing_ok=True)
    before = host.virsh("list", "--name", "--all").split()
    inside = ["nsenter", f"--target={host.init_pid}", "--mount", "--"]
    ran = subprocess.run(
        [*inside, sys.executable, str(_ROOT / "examples" / name)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    listed, title = ran.stdout.splitlines()
    assert (sorted(ast.literal_eval(listed)), title) == (sorted(before), "Hi")
    assert host.virsh("domstate", "demo").strip() == "shut off"
    assert host.virsh("desc", "--title", "demo").strip() == "Hi"
    life = log.read_text()
    assert "starting up" in life
    assert "shutting down, reason=destroyed" in life


def test_examples_have_only_typed_expressions() -> None:
    """mypy finds no error, and no expression whose type it does not know."""
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--disallow-any-expr"]
        + [f"examples/{name}" for name in _LINES],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(("name", "lines"), _LINES.items())
def test_examples_have_as_many_lines_as_promised(name: str, lines: int) -> None:
    """Ten lines with asyncio, eight without; blank ones do not count."""
    assert sum(1 for line in _text(name).splitlines() if line.strip()) == lines


@pytest.mark.parametrize("name", _LINES)
def test_readme_shows_the_example_as_it_is(name: str) -> None:
    """The block below the file's name in the README is the file."""
    readme = (_ROOT / "README.md").read_text()
    assert f"<!-- examples/{name} -->\n```python\n{_text(name)}```\n" in readme
