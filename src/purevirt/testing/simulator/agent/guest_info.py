"""What libvirt gathers from a guest's agent into typed parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.agent import facts
from purevirt.testing.simulator.agent.handlers import agent_guest
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.stat_params import large, small, unsigned
from purevirt.testing.simulator.stat_params import text as named
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.guest import Guest
    from purevirt.testing.simulator.host import Host

__all__ = ["agent_addresses", "handles"]

handles = Subject("guest information")

_Type = enums.DomainGuestInfoTypes
_OS_NAMES = (
    "id", "name", "pretty-name", "version", "version-id", "machine", "variant", "variant-id",
    "kernel-release", "kernel-version",
)  # fmt: skip


def _users(guest: Guest) -> list[remote.TypedParam]:
    return [unsigned("user.count", 0)]


def _os(guest: Guest) -> list[remote.TypedParam]:
    found: Any = facts.os_info(guest, {})
    return [named(f"os.{name}", found[name]) for name in _OS_NAMES if name in found]


def _timezone(guest: Guest) -> list[remote.TypedParam]:
    os = guest.system.os
    return [named("timezone.name", os.timezone), small("timezone.offset", os.timezone_offset_s)]


def _host_name(guest: Guest) -> list[remote.TypedParam]:
    return [named("hostname", guest.system.host_name)]


def _file_systems(guest: Guest) -> list[remote.TypedParam]:
    found: Any = facts.file_systems(guest, {})
    params = [unsigned("fs.count", len(found))]
    for number, one in enumerate(found):
        start = f"fs.{number}."
        params += [
            named(start + "name", one["name"]),
            named(start + "mountpoint", one["mountpoint"]),
            named(start + "fstype", one["type"]),
            large(start + "total-bytes", one["total-bytes"]),
            large(start + "used-bytes", one["used-bytes"]),
            unsigned(start + "disk.count", 0),
        ]
    return params


def _interfaces(guest: Guest) -> list[remote.TypedParam]:
    found: Any = facts.interfaces(guest, {})
    params = [unsigned("if.count", len(found))]
    for number, one in enumerate(found):
        start = f"if.{number}."
        params += [
            named(start + "name", one["name"]),
            named(start + "hwaddr", one["hardware-address"]),
            unsigned(start + "addr.count", len(one["ip-addresses"])),
        ]
        for place, address in enumerate(one["ip-addresses"]):
            params += [
                named(f"{start}addr.{place}.type", address["ip-address-type"]),
                named(f"{start}addr.{place}.addr", address["ip-address"]),
                unsigned(f"{start}addr.{place}.prefix", address["prefix"]),
            ]
    return params


_GATHERED: tuple[tuple[int, Callable[[Guest], list[remote.TypedParam]]], ...] = (
    (int(_Type.USERS), _users),
    (int(_Type.OS), _os),
    (int(_Type.TIMEZONE), _timezone),
    (int(_Type.HOSTNAME), _host_name),
    (int(_Type.FILESYSTEM), _file_systems),
    (int(_Type.INTERFACES), _interfaces),
)
_KNOWN = 0x7F


@handles(procedures.DOMAIN_GET_GUEST_INFO)
def get_guest_info(
    host: Host, client: Client, args: remote.DomainGetGuestInfoArgs
) -> remote.DomainGetGuestInfoRet:
    """Tell what the agent knows of the guest; types of 0 are all, of which disks are not simulated."""
    check_flags(args.flags, 0, "qemuDomainGetGuestInfo")
    if args.types & ~_KNOWN:
        text = f"unsupported guest information types '0x{args.types & ~_KNOWN:x}'"
        raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.QEMU, text)
    guest = agent_guest(host.domains.require(args.dom))
    wanted = args.types or _KNOWN
    params = [param for kind, gather in _GATHERED if kind & wanted for param in gather(guest)]
    return remote.DomainGetGuestInfoRet(params=params)


@handles(procedures.DOMAIN_GET_GUEST_VCPUS)
def get_guest_vcpus(
    host: Host, client: Client, args: remote.DomainGetGuestVcpusArgs
) -> remote.DomainGetGuestVcpusRet:
    """Tell which processors the guest uses, and which it could do without."""
    check_flags(args.flags, 0, "qemuDomainGetGuestVcpus")
    guest = agent_guest(host.domains.require(args.dom))
    count = guest.owner.vcpu_count()

    def ranged(first: int) -> str:
        if first >= count:
            return ""
        return str(first) if first == count - 1 else f"{first}-{count - 1}"

    params = [named("vcpus", ranged(0)), named("online", ranged(0)), named("offlinable", ranged(1))]
    return remote.DomainGetGuestVcpusRet(params=params)


def agent_addresses(domain: Domain) -> list[remote.DomainInterface]:
    """Return a domain's addresses as its guest has them.

    Raises:
        SimulatedError: the agent cannot be asked.
    """
    found: Any = facts.interfaces(agent_guest(domain), {})
    return [
        remote.DomainInterface(
            one["name"],
            one["hardware-address"],
            [
                remote.DomainIpAddr(
                    int(address["ip-address-type"] == "ipv6"), address["ip-address"], address["prefix"]
                )
                for address in one["ip-addresses"]
            ],
        )
        for one in found
    ]
