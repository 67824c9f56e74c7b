"""Events and keepalive of the asyncio client."""

import asyncio
import logging

import pytest

import purevirt
from purevirt.errors import ConnectionClosed, ConnectionLost
from purevirt.rpc import xdr
from purevirt.rpc.aio import EventListener, ServerEvent
from purevirt.rpc.aio import wire as wire_module
from purevirt.rpc.gen import procedures, remote
from tests.rpc import wire
from tests.rpc.peer import Link, Peer, stall
from tests.rpc.wire import Message


def number(event: ServerEvent) -> int:
    """Return which lifecycle event it is."""
    assert isinstance(event.message, remote.DomainEventCallbackLifecycleMsg)
    return event.message.msg.event


async def collect(listener: EventListener, count: int) -> list[int]:
    """Return the next events' numbers."""
    return [number(await anext(listener)) for _ in range(count)]


async def test_events_in_order_between_replies(peer: Peer) -> None:
    """P14: events numbered as real daemons do, while calls are under way."""

    async def eventful(link: Link, call: Message) -> None:
        await link.send(*(wire.lifecycle(n, serial=call.serial if n == 2 else 1) for n in range(4)))
        await link.reply(call, wire.hostname("h"))

    peer.on(wire.HOSTNAME, eventful)
    async with await purevirt.connect(peer.uri) as conn, conn.listen() as listener:
        assert await conn.connect_get_hostname() == "h"
        assert await collect(listener, 4) == [0, 1, 2, 3]


async def test_listeners_see_everything_from_their_start(peer: Peer) -> None:
    """Each listener has its own queue; one that has left gets nothing more."""
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.listen() as first:
            await peer.link.send(wire.lifecycle(1))
            assert await collect(first, 1) == [1]
            async with conn.listen() as second:
                await peer.link.send(wire.lifecycle(2), wire.lifecycle(3))
                assert await collect(first, 2) == [2, 3]
                assert await collect(second, 2) == [2, 3]
        await peer.link.send(wire.lifecycle(4))
        assert await conn.connect_get_hostname() == "peer"
        assert (len(first._queue), len(second._queue)) == (0, 0)


async def test_overflow_drops_the_oldest_and_counts(peer: Peer) -> None:
    """V8: a sleeping consumer costs a bounded queue; what was lost is counted; replies flow."""

    async def flood(link: Link, call: Message) -> None:
        await link.send(*(wire.lifecycle(n) for n in range(10_000)))
        await link.reply(call, wire.hostname("h"))

    peer.on(wire.HOSTNAME, flood)
    async with await purevirt.connect(peer.uri) as conn, conn.listen(max_events=10) as listener:
        assert await conn.connect_get_hostname() == "h"
        assert listener.dropped_count == 9_990
        assert await collect(listener, 10) == list(range(9_990, 10_000))


async def test_overflow_by_bytes(peer: Peer) -> None:
    """V8: a few huge events fill the queue as thousands of small ones do."""

    async def flood(link: Link, call: Message) -> None:
        dom = remote.Domain(name="x" * (1 << 20), uuid=wire.DOMAIN.uuid, id=1)
        inner = remote.DomainEventControlErrorMsg(dom=dom)
        payload = xdr.encode(remote.DomainEventCallbackControlErrorMsg(callback_id=0, msg=inner))
        event = procedures.DOMAIN_EVENT_CALLBACK_CONTROL_ERROR
        for _ in range(10):
            await link.send(wire.frame(event, wire.MESSAGE, 1, wire.OK, payload))
        await link.reply(call, wire.hostname("h"))

    peer.on(wire.HOSTNAME, flood)
    async with await purevirt.connect(peer.uri) as conn, conn.listen() as listener:
        assert await conn.connect_get_hostname() == "h"
        assert (listener.dropped_count, len(listener._queue)) == (7, 3)
        assert (await anext(listener)).size > 1 << 20


async def test_a_bound_is_at_least_one(peer: Peer) -> None:
    """A listener that can hold nothing is refused, and not kept."""
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(ValueError, match="max_events: at least 1, got 0"):
            conn.listen(max_events=0)
        assert conn._sinks == []


async def test_an_undecodable_event_is_logged(peer: Peer, caplog: pytest.LogCaptureFixture) -> None:
    """V10: one line with its number, and the next event is delivered."""
    async with await purevirt.connect(peer.uri) as conn, conn.listen() as listener:
        with caplog.at_level(logging.WARNING, "purevirt.rpc"):
            await peer.link.send(
                wire.frame(wire.LIFECYCLE, wire.MESSAGE, 1, wire.OK, b"\0"), wire.lifecycle(5)
            )
            assert await collect(listener, 1) == [5]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "(318)" in caplog.text


