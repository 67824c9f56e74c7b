"""An operator's own domain XML, into which ours is merged: as elements, never as text.

What makes a machine the machine (its name, UUID, size, disk, seed and our metadata) is ours alone: a
template that sets it is refused. Everything else is the template's where it says something, and ours where it
is silent:

- `<os>`, `<features>`: each attribute and child of the template replaces ours of that name.
- `<cpu>`, `<clock>`, `<on_crash>`: the template's replaces ours.
- devices: added to ours, except that interfaces, serial ports, consoles, random number generators, an agent
  channel and the SCSI controller 0 of the template stand in for ours of that kind. A disk with the target
  `vda` and without a source is not one more disk: its driver's attributes and its children are added to ours.
- all else (`memoryBacking`, `cputune`, foreign metadata, `qemu:commandline` and so on) is taken as it is.

All machines are made from the one template, so that what only one domain at a time can have is refused there:
a MAC address, a disk that several would write to. Where a text has to differ (a log's path), it holds
`{name}` or `{uuid}`, which become those of the domain.
"""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from purevirt.provider.core.backend import BackendError
from purevirt.provider.errors import ConfigError
from purevirt.provider.libvirt import reply_xml
from purevirt.provider.libvirt.metadata import KEY, NAMESPACE

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_TEMPLATE_BYTES: Final = 256 << 10
AGENT_CHANNEL: Final = "org.qemu.guest_agent.0"
DISK_TARGET: Final = "vda"
SEED_TARGET: Final = "sda"

_FIXED: Final = {
    "name": "is made from the operation",
    "uuid": "is made from the machine's id",
    "id": "is libvirt's",
    "memory": "is the instance type's",
    "currentMemory": "is the instance type's",
    "maxMemory": "is the instance type's",
}
_EVENTS: Final = {"on_poweroff": "destroy", "on_reboot": "restart"}
_REPLACED: Final = ("cpu", "clock", "on_crash")
_STAND_INS: Final = {
    "interface": ("interface",),
    "serial": ("serial", "console"),
    "console": ("console",),
    "rng": ("rng",),
}
_PLACEHOLDERS: Final = ("{name}", "{uuid}")

ET.register_namespace("qemu", "http://libvirt.org/schemas/domain/qemu/1.0")


@dataclass(frozen=True, slots=True)
class DomainTemplate:
    """A checked template; `text` is its XML, `has_interfaces` whether it stands in for our network."""

    text: str = field(repr=False)
    has_interfaces: bool = False

    def networks(self) -> set[str]:
        """Return the libvirt networks that its interfaces are on."""
        root = reply_xml.parse(self.text, "--domain-template")
        names = {source.get("network") for source in root.iterfind("devices/interface/source")}
        return {name for name in names if name}

    def merge(self, ours: ET.Element, *, what: str) -> ET.Element:
        """Return our definition with the template's parts in it; `ours` is used up.

        Raises:
            BackendError: on this host the two cannot both be had; `what` begins the message.
        """
        template = reply_xml.parse(self.text, "--domain-template")
        _fill(template, {"{name}": ours.findtext("name", ""), "{uuid}": ours.findtext("uuid", "")})
        _same(template.get("type"), ours.get("type"), f"{what}: --domain-template: type", "--virt-type")
        for child in template:
            if child.tag == "os":
                _merge_os(_child(ours, "os"), child, what)
            elif child.tag == "features":
                for feature in child:
                    _replace(_child(ours, "features"), feature)
            elif child.tag == "vcpu":
                _child(ours, "vcpu").attrib.update(child.attrib)
            elif child.tag in _REPLACED:
                _replace(ours, child)
            elif child.tag == "metadata":
                _child(ours, "metadata").extend(child)
            elif child.tag == "devices":
                _merge_devices(_child(ours, "devices"), child)
            elif child.tag not in _EVENTS:
                ours.append(child)
        _order_boot(ours)
        return ours


def parse_template(text: str, where: str) -> DomainTemplate:
    """Return the template in `text`; `where` begins every message.

    Raises:
        ConfigError: it is no domain's XML, or sets what is the provider's to set.
    """
    try:
        root = reply_xml.document(text)
    except (ET.ParseError, UnicodeEncodeError) as error:
        raise ConfigError(f"{where}: cannot be read as XML ({error}); correct it") from None
    if root.tag != "domain":
        raise ConfigError(f"{where}: its root is <{root.tag}>; write <domain> around it")
    if root.get("type") not in (None, "kvm", "qemu"):
        raise ConfigError(f"{where}: type {root.get('type')!r} is not supported; use kvm, qemu, or none")
    if problems := _problems(root):
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise ConfigError(f"{where}: {problems[0]}{more}")
    return DomainTemplate(text, has_interfaces=root.find("devices/interface") is not None)


def _problems(root: ET.Element) -> list[str]:
    """Return what is refused, each with its cure."""
    found = [f"<{tag}> {why}; remove it" for tag, why in _FIXED.items() if root.find(tag) is not None]
    if (root.findtext("vcpu") or "").strip():
        found.append("<vcpu> may have attributes, its number is the instance type's; remove the number")
    if root.find("cpu/numa") is not None:
        found.append("<numa> in <cpu> fixes the memory, which is the instance type's; remove it")
    if root.find(f"metadata/{{{NAMESPACE}}}{KEY}") is not None:
        found.append(f"the metadata <{KEY}:{KEY}> says whose a domain is; remove it")
    if (root.findtext("os/type") or "hvm").strip() != "hvm":
        found.append("<os><type> has to be hvm")
    for tag, value in _EVENTS.items():
        if (root.findtext(tag) or value).strip() != value:
            found.append(f"<{tag}> has to be {value}; remove it")
    if root.find("os/boot") is not None and root.find("devices/*/boot") is not None:
        found.append("both <os> and a device have <boot>, which libvirt refuses; keep one kind")
    if any(not boot.get("order", "").isdecimal() for boot in root.iterfind("devices/*/boot")):
        found.append("a device's <boot> has no order; give it a number from 1")
    for device in root.iterfind("devices/*"):
        found += _device_problems(device)
    return found


