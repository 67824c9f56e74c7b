"""Typed events of the asyncio client against a scripted daemon."""

import asyncio
import logging

import pytest

import purevirt
from purevirt.errors import ConnectionClosed, ConnectionLost, EventOverflow, LibvirtError, LocalProtocolError
from purevirt.rpc import xdr
from purevirt.rpc.aio import EventStream, Gap
from purevirt.rpc.aio.events import Events
from purevirt.rpc.gen import procedures, qemu, remote
from tests.rpc import wire
from tests.rpc.events.event_peer import DEREGISTER, REGISTER, Gate, Registrar, lifecycles
from tests.rpc.peer import Link, Peer, answer, stall
from tests.rpc.wire import Message

Lifecycles = EventStream[remote.DomainEventCallbackLifecycleMsg]


async def number(stream: Lifecycles) -> int:
    """Return which lifecycle event comes next."""
    event = await anext(stream)
    assert not isinstance(event, Gap)
    return event.msg.event


async def test_events_of_a_domain(peer: Peer) -> None:
    """Registered before the block, typed inside, deregistered after it."""
    registrar = Registrar(peer)
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.events.domain_lifecycle(wire.DOMAIN) as events:
            assert registrar.active == {0: remote.ConnectDomainEventCallbackRegisterAnyArgs(0, wire.DOMAIN)}
            await peer.link.send(lifecycles(range(3), 0))
            seen = []
            async for event in events:
                if not isinstance(event, Gap):
                    seen.append((event.msg.dom.name, event.msg.event))
                if len(seen) == 3:
                    break
            assert seen == [("guest", 0), ("guest", 1), ("guest", 2)]
        assert registrar.active == {}
        await peer.link.send(wire.lifecycle(9, callback_id=0))
        assert await conn.connect_get_hostname() == "peer"
        assert conn.events.dropped_count == 1, "V6"


async def test_one_registration_for_many(peer: Peer) -> None:
    """Ten at once and two more inside: one call each way; each sees every event."""
    registrar = Registrar(peer)
    async with await purevirt.connect(peer.uri) as conn:
        ready = asyncio.Barrier(11)

        async def consume() -> list[int]:
            async with conn.events.domain_lifecycle() as events:
                await ready.wait()
                return [await number(events) for _ in range(5)]

        tasks = [asyncio.create_task(consume()) for _ in range(10)]
        await ready.wait()
        async with conn.events.domain_lifecycle(), conn.events.domain_lifecycle() as third:
            await peer.link.send(lifecycles(range(5), 0))
            assert await asyncio.gather(*tasks) == [list(range(5))] * 10
            assert [await number(third) for _ in range(5)] == list(range(5))
            assert peer.link.calls(DEREGISTER) == []
        assert (registrar.count, registrar.active) == (1, {})


async def test_events_before_the_answer(peer: Peer) -> None:
    """V5: sent before the registration's reply, in the same packet or long before."""
    registrar = Registrar(peer)

    async def early(link: Link, callback_id: int) -> None:
        await link.send(lifecycles(range(3), callback_id), wire.lifecycle(99, callback_id=callback_id + 1))

    registrar.before_reply = early
    async with await purevirt.connect(peer.uri) as conn, conn.events.domain_lifecycle() as events:
        assert [await number(events) for _ in range(3)] == [0, 1, 2]


async def test_cancelled_while_registering(peer: Peer) -> None:
    """The daemon has registered, its answer is late, nobody waits for it: it is deregistered all the same."""
    registrar, gate = Registrar(peer), Gate()
    registrar.before_reply = gate
    async with await purevirt.connect(peer.uri) as conn:
        events = conn.events.domain_lifecycle()
        entering = asyncio.create_task(events.__aenter__())
        await gate.reached.wait()
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering
        assert list(registrar.active) == [0]
        gate.open.set()
        await peer.until(lambda: registrar.active == {})
        assert peer.link.calls(DEREGISTER)


async def test_one_of_two_cancelled_while_registering(peer: Peer) -> None:
    """The other goes on with the same registration, though it was the first who asked."""
    registrar, gate = Registrar(peer), Gate()
    registrar.before_reply = gate
    async with await purevirt.connect(peer.uri) as conn:
        first, second = conn.events.domain_lifecycle(), conn.events.domain_lifecycle()
        entering = [asyncio.create_task(one.__aenter__()) for one in (first, second)]
        await gate.reached.wait()
        entering[0].cancel()
        gate.open.set()
        await entering[1]
        await peer.link.send(wire.lifecycle(4, callback_id=0))
        assert await number(second) == 4
        assert registrar.count == 1
        await second.close()
        assert registrar.active == {}


