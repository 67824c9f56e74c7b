"""Many calls of one kind by `call_each`, against a scripted daemon."""

import asyncio
from typing import Any

import pytest

import purevirt
from purevirt.errors import ConnectionLost, DecodeError, EncodeError, NoDomain
from purevirt.rpc import xdr
from purevirt.rpc.gen import remote
from tests.rpc import wire
from tests.rpc.peer import Link, Peer, stall
from tests.rpc.wire import Message


def name_of(call: Message) -> str:
    """Return the name that is looked up."""
    return xdr.decode(remote.DomainLookupByNameArgs, call.payload)[0].name


def found(name: str) -> bytes:
    """Return the reply to a look-up."""
    return xdr.encode(remote.DomainLookupByNameRet(remote.Domain(name, bytes(16), -1)))


def looking_for(*names: str) -> list[remote.DomainLookupByNameArgs]:
    """Return arguments of look-ups."""
    return [remote.DomainLookupByNameArgs(name) for name in names]


def numbers(count: int) -> list[remote.DomainLookupByNameArgs]:
    """Return arguments of so many look-ups."""
    return looking_for(*map(str, range(count)))


async def test_results_are_in_order(peer: Peer) -> None:
    """P8: each place has the answer to its own argument, though every second one comes late."""
    held: list[Message] = []

    async def swapped(link: Link, call: Message) -> None:
        held.append(call)
        if len(held) == 2:
            for one in reversed(held):
                await link.reply(one, found(name_of(one)))
            held.clear()

    peer.on(wire.LOOKUP, swapped)
    async with await purevirt.connect(peer.uri) as conn:
        results = await conn.call_each(wire.LOOKUP, numbers(40))
        assert [one.dom.name for one in results if isinstance(one, remote.DomainLookupByNameRet)] == [
            str(number) for number in range(40)
        ]
        assert await conn.call_each(wire.LOOKUP, []) == []


async def test_what_fails_stands_in_its_place(peer: Peer) -> None:
    """E1: refused, nonsense, or not to be sent at all: the others are answered."""

    async def picky(link: Link, call: Message) -> None:
        name = name_of(call)
        if name == "gone":
            await link.refuse(call, code=42, message="no such domain")
        else:
            await link.reply(call, b"\0\0" if name == "odd" else found(name))

    peer.on(wire.LOOKUP, picky)
    told: list[tuple[str, type[BaseException] | None]] = []
    async with await purevirt.connect(peer.uri) as conn:
        conn.on_call = lambda name, _elapsed_s, error: told.append((name, error and type(error)))
        results = await conn.call_each(wire.LOOKUP, looking_for("a", "gone", "odd", "nul\0", "b"))
        conn.on_call = None
    expected = (
        remote.DomainLookupByNameRet,
        NoDomain,
        DecodeError,
        EncodeError,
        remote.DomainLookupByNameRet,
    )
    assert [isinstance(one, kind) for one, kind in zip(results, expected, strict=True)] == [True] * 5
    assert [kind for _, kind in told] == [None, NoDomain, None, None]
    assert {name for name, _ in told} == {wire.LOOKUP.name}


async def test_others_get_their_turn(peer: Peer) -> None:
    """K8, K9: four in flight as ever, and a call that comes later does not wait for the whole batch."""
    running = most = 0

    async def counted(link: Link, call: Message) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        await link.reply(call, found(name_of(call)))

    peer.on(wire.LOOKUP, counted)
    async with await purevirt.connect(peer.uri) as conn:
        batch = asyncio.create_task(conn.call_each(wire.LOOKUP, numbers(200)))
        await peer.until(lambda: len(peer.link.calls(wire.LOOKUP)) >= 4)
        assert await conn.connect_get_hostname() == "peer"
        asked_before = len(peer.link.calls(wire.LOOKUP))
        assert len(await batch) == 200
    assert most <= 4
    assert asked_before < 100


