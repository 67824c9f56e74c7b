"""Addresses, masks and ranges that make no sense, in a network's definition and in what changes it."""

import pytest

from purevirt import Connection
from purevirt.rpc.gen import enums
from tests.simulator.contract.daemon import Daemon, refused

_XML, _CONFIG, _INTERNAL, _SYSTEM = 27, 67, 1, 38
_NETWORK = 19


def network(name: str, more: str, inside: str = "") -> str:
    """Return a definition whose address has these attributes, and this in it."""
    return f"<network><name>{name}</name><ip {more}>{inside}</ip></network>"


def ranged(attributes: str) -> str:
    """Return what gives addresses away, from such a range."""
    return f"<dhcp><range {attributes}/></dhcp>"


_GOOD = "address='10.9.0.1' prefix='24'"
_UNSUPPORTED, _WRONG = "unsupported configuration: ", "internal error: "
_BOTH = "(both must be IPv4)"
_EXPECTED = "Expected non-negative integer value"
_SIX = "address='fd00::1' prefix='64' family='ipv6'"


@pytest.mark.parametrize(
    ("more", "inside", "code", "domain", "text"),
    [
        ("address='x'", "", _XML, _NETWORK, "XML error: Invalid address 'x' in network '{}'"),
        (
            "prefix='24'",
            "",
            _XML,
            _NETWORK,
            "XML error: Missing required address attribute in network '{}'",
        ),
        (
            "address='10.9.0.1' netmask='x'",
            "",
            _XML,
            _NETWORK,
            "XML error: Invalid netmask 'x' in network '{}'",
        ),
        (
            "address='10.9.0.1' prefix='99'",
            "",
            _CONFIG,
            _NETWORK,
            "unsupported configuration: Invalid IPv4 prefix '99' in network '{}'",
        ),
        (
            "address='10.9.0.1' prefix='x'",
            "",
            _XML,
            5,
            f"XML error: Invalid value for attribute 'prefix' in element 'ip': 'x'. {_EXPECTED}",
        ),
        (
            "address='fd00::1' prefix='64'",
            "",
            _CONFIG,
            _NETWORK,
            "unsupported configuration: no family specified for non-IPv4 address 'fd00::1' in network '{}'",
        ),
        (
            _GOOD,
            ranged("start='10.9.0.8'"),
            _XML,
            _NETWORK,
            "XML error: Missing 'end' attribute in dhcp range for network '{}'",
        ),
        (
            _GOOD,
            ranged("start='x' end='10.9.0.9'"),
            _SYSTEM,
            0,
            "Cannot parse socket address 'x': Name or service not known",
        ),
        (
            _GOOD,
            ranged("start='10.9.0.8' end='10.9.0.2'"),
            _INTERNAL,
            0,
            "internal error: range 10.9.0.8 - 10.9.0.2 is reversed ",
        ),
        (
            _GOOD,
            ranged("start='10.8.0.8' end='10.8.0.9'"),
            _INTERNAL,
            0,
            "internal error: range 10.8.0.8 - 10.8.0.9 is not entirely within network 10.9.0.1/24",
        ),
        (
            _SIX,
            ranged("start='fd00::2' end='10.9.0.2'"),
            _INTERNAL,
            0,
            "internal error: mismatch of address family in range fd00::2 - 10.9.0.2",
        ),
        (
            "address='10.9.0.1' netmask='f::'",
            ranged("start='10.9.0.2' end='10.9.0.3'"),
            _CONFIG,
            _NETWORK,
            f"{_UNSUPPORTED}Invalid netmask 'f::' for address '10.9.0.1' in network '{{}}' {_BOTH}",
        ),
        (
            "address='10.9.0.1' prefix='24' family='ipv6'",
            "",
            _CONFIG,
            _NETWORK,
            f"{_UNSUPPORTED}Family 'ipv6' specified for non-IPv6 address '10.9.0.1' in network '{{}}'",
        ),
        (
            "address='fd00::1' family='ipv4'",
            "",
            _CONFIG,
            _NETWORK,
            "unsupported configuration: ipv4 family specified for non-IPv4 address 'fd00::1' in network '{}'",
        ),
        (
            "address='10.9.0.1' prefix='24' family='x'",
            "",
            _XML,
            _NETWORK,
            "XML error: Unrecognized family 'x' in network '{}'",
        ),
        (
            "address='fd00::1' netmask='255.255.255.0' family='ipv6'",
            "",
            _CONFIG,
            _NETWORK,
            "unsupported configuration: netmask not allowed for IPv6 address 'fd00::1' in network '{}'",
        ),
        (
            "address='10.9.0.1' netmask='255.255.255.0' prefix='99'",
            "",
            _CONFIG,
            _NETWORK,
            "unsupported configuration: Network '{}' IP address cannot have both a prefix and a netmask",
        ),
        (
            _SIX,
            ranged("start='10.9.0.2' end='10.9.0.3'"),
            _INTERNAL,
            0,
            "internal error: mismatch of address family in range 10.9.0.2 - 10.9.0.3 for network fd00::1",
        ),
        (
            "address='10.9.0.1' netmask='255.0.255.0'",
            ranged("start='10.9.0.9' end='10.9.0.3'"),
            _INTERNAL,
            0,
            "internal error: bad prefix -1 for network 10.9.0.1 when  checking range 10.9.0.9 - 10.9.0.3",
        ),
        (
            _GOOD,
            ranged("start='10.9.0.0' end='10.9.0.9'"),
            _INTERNAL,
            0,
            f"{_WRONG}start of range 10.9.0.0 - 10.9.0.9 in network 10.9.0.1/24 is the network address",
        ),
        (
            _GOOD,
            ranged("start='10.9.0.5' end='10.9.0.255'"),
            _INTERNAL,
            0,
            f"{_WRONG}end of range 10.9.0.5 - 10.9.0.255 in network 10.9.0.1/24 is the broadcast address",
        ),
        (
            "address='10.9.0.1' prefix='0'",
            ranged("start='10.9.0.9' end='10.8.0.1'"),
            _INTERNAL,
            0,
            "internal error: range 10.9.0.9 - 10.8.0.1 is too large (> 65535)",
        ),
        (
            "address='10.9.0.1' prefix='0'",
            ranged("start='10.9.0.2' end='10.10.0.0'"),
            _INTERNAL,
            0,
            "internal error: range 10.9.0.2 - 10.10.0.0 is too large (> 65535)",
        ),
        (
            _SIX,
            ranged("start='fd00::ffff' end='fd00::1:0'"),
            _INTERNAL,
            0,
            "internal error: range fd00::ffff - fd00::1:0 is too large (> 65535)",
        ),
        (
            _SIX,
            ranged("start='fd00::9' end='fd00::3'"),
            _INTERNAL,
            0,
            "internal error: range fd00::9 - fd00::3 start larger than end",
        ),
    ],
)
async def test_addresses_are_checked(
    conn: Connection, daemon: Daemon, more: str, inside: str, code: int, domain: int, text: str
) -> None:
    """In libvirt's words, and nothing is defined."""
    name = daemon.name("network")
    found = await refused(conn.network_define_xml(network(name, more, inside)))
    assert found == (code, domain, text.format(name))
    assert name not in [one.name for one in (await conn.connect_list_all_networks(1)).nets]


