"""The shorthands on a guest with an agent, a real and a simulated one; one boot serves the module."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator

import pytest

import purevirt
import purevirt.sync
from purevirt import Connection
from purevirt.errors import (
    AgentCommandFailed,
    AgentCommandUnavailable,
    AgentNotConfigured,
    GuestNotRunning,
    GuestResultLost,
)
from purevirt.rpc.gen.enums import DomainState
from purevirt.rpc.gen.remote import Domain
from purevirt.rpc.recipes.guest import PIECE_BYTES
from tests.lab.guests import Inhabited

NAME = "convenient"
BOOT_S = 120.0
BARE_XML = """<domain type='qemu'><name>{}</name><memory unit='MiB'>32</memory>
<os><type arch='x86_64' machine='pc'>hvm</type></os></domain>"""


@pytest.fixture(scope="module")
def booted(any_host: Inhabited) -> Iterator[Inhabited]:
    """The guest's host; the guest was started a moment ago."""
    any_host.create_guest(NAME)
    yield any_host
    any_host.remove_guest(NAME)


@pytest.fixture
async def conn(booted: Inhabited) -> AsyncIterator[Connection]:
    """A connection to the guest's host."""
    async with await purevirt.connect(booted.uri) as conn:
        yield conn


@pytest.fixture
async def guest(conn: Connection) -> Domain:
    """The guest, once its agent answers."""
    dom = await conn.domain_lookup_by_name(NAME)
    await purevirt.wait_for_agent(conn, dom, timeout_s=BOOT_S)
    return dom


