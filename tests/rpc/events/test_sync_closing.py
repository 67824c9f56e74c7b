"""A stream that is closed by another thread than the one that waits for its events.

Another subscriber shares its registration, so that the daemon is asked for nothing and nothing comes from it.
"""

import select
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

import purevirt.sync
from purevirt.errors import ConnectionClosed, LocalProtocolError
from purevirt.rpc.sync import keeper
from purevirt.sync import Connection
from tests.rpc import wire
from tests.rpc.events.event_peer import DEREGISTER, Gate, Registrar
from tests.rpc.events.test_sync_subscriptions import Lifecycles, number
from tests.rpc.peer import PATIENCE_S, Link, PeerThread, stall
from tests.rpc.streams.test_sync_streams import upload
from tests.rpc.test_sync_calls import spin


@pytest.fixture
def conn(peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    """A connection on which nothing happens of itself."""
    monkeypatch.setattr(keeper, "KEEPER_INTERVAL_S", 1000.0)
    peer_beside.peer.on(wire.HOSTNAME, stall)
    Registrar(peer_beside.peer)
    with purevirt.sync.connect(peer_beside.peer.uri, keepalive_interval_s=0) as connection:
        yield connection


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    """Threads that wait."""
    with ThreadPoolExecutor(3) as threads:
        yield threads


@pytest.fixture
def other(conn: Connection) -> Iterator[Lifecycles]:
    """Another subscriber to the same events."""
    with conn.events.domain_lifecycle() as stream:
        yield stream


def check_woken(waiting: Future[Any], peer_beside: PeerThread, other: Lifecycles) -> None:
    """Have a waiter be told, and the other subscriber see what comes."""
    assert isinstance(waiting.exception(PATIENCE_S), LocalProtocolError)
    assert peer_beside.peer.link.calls(DEREGISTER) == []
    peer_beside.run(peer_beside.peer.link.send(wire.lifecycle(5, callback_id=0)))
    assert number(other, PATIENCE_S) == 5


def is_stuck(conn: Connection, link: Link) -> bool:
    """Whether the peer has stopped reading, and the socket is full."""
    waits = bool(link.reading._waiters) and link._reader._paused  # type: ignore[attr-defined] # asyncio's own
    return waits and not select.select([], [conn._wire._socket], [], 0)[1]


def test_who_waits_reads(
    peer_beside: PeerThread, conn: Connection, pool: ThreadPoolExecutor, other: Lifecycles
) -> None:
    """It is called out of poll(), each time, and the connection is as it was."""
    for _ in range(3):
        with conn.events.domain_lifecycle() as stream:
            waiting = pool.submit(stream.next)
            spin(lambda: conn._wire._pollers == 1)
            stream.close()
            check_woken(waiting, peer_beside, other)
    assert not conn._wire._pollers
    waker = conn._wire._polls._waker
    assert waker is not None
    assert not select.select([waker._near], [], [], 0)[0], "who reads next would come out of poll() for ever"


def test_who_waits_sleeps(
    peer_beside: PeerThread, conn: Connection, pool: ThreadPoolExecutor, other: Lifecycles
) -> None:
    """A third thread reads, for a call's reply, and goes on with it."""
    call = pool.submit(conn.connect_get_hostname)
    spin(lambda: conn._wire._pollers == 1)
    with conn.events.domain_lifecycle() as stream:
        waiting = pool.submit(stream.next)
        spin(lambda: conn._wire._sleepers == 1)
        stream.close()
        check_woken(waiting, peer_beside, other)
    peer_beside.run(
        peer_beside.peer.link.reply(peer_beside.peer.link.calls(wire.HOSTNAME)[0], wire.hostname("h"))
    )
    assert call.result(PATIENCE_S) == "h"


def test_who_waits_writes(
    peer_beside: PeerThread, conn: Connection, pool: ThreadPoolExecutor, other: Lifecycles
) -> None:
    """The daemon takes no bytes of an upload, which everybody helps to write: only the waiter is done."""
    link = peer_beside.peer.link
    with conn.stream() as data, conn.events.domain_lifecycle() as stream:
        upload(conn, data)
        call = pool.submit(conn.connect_get_hostname)
        spin(lambda: bool(link.calls(wire.HOSTNAME)))
        link.reading.clear()
        writing = pool.submit(data.write, bytes(24 << 20))
        spin(lambda: conn._wire._pollers == 2 and is_stuck(conn, link))
        waiting = pool.submit(stream.next)
        spin(lambda: conn._wire._pollers == 3)
        stream.close()
        check_woken(waiting, peer_beside, other)
        assert not writing.done()
        assert not call.done()
        peer_beside._loop.call_soon_threadsafe(link.reading.set)
        writing.result(PATIENCE_S)
        peer_beside.run(link.reply(link.calls(wire.HOSTNAME)[0], wire.hostname("h")))
        assert call.result(PATIENCE_S) == "h"


@pytest.mark.parametrize("waits_for", ["an event", "a reply"])
def test_the_connection_is_closed(
    conn: Connection, pool: ThreadPoolExecutor, other: Lifecycles, waits_for: str
) -> None:
    """P7: by another thread than the one that reads, which is told so, whatever it reads for."""
    waiting: Future[Any] = pool.submit(other.next if waits_for == "an event" else conn.connect_get_hostname)
    spin(lambda: conn._wire._pollers == 1)
    conn.close()
    assert isinstance(waiting.exception(PATIENCE_S), ConnectionClosed)


def test_who_waits_enters(peer_beside: PeerThread, conn: Connection, pool: ThreadPoolExecutor) -> None:
    """Closed before the daemon has answered the registration: that is undone when it does."""
    registrar, gate = Registrar(peer_beside.peer), Gate()
    registrar.before_reply = gate
    stream = conn.events.domain_lifecycle()
    entering = pool.submit(stream.__enter__)
    spin(lambda: gate.reached.is_set() and conn._wire._pollers == 1)
    stream.close()
    assert isinstance(entering.exception(PATIENCE_S), LocalProtocolError)
    assert list(registrar.active) == [0]
    peer_beside._loop.call_soon_threadsafe(gate.open.set)
    while registrar.active:
        assert conn.connect_get_lib_version() == 11_003_000


def test_who_waits_enters_and_sleeps(
    peer_beside: PeerThread, conn: Connection, pool: ThreadPoolExecutor
) -> None:
    """The thread that reads began before there was any stream, and is not called out of poll()."""
    registrar, gate = Registrar(peer_beside.peer), Gate()
    registrar.before_reply = gate
    call = pool.submit(conn.connect_get_hostname)
    spin(lambda: conn._wire._pollers == 1 and bool(peer_beside.peer.link.calls(wire.HOSTNAME)))
    stream = conn.events.domain_lifecycle()
    entering = pool.submit(stream.__enter__)
    spin(lambda: gate.reached.is_set() and conn._wire._sleepers == 1)
    stream.close()
    assert isinstance(entering.exception(PATIENCE_S), LocalProtocolError)
    peer_beside._loop.call_soon_threadsafe(gate.open.set)
    peer_beside.run(
        peer_beside.peer.link.reply(peer_beside.peer.link.calls(wire.HOSTNAME)[0], wire.hostname("h"))
    )
    assert call.result(PATIENCE_S) == "h"


def test_who_waits_is_interrupted(peer_beside: PeerThread, conn: Connection, other: Lifecycles) -> None:
    """A signal's handler closes what its own thread waits for."""
    with conn.events.domain_lifecycle() as stream:
        before = signal.signal(signal.SIGUSR1, lambda *_: stream.close())
        try:
            main = threading.get_ident()

            def signals() -> None:
                spin(lambda: conn._wire._pollers == 1)
                signal.pthread_kill(main, signal.SIGUSR1)

            thread = threading.Thread(target=signals)
            thread.start()
            with pytest.raises(LocalProtocolError, match="was closed"):
                stream.next()
            thread.join()
        finally:
            signal.signal(signal.SIGUSR1, before)
    peer_beside.run(peer_beside.peer.link.send(wire.lifecycle(5, callback_id=0)))
    assert number(other, PATIENCE_S) == 5
