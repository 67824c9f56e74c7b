"""How much memory and how many processors a domain has, now and next time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.cpu_map import check_pin_maps, check_vcpu_maps, cpu_map
from purevirt.testing.simulator.domains.handlers import invalid
from purevirt.testing.simulator.domains.scope import CONFIG, LIVE, one_scope, scopes
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, argument_error, check_flags

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["handles", "vcpu_counts"]

handles = Subject("domain memory and processors")

_MAXIMUM = 4
_GUEST, _HOTPLUGGABLE = 8, 16
_MEMORY_END_KIB = ((1 << 63) - 1) // 1024


def _bad(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.QEMU, text)


# memory


@handles(procedures.DOMAIN_GET_MAX_MEMORY)
def get_max_memory(
    host: Host, client: Client, args: remote.DomainGetMaxMemoryArgs
) -> remote.DomainGetMaxMemoryRet:
    """Return how much memory it may have, in KiB."""
    domain = host.domains.require(args.dom)
    return remote.DomainGetMaxMemoryRet(memory=int(domain.seen.find_text("memory") or 0))


@handles(procedures.DOMAIN_SET_MAX_MEMORY)
def set_max_memory(host: Host, client: Client, args: remote.DomainSetMaxMemoryArgs) -> None:
    """Set how much memory it may have."""
    _check_memory(args.memory, "virDomainSetMaxMemory")
    domain = host.domains.require(args.dom)
    _set_memory(domain, args.memory, (LIVE if domain.is_active else CONFIG) | _MAXIMUM)


@handles(procedures.DOMAIN_SET_MEMORY)
def set_memory(host: Host, client: Client, args: remote.DomainSetMemoryArgs) -> None:
    """Set how much memory it has now."""
    _check_memory(args.memory, "virDomainSetMemory")
    _set_memory(host.domains.require(args.dom), args.memory, LIVE)


@handles(procedures.DOMAIN_SET_MEMORY_FLAGS)
def set_memory_flags(host: Host, client: Client, args: remote.DomainSetMemoryFlagsArgs) -> None:
    """Set how much memory it has, or may have."""
    _check_memory(args.memory, "virDomainSetMemoryFlags")
    check_flags(args.flags, LIVE | CONFIG | _MAXIMUM, "qemuDomainSetMemoryFlags")
    _set_memory(host.domains.require(args.dom), args.memory, args.flags)


def _check_memory(kib: int, function: str) -> None:
    if kib == 0:
        text = f"memory in {function} must not be zero"
        raise argument_error(function, "memory", text, ErrorDomain.DOMAIN)
    if kib >= _MEMORY_END_KIB:
        raise SimulatedError(ErrorNumber.OVERFLOW, ErrorDomain.DOMAIN, f"input too large: {kib}")


def _set_memory(domain: Domain, kib: int, flags: int) -> None:
    live, config = scopes(domain, flags)
    if flags & _MAXIMUM:
        if live is not None:
            raise invalid("cannot resize the maximum memory on an active domain")
        assert config is not None
        config.put("memory", str(kib))
        if int(config.find_text("currentMemory") or 0) > kib:
            config.put("currentMemory", str(kib))
        return
    for tree in (live, config):
        if tree is not None and kib > int(tree.find_text("memory") or 0):
            raise _bad("cannot set memory higher than max memory")
    if live is not None:
        balloon = live.find("devices/memballoon")
        if balloon is None or balloon.get("model") == "none":
            text = (
                "Unable to change memory of active domain without the balloon device and guest OS "
                "balloon driver"
            )
            raise invalid(text)
        live.put("currentMemory", str(kib))
    if config is not None:
        config.put("currentMemory", str(kib))


# processors


def vcpu_counts(tree: Node) -> tuple[int, int]:
    """Return how many processors there are, and how many there may be."""
    vcpu = tree.find("vcpu")
    most = int(vcpu.text) if vcpu is not None else 1
    now = vcpu.get("current") if vcpu is not None else None
    return (int(now) if now else most), most


@handles(procedures.DOMAIN_GET_MAX_VCPUS)
def get_max_vcpus(
    host: Host, client: Client, args: remote.DomainGetMaxVcpusArgs
) -> remote.DomainGetMaxVcpusRet:
    """Return how many processors a running domain may have."""
    tree = one_scope(host.domains.require(args.dom), LIVE, "virDomainGetMaxVcpus")
    return remote.DomainGetMaxVcpusRet(num=vcpu_counts(tree)[1])


@handles(procedures.DOMAIN_GET_VCPUS_FLAGS)
def get_vcpus_flags(
    host: Host, client: Client, args: remote.DomainGetVcpusFlagsArgs
) -> remote.DomainGetVcpusFlagsRet:
    """Return how many processors it has, or may have."""
    function = "virDomainGetVcpusFlags"
    domain = host.domains.require(args.dom)
    tree = one_scope(domain, args.flags, function)
    check_flags(args.flags, LIVE | CONFIG | _MAXIMUM | _GUEST, "qemuDomainGetVcpusFlags")
    if args.flags & _GUEST:
        _require_guest(domain)
    now, most = vcpu_counts(tree)
    return remote.DomainGetVcpusFlagsRet(num=most if args.flags & _MAXIMUM else now)


@handles(procedures.DOMAIN_SET_VCPUS)
def set_vcpus(host: Host, client: Client, args: remote.DomainSetVcpusArgs) -> None:
    """Set how many processors a running domain has."""
    _set_vcpus(host.domains.require(args.dom), args.nvcpus, LIVE, "virDomainSetVcpus")


@handles(procedures.DOMAIN_SET_VCPUS_FLAGS)
def set_vcpus_flags(host: Host, client: Client, args: remote.DomainSetVcpusFlagsArgs) -> None:
    """Set how many processors it has, or may have."""
    function = "virDomainSetVcpusFlags"
    if args.flags & _MAXIMUM and not args.flags & CONFIG:
        text = "Flag 'VIR_DOMAIN_AFFECT_CONFIG' is required by flag 'VIR_DOMAIN_VCPU_MAXIMUM'"
        raise argument_error(function, "ctl", text, ErrorDomain.DOMAIN)
    domain = host.domains.require(args.dom)
    _set_vcpus(domain, args.nvcpus, args.flags, function)


def _set_vcpus(domain: Domain, count: int, flags: int, function: str) -> None:
    if count == 0:
        text = f"nvcpus in {function} must not be zero"
        raise argument_error(function, "nvcpus", text, ErrorDomain.DOMAIN)
    known = LIVE | CONFIG | _MAXIMUM | _GUEST | _HOTPLUGGABLE
    check_flags(flags, known, "qemuDomainSetVcpusFlags")
    live, config = scopes(domain, flags)
    if flags & _GUEST:
        if not domain.is_active:
            raise invalid("domain is not running")
        _require_guest(domain)
    if flags & _MAXIMUM:
        assert config is not None
        now, _ = vcpu_counts(config)
        _put_vcpus(config, min(now, count), count)
        return
    for tree, what in ((live, "live"), (config, "persistent")):
        if tree is not None and count > vcpu_counts(tree)[1]:
            most = vcpu_counts(tree)[1]
            text = (
                f"requested vcpus is greater than max allowable vcpus for the {what} domain: {count} > {most}"
            )
            raise _bad(text)
    for tree in (live, config):
        if tree is not None:
            _put_vcpus(tree, count, vcpu_counts(tree)[1])


def _require_guest(domain: Domain) -> None:
    """Refuse what is the guest agent's to do where there is none."""
    guest = domain.guest
    if guest is None:
        raise _bad("vCPU count provided by the guest agent can only be requested for live domains")
    if not guest.has_channel:
        text = "QEMU guest agent is not configured"
        raise SimulatedError(ErrorNumber.ARGUMENT_UNSUPPORTED, ErrorDomain.QEMU, text)
    if not guest.agent_connected:
        text = "QEMU guest agent is not connected"
        raise SimulatedError(ErrorNumber.AGENT_UNRESPONSIVE, ErrorDomain.QEMU, text)