async def test_cancelled_inside(peer: Peer) -> None:
    """A cancelled consumer is out at once, whatever the daemon does; it deregisters behind its back."""
    registrar = Registrar(peer)
    peer.on(DEREGISTER, stall)
    async with await purevirt.connect(peer.uri) as conn:
        inside = asyncio.Event()

        async def consume() -> None:
            async with conn.events.domain_lifecycle() as events:
                inside.set()
                await anext(events)

        task = asyncio.create_task(consume())
        await inside.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await peer.until(lambda: bool(peer.link.calls(DEREGISTER)))
        assert list(registrar.active) == [0]
        again = asyncio.create_task(conn.events.domain_lifecycle().__aenter__())
        assert await conn.connect_get_hostname() == "peer"
        assert len(peer.link.calls(REGISTER)) == 1, "it waits for the deregistration"
        await peer.link.reply(peer.link.calls(DEREGISTER)[0])
        await again
        assert len(peer.link.calls(REGISTER)) == 2


async def test_closing_waits_for_nobody(peer: Peer) -> None:
    """Closing the connection ends registrations under way and those who wait for them."""
    Registrar(peer)
    peer.on(REGISTER, stall)
    async with await purevirt.connect(peer.uri) as conn:
        entering = asyncio.create_task(conn.events.domain_lifecycle().__aenter__())
        await peer.until(lambda: bool(peer.link.calls(REGISTER)))
    assert conn.events._tasks == {}
    with pytest.raises(ConnectionClosed):
        await entering


async def test_settling_waits_for_calls_under_way() -> None:
    """So that a connection that closes leaves no task behind."""
    events, answer_now = Events(), asyncio.Event()

    async def slow(spec: object, args: object) -> None:
        await answer_now.wait()

    events.connected(slow)
    entering = asyncio.create_task(events.connection_closed().__aenter__())
    await asyncio.sleep(0)
    settling = asyncio.create_task(events.settled())
    await asyncio.sleep(0)
    assert not settling.done()
    answer_now.set()
    await settling
    await entering


async def test_a_refusal(peer: Peer) -> None:
    """V3, V4: the daemon's own error, at the block's entry; the connection is as good as before."""

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 1, "unsupported event ID 27")

    peer.on(REGISTER, refuse)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(LibvirtError, match="unsupported event ID 27"):
            await conn.events.domain_nic_mac_change().__aenter__()
        assert await conn.connect_get_hostname() == "peer"


async def test_a_slow_consumer_finds_a_gap(peer: Peer) -> None:
    """V8: 10,000 events for a sleeper: the bound is kept, replies flow, the loss is counted where it was."""
    Registrar(peer)

    async def flood(link: Link, call: Message) -> None:
        await link.send(lifecycles(range(10_000), 0))
        await link.reply(call, wire.hostname("h"))

    peer.on(wire.HOSTNAME, flood)
    async with (
        await purevirt.connect(peer.uri) as conn,
        conn.events.domain_lifecycle(max_events=10) as sleeper,
        conn.events.domain_lifecycle(max_events=10_000) as keeper,
        conn.events.domain_lifecycle(max_events=10, overflow="close") as strict,
    ):
        assert await conn.connect_get_hostname() == "h"
        assert await anext(sleeper) == Gap(9_990)
        assert [await number(sleeper) for _ in range(10)] == list(range(9_990, 10_000))
        assert sleeper.dropped_count == 9_990
        assert [await number(keeper) for _ in range(10_000)] == list(range(10_000))
        assert keeper.dropped_count == 0
        assert [await number(strict) for _ in range(10)] == list(range(10))
        with pytest.raises(EventOverflow) as caught:
            await anext(strict)
        assert caught.value.dropped == strict.dropped_count == 9_990


async def test_a_consumer_may_call(peer: Peer) -> None:
    """V9: calls, and other subscriptions, from within the loop over events."""
    registrar = Registrar(peer)
    async with await purevirt.connect(peer.uri) as conn, conn.events.domain_lifecycle() as events:
        await peer.link.send(wire.lifecycle(1, callback_id=0))
        async for _ in events:
            assert await conn.connect_get_hostname() == "peer"
            async with conn.events.domain_lifecycle(wire.DOMAIN) as inner:
                assert len(registrar.active) == 2
                await peer.link.send(wire.lifecycle(2, callback_id=1))
                assert await number(inner) == 2
            break


async def test_an_undecodable_event(peer: Peer, caplog: pytest.LogCaptureFixture) -> None:
    """V10: one line with its number, and the next one is delivered."""
    Registrar(peer)
    async with await purevirt.connect(peer.uri) as conn, conn.events.domain_lifecycle() as events:
        with caplog.at_level(logging.WARNING, "purevirt.rpc"):
            bad = wire.frame(wire.LIFECYCLE, wire.MESSAGE, 1, wire.OK, b"\0\0\0\0")
            await peer.link.send(bad, wire.lifecycle(5, callback_id=0))
            assert await number(events) == 5
    assert "(318)" in caplog.text


