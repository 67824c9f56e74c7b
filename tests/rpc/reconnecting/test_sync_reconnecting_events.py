"""The blocking client's subscriptions that outlive connections."""

from pathlib import Path
from typing import Any

import pytest

from purevirt.errors import ConnectionClosed, EncodeError, LibvirtError, LocalProtocolError
from purevirt.rpc.gen import remote
from purevirt.sync import EventStream, Gap, Resync
from tests.rpc import wire
from tests.rpc.events.event_peer import DEREGISTER, REGISTER, Gate, Registrar, lifecycles
from tests.rpc.peer import PATIENCE_S, Link, PeerThread, peer_thread
from tests.rpc.reconnecting.test_sync_reconnecting import (
    Dialler,
    beside,
    cut,
    hostname,
    quick,
    waiting_count,
)
from tests.rpc.test_sync_calls import interrupt_once, spin
from tests.rpc.wire import Message


def item(stream: EventStream[Any]) -> object:
    """Return a marker, or an event's number."""
    event = stream.next(PATIENCE_S)
    return event if isinstance(event, Gap) else event.msg.event


def test_subscriptions_outlive_the_connection(peer_beside: PeerThread) -> None:
    """Two subscribers, one registration on each connection; a marker between the old events and the new."""
    peer, registrar = peer_beside.peer, Registrar(peer_beside.peer, first_id=5)
    with quick(peer.uri) as link:
        with link.events.domain_lifecycle() as events, link.events.domain_lifecycle() as same:
            peer_beside.run(peer.links[0].send(wire.lifecycle(1, callback_id=5)))
            assert item(events) == 1

            async def early(now: Link, number: int) -> None:
                await now.send(wire.lifecycle(2, callback_id=number))

            registrar.before_reply = early
            cut(peer_beside)
            assert [item(events) for _ in range(2)] == [Resync(), 2]
            assert [item(same) for _ in range(3)] == [1, Resync(), 2]
            assert registrar.count == 2
            peer_beside.run(peer.links[1].send(lifecycles(range(3, 6), 6)))
            assert [item(events) for _ in range(3)] == [3, 4, 5]
            assert link.call(hostname) == "peer"
        assert registrar.active == {}
        assert len(peer.links[1].calls(DEREGISTER)) == 1


def test_entering_waits_for_the_connection(tmp_path: Path) -> None:
    """Subscribed before there is a daemon: registered when it comes, without a marker."""
    dialler = Dialler(f"qemu+unix:///system?socket={tmp_path}/sock")
    with quick(dialler) as link:
        events = link.events.domain_lifecycle()
        with beside(events.__enter__) as entering:
            spin(lambda: dialler.count > 2)
            assert not entering.done()
            with peer_thread(tmp_path) as running:
                registrar = Registrar(running.peer)
                entering.result(PATIENCE_S)
                assert list(registrar.active) == [0]
                running.run(running.peer.links[-1].send(wire.lifecycle(7, callback_id=0)))
                assert item(events) == 7
                events.close()
                assert registrar.active == {}


def test_cut_while_registering(peer_beside: PeerThread) -> None:
    """The registration of the old connection is gone with it; the one on the new is the only one."""
    peer, registrar, gate = peer_beside.peer, Registrar(peer_beside.peer), Gate()
    registrar.before_reply = gate
    with quick(peer.uri) as link:
        events = link.events.domain_lifecycle()
        with beside(events.__enter__) as entering:
            spin(gate.reached.is_set)
            registrar.before_reply = None
            cut(peer_beside, 0)
            entering.result(PATIENCE_S)
        peer_beside.run(peer.links[1].send(wire.lifecycle(3, callback_id=1)))
        assert item(events) == 3
        assert list(registrar.active) == [1]
        events.close()


def test_cut_while_leaving(peer_beside: PeerThread) -> None:
    """The daemon never says that it has forgotten us, because it is gone: so leaving is over."""
    peer = peer_beside.peer
    Registrar(peer)

    async def hang_up(link: Link, _call: Message) -> None:
        link.cut()

    with quick(peer.uri) as link:
        with link.events.domain_lifecycle():
            peer.on(DEREGISTER, hang_up)
        peer_beside.until(lambda: len(peer.links) == 2)
        assert link.call(hostname) == "peer"
        assert peer.links[1].calls(REGISTER) == []


def test_a_refused_registration(peer_beside: PeerThread) -> None:
    """V4: the daemon's refusal is raised where the stream is entered, and the link goes on."""
    peer = peer_beside.peer

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 1, "unsupported event ID")

    peer.on(REGISTER, refuse)
    with quick(peer.uri) as link:
        with pytest.raises(LibvirtError, match="unsupported event ID"):
            link.events.domain_lifecycle().__enter__()
        assert link.call(hostname) == "peer"


def test_a_registration_that_cannot_be_sent(peer_beside: PeerThread) -> None:
    """An object that does not fit is refused here, nothing was sent, and the link goes on."""
    monstrous = remote.Domain(name="x" * 4_194_305, uuid=bytes(16), id=1)
    with quick(peer_beside.peer.uri) as link:
        link.wait_connected(PATIENCE_S)
        with pytest.raises(EncodeError):
            link.events.domain_lifecycle(monstrous).__enter__()
        assert link.call(hostname) == "peer"
        assert peer_beside.peer.link.calls(REGISTER) == []


def test_closing_ends_streams(peer_beside: PeerThread) -> None:
    """ConnectionClosed for who waits, for who comes later, and leaving is quiet."""
    Registrar(peer_beside.peer)
    link = quick(peer_beside.peer.uri)
    link.start()
    with link.events.domain_lifecycle() as events, beside(events.next) as waiting:
        link.close()
        with pytest.raises(ConnectionClosed):
            waiting.result(PATIENCE_S)
    with pytest.raises(ConnectionClosed):
        link.events.domain_reboot().__enter__()
    with pytest.raises(LocalProtocolError, match="enter the stream"):
        link.events.domain_reboot().next()


def test_waiting_for_events(peer_beside: PeerThread) -> None:
    """A bounded wait, a bounded loop, and Ctrl-C: none of them costs an event."""
    peer, registrar = peer_beside.peer, Registrar(peer_beside.peer)
    with quick(peer.uri) as link, link.events.domain_lifecycle() as events:
        with pytest.raises(TimeoutError, match=r"no event within 0\.01 s"):
            events.next(0.01)
        assert list(events.during(0.01)) == []
        interrupter = interrupt_once(lambda: waiting_count(link) == 1)
        with pytest.raises(KeyboardInterrupt):
            events.next(PATIENCE_S)
        interrupter.join()
        peer_beside.run(peer.link.send(lifecycles(range(3), 0)))
        seen = []
        for event in events.during(PATIENCE_S):
            assert not isinstance(event, Gap)
            seen.append(event.msg.event)
            if len(seen) == 3:
                break
        assert seen == [0, 1, 2]
        assert registrar.count == 1
