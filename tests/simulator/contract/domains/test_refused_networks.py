"""Networks and secrets that libvirt knows no meaning for."""

import uuid

import pytest

from purevirt import Connection
from tests.simulator.contract.daemon import NOT_THERE, Daemon, Refusal, refused

pytestmark = pytest.mark.qemu(NOT_THERE)

_XML, _UNSUPPORTED, _INTERNAL = "XML error: ", "unsupported configuration: ", "internal error: "
_IP = "<ip address='10.77.0.1' netmask='255.255.255.0'>{}</ip>"
_HOST = _IP.format("<dhcp><host {}/></dhcp>")
_HOST_SIX = "<ip address='fd00::1' prefix='64' family='ipv6'><dhcp><host {}/></dhcp></ip>"
NETWORKS = {
    "<forward mode='nat'/>": (
        27,
        _XML + "nat forwarding requested, but no IP address provided for network '{}'",
    ),
    "<forward mode='x'/>": (67, _UNSUPPORTED + "unknown forwarding type 'x'"),
    "<forward mode='bridge'/><bridge name='q'/>" + _IP.format(""): (
        67,
        _UNSUPPORTED + "Unsupported <ip> element in network {} with forward mode='bridge'",
    ),
    "<mac address='x'/>": (27, _XML + "Invalid bridge mac address 'x' in network '{}'"),
    "<mac address='01:00:00:00:00:01'/>": (
        27,
        _XML + "Invalid multicast bridge mac address '01:00:00:00:00:01' in network '{}'",
    ),
    _HOST.format("ip='10.77.0.5'"): (
        27,
        _XML + "Static host definition in IPv4 network '{}' must have mac or name attribute",
    ),
    _HOST.format("mac='x' ip='10.77.0.5'"): (27, _XML + "Cannot parse MAC address 'x' in network '{}'"),
    _HOST.format("mac='52:54:00:00:00:01'"): (
        27,
        _XML + "Missing IP address in static host definition for network '{}'",
    ),
    _HOST.format("id='0:1' ip='10.77.0.5'"): (
        27,
        _XML + "Static host definition in IPv4 network '{}' must have mac or name attribute",
    ),
    _HOST.format("name='a' ip='x'"): (
        27,
        _XML + "Invalid IP address in static host definition for network '{}'",
    ),
    _HOST_SIX.format("ip='fd00::3'"): (
        27,
        _XML + "Static host definition in IPv6 network '{}' must have id or name attribute",
    ),
    _HOST_SIX.format("mac='52:54:00:00:00:01' ip='fd00::3'"): (
        27,
        _XML
        + "Invalid to specify MAC address '52:54:00:00:00:01' in network '{}' IPv6 static host definition",
    ),
    _HOST.format("mac='01:54:00:00:00:01' ip='10.77.0.5'"): (
        27,
        _XML + "expected unicast mac address, found multicast '01:54:00:00:00:01' in network '{}'",
    ),
}


@pytest.mark.parametrize("more", NETWORKS)
async def test_networks_that_mean_nothing(conn: Connection, daemon: Daemon, more: str) -> None:
    """Each is refused by name."""
    name = daemon.name()
    code, text = NETWORKS[more]
    xml = f"<network><name>{name}</name>{more}</network>"
    assert await refused(conn.network_define_xml(xml)) == (code, 19, text.format(name))


async def test_names_that_no_network_has(conn: Connection) -> None:
    """They would not be names of files."""
    for character in "/\n":
        bad = (35, 5, f"invalid char in name: {character}")
        xml = f"<network><name>a{character}b</name></network>"
        assert await refused(conn.network_define_xml(xml)) == bad


async def test_two_networks_on_one_bridge(conn: Connection, daemon: Daemon) -> None:
    """A bridge that libvirt makes is one network's."""
    xml = "<network><name>{}</name><bridge name='contract0'/></network>"
    network = await conn.network_define_xml(xml.format(daemon.name()))
    used = (1, 19, _INTERNAL + "bridge name 'contract0' already in use.")
    assert await refused(conn.network_define_xml(xml.format(daemon.name()))) == used
    bad = Refusal(44, 19, "invalid MAC address: x")
    assert await refused(conn.network_get_dhcp_leases(network, "x")) == bad
    flags = (8, 19, "unsupported flags (0x1) in function networkGetDHCPLeases")
    assert await refused(conn.network_get_dhcp_leases(network, None, 1, 1)) == flags


def _secret(more: str, attributes: str = "") -> str:
    return f"<secret{attributes}>{more}</secret>"


@pytest.mark.parametrize(
    ("xml", "refusal"),
    [
        (_secret("<usage type='x'/>"), Refusal(67, 30, _UNSUPPORTED + "unknown secret usage type x")),
        (
            _secret("<usage type='volume'/>"),
            Refusal(1, 30, _INTERNAL + "volume usage specified, but volume path is missing"),
        ),
        (
            _secret("<usage type='iscsi'/>"),
            Refusal(1, 30, _INTERNAL + "iSCSI usage specified, but target is missing"),
        ),
        (_secret("<uuid>x</uuid>"), Refusal(1, 30, _INTERNAL + "malformed uuid element")),
        (_secret("<usage/>"), Refusal(27, 30, _XML + "unknown secret usage type")),
        (_secret("", " private='x'"), Refusal(27, 30, _XML + "invalid value of 'private'")),
    ],
)
async def test_secrets_that_mean_nothing(conn: Connection, xml: str, refusal: Refusal) -> None:
    """Each is refused by name."""
    assert await refused(conn.secret_define_xml(xml)) == refusal


async def test_secret_that_becomes_another(conn: Connection, daemon: Daemon) -> None:
    """It stays one of the same thing, and private; it has some value, or none."""
    name = daemon.name("secret")
    usage = f"<usage type='ceph'><name>{name}</name></usage>"
    secret = await conn.secret_define_xml(_secret(usage, " private='yes'"))
    number = str(uuid.UUID(bytes=secret.uuid))
    same = f"<uuid>{number}</uuid>"
    known = (1, 30, f"{_INTERNAL}a secret with UUID {number} is already defined for use with {name}")
    assert await refused(conn.secret_define_xml(_secret(same, " private='yes'"))) == known
    public = (1, 30, _INTERNAL + "cannot change private flag on existing secret")
    assert await refused(conn.secret_define_xml(_secret(same + usage))) == public
    none = (8, 30, "value in virSecretSetValue must not be NULL")
    assert await refused(conn.secret_set_value(secret, b"")) == none
    for call, function in (
        (conn.secret_set_value(secret, b"x", 1), "SetValue"),
        (conn.secret_get_value(secret, 1), "GetValue"),
        (conn.secret_get_xml_desc(secret, 1), "GetXMLDesc"),
    ):
        assert await refused(call) == (8, 30, f"unsupported flags (0x1) in function secret{function}")
    await conn.secret_undefine(secret)
