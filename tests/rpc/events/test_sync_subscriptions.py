"""Typed events of the blocking client, in one thread and in several."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

import purevirt.sync
from purevirt.errors import (
    ConnectionClosed,
    ConnectionLost,
    EncodeError,
    EventOverflow,
    LibvirtError,
    LocalProtocolError,
)
from purevirt.rpc.gen import remote
from purevirt.rpc.procedure import AnyProcedure
from purevirt.sync import Connection, EventStream, Gap, Reconnecting
from tests.rpc import wire
from tests.rpc.events.event_peer import DEREGISTER, REGISTER, Gate, Registrar, lifecycles
from tests.rpc.peer import PATIENCE_S, Link, PeerThread, stall
from tests.rpc.test_sync_calls import interrupt_once
from tests.rpc.wire import Message

Lifecycles = EventStream[remote.DomainEventCallbackLifecycleMsg]


def number(stream: Lifecycles, timeout_s: float | None = None) -> int:
    """Return which lifecycle event comes next."""
    event = stream.next(timeout_s)
    assert not isinstance(event, Gap)
    return event.msg.event


def test_events_of_a_domain(peer_beside: PeerThread) -> None:
    """Registered before the block, typed inside, deregistered when it is left."""
    peer = peer_beside.peer
    registrar = Registrar(peer)
    with purevirt.sync.connect(peer.uri) as conn:
        with conn.events.domain_lifecycle(wire.DOMAIN) as events:
            assert registrar.active == {0: remote.ConnectDomainEventCallbackRegisterAnyArgs(0, wire.DOMAIN)}
            peer_beside.run(peer.link.send(lifecycles(range(3), 0)))
            seen = []
            for event in events:
                assert not isinstance(event, Gap)
                seen.append((event.msg.dom.name, event.msg.event))
                assert conn.connect_get_hostname() == "peer", "V9"
                if len(seen) == 3:
                    break
            assert seen == [("guest", 0), ("guest", 1), ("guest", 2)]
        assert registrar.active == {}
        peer_beside.run(peer.link.send(wire.lifecycle(9, callback_id=0)))
        assert conn.connect_get_hostname() == "peer"
        assert conn.events.dropped_count == 1, "V6"


def test_threads_share_a_registration(peer_beside: PeerThread) -> None:
    """Eight threads: one call each way, and each sees every event."""
    peer = peer_beside.peer
    registrar = Registrar(peer)
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(8) as pool:
        ready = threading.Barrier(9)

        def consume(_: int) -> list[int]:
            with conn.events.domain_lifecycle() as events:
                ready.wait()
                return [number(events) for _ in range(5)]

        results = pool.map(consume, range(8))
        ready.wait()
        peer_beside.run(peer.link.send(lifecycles(range(5), 0)))
        assert list(results) == [list(range(5))] * 8
        assert (registrar.count, registrar.active) == (1, {})


def test_events_before_the_answer(peer_beside: PeerThread) -> None:
    """V5: sent before the registration's reply."""
    registrar = Registrar(peer_beside.peer)

    async def early(link: Link, callback_id: int) -> None:
        await link.send(lifecycles(range(3), callback_id))

    registrar.before_reply = early
    with purevirt.sync.connect(peer_beside.peer.uri) as conn, conn.events.domain_lifecycle() as events:
        assert [number(events) for _ in range(3)] == [0, 1, 2]


def test_interrupted_while_registering(peer_beside: PeerThread) -> None:
    """Ctrl-C before the daemon's answer: what it has registered is deregistered when the answer comes."""
    peer = peer_beside.peer
    registrar, gate = Registrar(peer), Gate()
    registrar.before_reply = gate
    with purevirt.sync.connect(peer.uri) as conn:
        thread = interrupt_once(gate.reached.is_set)
        with pytest.raises(KeyboardInterrupt):
            conn.events.domain_lifecycle().__enter__()
        thread.join()
        assert list(registrar.active) == [0]

        async def release() -> None:
            gate.open.set()
            await peer.until(lambda: bool(peer.link.calls(DEREGISTER)))

        with ThreadPoolExecutor(1) as pool:
            released = pool.submit(peer_beside.run, release())
            while not released.done():
                assert conn.connect_get_hostname() == "peer"
        assert conn.connect_get_hostname() == "peer"
        assert registrar.active == {}


def test_a_timeout(peer_beside: PeerThread) -> None:
    """No event in time is a TimeoutError, and the stream is as it was."""
    Registrar(peer_beside.peer)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn, conn.events.domain_lifecycle() as events:
        with pytest.raises(TimeoutError, match=r"domain_lifecycle.*: no event within 0 s"):
            events.next(0)
        peer_beside.run(peer_beside.peer.link.send(wire.lifecycle(3, callback_id=0)))
        assert number(events, 20.0) == 3


def test_a_refusal(peer_beside: PeerThread) -> None:
    """V3, V4: the daemon's own error, at the block's entry."""

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 1, "unsupported event ID 27")

    peer_beside.peer.on(REGISTER, refuse)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with pytest.raises(LibvirtError, match="unsupported event ID 27"):
            conn.events.domain_nic_mac_change().__enter__()
        assert conn.connect_get_hostname() == "peer"


def test_what_does_not_fit_the_protocol(peer_beside: PeerThread) -> None:
    """An object that cannot be sent is refused here, and nothing was sent."""
    monstrous = remote.Domain(name="x" * 4_194_305, uuid=bytes(16), id=1)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with pytest.raises(EncodeError):
            conn.events.domain_lifecycle(monstrous).__enter__()
        assert peer_beside.peer.link.calls(REGISTER) == []


