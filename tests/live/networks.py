"""Virtual networks and the host's interfaces of the test driver."""

from purevirt.errors import NoNetwork
from tests.live.live import Live
from tests.live.plain import plain
from tests.live.query import CONNECTION, Refusal

_ADD_LAST, _IP_DHCP_HOST, _LIVE = 3, 4, 1


def network_xml(name: str, *, third: int = 7) -> str:
    """Return the XML of an isolated network with DHCP on 10.77.`third`.0/24."""
    return (
        f"<network><name>{name}</name><bridge name='{name}'/>"
        f"<ip address='10.77.{third}.1' netmask='255.255.255.0'>"
        f"<dhcp><range start='10.77.{third}.10' end='10.77.{third}.20'/></dhcp></ip></network>"
    )


async def networks(live: Live) -> None:
    """A network's life, and every way to find it."""
    conn, by_name = live.conn, CONNECTION.networkLookupByName("pvnet")
    net = await live.does(conn.network_define_xml(network_xml("pvnet")), by_name.isPersistent(), 1)
    await live.reads(conn.connect_num_of_defined_networks(), CONNECTION.numOfDefinedNetworks())
    await live.reads(conn.connect_list_defined_networks(100), CONNECTION.listDefinedNetworks())
    await live.does(conn.network_create(net), by_name.isActive(), 1)
    await live.reads(conn.connect_num_of_networks(), CONNECTION.numOfNetworks())
    await live.reads(conn.connect_list_networks(100), CONNECTION.listNetworks())
    listed = await live.reads(
        conn.connect_list_all_networks(), CONNECTION.listAllNetworks(), lambda reply: plain(reply.nets)
    )
    assert {one.name for one in listed.nets} == {"default", "pvnet"}
    await live.reads(conn.network_lookup_by_name("pvnet"), by_name)
    await live.reads(conn.network_lookup_by_uuid(net.uuid), CONNECTION.networkLookupByUUID(net.uuid))
    await live.reads(conn.network_get_xml_desc(net), by_name.XMLDesc())
    await live.reads(conn.network_get_bridge_name(net), by_name.bridgeName())
    await live.reads(conn.network_is_active(net), by_name.isActive())
    await live.reads(conn.network_is_persistent(net), by_name.isPersistent())
    await live.does(conn.network_set_autostart(net, 1), by_name.autostart(), 1)
    await live.reads(conn.network_get_autostart(net), by_name.autostart())
    host = "<host mac='52:54:00:00:00:07' ip='10.77.7.15'/>"
    await live.does(
        conn.network_update(net, _ADD_LAST, _IP_DHCP_HOST, -1, host, _LIVE),
        by_name.XMLDesc(),
        True,
        lambda xml: "52:54:00:00:00:07" in xml,
    )
    await live.does(conn.network_destroy(net), by_name.isActive(), 0)
    await live.does(conn.network_undefine(net), by_name, Refusal)
    gone = await live.refused(conn.network_lookup_by_name("pvnet"), by_name)
    assert isinstance(gone, NoNetwork)


async def other_networks(live: Live) -> None:
    """The further ways to make a network, and what a daemon of 9.0.0 does not know yet."""
    conn = live.conn
    transient = await live.does(
        conn.network_create_xml(network_xml("pvshort")),
        CONNECTION.networkLookupByName("pvshort").isPersistent(),
        0,
    )
    await conn.network_destroy(transient)
    flagged = await live.does(
        conn.network_create_xml_flags(network_xml("pvflag"), 1),
        CONNECTION.networkLookupByName("pvflag").isActive(),
        1,
    )
    await conn.network_destroy(flagged)
    defined = await live.does(
        conn.network_define_xml_flags(network_xml("pvdef"), 1),
        CONNECTION.networkLookupByName("pvdef").isActive(),
        0,
    )
    await conn.network_undefine(defined)
    await live.refused(conn.network_define_xml("<network/>"), CONNECTION.networkDefineXML("<network/>"))
    default = await conn.network_lookup_by_name("default")
    by_name = CONNECTION.networkLookupByName("default")
    await live.refused(conn.network_get_dhcp_leases(default, None), by_name.DHCPLeases())
    await live.refused(conn.network_list_all_ports(default), by_name.listAllPorts())


async def interfaces(live: Live) -> None:
    """The host's interfaces: one of the driver's own, and one that comes and goes."""
    conn = live.conn
    eth1 = await live.reads(conn.interface_lookup_by_name("eth1"), CONNECTION.interfaceLookupByName("eth1"))
    await live.reads(
        conn.interface_lookup_by_mac_string(eth1.mac), CONNECTION.interfaceLookupByMACString(eth1.mac)
    )
    xml = await live.reads(
        conn.interface_get_xml_desc(eth1), CONNECTION.interfaceLookupByName("eth1").XMLDesc()
    )
    await live.reads(conn.interface_is_active(eth1), CONNECTION.interfaceLookupByName("eth1").isActive())
    other = xml.replace("eth1", "eth7").replace("aa:bb:cc:dd:ee:ff", "aa:bb:cc:dd:ee:07")
    by_name = CONNECTION.interfaceLookupByName("eth7")
    eth7 = await live.does(conn.interface_define_xml(other), by_name.MACString(), "aa:bb:cc:dd:ee:07")
    await live.reads(conn.connect_num_of_defined_interfaces(), CONNECTION.numOfDefinedInterfaces())
    await live.reads(conn.connect_list_defined_interfaces(100), CONNECTION.listDefinedInterfaces())
    await live.reads(conn.connect_num_of_interfaces(), CONNECTION.numOfInterfaces())
    await live.reads(conn.connect_list_interfaces(100), CONNECTION.listInterfaces())
    await live.reads(
        conn.connect_list_all_interfaces(), CONNECTION.listAllInterfaces(), lambda reply: plain(reply.ifaces)
    )
    await live.does(conn.interface_create(eth7), by_name.isActive(), 1)
    await live.does(conn.interface_destroy(eth7), by_name.isActive(), 0)
    await live.does(conn.interface_undefine(eth7), by_name, Refusal)
    await live.refused(conn.interface_lookup_by_name("eth7"), by_name)
    await live.refused(conn.interface_change_commit(), CONNECTION.changeCommit())
    async with live.comparing():
        await conn.interface_change_begin()
        await conn.interface_define_xml(other)
        assert "eth7" in await live.ask(CONNECTION.listDefinedInterfaces())
        await conn.interface_change_rollback()
        assert "eth7" not in await live.ask(CONNECTION.listDefinedInterfaces())
        await conn.interface_change_begin()
        await conn.interface_define_xml(other)
        await conn.interface_change_commit()
        assert isinstance(await live.ask(CONNECTION.changeRollback()), Refusal)
        assert "eth7" in await live.ask(CONNECTION.listDefinedInterfaces())
    await conn.interface_undefine(eth7)
