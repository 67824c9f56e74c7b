"""Calls about the host itself: what it is, what it can do, how busy it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.cpu_map import cpu_map
from purevirt.testing.simulator.node.xml import (
    CPU_MODELS,
    EMULATOR,
    MACHINES,
    capabilities_xml,
    domain_capabilities_xml,
    sysinfo_xml,
)
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("host")

_MODEL_BYTES = 32
_MAX_VCPUS_TCG, _MAX_VCPUS_KVM = 16, 4
_CPU_STATS = ("kernel", "user", "idle", "iowait")
_BUSY = (0.05, 0.15, 0.79, 0.01)
_RESERVED_KIB = 512 << 10


def _bad(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.QEMU, text)


@handles(procedures.CONNECT_GET_TYPE)
def get_type(host: Host, client: Client, args: None) -> remote.ConnectGetTypeRet:
    """Name the hypervisor."""
    return remote.ConnectGetTypeRet(type="QEMU")


@handles(procedures.CONNECT_GET_VERSION)
def get_version(host: Host, client: Client, args: None) -> remote.ConnectGetVersionRet:
    """Return the hypervisor's version."""
    return remote.ConnectGetVersionRet(hv_ver=host.machine.hypervisor_version)


@handles(procedures.CONNECT_GET_LIB_VERSION)
def get_lib_version(host: Host, client: Client, args: None) -> remote.ConnectGetLibVersionRet:
    """Return libvirt's version."""
    return remote.ConnectGetLibVersionRet(lib_ver=host.machine.lib_version)


@handles(procedures.CONNECT_IS_SECURE)
def is_secure(host: Host, client: Client, args: None) -> remote.ConnectIsSecureRet:
    """Say whether nobody can listen: a unix socket is safe, and so is TLS."""
    return remote.ConnectIsSecureRet(secure=1)


@handles(procedures.CONNECT_GET_CAPABILITIES)
def get_capabilities(host: Host, client: Client, args: None) -> remote.ConnectGetCapabilitiesRet:
    """Return what the host can do."""
    return remote.ConnectGetCapabilitiesRet(capabilities=capabilities_xml(host.machine))


@handles(procedures.CONNECT_GET_DOMAIN_CAPABILITIES)
def get_domain_capabilities(
    host: Host, client: Client, args: remote.ConnectGetDomainCapabilitiesArgs
) -> remote.ConnectGetDomainCapabilitiesRet:
    """Return what a domain may have."""
    if args.virttype is not None and args.virttype not in ("qemu", "kvm"):
        raise _bad(f"unknown virttype: {args.virttype}")
    if args.arch is not None and args.arch != host.machine.arch:
        raise _bad(f"unknown architecture: {args.arch}")
    emulator = args.emulatorbin or EMULATOR
    if args.virttype == "kvm" and not host.machine.has_kvm:
        raise _bad(f"the accel 'kvm' is not supported by '{emulator}' on this host")
    machine = args.machine or "pc"
    if machine not in MACHINES:
        raise _bad(f"the machine '{machine}' is not supported by emulator '{emulator}'")
    kind = args.virttype or ("kvm" if host.machine.has_kvm else "qemu")
    return remote.ConnectGetDomainCapabilitiesRet(
        capabilities=domain_capabilities_xml(host.machine, MACHINES[machine], kind)
    )


@handles(procedures.CONNECT_GET_SYSINFO)
def get_sysinfo(
    host: Host, client: Client, args: remote.ConnectGetSysinfoArgs
) -> remote.ConnectGetSysinfoRet:
    """Return what the host's firmware says."""
    return remote.ConnectGetSysinfoRet(sysinfo=sysinfo_xml(host.machine))


@handles(procedures.CONNECT_GET_MAX_VCPUS)
def get_max_vcpus(
    host: Host, client: Client, args: remote.ConnectGetMaxVcpusArgs
) -> remote.ConnectGetMaxVcpusRet:
    """Return how many processors a domain of a kind may have."""
    kind = (args.type or "qemu").lower()
    if kind not in ("qemu", "kvm"):
        raise _bad(f"unknown type '{args.type}'")
    return remote.ConnectGetMaxVcpusRet(max_vcpus=_MAX_VCPUS_KVM if kind == "kvm" else _MAX_VCPUS_TCG)


