"""Simulated guests: programs of one's own, disks that fill up, agents that hang, break and come back."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

import purevirt
from purevirt import Connection
from purevirt.errors import (
    AgentCommandFailed,
    AgentCommandUnavailable,
    AgentUnresponsive,
    LibvirtError,
)
from purevirt.rpc.gen.remote import Domain
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import NEVER, AgentRefusal, Exit, GuestOs, GuestProfile, ProgramRun
from purevirt.testing.simulator.guest import Guest
from purevirt.testing.simulator.populate import TEMPLATE, populate
from tests.simulator.clock import Clock

NAME = "guest"


class Site:
    """A daemon with one guest that is up, and a connection to it."""

    def __init__(self, sim: SimulatedLibvirtd, conn: Connection, domain: Domain, clock: Clock) -> None:
        self.sim = sim
        self.conn = conn
        self.domain = domain
        self.clock = clock

    @property
    def guest(self) -> Guest:
        """The run of the guest."""
        found = self.sim.host.domains.find(NAME)
        assert found is not None
        assert found.guest is not None
        return found.guest

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.now += seconds
        self.sim.host.timeline.run_due()

    async def ask(self, command: str, **arguments: object) -> object:
        """Return what the agent returns."""
        return await purevirt.agent_command(self.conn, self.domain, command, arguments or None)


def bootstrap(run: ProgramRun) -> Exit:
    """A program of the test's own: it keeps its input when its time is over."""
    return Exit(
        stdout=run.argv[1].encode(),
        after_s=5,
        at_end=lambda: run.files.write("/root/joined", run.stdin),
    )


PROFILE = GuestProfile(
    boot_s=10,
    programs={
        "/opt/bootstrap": bootstrap,
        "/opt/stubborn": lambda _run: Exit(after_s=NEVER, ignores_signals=True),
        "/opt/number": lambda _run: 7,
        "/opt/text": lambda run: f"{run.argv[0]} {run.env['PATH']}",
        "/opt/silent": lambda _run: None,
        "/usr/bin/id": lambda _run: b"uid=0(root)\n",
    },
    files={"/etc/motd": b"hello", "/opt/data/x": b"1"},
    host_name="node-1",
    os=GuestOs(id="debian"),
    blocked_commands=frozenset(("guest-shutdown",)),
    disk_bytes=1000,
)


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """A guest that has booted."""
    clock = Clock()
    async with SimulatedLibvirtd(clock=clock) as sim:
        sim.host.guest_profile = lambda name: PROFILE
        populate(sim.host, 1, running=1, name=lambda _number: NAME)
        async with await purevirt.connect(sim.uri) as conn:
            site = Site(sim, conn, await conn.domain_lookup_by_name(NAME), clock)
            with pytest.raises(AgentUnresponsive, match="not connected"):
                await site.ask("guest-ping")
            site.wait(10)
            yield site


async def test_programs_of_ones_own(site: Site) -> None:
    """A function is a program; it returns a number, a text or nothing; what it does at its end comes then."""
    started = await site.ask("guest-exec", path="/opt/bootstrap", arg=["c-1"], **{"input-data": "YmxvYg=="})
    assert isinstance(started, dict)
    pid = started["pid"]
    assert await site.ask("guest-exec-status", pid=pid) == {"exited": False}
    assert "/root/joined" not in site.guest.system.files
    site.wait(5)
    assert site.guest.system.files.read("/root/joined") == b"blob"
    run = purevirt.guest_exec
    assert (await run(site.conn, site.domain, "/opt/number")).code == 7
    assert (await run(site.conn, site.domain, "/opt/text")).stdout.startswith(b"/opt/text /usr/local/sbin:")
    assert (await run(site.conn, site.domain, "/opt/silent")) == (0, 0, b"", b"", False)
    assert (await run(site.conn, site.domain, "id")).stdout == b"uid=0(root)\n"
    through = await run(site.conn, site.domain, "sh", ["-c", "/opt/number || id"])
    assert through.stdout == b"uid=0(root)\n"


async def test_signals(site: Site) -> None:
    """SIGTERM ends what does not ignore it, SIGKILL everything."""
    system = site.guest.system
    stubborn, sleeper = system.start(("/opt/stubborn",)), system.start(("sleep", "infinity"))
    assert not system.processes.kill(stubborn.pid)
    assert system.processes.kill(stubborn.pid, signal.SIGKILL)
    assert system.processes.kill(sleeper.pid)
    assert not system.processes.kill(sleeper.pid)
    assert await site.ask("guest-exec-status", pid=stubborn.pid) == {"exited": True, "signal": 9}
    assert await site.ask("guest-exec-status", pid=sleeper.pid) == {"exited": True, "signal": 15}


TOO_MUCH = (
    *(
        "if true; then id; fi",
        "echo $(id)",
        "for a in b; do id; done",
        "id &",
        "echo $((1+1))",
        "set -e",
        "(id)",
    ),
    *("cd /opt", "rm /opt/*", "echo ${X:-y}", "cat <<E", 'echo "`id`"', "ls ~"),
)


async def test_a_shell_that_is_asked_too_much(site: Site) -> None:
    """A script that the small shell does not know is refused whole, and says so."""
    for more in TOO_MUCH:
        script = f"touch /x; {more}"
        result = await purevirt.guest_exec(site.conn, site.domain, "/bin/sh", ["-c", script])
        assert result.code == 2
        assert b"does not know" in result.stderr
        assert "/x" not in site.guest.system.files, script


