"""A libvirtd that is slow, stuck or killed, and a guest that holds its calls up."""

import asyncio
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

import purevirt
import purevirt.sync
from purevirt import Connection
from purevirt.errors import ConnectError, ConnectionLost
from purevirt.rpc.gen.remote import Domain
from tests.lab import LabHost
from tests.lab.pidhandle import PidHandle, children, command_name

pytestmark = pytest.mark.lab

GUEST = """<domain type='qemu'><name>{}</name><memory unit='MiB'>32</memory>
<os><type arch='x86_64' machine='pc'>hvm</type></os></domain>"""
QUERY = '{"execute": "query-version"}'
MIB = 1 << 20


@pytest.fixture(scope="module")
def host(lab_able: None) -> Iterator[LabHost]:
    """A host of these tests' own, with the daemon's limits as they are shipped and a short keepalive."""
    settings = {"max_client_requests": 5, "keepalive_interval": 1, "keepalive_count": 1}
    with LabHost("failing", settings=settings) as running:
        running.ensure_pool()
        yield running


@contextmanager
def stopped(host: LabHost, then: signal.Signals = signal.SIGCONT) -> Iterator[None]:
    """Have the one guest's QEMU stopped, so that all that asks it takes as long as we like."""
    (pid,) = (pid for pid in children(host.init_pid) if command_name(pid).startswith("qemu"))
    with PidHandle(pid) as qemu:
        qemu.send(signal.SIGSTOP)
        try:
            yield
        finally:
            qemu.send(then)


async def guest(conn: Connection, name: str) -> Domain:
    """Start a guest that does nothing."""
    return await conn.domain_create_xml(GUEST.format(name), 0)


async def slow_calls(conn: Connection, domain: Domain, count: int) -> list[asyncio.Task[str]]:
    """Make calls that the stopped guest holds up, and return once they are the daemon's."""
    tasks = [asyncio.create_task(conn.qemu_domain_monitor_command(domain, QUERY)) for _ in range(count)]
    while conn._wire.session.in_flight_count < min(count, 4):  # noqa: ASYNC110 # the session tells nobody
        await asyncio.sleep(0)
    return tasks


async def test_four_slow_calls_and_keepalive(host: LabHost, tmp_path: Path) -> None:
    """K8, K9, S27: four calls hang for longer than the daemon's patience; pings are answered, a stream goes
    through, a fifth call waits, and all end well."""
    async with await purevirt.connect(host.uri, keepalive_interval_s=0.2, keepalive_count=5) as conn:
        domain = await guest(conn, "slow")
        pool = await conn.storage_pool_lookup_by_name("default")
        xml = "<volume><name>s27.raw</name><capacity>1048576</capacity></volume>"
        volume = await conn.storage_vol_create_xml(pool, xml, 0)
        with stopped(host):
            stream = conn.stream()
            await conn.storage_vol_upload(stream, volume, 0, MIB)
            tasks = await slow_calls(conn, domain, 4)
            fifth = asyncio.create_task(conn.connect_get_hostname())
            await stream.write(b"x" * MIB)
            await stream.finish()
            assert await asyncio.to_thread(Path(volume.key).read_bytes) == b"x" * MIB
            # the subject is time itself: twice the daemon's patience of 2 s
            await asyncio.sleep(4.0)
            assert conn.is_open
            assert not fifth.done()
            assert not any(task.done() for task in tasks)
        assert all('"return"' in answer for answer in await asyncio.gather(*tasks))
        assert await fifth == host.name
        await conn.domain_destroy(domain)
        await conn.storage_vol_delete(volume, 0)


