"""Calls of the blocking client, from one thread and from many."""

import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

import purevirt.sync
from purevirt.errors import ConnectionLost, EncodeError, NoDomain
from purevirt.rpc.sync import keeper
from purevirt.rpc.sync.monitor import regain
from tests.rpc import wire
from tests.rpc.peer import PATIENCE_S, Link, PeerThread, stall
from tests.rpc.wire import Message


def spin(condition: Callable[[], bool]) -> None:
    """Return once `condition` of another thread's state holds."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.001)


def interrupt_once(condition: Callable[[], bool]) -> threading.Thread:
    """Send this thread a Ctrl-C as soon as `condition` holds."""
    ident = threading.get_ident()

    def work() -> None:
        spin(condition)
        signal.pthread_kill(ident, signal.SIGINT)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_sixteen_threads(peer_beside: PeerThread) -> None:
    """K8: any number of threads on one connection: each gets its own answer, the daemon sees four at once."""
    running, most = 0, 0

    async def echo(link: Link, call: Message) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await link.send(wire.reply(wire.LOOKUP, call.serial, call.payload))
        running -= 1

    peer_beside.peer.on(wire.LOOKUP, echo)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn, ThreadPoolExecutor(16) as pool:
        core = conn._wire

        def ask(thread: int) -> bool:
            return all(
                core.call(wire.LOOKUP, payload) == payload
                for payload in (b"%03d.%05d" % (thread, number) for number in range(60))
            )

        assert list(pool.map(ask, range(16))) == [True] * 16
        assert core.session.in_flight_count == 0
    assert most <= 4


def test_the_reader_hands_over(peer_beside: PeerThread) -> None:
    """One thread reads for all; when its own answer comes, one of the sleepers takes over."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(3) as pool:
        calls = []
        for count in range(1, 4):
            calls.append(pool.submit(conn.connect_get_hostname))
            peer_beside.until(lambda count=count: len(peer.link.calls(wire.HOSTNAME)) == count)  # type: ignore[misc] # a bound default
        spin(lambda: conn._wire._sleepers == 2)
        for call, message in zip(calls, peer.link.calls(wire.HOSTNAME), strict=True):
            peer_beside.run(peer.link.reply(message, wire.hostname(f"h{message.serial}")))
            assert call.result(10) == f"h{message.serial}"
        assert conn._wire._sleepers == 0
        assert not conn._wire._reading


def test_an_answer_for_a_sleeper(peer_beside: PeerThread) -> None:
    """P8: the reader gives a sleeping thread its answer and goes on reading for its own."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(1) as pool:
        first = pool.submit(conn.connect_get_hostname)
        peer_beside.until(lambda: bool(peer.link.calls(wire.HOSTNAME)))
        assert conn.connect_get_lib_version() == 11_003_000
        assert not first.done()
        peer_beside.run(peer.link.reply(peer.link.calls(wire.HOSTNAME)[0], wire.hostname("h")))
        assert first.result(10) == "h"


def test_interrupted_while_reading(peer_beside: PeerThread) -> None:
    """Ctrl-C in a call: KeyboardInterrupt at once, the call is abandoned, the next ones are answered."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri) as conn:
        thread = interrupt_once(lambda: conn._wire._pollers == 1)
        with pytest.raises(KeyboardInterrupt):
            conn.connect_get_hostname()
        thread.join()
        assert conn.is_open
        assert conn.connect_get_lib_version() == 11_003_000
        assert [call.state.value for call in conn._wire.session._sent.values()] == ["abandoned"]
        (late,) = peer.link.calls(wire.HOSTNAME)
        peer_beside.run(peer.link.reply(late, wire.hostname("late")))
        assert conn.connect_get_lib_version() == 11_003_000
        assert conn._wire.session.in_flight_count == 0


def test_an_interrupted_reader_hands_over(peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the thread that reads: a sleeping one takes over, without the keeper's help."""
    monkeypatch.setattr(keeper, "KEEPER_INTERVAL_S", 1000.0)
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri, keepalive_interval_s=0) as conn, ThreadPoolExecutor(1) as pool:
        others: list[Future[str]] = []

        def has_sleeper() -> bool:
            if conn._wire._pollers == 1 and not others:
                others.append(pool.submit(conn.connect_get_hostname))
            return conn._wire._sleepers == 1

        thread = interrupt_once(has_sleeper)
        with pytest.raises(KeyboardInterrupt):
            conn.connect_get_hostname()
        thread.join()
        peer_beside.until(lambda: len(peer.link.calls(wire.HOSTNAME)) == 2)
        for call in peer.link.calls(wire.HOSTNAME):
            peer_beside.run(peer.link.reply(call, wire.hostname("h")))
        assert others[0].result(10) == "h"