async def test_the_close_callback(peer: Peer) -> None:
    """V11: registered by 360, told by 362, taken back by 361."""
    for spec in (procedures.CONNECT_REGISTER_CLOSE_CALLBACK, procedures.CONNECT_UNREGISTER_CLOSE_CALLBACK):
        peer.on(spec, answer(b""))
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.events.connection_closed() as events:
            message = remote.ConnectEventConnectionClosedMsg(reason=3)
            event = procedures.CONNECT_EVENT_CONNECTION_CLOSED
            await peer.link.send(wire.frame(event, wire.MESSAGE, 1, wire.OK, xdr.encode(message)))
            assert await anext(events) == message
        assert len(peer.link.calls(procedures.CONNECT_UNREGISTER_CLOSE_CALLBACK)) == 1


async def test_monitor_events(peer: Peer) -> None:
    """QEMU's own, by program 0x20008087: domain, pattern and flags are passed on."""
    register = procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER
    peer.on(register, answer(xdr.encode(qemu.ConnectDomainMonitorEventRegisterRet(callback_id=4))))
    peer.on(procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER, answer(b""))
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.events.qemu_monitor(wire.DOMAIN, "shut.*", regex=True, ignore_case=True) as events:
            (call,) = peer.link.calls(register)
            args, _ = xdr.decode(qemu.ConnectDomainMonitorEventRegisterArgs, call.payload)
            assert args == qemu.ConnectDomainMonitorEventRegisterArgs(wire.DOMAIN, "shut.*", 3)
            message = qemu.DomainMonitorEventMsg(4, wire.DOMAIN, "SHUTDOWN", 1, 2, '{"guest":true}')
            spec = procedures.QEMU_DOMAIN_MONITOR_EVENT
            await peer.link.send(wire.frame(spec, wire.MESSAGE, 1, wire.OK, xdr.encode(message)))
            event = await anext(events)
            assert not isinstance(event, Gap)
            assert (event.event, event.details) == ("SHUTDOWN", '{"guest":true}')
        (call,) = peer.link.calls(procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER)
        assert call.payload == bytes((0, 0, 0, 4))


async def test_the_end_of_the_connection(peer: Peer) -> None:
    """What was received first, then the reason; whoever comes later is told at once."""
    Registrar(peer)
    async with await purevirt.connect(peer.uri) as conn:
        async with conn.events.domain_lifecycle() as events:
            await peer.link.send(wire.lifecycle(1, callback_id=0))
            assert await conn.connect_get_hostname() == "peer"
            peer.link.cut()
            assert await number(events) == 1
            for _ in range(2):
                with pytest.raises(ConnectionLost, match="the daemon closed the connection"):
                    await anext(events)
        with pytest.raises(ConnectionLost):
            await conn.events.domain_reboot().__aenter__()
    dead = await purevirt.connect(peer.uri)
    await dead.close()
    with pytest.raises(ConnectionClosed):
        await dead.events.domain_lifecycle().__aenter__()


async def test_a_cancelled_taker_loses_nothing(peer: Peer) -> None:
    """A timeout around the next event leaves the stream as it was."""
    Registrar(peer)
    async with await purevirt.connect(peer.uri) as conn, conn.events.domain_lifecycle() as events:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await anext(events)
        await peer.link.send(lifecycles(range(2), 0))
        assert [await number(events) for _ in range(2)] == [0, 1]


async def test_misuse(peer: Peer) -> None:
    """Not entered, entered twice, used after its end: each says what to do."""
    Registrar(peer)
    async with await purevirt.connect(peer.uri) as conn:
        events = conn.events.domain_lifecycle()
        assert repr(events) == "<EventStream ('domain_lifecycle', None)>"
        with pytest.raises(LocalProtocolError, match="async with"):
            await anext(events)
        async with events:
            assert conn.events is conn.events
            with pytest.raises(LocalProtocolError, match="entered once"):
                await events.__aenter__()
        with pytest.raises(LocalProtocolError, match="was closed"):
            await anext(events)
        await events.close()


async def test_raw_and_typed_side_by_side(peer: Peer) -> None:
    """`listen` sees what the subscriptions brought, too."""
    Registrar(peer)
    async with (
        await purevirt.connect(peer.uri) as conn,
        conn.listen() as raw,
        conn.events.domain_lifecycle() as events,
    ):
        await peer.link.send(wire.lifecycle(6, callback_id=0))
        assert await number(events) == 6
        assert (await anext(raw)).spec is wire.LIFECYCLE