async def test_a_uuid_that_is_none(conn: Connection, daemon: Daemon) -> None:
    """It is no network's."""
    xml = network(daemon.name("network"), _GOOD).replace("<ip", "<uuid>x</uuid><ip")
    expected = (_INTERNAL, _NETWORK, "internal error: malformed uuid element")
    assert await refused(conn.network_define_xml(xml)) == expected


@pytest.mark.parametrize("more", ["address='10.9.0.1' netmask='255.0.255.0'", "address='10.9.0.1'"])
async def test_masks_that_libvirt_takes(conn: Connection, daemon: Daemon, more: str) -> None:
    """One with holes, and none, which is that of the address's old class."""
    found = await conn.network_define_xml(network(daemon.name("network"), more))
    assert not await conn.network_is_active(found)


@pytest.mark.parametrize(
    ("more", "attributes"),
    [
        ("address='10.9.0.1' prefix='0'", "start='10.9.0.0' end='10.9.255.255'"),
        (_SIX, "start='fd00::' end='fd00::ffff'"),
    ],
)
async def test_the_longest_ranges(conn: Connection, daemon: Daemon, more: str, attributes: str) -> None:
    """All but the last two bytes of both ends are the same; a prefix of 0 is none."""
    name = daemon.name("network")
    await conn.network_define_xml(network(name, more, ranged(attributes)))


async def test_what_is_added_is_checked(conn: Connection, daemon: Daemon) -> None:
    """As those in a definition."""
    name = daemon.name("network")
    inside = ranged("start='10.9.0.2' end='10.9.0.3'")
    found = await conn.network_define_xml(network(name, _GOOD, inside))
    command, section = int(enums.NetworkUpdateCommand.ADD_LAST), int(enums.NetworkUpdateSection.IP_DHCP_RANGE)
    missing = f"XML error: Missing 'end' attribute in dhcp range for network '{name}'"
    for attributes, expected in (
        ("start='10.9.0.4'", (_XML, _NETWORK, missing)),
        (
            "start='10.9.0.9' end='10.9.0.8'",
            (_INTERNAL, 0, "internal error: range 10.9.0.9 - 10.9.0.8 is reversed "),
        ),
    ):
        xml = f"<range {attributes}/>"
        assert await refused(conn.network_update(found, command, section, -1, xml, 2)) == expected
    host = "<host mac='x' ip='10.9.0.5'/>"
    none = (_XML, _NETWORK, f"XML error: Cannot parse MAC address 'x' in network '{name}'")
    section = int(enums.NetworkUpdateSection.IP_DHCP_HOST)
    assert await refused(conn.network_update(found, command, section, -1, host, 2)) == none
