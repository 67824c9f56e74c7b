"""Domains of the QEMU driver that do not run, or run without a system: configuration, saved states, ports."""

from purevirt.rpc.gen import remote
from tests.lab.domain import domain_xml
from tests.live.live import Live
from tests.live.plain import fields, large, parameters, plain, text, unsigned, uuid_text
from tests.live.query import CONNECTION, LXC, QEMU, Refusal

_LIVE, _CONFIG, _MAXIMUM = 1, 2, 4
_STRINGS_TOO = 4
_START_PAUSED = 1
_RNG = "<rng model='virtio'><backend model='random'>/dev/urandom</backend><alias name='ua-more'/></rng>"
_PORT_UUID = bytes(range(100, 116))


async def configuration(live: Live) -> None:
    """What the next start of a domain will be like."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-cold")
    dom = await conn.domain_define_xml(domain_xml("pv-cold", disk=None, network=None, vcpus=2))
    await live.does(
        conn.domain_set_scheduler_parameters_flags(dom, [large("cpu_shares", 500)], _CONFIG),
        by_name.schedulerParametersFlags(_CONFIG),
        500,
        lambda params: params["cpu_shares"],
    )
    await live.reads(
        conn.domain_get_scheduler_parameters_flags(dom, 9, _CONFIG | _STRINGS_TOO),
        by_name.schedulerParametersFlags(_CONFIG),
    )
    await live.does(conn.domain_set_vcpu(dom, "1", 0, _CONFIG), by_name.vcpusFlags(_CONFIG), 1)
    await live.refused(conn.domain_set_vcpu(dom, "77", 1, _CONFIG), by_name.setVcpu("77", 1, _CONFIG))
    await live.does(
        conn.domain_attach_device_flags(dom, _RNG, _CONFIG),
        by_name.XMLDesc(),
        2,
        lambda xml: xml.count("<rng "),
    )
    await live.does(
        conn.domain_detach_device_alias(dom, "ua-more", _CONFIG),
        by_name.XMLDesc(),
        1,
        lambda xml: xml.count("<rng "),
    )
    await conn.domain_attach_device_flags(dom, _RNG, _CONFIG)
    await live.does(
        conn.domain_detach_device_flags(dom, _RNG, _CONFIG),
        by_name.XMLDesc(),
        1,
        lambda xml: xml.count("<rng "),
    )
    await live.refused(conn.domain_attach_device(dom, _RNG), by_name.attachDevice(_RNG))
    await live.refused(conn.domain_detach_device(dom, _RNG), by_name.detachDevice(_RNG))
    cd = "<disk type='file' device='cdrom'>{}<target dev='sdb' bus='scsi'/><readonly/></disk>"
    await conn.domain_attach_device_flags(dom, cd.format(""), _CONFIG)
    await live.does(
        conn.domain_update_device_flags(dom, cd.format("<source file='/pv/other.iso'/>"), _CONFIG),
        by_name.XMLDesc(),
        True,
        lambda xml: "/pv/other.iso" in xml,
    )
    await live.reads(
        conn.connect_domain_xml_to_native("qemu-argv", await conn.domain_get_xml_desc(dom)),
        CONNECTION.domainXMLToNative("qemu-argv", await live.ask(by_name.XMLDesc())),
    )
    argv = "qemu-system-x86_64 -m 64"
    await live.refused(
        conn.connect_domain_xml_from_native("qemu-argv", argv),
        CONNECTION.domainXMLFromNative("qemu-argv", argv),
    )
    await live.refused(conn.domain_get_time(dom), by_name.getTime())
    await live.refused(conn.domain_memory_peek(dom, 0, 8, 2), by_name.memoryPeek(0, 8, 2))
    await conn.domain_undefine(dom)


async def saved_guests(live: Live) -> None:
    """A paused domain without a disk, put into files and brought back with other words in its XML."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-bare")
    dom = await conn.domain_define_xml(domain_xml("pv-bare", disk=None, network=None, memory_mib=32))
    await live.does(
        conn.domain_create_with_flags(dom, _START_PAUSED), by_name.state(), 3, lambda state: state[0]
    )
    await live.reads(
        conn.domain_get_security_label_list(dom),
        by_name.securityLabelList(),
        lambda reply: [[one.label.rstrip(b"\0").decode(), bool(one.enforcing)] for one in reply.labels],
    )
    await live.reads(conn.domain_get_launch_security_info(dom), by_name.launchSecurityInfo(), parameters)
    await live.does(conn.domain_managed_save(dom), by_name.hasManagedSaveImage(), 1)
    xml = await live.reads(conn.domain_managed_save_get_xml_desc(dom), by_name.managedSaveGetXMLDesc())
    await live.does(
        conn.domain_managed_save_define_xml(dom, xml.replace("<on_crash>destroy", "<on_crash>restart")),
        by_name.managedSaveGetXMLDesc(),
        True,
        lambda saved: "<on_crash>restart" in saved,
    )
    await live.does(conn.domain_create(dom), by_name.state(), 3, lambda state: state[0])
    image = str(live.host.folder / "lib" / "pv-bare.img")
    await live.does(conn.domain_save_params(dom, [text("file", image)]), by_name.isActive(), 0)
    await live.reads(conn.domain_save_image_get_xml_desc(image), CONNECTION.saveImageGetXMLDesc(image))
    await live.does(conn.domain_restore_params([text("file", image)]), by_name.isActive(), 1)
    await live.refused(conn.domain_backup_get_xml_desc(dom), by_name.backupGetXMLDesc())
    await live.refused(conn.domain_managed_save_get_xml_desc(dom), by_name.managedSaveGetXMLDesc())
    await conn.domain_destroy(dom)
    await conn.domain_undefine(dom)


