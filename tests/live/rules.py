"""Node devices of the test driver; secrets and packet filters of the real daemon."""

from purevirt.errors import NoNodeDevice, NoSecret
from tests.live.live import Live
from tests.live.plain import plain
from tests.live.query import CONNECTION, Refusal

NODE_DEVICE_XML = """
<device>
  <parent>scsi_host1</parent>
  <capability type='scsi_host'>
    <capability type='fc_host'><wwnn>2000000077777777</wwnn><wwpn>1000000077777777</wwpn></capability>
  </capability>
</device>
"""
SECRET_XML = """
<secret ephemeral='yes' private='no'>
  <uuid>11111111-2222-3333-4444-555555555555</uuid>
  <usage type='volume'><volume>/pv/secret</volume></usage>
</secret>
"""
_FILTER_XML = """
<filter name='pv-filter' chain='root'>
  <uuid>66666666-2222-3333-4444-555555555555</uuid>
  <rule action='drop' direction='in' priority='500'><tcp dstportstart='25'/></rule>
</filter>
"""
_BINDING_XML = """
<filterbinding>
  <owner><name>pv-owner</name><uuid>77777777-2222-3333-4444-555555555555</uuid></owner>
  <portdev name='lo'/>
  <mac address='52:54:00:00:00:09'/>
  <filterref filter='pv-empty'/>
</filterbinding>
"""
_VOLUME_USAGE = 1


async def node_devices(live: Live) -> None:
    """A tree of devices, and one that is made and removed."""
    conn, by_name = live.conn, CONNECTION.nodeDeviceLookupByName
    await live.reads(conn.node_num_of_devices(None), CONNECTION.numOfDevices(None))
    await live.reads(conn.node_list_devices(None, 100), CONNECTION.listDevices(None))
    await live.reads(conn.node_list_devices("scsi_host", 100), CONNECTION.listDevices("scsi_host"))
    await live.reads(
        conn.connect_list_all_node_devices(), CONNECTION.listAllDevices(), lambda reply: plain(reply.devices)
    )
    await live.reads(conn.node_device_lookup_by_name("scsi_host1"), by_name("scsi_host1"))
    await live.reads(conn.node_device_get_xml_desc("scsi_host1"), by_name("scsi_host1").XMLDesc())
    await live.reads(conn.node_device_get_parent("scsi_host1"), by_name("scsi_host1").parent())
    await live.reads(conn.node_device_num_of_caps("scsi_host1"), by_name("scsi_host1").numOfCaps())
    await live.reads(conn.node_device_list_caps("scsi_host1", 10), by_name("scsi_host1").listCaps())
    await live.refused(
        conn.node_device_lookup_scsi_host_by_wwn("2000000012341234", "1000000012341234"),
        CONNECTION.nodeDeviceLookupSCSIHostByWWN("2000000012341234", "1000000012341234"),
    )
    made = await live.does(
        conn.node_device_create_xml(NODE_DEVICE_XML), CONNECTION.numOfDevices("scsi_host"), 4
    )
    assert made.name in await live.ask(CONNECTION.listDevices("scsi_host"))
    await live.does(conn.node_device_destroy(made.name), by_name(made.name), Refusal)
    gone = await live.refused(conn.node_device_lookup_by_name(made.name), by_name(made.name))
    assert isinstance(gone, NoNodeDevice)
    await _unknown_to_the_test_driver(live)


async def _unknown_to_the_test_driver(live: Live) -> None:
    conn, computer = live.conn, CONNECTION.nodeDeviceLookupByName("computer")
    await live.refused(conn.node_device_get_autostart("computer"), computer.autostart())
    await live.refused(conn.node_device_set_autostart("computer", 1), computer.setAutostart(1))
    await live.refused(conn.node_device_is_persistent("computer"), computer.isPersistent())
    await live.refused(conn.node_device_is_active("computer"), computer.isActive())
    await live.refused(conn.node_device_create("computer"), computer.create())
    await live.refused(conn.node_device_undefine("computer"), computer.undefine())
    await live.refused(conn.node_device_reset("computer"), computer.reset())
    await live.refused(conn.node_device_dettach("computer"), computer.dettach())
    await live.refused(conn.node_device_detach_flags("computer", None), computer.detachFlags(None))
    await live.refused(conn.node_device_re_attach("computer"), computer.reAttach())
    await live.refused(
        conn.node_device_define_xml(NODE_DEVICE_XML), CONNECTION.nodeDeviceDefineXML(NODE_DEVICE_XML)
    )


