"""Definitions that are well-formed, and say what libvirt knows no meaning for."""

from xml.etree import ElementTree as ET

import pytest

from purevirt import Connection
from tests.simulator.contract.daemon import NO_QEMU, Daemon, Refusal, defined, refused

pytestmark = pytest.mark.qemu(NO_QEMU)

_UNSUPPORTED, _XML = "unsupported configuration: ", "XML error: "
_NO_NUMBER, _ZERO = "'x'. Expected non-negative integer value", "Zero is not permitted"
_NO_MEMORY = "Memory size must be specified via <memory> or in the <numa> configuration"


def _invalid(attribute: str, element: str, value: str) -> Refusal:
    what = f"Invalid value for attribute '{attribute}' in element '{element}': '{value}'."
    return Refusal(27, 5, _XML + what)


def _disk(more: str = "", target: str = "dev='vda' bus='virtio'", driver: str = "type='raw'") -> str:
    source = "" if more == "-" else "<source file='/nowhere'/>"
    inner = f"<driver name='qemu' {driver}/>{source}<target {target}/>{more.strip('-')}"
    return f"<devices><disk type='file'>{inner}</disk></devices>"


def _two(more: str) -> str:
    second = more.replace("vda", "vdb")
    return more.replace("</devices>", "") + second.replace("<devices>", "")


def _device(xml: str) -> str:
    return f"<devices>{xml}</devices>"


