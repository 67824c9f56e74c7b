"""Subscriptions that outlive connections, against scripted daemons that come and go."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from purevirt import Health, LinkState
from purevirt.errors import (
    ConnectionClosed,
)
from purevirt.rpc import aio
from purevirt.rpc.aio import Gap, Resync
from tests.rpc import wire
from tests.rpc.dialler import hostname, quick
from tests.rpc.events.event_peer import DEREGISTER, Gate, Registrar, lifecycles
from tests.rpc.peer import PATIENCE_S, Link, Peer, peer_here


async def item(stream: aio.EventStream[Any]) -> object:
    """Return a marker, or an event's number."""
    async with asyncio.timeout(PATIENCE_S):
        event = await anext(stream)
    return event if isinstance(event, Gap) else event.msg.event


async def test_subscriptions_outlive_the_connection(peer: Peer) -> None:
    """Two subscribers, one registration on each connection; a marker between the old events and the new."""
    registrar = Registrar(peer, first_id=5)
    async with quick(peer.uri) as link:
        async with link.events.domain_lifecycle() as events, link.events.domain_lifecycle() as same:
            await peer.links[0].send(wire.lifecycle(1, callback_id=5))
            assert await item(events) == 1

            async def early(now: Link, number: int) -> None:
                await now.send(wire.lifecycle(2, callback_id=number))

            registrar.before_reply = early
            peer.links[0].cut()
            assert [await item(events) for _ in range(2)] == [Resync(), 2]
            assert [await item(same) for _ in range(3)] == [1, Resync(), 2]
            assert registrar.count == 2
            await peer.links[1].send(lifecycles(range(3, 6), 6))
            assert [await item(events) for _ in range(3)] == [3, 4, 5]
        assert registrar.active == {}
        assert len(peer.links[1].calls(DEREGISTER)) == 1


async def test_entering_waits_for_the_connection(tmp_path: Path) -> None:
    """Subscribed before there is a daemon: registered when it comes, without a marker."""
    failed = asyncio.Event()

    def on_change(health: Health) -> None:
        if health.state is LinkState.WAITING:
            failed.set()

    async with quick(f"qemu+unix:///system?socket={tmp_path}/sock", on_change=on_change) as link:
        events = link.events.domain_lifecycle()
        entering = asyncio.create_task(events.__aenter__())
        await failed.wait()
        assert not entering.done()
        async with peer_here(tmp_path) as peer:
            registrar = Registrar(peer)
            await entering
            assert list(registrar.active) == [0]
            await peer.links[0].send(wire.lifecycle(7, callback_id=0))
            assert await item(events) == 7
            await events.close()


async def test_cut_while_registering(peer: Peer) -> None:
    """The registration of the old connection is gone with it; the one on the new is the only one."""
    registrar, gate = Registrar(peer), Gate()
    registrar.before_reply = gate
    async with quick(peer.uri) as link:
        events = link.events.domain_lifecycle()
        entering = asyncio.create_task(events.__aenter__())
        await gate.reached.wait()
        registrar.before_reply = None
        peer.links[0].cut()
        await entering
        await peer.links[1].send(wire.lifecycle(3, callback_id=1))
        assert await item(events) == 3
        assert list(registrar.active) == [1]


async def test_closing_ends_streams_and_waiters(peer: Peer) -> None:
    """ConnectionClosed for all, the subscribers of later included."""
    Registrar(peer)
    link = quick(peer.uri)
    link.start()
    link.start()
    async with link.events.domain_lifecycle() as events:
        waiting = asyncio.create_task(anext(events))
        await asyncio.sleep(0)
        await link.close()
        with pytest.raises(ConnectionClosed):
            await waiting
    with pytest.raises(ConnectionClosed):
        await link.events.domain_reboot().__aenter__()
    with pytest.raises(ConnectionClosed):
        await link.call(hostname)
    await link.close()
