"""What a hostile daemon, or a careless program, may not make the client do; both clients."""

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import ConnectionLost, LocalProtocolError, RemoteProtocolError
from purevirt.rpc.aio import transfer
from purevirt.rpc.session_events import Call, SessionEvent
from purevirt.rpc.sync.monitor import regain
from tests.rpc import wire
from tests.rpc.driven import Driven
from tests.rpc.peer import PATIENCE_S, Link, Peer, PeerThread, stall
from tests.rpc.wire import Message

MEBIBYTE = 1 << 20
FLOOD = wire.ping() * 10_000


def test_a_flood_of_pings_is_answered_by_one_pong() -> None:
    """K1: a pong answers every ping before it, so that a flood of them leaves nothing to pile up."""
    driven = Driven()
    driven.feed(FLOOD)
    assert [one.procedure for one in driven.sent()] == [wire.PONG]
    driven.feed(wire.ping())
    assert [one.procedure for one in driven.sent()] == [wire.PONG]


async def test_pings_of_a_daemon_that_does_not_read_take_no_memory(peer: Peer) -> None:
    """K1: while the socket takes nothing, at most one pong waits; it goes out before what waits behind it."""
    peer.on(wire.LOOKUP, stall)
    async with await purevirt.connect(peer.uri) as conn:
        link = peer.link
        link.reading.clear()
        calls = [asyncio.create_task(conn.domain_lookup_by_name("x" * (3 * MEBIBYTE))) for _ in range(2)]
        await asyncio.sleep(0)
        core = conn._wire
        assert core._transport is not None
        assert not core._can_write.is_set()
        before = core._transport.get_write_buffer_size()
        for _ in range(100):
            core.data_received(FLOOD)
        assert core._transport.get_write_buffer_size() == before
        link.reading.set()
        await peer.until(lambda: link.keepalives(wire.PONG) == 1)
        for call in calls:
            call.cancel()