def test_an_undecodable_event(peer_beside: PeerThread, caplog: pytest.LogCaptureFixture) -> None:
    """V10: one line with its number, and the next one is delivered."""
    peer = peer_beside.peer
    Registrar(peer)
    with purevirt.sync.connect(peer.uri) as conn, conn.events.domain_lifecycle() as events:
        bad = wire.frame(wire.LIFECYCLE, wire.MESSAGE, 1, wire.OK, bytes(4))
        peer_beside.run(peer.link.send(bad, wire.lifecycle(5, callback_id=0)))
        assert number(events) == 5
    assert "(318)" in caplog.text


def test_a_slow_consumer(peer_beside: PeerThread) -> None:
    """V8: 10,000 events for sleepers: a gap where they are missing, or the end, as was chosen."""
    Registrar(peer_beside.peer)

    async def flood(link: Link, call: Message) -> None:
        await link.send(lifecycles(range(10_000), 0))
        await link.reply(call, wire.hostname("h"))

    peer_beside.peer.on(wire.HOSTNAME, flood)
    with (
        purevirt.sync.connect(peer_beside.peer.uri) as conn,
        conn.events.domain_lifecycle(max_events=10) as sleeper,
        conn.events.domain_lifecycle(max_events=10_000) as keeper,
        conn.events.domain_lifecycle(max_events=10, overflow="close") as strict,
    ):
        assert conn.connect_get_hostname() == "h"
        assert next(sleeper) == Gap(9_990)
        assert [number(sleeper) for _ in range(10)] == list(range(9_990, 10_000))
        assert sleeper.dropped_count == 9_990
        assert [number(keeper) for _ in range(10_000)] == list(range(10_000))
        assert [number(strict) for _ in range(10)] == list(range(10))
        with pytest.raises(EventOverflow):
            next(strict)


def test_the_end_of_the_connection(peer_beside: PeerThread) -> None:
    """What was received first, then the reason; whoever waits or comes later is told."""
    peer = peer_beside.peer
    Registrar(peer)
    with purevirt.sync.connect(peer.uri) as conn:
        with conn.events.domain_lifecycle() as events, ThreadPoolExecutor(1) as pool:
            peer_beside.run(peer.link.send(wire.lifecycle(1, callback_id=0)))
            assert number(events) == 1
            waiting = pool.submit(next, events)
            peer.on(REGISTER, stall)

            async def cut_when_asked() -> None:
                await peer.until(lambda: len(peer.link.calls(REGISTER)) == 2)
                peer.link.cut()

            cut = threading.Thread(target=lambda: peer_beside.run(cut_when_asked()))
            cut.start()
            with pytest.raises(ConnectionLost):
                conn.events.domain_reboot().__enter__()
            cut.join()
            with pytest.raises(ConnectionLost, match="the daemon closed the connection"):
                waiting.result(20)
        with pytest.raises(ConnectionLost):
            conn.events.domain_lifecycle().__enter__()


def test_after_closing(peer_beside: PeerThread) -> None:
    """A closed connection gives no events, and says that we closed it; closing it under subscribers works."""
    Registrar(peer_beside.peer)
    conn = purevirt.sync.connect(peer_beside.peer.uri)
    with conn.events.domain_lifecycle() as events:
        conn.close()
        with pytest.raises(ConnectionClosed):
            next(events)
    with pytest.raises(ConnectionClosed):
        conn.events.domain_lifecycle().__enter__()


def test_misuse(peer_beside: PeerThread) -> None:
    """Not entered, entered twice, used after its end: each says what to do."""
    Registrar(peer_beside.peer)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        events = conn.events.domain_lifecycle()
        with pytest.raises(LocalProtocolError, match="with 'with'"):
            next(events)
        with events, pytest.raises(LocalProtocolError, match="entered once"):
            events.__enter__()
        with pytest.raises(LocalProtocolError, match="was closed"):
            next(events)
        events.close()


def test_calls_by_their_row(peer_beside: PeerThread) -> None:
    """Any procedure of the table, with a bound on the time."""
    peer_beside.peer.on(wire.VERSION, stall)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        assert conn.call(wire.HOSTNAME, None).hostname == "peer"
        with pytest.raises(TimeoutError):
            conn.call(wire.VERSION, None, timeout_s=0.01)
        assert conn.is_open


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("outlives", [False, True])
def test_interrupted_while_asking(
    peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch, outlives: bool, moment: str
) -> None:
    """Ctrl-C just before, or just after, the registration was written: who comes next is subscribed."""
    original = Connection.begin
    interrupts = [KeyboardInterrupt()]

    def begin(conn: Connection, spec: AnyProcedure, args: Any, then: Callable[[Any, Any], None]) -> None:
        if moment == "after" or not interrupts:
            original(conn, spec, args, then)
        if interrupts:
            raise interrupts.pop()

    registrar = Registrar(peer_beside.peer)
    monkeypatch.setattr(Connection, "begin", begin)
    with ExitStack() as stack:
        client: Connection | Reconnecting
        if outlives:
            client = link = stack.enter_context(Reconnecting(peer_beside.peer.uri))
            link.wait_connected(PATIENCE_S)
        else:
            client = stack.enter_context(purevirt.sync.connect(peer_beside.peer.uri))
        events = client.events
        with pytest.raises(KeyboardInterrupt):
            events.domain_lifecycle().__enter__()
        with events.domain_lifecycle() as stream:
            for callback_id in [*registrar.active]:  # one that was asked for twice may still come
                peer_beside.run(peer_beside.peer.link.send(wire.lifecycle(7, callback_id=callback_id)))
            assert number(stream, PATIENCE_S) == 7
        assert len(peer_beside.peer.links) == 1