async def test_the_connection_ends(peer: Peer) -> None:
    """P17: the batch raises, once, and asks for nothing more."""

    async def cut_at_the_fifth(link: Link, call: Message) -> None:
        if name_of(call) == "5":
            link.cut()
        else:
            await link.reply(call, found(name_of(call)))

    peer.on(wire.LOOKUP, cut_at_the_fifth)
    conn = await purevirt.connect(peer.uri)
    with pytest.raises(ConnectionLost) as caught:
        await conn.call_each(wire.LOOKUP, numbers(100))
    assert caught.value.maybe_executed
    assert isinstance(caught.value.__cause__, ConnectionLost)
    assert len(peer.link.calls(wire.LOOKUP)) < 20
    with pytest.raises(ConnectionLost) as caught:
        await conn.call_each(wire.LOOKUP, numbers(100))
    assert not caught.value.maybe_executed
    await conn.close()


async def test_what_was_answered_was_carried_out(peer: Peer) -> None:
    """P17: one was answered, the others never sent when the connection ended: not to be repeated blindly."""
    peer.on(wire.HOSTNAME, stall)

    async def keep_all_places(link: Link, call: Message) -> None:
        others.extend(asyncio.create_task(conn.connect_get_hostname()) for _ in range(4))
        await asyncio.sleep(0)
        await link.reply(call, found(name_of(call)))

    others: list[asyncio.Task[str]] = []
    peer.on(wire.LOOKUP, keep_all_places)
    conn = await purevirt.connect(peer.uri, max_calls=1)
    batch = asyncio.create_task(conn.call_each(wire.LOOKUP, numbers(20)))
    await peer.until(lambda: bool(peer.links and peer.link.calls(wire.HOSTNAME)))
    peer.link.cut()
    with pytest.raises(ConnectionLost) as caught:
        await batch
    assert caught.value.maybe_executed
    await asyncio.gather(*others, return_exceptions=True)
    await conn.close()


@pytest.mark.parametrize("good", [2, 30])
async def test_what_is_no_argument_at_all(peer: Peer, good: int) -> None:
    """A mistake among the arguments, the first or a later one, is its caller's alone: raised, and no more
    is asked for; what was sent is dropped when it comes, and the connection goes on."""

    async def answer(link: Link, call: Message) -> None:
        await link.reply(call, found(name_of(call)))

    peer.on(wire.LOOKUP, answer)
    async with await purevirt.connect(peer.uri) as conn:
        wrong: Any = "a name, not the call's arguments"
        with pytest.raises(TypeError):
            await conn.call_each(wire.LOOKUP, [*numbers(good), wrong, *numbers(100)])
        assert await conn.connect_get_hostname() == "peer"
        assert len(peer.link.calls(wire.LOOKUP)) <= good
        assert conn._wire.session.in_flight_count == 0


async def test_arguments_that_change_meanwhile(peer: Peer) -> None:
    """The calls are those of the moment at which they were asked for."""

    async def empty(link: Link, call: Message) -> None:
        args.clear()
        await link.reply(call, found(name_of(call)))

    args = numbers(30)
    peer.on(wire.LOOKUP, empty)
    async with await purevirt.connect(peer.uri) as conn:
        assert len(await conn.call_each(wire.LOOKUP, args)) == 30


async def test_cancelled(peer: Peer) -> None:
    """P16: what waits is not sent, what was sent is dropped when it comes, and the connection goes on."""
    peer.on(wire.LOOKUP, stall)
    ends: list[BaseException | None] = []
    async with await purevirt.connect(peer.uri) as conn:
        conn.on_call = lambda _name, _elapsed_s, error: ends.append(error)
        batch = asyncio.create_task(conn.call_each(wire.LOOKUP, numbers(100)))
        await peer.until(lambda: len(peer.link.calls(wire.LOOKUP)) == 4)
        batch.cancel()
        with pytest.raises(asyncio.CancelledError):
            await batch
        assert len(ends) == 16
        assert {type(end) for end in ends} == {asyncio.CancelledError}
        conn.on_call = None
        assert conn._wire.session.waiting_count == 0
        for call in peer.link.calls(wire.LOOKUP):
            await peer.link.reply(call, found("late"))
        assert await conn.connect_get_hostname() == "peer"
        assert len(peer.link.calls(wire.LOOKUP)) == 4