def test_pings_of_a_daemon_that_does_not_read_take_no_memory_blocking(peer_beside: PeerThread) -> None:
    """The blocking client keeps no more than it holds writers up for, plus what was under way."""
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        core = conn._wire
        with core._mutex:
            core._unsent += wire.pong() * (2 * MEBIBYTE // 28)
            before = len(core._unsent)
            core._socket, real = _Full(), core._socket  # type: ignore[assignment] # all of it that is used
            for _ in range(100):
                core._handle(FLOOD)
                core._flush()
                assert len(core._unsent) == before
            core._socket = real
        assert conn.connect_get_hostname() == "peer"


class _Full:
    """A socket that takes nothing."""

    def send(self, _data: bytes, _flags: int) -> int:
        raise BlockingIOError


def test_any_order_of_cancelling_costs_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cancelling the last of thousands of waiting calls does not look at all the others."""
    compared = 0

    def equal(self: Call, other: object) -> bool:
        nonlocal compared
        compared += 1
        return self is other

    monkeypatch.setattr(Call, "__eq__", equal)
    monkeypatch.setattr(Call, "__hash__", object.__hash__)
    driven = Driven()
    calls = [driven.call() for _ in range(3000)]
    for call in reversed(calls):
        driven.session.cancel_call(call)
    assert driven.session.waiting_count == 0
    assert compared < len(calls)


async def test_a_stream_of_another_connection_is_refused(peer: Peer, tmp_path: Path) -> None:
    """Nothing opens on the connection that made the stream when another one is asked to."""
    async with (
        Peer(await asyncio.to_thread(folder, tmp_path)) as other,
        await purevirt.connect(peer.uri) as conn,
        await purevirt.connect(other.uri) as second,
        conn.stream() as stream,
    ):
        with pytest.raises(LocalProtocolError, match="this connection made"):
            await second.storage_vol_upload(stream, wire.VOLUME, 0, 3)
        assert not peer.link.calls(wire.UPLOAD)
        await conn.storage_vol_upload(stream, wire.VOLUME, 0, 3)


def test_a_stream_of_another_connection_is_refused_blocking(peer_beside: PeerThread) -> None:
    """The same of the blocking client."""
    uri = peer_beside.peer.uri
    with (
        purevirt.sync.connect(uri) as conn,
        purevirt.sync.connect(uri) as second,
        conn.stream() as stream,
        pytest.raises(LocalProtocolError, match="this connection made"),
    ):
        second.storage_vol_upload(stream, wire.VOLUME, 0, 3)


async def test_holes_that_add_up_to_no_file_are_the_daemons_fault(peer: Peer, tmp_path: Path) -> None:
    """S13: a hole of 2^63-1 bytes after some data is told as a protocol error, and leaves no file."""

    async def download(link: Link, call: Message) -> None:
        await link.reply(call)
        packet, serial = wire.packet, call.serial
        await link.send(
            packet(wire.DOWNLOAD, serial, b"abc"),
            wire.hole(wire.DOWNLOAD, serial, (1 << 63) - 1),
            packet(wire.DOWNLOAD, serial, b"xyz"),
            packet(wire.DOWNLOAD, serial, b""),
        )

    peer.on(wire.DOWNLOAD, download)
    files = await asyncio.to_thread(folder, tmp_path)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(RemoteProtocolError, match="sends a file of"):
            await transfer.download_file(conn, wire.VOLUME, files / "disk.raw")
    assert await asyncio.to_thread(lambda: list(files.iterdir())) == []


async def test_a_download_cancelled_while_its_file_opens_leaves_no_file(
    peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that opens it cannot be stopped: what it makes all the same is closed and removed."""
    files = await asyncio.to_thread(folder, tmp_path)
    begun, released = threading.Event(), threading.Event()
    closed: asyncio.Queue[int] = asyncio.Queue()
    original_open, original_close = os.open, os.close

    def late(path: Path, flags: int, mode: int) -> int:
        begun.set()
        assert released.wait(PATIENCE_S)
        return original_open(path, flags, mode)

    def close(file: int) -> None:
        original_close(file)
        closed.put_nowait(file)

    async with await purevirt.connect(peer.uri) as conn:
        with monkeypatch.context() as patch:
            patch.setattr(os, "open", late)
            patch.setattr(os, "close", close)
            task = asyncio.create_task(transfer.download_file(conn, wire.VOLUME, files / "disk.raw"))
            await asyncio.to_thread(begun.wait, PATIENCE_S)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            released.set()
            await closed.get()
        async with asyncio.timeout(PATIENCE_S):
            while await asyncio.to_thread(lambda: list(files.iterdir())):
                pass


async def test_half_a_frame_and_silence_is_a_dead_peer(peer: Peer) -> None:
    """K6: the beginning of a reply is no sign of life once nothing follows it."""

    async def half(link: Link, call: Message) -> None:
        await link.send(wire.reply(wire.HOSTNAME, call.serial, wire.hostname("peer" * 100))[:60])

    peer.on(wire.HOSTNAME, half)
    peer.on_keepalive(stall)
    async with await purevirt.connect(peer.uri, keepalive_interval_s=0.02, keepalive_count=2) as conn:
        with pytest.raises(ConnectionLost, match="did not answer"):
            await conn.connect_get_hostname()


FORGOTTEN = """
import gc, os, sys, threading, warnings, purevirt.sync
from purevirt.rpc.sync import keeper as keeping
keeping.KEEPER_INTERVAL_S = 0.01
warnings.simplefilter("ignore", ResourceWarning)
purevirt.sync.connect(sys.argv[1]).connect_get_hostname()
[keeper] = [one for one in threading.enumerate() if one.name == "purevirt-keepalive"]
gc.collect()
keeper.join(30)
print(keeper.is_alive())
"""


def test_a_forgotten_connection_goes_away(peer_beside: PeerThread) -> None:
    """Without a close, neither thread nor socket stays once nobody has the connection any more."""
    assert run(FORGOTTEN, peer_beside) == "False\n"
    peer_beside.until(peer_beside.peer.link.closed.is_set)


FORKED = """
import os, sys, purevirt.sync
conn = purevirt.sync.connect(sys.argv[1])
child = os.fork()
if child == 0:
    try:
        conn.connect_get_hostname()
    except RuntimeError as error:
        conn.close()
        os._exit(7 if "connect again" in str(error) and not conn.is_open else 8)
    os._exit(9)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), conn.connect_get_hostname())
conn.close()
"""

PIPED = """
import signal, sys, purevirt.sync
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
conn = purevirt.sync.connect(sys.argv[1])
conn._wire._socket.shutdown(1)
try:
    conn.connect_get_hostname()
except ConnectionError as error:
    print(type(error).__name__)
"""


def test_a_fork_neither_uses_nor_ends_its_parents_connection(peer_beside: PeerThread) -> None:
    """A child's call is refused and its close is silent: two readers of one socket would lose answers."""
    assert run(FORKED, peer_beside) == "7 peer\n"


def test_a_daemon_that_goes_away_does_not_kill_a_filter(peer_beside: PeerThread) -> None:
    """A program that has SIGPIPE at its default gets an exception, not the signal."""
    assert run(PIPED, peer_beside) == "ConnectionLost\n"


def folder(parent: Path) -> Path:
    """Return a new folder."""
    made = parent / "inner"
    made.mkdir()
    return made


def test_an_answer_that_is_lost_with_another_thread_is_no_empty_answer(peer_beside: PeerThread) -> None:
    """What came for this thread and was lost by the one that read it is told as lost, never as success."""
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        core = conn._wire

        def lose(_data: bytes, _now: float) -> list[SessionEvent]:
            # as an interrupt between the session's books and the dispatch leaves things
            core.session._sent.clear()
            core._fail(ConnectionLost("interrupted", maybe_executed=True))
            return []

        core.session.receive_data = lose  # type: ignore[method-assign, assignment] # only here
        with pytest.raises(ConnectionLost) as caught:
            conn.domain_suspend(wire.DOMAIN)
        assert caught.value.maybe_executed


def test_a_finish_whose_answer_is_lost_with_another_thread_has_failed(peer_beside: PeerThread) -> None:
    """A transfer is complete only where the daemon has said so."""
    with purevirt.sync.connect(peer_beside.peer.uri) as conn, conn.stream() as stream:
        conn.storage_vol_upload(stream, wire.VOLUME, 0, 3)
        core = conn._wire

        def lose(_data: bytes, _now: float) -> list[SessionEvent]:
            core.session._streams.clear()
            core._fail(ConnectionLost("interrupted", maybe_executed=True))
            return []

        core.session.receive_data = lose  # type: ignore[method-assign, assignment] # only here
        with pytest.raises(ConnectionLost):
            stream.finish()


class Interrupt(Exception):
    """What a signal's handler raises."""


def test_an_interrupt_at_the_very_beginning_of_regaining_finds_the_mutex_held(
    peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C between poll() and the mutex leaves the connection usable."""
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        me = threading.get_ident()
        interrupts = iter([True])

        def interrupted(mutex: threading.RLock, held: object) -> None:
            if threading.get_ident() == me and next(interrupts, False):
                raise Interrupt
            regain(mutex, held)

        monkeypatch.setattr("purevirt.rpc.sync.wire.regain", interrupted)
        with pytest.raises(Interrupt):
            conn.connect_get_hostname()
        assert conn.connect_get_hostname() == "peer"


def run(script: str, beside: PeerThread) -> str:
    """Return what a script prints that is given the peer's URI."""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", script, beside.peer.uri]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