REFUSED = {
    "a title of two lines": (
        "<title>a\nb</title>",
        Refusal(27, 20, _XML + "Domain title can't contain newlines"),
    ),
    "an end": (
        "<on_poweroff>x</on_poweroff>",
        Refusal(67, 20, _UNSUPPORTED + "unknown on_poweroff action: x"),
    ),
    "a clock": ("<clock offset='x'/>", Refusal(67, 20, _UNSUPPORTED + "unknown clock offset 'x'")),
    "a feature": ("<features><x/></features>", Refusal(67, 20, _UNSUPPORTED + "unexpected feature 'x'")),
    "a kind of processor": ("<cpu mode='x'/>", Refusal(67, 31, _UNSUPPORTED + "Invalid mode attribute 'x'")),
    "a topology": (
        "<vcpu>4</vcpu><cpu><topology sockets='1' cores='1' threads='2'/></cpu>",
        Refusal(67, 10, _UNSUPPORTED + "CPU topology doesn't match maximum vcpu count"),
    ),
    "no processor now": (
        "<vcpu current='0'>4</vcpu>",
        Refusal(67, 10, _UNSUPPORTED + "vcpu 0 can't be offline"),
    ),
    "a set of processors": (
        "<vcpu cpuset='x'>2</vcpu>",
        Refusal(8, 0, "invalid argument: Failed to parse bitmap 'x'"),
    ),
    "a disk's bus": (_disk(target="dev='vda' bus='x'"), _invalid("bus", "target", "x")),
    "a disk's name": (
        _disk(target="dev='zzz'"),
        Refusal(27, 20, _XML + "Unknown disk name 'zzz' and no address specified"),
    ),
    "a disk without a file": (_disk("-"), Refusal(19, 20, "missing source information for device vda")),
    "a format": (
        _disk(driver="type='x'"),
        Refusal(67, 20, _UNSUPPORTED + "unknown driver format value 'x'"),
    ),
    "a cache": (_disk(driver="type='raw' cache='x'"), _invalid("cache", "driver", "x")),
    "a way to discard": (_disk(driver="type='raw' discard='x'"), _invalid("discard", "driver", "x")),
    "a place of none": (
        _disk("<boot order='0'/>"),
        Refusal(27, 5, _XML + "Invalid value for attribute 'order' in element 'boot': Zero is not permitted"),
    ),
    "a place that is no number": (
        _disk("<boot order='x'/>"),
        Refusal(27, 5, _XML + f"Invalid value for attribute 'order' in element 'boot': {_NO_NUMBER}"),
    ),
    "a place that is not told": (
        _disk("<boot/>"),
        Refusal(27, 5, _XML + "Missing required attribute 'order' in element 'boot'"),
    ),
    "a number of sockets": (
        "<vcpu>4</vcpu><cpu><topology sockets='x' cores='4' threads='1'/></cpu>",
        Refusal(27, 5, _XML + f"Invalid value for attribute 'sockets' in element 'topology': {_NO_NUMBER}"),
    ),
    "no sockets": (
        "<vcpu>4</vcpu><cpu><topology sockets='0' cores='4' threads='1'/></cpu>",
        Refusal(27, 5, _XML + f"Invalid value for attribute 'sockets' in element 'topology': {_ZERO}"),
    ),
    "sockets that are not told": (
        "<vcpu>4</vcpu><cpu><topology cores='4'/></cpu>",
        Refusal(27, 5, _XML + "Missing required attribute 'sockets' in element 'topology'"),
    ),
    "a disk from nowhere on a network": (
        _device("<disk type='network'><target dev='vda' bus='virtio'/></disk>"),
        Refusal(19, 20, "missing source information for device vda"),
    ),
    "a disk from a file of no name": (
        _device("<disk type='file'><source/><target dev='vda' bus='virtio'/></disk>"),
        Refusal(19, 20, "missing source information for device vda"),
    ),
    "a place of two": (
        _two(_disk("<boot order='1'/>")),
        Refusal(67, 20, _UNSUPPORTED + "boot order '1' used for more than one device"),
    ),
    "a disc that cannot be ejected": (
        _device("<disk type='file' device='cdrom'><target dev='vda' bus='virtio'/></disk>"),
        Refusal(67, 10, _UNSUPPORTED + "disk type of 'vda' does not support ejectable media"),
    ),
    "a model": (
        _device("<interface type='user'><model type='x y'/></interface>"),
        Refusal(8, 20, "invalid argument: Model name contains invalid characters"),
    ),
    "a serial port": (
        _device("<serial type='x'/>"),
        Refusal(67, 20, _UNSUPPORTED + "unknown type presented to host for character device: x"),
    ),
    "graphics": (_device("<graphics type='x'/>"), _invalid("type", "graphics", "x")),
    "a controller": (_device("<controller type='x'/>"), _invalid("type", "controller", "x")),
    "a picture": (
        _device("<video><model type='x'/></video>"),
        Refusal(67, 20, _UNSUPPORTED + "unknown video model 'x'"),
    ),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_what_means_nothing(conn: Connection, daemon: Daemon, what: str) -> None:
    """It is refused by name."""
    more, refusal = REFUSED[what]
    assert await refused(conn.domain_define_xml(daemon.xml(daemon.name(), more))) == refusal


@pytest.mark.parametrize(
    ("memory", "refusal"),
    [
        ("<memory>0</memory>", Refusal(27, 20, _XML + _NO_MEMORY)),
        ("<memory unit='EiB'>15</memory>", Refusal(82, 0, "numerical overflow: value too large: 15EiB")),
        (
            "<memory> 1024 </memory>",
            Refusal(27, 5, _XML + "Invalid value ' 1024 ' for element or attribute './memory[1]'"),
        ),
    ],
)
async def test_memory_that_is_none(conn: Connection, daemon: Daemon, memory: str, refusal: Refusal) -> None:
    """Nothing, more than can be counted, and no number."""
    xml = daemon.xml(daemon.name()).replace("<memory unit='MiB'>32</memory>", memory)
    assert await refused(conn.domain_define_xml(xml)) == refusal


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("2,0", "0,2"),
        ("1 , 2-2", "1-2"),
        (" 0 - 3,^2,", "0-1,3"),
        ("^0,0,16383", "0,16383"),
    ],
)
async def test_sets_of_processors(conn: Connection, daemon: Daemon, given: str, shown: str) -> None:
    """They are written in order, each processor once."""
    domain = await defined(conn, daemon, f"<vcpu cpuset='{given}'>2</vcpu>")
    assert f" cpuset='{shown}'>" in await conn.domain_get_xml_desc(domain)


