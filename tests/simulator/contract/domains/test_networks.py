"""Virtual networks, as both daemons have them."""

import itertools

import pytest

from purevirt import Connection
from purevirt.rpc.gen import enums, remote
from purevirt.rpc.gen.error_codes import ErrorDomain
from tests.simulator.contract.daemon import NO_FLAGS, NOT_THERE, OWN_WORDS, Daemon, refused, text

_numbers = itertools.count(80)
_WRONG = "Requested operation is not valid: "
_Event = enums.NetworkEventLifecycleType


def network(daemon: Daemon, more: str = "") -> tuple[str, str]:
    """Return a name and a definition, with a bridge and addresses of its own."""
    name, number = daemon.name("network"), next(_numbers)
    xml = (
        f"<network><name>{name}</name>{more}<forward mode='nat'/><bridge name='virbr{number}'/>"
        f"<ip address='192.168.{number}.1' netmask='255.255.255.0'><dhcp>"
        f"<range start='192.168.{number}.2' end='192.168.{number}.9'/></dhcp></ip></network>"
    )
    return name, xml


@pytest.mark.qemu(OWN_WORDS)
async def test_definition_is_completed(conn: Connection, daemon: Daemon) -> None:
    """libvirt adds UUID, MAC address, and how the bridge works; while it runs, the translated ports."""
    name, xml = network(daemon)
    found = await conn.network_define_xml(xml)
    number = xml.split("virbr")[1].split("'")[0]

    def expected(forward: str, mac: str) -> str:
        return (
            f"<network>\n  <name>{name}</name>\n  <uuid>{text(found)}</uuid>\n{forward}"
            f"  <bridge name='virbr{number}' stp='on' delay='0'/>\n  <mac address='{mac}'/>\n"
            f"  <ip address='192.168.{number}.1' netmask='255.255.255.0'>\n    <dhcp>\n"
            f"      <range start='192.168.{number}.2' end='192.168.{number}.9'/>\n"
            "    </dhcp>\n  </ip>\n</network>\n"
        )

    idle = await conn.network_get_xml_desc(found)
    mac = idle.split("<mac address='")[1][:17]
    assert mac.startswith("52:54:00:")
    assert idle == expected("  <forward mode='nat'/>\n", mac)
    await conn.network_create(found)
    nat = "    <nat>\n      <port start='1024' end='65535'/>\n    </nat>\n"
    ports = f"  <forward mode='nat'>\n{nat}  </forward>\n"
    assert await conn.network_get_xml_desc(found) == expected(ports, mac)
    assert await conn.network_get_xml_desc(found, 1) == idle


@pytest.mark.qemu(NOT_THERE)
async def test_life_of_a_network(conn: Connection, daemon: Daemon) -> None:
    """Defined, started, stopped, undefined: what it is at each step, and what is told."""
    await conn.connect_network_event_register_any(0, None)
    name, xml = network(daemon)
    async with conn.listen() as events:
        found = await conn.network_define_xml(xml)

        async def facts() -> tuple[int, int, int]:
            return (
                await conn.network_is_active(found),
                await conn.network_is_persistent(found),
                await conn.network_get_autostart(found),
            )

        assert await facts() == (0, 1, 0)
        assert await conn.network_get_bridge_name(found) == xml.split("<bridge name='")[1].split("'")[0]
        await conn.network_set_autostart(found, 1)
        assert await facts() == (0, 1, 1)
        assert (await conn.network_get_dhcp_leases(found, None)).leases == []
        inactive = (55, 19, _WRONG + f"network '{name}' is not active")
        assert await refused(conn.network_destroy(found)) == inactive
        await conn.network_create(found)
        assert await facts() == (1, 1, 1)
        active = (55, 19, _WRONG + "network is already active")
        assert await refused(conn.network_create(found)) == active
        assert name in await conn.connect_list_networks(100)
        assert await conn.connect_num_of_networks() >= 1
        assert (await conn.network_get_dhcp_leases(found, None)).leases == []
        await conn.network_destroy(found)
        assert name in await conn.connect_list_defined_networks(100)
        await conn.network_undefine(found)
        told = []
        async for event in events:
            message = event.message
            assert isinstance(message, remote.NetworkEventLifecycleMsg)
            if message.net.name == name:
                told.append((message.event, message.detail))
            if message.event == _Event.UNDEFINED:
                break
    assert told == [(_Event.DEFINED, 0), (_Event.STARTED, 0), (_Event.STOPPED, 0), (_Event.UNDEFINED, 0)]
    gone = f"Network not found: no network with matching uuid '{text(found)}' ({name})"
    assert await refused(conn.network_get_xml_desc(found)) == (43, 19, gone)


