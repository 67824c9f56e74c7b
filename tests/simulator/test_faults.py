"""Faults of the simulated daemon: what was asked for happens, as often as was asked for, from the seed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

import purevirt
from purevirt import Connection
from purevirt.errors import AgentUnresponsive, ConnectionLost, LibvirtError, PurevirtError
from purevirt.rpc.gen import procedures
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import GuestProfile, SimulatedError, populate

FULL = SimulatedError(ErrorNumber.NO_MEMORY, ErrorDomain.QEMU)
XML = "<domain type='qemu'><name>x</name><memory unit='MiB'>32</memory><os><type>hvm</type></os></domain>"


@pytest.fixture
async def sim() -> AsyncIterator[SimulatedLibvirtd]:
    """A daemon with three guests that are up."""
    async with SimulatedLibvirtd(seed=3) as sim:
        sim.host.guest_profile = lambda _name: GuestProfile(boot_s=0)
        populate(sim.host, 3, running=3)
        sim.host.timeline.run_due()
        yield sim


@pytest.fixture
async def conn(sim: SimulatedLibvirtd) -> AsyncIterator[Connection]:
    """A connection to it."""
    async with await purevirt.connect(sim.uri) as connection:
        yield connection


async def test_refusals(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """By name, by pattern, by arguments; after some, for so many; and then no more."""
    fault = sim.faults.refuse(FULL, "CONNECT_GET_*", skip=1, times=2)
    await conn.connect_get_hostname()
    for _ in range(2):
        with pytest.raises(LibvirtError) as caught:
            await conn.connect_get_hostname()
        assert (caught.value.code, caught.value.domain) == (2, 10)
    await conn.connect_get_hostname()
    assert fault.count == 2
    one = sim.faults.refuse(FULL, procedures.DOMAIN_LOOKUP_BY_NAME, when=lambda args: args.name.endswith("1"))
    await conn.domain_lookup_by_name("domain-00000")
    for _ in range(3):
        with pytest.raises(LibvirtError):
            await conn.domain_lookup_by_name("domain-00001")
    one.end()
    assert (await conn.domain_lookup_by_name("domain-00001")).name == "domain-00001"
    assert one.count == 3
    assert sim.faults.is_open


async def test_chance_is_the_seeds(conn: Connection) -> None:
    """The same seed brings the same failures."""

    async def drawn(seed: int) -> list[bool]:
        async with SimulatedLibvirtd(seed=seed) as sim, await purevirt.connect(sim.uri) as other:
            sim.faults.refuse(FULL, procedures.CONNECT_GET_HOSTNAME, probability=0.5)
            results = []
            for _ in range(40):
                try:
                    await other.connect_get_hostname()
                    results.append(True)
                except LibvirtError:
                    results.append(False)
            return results

    first = await drawn(1)
    assert first == await drawn(1) != await drawn(2)
    assert 5 < sum(first) < 35


async def test_stalls_and_delays(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """What is held goes on when the fault ends; others are served meanwhile; a delay is drawn."""
    fault = sim.faults.stall(procedures.CONNECT_GET_HOSTNAME, times=1)
    drawn = []

    def draw(chance: object) -> float:
        drawn.append(chance)
        return 0.001

    sim.faults.delay("CONNECT_GET_URI", draw)
    held = asyncio.ensure_future(conn.connect_get_hostname())
    assert await conn.connect_get_uri()
    assert len(drawn) == 1
    assert not held.done()
    assert await conn.connect_get_hostname()
    fault.end()
    assert await held


@pytest.mark.parametrize("executed", [False, True])
async def test_dropped_connections(sim: SimulatedLibvirtd, conn: Connection, executed: bool) -> None:
    """The client cannot know whether its call was carried out; here it can be looked at."""
    fault = sim.faults.drop(procedures.DOMAIN_DEFINE_XML, executed=executed, times=1)
    with pytest.raises(ConnectionLost) as caught:
        await conn.domain_define_xml(XML)
    assert caught.value.maybe_executed
    assert (sim.host.domains.find("x") is not None) is executed
    async with await purevirt.connect(sim.uri) as again:
        if not executed:
            await again.domain_define_xml(XML)
        # a refusal is lost like any other answer
        sim.faults.drop(procedures.DOMAIN_LOOKUP_BY_NAME, executed=True)
        with pytest.raises(ConnectionLost):
            await again.domain_lookup_by_name("nobody")
    assert fault.count == 1


@pytest.mark.parametrize("place", [0, 1, 27, 28, 40])
@pytest.mark.parametrize("direction", ["to_client", "from_client"])
async def test_cuts(sim: SimulatedLibvirtd, conn: Connection, direction: str, place: int) -> None:
    """The connection ends in the middle of a message, wherever that is; the next one is well."""
    assert direction in ("to_client", "from_client")
    fault = sim.faults.cut(
        after_bytes=place, direction="to_client" if direction == "to_client" else "from_client", times=1
    )
    # one call has fewer bytes than some of the places
    with pytest.raises(ConnectionLost):
        await asyncio.gather(conn.connect_get_capabilities(), conn.connect_get_capabilities())
    assert fault.count == 1
    async with await purevirt.connect(sim.uri) as again:
        assert await again.connect_get_hostname()


async def test_garbage(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """Bytes that are no message end the connection, in either direction; the daemon is well afterwards."""
    fault = sim.faults.garble(after_bytes=0, garbage=b"\xff" * 28, times=1)
    with pytest.raises(PurevirtError):
        await conn.connect_get_hostname()
    async with await purevirt.connect(sim.uri) as again:
        sim.faults.garble(after_bytes=0, garbage=b"\xff" * 28, direction="from_client", times=1)
        with pytest.raises(PurevirtError):
            await again.connect_get_hostname()
    async with await purevirt.connect(sim.uri) as again:
        sim.faults.garble(after_bytes=1 << 20)
        assert await again.connect_get_hostname()
    assert fault.count == 1


async def test_agents(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """Agents are lost and found by their domains' names; one that hangs answers in its own time."""
    domain = await conn.domain_lookup_by_name("domain-00001")
    assert sim.faults.stop_agents("*-00001") == 1
    with pytest.raises(AgentUnresponsive, match="not connected"):
        await purevirt.agent_command(conn, domain, "guest-ping")
    assert sim.faults.stop_agents() == 2
    sim.faults.start_agents()
    assert await purevirt.agent_command(conn, domain, "guest-ping") == {}
    sim.faults.hang_agents("*-00001")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await purevirt.agent_command(conn, domain, "guest-ping")
    sim.faults.hang_agents(answer_s=0)
    assert await purevirt.agent_command(conn, domain, "guest-ping") == {}


