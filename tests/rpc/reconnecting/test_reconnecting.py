"""The supervised connection against scripted daemons that come and go."""

import asyncio
import random
from pathlib import Path

import pytest

import purevirt
from purevirt import Connection, Health, LinkState, Reconnecting
from purevirt.errors import (
    ConnectError,
    ConnectionClosed,
    ConnectionLost,
    NoDomain,
    UriError,
)
from purevirt.rpc.dialling import link as link_books
from purevirt.rpc.gen.procedures import CONNECT_CLOSE
from tests.rpc import wire
from tests.rpc.dialler import Dialler, hostname, quick
from tests.rpc.peer import Link, Peer, peer_here, stall
from tests.rpc.wire import Message


async def test_it_comes_back(peer: Peer) -> None:
    """Cut twice: dialled anew each time, calls go on, and each state is told, in order."""
    told: list[Health] = []
    dialler = Dialler(peer.uri)
    async with quick(dialler, on_change=told.append) as link:
        for count in range(1, 4):
            assert await link.call(hostname) == "peer"
            assert (dialler.count, link.state) == (count, LinkState.CONNECTED)
            if count < 3:
                peer.links[-1].cut()
                await peer.until(lambda count=count: len(peer.links) > count)  # type: ignore[misc] # a bound default
                await link.wait_connected()
        assert isinstance(link.last_error, ConnectionLost)
        assert link.health == (LinkState.CONNECTED, link.last_error, link.since)
    states = [LinkState.CONNECTING, LinkState.CONNECTED, LinkState.WAITING]
    assert [one.state for one in told] == [*states, *states, *states[:2], LinkState.STOPPED]
    assert [one.since for one in told] == sorted(one.since for one in told)
    assert isinstance(told[-1].last_error, ConnectionClosed)
    assert peer.links[-1].calls(CONNECT_CLOSE)


async def test_a_daemon_that_is_not_there_yet(tmp_path: Path) -> None:
    """Calls wait for it; each dial is a new one; the daemon comes, and they are answered."""
    dialler = Dialler(f"qemu+unix:///system?socket={tmp_path}/sock")
    failed = asyncio.Event()

    def on_change(health: Health) -> None:
        if health.state is LinkState.WAITING and dialler.count == 3:
            failed.set()

    async with quick(dialler, on_change=on_change) as link:
        calls = [asyncio.create_task(link.call(hostname)) for _ in range(3)]
        await failed.wait()
        assert isinstance(link.last_error, ConnectError)
        async with peer_here(tmp_path):
            assert await asyncio.gather(*calls) == ["peer"] * 3


async def test_calls_while_there_is_no_connection(tmp_path: Path) -> None:
    """At once or after its time: ConnectionLost, certainly not carried out, and why."""
    ran = False

    async def never(conn: Connection) -> None:
        nonlocal ran
        ran = True

    async with quick(f"qemu+unix:///system?socket={tmp_path}/sock", name="zone-a") as link:
        for wait_s in (0.0, 0.02):
            with pytest.raises(ConnectionLost, match="zone-a: not connected") as caught:
                await link.call(never, wait_s=wait_s)
            assert not caught.value.maybe_executed
        assert isinstance(caught.value.__cause__, ConnectError)
        with pytest.raises(ConnectionLost):
            async with link.connection(wait_s=0):
                raise AssertionError
    assert not ran


async def test_the_connection_of_the_moment(peer: Peer) -> None:
    """A block of calls on one connection, which is not closed with the block."""
    async with quick(peer.uri) as link:
        async with link.connection() as first:
            assert await hostname(first) == "peer"
        async with link.connection(wait_s=0) as second:
            assert second is first
        assert first.is_open


async def test_nothing_is_called_twice(peer: Peer) -> None:
    """A call was sent when the connection was cut: its caller is told, and the daemon sees it once."""
    peer.on(wire.HOSTNAME, stall)
    async with quick(peer.uri) as link:
        call = asyncio.create_task(link.call(hostname, repeat="unsent"))
        await peer.until(lambda: bool(peer.links and peer.links[0].calls(wire.HOSTNAME)))
        peer.links[0].cut()
        with pytest.raises(ConnectionLost) as caught:
            await call
        assert caught.value.maybe_executed
        await peer.until(lambda: len(peer.links) == 2)
        await link.wait_connected()
        assert peer.links[1].calls(wire.HOSTNAME) == []


async def test_unsent_calls_may_be_repeated(peer: Peer) -> None:
    """A fifth call had no place when the connection was cut: with leave, it is made on the next one."""
    peer.on(wire.HOSTNAME, stall)
    async with quick(peer.uri) as link:
        slow = [asyncio.create_task(link.call(hostname)) for _ in range(4)]
        await peer.until(lambda: bool(peer.links and len(peer.links[0].calls(wire.HOSTNAME)) == 4))
        told = asyncio.create_task(link.call(lambda conn: conn.connect_get_lib_version()))
        repeated = asyncio.create_task(
            link.call(lambda conn: conn.connect_get_lib_version(), repeat="unsent")
        )
        async with link.connection() as conn:
            while conn._wire.session.waiting_count < 2:  # noqa: ASYNC110 # the session tells nobody
                await asyncio.sleep(0)
        peer.links[0].cut()
        with pytest.raises(ConnectionLost) as caught:
            await told
        assert not caught.value.maybe_executed
        assert await repeated == 11_003_000
        outcomes = await asyncio.gather(*slow, return_exceptions=True)
        assert [getattr(outcome, "maybe_executed", None) for outcome in outcomes] == [True] * 4


