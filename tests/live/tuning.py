"""Domains of the test driver: memory, processors, parameters of every kind, metadata."""

from purevirt.errors import NoDomainMetadata
from purevirt.rpc.gen import remote
from tests.live.lifecycle import domain_xml
from tests.live.live import Live
from tests.live.plain import boolean, integer, large, parameters, plain, text, unsigned
from tests.live.query import CONNECTION

_LIVE, _CONFIG, _MAXIMUM = 1, 2, 4
_STATS = (
    *("swap_in", "swap_out", "major_fault", "minor_fault", "unused", "available", "actual", "rss"),
    *("usable", "last_update", "disk_caches", "hugetlb_pgalloc", "hugetlb_pgfail"),
)
_TEST = CONNECTION.lookupByName("test")
_STRINGS_TOO = 4
_DESCRIPTION, _TITLE, _ELEMENT = range(3)
_APP = "https://example.org/app"


async def memory(live: Live) -> None:
    """Sizes in KiB, limits, statistics and a look inside."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-memory")
    dom = await conn.domain_define_xml(domain_xml("pv-memory", devices="<memballoon model='virtio'/>"))
    await live.does(conn.domain_set_max_memory(dom, 131072), by_name.maxMemory(), 131072)
    await conn.domain_create(dom)
    await live.does(conn.domain_set_memory(dom, 32768), by_name.info(), 32768, _current_memory)
    await live.does(conn.domain_set_memory_flags(dom, 49152, _LIVE), by_name.info(), 49152, _current_memory)
    limits = [large("hard_limit", 300000), large("soft_limit", 200000)]
    await live.does(
        conn.domain_set_memory_parameters(dom, limits, _LIVE),
        by_name.memoryParameters(_LIVE),
        {"hard_limit": 300000, "soft_limit": 200000, "swap_hard_limit": 9007199254740991},
    )
    await live.reads(
        conn.domain_get_memory_parameters(dom, 0, _LIVE),
        by_name.memoryParameters(_LIVE),
        lambda reply: reply.nparams,
        len,
    )
    await live.reads(
        conn.domain_get_memory_parameters(dom, 3, _LIVE),
        by_name.memoryParameters(_LIVE),
        lambda reply: parameters(reply.params),
    )
    await live.accepted(conn.domain_set_memory_stats_period(dom, 10), by_name.setMemoryStatsPeriod(10))
    await live.reads(
        conn.domain_memory_stats(dom, 20),
        by_name.memoryStats(),
        lambda stats: {_STATS[stat.tag]: stat.val for stat in stats},
    )
    await live.reads(conn.domain_memory_peek(dom, 250, 16, 2), by_name.memoryPeek(250, 16, 2))
    await conn.domain_destroy(dom)
    await conn.domain_undefine(dom)


async def processors(live: Live) -> None:
    """Virtual CPUs, pinning, I/O threads."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-cpu")
    dom = await conn.domain_define_xml(domain_xml("pv-cpu"))
    await live.does(
        conn.domain_set_vcpus_flags(dom, 4, _CONFIG | _MAXIMUM), by_name.vcpusFlags(_CONFIG | _MAXIMUM), 4
    )
    await live.reads(conn.domain_get_vcpus_flags(dom, _CONFIG), by_name.vcpusFlags(_CONFIG))
    await conn.domain_create(dom)
    await live.does(conn.domain_set_vcpus(dom, 3), by_name.vcpusFlags(_LIVE), 3)
    pins = by_name.vcpuPinInfo(_LIVE)
    await live.does(conn.domain_pin_vcpu(dom, 1, b"\x02"), pins, _bits(b"\x02"), lambda maps: maps[1])
    await live.does(conn.domain_pin_vcpu_flags(dom, 0, b"\x04"), pins, _bits(b"\x04"), lambda maps: maps[0])
    await live.reads(
        conn.domain_get_vcpu_pin_info(dom, 3, 1, _LIVE), pins, lambda reply: _maps(reply.cpumaps)
    )
    await live.reads(conn.domain_get_vcpus(dom, 3, 1), by_name.vcpus(), _vcpus, _without_time)
    await live.does(
        conn.domain_pin_emulator(dom, b"\x02", _LIVE), by_name.emulatorPinInfo(_LIVE), _bits(b"\x02")
    )
    await live.reads(
        conn.domain_get_emulator_pin_info(dom, 1, _LIVE),
        by_name.emulatorPinInfo(_LIVE),
        lambda reply: _bits(reply.cpumaps),
    )
    await live.reads(
        conn.domain_get_cpu_stats(dom, 0, -1, 1),
        by_name.getCPUStats(True),
        lambda reply: reply.nparams,
        lambda total: len(total[0]),
    )
    await live.reads(
        conn.domain_get_cpu_stats(dom, 3, -1, 1),
        by_name.getCPUStats(True),
        lambda reply: [plain(reply.params)],
    )
    await live.does(
        conn.domain_add_iothread(dom, 7, _LIVE),
        by_name.ioThreadInfo(_LIVE),
        [7],
        lambda threads: [number for number, _ in threads],
    )
    await live.does(
        conn.domain_pin_iothread(dom, 7, b"\x04", _LIVE),
        by_name.ioThreadInfo(_LIVE),
        [[7, _bits(b"\x04")]],
    )
    await live.reads(
        conn.domain_get_iothread_info(dom, _LIVE),
        by_name.ioThreadInfo(_LIVE),
        lambda reply: [[thread.iothread_id, _bits(thread.cpumap)] for thread in reply.info],
    )
    polling = [large("poll_max_ns", 4000)]
    await live.accepted(
        conn.domain_set_iothread_params(dom, 7, polling, _LIVE),
        by_name.setIOThreadParams(7, {"poll_max_ns": 4000}, _LIVE),
    )
    await live.does(conn.domain_del_iothread(dom, 7, _LIVE), by_name.ioThreadInfo(_LIVE), [])
    await conn.domain_destroy(dom)
    await conn.domain_undefine(dom)


