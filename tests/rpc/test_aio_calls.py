"""Calls of the asyncio client against a scripted daemon."""

import asyncio
from collections.abc import Callable

import pytest

import purevirt
from purevirt.errors import ConnectionLost, EncodeError, NoDomain, RemoteProtocolError, UnsupportedProcedure
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.procedure import AnyProcedure
from tests.rpc import wire
from tests.rpc.peer import Link, Peer, stall
from tests.rpc.wire import Message


async def test_a_reply_byte_by_byte(peer: Peer) -> None:
    """P1: however the bytes come, it is one reply."""

    async def slow(link: Link, call: Message) -> None:
        await link.send(wire.reply(wire.HOSTNAME, call.serial, wire.hostname("slow")), split=1)

    peer.on(wire.HOSTNAME, slow)
    async with await purevirt.connect(peer.uri) as conn:
        assert await conn.connect_get_hostname() == "slow"


async def test_calls_go_on_after_a_cancellation(peer: Peer) -> None:
    """P16: cancelled mid-call, the same connection then serves nine different calls."""
    hold: list[Message] = []

    async def first_is_held(link: Link, call: Message) -> None:
        hold.append(call)
        if len(hold) > 1:
            await link.reply(call, wire.hostname(f"h{len(hold)}"))

    peer.on(wire.HOSTNAME, first_is_held)
    async with await purevirt.connect(peer.uri) as conn:
        task = asyncio.create_task(conn.connect_get_hostname())
        await peer.until(lambda: bool(hold))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await conn.connect_get_hostname() == "h2"
        assert await conn.connect_get_lib_version() == 11_003_000
        assert await conn.connect_supports_feature(14) == 1
        assert await conn.connect_get_uri() == "qemu:///system"
        await conn.connect_open("", 0)
        await peer.link.reply(hold[0], wire.hostname("late"))
        assert await conn.connect_get_hostname() == "h3"
        assert await conn.auth_list() == [remote.AuthType.NONE]
        with pytest.raises(UnsupportedProcedure):
            await conn.connect_get_version()
        assert await conn.connect_get_hostname() == "h4"


async def test_a_timeout_leaves_the_connection_usable(peer: Peer) -> None:
    """P16: asyncio.timeout is a cancellation."""
    peer.on(wire.HOSTNAME, stall)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await conn.connect_get_hostname()
        assert await conn.connect_get_lib_version() == 11_003_000


async def test_four_in_flight_in_order(peer: Peer) -> None:
    """K8, K9: the daemon never sees a fifth call, gets them in order, and one more for each answer."""
    gate = asyncio.Semaphore(0)
    running, most, order = 0, 0, []

    async def gated(link: Link, call: Message) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        order.append(call.serial)
        await gate.acquire()
        running -= 1
        await link.reply(call, wire.hostname(str(call.serial)))

    peer.on(wire.HOSTNAME, gated)
    async with await purevirt.connect(peer.uri) as conn:
        tasks = [asyncio.create_task(conn.connect_get_hostname()) for _ in range(11)]
        await peer.until(lambda: len(peer.link.calls(wire.HOSTNAME)) == 4)
        for seen in range(4, 11):
            assert len(peer.link.calls(wire.HOSTNAME)) == seen
            gate.release()
            await peer.until(lambda seen=seen: len(peer.link.calls(wire.HOSTNAME)) > seen)  # type: ignore[misc] # a bound default
        for _ in range(4):
            gate.release()
        names = await asyncio.gather(*tasks)
    assert most == 4
    assert order == sorted(order)
    assert [int(name) for name in names] == order


async def test_a_waiting_call_can_be_cancelled(peer: Peer) -> None:
    """K9: it never reaches the daemon, and those behind it move up."""
    gate = asyncio.Event()

    async def gated(link: Link, call: Message) -> None:
        await gate.wait()
        await link.reply(call, wire.hostname("h"))

    peer.on(wire.HOSTNAME, gated)
    async with await purevirt.connect(peer.uri, max_calls=1) as conn:
        first = asyncio.create_task(conn.connect_get_hostname())
        await peer.until(lambda: bool(peer.link.calls(wire.HOSTNAME)))
        waiting = asyncio.create_task(conn.domain_lookup_by_name("never"))
        last = asyncio.create_task(conn.connect_get_lib_version())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        gate.set()
        assert (await first, await last) == ("h", 11_003_000)
    assert peer.link.calls(procedures.DOMAIN_LOOKUP_BY_NAME) == []


async def test_replies_out_of_order(peer: Peer) -> None:
    """P8: each task gets its own answer."""
    held: list[Message] = []

    async def reversed_pair(link: Link, call: Message) -> None:
        held.append(call)
        if len(held) == 3:
            for one in (held[0], held[2], held[1]):
                await link.reply(one, wire.hostname(f"of {one.serial}"))

    peer.on(wire.HOSTNAME, reversed_pair)
    async with await purevirt.connect(peer.uri) as conn:
        names = await asyncio.gather(*(conn.connect_get_hostname() for _ in range(3)))
        assert names == [f"of {call.serial}" for call in held]


async def test_an_error_reply(peer: Peer) -> None:
    """E4: the daemon's error is raised where the call was made, with its fields."""

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 42, "Domain not found", str1="Domain not found: %s", str2="x")

    peer.on(wire.LOOKUP, refuse)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(NoDomain) as caught:
            await conn.domain_lookup_by_name("x")
        assert (caught.value.procedure, caught.value.str2) == ("REMOTE_PROC_DOMAIN_LOOKUP_BY_NAME", "x")
        assert await conn.connect_get_hostname() == "peer"


