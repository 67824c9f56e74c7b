"""--domain-template: what it may say, what it may not, and what the two make together."""

import xml.etree.ElementTree as ET

import pytest

from purevirt.provider.core.backend import BackendError
from purevirt.provider.errors import ConfigError
from purevirt.provider.libvirt.domain_template import parse_template
from purevirt.provider.libvirt.domain_xml import domain_xml
from tests.provider_libvirt.test_texts import spec


def merged(content: str, attributes: str = "") -> ET.Element:
    """Return the domain of a template with that content."""
    text = f"<domain {attributes}>{content}</domain>"
    return ET.fromstring(domain_xml(spec(template=parse_template(text, "here"))))


def targets(domain: ET.Element) -> list[str]:
    return [target.get("dev", "") for target in domain.iterfind("devices/disk/target")]


def test_empty_template_changes_nothing() -> None:
    """What the template is silent about is ours."""
    assert ET.tostring(merged("")) == ET.tostring(ET.fromstring(domain_xml(spec())))


def test_firmware_and_machine_type() -> None:
    """UEFI and another machine type replace ours, and the rest of <os> stays."""
    domain = merged(
        "<os firmware='efi'><type machine='pc'>hvm</type><loader secure='no'/></os>"
        "<features><smm state='on'/></features>"
    )
    system = domain.find("os")
    assert system is not None
    assert system.get("firmware") == "efi"
    assert [child.tag for child in system] == ["type", "boot", "loader"]
    kind = system.find("type")
    assert kind is not None
    assert (kind.get("arch"), kind.get("machine"), kind.text) == ("x86_64", "pc", "hvm")
    assert [child.tag for child in domain.iterfind("features/*")] == ["acpi", "apic", "smm"]


def test_cpu_clock_and_crash_are_replaced() -> None:
    """There is one of each afterwards."""
    domain = merged("<cpu mode='host-model'/><clock offset='localtime'/><on_crash>preserve</on_crash>")
    assert [cpu.get("mode") for cpu in domain.iterfind("cpu")] == ["host-model"]
    assert [clock.get("offset") for clock in domain.iterfind("clock")] == ["localtime"]
    assert [crash.text for crash in domain.iterfind("on_crash")] == ["preserve"]


def test_interfaces_of_a_template_stand_in_for_ours() -> None:
    """A bridge takes the place of --network; two interfaces are two."""
    domain = merged("<devices><interface type='bridge'><source bridge='br0'/></interface></devices>")
    assert [source.attrib for source in domain.iterfind("devices/interface/source")] == [{"bridge": "br0"}]
    assert domain.find("devices/channel") is not None
    assert targets(domain) == ["vda", "sda"]


def test_disks_are_added_and_ours_is_tuned() -> None:
    """A disk with a source of its own is one more; vda without a source says how ours is driven."""
    domain = merged(
        "<devices><disk type='file' device='disk'><source file='/data/{name}.img'/>"
        "<target dev='vdb' bus='virtio'/></disk>"
        "<disk device='disk'><driver name='x' type='raw' cache='none' io='native'/><target dev='vda'/>"
        "<iotune><total_iops_sec>900</total_iops_sec></iotune></disk></devices>"
    )
    assert targets(domain) == ["vda", "sda", "vdb"]
    driver = domain.find("devices/disk[1]/driver")
    assert driver is not None
    assert driver.attrib == {
        "name": "qemu", "type": "qcow2", "discard": "unmap", "cache": "none", "io": "native",
    }  # fmt: skip
    assert domain.findtext("devices/disk[1]/iotune/total_iops_sec") == "900"
    source = domain.find("devices/disk[3]/source")
    assert source is not None
    assert source.get("file") == "/data/bigfleet-x.img"


def test_serial_log_names_the_machine() -> None:
    """The serial port stands in for ours and its console; the placeholder becomes the domain's name."""
    domain = merged(
        "<devices><serial type='pty'><log file='/var/log/{name}-{uuid}.log'/><target port='0'/></serial>"
        "</devices>"
    )
    assert len(domain.findall("devices/serial")) == 1
    assert domain.find("devices/console") is None
    log = domain.find("devices/serial/log")
    assert log is not None
    assert log.get("file") == f"/var/log/bigfleet-x-{domain.findtext('uuid')}.log"


def test_placeholders_are_values_and_never_markup() -> None:
    """Substitution happens in the parsed tree: a value cannot become an element."""
    text = "<domain><description>{name}</description></domain>"
    xml = domain_xml(spec(name="a</description><b/>", template=parse_template(text, "here")))
    assert ET.fromstring(xml).findtext("description") == "a</description><b/>"


