"""Delete on a real and a simulated host: whatever it finds, all of ours goes and nothing else does."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import domains, names
from purevirt.provider.libvirt.domain_template import parse_template
from purevirt.provider.libvirt.metadata import NAMESPACE
from purevirt.rpc.aio import Connection
from purevirt.rpc.gen.remote import Domain
from tests.lab.host import GOLDEN
from tests.provider_libvirt.conftest import Driver, new_machine

pytestmark = pytest.mark.usefixtures("nothing_left")


def test_delete_removes_all_and_is_repeatable(driver: Driver) -> None:
    """Domain and both volumes go, a second delete is a success: G14."""
    machine = new_machine("delete")
    made = replace(machine, host_ref=driver.create(machine))
    assert made.host_ref in driver.domains()
    assert {names.overlay_name(machine.id), names.seed_name(machine.id)} <= driver.volumes()
    driver.delete(made)
    driver.delete(made)
    driver.delete(machine)


def test_delete_stops_what_is_started_meanwhile(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Started between its stop and the end of its definition, a domain would run on without one."""
    machine = new_machine("restless")
    name = driver.create(machine)
    undefine = domains._undefine
    starts: list[str] = []

    async def start_and_undefine(connection: Connection, *, domain: Domain, flags: int) -> None:
        if not starts:
            starts.append(await asyncio.to_thread(driver.host.virsh, "start", name))
        await undefine(connection, domain=domain, flags=flags)

    monkeypatch.setattr(domains, "_undefine", start_and_undefine)
    driver.delete(machine)
    assert len(starts) == 1
    assert driver.domains() == set()


def test_delete_removes_volumes_left_without_a_domain(driver: Driver) -> None:
    """A domain undefined by hand leaves its volumes, which are found by the machine's id: L3."""
    machine = new_machine("undefined")
    name = driver.create(machine)
    driver.host.virsh("destroy", name)
    driver.host.virsh("undefine", name)
    driver.delete(replace(machine, host_ref=name))


def test_delete_keeps_the_disk_of_a_domain_that_is_not_ours_any_more(driver: Driver) -> None:
    """Whoever removed the metadata keeps the domain, which works on its disk; undefined, it is cleaned up."""
    machine = new_machine("released")
    name = driver.create(machine)
    driver.host.virsh("metadata", name, NAMESPACE, "--remove")
    driver.host.virsh("metadata", name, NAMESPACE, "--remove", "--config")
    with pytest.raises(BackendError, match=f"domain {name} has the UUID of .* but not its metadata"):
        driver.delete(replace(machine, host_ref=name))
    assert {names.overlay_name(machine.id), names.seed_name(machine.id)} <= driver.volumes()
    driver.host.virsh("destroy", name)
    driver.host.virsh("undefine", name)
    driver.delete(machine)


def test_delete_of_a_domain_whose_files_are_gone(driver: Driver) -> None:
    """Volume files deleted behind libvirt's back are no obstacle: G14."""
    machine = new_machine("files")
    driver.create(machine)
    (driver.host.pool_path / names.overlay_name(machine.id)).unlink()
    driver.delete(machine)


@pytest.mark.real("simulated snapshots have no files of their own")
def test_delete_removes_snapshots_and_managed_save(driver: Driver) -> None:
    """What makes a plain undefine fail goes with it, and so do the files of the snapshots: L4."""
    machine = new_machine("saved")
    name = driver.create(machine)
    driver.host.virsh("snapshot-create-as", name, "s1", "--disk-only", "--no-metadata")
    driver.host.virsh("destroy", name)
    driver.host.virsh("snapshot-create-as", name, "s2", "--diskspec", "vda,snapshot=external", "--disk-only")
    assert driver.host.virsh("snapshot-list", name, "--name").split() == ["s2"]
    driver.host.virsh("start", name)
    driver.host.virsh("managedsave", name)
    assert name in driver.host.virsh("list", "--all", "--with-managed-save", "--name").split()
    stem = names.overlay_name(machine.id).removesuffix("qcow2")
    assert {path.name for path in driver.host.pool_path.glob(f"{stem}s?")} == {f"{stem}s1", f"{stem}s2"}
    driver.delete(replace(machine, host_ref=name))
    assert name not in driver.domains()
    assert not list(driver.host.pool_path.glob(f"{stem}*"))


def test_delete_refuses_a_volume_that_backs_another(driver: Driver) -> None:
    """Somebody's disk on top of ours would be lost: nothing is removed, and the error names both."""
    machine = new_machine("backs")
    name = driver.create(machine)
    overlay = names.overlay_name(machine.id)
    backing = ("--backing-vol", overlay, "--backing-vol-format", "qcow2")
    driver.host.virsh("vol-create-as", "default", "theirs.qcow2", "1G", "--format", "qcow2", *backing)
    with pytest.raises(BackendError, match=f"volume {overlay} backs volume theirs.qcow2"):
        driver.delete(machine)
    assert driver.host.virsh("domstate", name).strip() == "running"
    driver.host.virsh("vol-delete", "theirs.qcow2", "default")
    driver.delete(machine)


def test_delete_keeps_a_disk_that_is_not_ours(driver: Driver) -> None:
    """A disk that an operator attached stays, and so does the golden volume even when attached."""
    machine = new_machine("attached")
    name = driver.create(machine)
    driver.host.virsh("destroy", name)
    driver.host.virsh("vol-create-as", "default", "precious.raw", "1M", "--format", "raw")
    for volume, target in (("precious.raw", "vdb"), (GOLDEN, "vdc")):
        path = driver.host.pool_path / volume
        driver.host.virsh("attach-disk", name, path, target, "--config", "--mode", "readonly")
    driver.delete(machine)
    assert {"precious.raw", GOLDEN} <= driver.volumes()
    driver.host.virsh("vol-delete", "precious.raw", "default")


def test_delete_keeps_the_disk_of_another_machine(driver: Driver) -> None:
    """Attached by hand, to look at what is on it, it has a name of ours and is in use all the same."""
    looking, other = new_machine("looking"), new_machine("looked-at")
    name, its = driver.create(looking, "op-looking"), driver.create(other, "op-other")
    volumes = {names.overlay_name(other.id), names.seed_name(other.id)}
    for target, volume in zip(("vdb", "vdc"), sorted(volumes), strict=True):
        path = str(driver.host.pool_path / volume)
        driver.host.virsh("attach-disk", name, path, target, "--config")
    driver.host.virsh("destroy", name)
    driver.delete(looking)
    assert volumes <= driver.volumes()
    assert its in driver.domains()
    driver.delete(other)


@pytest.mark.real("simulated firmware keeps no variables")
def test_delete_removes_nvram(driver: Driver, tmp_path: Path) -> None:
    """A machine with UEFI leaves nothing of its variables behind: L4."""
    for name in ("code", "variables"):
        (tmp_path / name).write_bytes(bytes(1 << 20))
    template = parse_template(
        f"<domain><os><loader readonly='yes' type='pflash'>{tmp_path}/code</loader>"
        f"<nvram template='{tmp_path}/variables'/></os></domain>",
        "here",
    )
    folder = driver.host.folder / "lib" / "qemu" / "nvram"
    before = set(folder.glob("*"))
    machine = new_machine("uefi")
    name = driver.create(machine, domain_template=template)
    assert {path.name for path in set(folder.glob("*")) - before} == {f"{name}_VARS.fd"}
    driver.delete(machine)
    assert set(folder.glob("*")) == before
