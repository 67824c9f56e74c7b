"""The channel as a transport: flow control both ways, ends of every kind, cancellation in every phase."""

import asyncio
import contextlib
import hashlib
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from blockbuster import BlockBuster

from purevirt.errors import ConnectError, ConnectionLost
from purevirt.rpc.aio.ssh.connect import dial_ssh
from purevirt.rpc.aio.ssh.dial import Backoff, dial
from purevirt.rpc.aio.wire import Wire
from purevirt.rpc.gen.procedures import CONNECT_GET_HOSTNAME
from purevirt.rpc.session import Session
from purevirt.rpc.ssh.plan import KnownHostsText, SecretRequest, SshHop, SshPlan
from tests.rpc.ssh.dialled import tasks_of_others
from tests.rpc.ssh.relay import relay_to
from tests.rpc.ssh.server import Keys, Sshd
from tests.rpc.ssh.sink import Sink

MIB = 1 << 20
BULK = random.Random(4).randbytes(MIB) * 32


@pytest.fixture(scope="module")
def sshd(keys: Keys) -> Iterator[Sshd]:
    with Sshd(keys, {"MaxStartups": "100"}) as running:
        yield running


class Far:
    """A socket on the server's side, and the connection that came to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writers: list[asyncio.StreamWriter] = []
        self._came: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        self._came.put_nowait((reader, writer))

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await self._came.get()


@pytest.fixture
async def far(tmp_path: Path) -> AsyncIterator[Far]:
    far = Far(tmp_path / "far")
    async with await asyncio.start_unix_server(far.accept, far.path):
        yield far
        for writer in far.writers:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


def plan_to(sshd: Sshd, far: Far, **changes: object) -> SshPlan:
    plan = SshPlan(
        host="127.0.0.1",
        port=sshd.port,
        socket_paths=(str(far.path),),
        keyfile=str(sshd.keys.client),
        methods=("privkey",),
        known_hosts=(KnownHostsText(sshd.known_hosts()),),
    )
    return replace(plan, **changes)  # type: ignore[arg-type] # fields by name


def check(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


async def test_a_peer_that_does_not_read_pauses_the_writer(sshd: Sshd, far: Far) -> None:
    """Writing stops when the window is full, unsent data stays bounded, and all of it arrives in order."""
    sink = Sink()
    transport = await dial(plan_to(sshd, far), sink)
    transport.set_write_buffer_limits(high=MIB)
    reader, writer = await far.connection()
    position, most = 0, 0
    while sink.writable.is_set() and position < len(BULK):
        transport.write(BULK[position : position + 65536])
        position += 65536
        most = max(most, transport.get_write_buffer_size())
        await asyncio.sleep(0)
    assert sink.calls == ["made", "pause"]
    assert position < 16 * MIB
    assert most <= MIB + 65536

    async def rest() -> None:
        for start in range(position, len(BULK), 65536):
            await sink.writable.wait()
            transport.writelines([BULK[start : start + 30000], BULK[start + 30000 : start + 65536]])
            assert transport.get_write_buffer_size() <= MIB + 65536

    writing = asyncio.create_task(rest())
    received = await reader.readexactly(len(BULK))
    await writing
    assert check(received) == check(BULK)
    assert sink.calls.count("pause") == sink.calls.count("resume")
    transport.abort()
    await sink.gone.wait()
    writer.close()


async def test_a_paused_reader_stops_the_peer(sshd: Sshd, far: Far) -> None:
    """While reading is paused nothing is delivered, and the peer gets rid of no more than windows hold."""
    sink = Sink()
    transport = await dial(plan_to(sshd, far), sink)
    _, writer = await far.connection()
    transport.pause_reading()
    writer.write(BULK)
    channel = transport._channel  # type: ignore[attr-defined] # the window shows when nothing more can come
    while channel._recv_window:  # noqa: ASYNC110 # asyncssh has no event for it
        await asyncio.sleep(0)
    assert len(BULK) - writer.transport.get_write_buffer_size() < 12 * MIB
    assert sink.data == b""
    transport.resume_reading()
    writer.close()
    await sink.gone.wait()
    assert check(bytes(sink.data)) == check(BULK)
    assert sink.calls == ["made", "lost"]
    assert sink.error is None


async def test_the_protocol_may_pause_at_once(sshd: Sshd, far: Far) -> None:
    """Reading that is paused in connection_made stays paused."""

    class Shy(Sink):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            assert self.transport is not None
            self.transport.pause_reading()

    sink = Shy()
    transport = await dial(plan_to(sshd, far), sink)
    reader, writer = await far.connection()
    writer.write(b"early")
    transport.write(b"ping")
    assert await reader.readexactly(4) == b"ping"
    assert sink.data == b""
    transport.resume_reading()
    await sink.arrived.wait()
    assert sink.data == b"early"
    transport.abort()
    await sink.gone.wait()
    writer.close()


async def test_end_of_file_ends_everything(sshd: Sshd, far: Far) -> None:
    """The daemon's end of file is the end of the SSH connection, told once and as no error."""
    sink = Sink()
    transport = await dial(plan_to(sshd, far), sink)
    _, writer = await far.connection()
    writer.write(b"last words")
    writer.close()
    await sink.gone.wait()
    assert bytes(sink.data) == b"last words"
    assert (sink.calls, sink.error) == (["made", "lost"], None)
    assert transport.is_closing()
    assert tasks_of_others() == set()
    transport.write(b"dropped")
    transport.writelines([b"a", b"b"])
    transport.pause_reading()
    transport.resume_reading()
    transport.close()
    transport.abort()
    assert sink.calls == ["made", "lost"]