async def test_a_bad_argument_is_not_sent(peer: Peer) -> None:
    """P24, P25: refused here; the daemon sees nothing."""
    async with await purevirt.connect(peer.uri) as conn:
        for name in ("x" * 4_194_305, "test\0zzz"):
            with pytest.raises(EncodeError, match=r"remote_domain_lookup_by_name_args\.name"):
                await conn.domain_lookup_by_name(name)
        assert await conn.connect_get_hostname() == "peer"
    assert peer.link.calls(wire.LOOKUP) == []


@pytest.mark.parametrize("cut_at", [0, 2, 10, 30])
async def test_every_waiter_is_told_of_the_loss(peer: Peer, cut_at: int) -> None:
    """P7: the daemon dies in the middle of a frame: each waiter once, with the truth about what was sent."""
    partial = wire.reply(wire.HOSTNAME, 99, wire.hostname("hostname"))[:cut_at]

    async def cut(link: Link, call: Message) -> None:
        if len(link.calls(wire.HOSTNAME)) == 2:
            await link.send(partial)
            link._writer.close()

    peer.on(wire.HOSTNAME, cut)
    async with await purevirt.connect(peer.uri, max_calls=2) as conn:
        outcomes = await asyncio.gather(
            *(conn.connect_get_hostname() for _ in range(5)), return_exceptions=True
        )
        losses = [outcome for outcome in outcomes if isinstance(outcome, ConnectionLost)]
        assert [loss.maybe_executed for loss in losses] == [True, True, False, False, False]
        assert len(set(map(id, losses))) == 5
        assert all("the daemon closed the connection" in str(loss) for loss in losses)
        assert not conn.is_open


async def test_a_reset_keeps_its_cause(peer: Peer) -> None:
    """P7: what the system said is in the chain of causes, or in the words."""
    peer.on(wire.HOSTNAME, stall)
    async with await purevirt.connect(peer.uri) as conn:
        conn._wire.connection_lost(ConnectionResetError(104, "reset by peer"))
        with pytest.raises(ConnectionLost) as caught:
            await conn.connect_get_hostname()
        assert not caught.value.maybe_executed
        failure = conn._wire.failure
        assert isinstance(failure, ConnectionLost)
        assert isinstance(failure.__cause__, ConnectionResetError)
        assert "reset by peer" in str(failure)
        conn._wire.close()


NONSENSE = [
    (b"\0\0\0\3", "length word 0x3"),
    (wire.pack(0x20008086, 1, wire.CALL, 1, wire.OK), "type 0"),
    (wire.pack(0x20008086, 59, wire.REPLY_WITH_FDS, 1, wire.OK), "type 5"),
]


@pytest.mark.parametrize(("data", "words"), NONSENSE)
async def test_nonsense_ends_the_connection(peer: Peer, data: bytes, words: str) -> None:
    """P3, P12, P27: waiters get ConnectionLost with the reason, and the socket is closed."""

    async def nonsense(link: Link, call: Message) -> None:
        await link.send(data)

    peer.on(wire.HOSTNAME, nonsense)
    async with await purevirt.connect(peer.uri) as conn:
        with pytest.raises(ConnectionLost, match=words) as caught:
            await conn.connect_get_hostname()
        assert isinstance(caught.value.__cause__, RemoteProtocolError)
        await peer.link.closed.wait()
        assert not conn.is_open


async def test_a_lone_call_is_written_at_once(peer: Peer) -> None:
    """A caller that is alone does not wait for the loop's next turn; a crowd shares one write."""
    async with await purevirt.connect(peer.uri) as conn:
        writes: list[int] = []
        transport = conn._wire._transport
        assert transport is not None
        original = transport.write

        def write(data: bytes) -> None:
            writes.append(len(wire.unpack(data)))
            original(data)

        transport.write = write  # type: ignore[method-assign, assignment] # watched
        await conn.connect_get_hostname()
        assert writes == [1]
        await asyncio.gather(*(conn.connect_get_hostname() for _ in range(4)))
        assert writes == [1, 1, 3]


async def test_a_reply_that_crosses_the_cancellation(peer: Peer) -> None:
    """P16: answered and cancelled in the same turn of the loop: cancelled, and nothing is left behind."""
    async with await purevirt.connect(peer.uri) as conn:
        task = asyncio.create_task(conn.connect_get_hostname())
        await peer.until(lambda: bool(peer.link.calls(wire.HOSTNAME)))
        (call,) = peer.link.calls(wire.HOSTNAME)
        conn._wire.data_received(wire.reply(wire.HOSTNAME, call.serial, wire.hostname("peer")))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await conn.connect_get_lib_version() == 11_003_000
        assert conn._wire.session.in_flight_count == 0


@pytest.mark.parametrize("reply", [wire.reply, wire.refusal])
async def test_an_answer_to_a_task_that_is_being_cancelled(
    peer: Peer, reply: Callable[[AnyProcedure, int], bytes]
) -> None:
    """P16: the task is cancelled but has not run yet when the answer comes."""
    peer.on(wire.HOSTNAME, stall)
    async with await purevirt.connect(peer.uri) as conn:
        task = asyncio.create_task(conn.connect_get_hostname())
        await peer.until(lambda: bool(peer.link.calls(wire.HOSTNAME)))
        (call,) = peer.link.calls(wire.HOSTNAME)
        task.cancel()
        conn._wire.data_received(reply(wire.HOSTNAME, call.serial))
        with pytest.raises(asyncio.CancelledError):
            await task
        assert conn._wire.session.in_flight_count == 0