async def ports(live: Live) -> None:
    """A port of the real network, and the leases of a network without guests."""
    conn, by_name = live.conn, CONNECTION.networkLookupByName("default")
    net = await conn.network_lookup_by_name("default")
    xml = (
        f"<networkport><uuid>{uuid_text(_PORT_UUID)}</uuid><owner><name>pv-owner</name>"
        f"<uuid>{uuid_text(_PORT_UUID)}</uuid></owner><mac address='52:54:00:00:00:21'/></networkport>"
    )
    by_uuid = by_name.portLookupByUUID(_PORT_UUID)
    port = await live.does(
        conn.network_port_create_xml(net, xml), by_uuid.UUIDString(), uuid_text(_PORT_UUID)
    )
    await live.reads(conn.network_port_lookup_by_uuid(net, _PORT_UUID), by_uuid)
    await live.reads(conn.network_port_get_xml_desc(port), by_uuid.XMLDesc())
    await live.reads(
        conn.network_list_all_ports(net), by_name.listAllPorts(), lambda reply: plain(reply.ports)
    )
    await live.reads(
        conn.network_port_get_parameters(port, 0), by_uuid.parameters(), lambda reply: reply.nparams, len
    )
    rate = [unsigned("inbound.average", 100)]
    await live.does(
        conn.network_port_set_parameters(port, rate),
        by_uuid.parameters(),
        100,
        lambda params: params.get("inbound.average"),
    )
    await live.reads(
        conn.network_port_get_parameters(port, 7), by_uuid.parameters(), lambda reply: plain(reply.params)
    )
    await live.does(conn.network_port_delete(port), by_uuid, Refusal)
    await live.refused(conn.network_port_lookup_by_uuid(net, _PORT_UUID), by_uuid)
    await live.reads(conn.network_get_dhcp_leases(net, None), by_name.DHCPLeases(), _leases)


def _leases(reply: remote.NetworkGetDhcpLeasesRet) -> list[object]:
    """Return the leases under the names that libvirt's binding gives their fields."""
    names = ("iface", "expirytime", "type", "mac", "iaid", "ipaddr", "prefix", "hostname", "clientid")
    return [dict(zip(names, fields(lease), strict=True)) for lease in reply.leases]


async def other_programs(live: Live) -> None:
    """The LXC program and attaching to a QEMU are answered, with a refusal."""
    conn, by_name = live.conn, CONNECTION.lookupByName("pv-lxc")
    dom = await conn.domain_define_xml(domain_xml("pv-lxc", disk=None, network=None))
    await live.refused(conn.lxc_domain_open_namespace(dom), LXC.lxcOpenNamespace(by_name, 0))
    await live.refused(conn.qemu_domain_attach(1), QEMU.qemuAttach(CONNECTION, 1, 0))
    command = '{"execute": "query-status"}'
    await live.refused(
        conn.qemu_domain_monitor_command(dom, command), QEMU.qemuMonitorCommand(by_name, command, 0)
    )
    await conn.domain_undefine(dom)