async def schedules(live: Live) -> None:
    """Scheduler, block, NUMA and performance parameters, each set by us and read by both."""
    conn, by_name = live.conn, _TEST
    dom = await conn.domain_lookup_by_name("test")
    await live.reads(
        conn.domain_get_scheduler_type(dom),
        by_name.schedulerType(),
        lambda reply: [reply.type, reply.nparams],
    )
    await live.reads(conn.domain_get_scheduler_parameters(dom, 1), by_name.schedulerParameters())
    # The daemon adds a flag that the test driver does not know.
    await live.refused(conn.domain_get_scheduler_parameters_flags(dom, 1), by_name.schedulerParametersFlags())
    weight = [unsigned("weight", 50)]
    await live.accepted(
        conn.domain_set_scheduler_parameters(dom, weight), by_name.setSchedulerParameters({"weight": 50})
    )
    nodes = [text("numa_nodeset", "1"), integer("numa_mode", 0)]
    await live.does(
        conn.domain_set_numa_parameters(dom, nodes, _LIVE),
        by_name.numaParameters(_LIVE),
        {"numa_mode": 0, "numa_nodeset": "1"},
    )
    await live.reads(
        conn.domain_get_numa_parameters(dom, 2, _LIVE | _STRINGS_TOO),
        by_name.numaParameters(_LIVE),
        lambda reply: parameters(reply.params),
    )
    await live.does(
        conn.domain_set_blkio_parameters(dom, [unsigned("weight", 500)], _LIVE),
        by_name.blkioParameters(_LIVE),
        500,
        lambda params: params["weight"],
    )
    await live.reads(
        conn.domain_get_blkio_parameters(dom, 6, _LIVE | _STRINGS_TOO),
        by_name.blkioParameters(_LIVE),
        lambda reply: parameters(reply.params),
    )
    await live.does(
        conn.domain_set_perf_events(dom, [boolean("cmt", value=True)], _LIVE),
        by_name.perfEvents(_LIVE),
        True,
        lambda events: events["cmt"],
    )
    await live.reads(conn.domain_get_perf_events(dom, _LIVE), by_name.perfEvents(_LIVE))


async def devices(live: Live) -> None:
    """Throttling and counters of the disk and the interface."""
    conn, by_name = live.conn, _TEST
    dom = await conn.domain_lookup_by_name("test")
    rate, top_rate = (
        large("total_bytes_sec", 500000),
        large("total_bytes_sec_max", 600000),
    )
    await live.refused(
        conn.domain_set_block_io_tune(dom, "vda", [rate], _LIVE),
        by_name.setBlockIoTune("vda", {"total_bytes_sec": 500000}, _LIVE),
    )
    await live.does(
        conn.domain_set_block_io_tune(dom, "vda", [rate, top_rate], _LIVE),
        by_name.blockIoTune("vda", _LIVE),
        500000,
        lambda tune: tune["total_bytes_sec"],
    )
    await live.reads(
        conn.domain_get_block_io_tune(dom, "vda", 20, _LIVE | _STRINGS_TOO),
        by_name.blockIoTune("vda", _LIVE),
        lambda reply: parameters(reply.params),
    )
    await live.does(
        conn.domain_set_interface_parameters(dom, "testnet0", [unsigned("inbound.average", 500)], _LIVE),
        by_name.interfaceParameters("testnet0", _LIVE),
        500,
        lambda params: params["inbound.average"],
    )
    await live.reads(
        conn.domain_get_interface_parameters(dom, "testnet0", 7, _LIVE),
        by_name.interfaceParameters("testnet0", _LIVE),
        lambda reply: parameters(reply.params),
    )
    await live.refused(conn.domain_block_stats(dom, "vdz"), by_name.blockStats("vdz"))
    await live.refused(conn.domain_interface_stats(dom, "none"), by_name.interfaceStats("none"))
    await live.reads(
        conn.domain_get_block_info(dom, "vda"),
        by_name.blockInfo("vda"),
        lambda info: [info.capacity, info.allocation, info.physical],
    )
    await live.reads(
        conn.domain_interface_addresses(dom, 0),
        by_name.interfaceAddresses(0),
        lambda interfaces: {
            one.name: {
                "hwaddr": one.hwaddr,
                "addrs": [{"type": at.type, "addr": at.addr, "prefix": at.prefix} for at in one.addrs],
            }
            for one in interfaces
        },
    )
    await live.refused(
        conn.domain_update_device_flags(dom, "<disk/>", _LIVE), by_name.updateDeviceFlags("<disk/>", _LIVE)
    )


