"""Create and delete on a real and a simulated host: exact, repeatable, blind to what is not ours."""

import asyncio
import xml.etree.ElementTree as ET
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import names
from purevirt.provider.libvirt.backend import LibvirtBackend
from purevirt.provider.libvirt.creation import Creation
from purevirt.provider.libvirt.domain_template import parse_template
from purevirt.provider.libvirt.hosts import Host
from purevirt.provider.libvirt.metadata import NAMESPACE, Tag, bare_xml
from purevirt.provider.libvirt.volumes import Volumes
from purevirt.rpc.aio import Connection
from purevirt.rpc.gen.remote import StorageVol
from tests.provider_libvirt.conftest import ZONE, Driver, new_machine

pytestmark = pytest.mark.usefixtures("nothing_left")

FOREIGN_XML = """<domain type='qemu'><name>{name}</name>{metadata}<memory unit='MiB'>64</memory>
<os><type>hvm</type></os><devices/></domain>"""


def define_foreign(driver: Driver, name: str, metadata: str = "") -> None:
    """Define a domain that the provider did not make."""
    driver.host.virsh("define", "/dev/stdin", stdin=FOREIGN_XML.format(name=name, metadata=metadata))


def test_create_of_the_same_operation_finds_its_domain(driver: Driver) -> None:
    """A retry makes neither a second domain nor a second volume: L1."""
    machine = new_machine("retry")
    name = driver.create(machine, "op-7")
    before = driver.volumes(), driver.domains(), driver.host.virsh("domuuid", name)
    assert driver.create(machine, "op-7") == name == names.domain_name("op-7")
    assert driver.create(machine, "op-8") == name
    assert (driver.volumes(), driver.domains(), driver.host.virsh("domuuid", name)) == before
    driver.delete(machine)


def test_create_adopts_a_domain_of_any_name(driver: Driver) -> None:
    """What carries the machine's id is the machine, whoever named it; a renamed domain is found again."""
    machine = new_machine("renamed")
    name = driver.create(machine)
    driver.host.virsh("destroy", name)
    driver.host.virsh("domrename", name, "renamed by hand")
    assert driver.create(replace(machine, host_ref=name), "op-other") == "renamed by hand"
    driver.delete(replace(machine, host_ref=name))


def test_create_replaces_a_domain_that_an_earlier_life_left_bound(driver: Driver) -> None:
    """A disk with another cluster's credentials is never handed out: replaced if off, refused if it runs."""
    machine = new_machine("bound")
    name = driver.create(machine)
    tag = f"<bigfleet><machineID>{machine.id}</machineID><clusterID>old</clusterID></bigfleet>"
    driver.host.virsh("metadata", name, NAMESPACE, "--key", "bigfleet", "--set", tag, "--live", "--config")
    with pytest.raises(BackendError, match="bound to cluster old"):
        driver.create(machine, "op-again")
    driver.host.virsh("destroy", name)
    disk = driver.host.pool_path / names.overlay_name(machine.id)
    before = disk.stat().st_ino, disk.stat().st_ctime_ns
    again = driver.create(machine, "op-anew")
    assert again != name
    assert driver.domains() == {again}
    assert (disk.stat().st_ino, disk.stat().st_ctime_ns) != before
    assert "clusterID" not in driver.host.virsh("metadata", again, NAMESPACE)
    driver.delete(machine)


def test_create_rolls_back_exactly_when_the_start_fails(driver: Driver) -> None:
    """A network that does not exist fails the start: domain and volumes of the attempt go, nothing else."""
    with pytest.raises(BackendError, match=r"zone z1: creating .*no-such-network"):
        driver.create(new_machine("rollback"), network="no-such-network")


def test_create_on_a_network_that_is_down_tells_so(driver: Driver) -> None:
    """An inactive network refuses the start with the code of a running domain; the reason is passed on."""
    driver.host.virsh("net-define", "/dev/stdin", stdin="<network><name>resting</name></network>")
    with pytest.raises(BackendError, match="'resting' is not active"):
        driver.create(new_machine("network"), network="resting")
    driver.host.virsh("net-undefine", "resting")


def test_failed_create_leaves_an_adopted_domain(driver: Driver) -> None:
    """Roll-back undoes what the attempt made, never what it found."""
    machine = new_machine("found")
    name = driver.create(machine)
    driver.host.virsh("destroy", name)
    disk = driver.host.pool_path / names.overlay_name(machine.id)
    hidden = disk.rename(disk.with_suffix(".hidden"))
    with pytest.raises(BackendError, match="creating"):
        driver.create(machine, "op-later")
    hidden.rename(disk)
    assert name in driver.domains()
    assert names.overlay_name(machine.id) in driver.volumes()
    driver.delete(machine)


