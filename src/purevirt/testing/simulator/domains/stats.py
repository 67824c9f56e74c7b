"""How busy domains are: statistics of all of them at once, of memory, of jobs, of interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.disks import block_params
from purevirt.testing.simulator.domains.handlers import invalid
from purevirt.testing.simulator.domains.lists import matching
from purevirt.testing.simulator.domains.tuning import vcpu_counts
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.stat_params import large, signed_large, small, unsigned
from purevirt.testing.simulator.stat_params import text as named
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("domain statistics")

_Stat = enums.DomainStatsTypes
_ENFORCE = int(enums.ConnectGetAllDomainStatsFlags.ENFORCE_STATS) & 0xFFFF_FFFF
_RSS_SHARE = 2
_ACTUAL, _RSS, _LAST_UPDATE = 6, 7, 9
_INTERFACE_COUNTERS = ("bytes", "pkts", "errs", "drop")


def _state(host: Host, domain: Domain) -> list[remote.TypedParam]:
    return [small("state.state", domain.state), small("state.reason", domain.reason)]


def _cpu(host: Host, domain: Domain) -> list[remote.TypedParam]:
    # libvirt reads the times of a domain that is off too, from a group of processes that is not there
    time_ns = domain.cpu_time_ns() if domain.is_active else 0
    times = [
        large("cpu.time", time_ns),
        large("cpu.user", time_ns // 2),
        large("cpu.system", time_ns - time_ns // 2),
    ]
    if not domain.is_active:
        return times
    return [
        *times,
        unsigned("cpu.cache.monitor.count", 0),
        large("cpu.haltpoll.success.time", 0),
        large("cpu.haltpoll.fail.time", 0),
    ]


def _memory(domain: Domain) -> tuple[int, int]:
    seen = domain.seen
    return int(seen.find_text("currentMemory") or 0), int(seen.find_text("memory") or 0)


def _balloon(host: Host, domain: Domain) -> list[remote.TypedParam]:
    now, most = _memory(domain)
    params = [large("balloon.current", now), large("balloon.maximum", most)]
    if domain.is_active:
        params += [large("balloon.last-update", 0), large("balloon.rss", now // _RSS_SHARE)]
    return params


def _vcpu(host: Host, domain: Domain) -> list[remote.TypedParam]:
    now, most = vcpu_counts(domain.seen)
    params = [unsigned("vcpu.current", now), unsigned("vcpu.maximum", most)]
    if not domain.is_active:
        return params
    for number in range(now):
        each_ns = domain.cpu_time_ns() // max(now, 1)
        params += [
            small(f"vcpu.{number}.state", int(enums.VcpuState.RUNNING)),
            large(f"vcpu.{number}.time", each_ns),
            large(f"vcpu.{number}.wait", 0),
            large(f"vcpu.{number}.delay", 0),
        ]
    return params


def _interface(host: Host, domain: Domain) -> list[remote.TypedParam]:
    if not domain.is_active:
        return []
    interfaces = list(domain.seen.find_all("devices/interface"))
    params = [unsigned("net.count", len(interfaces))]
    for number, interface in enumerate(interfaces):
        target = interface.find("target")
        if target is None:
            continue
        params.append(named(f"net.{number}.name", target.attributes.get("dev", "")))
        for way in ("rx", "tx"):
            params += [large(f"net.{number}.{way}.{counter}", 0) for counter in _INTERFACE_COUNTERS]
    return params


def _block(host: Host, domain: Domain) -> list[remote.TypedParam]:
    return block_params(host, domain)


def _dirty_rate(host: Host, domain: Domain) -> list[remote.TypedParam]:
    if not domain.is_active:
        return []
    return [
        small("dirtyrate.calc_status", 0),
        signed_large("dirtyrate.calc_start_time", 0),
        small("dirtyrate.calc_period", 0),
        named("dirtyrate.calc_mode", "page-sampling"),
    ]


def _nothing(host: Host, domain: Domain) -> list[remote.TypedParam]:
    return []


_GROUPS: tuple[tuple[int, Callable[[Host, Domain], list[remote.TypedParam]]], ...] = (
    (_Stat.STATE, _state),
    (_Stat.CPU_TOTAL, _cpu),
    (_Stat.BALLOON, _balloon),
    (_Stat.VCPU, _vcpu),
    (_Stat.INTERFACE, _interface),
    (_Stat.BLOCK, _block),
    (_Stat.PERF, _nothing),
    (_Stat.IOTHREAD, _nothing),
    (_Stat.MEMORY, _nothing),
    (_Stat.DIRTYRATE, _dirty_rate),
)
_KNOWN = sum(flag for flag, _ in _GROUPS)


@handles(procedures.CONNECT_GET_ALL_DOMAIN_STATS)
def get_all(
    host: Host, client: Client, args: remote.ConnectGetAllDomainStatsArgs
) -> remote.ConnectGetAllDomainStatsRet:
    """Return numbers of all domains, or of those that are listed."""
    check_flags(args.flags, sum(enums.ConnectGetAllDomainStatsFlags), "qemuConnectGetAllDomainStats")
    unknown = args.stats & ~_KNOWN & 0xFFFF_FFFF
    if unknown and args.flags & 0xFFFF_FFFF & _ENFORCE:
        text = f"Stats types bits 0x{unknown:x} are not supported by this daemon or QEMU"
        raise SimulatedError(ErrorNumber.ARGUMENT_UNSUPPORTED, ErrorDomain.QEMU, text)
    wanted = args.stats or _KNOWN
    if args.doms:
        # one that is gone meanwhile is left out, not an error
        found = [one for dom in args.doms if (one := host.domains.find_uuid(dom.uuid)) is not None]
    else:
        found = list(host.domains)
    records = []
    for domain in matching(found, args.flags & 0xFFFF):
        params = [param for flag, make in _GROUPS if wanted & flag for param in make(host, domain)]
        records.append(remote.DomainStatsRecord(dom=domain.wire(), params=params))
    return remote.ConnectGetAllDomainStatsRet(ret_stats=records)


@handles(procedures.DOMAIN_MEMORY_STATS)
def memory_stats(
    host: Host, client: Client, args: remote.DomainMemoryStatsArgs
) -> remote.DomainMemoryStatsRet:
    """Return what is known of a running domain's memory, in KiB."""
    if args.max_stats > remote.REMOTE_DOMAIN_MEMORY_STATS_MAX:
        text = "maxStats > REMOTE_DOMAIN_MEMORY_STATS_MAX"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, text)
    check_flags(args.flags, 0, "qemuDomainMemoryStats")
    domain = host.domains.require(args.dom)
    domain.require_active()
    now, _ = _memory(domain)
    balloon = domain.seen.find("devices/memballoon")
    stats = [remote.DomainMemoryStat(_RSS, now // _RSS_SHARE)]
    if balloon is not None and balloon.get("model") != "none":
        stats = [remote.DomainMemoryStat(_ACTUAL, now), remote.DomainMemoryStat(_LAST_UPDATE, 0), *stats]
    return remote.DomainMemoryStatsRet(stats=stats[: args.max_stats])


# jobs, of which a simulated domain has none


@handles(procedures.DOMAIN_GET_JOB_INFO)
def get_job_info(host: Host, client: Client, args: remote.DomainGetJobInfoArgs) -> remote.DomainGetJobInfoRet:
    """Say how far a job has come."""
    host.domains.require(args.dom).require_active()
    return remote.DomainGetJobInfoRet(
        type=0,
        time_elapsed=0,
        time_remaining=0,
        data_total=0,
        data_processed=0,
        data_remaining=0,
        mem_total=0,
        mem_processed=0,
        mem_remaining=0,
        file_total=0,
        file_processed=0,
        file_remaining=0,
    )


@handles(procedures.DOMAIN_GET_JOB_STATS)
def get_job_stats(
    host: Host, client: Client, args: remote.DomainGetJobStatsArgs
) -> remote.DomainGetJobStatsRet:
    """Say how far a job has come, in numbers with names."""
    host.domains.require(args.dom).require_active()
    return remote.DomainGetJobStatsRet(type=0, params=[])


@handles(procedures.DOMAIN_ABORT_JOB)
def abort_job(host: Host, client: Client, args: remote.DomainAbortJobArgs) -> None:
    """Stop a job."""
    host.domains.require(args.dom).require_active()
    raise invalid("no job is active on the domain")


@handles(procedures.DOMAIN_GET_CONTROL_INFO)
def get_control_info(
    host: Host, client: Client, args: remote.DomainGetControlInfoArgs
) -> remote.DomainGetControlInfoRet:
    """Say whether the domain's QEMU can be talked to."""
    host.domains.require(args.dom).require_active()
    return remote.DomainGetControlInfoRet(state=0, details=0, state_time=0)


# interfaces


@handles(procedures.DOMAIN_INTERFACE_STATS)
def interface_stats(
    host: Host, client: Client, args: remote.DomainInterfaceStatsArgs
) -> remote.DomainInterfaceStatsRet:
    """Return what went through an interface, by its name on the host or its MAC address."""
    domain = host.domains.require(args.dom)
    domain.require_active()
    for interface in domain.seen.find_all("devices/interface"):
        target, mac = interface.find("target"), interface.find("mac")
        names = [
            None if target is None else target.get("dev"),
            None if mac is None else mac.get("address"),
        ]
        if args.device in names:
            return remote.DomainInterfaceStatsRet(
                rx_bytes=0,
                rx_packets=0,
                rx_errs=0,
                rx_drop=0,
                tx_bytes=0,
                tx_packets=0,
                tx_errs=0,
                tx_drop=0,
            )
    text = f"'{args.device}' is not a known interface"
    raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.DOMAIN, text)


@handles(procedures.DOMAIN_GET_SCHEDULER_TYPE)
def get_scheduler_type(
    host: Host, client: Client, args: remote.DomainGetSchedulerTypeArgs
) -> remote.DomainGetSchedulerTypeRet:
    """Name the scheduler."""
    host.domains.require(args.dom)
    return remote.DomainGetSchedulerTypeRet(type="posix", nparams=9)