async def test_repeatable_calls(peer: Peer) -> None:
    """With leave to repeat always it is made on the next connection; other errors are never repeated."""
    served = 0

    async def cut_first(link: Link, call: Message) -> None:
        nonlocal served
        served += 1
        if served == 1:
            link.cut()
        else:
            await link.reply(call, wire.hostname("second"))

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 42)

    peer.on(wire.HOSTNAME, cut_first)
    peer.on(wire.LOOKUP, refuse)
    async with quick(peer.uri) as link:
        assert await link.call(hostname, repeat="always") == "second"
        with pytest.raises(NoDomain):
            await link.call(lambda conn: conn.domain_lookup_by_name("x"), repeat="always")
        assert sum(len(one.calls(wire.LOOKUP)) for one in peer.links) == 1


async def test_what_may_have_run_is_said_at_the_end(tmp_path: Path) -> None:
    """It was lost under the first attempt and there is no second: the error says what the first one's did."""

    async def cut(link: Link, call: Message) -> None:
        link.cut()

    async with peer_here(tmp_path) as peer:
        peer.on(wire.HOSTNAME, cut)
        dialler = Dialler(peer.uri)
        async with quick(dialler) as link:
            await link.wait_connected()
            dialler.failures = [ConnectError("gone", endpoint="e")] * 1000
            with pytest.raises(ConnectionLost) as caught:
                await link.call(hostname, repeat="always", wait_s=0.05)
            assert caught.value.maybe_executed
            with pytest.raises(ConnectionLost) as caught:
                await link.call(hostname, wait_s=0)
            assert not caught.value.maybe_executed
            dialler.failures = []
            await link.wait_connected()
            with pytest.raises(ConnectionLost) as caught:
                await link.call(hostname, repeat="always", wait_s=0)
            assert caught.value.maybe_executed


async def test_several_losses_under_one_call(peer: Peer) -> None:
    """The worst of them is told: a later attempt that was not carried out does not undo the first."""
    attempts = iter((True, False))

    async def lose(conn: Connection) -> str:
        maybe = next(attempts)
        if not maybe:
            dialler.failures = [UriError("stop here")]
        await conn.close()
        raise ConnectionLost("lost", maybe_executed=maybe)

    dialler = Dialler(peer.uri)
    async with quick(dialler) as link:
        with pytest.raises(ConnectionLost) as caught:
            await link.call(lose, repeat="always")
        assert caught.value.maybe_executed
        assert isinstance(caught.value.__cause__, UriError)


@pytest.mark.parametrize("maybe", [True, False])
async def test_a_call_that_ends_every_connection(peer: Peer, maybe: bool) -> None:
    """It ends itself after three attempts, and what may have run is said."""
    used: list[Connection] = []

    async def lose(conn: Connection) -> None:
        used.append(conn)
        await conn.close()
        raise ConnectionLost("lost", maybe_executed=maybe)

    async with quick(peer.uri) as link:
        with pytest.raises(ConnectionLost, match="lost") as caught:
            await link.call(lose, repeat="always")
        assert caught.value.maybe_executed is maybe
    assert len(used) == len(set(map(id, used))) == 3


async def test_a_call_that_took_longer_than_it_would_have_waited(peer: Peer) -> None:
    """`wait_s` bounds the waits for connections alone: what was lost after long work is repeated too."""
    clock = asyncio.get_running_loop().time
    attempts = 0

    async def work(conn: Connection) -> str:
        nonlocal attempts
        attempts += 1
        if attempts == 1:
            begin = clock()
            while clock() <= begin + 0.5:  # noqa: ASYNC110 # work that takes longer than `wait_s`
                await asyncio.sleep(0.05)
            await conn.close()
            raise ConnectionLost("lost", maybe_executed=True)
        return await hostname(conn)

    async with quick(peer.uri) as link:
        await link.wait_connected()
        assert await link.call(work, repeat="always", wait_s=0.5) == "peer"


async def test_pauses_grow_until_a_connection_lasts(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that is lost at once is as bad as none; one that lasted is a good one."""
    lengths: list[float] = []
    real = asyncio.sleep

    async def sleep(delay_s: float) -> None:
        lengths.append(delay_s)
        await real(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(random, "random", lambda: 1.0)
    async with Reconnecting(peer.uri, first_pause_s=1.0, last_pause_s=4.0) as link:
        for count in range(1, 6):
            await link.wait_connected()
            if count == 5:
                monkeypatch.setattr(link_books, "STABLE_S", 0.0)
            peer.links[-1].cut()
            await peer.until(lambda count=count: len(peer.links) > count)  # type: ignore[misc] # a bound default
    assert lengths[:5] == [1.0, 2.0, 4.0, 4.0, 1.0]


async def test_a_dial_that_fails_when_it_is_given_up(peer: Peer) -> None:
    """It hangs, and its own end is an error: that is nobody's any more."""
    first = True

    async def dial() -> Connection:
        nonlocal first
        if first:
            first = False
            try:
                await asyncio.Event().wait()
            finally:
                raise OSError("while being cancelled")
        return await purevirt.connect(peer.uri)

    async with quick(dial, dial_timeout_s=0.01) as link:
        while link.last_error is None:  # noqa: ASYNC110 # the dial's own end
            await asyncio.sleep(0)
        assert "no connection within 0.01 s" in str(link.last_error)


async def test_anothers_lost_connection(peer: Peer) -> None:
    """ConnectionLost from elsewhere is the function's own: ours is as good as before."""

    async def unrelated(conn: Connection) -> None:
        raise ConnectionLost("some other", maybe_executed=True)

    async with quick(peer.uri) as link:
        with pytest.raises(ConnectionLost, match="some other"):
            await link.call(unrelated, repeat="always")
        assert link.state is LinkState.CONNECTED
