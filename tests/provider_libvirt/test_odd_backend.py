"""Roll-back, refusals and bounds of the backend itself, on scripted hosts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Literal, Self, cast

import pytest

from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import creation, names
from purevirt.provider.libvirt.agent_lanes import MAX_PROMPT
from purevirt.provider.libvirt.backend import (
    MAX_WORKERS_PER_HOST,
    LibvirtBackend,
    LibvirtBackendConfig,
)
from purevirt.provider.libvirt.creation import Creation
from purevirt.provider.libvirt.deletion import delete
from purevirt.provider.libvirt.domains import Domains
from purevirt.provider.libvirt.hosts import HostUnavailable, OutcomeUnknown
from purevirt.provider.libvirt.volumes import Volumes
from purevirt.provider.secret import Secret
from purevirt.rpc.gen.remote import Domain, StoragePool, StorageVol
from tests.provider_libvirt.conftest import new_machine
from tests.provider_libvirt.odd_host import (
    DOMAIN,
    RUNNING,
    OddHost,
    failure,
    state,
)

CONFIG = LibvirtBackendConfig(provider="libvirt", zones={"z1": "qemu:///system"}, image="golden.qcow2")


def creation_on(host: OddHost, **changes: object) -> Creation:
    """Return a creation on an odd host."""
    config = replace(CONFIG, **changes)  # type: ignore[arg-type]  # the test's to get right
    return Creation(
        config, host.host, Domains(host.host), Volumes(host.host, "default"), new_machine("odd"), "op"
    )


@pytest.mark.parametrize(
    ("error", "undone"),
    [
        (failure(1), False),
        (BackendError("no"), False),
        (HostUnavailable("down"), False),
        (OutcomeUnknown("lost"), True),
    ],
)
async def test_roll_back_covers_what_may_have_been_made(error: Exception, undone: bool) -> None:
    """What the host refused was not made; what was lost on the way may have been: exact roll-back."""
    attempt = creation_on(OddHost())
    removed = []

    async def make() -> None:
        raise error

    async def undo() -> None:
        removed.append("thing")

    with pytest.raises(type(error)):
        await attempt._made("thing", make(), undo)
    await attempt.roll_back()
    assert removed == (["thing"] if undone else [])


async def test_roll_back_goes_on_after_a_failure_and_is_bounded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Last made is removed first; what cannot be removed is logged and stops nothing else."""
    attempt = creation_on(OddHost())
    removed = []

    async def make() -> None:
        pass

    def undo(name: str, error: Exception | None = None) -> Callable[[], Awaitable[None]]:
        async def run() -> None:
            removed.append(name)
            if error is not None:
                raise error

        return run

    for name, error in (("first", None), ("second", failure(38)), ("third", BackendError("no"))):
        await attempt._made(name, make(), undo(name, error))
    await attempt.roll_back()
    assert removed == ["third", "second", "first"]
    assert capsys.readouterr().out.count("not_rolled_back") == 2

    async def hang() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(creation, "ROLL_BACK_S", 0.01)
    await attempt._made("stuck", make(), hang)
    await attempt.roll_back()
    assert "took too long" in capsys.readouterr().out


async def test_create_of_a_machine_without_a_size_is_refused() -> None:
    """A machine found on a host whose slot is gone can be reaped, not made."""
    host = OddHost(connect_list_all_domains=SimpleNamespace(domains=[]))
    machine = replace(new_machine("slotless"), vcpu=0, memory_mib=0)
    attempt = Creation(CONFIG, host.host, Domains(host.host), Volumes(host.host, "default"), machine, "op")
    with pytest.raises(BackendError, match="size is not known"):
        await attempt.run()


async def test_create_spares_the_volumes_of_a_domain_that_lost_its_metadata() -> None:
    """A domain with the machine's UUID and no tag is not ours to touch; its disks are no leftovers."""

    class Streaming(OddHost):
        def stream(self) -> ImageHead:
            return ImageHead()

    host = Streaming(
        connect_list_all_domains=SimpleNamespace(domains=[DOMAIN]),
        domain_get_metadata=failure(80),
        domain_lookup_by_uuid=DOMAIN,
        storage_vol_download=None,
        storage_pool_lookup_by_name=StoragePool("default", bytes(16)),
        storage_vol_lookup_by_name=StorageVol("default", "golden.qcow2", "/p/golden.qcow2"),
        storage_vol_get_xml_desc=(
            "<volume><capacity>512</capacity><target><path>/p/golden.qcow2</path></target></volume>"
        ),
        connect_get_domain_capabilities=(
            "<domainCapabilities><domain>kvm</domain><arch>x86_64</arch></domainCapabilities>"
        ),
    )
    with pytest.raises(BackendError, match=r"domain bigfleet-x has the UUID of .*but not its metadata"):
        await creation_on(host).run()
    assert "storage_vol_delete" not in host.names()
    assert ("domain_lookup_by_uuid", (names.domain_uuid(new_machine("odd").id).bytes,)) in host.called


