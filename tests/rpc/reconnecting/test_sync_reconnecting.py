"""The blocking client's supervised connection against scripted daemons that come and go."""

import itertools
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import purevirt.sync
from purevirt.errors import (
    AuthenticationError,
    ConnectError,
    ConnectionClosed,
    ConnectionLost,
    InternalError,
    NoDomain,
    UriError,
)
from purevirt.rpc.dialling import link as link_books
from purevirt.rpc.gen.procedures import CONNECT_CLOSE
from purevirt.sync import Connection, Health, LinkState, Reconnecting
from tests.rpc import wire
from tests.rpc.peer import PATIENCE_S, Link, PeerThread, peer_thread, stall
from tests.rpc.test_sync_calls import interrupt_once, spin
from tests.rpc.wire import Message


class Dialler:
    """Dials a peer, or does what a test wants instead, and counts."""

    def __init__(self, uri: str, *failures: BaseException) -> None:
        self.uri = uri
        self.count = 0
        self.failures = list(failures)

    def __call__(self) -> Connection:
        self.count += 1
        if self.failures:
            raise self.failures.pop(0)
        return purevirt.sync.connect(self.uri)


def quick(dial: Callable[[], Connection] | str, **options: Any) -> Reconnecting:
    """Return one that does not pause for long."""
    options = {"first_pause_s": 0.001, "last_pause_s": 0.01, "slow_pause_s": 0.001, **options}
    return Reconnecting(dial, **options)


def hostname(conn: Connection) -> str:
    """Make a call."""
    return conn.connect_get_hostname()


@contextmanager
def beside(work: Callable[[], Any]) -> Iterator[Future[Any]]:
    """Run `work` in a thread beside the block, which has to bring it to an end."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(work)


def waiting_count(link: Reconnecting) -> int:
    """Return how many threads wait at the link, one that pauses between dials included."""
    return len(link._monitor._changed._waiters)  # type: ignore[attr-defined] # Condition tells nobody


def cut(peer: PeerThread, number: int = -1) -> None:
    """Have the daemon hang up on one of its connections."""

    async def hang_up() -> None:
        peer.peer.links[number].cut()

    peer.run(hang_up())


def test_it_comes_back(peer_beside: PeerThread) -> None:
    """Cut twice: dialled anew each time, calls go on, and each state is told, in order, also by close."""
    told: list[Health] = []
    peer, dialler = peer_beside.peer, Dialler(peer_beside.peer.uri)
    with quick(dialler, on_change=told.append) as link:
        for count in range(1, 4):
            assert link.call(hostname) == "peer"
            assert (dialler.count, link.state) == (count, LinkState.CONNECTED)
            if count < 3:
                cut(peer_beside)
                peer_beside.until(lambda count=count: len(peer.links) > count)  # type: ignore[misc] # a bound default
                link.wait_connected(PATIENCE_S)
        assert isinstance(link.last_error, ConnectionLost)
        assert link.health == (LinkState.CONNECTED, link.last_error, link.since)
        assert repr(link) == "<Reconnecting libvirt connected>"
    states = [LinkState.CONNECTING, LinkState.CONNECTED, LinkState.WAITING]
    assert [one.state for one in told] == [*states, *states, *states[:2], LinkState.STOPPED]
    assert [one.since for one in told] == sorted(one.since for one in told)
    assert isinstance(told[-1].last_error, ConnectionClosed)
    assert peer.links[-1].calls(CONNECT_CLOSE)


def test_an_idle_link_notices_at_once(peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody calls: the loss is seen when it happens, not when the keeper next looks."""
    monkeypatch.setattr("purevirt.rpc.sync.keeper.KEEPER_INTERVAL_S", 3600.0)
    waiting = threading.Event()

    def on_change(health: Health) -> None:
        if health.state is LinkState.WAITING:
            waiting.set()

    with quick(peer_beside.peer.uri, on_change=on_change) as link:
        link.wait_connected(PATIENCE_S)
        cut(peer_beside)
        assert waiting.wait(PATIENCE_S)
        peer_beside.until(lambda: len(peer_beside.peer.links) == 2)


