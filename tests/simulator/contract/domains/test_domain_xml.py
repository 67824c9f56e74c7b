"""What libvirt makes of a definition: the same text, character by character, from both daemons.

The real daemon's texts are kept in `xml/`; the test compares what either daemon says with them, so they are
wrong as soon as the real one says something else. They are made anew by running the module with the URI of a
real daemon: `python -m tests.simulator.contract.domains.test_domain_xml qemu+unix:///system?socket=...`.
"""

import asyncio
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import purevirt
from purevirt import Connection
from tests.lab.domain import domain_xml
from tests.simulator.contract.daemon import NO_QEMU, Daemon, started

pytestmark = pytest.mark.qemu(NO_QEMU)

_FOLDER = Path(__file__).with_name("xml")
_NAME = "described"
_DISK = Path("/nowhere/disk.qcow2")


def _definition(devices: str, more: str = "", machine: str = "pc") -> str:
    return (
        f"<domain type='qemu'><name>{_NAME}</name>{more}<memory unit='MiB'>32</memory>"
        f"<os><type machine='{machine}'>hvm</type></os><devices>{devices}</devices></domain>"
    )


_CD = Path("/nowhere/cd.iso")
DEFINITIONS = {
    "smallest": (
        f"<domain type='qemu'><name>{_NAME}</name><memory>32768</memory><os><type>hvm</type></os></domain>"
    ),
    "lab-pc": domain_xml(_NAME, disk=_DISK),
    "lab-q35": domain_xml(_NAME, disk=_DISK, machine="q35"),
    "lab-pc-cd": domain_xml(_NAME, disk=_DISK, cidata=_CD),
    "lab-q35-cd": domain_xml(_NAME, disk=_DISK, cidata=_CD, machine="q35", vcpus=2),
    "many-devices": _definition(
        f"<disk type='file'><source file='{_DISK}'/><target dev='hda'/></disk>"
        "<disk type='file' device='cdrom'><target dev='hdc'/></disk><graphics type='vnc'/>"
        "<interface type='bridge'><source bridge='br0'/></interface><console type='pty'/>"
        "<sound model='ich6'/><watchdog model='i6300esb'/><input type='tablet' bus='usb'/>"
    ),
    "texts-and-metadata": _definition(
        "<memballoon model='none'/>",
        "<title>T &amp; t</title><description>several\nlines</description><metadata>"
        "<foo:a xmlns:foo='http://foo.example/x' k=\"v\"><foo:b>1</foo:b></foo:a></metadata>"
        "<vcpu current='1'>4</vcpu><currentMemory unit='MiB'>16</currentMemory>",
    ),
    "q35-mixed": _definition(
        f"<disk type='file'><driver name='qemu' type='qcow2'/><source file='{_DISK}'/>"
        "<target dev='vda' bus='virtio'/><serial>abc</serial></disk>"
        "<disk type='file' device='cdrom'><target dev='sda' bus='sata'/><readonly/></disk>"
        "<interface type='network'><source network='default'/><model type='virtio'/></interface>"
        "<interface type='user'><mac address='52:54:00:11:22:33'/></interface><serial type='pty'/>"
        "<channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel>"
        "<graphics type='vnc' autoport='yes'/><video><model type='vga'/></video>"
        "<rng model='virtio'><backend model='random'>/dev/urandom</backend></rng>",
        machine="q35",
    ),
    "order": _definition(
        "<rng model='virtio'><backend model='random'>/dev/urandom</backend></rng>"
        f"<disk type='file'><source file='{_DISK}'/><target dev='vdb' bus='virtio'/></disk>"
        f"<disk type='file'><source file='{_CD}'/><target dev='vda' bus='virtio'/></disk>",
        "<on_crash>restart</on_crash><features><apic/><acpi/></features><clock offset='localtime'/>",
    ),
}


def plain(xml: str) -> str:
    """Return a text without what differs from run to run: UUID and made-up MAC addresses."""
    xml = re.sub(r"<uuid>[0-9a-f-]{36}</uuid>", "<uuid>UUID</uuid>", xml)
    return re.sub(r"52:54:00:(?!11:22:33)[0-9a-f:]{8}", "MAC", xml)


async def described(conn: Connection, xml: str) -> str:
    """Return what a daemon makes of a definition."""
    domain = await conn.domain_define_xml(xml)
    try:
        return plain(await conn.domain_get_xml_desc(domain))
    finally:
        await conn.domain_undefine(domain)


@pytest.mark.parametrize("what", DEFINITIONS)
async def test_definition_becomes(conn: Connection, what: str) -> None:
    """Defaults, order, controllers, addresses and layout are libvirt's."""
    expected = await asyncio.to_thread((_FOLDER / f"{what}.xml").read_text)
    assert await described(conn, DEFINITIONS[what]) == expected


@pytest.mark.parametrize("what", ["lab-pc-cd", "many-devices", "texts-and-metadata"])
async def test_description_is_a_definition(conn: Connection, what: str) -> None:
    """What a daemon says of a domain defines it again, unchanged."""
    first = await conn.domain_define_xml(DEFINITIONS[what])
    try:
        xml = await conn.domain_get_xml_desc(first)
        again = await conn.domain_define_xml(xml)
        assert again == first
        assert await conn.domain_get_xml_desc(first) == xml
    finally:
        await conn.domain_undefine(first)


async def test_running_domain_becomes(conn: Connection, daemon: Daemon) -> None:
    """A running domain has a number, aliases, a label, ports and paths; its definition has none."""
    devices = (
        "<devices><serial type='pty'/><graphics type='vnc'/><memballoon model='none'/>"
        "<interface type='user'/>"
        "<channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel></devices>"
    )
    domain = await started(conn, daemon, devices)
    xml = await conn.domain_get_xml_desc(domain)
    root = ET.fromstring(xml)
    assert root.get("id") == str(domain.id)
    assert [one.tag for one in root] == [
        "name", "uuid", "memory", "currentMemory", "vcpu", "resource", "os", "cpu", "clock", "on_poweroff",
        "on_reboot", "on_crash", "devices", "seclabel",
    ]  # fmt: skip
    aliases = {one.get("name") for one in root.findall("devices/*/alias")}
    assert {"serial0", "channel0", "net0", "video0", "usb", "virtio-serial0", "pci.0"} <= aliases
    channel = root.find("devices/channel")
    assert channel is not None
    source, target = channel.find("source"), channel.find("target")
    assert source is not None
    assert target is not None
    folder = f"/var/lib/libvirt/qemu/channel/target/domain-{domain.id}-{domain.name[:20]}"
    assert source.attrib == {"mode": "bind", "path": f"{folder}/org.qemu.guest_agent.0"}
    assert target.get("state") == "disconnected"
    graphics = root.find("devices/graphics")
    assert graphics is not None
    assert int(graphics.attrib["port"]) >= 5900
    console = root.find("devices/console")
    assert console is not None
    assert (console.get("tty") or "").startswith("/dev/pts/")
    assert root.findtext("seclabel/label") == "+0:+0"
    inactive = await conn.domain_get_xml_desc(domain, 2)
    assert "<alias" not in inactive
    assert " id='" not in inactive.split("\n", 1)[0]
    assert ET.fromstring(inactive).find("seclabel") is None


async def _keep(uri: str) -> None:
    async with await purevirt.connect(uri) as conn:
        for what, xml in DEFINITIONS.items():
            text = await described(conn, xml)
            await asyncio.to_thread((_FOLDER / f"{what}.xml").write_text, text)


if __name__ == "__main__":
    asyncio.run(_keep(sys.argv[1]))
