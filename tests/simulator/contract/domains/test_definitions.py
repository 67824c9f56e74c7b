"""Domains as things: defined, refused, found, listed, renamed, undefined."""

import pytest

from purevirt import Connection
from purevirt.rpc.gen import enums, remote
from tests.simulator.contract.daemon import NO_QEMU, Daemon, defined, refused, text

_F = enums.ConnectListAllDomainsFlags
_HEAD = "<domain type='qemu'><name>refused</name><memory>1000</memory>"
_OS = "<os><type>hvm</type></os>"


def device(xml: str) -> str:
    """Return a domain with one device."""
    return f"{_HEAD}{_OS}<devices>{xml}</devices></domain>"


_DISK = "<disk type='file'><source file='/{0}'/><target dev='vda'/></disk>"
_REFUSED = {
    "empty": ("", 35, 20, "(domain_definition):1: Document is empty\n(null)\n^"),
    "no XML": ("junk", 35, 20, "(domain_definition):1: Start tag expected, '<' not found\njunk\n^"),
    "not closed": (
        "<domain>",
        35,
        20,
        "(domain_definition):1: Premature end of data in tag domain line 1\n<domain>\n--------^",
    ),
    "another root": ("<foo/>", 27, 5, "XML error: expecting root element of 'domain', not 'foo'"),
    "no name": ("<domain type='qemu'/>", 21, 20, "missing name information"),
    "empty name": (f"<domain type='qemu'><name></name>{_OS}</domain>", 21, 20, "missing name information"),
    "bad type": (
        "<domain type='foo'><name>x</name></domain>",
        67,
        20,
        "unsupported configuration: invalid domain type foo",
    ),
    "no os": (f"{_HEAD}</domain>", 27, 20, "XML error: an os <type> must be specified"),
    "bad os": (
        f"{_HEAD}<os><type>foo</type></os></domain>",
        67,
        20,
        "unsupported configuration: unknown OS type 'foo'",
    ),
    "bad arch": (
        f"{_HEAD}<os><type arch='foo'>hvm</type></os></domain>",
        67,
        20,
        "unsupported configuration: Unknown architecture foo",
    ),
    "bad machine": (
        f"{_HEAD}<os><type machine='foo'>hvm</type></os></domain>",
        27,
        20,
        "XML error: No PCI buses available",
    ),
    "slash": (
        f"<domain type='qemu'><name>x/y</name><memory>1000</memory>{_OS}</domain>",
        27,
        20,
        "XML error: name x/y cannot contain '/'",
    ),
    "newline": (
        f"<domain type='qemu'><name>x\ny</name><memory>1000</memory>{_OS}</domain>",
        35,
        5,
        "invalid char in name: \n",
    ),
    "bad uuid": (f"{_HEAD}<uuid>zz</uuid>{_OS}</domain>", 1, 20, "internal error: malformed uuid element"),
    "memory no number": (
        f"<domain type='qemu'><name>x</name><memory>abc</memory>{_OS}</domain>",
        27,
        5,
        "XML error: Invalid value 'abc' for element or attribute './memory[1]'",
    ),
    "memory no unit": (
        f"<domain type='qemu'><name>x</name><memory unit='foo'>10</memory>{_OS}</domain>",
        8,
        0,
        "invalid argument: unknown suffix 'foo'",
    ),
    "vcpu no number": (
        f"{_HEAD}<vcpu>abc</vcpu>{_OS}</domain>",
        27,
        20,
        "XML error: maximum vcpus count must be an integer",
    ),
    "vcpu over": (
        f"{_HEAD}<vcpu current='3'>2</vcpu>{_OS}</domain>",
        67,
        20,
        "unsupported configuration: maximum vCPU count must not be less than current vCPU count",
    ),
    "vcpu over machine": (
        f"{_HEAD}<vcpu>9999</vcpu>{_OS}</domain>",
        67,
        10,
        "unsupported configuration: Maximum CPUs greater than specified machine type limit 255",
    ),
    "no kvm": (
        f"<domain type='kvm'><name>x</name><memory>1000</memory>{_OS}</domain>",
        8,
        10,
        "invalid argument: could not get preferred machine for /usr/bin/qemu-system-x86_64 type=kvm",
    ),
    "disk without target": (
        device("<disk type='file'><source file='/x'/></disk>"),
        20,
        20,
        "missing target information for device /x",
    ),
    "disks with one target": (
        device(_DISK.format("x") + _DISK.format("y")),
        27,
        20,
        "XML error: target 'vda' duplicated for disk sources '/x' and '/y'",
    ),
    "disk of no type": (
        device("<disk type='bogus'><source file='/x'/><target dev='vda'/></disk>"),
        27,
        5,
        "XML error: Invalid value for attribute 'type' in element 'disk': 'bogus'.",
    ),
    "interface of no type": (
        device("<interface type='bogus'/>"),
        27,
        5,
        "XML error: Invalid value for attribute 'type' in element 'interface': 'bogus'.",
    ),
    "interface without network": (
        device("<interface type='network'/>"),
        27,
        20,
        "XML error: interface type='network' requires a 'source' element",
    ),
    "no mac": (
        device("<interface type='user'><mac address='zz'/></interface>"),
        27,
        20,
        "XML error: unable to parse mac address 'zz'",
    ),
    "group mac": (
        device("<interface type='user'><mac address='01:00:00:00:00:01'/></interface>"),
        27,
        20,
        "XML error: expected unicast mac address, found multicast '01:00:00:00:00:01'",
    ),
    "no emulator": (
        device("<emulator>/nope</emulator>"),
        38,
        10,
        "Cannot check QEMU binary /nope: No such file or directory",
    ),
}