@pytest.mark.parametrize("step", ["fill", "create_seed", "create_overlay"])
def test_cancelled_create_removes_its_volumes(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A create that is cancelled while it waits for the host leaves no volume: L2."""
    reached = asyncio.Event()

    async def hang(self: Volumes, *_arguments: object) -> StorageVol:
        reached.set()
        await asyncio.Event().wait()
        raise AssertionError

    async def use(backend: LibvirtBackend) -> None:
        task = asyncio.create_task(backend.create(new_machine("cancelled"), "op"))
        await reached.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with monkeypatch.context() as patch:
        patch.setattr(Volumes, step, hang)
        driver.run(use)


class Killed(BaseException):
    """Ends an attempt as kill -9 would: nothing of ours runs after it."""


@pytest.mark.parametrize("after", [False, True])
def test_create_killed_at_every_step_leaves_one_machine(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    """Before or after whatever call the process dies, the next create makes one machine and no orphan: L1."""
    machine = new_machine("killed-anywhere")
    original = Host.call
    deadly = 0

    async def call(
        self: Host, what: str, function: Callable[[Connection], Awaitable[object]], *, repeatable: bool
    ) -> object:
        nonlocal deadly
        deadly -= 1
        if deadly == 0 and not after:
            raise Killed
        result = await original(self, what, function, repeatable=repeatable)
        if deadly == 0:
            raise Killed
        return result

    async def no_roll_back(_self: Creation) -> None:
        pass

    async def use(backend: LibvirtBackend) -> None:
        nonlocal deadly
        killed_at = 0
        survived = False
        while not survived:
            killed_at += 1
            with monkeypatch.context() as patch:
                patch.setattr(Host, "call", call)
                patch.setattr(Creation, "roll_back", no_roll_back)
                deadly = killed_at
                try:
                    await backend.create(machine, f"op-{killed_at}")
                except Killed:
                    pass
                else:
                    survived = True
            name = await backend.create(machine, f"op-{killed_at}-again")
            (found,) = (await backend.describe()).machines
            assert (found.machine_id, found.host_ref, found.running) == (machine.id, name, True)
            await backend.delete(machine, "op-delete")
            assert (driver.volumes(), driver.domains()) == before
        assert killed_at > 12

    before = driver.volumes(), driver.domains()
    driver.run(use)


def test_create_replaces_what_a_killed_attempt_left(driver: Driver) -> None:
    """Volumes without a domain are half written: they are made anew, not used: L1, G18."""
    machine = new_machine("killed")
    for name in (names.overlay_name(machine.id), names.seed_name(machine.id)):
        driver.host.virsh("vol-create-as", "default", name, "1M", "--format", "raw")
    driver.create(machine)
    assert (driver.host.pool_path / names.overlay_name(machine.id)).read_bytes()[:4] == b"QFI\xfb"
    seed = (driver.host.pool_path / names.seed_name(machine.id)).read_bytes()
    assert seed[16 * 2048 + 1 : 16 * 2048 + 6] == b"CD001"
    driver.delete(machine)


TEMPLATE = """<domain type='qemu'><title>{name}</title>
<os><type machine='pc'/></os><cpu mode='maximum'/><clock offset='localtime'/>
<devices><serial type='pty'><log file='/var/log/libvirt/qemu/{name}.log'/><target port='0'/></serial>
<disk device='disk'><driver cache='unsafe'/><target dev='vda'/></disk>
<interface type='user'><model type='virtio'/><boot order='1'/></interface></devices></domain>"""


@pytest.mark.real("simulated consoles are not logged to files")
def test_create_with_a_template(driver: Driver) -> None:
    """A template's wishes reach the running domain, and the schema refuses what libvirt would pass over."""
    machine = new_machine("template")
    name = driver.create(machine, domain_template=parse_template(TEMPLATE, "here"))
    root = ET.fromstring(driver.host.virsh("dumpxml", name))
    assert root.findtext("title") == name
    kind = root.find("os/type")
    assert kind is not None
    assert kind.get("machine", "").startswith("pc-i440fx")
    assert [interface.get("type") for interface in root.iterfind("devices/interface")] == ["user"]
    assert root.find("devices/disk/driver[@cache='unsafe']") is not None
    assert (driver.host.log_path / "qemu" / f"{name}.log").exists()
    driver.delete(machine)
    slip = parse_template("<domain><memoryBackin><hugepages/></memoryBackin></domain>", "here")
    with pytest.raises(BackendError, match="memoryBackin"):
        driver.create(machine, domain_template=slip)


def test_every_create_has_an_instance_id_of_its_own(driver: Driver) -> None:
    """cloud-init would skip a rebuilt disk whose instance id it knows: G19."""
    machine = new_machine("rebuilt")
    seeds = []
    for _ in range(2):
        driver.create(machine, "op-same")
        seed = (driver.host.pool_path / names.seed_name(machine.id)).read_bytes()
        seeds.append(seed[seed.index(b"instance-id: ") :].split(b"\n")[0])
        driver.delete(machine)
    assert seeds[0] != seeds[1]


def test_foreign_domains_are_never_touched(driver: Driver) -> None:
    """Untagged domains with odd names, and tags of other kinds, stay exactly as they are: L11."""
    odd = ["lab foreign; rm -rf $(x)", "l\u00e4b-\u673a\u5668", "bigfleet-mine-not"]
    for name in odd:
        define_foreign(
            driver, name, "<metadata><x:y xmlns:x='urn:other'><machineID>a</machineID></x:y></metadata>"
        )
    before = {name: driver.host.virsh("dumpxml", name) for name in odd}
    machine = new_machine("among-foreigners")
    driver.create(machine)
    answer = driver.run(lambda backend: backend.describe())
    assert [entry.machine_id for entry in answer.machines] == [machine.id]
    driver.delete(machine)
    assert {name: driver.host.virsh("dumpxml", name) for name in odd} == before
    for name in odd:
        driver.host.virsh("undefine", name)


def test_create_yields_to_a_foreign_domain_of_its_name(driver: Driver) -> None:
    """A name that is taken by someone else's domain fails the create, and that domain stays."""
    name = names.domain_name("op-taken")
    define_foreign(driver, name)
    before = driver.host.virsh("dumpxml", name)
    with pytest.raises(BackendError, match=r"defining|already exists|code 9"):
        driver.create(new_machine("taken"), "op-taken")
    assert driver.host.virsh("dumpxml", name) == before
    driver.host.virsh("undefine", name)


def test_two_domains_of_one_machine_are_an_error(driver: Driver) -> None:
    """Which of two is the machine cannot be told: neither is touched, and no third is made."""
    machine = new_machine("twins")
    element = bare_xml(Tag(machine.id))
    for name in ("twin-1", "twin-2"):
        define_foreign(driver, name)
        driver.host.virsh(
            "metadata", name, "https://bigfleet.dev/libvirt/v1", "--key", "bigfleet", "--set", element
        )
    before = driver.domains()
    with pytest.raises(BackendError, match="twin-1, twin-2 all carry"):
        driver.create(machine)
    with pytest.raises(BackendError, match="twin-1, twin-2 all carry"):
        driver.delete(machine)
    assert driver.domains() == before
    for name in ("twin-1", "twin-2"):
        driver.host.virsh("undefine", name)


def test_foreign_metadata_that_names_no_machine_blocks_nothing(driver: Driver) -> None:
    """An element with nothing in it claims nothing: the zone is complete, and Create works (L11)."""
    define_foreign(driver, "unclear")
    driver.host.virsh("metadata", "unclear", NAMESPACE, "--key", "bigfleet", "--set", "<bigfleet/>")
    before = driver.host.virsh("dumpxml", "unclear")
    machine = new_machine("beside")
    driver.create(machine)
    answer = driver.run(lambda backend: backend.describe())
    assert [(zone.name, zone.up, zone.complete) for zone in answer.zones] == [(ZONE, True, True)]
    assert machine.id in [one.machine_id for one in answer.machines]
    driver.delete(machine)
    assert driver.host.virsh("dumpxml", "unclear") == before
    driver.host.virsh("undefine", "unclear")


def test_domain_with_a_machines_uuid_and_no_machine_in_its_metadata_is_no_leftover(driver: Driver) -> None:
    """Its element was damaged by hand: no twin is made, and neither it nor its disks are touched."""
    machine = new_machine("damaged")
    name = driver.create(machine)
    driver.host.virsh(
        *("metadata", name, NAMESPACE, "--key", "bigfleet", "--set", "<bigfleet/>", "--live", "--config")
    )
    before = driver.volumes(), driver.domains()
    with pytest.raises(BackendError, match=r"has the UUID of .* but not its metadata"):
        driver.create(machine, "op-again")
    assert (driver.volumes(), driver.domains()) == before
    good = f"<bigfleet><machineID>{machine.id}</machineID></bigfleet>"
    driver.host.virsh("metadata", name, NAMESPACE, "--key", "bigfleet", "--set", good, "--live", "--config")
    driver.delete(machine)


def test_a_second_domain_of_one_machine_is_refused_by_libvirt(driver: Driver) -> None:
    """Two providers that both see no domain cannot both define one: the UUID is the machine's."""
    machine = new_machine("race")
    name = driver.create(machine)
    assert driver.host.virsh("domuuid", name).strip() == str(names.domain_uuid(machine.id))
    xml = driver.host.virsh("dumpxml", "--inactive", name).replace(f"<name>{name}<", "<name>other<")
    with pytest.raises(Exception, match="already defined with uuid"):
        driver.host.virsh("define", "/dev/stdin", stdin=xml)
    driver.delete(machine)


def test_many_machines_at_once_on_one_host(driver: Driver) -> None:
    """Concurrent creates and deletes of one host meet busy pools and each other, and all succeed: G13."""
    machines = [replace(new_machine(f"many-{number}"), memory_mib=64) for number in range(4)]

    async def use(backend: LibvirtBackend) -> None:
        made = await asyncio.gather(*(backend.create(machine, f"op-{machine.id}") for machine in machines))
        assert len(set(made)) == 4
        answer = await backend.describe()
        assert {entry.machine_id for entry in answer.machines if entry.running} == {
            machine.id for machine in machines
        }
        await asyncio.gather(*(backend.delete(machine, "op-delete") for machine in machines))

    driver.run(use)
