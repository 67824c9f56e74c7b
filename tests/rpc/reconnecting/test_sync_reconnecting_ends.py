"""How the blocking client's supervised connection ends: from anywhere, once, and with nothing left."""

import os
import signal
import threading
from pathlib import Path

import pytest

import purevirt.sync
from purevirt.errors import ConnectionClosed, ConnectionLost, LocalProtocolError
from purevirt.sync import Connection, Health, LinkState, Reconnecting, Resync
from tests.rpc.events.event_peer import Registrar
from tests.rpc.peer import PATIENCE_S, PeerThread
from tests.rpc.reconnecting.test_sync_reconnecting import Dialler, beside, cut, hostname, quick
from tests.rpc.test_sync_calls import spin

RESTARTS = 100


def left() -> tuple[int, set[str]]:
    """Return how many descriptors and which threads this process has."""
    return len([*Path("/proc/self/fd").iterdir()]), {one.name for one in threading.enumerate()}


def closed_within_patience(link: Reconnecting) -> None:
    """Close a link in a thread, which has to come to its end."""
    with beside(link.close) as closing:
        closing.result(PATIENCE_S)


def test_a_hundred_restarts(peer_beside: PeerThread) -> None:
    """S23: cut as soon as it is back, a hundred times: each time registered anew and told, once, and at the
    end there is one connection's worth of threads and descriptors, and after closing none."""
    peer, registrar = peer_beside.peer, Registrar(peer_beside.peer)
    idle = left()
    with quick(peer.uri, first_pause_s=0.0001, last_pause_s=0.0002) as link:
        with link.events.domain_lifecycle() as events:
            once = left()
            for count in range(RESTARTS):
                cut(peer_beside, count)
                assert events.next(PATIENCE_S) == Resync()
                assert link.state is LinkState.CONNECTED
                assert len(peer.links) == count + 2
            assert registrar.count == RESTARTS + 1
            assert link.call(hostname) == "peer"
            spin(lambda: left() == once)
        peer_beside.until(lambda: not registrar.active)
    spin(lambda: left() == idle)


def test_closing_again_from_the_listener_of_the_close(peer_beside: PeerThread) -> None:
    """on_change closes when it is told that it was closed, by another thread than dials: no deadlock."""
    told: list[LinkState] = []

    def on_change(health: Health) -> None:
        told.append(health.state)
        if health.state is LinkState.STOPPED:
            link.close()

    link = quick(peer_beside.peer.uri, on_change=on_change)
    link.start()
    link.wait_connected(PATIENCE_S)
    closed_within_patience(link)
    assert told[-1] is LinkState.STOPPED
    peer_beside.until(peer_beside.peer.link.closed.is_set)


def test_an_interrupt_while_closing(peer_beside: PeerThread) -> None:
    """Ctrl-C while on_change is told of the end: the connection is closed all the same, also once more."""

    def on_change(health: Health) -> None:
        if health.state is LinkState.STOPPED:
            raise KeyboardInterrupt

    link = quick(peer_beside.peer.uri, on_change=on_change)
    link.start()
    link.wait_connected(PATIENCE_S)
    with pytest.raises(KeyboardInterrupt):
        link.close()
    peer_beside.until(peer_beside.peer.link.closed.is_set)
    closed_within_patience(link)
    with pytest.raises(ConnectionClosed):
        link.call(hostname)


def test_closing_from_many_threads(peer_beside: PeerThread) -> None:
    """Eight at once: all come back, and the daemon is rid of the connection."""
    link = quick(peer_beside.peer.uri)
    link.start()
    link.wait_connected(PATIENCE_S)
    threads = [threading.Thread(target=link.close, daemon=True) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert not any(thread.is_alive() for thread in threads)
    peer_beside.until(peer_beside.peer.link.closed.is_set)


def test_no_thread_to_dial(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has no more threads: that is raised, and nobody waits for a dial that never comes."""

    def start(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    link = quick(Dialler(""))
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", start)
        with pytest.raises(RuntimeError):
            link.start()
    with pytest.raises(ConnectionLost, match="not connected"):
        link.wait_connected()
    link.close()


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_fork(peer_beside: PeerThread) -> None:
    """In the child, whatever other threads held at that moment: calls and events say so, closing lets go of
    the child's copy alone, and the parent goes on."""
    with quick(peer_beside.peer.uri) as link:
        link.wait_connected(PATIENCE_S)
        held, go_on = threading.Event(), threading.Event()

        def hold() -> None:
            with link._monitor.mutex:
                held.set()
                go_on.wait(PATIENCE_S)

        with beside(hold):
            assert held.wait(PATIENCE_S)
            pid = os.fork()
            if pid == 0:
                in_the_child(link)
            go_on.set()
        _, status = os.waitpid(pid, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        assert link.call(hostname) == "peer"
        assert len(peer_beside.peer.links) == 1


def in_the_child(link: Reconnecting) -> None:
    """Use and close a link of the parent's; exit with 0 if that was told."""
    signal.alarm(int(PATIENCE_S))
    code = 1
    try:
        for use in (
            lambda: link.call(hostname),
            link.events.domain_lifecycle().__enter__,
            link.wait_connected,
        ):
            with pytest.raises(LocalProtocolError, match="before a fork"):
                use()
        link.close()
        code = 0
    finally:
        os._exit(code)


def test_entered_after_the_fork(peer_beside: PeerThread) -> None:
    """Made before a fork and entered in the child, it works there."""
    link = quick(Dialler(peer_beside.peer.uri))
    pid = os.fork()
    if pid == 0:
        signal.alarm(int(PATIENCE_S))
        code = 1
        try:
            with link:
                code = int(link.call(hostname) != "peer")
        finally:
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_a_dial_that_comes_after_the_end(peer_beside: PeerThread) -> None:
    """Closed between the dial and the look at what it brought: that is closed, and nobody was given it."""
    dialled, go_on = threading.Event(), threading.Event()

    def dial() -> Connection:
        conn = purevirt.sync.connect(peer_beside.peer.uri)
        dialled.set()
        go_on.wait(PATIENCE_S)
        return conn

    link = quick(dial)
    link.start()
    assert dialled.wait(PATIENCE_S)
    link.close()
    go_on.set()
    peer_beside.until(peer_beside.peer.link.closed.is_set)
    with pytest.raises(ConnectionClosed):
        link.call(hostname)