def test_a_daemon_that_is_not_there_yet(tmp_path: Path) -> None:
    """Calls of several threads wait for it; the daemon comes, and they are answered."""
    dialler = Dialler(f"qemu+unix:///system?socket={tmp_path}/sock")
    with quick(dialler) as link, ThreadPoolExecutor(3) as pool:
        calls = [pool.submit(link.call, hostname) for _ in range(3)]
        spin(lambda: dialler.count > 2)
        assert isinstance(link.last_error, ConnectError)
        with peer_thread(tmp_path):
            assert [call.result(PATIENCE_S) for call in calls] == ["peer"] * 3


def test_calls_while_there_is_no_connection(tmp_path: Path) -> None:
    """At once or after its time: ConnectionLost, certainly not carried out, and why."""
    ran: list[Connection] = []
    with quick(f"qemu+unix:///system?socket={tmp_path}/sock", name="zone-a") as link:
        for wait_s in (0.0, 0.02):
            with pytest.raises(ConnectionLost, match="zone-a: not connected") as caught:
                link.call(ran.append, wait_s=wait_s)
            assert not caught.value.maybe_executed
        spin(lambda: link.last_error is not None)
        with pytest.raises(ConnectionLost) as caught, link.connection(wait_s=0):
            raise AssertionError
        assert isinstance(caught.value.__cause__, ConnectError)
        with pytest.raises(TimeoutError, match=r"zone-a: not connected within 0\.02 s"):
            link.wait_connected(0.02)
    assert not ran


def test_the_connection_of_the_moment(peer_beside: PeerThread) -> None:
    """A block of calls on one connection, which is not closed with the block."""
    with quick(peer_beside.peer.uri) as link:
        with link.connection() as first:
            assert hostname(first) == "peer"
        with link.connection(wait_s=0) as second:
            assert second is first
        assert first.is_open


def test_nothing_is_called_twice(peer_beside: PeerThread) -> None:
    """A call was sent when the connection was cut: its caller is told, and the daemon sees it once."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with quick(peer.uri) as link:
        with beside(lambda: link.call(hostname, repeat="unsent")) as call:
            peer_beside.until(lambda: bool(peer.links and peer.links[0].calls(wire.HOSTNAME)))
            cut(peer_beside, 0)
            with pytest.raises(ConnectionLost) as caught:
                call.result(PATIENCE_S)
        assert caught.value.maybe_executed
        peer_beside.until(lambda: len(peer.links) == 2)
        link.wait_connected(PATIENCE_S)
        assert peer.links[1].calls(wire.HOSTNAME) == []


def test_repeatable_calls(peer_beside: PeerThread) -> None:
    """With leave to repeat always it is made on the next connection; other errors are never repeated."""
    peer, numbers = peer_beside.peer, itertools.count(1)

    async def cut_first(link: Link, call: Message) -> None:
        if next(numbers) == 1:
            link.cut()
        else:
            await link.reply(call, wire.hostname("second"))

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 42)

    peer.on(wire.HOSTNAME, cut_first)
    peer.on(wire.LOOKUP, refuse)
    with quick(peer.uri) as link:
        assert link.call(hostname, repeat="always") == "second"
        with pytest.raises(NoDomain):
            link.call(lambda conn: conn.domain_lookup_by_name("x"), repeat="always")
        assert sum(len(one.calls(wire.LOOKUP)) for one in peer.links) == 1


def test_what_may_have_run_is_said_at_the_end(peer_beside: PeerThread) -> None:
    """It was lost under the first attempt and there is no second: the error says what the first one's did."""

    async def hang_up(link: Link, call: Message) -> None:
        link.cut()

    peer_beside.peer.on(wire.HOSTNAME, hang_up)
    dialler = Dialler(peer_beside.peer.uri)
    with quick(dialler) as link:
        link.wait_connected(PATIENCE_S)
        dialler.failures = [ConnectError("gone", endpoint="e")] * 1000
        with pytest.raises(ConnectionLost) as caught:
            link.call(hostname, repeat="always", wait_s=0.05)
        assert caught.value.maybe_executed