@pytest.mark.parametrize("given", ["", ",", "1,,2", "1-", "^1-2", "5-1", "16384", "0-99999999999999999999"])
async def test_sets_that_are_none(conn: Connection, daemon: Daemon, given: str) -> None:
    """Ranges go upwards, and no processor has a number above 16383."""
    xml = daemon.xml(daemon.name(), f"<vcpu cpuset='{given}'>2</vcpu>")
    bad = Refusal(8, 0, f"invalid argument: Failed to parse bitmap '{given}'")
    assert await refused(conn.domain_define_xml(xml)) == bad


async def test_sets_of_no_processor(conn: Connection, daemon: Daemon) -> None:
    """What is taken away from nothing leaves nothing to run on."""
    xml = daemon.xml(daemon.name(), "<vcpu cpuset='1,^1'>2</vcpu>")
    empty = Refusal(67, 20, _UNSUPPORTED + "Invalid value of 'cpuset': 1,^1")
    assert await refused(conn.domain_define_xml(xml)) == empty


async def test_boot_from_what_there_is_not(conn: Connection, daemon: Daemon) -> None:
    """Four kinds of devices boot."""
    xml = daemon.xml(daemon.name()).replace("</os>", "<boot dev='x'/></os>")
    assert await refused(conn.domain_define_xml(xml)) == _invalid("dev", "boot", "x")


async def test_white_space_of_a_name(conn: Connection, daemon: Daemon) -> None:
    """It is part of the name."""
    name = f"  {daemon.name()} "
    daemon.made.append(name)
    assert (await conn.domain_define_xml(daemon.xml(name))).name == name
    assert (await conn.domain_lookup_by_name(name)).name == name


async def test_what_is_filled_in(conn: Connection, daemon: Daemon) -> None:
    """What a definition leaves open, and quotes in its texts."""
    more = (
        "<genid/><description>it's a \"test\"</description><clock offset='variable' adjustment='5'/>"
        "<vcpu>4</vcpu><cpu><model>qemu64</model><topology sockets='1' cores='2' threads='2'/></cpu>"
    )
    domain = await defined(conn, daemon, more)
    xml = await conn.domain_get_xml_desc(domain)
    root = ET.fromstring(xml)
    assert len(root.findtext("genid") or "") == 36
    assert "<description>it&apos;s a &quot;test&quot;</description>" in xml
    assert "<clock offset='variable' adjustment='5' basis='utc'/>" in xml
    assert "<topology sockets='1' dies='1' cores='2' threads='2'/>" in xml
    assert "<cpu mode='custom' match='exact' check='none'>" in xml


async def test_a_kernel_and_a_disk(conn: Connection, daemon: Daemon) -> None:
    """A domain with a kernel of its own boots from its disk all the same, to look at it."""
    xml = daemon.xml(daemon.name()).replace("</os>", "<kernel>/vmlinuz</kernel></os>")
    domain = await conn.domain_define_xml(xml)
    root = ET.fromstring(await conn.domain_get_xml_desc(domain))
    assert [one.tag for one in root.iterfind("os/*")] == ["type", "kernel", "boot"]


async def test_metadata_that_belongs_to_nobody(conn: Connection, daemon: Daemon) -> None:
    """What has no namespace is lost, and so is what comes second of one."""
    domain = await defined(
        conn, daemon, "<metadata><none/><a:one xmlns:a='urn:a'/><a:two xmlns:a='urn:a'/></metadata>"
    )
    root = ET.fromstring(await conn.domain_get_xml_desc(domain))
    assert [one.tag for one in root.iterfind("metadata/*")] == ["{urn:a}one"]
