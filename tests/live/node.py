"""The daemon and its host, as the test driver plays them and as the QEMU driver finds them."""

import math
from collections.abc import Awaitable, Mapping

import pytest

from purevirt.errors import UnsupportedProcedure
from purevirt.rpc.gen import remote
from tests.live.live import Live
from tests.live.plain import parameters
from tests.live.query import CONNECTION

_CPU = "<cpu><arch>x86_64</arch><model>{}</model></cpu>"
_GUEST_CPU = "<cpu mode='custom' match='exact'><model fallback='forbid'>{}</model></cpu>"


async def played_host(live: Live) -> None:
    """The test driver's own host; its numbers are constants, so all are compared as they are."""
    conn = live.conn
    await live.reads(conn.connect_get_type(), CONNECTION.getType())
    await live.reads(conn.connect_get_version(), CONNECTION.getVersion())
    await live.reads(conn.connect_get_lib_version(), CONNECTION.getLibVersion())
    await live.reads(conn.connect_get_hostname(), CONNECTION.getHostname())
    await live.reads(conn.connect_get_max_vcpus(None), CONNECTION.getMaxVcpus(None))
    await live.reads(conn.connect_get_capabilities(), CONNECTION.getCapabilities())
    await live.reads(conn.connect_get_sysinfo(), CONNECTION.getSysinfo())
    await live.reads(conn.connect_is_secure(), CONNECTION.isSecure())
    await live.reads(conn.node_get_info(), CONNECTION.getInfo(), view=_node_info)
    await live.reads(conn.node_get_security_model(), CONNECTION.getSecurityModel(), view=_security_model)
    await live.reads(conn.node_get_cpu_map(1, 1), CONNECTION.getCPUMap(), view=_cpu_map)
    await live.reads(conn.node_get_cells_free_memory(0, 2), CONNECTION.getCellsFreeMemory(0, 2))
    await live.reads(conn.node_get_free_memory(), CONNECTION.getFreeMemory())
    await live.refused(conn.node_get_free_pages([4], 0, 1), CONNECTION.getFreePages([4], 0, 1))
    await live.reads(
        conn.node_get_cpu_stats(-1, 4),
        CONNECTION.getCPUStats(-1),
        view=lambda reply: {stat.field: stat.value for stat in reply.params},
    )
    await live.reads(
        conn.connect_get_cpu_model_names("x86_64"),
        CONNECTION.getCPUModelNames("x86_64"),
        view=lambda reply: reply.models,
    )
    models = [_CPU.format("Nehalem"), _CPU.format("Haswell")]
    await live.reads(conn.connect_baseline_cpu(models), CONNECTION.baselineCPU(models))
    await live.refused(conn.connect_baseline_cpu(["<cpu/>"]), CONNECTION.baselineCPU(["<cpu/>"]))
    await live.refused(conn.node_get_memory_parameters(0), CONNECTION.getMemoryParameters())