@pytest.mark.qemu(OWN_WORDS)
async def test_a_running_network_can_be_undefined(conn: Connection, daemon: Daemon) -> None:
    """It is transient then, and gone when it stops."""
    name, xml = network(daemon)
    found = await conn.network_define_xml(xml)
    await conn.network_create(found)
    await conn.network_undefine(found)
    assert await conn.network_is_persistent(found) == 0
    transient = (55, 19, _WRONG + "cannot set autostart for transient network")
    assert await refused(conn.network_set_autostart(found, 1)) == transient
    await conn.network_destroy(found)
    missing = (43, 19, f"Network not found: no network with matching name '{name}'")
    assert await refused(conn.network_lookup_by_name(name)) == missing


async def test_transient_network(conn: Connection, daemon: Daemon) -> None:
    """It runs from the beginning, and its name and UUID are taken while it does."""
    name, xml = network(daemon)
    found = await conn.network_create_xml(xml)
    assert (await conn.network_is_active(found), await conn.network_is_persistent(found)) == (1, 0)
    assert await conn.network_lookup_by_uuid(found.uuid) == found
    taken = f"operation failed: network '{name}' already exists with uuid {text(found)}"
    assert await refused(conn.network_define_xml(xml)) == (9, 19, taken)
    await conn.network_destroy(found)
    assert found not in (await conn.connect_list_all_networks(1)).nets


async def test_network_filters(conn: Connection, daemon: Daemon) -> None:
    """Flags of one pair are alternatives, as with domains."""
    flags = enums.ConnectListAllNetworksFlags
    found = await conn.network_define_xml(network(daemon)[1])
    for flag, is_in in (
        (flags.ACTIVE, False),
        (flags.INACTIVE, True),
        (flags.PERSISTENT, True),
        (flags.TRANSIENT, False),
        (flags.AUTOSTART, False),
        (flags.NO_AUTOSTART, True),
    ):
        assert (found in (await conn.connect_list_all_networks(1, int(flag))).nets) is is_in


async def test_network_is_refused(conn: Connection, daemon: Daemon) -> None:
    """Broken XML, another root, no name; and lookups that find nothing."""
    nobody, part = "00000000-0000-0000-0000-000000000000", daemon.part(ErrorDomain.NETWORK)
    missing = "Network not found: no network with matching "
    broken = "(network_definition):1: Couldn't find end of Start Tag x line 1\n<x\n--^"
    root = "XML error: expecting root element of 'network', not 'foo'"
    assert await refused(conn.network_define_xml("<x")) == (35, 19, broken)
    assert await refused(conn.network_define_xml("<foo/>")) == (27, 5, root)
    assert await refused(conn.network_define_xml("<network/>")) == (21, 19, "missing name information")
    assert await refused(conn.network_lookup_by_name("nobody")) == (43, part, missing + "name 'nobody'")
    assert await refused(conn.network_lookup_by_uuid(bytes(16))) == (43, part, missing + f"uuid '{nobody}'")


_HOST, _RANGE, _DNS_HOST, _DNS_TXT = 4, 5, 10, 11
_MODIFY, _DELETE, _ADD_LAST, _ADD_FIRST = 1, 2, 3, 4


