"""Domains of the test driver: how they come, run, are found and go."""

from purevirt.errors import NoDomain
from purevirt.rpc.gen import remote
from tests.live.live import Live
from tests.live.plain import fields, plain
from tests.live.query import CONNECTION, Query, Refusal

_SHUTOFF, _RUNNING, _PAUSED = [5, 0], [1, 1], [3, 1]
_MIB = 1024
_INACTIVE_XML = 2
_SNAPSHOTS_TOO = 2
_UUID = bytes(range(16))


def domain_xml(name: str, *, more: str = "", devices: str = "") -> str:
    """Return the XML of a domain of the test driver with 64 MiB and two processors."""
    return (
        f"<domain type='test'><name>{name}</name><memory unit='MiB'>64</memory><vcpu>2</vcpu>"
        f"<os><type>hvm</type></os>{more}<devices>{devices}</devices></domain>"
    )


def _by_name(name: str) -> Query:
    return CONNECTION.lookupByName(name)


async def birth_and_death(live: Live) -> None:
    """Defining, starting, pausing and ending: ours does, the oracle watches."""
    conn, by_name = live.conn, _by_name("pv-life")
    uuid_xml = f"<uuid>{'00010203-0405-0607-0809-0a0b0c0d0e0f'}</uuid>"
    dom = await live.does(
        conn.domain_define_xml(domain_xml("pv-life", more=uuid_xml)),
        by_name.UUIDString(),
        "00010203-0405-0607-0809-0a0b0c0d0e0f",
    )
    assert (dom.name, dom.uuid, dom.id) == ("pv-life", _UUID, -1)
    await live.reads(conn.domain_get_xml_desc(dom), by_name.XMLDesc())
    await live.does(conn.domain_create(dom), by_name.state(), _RUNNING)
    await live.does(conn.domain_suspend(dom), by_name.state(), _PAUSED)
    await live.reads(conn.domain_get_state(dom), by_name.state())
    await live.does(conn.domain_resume(dom), by_name.state(), [1, 5])
    await live.does(conn.domain_reboot(dom), by_name.state(), _RUNNING)
    await live.does(conn.domain_shutdown(dom), by_name.state(), [5, 1])
    started = await live.does(conn.domain_create_with_flags(dom), by_name.isActive(), 1)
    await live.reads(conn.domain_lookup_by_id(started.id), CONNECTION.lookupByID(started.id))
    await live.does(conn.domain_destroy(dom), by_name.isActive(), 0)
    await live.does(conn.domain_set_autostart(dom, 1), by_name.autostart(), 1)
    await live.reads(conn.domain_get_autostart(dom), by_name.autostart())
    await live.does(conn.domain_create_with_files(dom), by_name.isActive(), 1)
    await live.accepted(conn.domain_reset(dom), by_name.reset())
    await live.does(conn.domain_shutdown_flags(dom), by_name.isActive(), 0)
    await live.does(conn.domain_rename(dom, "pv-lived"), by_name, Refusal)
    await live.does(conn.domain_undefine(dom), _by_name("pv-lived"), Refusal)
    gone = await live.refused(conn.domain_lookup_by_uuid(_UUID), CONNECTION.lookupByUUID(_UUID))
    assert isinstance(gone, NoDomain)


async def other_births(live: Live) -> None:
    """The further ways to define, start and end a domain."""
    conn = live.conn
    defined = await live.does(
        conn.domain_define_xml_flags(domain_xml("pv-flags"), 1), _by_name("pv-flags").isPersistent(), 1
    )
    await live.does(conn.domain_create(defined), _by_name("pv-flags").isActive(), 1)
    await live.does(conn.domain_destroy_flags(defined), _by_name("pv-flags").isActive(), 0)
    await live.does(conn.domain_undefine_flags(defined), _by_name("pv-flags"), Refusal)
    short = await live.does(
        conn.domain_create_xml(domain_xml("pv-short")), _by_name("pv-short").isPersistent(), 0
    )
    await live.reads(conn.domain_is_persistent(short), _by_name("pv-short").isPersistent())
    await conn.domain_destroy(short)
    files = await live.does(
        conn.domain_create_xml_with_files(domain_xml("pv-files")), _by_name("pv-files").isActive(), 1
    )
    await live.does(conn.domain_destroy(files), _by_name("pv-files"), Refusal)
    broken = domain_xml("pv-broken").replace("hvm", "nonsense")
    await live.refused(conn.domain_define_xml(broken), CONNECTION.defineXML(broken))
    test = await conn.domain_lookup_by_name("test")
    await live.refused(conn.domain_create(test), _by_name("test").create())
    await live.refused(conn.domain_resume(test), _by_name("test").resume())