async def real_host(live: Live) -> None:
    """The QEMU driver's view of the machine, and what it makes of XML."""
    conn = live.conn
    await live.reads(
        conn.connect_get_uri(),
        CONNECTION.getURI(),
        # The binding gives what it was opened with; the daemon knows nothing of how it was reached.
        expect=lambda uri: uri.partition("?")[0].replace("+unix", ""),
    )
    await live.reads(conn.connect_get_type(), CONNECTION.getType())
    await live.reads(conn.connect_get_version(), CONNECTION.getVersion())
    await live.reads(conn.connect_get_hostname(), CONNECTION.getHostname())
    await live.reads(conn.connect_get_max_vcpus("qemu"), CONNECTION.getMaxVcpus("qemu"))
    await live.reads(conn.connect_get_capabilities(), CONNECTION.getCapabilities())
    await live.reads(conn.node_get_info(), CONNECTION.getInfo(), view=_node_info)
    await live.reads(
        conn.node_get_memory_stats(0, -1), CONNECTION.getMemoryStats(-1), lambda reply: reply.nparams, len
    )
    await live.reads(
        conn.node_get_memory_stats(4, -1),
        CONNECTION.getMemoryStats(-1),
        # Free memory changes from one call to the next.
        view=lambda reply: _without_change({stat.field: stat.value for stat in reply.params}),
        expect=_without_change,
    )
    await live.reads(
        conn.node_get_free_pages([4], 0, 1),
        CONNECTION.getFreePages([4], 0, 1),
        # Again a number that changes; libvirt's binding gives dictionaries for the wire's flat list.
        view=lambda counts: [count > 0 for count in counts],
        expect=lambda cells: [count > 0 for cell in cells.values() for count in cell.values()],
    )
    target = (None, "x86_64", "pc", "qemu")
    await live.reads(conn.connect_get_domain_capabilities(*target), CONNECTION.getDomainCapabilities(*target))
    await live.reads(conn.connect_get_storage_pool_capabilities(), CONNECTION.getStoragePoolCapabilities())
    cpu = _CPU.format("qemu64")
    await live.reads(conn.connect_compare_cpu(cpu), CONNECTION.compareCPU(cpu))
    guest_cpu = _GUEST_CPU.format("Nehalem")
    await live.reads(
        conn.connect_compare_hypervisor_cpu(*target, guest_cpu),
        CONNECTION.compareHypervisorCPU(*target, guest_cpu),
    )
    models = [_CPU.format("Nehalem"), _CPU.format("Haswell")]
    await live.reads(
        conn.connect_baseline_hypervisor_cpu(*target, models),
        CONNECTION.baselineHypervisorCPU(*target, models),
    )
    await live.refused(conn.node_get_sev_info(0), CONNECTION.getSEVInfo())
    await live.refused(
        conn.connect_find_storage_pool_sources("dir", None), CONNECTION.findStoragePoolSources("dir", None)
    )
    await live.reads(
        conn.node_get_memory_parameters(8),
        CONNECTION.getMemoryParameters(),
        # The values are the kernel's running counts of merged pages.
        lambda reply: sorted(parameters(reply.params)),
        expect=sorted,
    )
    await live.refused(conn.node_suspend_for_duration(9, 60), CONNECTION.suspendForDuration(9, 60))


async def unknown_to_an_older_daemon(live: Live) -> None:
    """Procedures younger than the daemon are refused as such, and the connection goes on."""
    conn = live.conn
    dom, net = remote.Domain("none", bytes(16), -1), remote.Network("none", bytes(16))
    younger: list[Awaitable[object]] = [
        conn.network_set_metadata(net, 0, "text", None, None),
        conn.network_get_metadata(net, 0, None),
        conn.node_device_update("none", "<device/>"),
        conn.domain_graphics_reload(dom, 0),
        conn.domain_get_autostart_once(dom),
        conn.domain_set_autostart_once(dom, 1),
        conn.domain_set_throttle_group(dom, "none", []),
        conn.domain_del_throttle_group(dom, None),
    ]
    for call in younger:
        with pytest.raises(UnsupportedProcedure):
            await call
    await live.reads(conn.connect_get_lib_version(), CONNECTION.getLibVersion())


def _node_info(info: remote.NodeGetInfoRet) -> list[object]:
    model = info.model.rstrip(b"\0").decode()
    # The binding gives MiB.
    return [
        model,
        info.memory // 1024,
        info.cpus,
        info.mhz,
        info.nodes,
        info.sockets,
        info.cores,
        info.threads,
    ]


def _security_model(reply: remote.NodeGetSecurityModelRet) -> list[str]:
    return [reply.model.rstrip(b"\0").decode(), reply.doi.rstrip(b"\0").decode()]


def _cpu_map(reply: remote.NodeGetCpuMapRet) -> list[object]:
    """Return the number of CPUs, whether each is online, and how many are."""
    bits = [bool(reply.cpumap[cpu // 8] >> cpu % 8 & 1) for cpu in range(reply.ret)]
    return [reply.ret, bits, reply.online]


def _without_change(stats: Mapping[str, int]) -> dict[str, object]:
    return {name: value if name == "total" else math.isfinite(value) for name, value in stats.items()}