def test_hugepages_foreign_metadata_and_qemu_arguments_pass() -> None:
    """What is not ours to know is taken as it is, its namespaces too."""
    domain = merged(
        "<memoryBacking><hugepages/></memoryBacking><vcpu cpuset='0-1'/>"
        "<metadata><x:a xmlns:x='urn:x'/></metadata><q:commandline><q:arg value='-S'/></q:commandline>",
        "xmlns:q='http://libvirt.org/schemas/domain/qemu/1.0'",
    )
    assert domain.find("memoryBacking/hugepages") is not None
    vcpu = domain.find("vcpu")
    assert vcpu is not None
    assert (vcpu.text, vcpu.get("cpuset")) == ("2", "0-1")
    assert len(domain.findall("metadata/*")) == 2
    assert domain.find("{http://libvirt.org/schemas/domain/qemu/1.0}commandline") is not None


def test_agent_channel_controller_and_rng_are_not_doubled() -> None:
    """What libvirt takes once only is the template's."""
    domain = merged(
        "<devices><channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel>"
        "<channel type='unix'><target type='virtio' name='com.example'/></channel>"
        "<controller type='scsi' index='0' model='virtio-scsi'><driver queues='2'/></controller>"
        "<rng model='virtio'><backend model='random'>/dev/random</backend></rng></devices>"
    )
    assert len(domain.findall("devices/channel")) == 2
    assert [rng.findtext("backend") for rng in domain.iterfind("devices/rng")] == ["/dev/random"]
    assert [len(scsi) for scsi in domain.iterfind("devices/controller")] == [1]


def test_boot_order_of_a_device_puts_our_disk_behind_it() -> None:
    """libvirt takes <os><boot> or an order per device, not both."""
    domain = merged("<devices><interface type='user'><boot order='3'/></interface></devices>")
    assert domain.find("os/boot") is None
    boot = domain.find("devices/disk[1]/boot")
    assert boot is not None
    assert boot.get("order") == "4"
    assert [boot.get("dev") for boot in merged("<os><boot dev='network'/></os>").iterfind("os/boot")] == [
        "network"
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("<name>x</name>", "<name> is made from the operation; remove it"),
        ("<uuid>x</uuid>", "<uuid>"),
        ("<memory>1</memory>", "<memory> is the instance type's"),
        ("<currentMemory>1</currentMemory>", "<currentMemory>"),
        ("<vcpu>4</vcpu>", "remove the number"),
        ("<cpu><numa><cell memory='1'/></numa></cpu>", "<numa>"),
        ("<metadata><b:bigfleet xmlns:b='https://bigfleet.dev/libvirt/v1'/></metadata>", "whose a domain is"),
        ("<os><type>xen</type></os>", "hvm"),
        ("<on_poweroff>restart</on_poweroff>", "<on_poweroff> has to be destroy"),
        ("<os><boot dev='hd'/></os><devices><disk><boot order='1'/></disk></devices>", "both <os>"),
        ("<devices><disk><boot order='x'/></disk></devices>", "no order"),
        ("<devices><interface type='user'><mac address='52:54:00:00:00:01'/></interface></devices>", "<mac>"),
        ("<devices><serial><log file='/var/log/x'/></serial></devices>", "put {name} into its path"),
        ("<devices><controller type='scsi' index='0' model='lsilogic'/></devices>", "index 1"),
        (
            "<devices><disk><source file='/x'/><target dev='vda'/></disk></devices>",
            "vda is the machine's own",
        ),
        ("<devices><disk><target dev='vda' bus='sata'/></disk></devices>", "vda is on virtio"),
        ("<devices><disk><target dev='sda'/></disk></devices>", "sda is the cloud-init seed"),
        ("<devices><disk><source file='/x'/><target dev='vdb'/></disk></devices>", "written by all machines"),
    ],
)
def test_template_rejects_what_is_not_its_to_say(content: str, reason: str) -> None:
    """Each conflict is refused at start-up, with its cure."""
    with pytest.raises(ConfigError) as refused:
        parse_template(f"<domain>{content}</domain>", "--domain-template f")
    assert str(refused.value).startswith("--domain-template f: ")
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no element found"),
        ("<domain>", "line 1"),
        ("<network/>", "its root is <network>"),
        ("<domain type='xen'/>", "'xen' is not supported"),
        ("<!DOCTYPE d [<!ENTITY e 'x'>]><domain>&e;</domain>", "document type"),
        ("<domain>\udcff</domain>", "cannot be read as XML"),
        ("<domain><name/><uuid/></domain>", "(and 1 more)"),
    ],
)
def test_template_rejects_what_is_no_domain(text: str, reason: str) -> None:
    """One line that says where and why; no document type, whose entities libvirt would expand (X9)."""
    with pytest.raises(ConfigError) as refused:
        parse_template(text, "--domain-template f")
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("attributes", "content", "reason"),
    [
        ("type='qemu'", "", "type is qemu, but --virt-type makes it kvm"),
        ("", "<os><type arch='aarch64'/></os>", "arch"),
    ],
)
def test_template_for_another_host_fails_the_create(attributes: str, content: str, reason: str) -> None:
    """What only the host can tell is told when a machine is made there."""
    with pytest.raises(BackendError, match=reason):
        merged(content, attributes)