async def finding(live: Live) -> None:
    """Every way to list and look up domains, with one running and one not."""
    conn = live.conn
    idle = await conn.domain_define_xml(domain_xml("pv-idle"))
    listed = await live.reads(
        conn.connect_list_all_domains(), CONNECTION.listAllDomains(), lambda reply: plain(reply.domains)
    )
    assert {dom.name for dom in listed.domains} >= {"test", "pv-idle"}
    assert listed.ret == len(listed.domains)
    inactive = 2
    await live.reads(
        conn.connect_list_all_domains(flags=inactive),
        CONNECTION.listAllDomains(inactive),
        lambda reply: plain(reply.domains),
    )
    await live.reads(conn.connect_num_of_domains(), CONNECTION.numOfDomains())
    await live.reads(conn.connect_list_domains(100), CONNECTION.listDomainsID())
    await live.reads(conn.connect_num_of_defined_domains(), CONNECTION.numOfDefinedDomains())
    await live.reads(conn.connect_list_defined_domains(100), CONNECTION.listDefinedDomains())
    test = await live.reads(conn.domain_lookup_by_name("test"), CONNECTION.lookupByName("test"))
    await live.reads(conn.domain_lookup_by_uuid(test.uuid), CONNECTION.lookupByUUID(test.uuid))
    await live.reads(conn.domain_lookup_by_id(test.id), CONNECTION.lookupByID(test.id))
    await live.refused(conn.domain_lookup_by_name("pv-none"), CONNECTION.lookupByName("pv-none"))
    await live.refused(conn.domain_lookup_by_id(4242), CONNECTION.lookupByID(4242))
    await live.refused(conn.domain_lookup_by_uuid(bytes(16)), CONNECTION.lookupByUUID(bytes(16)))
    await live.reads(
        conn.connect_get_all_domain_stats([], 0),
        CONNECTION.getAllDomainStats(0),
        _stats,
        expect=lambda records: {dom[0]: stats for dom, stats in records},
    )
    await conn.domain_undefine(idle)


async def describing(live: Live) -> None:
    """What a running domain says of itself."""
    conn, by_name = live.conn, _by_name("test")
    dom = await conn.domain_lookup_by_name("test")
    await live.reads(
        conn.domain_get_info(dom),
        by_name.info(),
        # The CPU time is the daemon's clock here.
        lambda info: fields(info)[:4],
        expect=lambda info: info[:4],
    )
    await live.reads(conn.domain_get_xml_desc(dom, _INACTIVE_XML), by_name.XMLDesc(_INACTIVE_XML))
    await live.reads(conn.domain_get_os_type(dom), by_name.OSType())
    await live.reads(conn.domain_get_max_memory(dom), by_name.maxMemory())
    await live.reads(conn.domain_get_max_vcpus(dom), by_name.maxVcpus())
    await live.reads(conn.domain_is_active(dom), by_name.isActive())
    await live.reads(conn.domain_is_updated(dom), by_name.isUpdated())
    await live.reads(conn.domain_get_hostname(dom), by_name.hostname())
    await live.reads(conn.domain_get_control_info(dom), by_name.controlInfo())
    await live.reads(conn.domain_get_security_label(dom), by_name.securityLabel(), _security_label)
    await live.reads(conn.domain_get_messages(dom), by_name.messages())
    await live.refused(conn.domain_get_launch_security_info(dom), by_name.launchSecurityInfo())
    await live.reads(
        conn.domain_get_disk_errors(dom, 0), by_name.diskErrors(), lambda reply: reply.nerrors, len
    )
    await live.reads(
        conn.domain_get_disk_errors(dom, 1),
        by_name.diskErrors(),
        lambda reply: {error.disk: error.error for error in reply.errors},
    )
    await live.reads(
        conn.domain_get_fsinfo(dom),
        by_name.fsInfo(),
        lambda reply: [[one.mountpoint, one.name, one.fstype, one.dev_aliases] for one in reply.info],
    )
    await live.reads(
        conn.domain_get_time(dom),
        by_name.getTime(),
        lambda now: {"seconds": now.seconds, "nseconds": now.nseconds},
    )


def _stats(records: list[remote.DomainStatsRecord]) -> dict[str, object]:
    return {record.dom.name: plain(record.params) for record in records}


def _security_label(reply: remote.DomainGetSecurityLabelRet) -> list[object]:
    return [reply.label.rstrip(b"\0").decode(), bool(reply.enforcing)]
