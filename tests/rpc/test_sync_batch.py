"""Many calls of one kind by the blocking client's `call_each`, against a scripted daemon."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import purevirt.sync
from purevirt.errors import ConnectionClosed, ConnectionLost, DecodeError, EncodeError, NoDomain
from purevirt.rpc.gen import remote
from purevirt.rpc.session_events import SessionEvent
from tests.rpc import wire
from tests.rpc.peer import PATIENCE_S, Link, PeerThread, stall
from tests.rpc.test_aio_batch import found, looking_for, name_of, numbers
from tests.rpc.test_sync_calls import interrupt_once, spin
from tests.rpc.wire import Message


def names(results: Sequence[object]) -> list[str]:
    """Return the names that were found; nothing failed."""
    assert all(isinstance(one, remote.DomainLookupByNameRet) for one in results)
    return [one.dom.name for one in results if isinstance(one, remote.DomainLookupByNameRet)]


async def find(link: Link, call: Message) -> None:
    """Answer a look-up."""
    await link.reply(call, found(name_of(call)))


def test_results_are_in_order(peer_beside: PeerThread) -> None:
    """P8: each place has the answer to its own argument, though every second one comes late."""
    held: list[Message] = []

    async def swapped(link: Link, call: Message) -> None:
        held.append(call)
        if len(held) == 2:
            for one in reversed(held):
                await find(link, one)
            held.clear()

    peer_beside.peer.on(wire.LOOKUP, swapped)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        assert names(conn.call_each(wire.LOOKUP, numbers(40))) == [*map(str, range(40))]
        assert conn.call_each(wire.LOOKUP, []) == []


def test_what_fails_stands_in_its_place(peer_beside: PeerThread) -> None:
    """E1: refused, nonsense, or not to be sent at all: the others are answered."""

    async def picky(link: Link, call: Message) -> None:
        name = name_of(call)
        if name == "gone":
            await link.refuse(call, code=42, message="no such domain")
        else:
            await link.reply(call, b"\0\0" if name == "odd" else found(name))

    peer_beside.peer.on(wire.LOOKUP, picky)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        results = conn.call_each(wire.LOOKUP, looking_for("a", "gone", "odd", "nul\0", "b"))
    reply = remote.DomainLookupByNameRet
    expected = (reply, NoDomain, DecodeError, EncodeError, reply)
    assert [isinstance(one, kind) for one, kind in zip(results, expected, strict=True)] == [True] * 5


def test_several_are_under_way(peer_beside: PeerThread) -> None:
    """K9: nothing is answered before four are there, which is all that the daemon may be asked at once."""
    peer = peer_beside.peer

    async def answer_four(link: Link, call: Message) -> None:
        calls.append(call)
        if len(calls) == 4:
            for one in calls:
                await find(link, one)
            calls.clear()

    calls: list[Message] = []
    peer.on(wire.LOOKUP, answer_four)
    with purevirt.sync.connect(peer.uri) as conn:
        assert len(conn.call_each(wire.LOOKUP, numbers(40))) == 40


@pytest.mark.parametrize("reader", ["the batch", "another"])
def test_others_get_their_turn(peer_beside: PeerThread, reader: str) -> None:
    """K8, K9: another thread's call waits for the few that are queued before it and not for the whole batch,
    whoever reads the socket; the daemon has four calls at most."""
    peer = peer_beside.peer
    running, most, places = 0, 0, 4

    async def counted(link: Link, call: Message) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await released.wait()
        running -= 1
        await find(link, call)

    released = asyncio.Event()
    peer.on(wire.VERSION, stall)
    peer.on(wire.LOOKUP, counted)
    with ThreadPoolExecutor(3) as pool, purevirt.sync.connect(peer.uri) as conn:
        if reader == "another":
            reading = pool.submit(conn.connect_get_lib_version)
            spin(lambda: conn._wire._pollers == 1 and bool(peer.link.calls(wire.VERSION)))
            places = 3
        batch = pool.submit(conn.call_each, wire.LOOKUP, numbers(200))
        session = conn._wire.session
        spin(lambda: len(peer.link.calls(wire.LOOKUP)) == places and session.waiting_count == 16 - places)
        later = pool.submit(conn.connect_get_hostname)
        spin(lambda: session.waiting_count == 17 - places)
        peer_beside._loop.call_soon_threadsafe(released.set)
        assert later.result(PATIENCE_S) == "peer"
        assert names(batch.result(PATIENCE_S)) == [*map(str, range(200))]
        if reader == "another":
            conn.close()
            assert isinstance(reading.exception(PATIENCE_S), ConnectionClosed)
    (other,) = peer.link.calls(wire.HOSTNAME)
    before = peer.link.received[: peer.link.received.index(other)]
    assert len([one for one in before if one.procedure == wire.LOOKUP.number]) == 16
    assert most <= places


def test_from_several_threads(peer_beside: PeerThread) -> None:
    """Each gets its own answers."""
    peer_beside.peer.on(wire.LOOKUP, find)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn, ThreadPoolExecutor(6) as pool:

        def ask(thread: int) -> bool:
            asked = [f"{thread}.{number}" for number in range(150)]
            return names(conn.call_each(wire.LOOKUP, looking_for(*asked))) == asked

        assert list(pool.map(ask, range(6))) == [True] * 6
        assert conn._wire.session.in_flight_count == 0


def test_the_connection_ends(peer_beside: PeerThread) -> None:
    """P17: the batch raises, once, and asks for nothing more."""
    peer = peer_beside.peer

    async def cut_at_the_fifth(link: Link, call: Message) -> None:
        if name_of(call) == "5":
            link.cut()
        else:
            await find(link, call)

    peer.on(wire.LOOKUP, cut_at_the_fifth)
    with purevirt.sync.connect(peer.uri) as conn:
        with pytest.raises(ConnectionLost) as caught:
            conn.call_each(wire.LOOKUP, numbers(100))
        assert caught.value.maybe_executed
        assert len(peer.link.calls(wire.LOOKUP)) < 20
        with pytest.raises(ConnectionLost) as caught:
            conn.call_each(wire.LOOKUP, numbers(100))
        assert not caught.value.maybe_executed


def test_closed_by_another_thread(peer_beside: PeerThread) -> None:
    """P7: whoever waits for the batch is told so."""
    peer = peer_beside.peer
    peer.on(wire.LOOKUP, stall)
    with purevirt.sync.connect(peer.uri, max_calls=5) as conn, ThreadPoolExecutor(1) as pool:
        batch = pool.submit(conn.call_each, wire.LOOKUP, numbers(4))
        peer_beside.until(lambda: len(peer.link.calls(wire.LOOKUP)) == 4)
        conn.close()
        assert isinstance(batch.exception(PATIENCE_S), ConnectionClosed)


@pytest.mark.parametrize("good", [2, 30])
def test_what_is_no_argument_at_all(peer_beside: PeerThread, good: int) -> None:
    """A mistake among the arguments, the first or a later one, is its caller's alone: raised, and no more
    is asked for; what was sent is dropped when it comes, and the connection goes on."""
    peer = peer_beside.peer
    peer.on(wire.LOOKUP, find)
    with purevirt.sync.connect(peer.uri) as conn:
        wrong: Any = "a name, not the call's arguments"
        with pytest.raises(TypeError):
            conn.call_each(wire.LOOKUP, [*numbers(good), wrong, *numbers(100)])
        assert conn.connect_get_hostname() == "peer"
        assert len(peer.link.calls(wire.LOOKUP)) <= good
        assert conn._wire.session.in_flight_count == 0


def test_arguments_that_change_meanwhile(peer_beside: PeerThread) -> None:
    """The calls are those of the moment at which they were asked for."""

    async def empty(link: Link, call: Message) -> None:
        args.clear()
        await find(link, call)

    args = numbers(30)
    peer_beside.peer.on(wire.LOOKUP, empty)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        assert len(conn.call_each(wire.LOOKUP, args)) == 30


@pytest.mark.parametrize("timeout_s", [0.05, 0.0])
def test_too_late(peer_beside: PeerThread, timeout_s: float) -> None:
    """K7: what waits is not sent, what was sent is dropped when it comes, and the connection goes on."""
    peer = peer_beside.peer

    async def answer_two(link: Link, call: Message) -> None:
        if name_of(call) in "01":
            await find(link, call)

    peer.on(wire.LOOKUP, answer_two)
    with purevirt.sync.connect(peer.uri) as conn:
        text = rf"LOOKUP_BY_NAME: [012] of 100 calls were answered within {timeout_s:g} s; allow more"
        with pytest.raises(TimeoutError, match=text):
            conn.call_each(wire.LOOKUP, numbers(100), timeout_s=timeout_s)
        assert conn._wire.session.waiting_count == 0
        late = [call for call in peer.link.calls(wire.LOOKUP) if name_of(call) not in "01"]
        for call in late:
            peer_beside.run(peer.link.reply(call, found("late")))
        assert conn.connect_get_hostname() == "peer"
        assert len(peer.link.calls(wire.LOOKUP)) <= (6 if timeout_s else 0)


def test_in_time(peer_beside: PeerThread) -> None:
    """A bound that is kept changes nothing."""
    peer_beside.peer.on(wire.LOOKUP, find)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        results = conn.call_each(wire.LOOKUP, numbers(50), timeout_s=PATIENCE_S)
    assert names(results) == [*map(str, range(50))]


def test_interrupted(peer_beside: PeerThread) -> None:
    """P16: Ctrl-C leaves nothing waiting, and the connection goes on."""
    peer = peer_beside.peer
    peer.on(wire.LOOKUP, stall)
    with purevirt.sync.connect(peer.uri) as conn:
        thread = interrupt_once(lambda: conn._wire._pollers == 1 and len(peer.link.calls(wire.LOOKUP)) == 4)
        with pytest.raises(KeyboardInterrupt):
            conn.call_each(wire.LOOKUP, numbers(100))
        thread.join()
        assert conn._wire.session.waiting_count == 0
        for call in peer.link.calls(wire.LOOKUP):
            peer_beside.run(peer.link.reply(call, found("late")))
        assert conn.connect_get_hostname() == "peer"
        assert len(peer.link.calls(wire.LOOKUP)) == 4


def test_answers_that_are_lost(peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread was interrupted while it handled the answers: the batch is told, and does not wait."""
    peer = peer_beside.peer
    peer.on(wire.LOOKUP, stall)
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(1) as pool:
        core, main = conn._wire, threading.get_ident()
        batch = pool.submit(conn.call_each, wire.LOOKUP, numbers(2))
        spin(lambda: core._reading and len(peer.link.calls(wire.LOOKUP)) == 2)
        original = core.session.receive_data

        def interrupted(data: bytes, now: float) -> list[SessionEvent]:
            events = original(data, now)
            if threading.get_ident() == main:
                monkeypatch.undo()
                raise KeyboardInterrupt
            return events

        # held all along, so that the other thread cannot take what this one is to be interrupted in
        with core._mutex:
            monkeypatch.setattr(core.session, "receive_data", interrupted)
            for call in peer.link.calls(wire.LOOKUP):
                peer_beside.run(peer.link.reply(call, found("h")))
            with pytest.raises(KeyboardInterrupt):
                core._receive()
        error = batch.exception(PATIENCE_S)
        assert isinstance(error, ConnectionLost)
        assert error.maybe_executed
