"""Making and ending a connection of the asyncio client."""

import asyncio
import os
import socket
from pathlib import Path

import pytest

import purevirt
from purevirt.errors import (
    AuthenticationError,
    ConnectError,
    ConnectionClosed,
    ConnectionLost,
    NoDomain,
    UriError,
)
from purevirt.rpc import xdr
from purevirt.rpc.aio import connection as connection_module
from purevirt.rpc.gen import procedures, remote
from tests.rpc import wire
from tests.rpc.peer import Link, Peer, answer, stall
from tests.rpc.wire import Message


def uri_of(path: Path) -> str:
    """Return the URI of a socket."""
    return f"qemu+unix:///system?socket={path}"


async def test_greeting(peer: Peer) -> None:
    """The handshake's calls in order, then an open connection that knows its URI and says good-bye."""
    async with await purevirt.connect(peer.uri) as conn:
        assert (conn.is_open, conn.uri) == (True, "qemu:///system")
        assert repr(conn) == f"<Connection {peer.path} open>"
        assert await conn.connect_get_hostname() == "peer"
    assert not conn.is_open
    assert repr(conn) == f"<Connection {peer.path} closed>"
    await peer.link.closed.wait()
    assert [message.procedure for message in peer.link.received] == [66, 60, 1, 60, 60, 59, 2]
    (open_,) = peer.link.calls(procedures.CONNECT_OPEN)
    assert xdr.decode(remote.ConnectOpenArgs, open_.payload)[0] == remote.ConnectOpenArgs("qemu:///system", 0)


async def test_readonly(peer: Peer) -> None:
    """E12: the flag reaches the daemon."""
    async with await purevirt.connect(peer.uri, readonly=True):
        (open_,) = peer.link.calls(procedures.CONNECT_OPEN)
        assert xdr.decode(remote.ConnectOpenArgs, open_.payload)[0].flags == 1


async def test_without_keepalive_feature_10_is_not_asked(peer: Peer) -> None:
    """K3: a client that sends no pings does not have itself pinged either."""
    async with await purevirt.connect(peer.uri, keepalive_interval_s=0):
        asked = [message.payload[-1] for message in peer.link.calls(procedures.CONNECT_SUPPORTS_FEATURE)]
        assert asked == [14, 15]


async def test_no_socket(tmp_path: Path) -> None:
    """Nothing there: an OSError that names what was tried."""
    with pytest.raises(ConnectError, match=r"tried .*nowhere; install the daemon, or start it") as caught:
        await purevirt.connect(uri_of(tmp_path / "nowhere"))
    assert isinstance(caught.value, OSError)


async def test_refused(tmp_path: Path) -> None:
    """A socket that a dead daemon left behind."""
    path = tmp_path / "sock"
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(path))
    with pytest.raises(ConnectError, match="no daemon listens") as caught:
        await purevirt.connect(uri_of(path))
    assert caught.value.endpoint == str(path)
    assert isinstance(caught.value.__cause__, ConnectionRefusedError)


async def test_no_permission(tmp_path: Path) -> None:
    """A socket that this user may not open; as root the test becomes somebody else for a moment."""
    path = tmp_path / "sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        path.chmod(0)
        uid = os.geteuid()
        if uid == 0:
            os.seteuid(65534)
        try:
            with pytest.raises(ConnectError, match="join the libvirt group"):
                await purevirt.connect(uri_of(path))
        finally:
            os.seteuid(uid)


async def test_path_too_long() -> None:
    """A path that no socket can have."""
    with pytest.raises(ConnectError, match="too long"):
        await purevirt.connect(uri_of(Path("/x" * 100)))


async def test_timeout_with_a_hint(peer: Peer) -> None:
    """K10, K11: a daemon that accepts and says nothing: the message names the limits, the socket closes."""
    peer.on(procedures.CONNECT_OPEN, stall)
    with pytest.raises(ConnectError, match=r"no answer within 0\.01 s.*max_anonymous_clients") as caught:
        await purevirt.connect(peer.uri, timeout_s=0.01)
    assert caught.value.endpoint == str(peer.path)
    if peer.links:
        await peer.link.closed.wait()


async def test_hung_up_during_the_greeting(peer: Peer) -> None:
    """K11: a daemon at max_clients hangs up: no connection was made, and the cause is kept."""

    async def cut(link: Link, call: Message) -> None:
        link.cut()

    peer.on(procedures.AUTH_LIST, cut)
    with pytest.raises(ConnectError, match="max_clients") as caught:
        await purevirt.connect(peer.uri)
    assert isinstance(caught.value.__cause__, ConnectionLost)


async def test_open_refused(peer: Peer) -> None:
    """A daemon without the driver: its own error, and the socket is closed."""

    async def refuse(link: Link, call: Message) -> None:
        await link.refuse(call, 42, "no connection driver available")

    peer.on(procedures.CONNECT_OPEN, refuse)
    with pytest.raises(NoDomain, match="no connection driver"):
        await purevirt.connect(peer.uri)
    await peer.link.closed.wait()