async def test_parts_of_a_network_are_changed(conn: Connection, daemon: Daemon) -> None:
    """Hosts of DHCP and entries of DNS come, change and go, each in its place."""
    name, xml = network(daemon)
    found = await conn.network_define_xml(xml)
    number = xml.split("virbr")[1].split("'")[0]

    def host(name: str, last: int) -> str:
        return f"<host mac='52:54:00:aa:bb:{last:02x}' name='{name}' ip='192.168.{number}.{last}'/>"

    async def described() -> str:
        return await conn.network_get_xml_desc(found)

    update = conn.network_update
    await update(found, _ADD_LAST, _HOST, -1, host("one", 5))
    await update(found, _ADD_FIRST, _HOST, 0, host("two", 6), 2)
    lines = f"      {host('two', 6)}\n      {host('one', 5)}\n    </dhcp>\n"
    assert lines in await described()
    await update(found, _MODIFY, _HOST, -1, host("three", 5))
    assert host("three", 5) in await described()
    again = f"there is an existing dhcp host entry in network '{name}' that matches \"{host('x', 5)}\""
    assert await refused(update(found, _ADD_LAST, _HOST, -1, host("x", 5))) == (55, 19, _WRONG + again)
    missing = f"couldn't locate a matching dhcp host entry in network '{name}'"
    assert await refused(update(found, _DELETE, _HOST, -1, host("x", 5))) == (55, 19, _WRONG + missing)
    await update(found, _DELETE, _HOST, -1, host("three", 5))
    assert "three" not in await described()
    dns = f"<host ip='192.168.{number}.7'><hostname>x</hostname></host>"
    await update(found, _ADD_LAST, _DNS_HOST, -1, dns)
    await update(found, _ADD_LAST, _DNS_TXT, -1, "<txt name='a' value='b'/>")
    assert (
        "  <dns>\n    <txt name='a' value='b'/>\n"
        f"    <host ip='192.168.{number}.7'>\n      <hostname>x</hostname>\n    </host>\n  </dns>\n  <ip "
    ) in await described()


@pytest.mark.qemu(OWN_WORDS)
async def test_changes_of_a_network_are_refused(conn: Connection, daemon: Daemon) -> None:
    """What cannot be changed, what there is not, and XML that is something else."""
    name, xml = network(daemon)
    found = await conn.network_define_xml(xml)
    host = "<host mac='52:54:00:aa:bb:cc' name='h' ip='192.168.1.5'/>"
    update = conn.network_update
    no = "Operation not supported: "
    index = f"couldn't update dhcp host entry - no <ip> element found at index 7 in network '{name}'"
    wrong_root = f"unexpected element <foo>, expecting <host>, while updating network '{name}'"
    for call, *expected in (
        (update(found, 9, _HOST, -1, host), 84, 19, no + "unrecognized network update command code 9"),
        (update(found, _ADD_LAST, 99, -1, host), 84, 19, no + "can't update unrecognized section of network"),
        (
            update(found, _ADD_LAST, 1, -1, "<bridge/>"),
            84,
            19,
            no + f"can't update 'bridge' section of network '{name}'",
        ),
        (update(found, _ADD_LAST, _HOST, -1, "<foo/>"), 27, 19, "XML error: " + wrong_root),
        (
            update(found, _ADD_LAST, _HOST, -1, "<x"),
            35,
            19,
            "network_update_xml:1: Couldn't find end of Start Tag x line 1\n<x\n--^",
        ),
        (update(found, _ADD_LAST, _HOST, -1, host, 1), 55, 19, _WRONG + "network is not running"),
        (update(found, _ADD_LAST, _HOST, 7, host, 2), 55, 19, _WRONG + index),
        (
            update(found, _ADD_LAST, _HOST, 0, host, 1 << 20),
            8,
            19,
            "unsupported flags (0x100000) in function networkUpdate",
        ),
        (conn.network_list_all_ports(found), 55, 19, _WRONG + f"network '{name}' is not active"),
    ):
        assert await refused(call) == tuple(expected)


@pytest.mark.qemu(NO_FLAGS)
async def test_running_network_is_changed_alone(conn: Connection, daemon: Daemon) -> None:
    """Its definition is another thing, which the next start knows."""
    found = await conn.network_define_xml(network(daemon)[1])
    await conn.network_create(found)
    txt = "<txt name='live' value='x'/>"
    await conn.network_update(found, _ADD_LAST, _DNS_TXT, -1, txt, 1)
    assert txt in await conn.network_get_xml_desc(found)
    assert txt not in await conn.network_get_xml_desc(found, 1)
    assert (await conn.network_list_all_ports(found)).ports == []