def test_interrupted_while_asleep(peer_beside: PeerThread) -> None:
    """Ctrl-C in a thread that waits for the reader: the reader is not disturbed."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(1) as pool:
        other = pool.submit(conn.connect_get_hostname)
        spin(lambda: conn._wire._reading and bool(peer.link.calls(wire.HOSTNAME)))
        thread = interrupt_once(lambda: conn._wire._sleepers == 1)
        with pytest.raises(KeyboardInterrupt):
            conn.connect_get_hostname()
        thread.join()
        assert conn._wire._sleepers == 0
        assert conn.connect_get_lib_version() == 11_003_000
        peer_beside.run(peer.link.reply(peer.link.calls(wire.HOSTNAME)[0], wire.hostname("h")))
        assert other.result(10) == "h"


@pytest.mark.parametrize("where", ["receive_data", "data_to_send"])
def test_interrupted_while_handling_bytes(
    peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """An interrupt that would lose what others wait for ends the connection: nobody waits for ever."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri) as conn, ThreadPoolExecutor(1) as pool:
        other = pool.submit(conn.connect_get_hostname)
        core = conn._wire
        spin(lambda: core._reading and bool(peer.link.calls(wire.HOSTNAME)))
        original = getattr(core.session, where)
        main = threading.get_ident()

        def interrupted(*args: object) -> object:
            result: object = original(*args)
            if threading.get_ident() == main:
                monkeypatch.undo()
                raise KeyboardInterrupt
            return result

        # held all along, so that the other thread cannot take what this one is to be interrupted in
        with core._mutex:
            monkeypatch.setattr(core.session, where, interrupted)
            peer_beside.run(peer.link.send(wire.pong()))
            with pytest.raises(KeyboardInterrupt):
                core._receive() if where == "receive_data" else core._flush()
        error = other.exception(10)
        assert isinstance(error, ConnectionLost)
        assert "interrupted while handling bytes" in str(error)
        assert error.maybe_executed
        assert not conn.is_open


class InterruptedMutex:
    """A mutex in whose acquiring Ctrl-C comes: once before it is taken, then right after."""

    def __init__(self) -> None:
        self.attempts = 0
        self.owned = False

    def acquire(self) -> None:
        """Take it, or not, and raise in any case."""
        self.attempts += 1
        self.owned = self.attempts == 2
        raise KeyboardInterrupt

    def _is_owned(self) -> bool:
        return self.owned


def test_an_interrupt_while_taking_the_mutex() -> None:
    """Ctrl-C between poll and mutex: raised, but only once the mutex is held, and never taken twice."""
    mutex: Any = InterruptedMutex()
    with pytest.raises(KeyboardInterrupt):
        regain(mutex)
    assert (mutex.attempts, mutex.owned) == (2, True)
    regain(mutex)
    assert mutex.attempts == 2


def test_a_mutex_is_held_as_often_as_before() -> None:
    """Given up wholly and taken back: it takes as many releases as before until others may have it."""
    mutex: Any = threading.RLock()
    mutex.acquire()
    mutex.acquire()
    held = mutex._release_save()
    assert not mutex._is_owned()
    regain(mutex, held)
    mutex.release()
    assert mutex._is_owned()
    mutex.release()
    assert not mutex._is_owned()


def test_nobody_waits_on_a_closed_connection(peer_beside: PeerThread) -> None:
    """P7: whatever a thread waits for, the end of the connection ends the wait."""
    conn = purevirt.sync.connect(peer_beside.peer.uri)
    conn.close()
    assert conn._wire.wait(lambda: False, lambda: "over") == "over"


def test_calls_that_fail_here_or_there(peer_beside: PeerThread) -> None:
    """E4, P24: the daemon's error is raised, a bad argument is not sent, and the connection goes on."""

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 42, "Domain not found")

    peer_beside.peer.on(wire.LOOKUP, refuse)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with pytest.raises(NoDomain):
            conn.domain_lookup_by_name("x")
        with pytest.raises(EncodeError, match="NUL"):
            conn.domain_lookup_by_name("x\0y")
        assert len(peer_beside.peer.link.calls(wire.LOOKUP)) == 1
        assert conn.connect_get_hostname() == "peer"


