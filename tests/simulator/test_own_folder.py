"""What a simulated daemon leaves in the temporary folder: nothing."""

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import pytest

from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator.own_folder import OwnFolder


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of temporary folders."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


async def test_leaving_the_context_removes_all(temporary: Path) -> None:
    """Socket and disks are there while it runs, also when it was stopped meanwhile, and gone afterwards."""
    async with SimulatedLibvirtd() as sim:
        await sim.stop()
        await sim.start()
        assert len(await asyncio.to_thread(lambda: list(temporary.iterdir()))) == 2
    assert await asyncio.to_thread(lambda: list(temporary.iterdir())) == []


def test_garbage_collection_removes_nothing(temporary: Path) -> None:
    """A folder nobody refers to is left for the end of the process."""
    folder = OwnFolder("x-")
    path = folder.path
    del folder
    gc.collect()
    assert list(temporary.iterdir()) == [path]


PROGRAM = """
import os, tempfile
from purevirt.testing.simulator.own_folder import OwnFolder
kept = OwnFolder("kept-")
if os.fork() == 0:
    raise SystemExit(0)
os.wait()
assert kept.path.is_dir(), "a forked child removed its parent's"
"""


def test_end_of_process(tmp_path: Path) -> None:
    """The end of the process removes what is left; the end of a forked child does not."""
    subprocess.run(
        [sys.executable, "-c", PROGRAM], env={"TMPDIR": str(tmp_path)}, check=True, capture_output=True
    )
    assert list(tmp_path.iterdir()) == []
