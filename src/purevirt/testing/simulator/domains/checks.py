"""What libvirt refuses in a domain's definition, in its own words."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from purevirt.testing.simulator.xml_tree import Node

__all__ = [
    "DEVICES",
    "TOP_LEVEL",
    "check_mac",
    "check_schema",
    "device_error",
    "is_file_name",
    "mac_of",
    "refuse_xml",
    "target_index",
    "unsupported",
]

_MAC = re.compile(r"(?:[0-9a-fA-F]{1,2}:){5}[0-9a-fA-F]{1,2}")
_FILE_NAME_MAX_BYTES = 255


def refuse_xml(detail: str, domain: ErrorDomain = ErrorDomain.DOMAIN) -> SimulatedError:
    """Return the error for a definition that makes no sense."""
    return SimulatedError(ErrorNumber.XML_ERROR, domain, detail)


def unsupported(detail: str, domain: ErrorDomain = ErrorDomain.DOMAIN) -> SimulatedError:
    """Return the error for a definition that makes sense, but not here."""
    return SimulatedError(ErrorNumber.CONFIG_UNSUPPORTED, domain, detail)


def device_error(attribute: str, element: str, value: str) -> SimulatedError:
    """Return the error for an attribute whose value is none of those that there are."""
    return refuse_xml(
        f"Invalid value for attribute '{attribute}' in element '{element}': '{value}'.", ErrorDomain.XML
    )


def check_mac(text: str) -> str:
    """Return a MAC address in libvirt's form.

    Raises:
        SimulatedError: it is none, or one of a group.
    """
    if not _MAC.fullmatch(text):
        raise refuse_xml(f"unable to parse mac address '{text}'")
    octets = [int(part, 16) for part in text.split(":")]
    if octets[0] & 1:
        raise refuse_xml(f"expected unicast mac address, found multicast '{text}'")
    return ":".join(f"{octet:02x}" for octet in octets)


def is_file_name(text: str) -> bool:
    """Tell whether a file system takes it as a name."""
    return len(text.encode()) <= _FILE_NAME_MAX_BYTES


def target_index(name: str) -> int:
    """Return the number of a disk's target: 0 for vda, 26 for vdaa."""
    letters = name[2:] if name[:1] not in ("x", "u") else name[3:]
    number = 0
    for letter in letters:
        place = string.ascii_lowercase.find(letter)
        if place < 0:
            break
        number = number * 26 + place + 1
    return max(number - 1, 0)


def mac_of(uuid_bytes: bytes, place: int) -> str:
    """Return the MAC address of a domain's n-th interface, which is the same each time."""
    number = (int.from_bytes(uuid_bytes[13:16]) + place) & 0xFF_FFFF
    return "52:54:00:" + ":".join(f"{octet:02x}" for octet in number.to_bytes(3))


def check_schema(root: Node) -> None:
    """Refuse elements that libvirt's schema does not know, at the levels that are looked at here.

    Raises:
        SimulatedError: there is one.
    """
    from_devices = root.find("devices")
    unknown = [one.tag for one in root if one.tag not in TOP_LEVEL and ":" not in one.tag]
    if from_devices is not None and any(one.tag not in DEVICES for one in from_devices):
        unknown.append("devices")
    if unknown:
        raise SimulatedError(
            ErrorNumber.XML_INVALID_SCHEMA,
            ErrorDomain.XML,
            "Unable to validate doc against /usr/share/libvirt/schemas/domain.rng\n"
            f"Extra element {unknown[0]} in interleave\nElement domain failed to validate content\n",
        )


TOP_LEVEL = (
    "name", "uuid", "genid", "title", "description", "metadata", "maxMemory", "memory", "currentMemory",
    "memoryBacking", "vcpu", "vcpus", "iothreads", "iothreadids", "cputune", "numatune", "resource",
    "sysinfo", "bootloader", "os", "idmap", "features", "cpu", "clock", "on_poweroff", "on_reboot",
    "on_crash", "on_lockfailure", "pm", "perf", "devices", "seclabel", "keywrap", "launchSecurity",
    "qemu:commandline", "qemu:capabilities", "qemu:override",
)  # fmt: skip
"""What stands in a domain, in the order in which libvirt writes it; it drops what it does not know."""

DEVICES = (
    "emulator", "disk", "controller", "lease", "filesystem", "interface", "smartcard", "serial", "parallel",
    "console", "channel", "input", "tpm", "graphics", "sound", "audio", "video", "hostdev", "redirdev",
    "redirfilter", "hub", "watchdog", "memballoon", "rng", "nvram", "panic", "shmem", "memory", "iommu",
    "vsock", "crypto",
)  # fmt: skip
"""Devices by kind, likewise."""