def test_pauses_grow_until_a_connection_lasts(
    peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the asyncio client's: from the first pause to the last, and anew after a good one."""
    lengths: list[float] = []
    monkeypatch.setattr(random, "random", lambda: 1.0)
    monkeypatch.setattr(Reconnecting, "_pause", lambda _link, pause_s: lengths.append(pause_s))
    with Reconnecting(peer_beside.peer.uri, first_pause_s=1.0, last_pause_s=4.0) as link:
        for count in range(1, 6):
            link.wait_connected(PATIENCE_S)
            if count == 5:
                monkeypatch.setattr(link_books, "STABLE_S", 0.0)
            cut(peer_beside)
            spin(lambda count=count: len(peer_beside.peer.links) > count)  # type: ignore[misc] # a bound default
    assert lengths[:5] == [1.0, 2.0, 4.0, 4.0, 1.0]


def test_credentials_that_are_refused(peer_beside: PeerThread) -> None:
    """H31: no storm: a slow retry, meanwhile calls fail at once; it heals once they are right."""
    refusal = AuthenticationError("wrong password", endpoint="e", mechanism="sasl")
    dialler = Dialler(peer_beside.peer.uri, refusal)
    with quick(dialler, slow_pause_s=3600.0) as link:
        with pytest.raises(ConnectionLost, match=r"refused: wrong password") as caught:
            link.wait_connected()
        assert caught.value.__cause__ is refusal
        with pytest.raises(ConnectionLost):
            link.call(hostname, wait_s=3600.0)
        assert dialler.count == 1
    with quick(Dialler(peer_beside.peer.uri, refusal)) as link:
        spin(lambda: link.state is LinkState.CONNECTED)
        assert link.last_error is refusal


@pytest.mark.parametrize("error", [UriError("no such scheme"), TypeError("a bug")])
def test_what_never_heals(error: Exception) -> None:
    """A bad URI or a bug in the dial function stops it; all who wait are told the reason."""
    dialler = Dialler("", error)
    with quick(dialler) as link:
        with pytest.raises(ConnectionLost, match=f"stopped: {error}") as caught:
            link.call(hostname)
        assert caught.value.__cause__ is error
        with pytest.raises(ConnectionLost, match=f"stopped: {error}"):
            link.events.domain_lifecycle().__enter__()
    assert link.last_error is error
    assert dialler.count == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_dial_that_ends_its_thread() -> None:
    """Whatever it raises: nobody waits for a connection that nobody dials."""
    with quick(Dialler("", SystemExit(1))) as link:
        with pytest.raises(ConnectionLost, match="the thread that dials has ended"):
            link.call(hostname)
        assert isinstance(link.last_error, InternalError)


def test_a_connection_that_is_dead_on_arrival(peer_beside: PeerThread) -> None:
    """Lost between the dial's end and the supervisor's look: dialled again."""
    numbers = itertools.count(1)

    def dial() -> Connection:
        conn = purevirt.sync.connect(peer_beside.peer.uri)
        if next(numbers) == 1:
            conn.close()
        return conn

    with quick(dial) as link:
        assert link.call(hostname) == "peer"
        assert isinstance(link.last_error, ConnectionClosed)


def test_closing_while_it_dials(peer_beside: PeerThread) -> None:
    """Closing does not wait for a dial that hangs; a connection that it brings all the same is closed."""
    peer = peer_beside.peer
    hanging, go_on = threading.Event(), threading.Event()

    def dial() -> Connection:
        hanging.set()
        go_on.wait(PATIENCE_S)
        return purevirt.sync.connect(peer.uri)

    link = quick(dial)
    link.start()
    link.start()
    with beside(link.wait_connected) as waiting:
        assert hanging.wait(PATIENCE_S)
        link.close()
        with pytest.raises(ConnectionClosed):
            waiting.result(PATIENCE_S)
    go_on.set()
    peer_beside.until(lambda: len(peer.links) == 1 and peer.links[0].closed.is_set())
    assert peer.links[0].calls(CONNECT_CLOSE)
    assert link.state is LinkState.STOPPED
    with pytest.raises(ConnectionClosed):
        link.call(hostname)


def test_closing_from_another_thread_ends_calls(peer_beside: PeerThread) -> None:
    """Four calls under way and one that waits for events: each ends with ConnectionClosed."""
    peer = peer_beside.peer
    peer.on(wire.VERSION, stall)
    with quick(peer.uri) as link, ThreadPoolExecutor(4) as pool:
        link.wait_connected(PATIENCE_S)
        calls = [pool.submit(link.call, lambda conn: conn.connect_get_lib_version()) for _ in range(3)]
        peer_beside.until(lambda: len(peer.link.calls(wire.VERSION)) == 3)
        link.close()
        for call in calls:
            with pytest.raises(ConnectionClosed):
                call.result(PATIENCE_S)
        link.close()


def test_closing_from_the_listener(peer_beside: PeerThread) -> None:
    """on_change may close: its own thread is not waited for, and what it is told keeps its order."""
    told: list[LinkState] = []

    def on_change(health: Health) -> None:
        told.append(health.state)
        if health.state is LinkState.CONNECTED:
            link.close()

    link = quick(peer_beside.peer.uri, on_change=on_change)
    link.start()
    peer_beside.until(lambda: len(peer_beside.peer.links) == 1 and peer_beside.peer.links[0].closed.is_set())
    assert told == [LinkState.CONNECTING, LinkState.CONNECTED, LinkState.STOPPED]


def test_a_listener_that_fails(peer_beside: PeerThread, caplog: pytest.LogCaptureFixture) -> None:
    """Its exception is logged, and costs nothing else."""

    def fail(_health: Health) -> None:
        raise ValueError("in the listener")

    with quick(peer_beside.peer.uri, on_change=fail) as link:
        assert link.call(hostname) == "peer"
    assert "on_change failed" in caplog.text


def test_not_entered() -> None:
    """Without a supervisor nothing would ever come: it says so instead of waiting."""
    link = quick("qemu:///system")
    with pytest.raises(ConnectionLost, match="with 'with' first"):
        link.wait_connected()
    link.close()


def test_an_interrupt_while_waiting_for_a_connection(tmp_path: Path) -> None:
    """Ctrl-C ends the wait, and the link goes on."""
    dialler = Dialler(f"qemu+unix:///system?socket={tmp_path}/sock")
    with quick(dialler) as link:
        interrupter = interrupt_once(lambda: dialler.count > 2 and waiting_count(link) == 2)
        with pytest.raises(KeyboardInterrupt):
            link.wait_connected()
        interrupter.join()
        with peer_thread(tmp_path):
            assert link.call(hostname) == "peer"


def test_an_interrupt_while_calling(peer_beside: PeerThread) -> None:
    """Ctrl-C gives the call up, and the connection is as good as before."""
    peer = peer_beside.peer
    peer.on(wire.VERSION, stall)
    with quick(peer.uri) as link:
        link.wait_connected(PATIENCE_S)
        interrupter = interrupt_once(lambda: bool(peer.links[0].calls(wire.VERSION)))
        with pytest.raises(KeyboardInterrupt):
            link.call(lambda conn: conn.connect_get_lib_version())
        interrupter.join()
        assert link.call(hostname) == "peer"
        assert len(peer.links) == 1