@pytest.mark.parametrize("way", ["abort", "close"])
async def test_our_end(sshd: Sshd, far: Far, way: str) -> None:
    """Either way the far end sees end of file and nothing stays; a gentle end writes what is queued."""
    sink = Sink()
    transport = await dial(plan_to(sshd, far), sink)
    reader, writer = await far.connection()
    transport.write(BULK[: 4 * MIB])
    getattr(transport, way)()
    assert transport.is_closing()
    received = await reader.read()
    await sink.gone.wait()
    assert (sink.calls[0], sink.calls[-1], sink.error) == ("made", "lost", None)
    assert tasks_of_others() == set()
    if way == "close":
        assert check(received) == check(BULK[: 4 * MIB])
    writer.close()


async def test_set_protocol(sshd: Sshd, far: Far) -> None:
    """Another protocol can take over, as with any transport."""
    first, second = Sink(), Sink()
    transport = await dial(plan_to(sshd, far), first)
    transport.set_protocol(second)
    assert transport.get_protocol() is second
    transport.abort()
    await second.gone.wait()
    assert (first.calls, second.calls) == (["made"], ["lost"])


async def test_jumped_connections_end_together(sshd: Sshd, far: Far) -> None:
    """When the channel ends, so do all SSH connections below it, before the protocol hears of it."""
    hop = SshHop("127.0.0.1", sshd.port, None, (str(sshd.keys.client),))
    sink = Sink()
    transport = await dial(plan_to(sshd, far, jumps=(hop,)), sink)
    reader, writer = await far.connection()
    transport.write(b"x")
    assert await reader.readexactly(1) == b"x"
    transport.abort()
    await sink.gone.wait()
    assert tasks_of_others() == set()
    assert await reader.read() == b""
    writer.close()


async def test_a_killed_server_is_a_lost_connection(keys: Keys, far: Far) -> None:
    """sshd's death in the middle of a call fails the call, which may have been carried out."""
    wire = Wire(Session(asyncio.get_running_loop().time()))
    wire.endpoint = "there"
    with Sshd(keys) as mortal:
        await dial(plan_to(mortal, far), wire)
        reader, _ = await far.connection()
        call = asyncio.create_task(wire.call(CONNECT_GET_HOSTNAME, b""))
        await reader.readexactly(28)
        await asyncio.to_thread(mortal.kill_all)
        with pytest.raises(ConnectionLost, match=f"over SSH, socket {far.path}: ") as caught:
            await call
        await wire.wait_gone()
    assert caught.value.maybe_executed
    assert isinstance(caught.value.__cause__, ConnectionError)
    assert tasks_of_others() == set()