async def application_data(live: Live) -> None:
    """Titles, descriptions and XML of applications."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-words")
    dom = await conn.domain_define_xml(domain_xml("pv-words"))
    words = "Grüße aus der Hölle \N{SNOWMAN}"
    await live.does(
        conn.domain_set_metadata(dom, _DESCRIPTION, words, None, None, _CONFIG),
        by_name.metadata(_DESCRIPTION, None, _CONFIG),
        words,
    )
    await live.does(
        conn.domain_set_metadata(dom, _ELEMENT, '<machine id="7"/>', "app", _APP, _CONFIG),
        by_name.metadata(_ELEMENT, _APP, _CONFIG),
        '<machine id="7"/>',
    )
    await live.reads(
        conn.domain_get_metadata(dom, _DESCRIPTION, None, _CONFIG),
        by_name.metadata(_DESCRIPTION, None, _CONFIG),
    )
    await live.reads(
        conn.domain_get_metadata(dom, _ELEMENT, _APP, _CONFIG), by_name.metadata(_ELEMENT, _APP, _CONFIG)
    )
    missing = await live.refused(
        conn.domain_get_metadata(dom, _TITLE, None, _CONFIG), by_name.metadata(_TITLE, None, _CONFIG)
    )
    assert isinstance(missing, NoDomainMetadata)
    await live.does(conn.domain_set_lifecycle_action(dom, 0, 3, _CONFIG), by_name.XMLDesc(), True, _preserves)
    await conn.domain_undefine(dom)


async def inside(live: Live) -> None:
    """What asks the guest, as the test driver plays it."""
    conn, by_name = live.conn, _TEST
    dom = await conn.domain_lookup_by_name("test")
    await live.does(
        conn.domain_set_time(dom, 1234567, 890), by_name.getTime(), {"seconds": 1234567, "nseconds": 890}
    )
    async with live.comparing():
        assert await conn.domain_fsfreeze(dom, ["/boot"]) == 1
        assert await live.ask(by_name.fsFreeze()) == 1
        assert await conn.domain_fsthaw(dom, ["/"]) == 1
        assert await live.ask(by_name.fsThaw()) == 1
    async with live.comparing():
        assert await conn.domain_fsfreeze(dom, []) == 2 == await live.ask(by_name.fsThaw())
        assert await live.ask(by_name.fsFreeze()) == 2 == await conn.domain_fsthaw(dom, [])
    await live.refused(conn.domain_fsfreeze(dom, ["/none"]), by_name.fsFreeze(["/none"]))
    await live.accepted(conn.domain_fstrim(dom, None, 0), by_name.fSTrim(None, 0))
    await live.accepted(
        conn.domain_set_user_password(dom, "root", "pw"), by_name.setUserPassword("root", "pw")
    )
    await live.accepted(conn.domain_inject_nmi(dom), by_name.injectNMI())
    await live.accepted(conn.domain_send_key(dom, 0, 50, [30, 48]), by_name.sendKey(0, 50, [30, 48], 2))
    await live.refused(conn.domain_send_key(dom, 0, 50, [99999]), by_name.sendKey(0, 50, [99999], 1))
    await live.accepted(conn.domain_send_process_signal(dom, 1, 15), by_name.sendProcessSignal(1, 15))


def _current_memory(info: list[int]) -> int:
    return info[2]


def _bits(cpumap: bytes) -> list[bool]:
    """Return for each of the test driver's eight processors whether it is in the map."""
    return [bool(cpumap[0] >> cpu & 1) for cpu in range(8)]


def _maps(cpumaps: bytes) -> list[list[bool]]:
    """Return the processors of each virtual CPU; a map takes one byte."""
    return [_bits(cpumaps[at : at + 1]) for at in range(len(cpumaps))]


def _vcpus(reply: remote.DomainGetVcpusRet) -> object:
    assert all(one.cpu_time > 0 for one in reply.info)
    return [[[one.number, one.state, one.cpu] for one in reply.info], _maps(reply.cpumaps)]


def _without_time(vcpus: list[list[list[int]]]) -> object:
    """Leave out the CPU times, which the test driver makes of the clock."""
    states, maps = vcpus
    return [[[number, state, cpu] for number, state, _, cpu in states], maps]


def _preserves(xml: str) -> bool:
    return "<on_poweroff>preserve</on_poweroff>" in xml
