"""What the agent in a simulated guest tells of it."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from purevirt.testing.simulator.guest import Guest

__all__ = ["file_systems", "interfaces", "link_local", "os_info", "time_ns", "timezone", "vcpus"]

_DISK_BYTES = 4 << 30
_COUNTERS = (
    "tx-packets", "tx-errs", "rx-bytes", "rx-dropped", "rx-packets", "rx-errs", "tx-bytes", "tx-dropped",
)  # fmt: skip


def os_info(guest: Guest, arguments: dict[str, Any]) -> object:
    """Return what os-release and uname say."""
    os = guest.system.os
    return {
        "name": os.name,
        "kernel-release": os.kernel_release,
        "version": os.version,
        "pretty-name": os.pretty_name,
        "version-id": os.version_id,
        "kernel-version": os.kernel_version,
        "machine": os.machine,
        "id": os.id,
    }


def timezone(guest: Guest, arguments: dict[str, Any]) -> object:
    """Return the guest's time zone."""
    return {"zone": guest.system.os.timezone, "offset": guest.system.os.timezone_offset_s}


def time_ns(guest: Guest, arguments: dict[str, Any]) -> object:
    """Return the guest's clock, in nanoseconds since 1970."""
    return int(guest.owner.wall_clock() * 1_000_000_000)


def vcpus(guest: Guest, arguments: dict[str, Any]) -> object:
    """Return the processors; the first cannot be taken away."""
    count = guest.owner.vcpu_count()
    return [{"online": True, "can-offline": number > 0, "logical-id": number} for number in range(count)]


def file_systems(guest: Guest, arguments: dict[str, Any]) -> object:
    """Return the one file system."""
    files = guest.system.files
    return [
        {
            "name": "vda1",
            "total-bytes": _DISK_BYTES if files.capacity_bytes is None else files.capacity_bytes,
            "mountpoint": "/",
            "disk": [],
            "used-bytes": files.used_bytes,
            "type": "ext4",
        }
    ]


def interfaces(guest: Guest, arguments: dict[str, Any]) -> object:
    """Return the loopback interface, and one for each of the domain's."""
    found = [_interface("lo", "00:00:00:00:00:00", [("127.0.0.1", 8), ("::1", 128)])]
    for number, (mac, leased) in enumerate(guest.owner.interfaces()):
        found.append(_interface(f"eth{number}", mac, [*leased, (link_local(mac), 64)]))
    return found


def link_local(mac: str) -> str:
    """Return the address that an interface gives itself."""
    octets = [int(one, 16) for one in mac.split(":")]
    octets[0] ^= 2
    identifier = bytes((*octets[:3], 0xFF, 0xFE, *octets[3:]))
    return str(ipaddress.IPv6Address(b"\xfe\x80" + bytes(6) + identifier))


def _interface(name: str, mac: str, addresses: list[tuple[str, int]]) -> dict[str, object]:
    return {
        "name": name,
        "ip-addresses": [
            {"ip-address-type": "ipv6" if ":" in one else "ipv4", "ip-address": one, "prefix": prefix}
            for one, prefix in addresses
        ],
        "statistics": dict.fromkeys(_COUNTERS, 0),
        "hardware-address": mac,
    }
