"""Closing from a signal's handler, as services do it, whatever the handler has interrupted."""

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import purevirt.sync
from purevirt.errors import ConnectionClosed
from purevirt.rpc.gen.procedures import CONNECT_CLOSE
from purevirt.rpc.sync.monitor import Monitor
from purevirt.rpc.sync.wire import Wire
from purevirt.sync import Connection, Reconnecting
from tests.rpc import wire
from tests.rpc.peer import PATIENCE_S, PeerThread, stall
from tests.rpc.test_sync_calls import spin

MAIN = threading.main_thread()


@contextmanager
def closing_at_a_signal(client: Connection | Reconnecting) -> Iterator[None]:
    """Have SIGUSR1 close a client, as SIGTERM does in a service; wait until it is closed."""
    before = signal.signal(signal.SIGUSR1, lambda *_: client.close())
    try:
        yield
        client.close()
        spin(lambda: not any(one.name == "purevirt-close" for one in threading.enumerate()))
    finally:
        signal.signal(signal.SIGUSR1, before)


def raise_once(monkeypatch: pytest.MonkeyPatch, kind: type[Wire | Monitor], name: str) -> None:
    """Have the signal come in the main thread's next use of a method."""
    original = getattr(kind, name)
    pending = [signal.SIGUSR1]

    def interrupted(self: object, *args: object) -> object:
        if threading.current_thread() is MAIN and pending:
            signal.raise_signal(pending.pop())
        return original(self, *args)

    monkeypatch.setattr(kind, name, interrupted)


def test_while_this_thread_reads(peer_beside: PeerThread, caplog: pytest.LogCaptureFixture) -> None:
    """P7: its call ends with ConnectionClosed, after a good-bye that the daemon has answered: the handler did
    not wait for a reader that was waiting for the handler."""
    caplog.set_level(logging.DEBUG, "purevirt.rpc")
    peer = peer_beside.peer
    peer.on(wire.VERSION, stall)
    conn = purevirt.sync.connect(peer.uri)

    def signals() -> None:
        spin(lambda: bool(peer.link.calls(wire.VERSION)) and conn._wire._pollers == 1)
        signal.pthread_kill(MAIN.ident or 0, signal.SIGUSR1)

    with closing_at_a_signal(conn):
        thread = threading.Thread(target=signals)
        thread.start()
        with pytest.raises(ConnectionClosed):
            conn.connect_get_lib_version()
        thread.join()
    assert len(peer.link.calls(CONNECT_CLOSE)) == 1
    assert "CONNECT_CLOSE" not in caplog.text
    assert not conn.is_open


def test_while_this_thread_writes(peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """The supervisor cannot end while the interrupted thread has what it needs: nobody waits for it there."""
    peer = peer_beside.peer
    link = Reconnecting(peer.uri)
    link.start()
    link.wait_connected(PATIENCE_S)
    with closing_at_a_signal(link):
        raise_once(monkeypatch, Wire, "_send")
        assert link.call(lambda conn: conn.connect_get_hostname()) == "peer"
    peer_beside.until(peer.link.closed.is_set)
    with pytest.raises(ConnectionClosed):
        link.wait_connected(PATIENCE_S)


def test_while_this_thread_looks_at_the_link(
    peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same, with the link's own mutex, below which no connection's may be taken."""
    link = Reconnecting(peer_beside.peer.uri)
    link.start()
    link.wait_connected(PATIENCE_S)
    with closing_at_a_signal(link):
        raise_once(monkeypatch, Monitor, "notify")
        with link._monitor.mutex:
            link._monitor.notify()
    peer_beside.until(peer_beside.peer.link.closed.is_set)