class ImageHead:
    """A download of the first bytes of an image that is raw."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exc: object) -> None:
        pass

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield bytes(32)


async def test_a_host_that_sends_more_of_a_volume_than_was_asked_for() -> None:
    """It could do so for ever; it is left at the first byte too many."""

    class Endless(ImageHead):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield bytes(512)
            yield bytes(1)
            pytest.fail("it was read on")

    class Streaming(OddHost):
        def stream(self) -> ImageHead:
            return Endless()

    host = Streaming(
        storage_vol_download=None,
        storage_pool_lookup_by_name=StoragePool("default", bytes(16)),
        storage_vol_lookup_by_name=StorageVol("default", "golden.qcow2", "/p/golden.qcow2"),
        storage_vol_get_xml_desc="<volume><capacity>512</capacity></volume>",
    )
    with pytest.raises(
        BackendError, match=r"golden\.qcow2: the host sends more than the 512 bytes asked for"
    ):
        await Volumes(host.host, "default").golden("golden.qcow2")


@pytest.mark.parametrize(
    ("wanted", "offered", "used"),
    [("auto", "kvm", "kvm"), ("auto", "qemu", "qemu"), ("qemu", "kvm", "qemu"), ("kvm", "kvm", "kvm")],
)
async def test_virt_type_is_the_best_or_the_wanted_one(wanted: str, offered: str, used: str) -> None:
    """auto takes what the host offers; a wish is a wish."""
    capabilities = f"<domainCapabilities><domain>{offered}</domain><arch>x86_64</arch></domainCapabilities>"
    attempt = creation_on(OddHost(connect_get_domain_capabilities=capabilities), virt_type=wanted)
    assert (await attempt._virtualization()).virt_type == used


async def test_virt_type_kvm_without_kvm_is_refused() -> None:
    """A wish that cannot be met is told with its cure."""
    capabilities = "<domainCapabilities><domain>qemu</domain><arch>x86_64</arch></domainCapabilities>"
    attempt = creation_on(OddHost(connect_get_domain_capabilities=capabilities), virt_type="kvm")
    with pytest.raises(BackendError, match="--virt-type kvm, but the host offers qemu"):
        await attempt._virtualization()


async def test_delete_spares_the_golden_volume_whatever_its_name() -> None:
    """An image with a name like ours, attached to our domain by hand, is still the image."""
    machine = new_machine("m")
    paths = {"/p/bigfleet-golden": "bigfleet-golden", "/p/bigfleet-old.iso": "bigfleet-old.iso"}
    disks = "".join(f"<disk><source file='{path}'/></disk>" for path in paths)

    class Pool(OddHost):
        async def storage_vol_lookup_by_path(self, path: str) -> StorageVol:
            return StorageVol("default", paths[path], path)

        async def storage_vol_lookup_by_name(self, pool: StoragePool, name: str) -> StorageVol:
            return StorageVol(pool.name, name, f"/p/{name}")

    host = Pool(
        connect_list_all_domains=SimpleNamespace(domains=[DOMAIN]),
        domain_get_metadata=f"<bigfleet><machineID>{machine.id}</machineID></bigfleet>",
        domain_get_xml_desc=f"<domain><devices>{disks}</devices></domain>",
        domain_destroy=None,
        domain_undefine_flags=None,
        storage_pool_lookup_by_name=StoragePool("default", bytes(16)),
        storage_pool_list_all_volumes=SimpleNamespace(vols=[]),
        storage_vol_delete=None,
    )
    await delete(Domains(host.host), Volumes(host.host, "default"), machine, "bigfleet-golden")
    deleted = {
        cast("StorageVol", arguments[0]).name
        for name, arguments in host.called
        if name == "storage_vol_delete"
    }
    assert deleted == {"bigfleet-old.iso", names.overlay_name(machine.id), names.seed_name(machine.id)}


@pytest.mark.parametrize("changes", [{"zones": {}}, {"image": ""}])
async def test_backend_refuses_to_start_without_host_or_image(changes: dict[str, object]) -> None:
    """What no retry can heal is told at the start."""
    with pytest.raises(BackendError, match=r"--connect|--image"):
        async with LibvirtBackend(replace(CONFIG, **changes)):  # type: ignore[arg-type]  # the test's to get right
            pass


async def test_machine_of_a_zone_without_host_is_refused() -> None:
    """A zone that is no longer configured is named."""
    backend = LibvirtBackend(CONFIG)
    machine = replace(new_machine("lost"), zone="z9")
    with pytest.raises(BackendError, match="zone z9 has no host"):
        await backend.delete(machine, "op")


async def test_configure_of_a_vanished_machine_says_so() -> None:
    """A domain undefined behind our back fails the operation that needs it."""
    backend = LibvirtBackend(CONFIG)
    host = OddHost(connect_list_all_domains=SimpleNamespace(domains=[]))
    backend._zones["z1"].domains = Domains(host.host)
    with pytest.raises(BackendError, match="no domain carries machine"):
        await backend.configure(replace(new_machine("gone"), zone="z1"), "c", Secret(b""), "op")


async def test_cluster_id_that_cannot_be_recorded_is_refused_before_the_hook_runs() -> None:
    """A binding that libvirt could not store must not be found out after the node has joined."""
    backend = LibvirtBackend(CONFIG)
    with pytest.raises(BackendError, match="cannot be stored"):
        await backend.configure(new_machine("m"), "bad\x01id", Secret(b""), "op")


async def test_drain_gives_up_on_an_agent_that_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest without a living agent cannot be drained, which is an error after a bounded time."""
    monkeypatch.setattr("purevirt.provider.libvirt.backend.AGENT_WAIT_S", 0.01)
    machine = new_machine("deaf")
    tag = f"<bigfleet><machineID>{machine.id}</machineID></bigfleet>"
    host = OddHost(
        connect_list_all_domains=SimpleNamespace(domains=[DOMAIN]),
        domain_get_metadata=tag,
        domain_get_state=state(RUNNING),
        qemu_domain_agent_command=failure(86),
    )
    backend = LibvirtBackend(CONFIG)
    zone = backend._zones["z1"]
    zone.host, zone.domains = host.host, Domains(host.host)
    with pytest.raises(BackendError, match=r"agent did not answer within 0\.01 s"):
        await backend.drain(machine, 30, "op")


