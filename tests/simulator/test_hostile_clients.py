"""Clients that mean the simulated daemon no good: none of them costs memory, or harms another."""

import asyncio
import gc
import os
import random
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

import purevirt
from purevirt.errors import LibvirtError
from purevirt.rpc import xdr
from purevirt.rpc.framing import encode_frame
from purevirt.rpc.gen import procedures, remote
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import DropConnection, Host, populate
from purevirt.testing.simulator.client import Client
from purevirt.testing.simulator.event_hub import EventHub
from purevirt.testing.simulator.wire import link as link_module
from purevirt.testing.simulator.wire.link import Link
from tests.simulator.odd_calls import OddCalls

MIB = 1 << 20
OPENING = encode_frame(
    remote.REMOTE_PROGRAM, 1, procedures.CONNECT_OPEN.number, 0, 1, 0,
    xdr.encode(remote.ConnectOpenArgs(name="qemu:///system", flags=0)),
)  # fmt: skip
HOSTNAME = encode_frame(remote.REMOTE_PROGRAM, 1, procedures.CONNECT_GET_HOSTNAME.number, 0, 2, 0)
PING = encode_frame(0x6B656570, 1, 1, 2, 0, 0)
FLOODS = {
    "pings": PING,
    "calls": HOSTNAME,
    "unknown procedures": encode_frame(remote.REMOTE_PROGRAM, 1, 9999, 0, 2, 0),
    "unknown programs": encode_frame(7, 1, 1, 0, 2, 0),
    "calls that are no calls": encode_frame(remote.REMOTE_PROGRAM, 1, 1, 0, 2, 1),
}


@pytest.mark.parametrize("what", FLOODS)
async def test_a_flood_of_what_is_answered(what: str) -> None:
    """Who never reads is not heard any more, long before the answers fill memory."""
    flood = FLOODS[what] * 2000
    async with SimulatedLibvirtd() as sim, await purevirt.connect(sim.uri) as other:
        with socket.socket(socket.AF_UNIX) as hostile:
            hostile.connect(str(sim.socket))
            hostile.setblocking(False)
            hostile.send(OPENING)
            taken, idle_rounds = 0, 0
            rest = flood
            while idle_rounds < 20:
                try:
                    count = hostile.send(rest)
                except BlockingIOError:
                    count = 0
                taken += count
                rest = rest[count:] or flood
                assert taken < 8 * MIB
                # the daemon has had its turn when another client has been answered
                await other.connect_get_hostname()
                idle_rounds = 0 if count else idle_rounds + 1
        assert await other.connect_get_type() == "QEMU"


