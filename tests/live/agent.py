"""A real guest's agent, its monitor and its devices."""

import asyncio
import json

from purevirt.rpc.gen import remote
from purevirt.rpc.gen.enums import DomainEventID
from purevirt.rpc.gen.error_codes import ErrorNumber
from tests.live.guest import GUEST
from tests.live.live import PATIENCE_S, Live
from tests.live.plain import fields, large, parameters, plain
from tests.live.query import CONNECTION, HELPERS, QEMU

_OWN = CONNECTION.lookupByName(GUEST)
_LIVE = 1
_FROM_LEASE, _FROM_AGENT = 0, 1
_USERS, _OS, _HOSTNAME = 1, 2, 8
_AS_TEXT = 1
_DIRTY_RATE = 1 << 9
_BOOT_BYTES = 0x7C00
_PHYSICAL = 2
_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPurevirtPurevirtPurevirtPurevirtPurevirtAB pv"
_RNG = "<rng model='virtio'><backend model='random'>/dev/urandom</backend></rng>"


async def inside_guest(live: Live) -> None:
    """What the guest agent tells and does."""
    conn, by_name = live.conn, _OWN
    dom = await conn.domain_lookup_by_name(GUEST)
    ping = '{"execute":"guest-ping"}'
    await live.reads(conn.qemu_domain_agent_command(dom, ping, 5), QEMU.qemuAgentCommand(by_name, ping, 5, 0))
    wrong = '{"execute":"guest-nonsense"}'
    await live.refused(
        conn.qemu_domain_agent_command(dom, wrong, 5), QEMU.qemuAgentCommand(by_name, wrong, 5, 0)
    )
    await live.reads(conn.domain_get_hostname(dom), by_name.hostname())
    await live.reads(conn.domain_get_fsinfo(dom), by_name.fsInfo(), _file_systems)
    await live.reads(
        conn.domain_get_guest_info(dom, _USERS | _OS | _HOSTNAME), by_name.guestInfo(_USERS | _OS | _HOSTNAME)
    )
    await live.reads(
        conn.domain_interface_addresses(dom, _FROM_AGENT), by_name.interfaceAddresses(_FROM_AGENT), _addresses
    )
    await live.does(
        conn.domain_set_time(dom, 1_500_000_000, 0), by_name.getTime(), 1_500_000_000 // 600, _ten_minutes
    )
    await live.reads(
        conn.domain_get_time(dom),
        by_name.getTime(),
        # A clock goes on; a guest's answer takes less than the rest of the span.
        lambda now: now.seconds // 600,
        expect=_ten_minutes,
    )
    await live.reads(conn.domain_get_guest_vcpus(dom), by_name.guestVcpus())
    await live.does(
        conn.domain_set_guest_vcpus(dom, "1", 0), by_name.guestVcpus(), "0", lambda vcpus: vcpus["online"]
    )
    await conn.domain_set_guest_vcpus(dom, "1", 1)
    async with live.comparing():
        assert await conn.domain_fsfreeze(dom, []) == 1 == await live.ask(by_name.fsThaw())
        assert await live.ask(by_name.fsFreeze()) == 1 == await conn.domain_fsthaw(dom, [])
    await live.accepted(conn.domain_fstrim(dom, None, 0), by_name.fSTrim(None, 0))
    await live.reads(
        conn.domain_agent_set_response_timeout(dom, 30), by_name.agentSetResponseTimeout(30), twin=False
    )
    # The lab's guest has no passwd.
    await live.refused(
        conn.domain_set_user_password(dom, "root", "pv"), by_name.setUserPassword("root", "pv")
    )
    await live.does(
        conn.domain_authorized_ssh_keys_set(dom, "root", [_KEY]), by_name.authorizedSSHKeysGet("root"), [_KEY]
    )
    await live.reads(conn.domain_authorized_ssh_keys_get(dom, "root"), by_name.authorizedSSHKeysGet("root"))