async def secrets(live: Live) -> None:
    """A secret, its bytes, and every way to find it."""
    conn = live.conn
    usage = (_VOLUME_USAGE, "/pv/secret")
    by_usage = CONNECTION.secretLookupByUsage(*usage)
    secret = await live.does(
        conn.secret_define_xml(SECRET_XML), by_usage.UUIDString(), "11111111-2222-3333-4444-555555555555"
    )
    await live.refused(conn.secret_get_value(secret), by_usage.value())
    await live.does(conn.secret_set_value(secret, b"\0binary\xff"), by_usage.value(), b"\0binary\xff".hex())
    await live.reads(conn.secret_get_value(secret), by_usage.value())
    await live.reads(conn.secret_get_xml_desc(secret), by_usage.XMLDesc())
    await live.reads(conn.secret_lookup_by_uuid(secret.uuid), CONNECTION.secretLookupByUUID(secret.uuid))
    await live.reads(conn.secret_lookup_by_usage(*usage), by_usage)
    await live.reads(conn.connect_num_of_secrets(), CONNECTION.numOfSecrets())
    await live.reads(conn.connect_list_secrets(100), CONNECTION.listSecrets())
    await live.reads(
        conn.connect_list_all_secrets(), CONNECTION.listAllSecrets(), lambda reply: plain(reply.secrets)
    )
    await live.does(conn.secret_undefine(secret), by_usage, Refusal)
    gone = await live.refused(conn.secret_lookup_by_usage(*usage), by_usage)
    assert isinstance(gone, NoSecret)


async def filters(live: Live) -> None:
    """Packet filters, and one bound to a port."""
    conn, by_name = live.conn, CONNECTION.nwfilterLookupByName("pv-filter")
    found = await live.does(
        conn.nwfilter_define_xml(_FILTER_XML), by_name.UUIDString(), "66666666-2222-3333-4444-555555555555"
    )
    await live.reads(conn.nwfilter_get_xml_desc(found), by_name.XMLDesc())
    await live.reads(conn.nwfilter_lookup_by_name("pv-filter"), by_name)
    await live.reads(conn.nwfilter_lookup_by_uuid(found.uuid), CONNECTION.nwfilterLookupByUUID(found.uuid))
    await live.reads(conn.connect_num_of_nwfilters(), CONNECTION.numOfNWFilters())
    await live.reads(conn.connect_list_nwfilters(100), CONNECTION.listNWFilters())
    await live.reads(
        conn.connect_list_all_nwfilters(), CONNECTION.listAllNWFilters(), lambda reply: plain(reply.filters)
    )
    empty = await live.does(
        conn.nwfilter_define_xml_flags("<filter name='pv-empty'/>"),
        CONNECTION.nwfilterLookupByName("pv-empty").name(),
        "pv-empty",
    )
    by_port = CONNECTION.nwfilterBindingLookupByPortDev("lo")
    binding = await live.does(
        conn.nwfilter_binding_create_xml(_BINDING_XML), by_port.filterName(), "pv-empty"
    )
    await live.reads(conn.nwfilter_binding_lookup_by_port_dev("lo"), by_port)
    await live.reads(conn.nwfilter_binding_get_xml_desc(binding), by_port.XMLDesc())
    await live.reads(
        conn.connect_list_all_nwfilter_bindings(),
        CONNECTION.listAllNWFilterBindings(),
        lambda reply: plain(reply.bindings),
    )
    await live.does(conn.nwfilter_binding_delete(binding), by_port, Refusal)
    await conn.nwfilter_undefine(empty)
    await live.does(conn.nwfilter_undefine(found), by_name, Refusal)
    await live.refused(conn.nwfilter_lookup_by_name("pv-filter"), by_name)