async def test_events_that_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A subscriber that does not read is hung up on, and its registrations go with it."""
    monkeypatch.setattr(link_module, "_MAX_UNREAD_BYTES", 4 * MIB)
    xml = "<domain type='qemu'><name>{}</name><memory>1024</memory><os><type>hvm</type></os></domain>"
    async with SimulatedLibvirtd() as sim, await purevirt.connect(sim.uri) as other:
        _, writer = await asyncio.open_unix_connection(str(sim.socket), limit=1)
        register = procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY
        payload = xdr.encode(remote.ConnectDomainEventCallbackRegisterAnyArgs(0, None))
        writer.write(OPENING + encode_frame(remote.REMOTE_PROGRAM, 1, register.number, 0, 2, 0, payload))
        while not len(sim.host.events.domain):
            await other.connect_get_hostname()
        domain = await other.domain_create_xml(xml.format("x" * MIB))
        for _ in range(8):
            await other.domain_suspend(domain)
            await other.domain_resume(domain)
        assert len(sim.host.events.domain) == 0
        assert sim.client_count == 1
        writer.close()


async def test_fifty_clients_at_once() -> None:
    """Each has its own calls, events and bytes."""
    async with SimulatedLibvirtd() as sim:
        populate(sim.host, 50)

        async def client(number: int) -> None:
            async with await purevirt.connect(sim.uri) as conn:
                pool = await conn.storage_pool_lookup_by_name("default")
                xml = f"<volume><name>v{number}</name><capacity>{MIB}</capacity></volume>"
                volume = await conn.storage_vol_create_xml(pool, xml)
                data = bytes([number]) * MIB
                async with conn.stream() as stream:
                    await conn.storage_vol_upload(stream, volume, 0, MIB)
                    await stream.write(data)
                    await stream.finish()
                domain = await conn.domain_lookup_by_name(f"domain-{number:05d}")
                async with conn.events.domain_lifecycle(domain) as events:
                    await conn.domain_create(domain)
                    event = await anext(events)
                    assert isinstance(event, remote.DomainEventCallbackLifecycleMsg)
                    assert event.msg.dom.name == domain.name
                async with conn.stream() as stream:
                    await conn.storage_vol_download(stream, volume, 0, 0)
                    assert b"".join([piece async for piece in stream]) == data

        async with asyncio.TaskGroup() as clients:
            for number in range(50):
                clients.create_task(client(number))
        assert len(sim.host.events.domain) == 0


@pytest.mark.parametrize("seed", range(8))
async def test_odd_calls(seed: int) -> None:
    """Whatever the arguments are, they are answered: no handler fails, and the daemon stays up."""
    async with SimulatedLibvirtd(seed=seed) as sim:
        populate(sim.host, 6, running=3)
        known: dict[type, list[Any]] = {}
        async with await purevirt.connect(sim.uri) as conn:
            pools = known[remote.StoragePool] = (await conn.connect_list_all_storage_pools(1)).pools
            known[remote.Domain] = (await conn.connect_list_all_domains(1)).domains
            known[remote.Network] = (await conn.connect_list_all_networks(1)).nets
            xml = "<volume><name>{0}</name><capacity>9</capacity>{1}</volume>"
            target = "<target><format type='{}'/></target>"
            known[remote.StorageVol] = [
                await conn.storage_vol_create_xml(pools[0], xml.format(kind, target.format(kind)))
                for kind in ("raw", "qcow2")
            ]
        rng = random.Random(seed)
        names = [
            "domain-00000",
            "domain-00005",
            "default",
            "raw",
            "vda",
            "computer",
            '{"execute":"guest-ping"}',
        ]
        odd = OddCalls(rng, known, [*names, known[remote.StorageVol][0].key])
        ending = (procedures.CONNECT_OPEN, procedures.CONNECT_CLOSE)
        specs = [one for one in procedures.BY_ID.values() if one in sim.registry and one not in ending]
        answered = 0
        async with await purevirt.connect(sim.uri) as conn:
            for spec in rng.choices(specs, k=300):
                try:
                    await conn._call(spec, None if spec.args is None else odd.arguments(spec.args))
                except LibvirtError:
                    pass
                else:
                    answered += 1
            assert await conn.connect_get_type() == "QEMU"
        assert answered > 30


@pytest.mark.parametrize("seed", range(5))
async def test_garbage(seed: int) -> None:
    """Random frames and random bytes end their own connection at most."""
    rng = random.Random(seed)

    def frame() -> bytes:
        program = rng.choice((remote.REMOTE_PROGRAM, 0x6B656570, 0x20008087, rng.getrandbits(32)))
        number, kind = rng.choice((rng.randrange(460), rng.getrandbits(31))), rng.randrange(9)
        payload = rng.randbytes(rng.choice((0, 0, 4, 28, 300)))
        return encode_frame(program, rng.choice((1, 1, 2)), number, kind, rng.randrange(9), 0, payload)

    async with SimulatedLibvirtd(seed=seed) as sim, await purevirt.connect(sim.uri) as other:
        for _ in range(40):
            _, writer = await asyncio.open_unix_connection(str(sim.socket))
            writer.write(OPENING + b"".join(frame() for _ in range(30)))
            if rng.random() < 0.5:
                writer.write(rng.randbytes(100))
            await other.connect_get_hostname()
            writer.transport.abort()
        while sim.client_count > 1:
            await other.connect_get_hostname()
        assert len(sim.host.events.domain) == 0


async def left() -> tuple[int, int]:
    """Return how many tasks and file descriptors there are."""
    gc.collect()
    return len(asyncio.all_tasks()), len(await asyncio.to_thread(os.listdir, "/proc/self/fd"))


async def test_two_hundred_daemons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each leaves nothing: task, file descriptor, folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    async def once() -> None:
        async with SimulatedLibvirtd() as sim, await purevirt.connect(sim.uri) as conn:
            await conn.connect_get_hostname()
            await sim.stop()
            await sim.start()

    await once()
    before = await left()
    for _ in range(200):
        await once()
    assert await left() == before
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []


class _Transport(asyncio.Transport):
    """Takes what is written, and nothing happens."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def resume_reading(self) -> None:
        pass