def _file_systems(reply: remote.DomainGetFsinfoRet) -> list[object]:
    return [[one.mountpoint, one.name, one.fstype, one.dev_aliases] for one in reply.info]


def _addresses(interfaces: list[remote.DomainInterface]) -> dict[str, object]:
    return {
        one.name: {
            "hwaddr": one.hwaddr,
            "addrs": [{"type": at.type, "addr": at.addr, "prefix": at.prefix} for at in one.addrs] or None,
        }
        for one in interfaces
    }


def _ten_minutes(now: dict[str, int]) -> int:
    return now["seconds"] // 600


async def outside_guest(live: Live) -> None:
    """The guest as QEMU and the host see it: monitor, threads, memory, interface."""
    conn, by_name = live.conn, _OWN
    dom = await conn.domain_lookup_by_name(GUEST)
    status = '{"execute":"query-status"}'
    await live.reads(
        conn.qemu_domain_monitor_command(dom, status),
        QEMU.qemuMonitorCommand(by_name, status, 0),
        _returned,
        expect=_returned,
    )
    await live.reads(
        conn.qemu_domain_monitor_command(dom, "info status", _AS_TEXT),
        QEMU.qemuMonitorCommand(by_name, "info status", _AS_TEXT),
    )
    await live.reads(
        conn.qemu_domain_monitor_command_with_files(dom, status),
        QEMU.qemuMonitorCommandWithFiles(by_name, status),
        _returned,
        expect=lambda answer: _returned(answer[0]),
    )
    await live.does(conn.domain_add_iothread(dom, 3, _LIVE), by_name.ioThreadInfo(_LIVE), 1, len)
    polling = [large("poll_max_ns", 4000)]
    await live.does(
        conn.domain_set_iothread_params(dom, 3, polling, _LIVE),
        QEMU.qemuMonitorCommand(by_name, '{"execute":"query-iothreads"}', 0),
        4000,
        lambda answer: json.loads(answer)["return"][0]["poll-max-ns"],
    )
    await live.does(conn.domain_del_iothread(dom, 3, _LIVE), by_name.ioThreadInfo(_LIVE), [])
    await live.reads(
        conn.domain_memory_peek(dom, _BOOT_BYTES, 64, _PHYSICAL),
        by_name.memoryPeek(_BOOT_BYTES, 64, _PHYSICAL),
    )
    async with conn.listen() as events, live.comparing(), asyncio.timeout(PATIENCE_S):
        callback = await conn.connect_domain_event_callback_register_any(DomainEventID.BALLOON_CHANGE, dom)
        await conn.domain_set_memory_flags(dom, 120_000, _LIVE)
        # The guest gives the memory back bit by bit.
        while fields((await anext(events)).message) != [callback, [plain(dom), 120_000]]:
            pass
        assert (await live.ask(by_name.memoryStats()))["actual"] == 120_000
    await live.reads(conn.domain_get_perf_events(dom), by_name.perfEvents())
    await live.reads(
        conn.domain_get_control_info(dom),
        by_name.controlInfo(),
        lambda info: info.state,
        lambda info: info[0],
    )
    await live.reads(conn.domain_get_messages(dom), by_name.messages())
    await live.refused(conn.domain_get_cpu_stats(dom, 0, -1, 1), by_name.getCPUStats(True))
    await live.refused(conn.domain_get_scheduler_type(dom), by_name.schedulerType())
    await live.accepted(conn.domain_send_key(dom, 0, 50, [30]), by_name.sendKey(0, 50, [30], 1))
    await live.accepted(conn.domain_inject_nmi(dom), by_name.injectNMI())
    await live.reads(
        conn.connect_get_all_domain_stats([dom], 1),
        CONNECTION.domainListGetStats([by_name], 1),
        lambda records: [[plain(one.dom), parameters(one.params)] for one in records],
    )
    await live.does(
        conn.domain_start_dirty_rate_calc(dom, 1),
        CONNECTION.domainListGetStats([by_name], _DIRTY_RATE),
        1,
        lambda records: records[0][1].get("dirtyrate.calc_period"),
    )
    await live.refused(conn.domain_open_graphics_fd(dom, 0), by_name.openGraphicsFD(0))
    await live.refused(conn.domain_pm_suspend_for_duration(dom, 9, 0), by_name.pMSuspendForDuration(9, 0))
    await live.refused(conn.domain_pm_wakeup(dom), by_name.pMWakeup())
    await live.refused(conn.domain_send_process_signal(dom, 1, 9), by_name.sendProcessSignal(1, 9))


