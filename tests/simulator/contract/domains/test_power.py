"""Domains that run: started, paused, saved, reset, destroyed; one run of QEMU serves many questions."""

from functools import partial

import pytest

import purevirt
from purevirt import Connection
from purevirt.rpc.gen import enums, remote
from tests.simulator.contract.daemon import (
    NO_FLAGS,
    NO_QEMU,
    NOT_THERE,
    OWN_WORDS,
    Daemon,
    defined,
    refused,
    started,
    text,
)

_State = enums.DomainState
_WRONG = "Requested operation is not valid: "


@pytest.mark.qemu(OWN_WORDS)
async def test_life_of_a_domain(conn: Connection, daemon: Daemon) -> None:
    """Started, paused, resumed, destroyed: each state has the reason of how it was reached."""
    domain = await defined(conn, daemon)
    running = await conn.domain_create_with_flags(domain, 0)
    assert running.id > 0
    assert running == await conn.domain_lookup_by_id(running.id)

    async def state() -> tuple[int, int]:
        found = await conn.domain_get_state(domain)
        return found.state, found.reason

    assert await state() == (_State.RUNNING, enums.DomainRunningReason.BOOTED)
    again = (55, 10, _WRONG + "domain is already running")
    assert await refused(conn.domain_create(domain)) == again
    assert await refused(conn.domain_resume(domain)) == again
    for _ in range(2):
        # the second time changes nothing, and is no error
        await conn.domain_suspend(domain)
    assert await state() == (_State.PAUSED, enums.DomainPausedReason.USER)
    off = (55, 10, _WRONG + "domain is not running")
    assert await refused(conn.domain_shutdown(domain)) == off
    await conn.domain_resume(domain)
    assert await state() == (_State.RUNNING, enums.DomainRunningReason.UNPAUSED)
    no_agent = (74, 10, "argument unsupported: QEMU guest agent is not configured")
    assert await refused(conn.domain_interface_addresses(domain, 1)) == no_agent
    await conn.domain_reset(domain)
    await conn.domain_reboot(domain)
    await conn.domain_shutdown_flags(domain, 1)
    assert await refused(conn.domain_rename(domain, "x")) == (55, 10, _WRONG + "cannot rename active domain")
    await conn.domain_destroy_flags(domain, 1)
    assert await state() == (_State.SHUTOFF, enums.DomainShutoffReason.DESTROYED)
    assert (await conn.domain_lookup_by_name(domain.name)).id == -1


