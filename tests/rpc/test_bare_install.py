"""The wheel in an empty environment: no compiler, and for a unix socket no more than one pure module."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import xdrlib3

from tests.docs.recipe import ROOT
from tests.rpc.peer import PeerThread
from tests.rpc.test_imports import ASYNCIO, BLOCKING, HEAVY

WHERE = "\nprint(purevirt.__file__)"


def run(*command: str) -> str:
    """Return what a program prints, started as if nothing of ours were installed."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_"))}
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=100, env=clean)
    return done.stdout


def test_the_wheel_alone(peer_beside: PeerThread, tmp_path: Path) -> None:
    """Built, installed without its dependencies but xdrlib3, and connected by both clients."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(tmp_path), str(ROOT))
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "purevirt/py.typed" in names
    assert {Path(name).suffix for name in names} <= {"", ".py", ".pyi", ".typed", ".txt"}
    bare = str(tmp_path / "bare" / "bin" / "python")
    run(sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare"))
    run(*pip, "--python", bare, "install", "--no-deps", "--no-index", str(wheel))
    packages = Path(run(bare, "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    shutil.copytree(Path(xdrlib3.__file__).parent, packages / "xdrlib3")
    for program in (ASYNCIO, BLOCKING):
        *loaded, home = run(bare, "-I", "-c", program + WHERE, peer_beside.peer.uri).split()
        assert set(loaded) & HEAVY == set()
        assert Path(home).is_relative_to(tmp_path)