async def test_processes(conn: Connection, guest: Domain) -> None:
    """Codes, signals, both outputs as they came, input, environment; no shell is involved."""
    data = bytes(range(256)) * (PIECE_BYTES // 256)
    result = await purevirt.guest_exec(conn, guest, "sh", ["-c", "cat; echo no >&2; exit 7"], stdin=data)
    assert (result.code, result.signal, result.stdout, result.stderr) == (7, 0, data, b"no\n")
    killed = await purevirt.guest_exec(conn, guest, "sh", ["-c", "kill -9 $$"])
    assert killed.signal == 9
    nasty = "'; reboot #$(reboot)\n\"\\"
    echoed = await purevirt.guest_exec(conn, guest, "/bin/echo", ["-n", nasty])
    assert echoed.stdout.decode() == nasty
    shown = await purevirt.guest_exec(conn, guest, "/bin/sh", ["-c", "echo $X"], env={"X": "a b"})
    assert shown.stdout == b"a b\n"
    silent = await purevirt.guest_exec(conn, guest, "true")
    assert (silent.stdout, silent.stderr, silent.is_truncated) == (b"", b"", False)
    with pytest.raises(TimeoutError):
        await purevirt.guest_exec(conn, guest, "sleep", ["30"], timeout_s=0.5)


@pytest.mark.parametrize("size", [0, 1, 95 << 10, 98_304, 131_072, (1 << 20) + 7])
async def test_files(conn: Connection, guest: Domain, size: int) -> None:
    """A15, A16: any size and any bytes come back as they were; appended to, longer."""
    data = random.Random(size).randbytes(size)
    path = "/tmp/a file'; $(reboot)"
    await purevirt.guest_file_write(conn, guest, path, data, timeout_s=BOOT_S)
    assert await purevirt.guest_file_read(conn, guest, path, timeout_s=BOOT_S) == data
    await purevirt.guest_file_write(conn, guest, path, b"more", append=True)
    assert await purevirt.guest_file_read(conn, guest, path) == data + b"more"


async def test_output_that_libvirt_cannot_carry(conn: Connection, guest: Domain) -> None:
    """A9: the result is lost, and that is said; the connection and the agent are as good as before."""
    with pytest.raises(GuestResultLost, match="more than libvirt can carry"):
        await purevirt.guest_exec(
            conn, guest, "dd", ["if=/dev/zero", "bs=1024", "count=3300"], timeout_s=BOOT_S
        )
    assert (await purevirt.guest_exec(conn, guest, "true")).code == 0


async def test_an_agent_that_says_no(conn: Connection, guest: Domain) -> None:
    """A6: what it has not is told apart from what failed."""
    with pytest.raises(AgentCommandUnavailable):
        await purevirt.agent_command(conn, guest, "guest-make-coffee")
    with pytest.raises(AgentCommandFailed) as caught:
        await purevirt.guest_file_read(conn, guest, "/no/such/file")
    assert type(caught.value) is AgentCommandFailed
    info = await purevirt.agent_command(conn, guest, "guest-info")
    assert {"guest-exec", "guest-ping"} <= {one["name"] for one in info["supported_commands"]}


async def test_no_agent(conn: Connection) -> None:
    """A1, A2: off, or without a channel: at once."""
    dom = await conn.domain_define_xml(BARE_XML.format("agentless"))
    try:
        with pytest.raises(GuestNotRunning):
            await purevirt.wait_for_agent(conn, dom)
        await conn.domain_create(dom)
        with pytest.raises(AgentNotConfigured, match=r"org\.qemu\.guest_agent\.0"):
            await purevirt.wait_for_agent(conn, dom)
        await conn.domain_destroy(dom)
    finally:
        await conn.domain_undefine(dom)


async def test_lists_and_statistics(conn: Connection, guest: Domain) -> None:
    """Plain lists; statistics by name."""
    assert NAME in {dom.name for dom in await purevirt.list_domains(conn)}
    (pool,) = [one for one in await purevirt.list_storage_pools(conn) if one.name == "default"]
    assert f"{NAME}.qcow2" in {vol.name for vol in await purevirt.list_volumes(conn, pool)}
    assert "default" in {net.name for net in await purevirt.list_networks(conn)}
    assert await purevirt.list_snapshots(conn, guest) == await purevirt.list_checkpoints(conn, guest) == []
    (stats,) = await purevirt.get_all_domain_stats(conn, [guest])
    assert stats.dom.name == NAME
    assert stats.values["state.state"] == DomainState.RUNNING
    assert isinstance(stats.values["balloon.maximum"], int)


async def test_states(conn: Connection, guest: Domain) -> None:
    """Each change ends the wait for it, whoever makes it and when."""
    for change, state in (
        (conn.domain_suspend, DomainState.PAUSED),
        (conn.domain_resume, DomainState.RUNNING),
    ):
        waiting = asyncio.create_task(purevirt.wait_for_state(conn, guest, state, timeout_s=BOOT_S))
        await change(guest)
        assert (await waiting).state == state
        assert (await purevirt.wait_for_state(conn, guest, state)).state == state


async def test_a_reboot(conn: Connection, guest: Domain) -> None:
    """V12, A19: the agent goes and comes; the waiter sees it through."""
    async with conn.events.domain_agent_lifecycle(guest) as events:
        await conn.domain_reset(guest)
        seen = []
        async with asyncio.timeout(BOOT_S):
            while 1 not in seen:
                event = await anext(events)
                seen.append(getattr(event, "state", None))
    await purevirt.wait_for_agent(conn, guest, timeout_s=BOOT_S)
    assert (await purevirt.guest_exec(conn, guest, "true")).code == 0


def test_the_blocking_client(booted: Inhabited) -> None:
    """The same recipes."""
    with purevirt.sync.connect(booted.uri) as conn:
        dom = conn.domain_lookup_by_name(NAME)
        purevirt.sync.wait_for_agent(conn, dom, timeout_s=BOOT_S)
        assert purevirt.sync.guest_exec(conn, dom, "echo", ["hi"]).stdout == b"hi\n"
        purevirt.sync.guest_file_write(conn, dom, "/tmp/sync", b"x" * 100_000)
        assert len(purevirt.sync.guest_file_read(conn, dom, "/tmp/sync")) == 100_000
        conn.domain_suspend(dom)
        with pytest.raises(GuestNotRunning):
            purevirt.sync.agent_command(conn, dom, "guest-ping", answer_timeout_s=1)
        with pytest.raises(TimeoutError):
            purevirt.sync.wait_for_state(conn, dom, DomainState.SHUTOFF, timeout_s=0.1)
        conn.domain_resume(dom)
        purevirt.sync.wait_for_agent(conn, dom, timeout_s=BOOT_S)
