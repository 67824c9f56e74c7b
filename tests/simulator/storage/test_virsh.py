"""The C client with the simulated daemon's storage and streams."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from purevirt.testing import SimulatedLibvirtd

pytestmark = pytest.mark.lab

MIB = 1 << 20
Virsh = Callable[..., str]


@pytest.fixture
def virsh(lab_able: None) -> Iterator[Virsh]:
    """Runs virsh against a daemon in a thread of its own, and returns what it prints."""
    with SimulatedLibvirtd().in_thread() as sim:

        def run(*arguments: str | Path) -> str:
            command = ["virsh", "--quiet", "--connect", sim.uri, *map(str, arguments)]
            return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout

        yield run


def test_pools_and_volumes(virsh: Virsh) -> None:
    """Made, listed, described, resized, copied, removed."""
    virsh("pool-define-as", "own", "dir", "--target", "/srv/own")
    virsh("pool-build", "own")
    virsh("pool-start", "own")
    assert [line.split()[:3] for line in virsh("pool-list", "--all").splitlines()] == [
        ["default", "active", "yes"],
        ["own", "active", "no"],
    ]
    virsh("vol-create-as", "own", "base.qcow2", "8M", "--format", "qcow2")
    virsh("vol-create-as", "own", "top.qcow2", "16M", "--format", "qcow2", "--backing-vol", "base.qcow2",
          "--backing-vol-format", "qcow2")  # fmt: skip
    virsh("vol-resize", "top.qcow2", "32M", "--pool", "own")
    virsh("vol-clone", "top.qcow2", "copy.qcow2", "--pool", "own")
    names = [line.split() for line in virsh("vol-list", "own", "--details").splitlines()]
    assert sorted(line[0] for line in names) == ["base.qcow2", "copy.qcow2", "top.qcow2"]
    assert "<path>/srv/own/base.qcow2</path>" in virsh("vol-dumpxml", "top.qcow2", "--pool", "own")
    assert "32.00 MiB" in virsh("vol-info", "top.qcow2", "--pool", "own")
    for name in ("top.qcow2", "copy.qcow2", "base.qcow2"):
        virsh("vol-delete", name, "--pool", "own")
    virsh("pool-destroy", "own")
    virsh("pool-delete", "own")
    virsh("pool-undefine", "own")


@pytest.mark.parametrize("sparse", [False, True])
def test_transfers(virsh: Virsh, tmp_path: Path, sparse: bool) -> None:
    """What goes up comes down, holes too."""
    up, down = tmp_path / "up", tmp_path / "down"
    with up.open("wb") as file:
        file.write(os.urandom(MIB))
        file.seek(8 * MIB)
        file.write(os.urandom(MIB))
        file.truncate(16 * MIB)
    virsh("vol-create-as", "default", "v", "16M", "--allocation", "0")
    flags = ["--sparse"] if sparse else []
    virsh("vol-upload", "v", up, "--pool", "default", *flags)
    virsh("vol-download", "v", down, "--pool", "default", *flags)
    assert down.read_bytes() == up.read_bytes()
    assert (down.stat().st_blocks * 512 <= 3 * MIB) is sparse


def test_screenshot(virsh: Virsh, tmp_path: Path) -> None:
    """The picture arrives as a file."""
    xml, picture = tmp_path / "guest.xml", tmp_path / "picture.png"
    xml.write_text(
        "<domain type='kvm'><name>guest</name><memory unit='MiB'>32</memory><os><type>hvm</type></os>"
        "<devices><video><model type='vga'/></video></devices></domain>"
    )
    virsh("create", xml)
    virsh("screenshot", "guest", picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
