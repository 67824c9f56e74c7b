"""What may be asked of a domain that is off."""

import pytest

from purevirt import Connection
from purevirt.rpc.gen import enums
from tests.simulator.contract.daemon import OWN_WORDS, Daemon, defined, refused, started, text


async def test_autostart(conn: Connection, daemon: Daemon) -> None:
    """Off until it is switched on."""
    domain = await defined(conn, daemon)
    assert await conn.domain_get_autostart(domain) == 0
    await conn.domain_set_autostart(domain, 1)
    assert await conn.domain_get_autostart(domain) == 1
    assert (
        domain
        in (await conn.connect_list_all_domains(1, int(enums.ConnectListAllDomainsFlags.AUTOSTART))).domains
    )


async def test_undefine(conn: Connection, daemon: Daemon) -> None:
    """What is undefined and does not run is gone; every later call names it."""
    domain = await defined(conn, daemon)
    bad = f"unsupported flags (0x100000) in function {daemon.function('DomainUndefineFlags')}"
    assert await refused(conn.domain_undefine_flags(domain, 1 << 20)) == (8, daemon.part(), bad)
    await conn.domain_undefine(domain)
    gone = f"Domain not found: no domain with matching uuid '{text(domain)}' ({domain.name})"
    for call in (conn.domain_undefine(domain), conn.domain_get_xml_desc(domain)):
        assert await refused(call) == (42, daemon.part(), gone)


async def test_state_of_what_never_ran(conn: Connection, daemon: Daemon) -> None:
    """Shut off, for no known reason, with the memory of its definition."""
    domain = await defined(conn, daemon)
    state = await conn.domain_get_state(domain)
    assert (state.state, state.reason) == (enums.DomainState.SHUTOFF, 0)
    info = await conn.domain_get_info(domain)
    assert (info.state, info.max_mem, info.memory, info.nr_virt_cpu) == (5, 32768, 32768, 1)
    # the test driver's guests age by the wall clock, those that are off too
    assert info.cpu_time == 0 or daemon.kind == "test"
    assert await conn.domain_is_active(domain) == 0
    assert await conn.domain_is_persistent(domain) == 1


@pytest.mark.qemu(OWN_WORDS)
async def test_limits_of_what_is_off(conn: Connection, daemon: Daemon) -> None:
    """The definition can be changed while it is off, the running domain cannot."""
    domain = await defined(conn, daemon)
    off = (55, 20, "Requested operation is not valid: domain is not running")
    for call in (
        conn.domain_set_memory(domain, 1000),
        conn.domain_set_vcpus(domain, 1),
        conn.domain_get_vcpus_flags(domain, 1),
        conn.domain_get_max_vcpus(domain),
        conn.domain_memory_stats(domain, 10),
        conn.domain_get_job_info(domain),
        conn.domain_interface_addresses(domain, 0),
    ):
        assert await refused(call) == off
    await conn.domain_set_max_memory(domain, 65536)
    await conn.domain_set_memory_flags(domain, 40000, 2)
    info = await conn.domain_get_info(domain)
    assert (info.max_mem, info.memory) == (65536, 40000)
    over = (8, 10, "invalid argument: cannot set memory higher than max memory")
    assert await refused(conn.domain_set_memory_flags(domain, 1_000_000, 2)) == over
    await conn.domain_set_vcpus_flags(domain, 3, 2 | 4)
    await conn.domain_set_vcpus_flags(domain, 2, 2)
    assert await conn.domain_get_vcpus_flags(domain, 2) == 2
    assert await conn.domain_get_vcpus_flags(domain, 2 | 4) == 3
    both = (
        8,
        20,
        "Flags 'VIR_DOMAIN_AFFECT_LIVE' and 'VIR_DOMAIN_AFFECT_CONFIG' are mutually exclusive",
    )
    assert await refused(conn.domain_get_vcpus_flags(domain, 3)) == both
    zero = (8, 20, "nvcpus in virDomainSetVcpusFlags must not be zero")
    assert await refused(conn.domain_set_vcpus_flags(domain, 0, 2)) == zero


@pytest.mark.parametrize(
    ("call", "code", "domain_of"),
    [
        ("destroy", 55, 20),
        pytest.param("suspend", 55, 20, marks=pytest.mark.qemu(OWN_WORDS)),
        pytest.param("resume", 55, 20, marks=pytest.mark.qemu(OWN_WORDS)),
        pytest.param("shutdown", 55, 10, marks=pytest.mark.qemu(OWN_WORDS)),
    ],
)
async def test_power_of_what_is_off(
    conn: Connection, daemon: Daemon, call: str, code: int, domain_of: int
) -> None:
    """Nothing can be done with it but to start it; who says so differs."""
    domain = await defined(conn, daemon)
    expected = (code, domain_of, "Requested operation is not valid: domain is not running")
    assert await refused(getattr(conn, f"domain_{call}")(domain)) == expected


@pytest.mark.qemu(OWN_WORDS)
async def test_a_running_domain_can_be_undefined(conn: Connection, daemon: Daemon) -> None:
    """It is transient then: nothing can be kept of it, and it goes when it ends."""
    domain = await started(conn, daemon)
    await conn.domain_undefine(domain)
    assert await conn.domain_is_persistent(domain) == 0
    wrong = "Requested operation is not valid: "
    for call, *expected in (
        (conn.domain_set_autostart(domain, 1), 55, 10, wrong + "cannot set autostart for transient domain"),
        (conn.domain_managed_save(domain), 55, 10, wrong + "cannot do managed save for transient domain"),
        (conn.domain_undefine(domain), 55, 10, wrong + "cannot undefine transient domain"),
        (
            conn.domain_set_metadata(domain, 0, "x", None, None, 2),
            55,
            20,
            wrong + "transient domains do not have any persistent config",
        ),
    ):
        assert await refused(call) == tuple(expected)
    await conn.domain_destroy(domain)
    assert (await refused(conn.domain_lookup_by_name(domain.name))).code == 42