def _put_vcpus(tree: Node, now: int, most: int) -> None:
    vcpu = tree.put("vcpu", str(most))
    vcpu.attributes.pop("current", None)
    if now < most:
        vcpu.attributes["current"] = str(now)


@handles(procedures.DOMAIN_GET_VCPUS)
def get_vcpus(host: Host, client: Client, args: remote.DomainGetVcpusArgs) -> remote.DomainGetVcpusRet:
    """Say what each processor does, and where it may run."""
    check_vcpu_maps(args.maxinfo, args.maplen)
    domain = host.domains.require(args.dom)
    if not domain.is_active:
        raise invalid("cannot retrieve vcpu information for inactive domain")
    now, _ = vcpu_counts(domain.seen)
    shown = min(now, args.maxinfo)
    each_ns = domain.cpu_time_ns() // max(now, 1)
    state = int(enums.VcpuState.RUNNING)
    count = host.machine.cpu_count
    info = [remote.VcpuInfo(number, state, each_ns, number % count) for number in range(shown)]
    one_map = cpu_map(count, args.maplen)
    # places for processors that are not there stay empty
    return remote.DomainGetVcpusRet(
        info=info, cpumaps=(one_map * shown).ljust(args.maxinfo * args.maplen, b"\0")
    )


@handles(procedures.DOMAIN_GET_VCPU_PIN_INFO)
def get_vcpu_pin_info(
    host: Host, client: Client, args: remote.DomainGetVcpuPinInfoArgs
) -> remote.DomainGetVcpuPinInfoRet:
    """Say where each processor may run: everywhere."""
    check_pin_maps(args.ncpumaps, args.maplen)
    domain = host.domains.require(args.dom)
    tree = one_scope(domain, args.flags, "virDomainGetVcpuPinInfo")
    shown = min(vcpu_counts(tree)[1], args.ncpumaps)
    maps = cpu_map(host.machine.cpu_count, args.maplen) * shown
    return remote.DomainGetVcpuPinInfoRet(cpumaps=maps, num=shown)