async def test_a_shell_that_is_asked_for_what_it_knows(site: Site) -> None:
    """What looks like more than it knows, and is not: in quotes, escaped, or a variable's own name."""
    for script, out in (
        ("echo '$(id) * ${X:-y}' \"a*b?\" \\* ; echo $?$#", b"$(id) * ${X:-y} a*b? *\n00\n"),
        ("X=1; export X; env | cat; echo ${X}y", b"1y\n"),
    ):
        result = await purevirt.guest_exec(site.conn, site.domain, "/bin/sh", ["-c", script])
        assert (result.code, result.stderr) == (0, b"")
        assert result.stdout.endswith(out), result.stdout


async def test_the_disk_stays_and_fills(site: Site) -> None:
    """Files outlive the run of a guest; what does not fit is refused as by any disk."""
    assert await purevirt.guest_file_read(site.conn, site.domain, "/etc/motd") == b"hello"
    await purevirt.guest_file_write(site.conn, site.domain, "/opt/data/y", b"2" * 900)
    with pytest.raises(AgentCommandFailed):
        await purevirt.guest_file_write(site.conn, site.domain, "/opt/data/z", b"3" * 900)
    listed = await purevirt.guest_exec(site.conn, site.domain, "ls", ["/opt/data"])
    assert listed.stdout == b"x\ny\nz\n"
    await site.conn.domain_destroy(site.domain)
    await site.conn.domain_create(site.domain)
    site.wait(10)
    assert await purevirt.guest_file_read(site.conn, site.domain, "/opt/data/y") == b"2" * 900


async def test_what_is_running_ends_with_the_power(site: Site) -> None:
    """After a reset, and after its agent's restart, a process is unknown."""
    for restart in (site.guest.stop_agent, site.guest.reset):
        pid = site.guest.system.start(("sleep", "60")).pid
        restart()
        with pytest.raises(AgentUnresponsive):
            await site.ask("guest-ping")
        site.wait(10)
        site.guest.start_agent()
        with pytest.raises(AgentCommandFailed, match="Invalid parameter 'pid'"):
            await site.ask("guest-exec-status", pid=pid)


async def test_an_agent_that_hangs(site: Site) -> None:
    """It is waited for as long as was asked for, in the daemon's time; then it answers again."""
    site.guest.answer_s = 30
    arm, is_asked = site.sim.host.timeline.on_change, asyncio.Event()

    def changed() -> None:
        arm()
        is_asked.set()

    site.sim.host.timeline.on_change = changed
    asked = purevirt.agent_command(site.conn, site.domain, "guest-ping", answer_timeout_s=20)
    waiting = asyncio.ensure_future(asked)
    await is_asked.wait()
    site.wait(20)
    with pytest.raises(AgentUnresponsive, match="not available for now"):
        await waiting
    site.guest.answer_s = 0
    assert await site.ask("guest-ping") == {}


async def test_an_agent_that_libvirt_gives_up(site: Site) -> None:
    """An answer of more than 10 MiB, or one with the delimiter, and nobody is asked until the guest boots."""
    site.guest.system.files.capacity_bytes = None
    site.guest.system.files.write("/big", bytes(9 << 20))
    with pytest.raises(LibvirtError, match="No complete agent response found"):
        await purevirt.guest_exec(site.conn, site.domain, "cat", ["/big"])
    for _ in range(2):
        with pytest.raises(AgentUnresponsive, match="due to an error"):
            await site.ask("guest-ping")
        site.guest.reset()
        site.wait(10)
        assert await site.ask("guest-ping") == {}
        request = '{"execute": "guest-sync-delimited", "arguments": {"id": 1}}'
        with pytest.raises(LibvirtError, match="cannot parse json"):
            await site.conn.qemu_domain_agent_command(site.domain, request, 5)


async def test_commands_of_ones_own_and_blocked_ones(site: Site) -> None:
    """The profile may add commands, take the place of others, and forbid some."""

    def refuse(_arguments: object) -> object:
        raise AgentRefusal("no coffee")

    site.guest.profile = replace(
        PROFILE, agent_commands={"guest-tea": lambda arguments: arguments, "guest-coffee": refuse}
    )
    assert await site.ask("guest-tea", milk=True) == {"milk": True}
    with pytest.raises(AgentCommandFailed, match="no coffee"):
        await site.ask("guest-coffee")
    with pytest.raises(AgentCommandUnavailable):
        await site.ask("guest-shutdown")
    assert await site.ask("guest-get-host-name") == {"host-name": "node-1"}


async def test_passwords(site: Site) -> None:
    """They are set for users that there are, and are seen by the test alone."""
    await site.conn.domain_set_user_password(site.domain, "root", "canary")
    assert site.guest.system.passwords == {"root": "canary"}
    assert "canary" not in repr(site.guest.system)
    with pytest.raises(LibvirtError, match="failed to set user password"):
        await site.conn.domain_set_user_password(site.domain, "nobody", "x")


async def test_agent_events(site: Site) -> None:
    """Its channel's opening and closing are told, and stand in the XML."""
    async with site.conn.events.domain_agent_lifecycle(site.domain) as events:
        site.guest.stop_agent()
        site.guest.start_agent()
        told = [await anext(aiter(events)) for _ in range(2)]
    assert [getattr(one, "state", None) for one in told] == [2, 1]
    assert "state='connected'" in await site.conn.domain_get_xml_desc(site.domain)


async def test_shutdown_by_the_agent() -> None:
    """guest-shutdown takes the guest down in its own time."""
    clock = Clock()
    async with SimulatedLibvirtd(clock=clock) as sim, await purevirt.connect(sim.uri) as conn:
        domain = await conn.domain_create_xml(TEMPLATE)
        clock.now += 1
        sim.host.timeline.run_due()
        await conn.qemu_domain_agent_command(domain, json.dumps({"execute": "guest-shutdown"}), 5)
        clock.now += 1
        sim.host.timeline.run_due()
        assert sim.host.domains.find(domain.name) is None
