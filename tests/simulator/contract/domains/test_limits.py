"""Numbers, names and flags at their limits."""

import pytest

from purevirt import Connection
from purevirt.rpc.gen.error_codes import ErrorDomain
from tests.simulator.contract.daemon import NO_FLAGS, NO_QEMU, OWN_WORDS, Daemon, defined, refused, started

_MAX, _GUEST = 4, 8
_WRONG = "Requested operation is not valid: "


@pytest.mark.parametrize("kib", [(1 << 63) - 1, (1 << 64) - 1])
async def test_more_memory_than_can_be_counted(conn: Connection, daemon: Daemon, kib: int) -> None:
    """It is refused, and the domain can still be asked about."""
    domain = await defined(conn, daemon)
    large = (82, 20, f"numerical overflow: input too large: {kib}")
    for flags in (0, _MAX):
        assert await refused(conn.domain_set_memory_flags(domain, kib, flags)) == large
    assert await refused(conn.domain_set_max_memory(domain, kib)) == large
    assert (await conn.domain_get_info(domain)).max_mem == 32768


async def test_no_memory_at_all(conn: Connection, daemon: Daemon) -> None:
    """No domain can do with that."""
    domain = await defined(conn, daemon)
    for call, function in (
        (conn.domain_set_memory_flags(domain, 0, _MAX), "virDomainSetMemoryFlags"),
        (conn.domain_set_memory(domain, 0), "virDomainSetMemory"),
        (conn.domain_set_max_memory(domain, 0), "virDomainSetMaxMemory"),
    ):
        assert await refused(call) == (8, 20, f"memory in {function} must not be zero")


@pytest.mark.qemu(NO_QEMU)
async def test_processors_that_the_agent_counts(conn: Connection, daemon: Daemon) -> None:
    """There have to be a guest, and an agent in it."""
    domain = await defined(conn, daemon)
    what = "vCPU count provided by the guest agent can only be requested for live domains"
    assert await refused(conn.domain_get_vcpus_flags(domain, _GUEST)) == (8, 10, f"invalid argument: {what}")
    off = (55, 10, f"{_WRONG}domain is not running")
    assert await refused(conn.domain_set_vcpus_flags(domain, 1, _GUEST)) == off
    await conn.domain_create(domain)
    none = (74, 10, "argument unsupported: QEMU guest agent is not configured")
    assert await refused(conn.domain_get_vcpus_flags(domain, _GUEST)) == none
    assert await refused(conn.domain_set_vcpus_flags(domain, 1, _GUEST)) == none


@pytest.mark.qemu(NO_QEMU)
async def test_times_of_what_is_off(conn: Connection, daemon: Daemon) -> None:
    """A domain that has run has used no time once it is off."""
    domain = await started(conn, daemon)
    await conn.domain_destroy(domain)
    assert (await conn.domain_get_info(domain)).cpu_time == 0
    (record,) = await conn.connect_get_all_domain_stats([domain], 2)
    # their values are of no process that the domain has
    assert [param.field for param in record.params] == ["cpu.time", "cpu.user", "cpu.system"]


@pytest.mark.qemu(NO_QEMU)
async def test_statistics_of_memory(conn: Connection, daemon: Daemon) -> None:
    """What the balloon has, when it was last asked, and what QEMU has in use, in that order."""
    domain = await started(conn, daemon)
    assert [one.tag for one in await conn.domain_memory_stats(domain, 16)] == [6, 9, 7]
    bad = (8, 10, "unsupported flags (0x1) in function qemuDomainMemoryStats")
    assert await refused(conn.domain_memory_stats(domain, 16, 1)) == bad
    many = (1, 7, "internal error: maxStats > REMOTE_DOMAIN_MEMORY_STATS_MAX")
    assert await refused(conn.domain_memory_stats(domain, 1025)) == many


@pytest.mark.qemu(NO_FLAGS)
async def test_statistics_by_flags_that_there_are_not(conn: Connection, daemon: Daemon) -> None:
    """They are refused, whatever else is asked for."""
    function = daemon.function("ConnectGetAllDomainStats")
    for flag in (0x100, 0x1000_0000):
        bad = (8, 10, f"unsupported flags (0x{flag:x}) in function {function}")
        assert await refused(conn.connect_get_all_domain_stats([], 1, flag)) == bad