async def test_clear(sim: SimulatedLibvirtd, conn: Connection) -> None:
    """Everything is well again, what was held included."""
    has_come = asyncio.Event()

    def comes(_args: object) -> bool:
        has_come.set()
        return True

    sim.faults.stall("*", when=comes)
    sim.faults.refuse(FULL)
    sim.faults.cut(after_bytes=1 << 30)
    sim.faults.storage.refresh_s = 5
    held = asyncio.ensure_future(conn.connect_get_hostname())
    await has_come.wait()
    sim.faults.clear()
    with pytest.raises(LibvirtError):
        # it was to be refused when it came
        await held
    assert await conn.connect_get_hostname()
    assert (sim.faults.is_open, list(sim.faults.wire), sim.faults.storage.refresh_s) == (True, [], 0)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (
            lambda faults: faults.drop("STORAGE_VOL_CREAT_XML"),
            "procedure='STORAGE_VOL_CREAT_XML': ",
        ),
        (lambda faults: faults.stall("REMOTE_PROC_DOMAIN_CREATE"), "without a prefix"),
        (lambda faults: faults.delay("domain_create", 1), "in capitals"),
        (lambda faults: faults.delay("DOMAIN_*", -1), "seconds=-1: it is 0 or more"),
        (
            lambda faults: faults.refuse(FULL, "DOMAIN_*", probability=50),
            "probability=50: it is between 0 and 1",
        ),
        (lambda faults: faults.refuse(FULL, times=-1), "times=-1: it is 0 or more"),
        (lambda faults: faults.drop(skip=-1), "skip=-1: it is 0 or more"),
        (lambda faults: faults.refuse("DOMAIN_*", FULL), "error='DOMAIN_\\*': it is a SimulatedError"),
        (lambda faults: faults.refuse(OSError(5), "DOMAIN_*"), "say drop"),
        (lambda faults: faults.cut(after_bytes=-1), "after_bytes=-1: it is 0 or more"),
        (lambda faults: faults.cut(after_bytes=1, times=-1), "times=-1: it is 0 or more"),
        (
            lambda faults: faults.cut(after_bytes=1, direction="to_server"),
            "direction='to_server': it is to_",
        ),
        (lambda faults: faults.storage.fail_writes(after_bytes=-1), "after_bytes=-1: it is 0 or more"),
        (lambda faults: faults.storage.fail_reads(errno="EIO"), "errno='EIO': it is a number"),
        (lambda faults: faults.storage.fail_reads(times=-1), "times=-1: it is 0 or more"),
    ],
)
def test_what_can_never_happen_is_refused(asked: Callable[[Any], object], words: str) -> None:
    """A misspelt fault would let the test that asks for it pass for nothing; none is left behind."""
    faults = SimulatedLibvirtd().faults
    before = repr(faults)
    with pytest.raises((TypeError, ValueError), match=words):
        asked(faults)
    assert repr(faults) == before


async def test_restart_keeps_what_runs_and_faults(sim: SimulatedLibvirtd) -> None:
    """A restart of the daemon loses connections, and neither domains nor guests; a reboot stops guests."""
    sim.faults.delay("*", 0.0)
    async with await purevirt.connect(sim.uri) as conn:
        await sim.stop()
        await sim.start()
        with pytest.raises(ConnectionLost):
            await conn.connect_get_hostname()
    async with await purevirt.connect(sim.uri) as conn:
        assert await conn.connect_num_of_domains() == 3
        domain = await conn.domain_lookup_by_name("domain-00000")
        assert await purevirt.agent_command(conn, domain, "guest-ping") == {}
    await sim.reboot_host()
    async with await purevirt.connect(sim.uri) as conn:
        assert await conn.connect_num_of_domains() == 0
        assert await conn.connect_num_of_defined_domains() == 3
    assert not sim.faults.is_open