@pytest.mark.qemu(NOT_THERE)
async def test_running_domain_in_numbers(conn: Connection, daemon: Daemon) -> None:
    """Lists, information, processors, jobs, agent and statistics of a domain that runs."""
    domain = await started(
        conn,
        daemon,
        "<vcpu current='1'>2</vcpu><devices><memballoon model='none'/>"
        "<channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel></devices>",
    )
    flags = enums.ConnectListAllDomainsFlags
    for flag, is_in in (
        (flags.ACTIVE, True),
        (flags.INACTIVE, False),
        (flags.RUNNING, True),
        (flags.PAUSED, False),
    ):
        assert (domain in (await conn.connect_list_all_domains(1, int(flag))).domains) is is_in
    assert domain.id in await conn.connect_list_domains(1000)
    assert domain.name not in await conn.connect_list_defined_domains(1000)
    assert await conn.connect_num_of_domains() >= 1
    info = await conn.domain_get_info(domain)
    assert (info.state, info.max_mem, info.memory, info.nr_virt_cpu) == (_State.RUNNING, 32768, 32768, 1)
    assert await conn.domain_get_vcpus_flags(domain, 1) == 1
    assert await conn.domain_get_vcpus_flags(domain, 1 | 4) == 2
    assert await conn.domain_get_max_vcpus(domain) == 2
    vcpus = await conn.domain_get_vcpus(domain, 2, 1)
    assert [(one.number, one.state) for one in vcpus.info] == [(0, enums.VcpuState.RUNNING)]
    assert len(vcpus.cpumaps) == 2
    job = await conn.domain_get_job_info(domain)
    assert (job.type, job.data_total) == (0, 0)
    assert (await conn.domain_get_job_stats(domain)).params == []
    control = await conn.domain_get_control_info(domain)
    assert (control.state, control.details) == (0, 0)
    assert await conn.domain_interface_addresses(domain, 0) == []
    no_agent = (86, 10, "Guest agent is not responding: QEMU guest agent is not connected")
    for call, *expected in (
        (conn.domain_abort_job(domain), 55, 10, _WRONG + "no job is active on the domain"),
        (conn.domain_interface_addresses(domain, 1), *no_agent),
        (
            conn.domain_interface_addresses(domain, 9),
            74,
            10,
            "argument unsupported: Unknown IP address data source 9",
        ),
        (
            conn.domain_interface_stats(domain, "vnet99"),
            8,
            20,
            "invalid argument: 'vnet99' is not a known interface",
        ),
        (
            conn.domain_get_block_info(domain, "vdz"),
            8,
            10,
            "invalid argument: invalid path vdz not assigned to domain",
        ),
        (
            conn.domain_block_resize(domain, "vdz", 1),
            8,
            10,
            "invalid argument: disk 'vdz' was not found in the domain config",
        ),
        (
            conn.domain_set_memory(domain, 16384),
            55,
            10,
            _WRONG + "Unable to change memory of active domain without the balloon device and guest OS "
            "balloon driver",
        ),
        (
            conn.domain_set_memory_flags(domain, 1 << 17, 1 | 4),
            55,
            10,
            _WRONG + "cannot resize the maximum memory on an active domain",
        ),
        (
            conn.domain_set_memory_flags(domain, 1 << 30, 0),
            8,
            10,
            "invalid argument: cannot set memory higher than max memory",
        ),
        (
            conn.domain_set_vcpus_flags(domain, 9, 1),
            8,
            10,
            (
                "invalid argument: requested vcpus is greater than max allowable vcpus for the live "
                "domain: 9 > 2"
            ),
        ),
        (
            conn.domain_set_vcpus_flags(domain, 4, 1 | 4),
            8,
            20,
            "Flag 'VIR_DOMAIN_AFFECT_CONFIG' is required by flag 'VIR_DOMAIN_VCPU_MAXIMUM'",
        ),
    ):
        assert await refused(call) == tuple(expected)
    (record,) = await conn.connect_get_all_domain_stats([domain], 1)
    assert record.dom == domain
    assert [(one.field, one.value) for one in record.params] == [
        ("state.state", (1, _State.RUNNING)),
        ("state.reason", (1, enums.DomainRunningReason.BOOTED)),
    ]
    (record,) = await conn.connect_get_all_domain_stats([domain], 0)
    kinds = {one.field: one.value[0] for one in record.params}
    wanted = {
        "cpu.time": 4,
        "cpu.user": 4,
        "cpu.system": 4,
        "balloon.current": 4,
        "balloon.maximum": 4,
        "balloon.rss": 4,
        "vcpu.current": 2,
        "vcpu.maximum": 2,
        "vcpu.0.state": 1,
        "vcpu.0.time": 4,
        "net.count": 2,
        "block.count": 2,
    }
    assert {name: kinds.get(name) for name in wanted} == wanted
    enforced = conn.connect_get_all_domain_stats([domain], 1 << 20, 1 << 31)
    unsupported = "argument unsupported: Stats types bits 0x100000 are not supported by this daemon or QEMU"
    assert await refused(enforced) == (74, 10, unsupported)


@pytest.mark.qemu(OWN_WORDS)
async def test_maps_of_processors_are_bounded(conn: Connection, daemon: Daemon) -> None:
    """What is refused, and by whom: too many, too long, none, and numbers below nothing."""
    domain = await started(conn, daemon)
    vcpus = partial(conn.domain_get_vcpus, domain)
    pins = partial(conn.domain_get_vcpu_pin_info, domain)
    emulator = partial(conn.domain_get_emulator_pin_info, domain)
    large = "internal error: maxinfo * maplen > REMOTE_CPUMAPS_MAX"
    below = "internal error: {} must be non-negative"
    pin_info = "in virDomainGetVcpuPinInfo must"
    for call, *expected in (
        (vcpus(16385, 1), 1, 7, "internal error: maxinfo > REMOTE_VCPUINFO_MAX"),
        (vcpus(16384, 513), 1, 7, large),
        (vcpus(2, 1 << 30), 1, 7, large),
        (vcpus(0, 5), 8, 20, "info in virDomainGetVcpus must not be NULL"),
        (vcpus(-1, 1), 1, 7, below.format("maxinfo")),
        (vcpus(1, -1), 1, 7, below.format("maxinfo")),
        (pins(16385, 1), 1, 7, "internal error: ncpumaps > REMOTE_VCPUINFO_MAX"),
        (pins(2, 1 << 30), 1, 7, large),
        (pins(0, 5), 8, 20, f"ncpumaps {pin_info} be greater than zero"),
        (pins(2, 0), 8, 20, f"cpumaps {pin_info} not be NULL"),
        (pins(-1, -1), 1, 7, below.format("ncpumaps")),
        (pins(1, -1), 1, 7, below.format("maplen")),
        (emulator(1 << 30), 39, 7, "Unable to encode message payload"),
        (emulator(0), 8, 20, "cpumap in virDomainGetEmulatorPinInfo must not be NULL"),
        (emulator(-1), 1, 7, below.format("maplen")),
    ):
        assert await refused(call) == tuple(expected)
    assert (await vcpus(2, 0)).cpumaps == b""
    assert len((await emulator(300)).cpumaps) == 300