async def test_a_server_that_falls_silent_is_given_up(
    sshd: Sshd, far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SSH's own keepalive notices a dead path, whatever runs over it."""
    monkeypatch.setattr("purevirt.rpc.aio.ssh.link._KEEPALIVE_INTERVAL_S", 0.05)
    async with relay_to(sshd.port) as relay:
        known = KnownHostsText(
            sshd.known_hosts().replace(str(sshd.port).encode(), str(relay.port).encode(), 1)
        )
        sink = Sink()
        await dial(plan_to(sshd, far, port=relay.port, known_hosts=(known,)), sink)
        _, writer = await far.connection()
        assert sink.calls == ["made"]
        relay.flowing.clear()
        await sink.gone.wait()
        assert sink.calls == ["made", "lost"]
        assert isinstance(sink.error, ConnectionError)
        assert "not responding to keepalive" in str(sink.error)
        writer.close()


async def test_cancelled_anywhere_nothing_stays(sshd: Sshd, far: Far) -> None:
    """Wherever the dial is when it is cancelled, no task and no connection is left of it."""
    async with relay_to(sshd.port) as relay:
        known = KnownHostsText(
            sshd.known_hosts().replace(str(sshd.port).encode(), str(relay.port).encode(), 1)
        )
        plan = plan_to(sshd, far, port=relay.port, known_hosts=(known,))
        sink = Sink()
        transport = await dial(plan, sink)
        # Before the end, whose messages a dial that is held back would wait for in vain.
        whole = relay.passed
        _, writer = await far.connection()
        writer.close()
        transport.abort()
        await sink.gone.wait()
    for held_after in [*range(0, whole, whole // 12), whole - 60, whole - 30]:
        async with relay_to(sshd.port) as relay:
            known = KnownHostsText(
                sshd.known_hosts().replace(str(sshd.port).encode(), str(relay.port).encode(), 1)
            )
            relay.hold_after = held_after
            before = tasks_of_others()
            sink = Sink()
            dialling = asyncio.create_task(dial(replace(plan, port=relay.port, known_hosts=(known,)), sink))
            await relay.held.wait()
            dialling.cancel()
            with pytest.raises(asyncio.CancelledError):
                await dialling
            assert sink.calls in ([], ["made", "lost"])
            relay.flowing.set()
            await relay.wait_idle()
            assert tasks_of_others() <= before | relay.tasks


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8])
async def test_cancelled_early_nothing_stays(sshd: Sshd, far: Far, turns: int) -> None:
    """Cancelled before it has even connected, the dial leaves nothing either."""
    sink = Sink()
    dialling = asyncio.create_task(dial_ssh(plan_to(sshd, far), sink))
    for _ in range(turns):
        await asyncio.sleep(0)
    dialling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await dialling
    assert sink.calls == []
    assert tasks_of_others() == set()


async def test_cancelled_between_tries(sshd: Sshd, far: Far) -> None:
    """The pause between two tries ends with the dial."""
    async with relay_to(sshd.port) as relay:
        relay.to_drop = 100
        plan = plan_to(sshd, far, port=relay.port)
        dialling = asyncio.create_task(dial(plan, Sink()))
        await relay.dropped.wait()
        dialling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await dialling


@pytest.fixture
def plan(sshd: Sshd, far: Far) -> SshPlan:
    return plan_to(sshd, far)


async def test_the_event_loop_is_never_blocked(plan: SshPlan, far: Far, no_blocking: BlockBuster) -> None:
    """Files, keys and names are read beside the event loop."""
    sink = Sink()
    transport = await dial_ssh(plan, sink)
    reader, writer = await far.connection()
    transport.write(b"x")
    assert await reader.readexactly(1) == b"x"
    transport.abort()
    await sink.gone.wait()
    writer.close()


async def test_a_drop_after_the_key_is_not_tried_again(keys: Keys, far: Far) -> None:
    """A server that has shown its key and then hangs up has its reasons; it is not asked again (H34)."""
    with Sshd(keys, {"PasswordAuthentication": "yes"}) as asking:
        async with relay_to(asking.port) as relay:

            async def ask(_request: SecretRequest) -> str:
                relay.cut_after = 0
                return "wrong"

            text = asking.known_hosts().replace(str(asking.port).encode(), str(relay.port).encode(), 1)
            plan = plan_to(
                asking, far, port=relay.port, known_hosts=(KnownHostsText(text),), methods=("password",)
            )
            with pytest.raises(ConnectError, match=r"the server dropped the connection \("):
                await dial(plan, Sink(), ask=ask)
            assert relay.met == 1


async def test_a_drop_behind_a_jump_is_tried_again_through_it(sshd: Sshd, far: Far) -> None:
    """The connections that stand stay while the last one is tried again (H34)."""

    async def at_once(_seconds: float) -> None:
        await asyncio.sleep(0)

    async with relay_to(sshd.port) as relay:
        known = sshd.known_hosts()
        both = known + known.replace(str(sshd.port).encode(), str(relay.port).encode(), 1)
        hop = SshHop("127.0.0.1", sshd.port, None, (str(sshd.keys.client),))
        plan = plan_to(sshd, far, port=relay.port, jumps=(hop,), known_hosts=(KnownHostsText(both),))
        relay.to_drop = 2
        sink = Sink()
        transport = await dial(plan, sink, backoff=Backoff(sleep=at_once))
        assert relay.met == 3
        transport.abort()
        await sink.gone.wait()