@handles(procedures.CONNECT_GET_CPU_MODEL_NAMES)
def get_cpu_model_names(
    host: Host, client: Client, args: remote.ConnectGetCpuModelNamesArgs
) -> remote.ConnectGetCpuModelNamesRet:
    """List the processors that a domain may have."""
    if args.arch != host.machine.arch:
        raise _bad(f"cannot find architecture {args.arch}")
    models = list(CPU_MODELS) if args.need_results else []
    return remote.ConnectGetCpuModelNamesRet(models=models, ret=len(CPU_MODELS))


@handles(procedures.NODE_GET_INFO)
def get_info(host: Host, client: Client, args: None) -> remote.NodeGetInfoRet:
    """Describe the host in numbers."""
    machine = host.machine
    return remote.NodeGetInfoRet(
        model=machine.arch.encode()[: _MODEL_BYTES - 1].ljust(_MODEL_BYTES, b"\0"),
        memory=machine.memory_kib,
        cpus=machine.cpu_count,
        mhz=machine.cpu_mhz,
        nodes=1,
        sockets=1,
        cores=machine.cpu_count,
        threads=1,
    )


def _free_kib(host: Host) -> int:
    used = sum(int(domain.seen.find_text("currentMemory") or 0) for domain in host.domains.active)
    return max(host.machine.memory_kib - _RESERVED_KIB - used, 0)


@handles(procedures.NODE_GET_FREE_MEMORY)
def get_free_memory(host: Host, client: Client, args: None) -> remote.NodeGetFreeMemoryRet:
    """Return how much memory no domain has, in bytes."""
    return remote.NodeGetFreeMemoryRet(free_mem=_free_kib(host) << 10)


@handles(procedures.NODE_GET_CELLS_FREE_MEMORY)
def get_cells_free_memory(
    host: Host, client: Client, args: remote.NodeGetCellsFreeMemoryArgs
) -> remote.NodeGetCellsFreeMemoryRet:
    """Return the same by NUMA node, of which there is one."""
    if args.start_cell > 0:
        text = f"start cell {args.start_cell} out of range (0-0)"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.NONE, text)
    return remote.NodeGetCellsFreeMemoryRet(cells=[_free_kib(host) << 10][: args.maxcells])


@handles(procedures.NODE_GET_MEMORY_STATS)
def get_memory_stats(
    host: Host, client: Client, args: remote.NodeGetMemoryStatsArgs
) -> remote.NodeGetMemoryStatsRet:
    """Return the memory in KiB; the first call asks how many numbers there are."""
    free = _free_kib(host)
    stats = {"total": host.machine.memory_kib, "free": free, "buffers": 0, "cached": 0}
    if args.nparams == 0:
        return remote.NodeGetMemoryStatsRet(params=[], nparams=len(stats))
    params = [remote.NodeGetMemoryStats(name, value) for name, value in stats.items()]
    return remote.NodeGetMemoryStatsRet(params=params[: args.nparams], nparams=0)


@handles(procedures.NODE_GET_CPU_STATS)
def get_cpu_stats(host: Host, client: Client, args: remote.NodeGetCpuStatsArgs) -> remote.NodeGetCpuStatsRet:
    """Return what the processors did since the host began, in nanoseconds."""
    if args.nparams == 0:
        return remote.NodeGetCpuStatsRet(params=[], nparams=len(_CPU_STATS))
    if args.cpu_num >= host.machine.cpu_count:
        text = f"Invalid cpuNum in virHostCPUGetStatsLinux: {args.cpu_num}"
        raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.NONE, text)
    count = host.machine.cpu_count if args.cpu_num < 0 else 1
    total_ns = int(host.timeline.now * 1e9) * count
    params = [
        remote.NodeGetCpuStats(name, int(total_ns * share))
        for name, share in zip(_CPU_STATS, _BUSY, strict=True)
    ]
    return remote.NodeGetCpuStatsRet(params=params[: args.nparams], nparams=0)


@handles(procedures.NODE_GET_CPU_MAP)
def get_cpu_map(host: Host, client: Client, args: remote.NodeGetCpuMapArgs) -> remote.NodeGetCpuMapRet:
    """Say which processors there are, and which of them work: all."""
    count = host.machine.cpu_count
    return remote.NodeGetCpuMapRet(
        cpumap=cpu_map(count, (count + 7) // 8) if args.need_map else b"",
        online=count if args.need_online else 0,
        ret=count,
    )


@handles(procedures.NODE_GET_SECURITY_MODEL)
def get_security_model(host: Host, client: Client, args: None) -> remote.NodeGetSecurityModelRet:
    """Name the first security model: none."""
    return remote.NodeGetSecurityModelRet(model=b"none\0", doi=b"0\0")