def _device_problems(device: ET.Element) -> list[str]:
    found = []
    if device.tag == "disk":
        found += _disk_problems(device)
    if device.tag == "interface" and device.find("mac") is not None:
        found.append("an <interface> has a <mac>, which all machines would share; remove it")
    log = device.find("log")
    if log is not None and not any(mark in log.get("file", "") for mark in _PLACEHOLDERS):
        found.append(f"the log {log.get('file')!r} would be that of all machines; put {{name}} into its path")
    index = device.get("index", "0")
    if (device.tag, device.get("type"), index) == ("controller", "scsi", "0") and device.get(
        "model", "virtio-scsi"
    ) != "virtio-scsi":
        found.append("SCSI controller 0 carries the seed and has to be virtio-scsi; give yours the index 1")
    return found


def _disk_problems(disk: ET.Element) -> list[str]:
    target = disk.find("target")
    name = "" if target is None else target.get("dev", "")
    sources = disk.find("source") is not None
    if name == DISK_TARGET and sources:
        return [f"the disk {name} is the machine's own; remove its <source>, or name another target"]
    if name == DISK_TARGET and target is not None and target.get("bus", "virtio") != "virtio":
        return [f"the disk {name} is on virtio; remove the bus"]
    if name == SEED_TARGET:
        return [f"the disk {name} is the cloud-init seed; name another target"]
    harmless = any(disk.find(mark) is not None for mark in ("readonly", "shareable", "transient"))
    if sources and not harmless and disk.get("device", "disk") in ("disk", "lun") and not _varies(disk):
        return [f"the disk {name} would be written by all machines; add <readonly/> to it"]
    return []


def _varies(element: ET.Element) -> bool:
    values = [value for part in element.iter("source") for value in part.attrib.values()]
    return any(mark in value for mark in _PLACEHOLDERS for value in values)


def _fill(root: ET.Element, values: Mapping[str, str]) -> None:
    for element in root.iter():
        for mark, value in values.items():
            element.text = element.text and element.text.replace(mark, value)
            for key, text in element.attrib.items():
                element.set(key, text.replace(mark, value))


def _same(theirs: str | None, ours: str | None, what: str, whose: str) -> None:
    if theirs is not None and theirs != ours:
        raise BackendError(f"{what} is {theirs}, but {whose} makes it {ours} here; change one of them")


def _child(parent: ET.Element, tag: str) -> ET.Element:
    found = parent.find(tag)
    return ET.SubElement(parent, tag) if found is None else found


def _replace(parent: ET.Element, child: ET.Element) -> None:
    for old in parent.findall(child.tag):
        parent.remove(old)
    parent.append(child)


def _merge_os(ours: ET.Element, theirs: ET.Element, what: str) -> None:
    ours.attrib.update(theirs.attrib)
    kind = _child(ours, "type")
    their_kind = theirs.find("type")
    if their_kind is not None:
        _same(their_kind.get("arch"), kind.get("arch"), f"{what}: --domain-template: arch", "the host")
        kind.attrib.update(their_kind.attrib)
    if theirs.find("boot") is not None:
        for boot in ours.findall("boot"):
            ours.remove(boot)
    ours.extend(child for child in theirs if child.tag != "type")


def _merge_devices(ours: ET.Element, theirs: ET.Element) -> None:
    kinds = {device.tag for device in theirs}
    spare = {tag for kind in kinds for tag in _STAND_INS.get(kind, ())}
    for device in list(ours):
        if device.tag in spare or any(_stands_in(other, device) for other in theirs):
            ours.remove(device)
    for device in theirs:
        target = device.find("target")
        if device.tag == "disk" and target is not None and target.get("dev") == DISK_TARGET:
            _tune(ours, device)
        else:
            ours.append(device)


def _stands_in(theirs: ET.Element, ours: ET.Element) -> bool:
    if theirs.tag != ours.tag:
        return False
    if ours.tag == "controller":
        return (theirs.get("type"), theirs.get("index")) == (ours.get("type"), ours.get("index"))
    if ours.tag == "channel":
        target = theirs.find("target")
        return target is not None and target.get("name") == AGENT_CHANNEL
    return False


def _tune(devices: ET.Element, theirs: ET.Element) -> None:
    """Add what the template says of our disk, but not what it is."""
    for disk in devices.iterfind("disk"):
        target = disk.find("target")
        if target is None or target.get("dev") != DISK_TARGET:
            continue
        for child in theirs:
            if child.tag == "driver":
                kept = {key: value for key, value in child.attrib.items() if key not in ("name", "type")}
                _child(disk, "driver").attrib.update(kept)
            elif child.tag != "target":
                disk.append(copy.copy(child))


def _order_boot(domain: ET.Element) -> None:
    """Put our disk last where a device of the template has a boot order: libvirt takes one kind only."""
    orders = [int(boot.get("order", "0")) for boot in domain.iterfind("devices/*/boot")]
    if not orders:
        return
    system = _child(domain, "os")
    for boot in system.findall("boot"):
        system.remove(boot)
    for disk in domain.iterfind("devices/disk"):
        target = disk.find("target")
        if target is not None and target.get("dev") == DISK_TARGET and disk.find("boot") is None:
            ET.SubElement(disk, "boot", order=str(max(orders) + 1))
