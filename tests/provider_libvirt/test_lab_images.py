"""Pools and golden images on a real and a simulated host: judged by their bytes, told apart when wrong."""

import subprocess
from pathlib import Path

import pytest

from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import names, volumes
from purevirt.provider.libvirt.backend import LibvirtBackend
from purevirt.rpc.aio import Connection
from purevirt.rpc.gen.remote import StorageVol
from tests.lab.host import GOLDEN
from tests.provider_libvirt.conftest import Driver, new_machine

pytestmark = pytest.mark.usefixtures("nothing_left")


def test_missing_pool_image_and_inactive_pool_are_told_apart(driver: Driver, tmp_path: Path) -> None:
    """Each names what is wrong and the cure: G12, G4."""
    machine = new_machine("pools")
    with pytest.raises(BackendError, match="pool nowhere does not exist"):
        driver.create(machine, storage_pool="nowhere")
    with pytest.raises(BackendError, match="golden volume nothing in pool default does not exist"):
        driver.create(machine, image="nothing")
    driver.host.virsh("pool-define-as", "resting", "dir", "--target", tmp_path)
    with pytest.raises(BackendError, match="pool resting is not active"):
        driver.create(machine, storage_pool="resting")
    driver.host.virsh("pool-undefine", "resting")


def test_image_that_is_not_what_the_pool_says_is_judged_by_its_bytes(driver: Driver) -> None:
    """A pool's declared format is not believed: G2."""
    pool = driver.host.pool_path
    driver.host.virsh("vol-create-as", "default", "lies.qcow2", "1M", "--format", "qcow2")
    (pool / "lies.qcow2").write_bytes(bytes(1 << 20))
    with pytest.raises(BackendError, match=r"lies\.qcow2.*declared qcow2, is raw"):
        driver.create(new_machine("lies"), image="lies.qcow2")
    (pool / "image.vmdk").write_bytes(b"KDMV" + bytes(4096))
    driver.host.virsh("pool-refresh", "default")
    with pytest.raises(BackendError, match=r"image\.vmdk.*is vmdk"):
        driver.create(new_machine("lies"), image="image.vmdk")
    for name in ("lies.qcow2", "image.vmdk"):
        driver.host.virsh("vol-delete", name, "default")


@pytest.mark.real("qemu-img is the witness")
@pytest.mark.parametrize("size", [1 << 20, 41 << 30])
def test_overlay_of_a_raw_image_records_raw_and_is_large_enough(driver: Driver, size: int) -> None:
    """The backing format is the image's, and the disk is at least 40 GiB and at least the image: G1, G3."""
    machine = new_machine("raw")
    driver.host.virsh(
        "vol-create-as", "default", "raw.img", str(size), "--allocation", "0", "--format", "raw"
    )
    driver.create(machine, image="raw.img")
    overlay = driver.host.pool_path / names.overlay_name(machine.id)
    out = subprocess.run(
        ["qemu-img", "info", "-U", overlay], check=True, capture_output=True, text=True
    ).stdout
    assert "backing file format: raw" in out
    assert f"({max(size, 40 << 30)} bytes)" in out
    driver.delete(machine)
    driver.host.virsh("vol-delete", "raw.img", "default")


@pytest.mark.real("qemu-img is the witness")
def test_uploaded_qcow2_is_recognised_before_the_pool_is_refreshed(driver: Driver) -> None:
    """A pool takes what was copied into a raw volume for raw; the overlay must not."""
    machine = new_machine("fresh")
    image = driver.host.pool_path / GOLDEN
    driver.host.virsh("vol-create-as", "default", "fresh.qcow2", str(image.stat().st_size), "--format", "raw")
    (driver.host.pool_path / "fresh.qcow2").write_bytes(image.read_bytes())
    assert "type='raw'" in driver.host.virsh("vol-dumpxml", "fresh.qcow2", "default").replace('"', "'")
    driver.create(machine, image="fresh.qcow2")
    overlay = driver.host.pool_path / names.overlay_name(machine.id)
    out = subprocess.run(
        ["qemu-img", "info", "-U", overlay], check=True, capture_output=True, text=True
    ).stdout
    assert "backing file format: qcow2" in out
    driver.delete(machine)
    driver.host.virsh("vol-delete", "fresh.qcow2", "default")


def test_image_is_read_once_until_it_changes(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many creates read the golden image's header once, and a replaced image is judged anew."""
    reads = []
    original = volumes.download

    async def download(connection: Connection, volume: StorageVol, offset: int, length: int) -> bytes:
        reads.append(volume.name)
        return await original(connection, volume, offset, length)

    monkeypatch.setattr(volumes, "download", download)
    driver.host.virsh("vol-create-as", "default", "twice.img", "1M", "--format", "raw")

    async def use(backend: LibvirtBackend) -> None:
        machine = new_machine("twice")
        for number in range(2):
            await backend.create(machine, f"op-{number}")
            await backend.delete(machine, "op-delete")
        assert reads == ["twice.img"]
        (driver.host.pool_path / "twice.img").write_bytes(b"KDMV" + bytes((1 << 20) - 4))
        with pytest.raises(BackendError, match="is vmdk"):
            await backend.create(machine, "op-changed")

    driver.run(use, image="twice.img")
    driver.host.virsh("vol-delete", "twice.img", "default")
