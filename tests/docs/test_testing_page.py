"""docs/testing-your-code.md: its example is files that run as they stand; its names are there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import purevirt.sync
from purevirt.rpc.gen.enums import DomainDiskErrorCode
from purevirt.testing import SimulatedLibvirtd, simulator
from purevirt.testing.simulator import HostFaults
from purevirt.testing.simulator.storage.faults import StorageFaults
from tests.docs.recipe import ROOT

PAGE = (ROOT / "docs" / "testing-your-code.md").read_text()
FOLDER = ROOT / "examples" / "testing"
FILES = ("upload_image.py", "test_upload_image.py")


@pytest.mark.parametrize("name", FILES)
def test_the_page_shows_the_files(name: str) -> None:
    """Word for word."""
    assert f"<!-- examples/testing/{name} -->\n```python\n{(FOLDER / name).read_text()}```\n" in PAGE


def test_the_test_is_short() -> None:
    """A newcomer reads fifteen lines, empty ones aside."""
    lines = (FOLDER / "test_upload_image.py").read_text().splitlines()
    assert len([line for line in lines if line]) <= 15


def test_a_newcomers_run(tmp_path: Path) -> None:
    """pytest in a folder with nothing but the two files: the fixture is found, and the script does well."""
    for name in FILES:
        shutil.copy(FOLDER / name, tmp_path)
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider"]
    # a newcomer has no other plugins
    command += ["-p", "no:asyncio", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_a_careless_script_is_caught(tmp_path: Path) -> None:
    """Without its clean-up the same test fails: it is not one that cannot."""
    shutil.copy(FOLDER / "test_upload_image.py", tmp_path)
    careful = (FOLDER / "upload_image.py").read_text()
    careless = careful.replace("            conn.storage_vol_delete(volume)\n", "")
    assert careless != careful
    (tmp_path / "upload_image.py").write_text(careless)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "assert ['new.raw'] == []" in done.stdout


def test_an_answer_of_ones_own_is_given() -> None:
    """The page's function as it stands: asked how many there are, and which, it answers both."""
    (block,) = (text for text in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "override" in text)
    with SimulatedLibvirtd().in_thread() as sim, purevirt.sync.connect(sim.uri) as conn:
        exec(block, {"sim": sim})
        sim.run(lambda: simulator.populate(sim.host, 1, running=1))
        dom = conn.domain_lookup_by_name("domain-00000")
        assert conn.domain_get_disk_errors(dom, 0).nerrors == 1
        (error,) = conn.domain_get_disk_errors(dom, 1).errors
        assert (error.disk, error.error) == ("vda", DomainDiskErrorCode.NO_SPACE)


def test_the_faults_of_the_table_are_there() -> None:
    """Every call that the page names is one of the faults'."""
    table = PAGE.partition("| wanted | say |")[2].partition("\n\n")[0]
    said = set(re.findall(r"\b([a-z_]+)\(", table))
    on_disks = {name for name in said if hasattr(StorageFaults, name) and name != "clear"}
    assert on_disks == {"fail_writes", "fail_reads"}
    assert said - on_disks == {
        name for name, one in vars(HostFaults).items() if callable(one) and not name.startswith("_")
    } - {"before", "clear"}
    for name in ("GuestProfile", "ProgramRun", "Exit", "populate", "SimulatedError", "SimulatedLibvirtd"):
        assert name in PAGE
        assert hasattr(simulator, name)
