"""A domain's definition: written for ours, read for any."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from purevirt.provider.libvirt import reply_xml
from purevirt.provider.libvirt.domain_template import AGENT_CHANNEL, DISK_TARGET, SEED_TARGET
from purevirt.provider.libvirt.metadata import Tag, namespaced_element

if TYPE_CHECKING:
    import uuid

    from purevirt.provider.libvirt.domain_template import DomainTemplate


@dataclass(frozen=True, slots=True, kw_only=True)
class Virtualization:
    """What the host runs guests with, from its domain capabilities."""

    virt_type: Literal["kvm", "qemu"]
    arch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainSpec:
    """Everything a domain of ours depends on. Paths are the host's."""

    name: str
    uuid: uuid.UUID
    machine_id: str
    vcpu: int
    memory_mib: int
    virtualization: Virtualization
    overlay_path: str
    seed_path: str
    network: str
    template: DomainTemplate | None = None


def domain_xml(spec: DomainSpec) -> str:
    """Return the XML for DomainDefineXML.

    There is no `<emulator>`: libvirt knows the host's. The seed is a CD-ROM on virtio-scsi, since the kernels
    of Debian's cloud images have no AHCI and would never see one on SATA.

    Raises:
        BackendError: the machine's id cannot be stored (see `metadata`), or the template wants what this host
            does not have.
    """
    domain = ET.Element("domain", type=spec.virtualization.virt_type)
    _add(domain, "name", spec.name)
    _add(domain, "uuid", str(spec.uuid))
    _add(domain, "metadata").append(namespaced_element(Tag(spec.machine_id)))
    _add(domain, "memory", str(spec.memory_mib), unit="MiB")
    _add(domain, "vcpu", str(spec.vcpu))
    system = _add(domain, "os")
    machine = {"machine": "q35"} if spec.virtualization.arch == "x86_64" else {}
    _add(system, "type", "hvm", arch=spec.virtualization.arch, **machine)
    _add(system, "boot", dev="hd")
    features = _add(domain, "features")
    _add(features, "acpi")
    if spec.virtualization.arch == "x86_64":
        _add(features, "apic")
    if spec.virtualization.virt_type == "kvm":
        _add(domain, "cpu", mode="host-passthrough")
    _add(domain, "clock", offset="utc")
    _add(domain, "on_poweroff", "destroy")
    _add(domain, "on_reboot", "restart")
    _add(domain, "on_crash", "restart")
    _add_devices(_add(domain, "devices"), spec)
    if spec.template is not None:
        domain = spec.template.merge(domain, what=spec.name)
    return ET.tostring(domain, encoding="unicode")


def _add_devices(devices: ET.Element, spec: DomainSpec) -> None:
    disk = _add(devices, "disk", type="file", device="disk")
    _add(disk, "driver", name="qemu", type="qcow2", discard="unmap")
    _add(disk, "source", file=spec.overlay_path)
    _add(disk, "target", dev=DISK_TARGET, bus="virtio")
    _add(devices, "controller", type="scsi", index="0", model="virtio-scsi")
    seed = _add(devices, "disk", type="file", device="cdrom")
    _add(seed, "driver", name="qemu", type="raw")
    _add(seed, "source", file=spec.seed_path)
    _add(seed, "target", dev=SEED_TARGET, bus="scsi")
    _add(seed, "readonly")
    interface = _add(devices, "interface", type="network")
    _add(interface, "source", network=spec.network)
    _add(interface, "model", type="virtio")
    channel = _add(devices, "channel", type="unix")
    _add(channel, "target", type="virtio", name=AGENT_CHANNEL)
    rng = _add(devices, "rng", model="virtio")
    _add(rng, "backend", "/dev/urandom", model="random")
    serial = _add(devices, "serial", type="pty")
    _add(serial, "target", port="0")
    console = _add(devices, "console", type="pty")
    _add(console, "target", type="serial", port="0")


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    child = ET.SubElement(parent, tag, attributes)
    child.text = text
    return child


def parse_virtualization(xml: str) -> Virtualization:
    """Return the best the host offers, from ConnectGetDomainCapabilities called without a wish.

    Raises:
        BackendError: the XML says neither kvm nor qemu, or no architecture.
    """
    what = "the host's domain capabilities"
    root = reply_xml.parse(xml, what)
    kind = reply_xml.text_of(root, "domain", what)
    return Virtualization(
        virt_type="kvm" if kind == "kvm" else "qemu", arch=reply_xml.text_of(root, "arch", what)
    )


def disk_files(xml: str) -> tuple[str, ...]:
    """Return the paths of a domain's own disks and CD-ROMs; not of what they are backed by."""
    root = reply_xml.parse(xml, "the domain's XML")
    sources = (disk.find("source") for disk in root.iterfind("devices/disk"))
    return tuple(source.attrib["file"] for source in sources if source is not None and source.get("file"))