def test_every_thread_is_told_of_the_loss(peer_beside: PeerThread) -> None:
    """P7: the daemon dies: reader, sleepers and those without a place, each once, with the truth."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri, max_calls=2) as conn, ThreadPoolExecutor(5) as pool:
        calls = [pool.submit(conn.connect_get_hostname) for _ in range(5)]
        spin(lambda: conn._wire.session.waiting_count == 3 and len(peer.link.calls(wire.HOSTNAME)) == 2)
        peer_beside.run(peer.link.stop())
        errors = [call.exception(10) for call in calls]
        assert all(isinstance(error, ConnectionLost) for error in errors)
        assert sorted(error.maybe_executed for error in errors if isinstance(error, ConnectionLost)) == [
            False, False, False, True, True,
        ]  # fmt: skip
        assert not conn.is_open


def test_nonsense_ends_the_connection(peer_beside: PeerThread) -> None:
    """P3: a bad length word: the reason is in the error, the socket is closed."""

    async def nonsense(link: Link, call: Message) -> None:
        await link.send(b"\0\0\0\3")

    peer_beside.peer.on(wire.HOSTNAME, nonsense)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        with pytest.raises(ConnectionLost, match="length word 0x3"):
            conn.connect_get_hostname()
        peer_beside.until(peer_beside.peer.link.closed.is_set)


def test_a_deadline_for_a_sleeper(peer_beside: PeerThread) -> None:
    """A thread that waits for the reader keeps its own deadline, and the reader waits on."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    with purevirt.sync.connect(peer.uri, keepalive_interval_s=0) as conn, ThreadPoolExecutor(1) as pool:
        other = pool.submit(conn.connect_get_hostname)
        spin(lambda: conn._wire._reading and bool(peer.link.calls(wire.HOSTNAME)))
        with pytest.raises(TimeoutError):
            conn._wire.call(wire.HOSTNAME, b"", time.monotonic() + 0.01)
        assert not other.done()
        peer_beside.run(peer.link.reply(peer.link.calls(wire.HOSTNAME)[0], wire.hostname("h")))
        assert other.result(10) == "h"


def test_a_large_reply(peer_beside: PeerThread) -> None:
    """P31, K1: 30 MiB in pieces, pings around them."""
    payload = bytes(30 << 20)

    async def large(link: Link, call: Message) -> None:
        await link.send(wire.ping(), wire.reply(wire.HOSTNAME, call.serial, payload), wire.ping())

    peer_beside.peer.on(wire.HOSTNAME, large)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        assert conn._wire.call(wire.HOSTNAME, b"") == payload
        peer_beside.until(lambda: peer_beside.peer.link.keepalives(wire.PONG) == 2)


@pytest.fixture
def quick_keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """A keeper that looks every millisecond."""
    monkeypatch.setattr(keeper, "KEEPER_INTERVAL_S", 0.001)


def test_the_keeper_answers_while_nobody_calls(peer_beside: PeerThread, quick_keeper: None) -> None:
    """K1: an idle connection answers pings, and events that come meanwhile harm nobody."""
    with purevirt.sync.connect(peer_beside.peer.uri, keepalive_interval_s=0) as conn:
        link = peer_beside.peer.link
        peer_beside.run(link.send(wire.lifecycle(1), wire.ping()))
        peer_beside.until(lambda: link.keepalives(wire.PONG) == 1)
        assert conn.connect_get_hostname() == "peer"


def test_the_keeper_asks_and_gives_up(peer_beside: PeerThread, quick_keeper: None) -> None:
    """K6: an idle connection to a dead daemon ends by itself."""
    peer = peer_beside.peer
    peer_beside.peer.on_keepalive(stall)
    with purevirt.sync.connect(peer.uri, keepalive_interval_s=0.01, keepalive_count=2) as conn:
        peer_beside.until(peer.link.closed.is_set)
        assert peer.link.keepalives(wire.PING) >= 2
        with pytest.raises(ConnectionLost):
            conn.connect_get_hostname()


def test_a_silent_daemon_is_given_up_in_a_call(peer_beside: PeerThread) -> None:
    """K6: the thread that reads keeps the time itself."""
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    peer.on_keepalive(stall)
    with (
        purevirt.sync.connect(peer.uri, keepalive_interval_s=0.01, keepalive_count=2) as conn,
        pytest.raises(ConnectionLost, match=r"did not answer for 0\.03 s"),
    ):
        conn.connect_get_hostname()
    assert peer.link.keepalives(wire.PING) >= 2


def test_the_keeper_notices_a_death(peer_beside: PeerThread, quick_keeper: None) -> None:
    """P7: an idle connection whose daemon dies is closed without anybody calling."""
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        peer_beside.run(peer_beside.peer.link.stop())
        spin(lambda: not conn.is_open)
        with pytest.raises(ConnectionLost):
            conn.connect_get_hostname()
