"""Making and ending a connection of the blocking client."""

import errno
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import purevirt.sync
from purevirt.errors import (
    AuthenticationError,
    ConnectError,
    ConnectionClosed,
    ConnectionLost,
    NoDomain,
)
from purevirt.rpc import xdr
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.sync import connection as connection_module
from tests.rpc import wire
from tests.rpc.peer import Link, PeerThread, answer, stall
from tests.rpc.wire import Message


def uri_of(path: Path) -> str:
    """Return the URI of a socket."""
    return f"qemu+unix:///system?socket={path}"


def keepers() -> list[threading.Thread]:
    """Return the keeper threads that live."""
    return [thread for thread in threading.enumerate() if thread.name == "purevirt-keepalive"]


def test_greeting(peer_beside: PeerThread) -> None:
    """The same handshake as the asyncio client's, then calls, then good-bye; no thread is left."""
    peer = peer_beside.peer
    with purevirt.sync.connect(peer.uri) as conn:
        assert (conn.is_open, conn.uri) == (True, "qemu:///system")
        assert repr(conn) == f"<Connection {peer.path} open>"
        assert conn.connect_get_hostname() == "peer"
        assert len(keepers()) == 1
    assert repr(conn) == f"<Connection {peer.path} closed>"
    peer_beside.until(peer.link.closed.is_set)
    assert [message.procedure for message in peer.link.received] == [66, 60, 1, 60, 60, 59, 2]
    assert keepers() == []


def test_readonly_without_keepalive(peer_beside: PeerThread) -> None:
    """E12, K3: the flag of open is set, feature 10 is not asked."""
    with purevirt.sync.connect(peer_beside.peer.uri, readonly=True, keepalive_interval_s=0):
        link = peer_beside.peer.link
        (open_,) = link.calls(procedures.CONNECT_OPEN)
        assert xdr.decode(remote.ConnectOpenArgs, open_.payload)[0].flags == 1
        assert [one.payload[-1] for one in link.calls(procedures.CONNECT_SUPPORTS_FEATURE)] == [14, 15]


def test_no_socket(tmp_path: Path) -> None:
    """Nothing there: the error names what was tried."""
    with pytest.raises(ConnectError, match="nowhere; install the daemon"):
        purevirt.sync.connect(uri_of(tmp_path / "nowhere"))


def test_refused(tmp_path: Path) -> None:
    """A socket that a dead daemon left behind."""
    path = tmp_path / "sock"
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(path))
    with pytest.raises(ConnectError, match="no daemon listens") as caught:
        purevirt.sync.connect(uri_of(path))
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == errno.ECONNREFUSED


def test_timeout_with_a_hint(peer_beside: PeerThread) -> None:
    """K10, K11: a daemon that accepts and says nothing; socket and thread are gone afterwards."""
    peer_beside.peer.on(procedures.CONNECT_OPEN, stall)
    with pytest.raises(ConnectError, match=r"no answer within 0\.01 s.*max_anonymous_clients"):
        purevirt.sync.connect(peer_beside.peer.uri, timeout_s=0.01)
    peer_beside.until(lambda: all(link.closed.is_set() for link in peer_beside.peer.links))
    assert keepers() == []


def test_hung_up_during_the_greeting(peer_beside: PeerThread) -> None:
    """K11: no connection was made, and the cause is kept."""

    async def cut(link: Link, call: Message) -> None:
        link.cut()

    peer_beside.peer.on(procedures.AUTH_LIST, cut)
    with pytest.raises(ConnectError, match="max_clients") as caught:
        purevirt.sync.connect(peer_beside.peer.uri)
    assert isinstance(caught.value.__cause__, ConnectionLost)


def test_refused_by_the_daemon(peer_beside: PeerThread) -> None:
    """The daemon's own error to CONNECT_OPEN, and an authentication that we cannot give."""

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 42, "no connection driver available")

    peer = peer_beside.peer
    peer.on(procedures.CONNECT_OPEN, refuse)
    with pytest.raises(NoDomain, match="no connection driver"):
        purevirt.sync.connect(peer.uri)
    peer.on(procedures.AUTH_LIST, answer(xdr.encode(remote.AuthListRet(types=[remote.AuthType.SASL]))))
    with pytest.raises(AuthenticationError, match="no SASL mechanism"):
        purevirt.sync.connect(peer.uri)
    peer_beside.until(lambda: all(link.closed.is_set() for link in peer.links))


def test_ancient_daemon(peer_beside: PeerThread) -> None:
    """An error to AUTH_LIST goes through the generator of the handshake and back."""

    async def unknown(link: Link, call: Message) -> None:
        await link.refuse(call, 39, "unknown procedure: 66", domain=7)

    peer_beside.peer.on(procedures.AUTH_LIST, unknown)
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        assert conn.is_open


def test_bad_options_dial_nothing(peer_beside: PeerThread) -> None:
    """An option out of range is refused before there is a socket."""
    with pytest.raises(ValueError, match="max_calls"):
        purevirt.sync.connect(peer_beside.peer.uri, max_calls=0)
    assert peer_beside.peer.links == []


def test_close_is_final(peer_beside: PeerThread) -> None:
    """After close, and close again, every call says that nothing was sent."""
    conn = purevirt.sync.connect(peer_beside.peer.uri)
    conn.close()
    conn.close()
    with pytest.raises(ConnectionLost, match="the connection is closed") as caught:
        conn.connect_get_hostname()
    assert not caught.value.maybe_executed
    assert len(peer_beside.peer.link.calls(procedures.CONNECT_CLOSE)) == 1


@pytest.mark.parametrize("answered", [True, False])
def test_close_releases_other_threads(
    peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    """Threads in calls get ConnectionClosed, also when the daemon does not answer our good-bye."""
    monkeypatch.setattr(connection_module, "CLOSE_TIMEOUT_S", 60.0 if answered else 0.05)
    peer = peer_beside.peer
    peer.on(wire.HOSTNAME, stall)
    if not answered:
        peer.on(procedures.CONNECT_CLOSE, stall)
    conn = purevirt.sync.connect(peer.uri)
    with ThreadPoolExecutor(2) as pool:
        calls = [pool.submit(conn.connect_get_hostname) for _ in range(2)]
        peer_beside.until(lambda: len(peer.link.calls(wire.HOSTNAME)) == 2)
        conn.close()
        errors = [call.exception(10) for call in calls]
    assert [type(error) for error in errors] == [ConnectionClosed] * 2
    assert len(peer.link.calls(procedures.CONNECT_CLOSE)) == 1


def test_leaving_the_block_by_an_exception(peer_beside: PeerThread) -> None:
    """It passes through, and the daemon is told good-bye."""
    with pytest.raises(RuntimeError), purevirt.sync.connect(peer_beside.peer.uri):
        raise RuntimeError
    peer_beside.until(peer_beside.peer.link.closed.is_set)
    assert len(peer_beside.peer.link.calls(procedures.CONNECT_CLOSE)) == 1


def test_close_after_the_daemon_died(peer_beside: PeerThread) -> None:
    """Leaving the block is quiet, whether the death was noticed before or is noticed now."""
    with purevirt.sync.connect(peer_beside.peer.uri) as conn:
        peer_beside.run(peer_beside.peer.link.stop())
    assert not conn.is_open
    assert keepers() == []
