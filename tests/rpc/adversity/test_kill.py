"""kill -9 of libvirtd at any moment: everybody is told, and who reconnects is back, events included."""

import asyncio
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import purevirt
import purevirt.sync
from purevirt import Connection, LinkState, Reconnecting, Resync
from purevirt.errors import ConnectionLost
from tests.lab import LabHost, Ssh, Tls
from tests.rpc.adversity.leftovers import Leftovers, nothing_left
from tests.rpc.adversity.route import TRANSPORTS
from tests.rpc.adversity.scenario import CLIENTS, GUEST_XML, Scenario
from tests.rpc.peer import PATIENCE_S

pytestmark = pytest.mark.lab

SEED = int(os.environ.get("PUREVIRT_ADVERSITY_SEED", "1"))
MOMENTS = 10
BACK_S = 5.0
WAITERS = 12


@pytest.fixture(scope="module")
def mortal(lab_able: None) -> Iterator[LabHost]:
    """A host to be killed."""
    with LabHost("mortal", tls=Tls(), ssh=Ssh()) as running:
        running.ensure_pool()
        running.virsh("pool-autostart", "default")
        yield running


def uri_of(host: LabHost, transport: str) -> str:
    """Return the host's URI over a transport."""
    return {"unix": host.uri, "tls": host.tls_uri(), "ssh": host.ssh_uri()}[transport]


class Waiters:
    """Tasks that call without a pause, each noting how it was released.

    Attributes:
        count: how many calls have been answered.
    """

    def __init__(self, conn: Connection, kill_after: int, kill: Any) -> None:
        self.count = 0
        self._conn = conn
        self._kill_after = kill_after
        self._kill = kill
        self.tasks = [asyncio.create_task(self._call(number)) for number in range(WAITERS)]

    async def _call(self, number: int) -> None:
        conn = self._conn
        asks = (conn.connect_get_hostname, conn.connect_get_capabilities, conn.connect_get_type)
        while True:
            assert await asks[number % 3]()
            self.count += 1
            if self.count == self._kill_after:
                self._kill()


@pytest.mark.parametrize("moment", range(MOMENTS))
async def test_killed_at_any_moment(mortal: LabHost, moment: int) -> None:
    """P7, S23: callers, an upload, a download and events at the kill: each is released, once, and the
    reconnecting client has its connection, its registration and a resync within 5 s of the return."""
    rng = random.Random(f"{SEED}/{moment}")
    transport = TRANSPORTS[moment % len(TRANSPORTS)]
    uri = uri_of(mortal, transport)
    pid = mortal.daemon_pid()
    before = Leftovers.now()
    link = Reconnecting(uri)
    async with link, link.events.domain_lifecycle() as kept:
        conn = await purevirt.connect(uri, keepalive_interval_s=1.0, keepalive_count=2)
        async with conn.events.domain_lifecycle() as events:
            streams = [asyncio.create_task(transfer(conn, f"kill-{moment}-{one}")) for one in range(2)]
            waiters = Waiters(conn, rng.randint(1, 200), lambda: os.kill(pid, signal.SIGKILL))
            waiting = [*waiters.tasks, *streams, asyncio.ensure_future(endless(events))]
            async with asyncio.timeout(PATIENCE_S):
                outcomes = await asyncio.gather(*waiting, return_exceptions=True)
            wrong = [one for one in outcomes if not isinstance(one, ConnectionLost)]
            assert not wrong, f"seed {SEED}, moment {moment}: {wrong}"
        await conn.close()
        await asyncio.to_thread(mortal.virsh, "hostname")
        async with asyncio.timeout(BACK_S):
            assert isinstance(await anext(kept), Resync)
        assert link.state is LinkState.CONNECTED
        name = f"back-{moment}"
        guest = await link.call(lambda one: one.domain_define_xml(GUEST_XML.format(name)))
        async with asyncio.timeout(PATIENCE_S):
            event = await anext(kept)
        assert not isinstance(event, purevirt.Gap)
        assert event.msg.dom.name == name
        await link.call(lambda one: one.domain_undefine(guest))
    await nothing_left(before)


async def endless(events: purevirt.EventStream[Any]) -> None:
    """Take events for ever."""
    async for _ in events:
        pass


async def transfer(conn: Connection, name: str) -> None:
    """Upload and download for ever."""
    pool = await conn.storage_pool_lookup_by_name("default")
    data = random.Random(name).randbytes(1 << 20)
    volume = await conn.storage_vol_create_xml(
        pool, f"<volume><name>{name}</name><capacity>{len(data)}</capacity></volume>", 0
    )
    while True:
        async with conn.stream() as stream:
            await conn.storage_vol_upload(stream, volume, 0, len(data), 0)
            await stream.write(data)
            await stream.finish()
        async with conn.stream() as stream:
            await conn.storage_vol_download(stream, volume, 0, len(data), 0)
            got = [piece async for piece in stream]
        assert b"".join(got) == data


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_killed_under_the_blocking_client(mortal: LabHost, tmp_path: Path, transport: str) -> None:
    """P7: after so many answers, whatever it is doing: a loss, and no thread and descriptor stays."""
    rng = random.Random(f"{SEED}/blocking/{transport}")
    at = rng.randint(1, 32)
    pid = mortal.daemon_pid()
    before = Leftovers.now()
    run = Scenario(uri_of(mortal, transport), 1 << 20, {}, Deadly(at, pid))
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(ConnectionLost):
            await CLIENTS["blocking"](run)
    assert len(run.answers) >= at
    await asyncio.to_thread(mortal.virsh, "hostname")
    await nothing_left(before)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_the_blocking_client_is_back(mortal: LabHost, transport: str) -> None:
    """S23: killed while it waits for events: a resync within 5 s of the return; nothing stays."""
    before = Leftovers.now()
    await asyncio.to_thread(killed_while_waiting, mortal, uri_of(mortal, transport), f"back-{transport}")
    await nothing_left(before)


def killed_while_waiting(mortal: LabHost, uri: str, name: str) -> None:
    """Follow events across a kill."""
    with purevirt.sync.Reconnecting(uri) as link, link.events.domain_lifecycle() as kept:
        os.kill(mortal.daemon_pid(), signal.SIGKILL)
        mortal.virsh("hostname")
        assert isinstance(kept.next(BACK_S), Resync)
        assert link.state is LinkState.CONNECTED
        guest = link.call(lambda one: one.domain_define_xml(GUEST_XML.format(name)))
        event = kept.next(PATIENCE_S)
        assert not isinstance(event, purevirt.Gap)
        assert event.msg.dom.name == name
        link.call(lambda one: one.domain_undefine(guest))


class Deadly(list[object]):
    """Answers, with which the daemon is killed when there are enough."""

    def __init__(self, at: int, pid: int) -> None:
        super().__init__()
        self._at = at
        self._pid = pid

    def extend(self, answers: Any) -> None:
        """Add answers."""
        before = len(self)
        super().extend(answers)
        if before < self._at <= len(self):
            os.kill(self._pid, signal.SIGKILL)