def _returned(answer: str) -> object:
    """Return what a monitor's answer says; its id is that of the one question."""
    return json.loads(answer)["return"]


async def migration_settings(live: Live) -> None:
    """What a migration would be held to, and that none is under way."""
    conn, by_name = live.conn, _OWN
    dom = await conn.domain_lookup_by_name(GUEST)
    await live.does(conn.domain_migrate_set_max_downtime(dom, 500), by_name.migrateGetMaxDowntime(), 500)
    await live.reads(conn.domain_migrate_get_max_downtime(dom), by_name.migrateGetMaxDowntime())
    await live.does(conn.domain_migrate_set_max_speed(dom, 100), by_name.migrateGetMaxSpeed(), 100)
    await live.reads(conn.domain_migrate_get_max_speed(dom), by_name.migrateGetMaxSpeed())
    await live.does(
        conn.domain_migrate_set_compression_cache(dom, 1 << 25), by_name.migrateGetCompressionCache(), 1 << 25
    )
    await live.reads(conn.domain_migrate_get_compression_cache(dom), by_name.migrateGetCompressionCache())
    await live.refused(conn.domain_migrate_start_post_copy(dom), by_name.migrateStartPostCopy())


async def guest_devices(live: Live) -> None:
    """A device that is plugged in, counters of the interface, the console."""
    conn, by_name = live.conn, _OWN
    dom = await conn.domain_lookup_by_name(GUEST)
    await live.does(
        conn.domain_attach_device(dom, _RNG), by_name.XMLDesc(), 2, lambda xml: xml.count("<rng ")
    )
    await live.reads(
        conn.domain_interface_stats(dom, "vnet0"),
        by_name.interfaceStats("vnet0"),
        # Packets may come meanwhile.
        lambda stats: [len(fields(stats)), stats.rx_errs, stats.tx_errs],
        expect=lambda stats: [len(stats), stats[2], stats[6]],
    )
    await live.refused(conn.domain_interface_stats(dom, "nonsense"), by_name.interfaceStats("nonsense"))
    async with live.comparing(), conn.stream() as console:
        await conn.domain_open_console(console, dom, None)
        taken = await live.ask(HELPERS.opens_console(by_name))
        assert taken[:1] == [ErrorNumber.OPERATION_FAILED]
        await console.write(b"\n")
        async with asyncio.timeout(PATIENCE_S):
            assert await console.read()
        await console.abort()
        assert await live.ask(HELPERS.opens_console(by_name)) is True


async def monitor_events(live: Live) -> None:
    """QEMU's own events, as the daemon passes them on when asked to."""
    conn = live.conn
    dom = await conn.domain_lookup_by_name(GUEST)
    async with conn.listen() as events, live.comparing():
        callback = await conn.qemu_connect_domain_monitor_event_register(dom, "STOP")
        await live.ask(_OWN.suspend())
        async with asyncio.timeout(PATIENCE_S):
            event = await anext(events)
        assert fields(event.message)[:3] == [callback, plain(dom), "STOP"]
        await conn.qemu_connect_domain_monitor_event_deregister(callback)
    await live.does(conn.domain_resume(dom), _OWN.state(), 1, lambda state: state[0])