async def test_sasl_without_a_mechanism(peer: Peer) -> None:
    """A daemon that asks for SASL and then has none."""
    peer.on(procedures.AUTH_LIST, answer(xdr.encode(remote.AuthListRet(types=[remote.AuthType.SASL]))))
    with pytest.raises(AuthenticationError, match="no SASL mechanism"):
        await purevirt.connect(peer.uri)
    await peer.link.closed.wait()


async def test_ancient_daemon(peer: Peer) -> None:
    """An error to AUTH_LIST goes through the generator of the handshake and back."""

    async def unknown(link: Link, call: Message) -> None:
        await link.refuse(call, 39, "unknown procedure: 66", domain=7)

    peer.on(procedures.AUTH_LIST, unknown)
    async with await purevirt.connect(peer.uri) as conn:
        assert conn.is_open


async def test_a_bad_uri_dials_nothing() -> None:
    """U14: what cannot be planned is not tried."""
    with pytest.raises(UriError):
        await purevirt.connect("qemu+foo:///system")


async def test_cancelled_while_connecting(peer: Peer) -> None:
    """A caller that gives up leaves no socket behind."""
    peer.on(procedures.CONNECT_OPEN, stall)
    task = asyncio.create_task(purevirt.connect(peer.uri))
    await peer.until(lambda: bool(peer.links and peer.link.calls(procedures.CONNECT_OPEN)))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await peer.link.closed.wait()


async def test_close_says_good_bye(peer: Peer) -> None:
    """CONNECT_CLOSE is the last word, once, however often close is called."""
    conn = await purevirt.connect(peer.uri)
    await asyncio.gather(conn.close(), conn.close())
    await conn.close()
    await peer.link.closed.wait()
    assert 1 <= len(peer.link.calls(procedures.CONNECT_CLOSE)) <= 2
    with pytest.raises(ConnectionLost, match="the connection is closed") as caught:
        await conn.connect_get_hostname()
    assert not caught.value.maybe_executed


async def test_close_while_calls_are_under_way(peer: Peer) -> None:
    """Each call under way ends with ConnectionClosed; those that still waited were not carried out."""
    peer.on(wire.HOSTNAME, stall)
    conn = await purevirt.connect(peer.uri, max_calls=3)
    calls = [asyncio.create_task(conn.connect_get_hostname()) for _ in range(2)]
    await peer.until(lambda: len(peer.link.calls(wire.HOSTNAME)) == 2)
    await conn.close()
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [ConnectionClosed] * 2
    assert len(peer.link.calls(procedures.CONNECT_CLOSE)) == 1


async def test_close_is_not_held_up(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon that neither answers nor reads cannot keep close waiting, whatever is still to be written."""
    monkeypatch.setattr(connection_module, "CLOSE_TIMEOUT_S", 0.01)
    conn = await purevirt.connect(peer.uri)
    stream = conn.stream()
    await conn.storage_vol_upload(stream, wire.VOLUME, 0, 0)
    peer.link.reading.clear()
    writer = asyncio.create_task(stream.write(bytes(8 << 20)))
    await conn.close()
    with pytest.raises(ConnectionClosed):
        await writer


async def test_close_of_a_lost_connection(peer: Peer) -> None:
    """Leaving the block after the daemon died is quiet."""
    peer.on(wire.HOSTNAME, stall)
    async with await purevirt.connect(peer.uri) as conn:
        call = asyncio.create_task(conn.connect_get_hostname())
        await peer.until(lambda: bool(peer.link.calls(wire.HOSTNAME)))
        peer.link.cut()
        with pytest.raises(ConnectionLost):
            await call
    assert peer.link.calls(procedures.CONNECT_CLOSE) == []


async def test_daemon_dies_while_we_say_good_bye(peer: Peer) -> None:
    """An end of file instead of an answer to CONNECT_CLOSE is as good."""

    async def cut(link: Link, call: Message) -> None:
        link.cut()

    peer.on(procedures.CONNECT_CLOSE, cut)
    conn = await purevirt.connect(peer.uri)
    await conn.close()
    assert not conn.is_open


@pytest.mark.parametrize("error", [RuntimeError("x"), asyncio.CancelledError()])
async def test_leaving_the_block_early(peer: Peer, error: BaseException) -> None:
    """An exception or a cancellation passes through, and the connection is closed properly."""
    with pytest.raises(type(error)):
        async with await purevirt.connect(peer.uri):
            raise error
    await peer.link.closed.wait()
    assert len(peer.link.calls(procedures.CONNECT_CLOSE)) == 1


async def test_cancelled_while_closing(peer: Peer) -> None:
    """A close that is cancelled closes all the same."""
    peer.on(procedures.CONNECT_CLOSE, stall)
    conn = await purevirt.connect(peer.uri)
    task = asyncio.create_task(conn.close())
    await peer.until(lambda: bool(peer.link.calls(procedures.CONNECT_CLOSE)))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await peer.link.closed.wait()
    assert not conn.is_open
