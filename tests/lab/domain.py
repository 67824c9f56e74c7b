"""XML of the lab's own guests and network, which are what virsh, the oracle, is given."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Final, Literal

Machine = Literal["pc", "q35"]

NETWORK_XML: Final = """
<network>
  <name>default</name>
  <forward mode='nat'/>
  <bridge name='virbr0' stp='off' delay='0'/>
  <ip address='192.168.122.1' netmask='255.255.255.0'>
    <dhcp><range start='192.168.122.2' end='192.168.122.254'/></dhcp>
  </ip>
</network>
"""


def domain_xml(
    name: str,
    *,
    disk: Path | None,
    cidata: Path | None = None,
    network: str | None = "default",
    machine: Machine = "pc",
    memory_mib: int = 128,
    vcpus: int = 1,
) -> str:
    """Return the XML of a guest that QEMU emulates entirely, with a guest agent and a serial console.

    Args:
        name: The domain's name.
        disk: A qcow2 image to boot; None for a guest that is never meant to boot.
        cidata: An ISO image for a read-only CD on virtio-scsi: the guest's kernel has no AHCI.
        network: The libvirt network of its one interface; None for no interface.
        machine: QEMU's machine type.
        memory_mib: Its memory; 96 is enough for the lab's image.
        vcpus: Its processors.
    """
    root = ET.Element("domain", type="qemu")
    ET.SubElement(root, "name").text = name
    ET.SubElement(root, "memory", unit="MiB").text = str(memory_mib)
    ET.SubElement(root, "vcpu").text = str(vcpus)
    os_element = ET.SubElement(root, "os")
    ET.SubElement(os_element, "type", arch="x86_64", machine=machine).text = "hvm"
    ET.SubElement(os_element, "boot", dev="hd")
    features = ET.SubElement(root, "features")
    ET.SubElement(features, "acpi")
    ET.SubElement(features, "apic")
    # Most of an emulated guest's memory is QEMU's cache of translated code.
    ET.SubElement(ET.SubElement(features, "tcg"), "tb-cache", unit="MiB").text = "32"
    ET.SubElement(root, "on_poweroff").text = "destroy"
    ET.SubElement(root, "on_reboot").text = "restart"
    ET.SubElement(root, "on_crash").text = "destroy"
    devices = ET.SubElement(root, "devices")
    if disk is not None:
        _add_disk(devices, disk)
    if cidata is not None:
        _add_cidata(devices, cidata)
    if network is not None:
        interface = ET.SubElement(devices, "interface", type="network")
        ET.SubElement(interface, "source", network=network)
        ET.SubElement(interface, "model", type="virtio")
    serial = ET.SubElement(devices, "serial", type="pty")
    ET.SubElement(serial, "log", file=f"/var/log/libvirt/qemu/{name}-console.log", append="off")
    ET.SubElement(serial, "target", port="0")
    channel = ET.SubElement(devices, "channel", type="unix")
    ET.SubElement(channel, "target", type="virtio", name="org.qemu.guest_agent.0")
    rng = ET.SubElement(devices, "rng", model="virtio")
    ET.SubElement(rng, "backend", model="random").text = "/dev/urandom"
    ET.SubElement(devices, "memballoon", model="none")
    return ET.tostring(root, encoding="unicode")


def _add_disk(devices: ET.Element, disk: Path) -> None:
    element = ET.SubElement(devices, "disk", type="file", device="disk")
    ET.SubElement(element, "driver", name="qemu", type="qcow2", cache="unsafe")
    ET.SubElement(element, "source", file=str(disk))
    ET.SubElement(element, "target", dev="vda", bus="virtio")


def _add_cidata(devices: ET.Element, cidata: Path) -> None:
    ET.SubElement(devices, "controller", type="scsi", model="virtio-scsi")
    element = ET.SubElement(devices, "disk", type="file", device="cdrom")
    ET.SubElement(element, "driver", name="qemu", type="raw")
    ET.SubElement(element, "source", file=str(cidata))
    ET.SubElement(element, "target", dev="sda", bus="scsi")
    ET.SubElement(element, "readonly")