_BY_QEMU = ("bad machine", "vcpu over machine", "no kvm", "no emulator")


@pytest.mark.parametrize(
    "what",
    [pytest.param(what, marks=pytest.mark.qemu(NO_QEMU) if what in _BY_QEMU else ()) for what in _REFUSED],
)
async def test_definition_is_refused(conn: Connection, what: str) -> None:
    """What libvirt does not take, and how it says so (CASES E6 for the text of broken XML)."""
    xml, *expected = _REFUSED[what]
    assert await refused(conn.domain_define_xml(xml)) == tuple(expected)


async def test_unknown_elements_are_dropped(conn: Connection, daemon: Daemon) -> None:
    """They are no error, unless validation is asked for."""
    more = "<devices><bogus/></devices>"
    domain = await defined(conn, daemon, more)
    assert "bogus" not in await conn.domain_get_xml_desc(domain)
    xml = daemon.xml(daemon.name(), more)
    refusal = await refused(conn.domain_define_xml_flags(xml, 1))
    assert refusal[:2] == (92, 5)
    assert refusal.message.startswith(
        "XML document failed to validate against schema: Unable to validate doc"
    )


async def test_names_and_uuids_are_unique(conn: Connection, daemon: Daemon) -> None:
    """The same UUID under the same name is a new definition; half of it is refused."""
    domain = await defined(conn, daemon)
    same = f"<uuid>{text(domain)}</uuid>"
    again = await conn.domain_define_xml(daemon.xml(domain.name, same + "<title>new</title>"))
    assert again == domain
    assert await conn.domain_get_metadata(domain, 1, None) == "new"
    taken = f"operation failed: domain '{domain.name}' already exists with uuid {text(domain)}"
    for more in ("", "<uuid>68bbfe15-b991-4065-a742-1e7f5ea81a59</uuid>"):
        call = conn.domain_define_xml(daemon.xml(domain.name, more))
        assert await refused(call) == (9, 20, taken)
    renamed = f"operation failed: domain '{domain.name}' is already defined with uuid {text(domain)}"
    other = daemon.xml(daemon.name(), same)
    assert await refused(conn.domain_define_xml(other)) == (9, 20, renamed)


async def test_lookups(conn: Connection, daemon: Daemon) -> None:
    """By name, UUID and number; what there is not says how it was looked for."""
    domain = await defined(conn, daemon)
    assert await conn.domain_lookup_by_name(domain.name) == domain
    assert await conn.domain_lookup_by_uuid(domain.uuid) == domain
    nobody = "00000000-0000-0000-0000-000000000000"
    for call, how in (
        (conn.domain_lookup_by_name("nobody"), "name 'nobody'"),
        (conn.domain_lookup_by_uuid(bytes(16)), f"uuid '{nobody}'"),
        (conn.domain_lookup_by_id(999_999), "id 999999"),
    ):
        # the test driver does not say how it looked
        said = "Domain not found" + ("" if daemon.kind == "test" else f": no domain with matching {how}")
        assert await refused(call) == (42, daemon.part(), said)
    gone = f"Domain not found: no domain with matching uuid '{nobody}' (it)"
    info = conn.domain_get_info(remote.Domain("it", bytes(16), -1))
    assert await refused(info) == (42, daemon.part(), gone)