async def test_a_consumer_may_call(peer: Peer) -> None:
    """V9: a call from within the loop over events works."""
    async with await purevirt.connect(peer.uri) as conn, conn.listen() as listener:
        await peer.link.send(wire.lifecycle(1))
        async for event in listener:
            assert number(event) == 1
            assert await conn.connect_get_hostname() == "peer"
            break


async def test_the_end_comes_after_the_last_event(peer: Peer) -> None:
    """What was received before the connection ended is delivered first; then its error, again and again."""
    async with await purevirt.connect(peer.uri) as conn, conn.listen() as listener:
        await peer.link.send(wire.lifecycle(1), wire.lifecycle(2))
        peer.link._writer.close()
        assert await collect(listener, 2) == [1, 2]
        for _ in range(2):
            with pytest.raises(ConnectionLost, match="end of file"):
                await anext(listener)
        late = conn.listen()
        with pytest.raises(ConnectionLost, match="end of file"):
            await anext(late)


async def test_close_ends_a_waiting_listener(peer: Peer) -> None:
    """A consumer that waits is woken by our own close."""
    conn = await purevirt.connect(peer.uri)
    async with conn.listen() as listener:
        waiting = asyncio.create_task(collect(listener, 1))
        await asyncio.sleep(0)
        await conn.close()
        with pytest.raises(ConnectionClosed):
            await waiting


async def test_a_cancelled_consumer_loses_nothing(peer: Peer) -> None:
    """A wait for the next event can be cancelled, and taken up again."""
    async with await purevirt.connect(peer.uri) as conn, conn.listen() as listener:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await anext(listener)
        await peer.link.send(wire.lifecycle(7))
        assert await collect(listener, 1) == [7]


async def test_ping_is_answered(peer: Peer) -> None:
    """K1: with a call under way and without one."""
    peer.on(wire.HOSTNAME, stall)
    async with await purevirt.connect(peer.uri) as conn:
        await peer.link.send(wire.ping())
        await peer.until(lambda: peer.link.keepalives(wire.PONG) == 1)
        task = asyncio.create_task(conn.connect_get_hostname())
        await peer.until(lambda: bool(peer.link.calls(wire.HOSTNAME)))
        await peer.link.send(wire.ping())
        await peer.until(lambda: peer.link.keepalives(wire.PONG) == 2)
        task.cancel()


async def test_an_idle_connection_is_kept_alive(peer: Peer) -> None:
    """K6: pings go out as long as it takes, and answered ones keep the connection."""
    async with await purevirt.connect(peer.uri, keepalive_interval_s=0.002, keepalive_count=1000) as conn:
        await peer.until(lambda: peer.link.keepalives(wire.PING) >= 5)
        assert await conn.connect_get_hostname() == "peer"


async def test_a_silent_daemon_is_given_up(peer: Peer) -> None:
    """K6: after `count` unanswered pings every waiter is released, and the socket closed."""
    peer.on_keepalive(stall)
    peer.on(wire.HOSTNAME, stall)
    async with await purevirt.connect(peer.uri, keepalive_interval_s=0.01, keepalive_count=3) as conn:
        with pytest.raises(ConnectionLost, match=r"did not answer for 0\.04 s") as caught:
            await conn.connect_get_hostname()
        assert caught.value.maybe_executed
        assert not conn.is_open
    await peer.link.closed.wait()
    assert peer.link.keepalives(wire.PING) >= 3


async def test_the_timer_follows_the_traffic(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    """K6, K7: with the clock in hand: a packet moves the deadline, a late timer asks once."""
    async with await purevirt.connect(peer.uri, keepalive_interval_s=1000.0, keepalive_count=1) as conn:
        core = conn._wire
        now = 5_000_000.0
        monkeypatch.setattr(core._loop, "time", lambda: now)
        core.data_received(wire.pong())
        assert core.session.next_timeout == now + 1000
        now += 999.0
        core._on_timer()
        assert peer.link.keepalives(wire.PING) == 0
        now += 3600.0
        core._on_timer()
        core._on_timer()
        assert core.session.next_timeout == now + 1000
        monkeypatch.undo()
        await peer.until(lambda: peer.link.keepalives(wire.PING) == 1)
        assert await conn.connect_get_hostname() == "peer"
        assert peer.link.keepalives(wire.PING) == 1


def test_the_paused_interval_is_below_any_patience() -> None:
    """S22: a daemon's keepalive counts in whole seconds."""
    assert wire_module._PAUSED_INTERVAL_S <= 1.0
