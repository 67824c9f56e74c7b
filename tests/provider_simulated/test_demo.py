"""`make demo`: it runs for whoever has Python, and ends by saying how to go on."""

import importlib.util
import io
import subprocess
import sys
from types import ModuleType

import pytest
from rich.console import Console

from tests.docs.recipe import ROOT

DEMO = ROOT / "examples" / "demo.py"


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program as a module."""
    spec = importlib.util.spec_from_file_location("demo_under_test", DEMO)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def test_demo_from_begin_to_end() -> None:
    """Eleven machines come back to nothing, and the one whose bootstrap fails says why."""
    done = subprocess.run([sys.executable, DEMO], capture_output=True, text=True, check=False, timeout=90)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    states = [line.split()[3] for line in lines if " s  libvirt/" in line]
    assert states.count("CONFIGURED") == 11
    assert states.count("FAILED") == 1
    assert any("FAILED" in line and "ordered to fail" in line for line in lines)
    assert "--connect zone-a=qemu+ssh://" in done.stdout


def test_the_live_picture(demo: ModuleType) -> None:
    """A row for each machine, with its history as a bar; it fits into the terminal."""
    row = demo.Row("libvirt/OnDemand/kvm.small/local/007", state="CONFIGURED", detail="cluster-1")
    row.history = ["SPECULATIVE"] * 3 + ["CREATING"] * 2 + ["CONFIGURED"] * 40
    out = io.StringIO()
    Console(file=out, width=70).print(demo.picture({row.id: row}, 70))
    shown = out.getvalue().splitlines()
    (line,) = [line for line in shown if line.startswith("kvm.small/007")]
    assert "configured" in line
    assert "█" * 20 in line
    assert "cluster-1" in line
    assert set(demo.LOOKS) == set(demo.SHORT.values()) - {"UNSPECIFIED"}