async def test_failures_of_the_host_become_backend_errors() -> None:
    """The engine sees one kind of failure, with zone, machine and code."""
    host = OddHost(connect_list_all_domains=failure(38))
    backend = LibvirtBackend(CONFIG)
    backend._zones["z1"].domains = Domains(host.host)
    with pytest.raises(BackendError, match=r"zone z1: deleting libvirt/.*/m: no \(libvirt code 38\)"):
        await backend.delete(new_machine("m"), "op")


async def test_hanging_agents_leave_slots_of_their_connection_free() -> None:
    """Of the four calls that a daemon takes at once, guests that hang hold at most two: K8."""
    machines = [new_machine(f"hanging-{number}") for number in range(6)]
    asked: list[str] = []

    class Hanging(OddHost):
        async def domain_get_metadata(self, domain: Domain, *_arguments: object) -> str:
            return f"<bigfleet><machineID>{domain.name}</machineID></bigfleet>"

        async def qemu_domain_agent_command(self, domain: Domain, *_arguments: object) -> str:
            asked.append(domain.name)
            await asyncio.Event().wait()
            raise AssertionError

    host = Hanging(
        connect_list_all_domains=SimpleNamespace(
            domains=[Domain(machine.id, bytes([number] * 16), 1) for number, machine in enumerate(machines)]
        ),
        domain_get_state=state(RUNNING),
    )
    backend = LibvirtBackend(CONFIG)
    zone = backend._zones["z1"]
    zone.host, zone.domains = host.host, Domains(host.host)
    zone.agents._prompt = door = Door(MAX_PROMPT, len(machines))
    tasks = [asyncio.create_task(backend.configure(m, "c", Secret(b""), "op")) for m in machines]
    await door.all_arrived.wait()
    assert len(asked) == 2
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends)


async def test_creates_and_deletes_on_one_host_are_bounded() -> None:
    """A hundred machines at once are not a hundred volumes at once: the others wait for their turn."""
    machines = [new_machine(f"many-{number}") for number in range(10)]
    asked: list[None] = []

    class Slow(OddHost):
        async def connect_list_all_domains(self, *_arguments: object, **_named: object) -> object:
            asked.append(None)
            return await asyncio.Event().wait()

    host = Slow()
    backend = LibvirtBackend(CONFIG)
    zone = backend._zones["z1"]
    zone.host, zone.domains = host.host, Domains(host.host)
    zone.workers = door = Door(MAX_WORKERS_PER_HOST, 2 * len(machines))
    tasks = [asyncio.create_task(backend.create(machine, "op")) for machine in machines]
    tasks += [asyncio.create_task(_none(backend.delete(machine, "op"))) for machine in machines]
    await door.all_arrived.wait()
    assert len(asked) == 8
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends)


async def _none(deleting: Awaitable[None]) -> str:
    await deleting
    return ""


class Door(asyncio.Semaphore):
    """A semaphore that tells when so many have come to it."""

    def __init__(self, value: int, expected: int) -> None:
        super().__init__(value)
        self.all_arrived = asyncio.Event()
        self._missing = expected

    async def acquire(self) -> Literal[True]:
        self._missing -= 1
        if self._missing == 0:
            self.all_arrived.set()
        return await super().acquire()