async def test_cancelled_calls_and_nine_more(host: LabHost) -> None:
    """P16: a call is cancelled while the daemon works on it; nine different ones follow on the connection."""
    async with await purevirt.connect(host.uri) as conn:
        domain = await guest(conn, "cancelled")
        with stopped(host):
            (task,) = await slow_calls(conn, domain, 1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await conn.connect_get_hostname() == host.name
            assert await conn.connect_get_lib_version() > 0
            assert await conn.connect_get_type() == "QEMU"
            assert await conn.connect_get_uri() == "qemu:///system"
            assert await conn.node_get_info()
            assert (await conn.connect_list_all_networks(1, 0)).nets is not None
            assert (await conn.connect_list_all_storage_pools(1, 0)).pools
            assert (await conn.domain_lookup_by_name("cancelled")).uuid == domain.uuid
            assert await conn.connect_get_capabilities()
            assert conn._wire.session.in_flight_count == 1
        while conn._wire.session.in_flight_count:
            await conn.connect_get_hostname()
        await conn.domain_destroy(domain)


async def test_a_reader_slower_than_the_daemons_patience(host: LabHost) -> None:
    """S22: a download is not read for twice the time in which the daemon wants an answer to its pings."""
    async with await purevirt.connect(host.uri, keepalive_interval_s=0.2) as conn:
        pool = await conn.storage_pool_lookup_by_name("default")
        xml = f"<volume><name>stall.raw</name><capacity>{64 * MIB}</capacity></volume>"
        volume = await conn.storage_vol_create_xml(pool, xml, 0)
        size = 0
        async with conn.stream() as stream:
            await conn.storage_vol_download(stream, volume, 0, 0)
            await asyncio.sleep(4.0)
            assert conn._wire._paused
            async for piece in stream:
                size += len(piece)
        assert size == 64 * MIB
        await conn.storage_vol_delete(volume, 0)


async def test_killed_in_the_middle(host: LabHost) -> None:
    """P7, S23: kill -9 under four calls and two that wait: each is told once, and the truth; then
    a new connection works."""
    async with await purevirt.connect(host.uri) as conn, conn.listen() as listener:
        domain = await guest(conn, "killed")
        with stopped(host, then=signal.SIGKILL):
            tasks = await slow_calls(conn, domain, 6)
            await asyncio.to_thread(host.signal_daemon, signal.SIGKILL)
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        losses = [outcome for outcome in outcomes if isinstance(outcome, ConnectionLost)]
        assert [loss.maybe_executed for loss in losses] == [True] * 4 + [False] * 2
        with pytest.raises(ConnectionLost):
            await anext(listener)
    await asyncio.to_thread(host.virsh, "hostname")
    async with await purevirt.connect(host.uri) as conn:
        assert await conn.connect_get_hostname() == host.name


async def test_killed_under_the_blocking_client(host: LabHost) -> None:
    """P7: four threads in calls, kill -9: each is told."""
    async with await purevirt.connect(host.uri) as conn:
        domain = await guest(conn, "killed-too")
    with stopped(host, then=signal.SIGKILL):
        errors = await asyncio.to_thread(killed_blocking, host, domain)
    assert all(isinstance(error, ConnectionLost) and error.maybe_executed for error in errors)
    await asyncio.to_thread(host.virsh, "hostname")


def killed_blocking(host: LabHost, domain: Domain) -> list[BaseException | None]:
    """Return what four threads in slow calls are told when the daemon is killed."""
    with purevirt.sync.connect(host.uri) as conn, ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(conn.qemu_domain_monitor_command, domain, QUERY) for _ in range(4)]
        while conn._wire.session.in_flight_count < 4:
            time.sleep(0.001)
        host.signal_daemon(signal.SIGKILL)
        return [call.exception(30) for call in calls]


async def test_a_daemon_that_stops(host: LabHost) -> None:
    """K6, K10: SIGSTOP: the connection is given up by keepalive, and a new one by its deadline."""
    async with await purevirt.connect(host.uri, keepalive_interval_s=0.1, keepalive_count=2) as conn:
        blocking = await asyncio.to_thread(
            purevirt.sync.connect, host.uri, keepalive_interval_s=0.1, keepalive_count=2
        )
        await asyncio.to_thread(host.signal_daemon, signal.SIGSTOP)
        try:
            with pytest.raises(ConnectionLost, match=r"did not answer for 0\.3 s"):
                await conn.connect_get_hostname()
            with pytest.raises(ConnectionLost, match=r"did not answer for 0\.3 s|is closed"):
                await asyncio.to_thread(blocking.connect_get_hostname)
            with pytest.raises(ConnectError, match=r"no answer within 0\.2 s"):
                await purevirt.connect(host.uri, timeout_s=0.2)
        finally:
            await asyncio.to_thread(host.signal_daemon, signal.SIGCONT)
        await asyncio.to_thread(blocking.close)


async def test_a_graceful_end(host: LabHost) -> None:
    """S23, P7: the daemon ends by itself: an idle connection notices, and close stays quiet."""
    async with await purevirt.connect(host.uri) as conn, conn.listen() as listener:
        await asyncio.to_thread(host.restart)
        with pytest.raises(ConnectionLost, match="the daemon closed the connection"):
            await anext(listener)
        assert not conn.is_open