@pytest.mark.qemu(NO_FLAGS)
async def test_saved_memory_holds_a_name(conn: Connection, daemon: Daemon) -> None:
    """A domain that waits for its memory keeps its name; both states at once are refused."""
    domain = await started(conn, daemon)
    names = "Flags 'VIR_DOMAIN_SAVE_RUNNING' and 'VIR_DOMAIN_SAVE_PAUSED'"
    both = (8, 20, f"{names} are mutually exclusive")
    assert await refused(conn.domain_managed_save(domain, 2 | 4)) == both
    await conn.domain_managed_save(domain)
    kept = (55, 10, f"{_WRONG}domain with a managed saved state can't be renamed")
    assert await refused(conn.domain_rename(domain, daemon.name())) == kept
    for call, function in (
        (conn.domain_has_managed_save_image(domain, 2), "HasManagedSaveImage"),
        (conn.domain_managed_save_remove(domain, 2), "ManagedSaveRemove"),
        (conn.domain_managed_save_get_xml_desc(domain, 2), "ManagedSaveGetXMLDesc"),
    ):
        bad = (8, 10, f"unsupported flags (0x2) in function qemuDomain{function}")
        assert await refused(call) == bad
    await conn.domain_managed_save_remove(domain)


@pytest.mark.qemu(NO_FLAGS)
async def test_firmware_to_keep_and_to_forget(conn: Connection, daemon: Daemon) -> None:
    """One of both."""
    domain = await defined(conn, daemon)
    both = (55, 10, f"{_WRONG}cannot both keep and delete nvram")
    assert await refused(conn.domain_undefine_flags(domain, 4 | 8)) == both


@pytest.mark.qemu(OWN_WORDS)
async def test_names_longer_than_files_have(conn: Connection, daemon: Daemon) -> None:
    """A definition is kept in a file, which has 8 bytes more than the domain's name."""
    name = f"{daemon.name()}ü".ljust(247, "x")
    path = f"/etc/libvirt/qemu/{name}.xml.new"
    long = (38, ErrorDomain.NONE, f"Failed to create file '{path}': File name too long")
    assert await refused(conn.domain_define_xml(daemon.xml(name))) == long
    domain = await defined(conn, daemon)
    assert await refused(conn.domain_rename(domain, name)) == long
    daemon.made.append(name[:-1])
    assert (await conn.domain_define_xml(daemon.xml(name[:-1]))).name == name[:-1]


async def test_numbers_that_no_domain_has(conn: Connection) -> None:
    """Below 0 there is none."""
    none = (8, 20, "id in virDomainLookupByID must be zero or greater")
    assert await refused(conn.domain_lookup_by_id(-1)) == none


async def test_lists_of_fewer_than_none(conn: Connection) -> None:
    """How many are wanted is a number from 0 to 16384."""
    for call, name, what in (
        (conn.connect_list_domains, "maxids", "DOMAIN"),
        (conn.connect_list_defined_domains, "maxnames", "DOMAIN"),
        (conn.connect_list_networks, "maxnames", "NETWORK"),
        (conn.connect_list_defined_networks, "maxnames", "NETWORK"),
        (conn.connect_list_storage_pools, "maxnames", "STORAGE_POOL"),
        (conn.connect_list_defined_storage_pools, "maxnames", "STORAGE_POOL"),
        (conn.connect_list_secrets, "maxuuids", "SECRET"),
    ):
        assert await refused(call(-1)) == (39, 7, f"{name} must be non-negative")
        assert await refused(call(16385)) == (39, 7, f"{name} > REMOTE_{what}_LIST_MAX")
    devices = (39, 7, "maxnames must be non-negative")
    assert await refused(conn.node_list_devices(None, -1)) == devices


async def test_keys_that_there_are_not(conn: Connection, daemon: Daemon) -> None:
    """Some key of a known kind has to be pressed."""
    domain = await started(conn, daemon)
    none = (8, 20, "keycodes in virDomainSendKey must not be NULL")
    assert await refused(conn.domain_send_key(domain, 0, 50, [])) == none
    assert await refused(conn.domain_send_key(domain, 99, 50, [30])) == (8, 20, "Unsupported codeset '99'")


@pytest.mark.qemu(OWN_WORDS)
async def test_disks_that_there_are_not(conn: Connection, daemon: Daemon) -> None:
    """They have no statistics."""
    domain = await started(conn, daemon)
    for call in (conn.domain_block_stats(domain, "vdx"), conn.domain_block_stats_flags(domain, "vdx", 0)):
        assert await refused(call) == (8, 10, "invalid argument: invalid path: vdx")
