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


async def test_ranges_that_are_added_are_checked(conn: Connection, daemon: Daemon) -> None:
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