async def test_a_client_that_is_gone_before_its_call_begins() -> None:
    """The coroutine of a handler that was never waited for is closed, not forgotten."""

    async def handler(host: Host, client: Client, args: None) -> remote.ConnectGetHostnameRet:
        raise AssertionError

    async with SimulatedLibvirtd() as sim:
        sim.registry.override(procedures.CONNECT_GET_HOSTNAME, handler)
        link = Link(sim._site, "memory")
        link.connection_made(_Transport())
        link.data_received(OPENING + HOSTNAME)
        assert link.session.request_count == 1
        link.connection_lost(None)
        await link.ended()
        # an unawaited coroutine warns when it is collected
        gc.collect()


async def test_nothing_is_carried_out_behind_the_end() -> None:
    """Calls that came with the one that made the daemon hang up are not carried out."""
    calls: list[str] = []

    def hang_up(host: Host, client: Client, args: None) -> remote.ConnectGetHostnameRet:
        calls.append("hang up")
        raise DropConnection

    async with SimulatedLibvirtd() as sim:
        sim.registry.override(procedures.CONNECT_GET_HOSTNAME, hang_up)
        reader, writer = await asyncio.open_unix_connection(str(sim.socket))
        writer.write(OPENING)
        await reader.readexactly(28)
        writer.write(HOSTNAME * 3)
        assert await reader.read() == b""
        writer.close()
    assert calls == ["hang up"]


async def test_a_client_that_comes_when_the_daemon_ends() -> None:
    """A connection that the loop has accepted, but not told of, does not outlive the daemon."""
    aborted: list[bool] = []

    class Late(_Transport):
        def abort(self) -> None:
            aborted.append(True)

    async with SimulatedLibvirtd() as sim:
        link = Link(sim._site, "unix")
        await sim.stop()
        link.connection_made(Late())
        assert (aborted, sim.client_count) == ([True], 0)
        await sim.start()


async def test_registrations_by_the_ten_thousand() -> None:
    """Each event goes to who asked for its object or for all, in the order of their numbers."""
    hub, told = EventHub(), []

    class Wire:
        def send_event(self, spec: object, message: object) -> None:
            told.append(message)

        def start_keepalive(self) -> None: ...

        def close_after_reply(self) -> None: ...

    client, other = Client(1, Wire(), "unix"), Client(2, Wire(), "unix")
    numbers = [hub.register(client, 0, str(number)) for number in range(10_000)]
    of_all, of_other = hub.register(other, 0), hub.register(other, 0, "7")
    last = hub.register(client, 0)
    hub.emit(0, "7", procedures.DOMAIN_EVENT_LIFECYCLE, lambda number: number)  # type: ignore[arg-type, return-value] # told as it is
    assert told == [numbers[7], of_all, of_other, last]
    hub.forget_client(client)
    assert len(hub) == 2
    hub.emit(0, "8", procedures.DOMAIN_EVENT_LIFECYCLE, lambda number: number)  # type: ignore[arg-type, return-value] # told as it is
    assert told[4:] == [of_all]
    hub.forget_client(other)
    assert not len(hub)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, ValueError])
def test_what_ends_the_body(
    kind: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes out of `in_thread`, and nothing of the daemon is left."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = set(threading.enumerate())

    def interrupted() -> None:
        with SimulatedLibvirtd().in_thread() as sim:
            assert sim.socket.exists()
            raise kind

    with pytest.raises(kind):
        interrupted()
    assert list(tmp_path.iterdir()) == []
    assert set(threading.enumerate()) <= before


def test_a_socket_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error comes out, and neither thread nor folder stays."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = set(threading.enumerate())
    sim = SimulatedLibvirtd(tmp_path / "no" / "sock")
    with pytest.raises(OSError, match="No such file"), sim.in_thread():
        raise AssertionError
    assert list(tmp_path.iterdir()) == []
    assert set(threading.enumerate()) <= before