@pytest.mark.qemu(OWN_WORDS)
async def test_managed_save(conn: Connection, daemon: Daemon) -> None:
    """A paused domain that is saved starts paused again, once; it cannot be undefined before."""
    domain = await defined(conn, daemon)
    off = (55, 20, _WRONG + "domain is not running")
    assert await refused(conn.domain_managed_save(domain)) == off
    path = f"/var/lib/libvirt/qemu/save/{domain.name}.save"
    missing = (38, 10, f"Failed to remove managed save file '{path}': No such file or directory")
    assert await refused(conn.domain_managed_save_remove(domain)) == missing
    nothing = (55, 10, _WRONG + "domain does not have managed save image")
    assert await refused(conn.domain_managed_save_get_xml_desc(domain)) == nothing
    await conn.domain_create_with_flags(domain, 1)
    await conn.domain_managed_save(domain)
    assert await conn.domain_has_managed_save_image(domain) == 1
    state = await conn.domain_get_state(domain)
    assert (state.state, state.reason) == (_State.SHUTOFF, enums.DomainShutoffReason.SAVED)
    flag = int(enums.ConnectListAllDomainsFlags.MANAGEDSAVE)
    assert domain in (await conn.connect_list_all_domains(1, flag)).domains
    kept = (55, 10, _WRONG + "Refusing to undefine while domain managed save image exists")
    assert await refused(conn.domain_undefine(domain)) == kept
    assert "<partition>/machine</partition>" in await conn.domain_managed_save_get_xml_desc(domain)
    await conn.domain_create(domain)
    state = await conn.domain_get_state(domain)
    assert (state.state, state.reason) == (_State.PAUSED, enums.DomainPausedReason.MIGRATION)
    assert await conn.domain_has_managed_save_image(domain) == 0


@pytest.mark.qemu(NO_FLAGS)
async def test_transient_domain(conn: Connection, daemon: Daemon) -> None:
    """It becomes persistent when it is defined, and is gone otherwise when it ends."""
    xml = daemon.xml(daemon.name())
    domain = await conn.domain_create_xml(xml, 1)
    state = await conn.domain_get_state(domain)
    assert (state.state, state.reason) == (_State.PAUSED, enums.DomainPausedReason.USER)
    assert await conn.domain_is_persistent(domain) == 0
    taken = f"operation failed: domain '{domain.name}' already exists with uuid {text(domain)}"
    assert await refused(conn.domain_create_xml(xml, 0)) == (9, 20, taken)
    same = daemon.xml(domain.name, f"<uuid>{text(domain)}</uuid>")
    await conn.domain_define_xml(same)
    assert await conn.domain_is_persistent(domain) == 1
    await conn.domain_undefine(domain)
    await conn.domain_destroy(domain)
    assert (await refused(conn.domain_lookup_by_uuid(domain.uuid))).code == 42


@pytest.mark.qemu(NO_FLAGS)
async def test_autodestroy(conn: Connection, daemon: Daemon) -> None:
    """A domain that belongs to a connection ends with it."""
    xml = daemon.xml(daemon.name())
    async with await purevirt.connect(daemon.uri) as other:
        domain = await other.domain_create_xml(xml, 1 | 2)
        assert await conn.domain_is_active(domain) == 1
        async with conn.events.domain_lifecycle(domain) as events:
            await other.close()
            async for event in events:
                assert isinstance(event, remote.DomainEventCallbackLifecycleMsg)
                if event.msg.event == enums.DomainEventType.STOPPED:
                    break
    assert (await refused(conn.domain_lookup_by_uuid(domain.uuid))).code == 42


@pytest.mark.qemu(NO_QEMU)
async def test_start_is_refused(conn: Connection, daemon: Daemon) -> None:
    """A disk and a network that are not there, flags that there are not; nothing is left of it."""
    disk = (
        "<devices><disk type='file'><driver name='qemu' type='qcow2'/><source file='/nowhere/x.qcow2'/>"
        "<target dev='vda' bus='virtio'/></disk></devices>"
    )
    where = "Cannot access storage file '/nowhere/x.qcow2' (as uid:0, gid:0): No such file or directory"
    net = "<devices><interface type='network'><source network='no-net'/></interface></devices>"
    no_net = "Network not found: no network with matching name 'no-net'"
    for more, *expected in ((disk, 38, 18, where), (net, 43, 19, no_net)):
        name = daemon.name()
        assert await refused(conn.domain_create_xml(daemon.xml(name, more), 0)) == tuple(expected)
        assert (await refused(conn.domain_lookup_by_name(name))).code == 42
    domain = await defined(conn, daemon)
    for call, function in (
        (conn.domain_create_with_flags(domain, 1 << 20), "qemuDomainCreateWithFlags"),
        (conn.domain_destroy_flags(domain, 1 << 20), "qemuDomainDestroyFlags"),
        (conn.domain_shutdown_flags(domain, 0x6300), "qemuDomainShutdownFlags"),
        (conn.domain_reboot(domain, 1 << 20), "qemuDomainReboot"),
    ):
        refusal = await refused(call)
        assert refusal[:2] == (8, 10)
        assert refusal.message.endswith(f"in function {function}")