async def test_handle_is_its_uuid(conn: Connection, daemon: Daemon) -> None:
    """Name and number of a handle are not looked at (CASES P32)."""
    domain = await defined(conn, daemon)
    info = await conn.domain_get_info(remote.Domain("wrong", domain.uuid, 77))
    assert (info.state, info.max_mem) == (5, 32768)


@pytest.mark.parametrize(
    ("flag", "is_in"),
    [
        (0, True),
        (_F.ACTIVE, False),
        (_F.INACTIVE, True),
        (_F.ACTIVE | _F.INACTIVE, True),
        (_F.PERSISTENT, True),
        (_F.TRANSIENT, False),
        (_F.RUNNING, False),
        (_F.PAUSED, False),
        (_F.SHUTOFF, True),
        (_F.OTHER, False),
        (_F.RUNNING | _F.SHUTOFF, True),
        (_F.MANAGEDSAVE, False),
        (_F.NO_MANAGEDSAVE, True),
        (_F.AUTOSTART, False),
        (_F.NO_AUTOSTART, True),
        (_F.HAS_SNAPSHOT, False),
        (_F.NO_SNAPSHOT, True),
        (_F.HAS_CHECKPOINT, False),
        (_F.NO_CHECKPOINT, True),
        (_F.INACTIVE | _F.AUTOSTART, False),
    ],
    ids=str,
)
async def test_list_filters(conn: Connection, daemon: Daemon, flag: int, is_in: bool) -> None:
    """Flags of one pair are alternatives, pairs are all to be met."""
    domain = await defined(conn, daemon)
    found = await conn.connect_list_all_domains(1, int(flag))
    assert (domain in found.domains) is is_in
    assert found.ret == len(found.domains)


async def test_lists(conn: Connection, daemon: Daemon) -> None:
    """The count alone, names up to a number, and a flag that there is not."""
    domain = await defined(conn, daemon)
    whole = await conn.connect_list_all_domains(1)
    bare = await conn.connect_list_all_domains(0)
    assert (bare.domains, bare.ret) == ([], whole.ret)
    assert domain.name in await conn.connect_list_defined_domains(1000)
    assert await conn.connect_list_defined_domains(0) == []
    assert len(await conn.connect_list_defined_domains(1)) == 1
    assert await conn.connect_num_of_defined_domains() >= 1
    text = f"unsupported flags (0x100000) in function {daemon.function('ConnectListAllDomains')}"
    assert await refused(conn.connect_list_all_domains(1, 1 << 20)) == (8, daemon.part(), text)


async def test_rename(conn: Connection, daemon: Daemon) -> None:
    """A domain keeps its UUID under its new name; the old name finds nothing."""
    domain = await defined(conn, daemon)
    name = daemon.name("renamed")
    assert await conn.domain_rename(domain, name) == 0
    assert (await conn.domain_lookup_by_name(name)).uuid == domain.uuid
    assert (await refused(conn.domain_lookup_by_name(domain.name))).code == 42


async def test_rename_is_refused(conn: Connection, daemon: Daemon) -> None:
    """To no name, to a bad one, to its own, to a taken one, with a flag."""
    domain, other = await defined(conn, daemon), await defined(conn, daemon)
    wrong = "Requested operation is not valid: "
    for name, flags, *expected in (
        (None, 0, 8, 20, "new_name in virDomainRename must not be NULL"),
        ("", 0, 8, 20, "string new_name in virDomainRename must not be empty"),
        ("a/b", 0, 27, daemon.part(), "XML error: name a/b cannot contain '/'"),
        (domain.name, 0, 55, 20, wrong + "Can't rename domain to itself"),
        (other.name, 0, 55, 20, wrong + f"domain with name '{other.name}' already exists"),
        (
            "fine",
            1,
            8,
            daemon.part(),
            f"unsupported flags (0x1) in function {daemon.function('DomainRename')}",
        ),
    ):
        assert await refused(conn.domain_rename(domain, name, flags)) == tuple(expected)
