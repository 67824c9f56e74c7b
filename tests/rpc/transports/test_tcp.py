"""Plain TCP: addresses in turn, and what goes wrong."""

import asyncio
import contextlib
import errno
import logging
import socket
import time
from collections.abc import AsyncIterator, Iterator

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import ConnectError
from purevirt.rpc.aio import tcp as tcp_module
from purevirt.rpc.aio.tcp import open_socket
from purevirt.rpc.dialling.plan import TcpPlan, TlsPlan
from purevirt.rpc.sync import dial as sync_dial
from purevirt.rpc.sync.dial import Secrets, dial
from tests.rpc.peer import Peer


@contextlib.asynccontextmanager
async def tcp_peer(peer: Peer) -> AsyncIterator[int]:
    """Let the peer listen on a port too."""
    server = await asyncio.start_server(peer._accept, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for link in peer.links:
            link.cut()
            with contextlib.suppress(ConnectionError):
                await link._writer.wait_closed()


@pytest.fixture
def dead_port() -> Iterator[int]:
    """A port on which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


async def test_both_clients(peer: Peer, caplog: pytest.LogCaptureFixture) -> None:
    """U8: greeting and calls; each connection warns once."""
    async with tcp_peer(peer) as port:
        uri = f"qemu+tcp://127.0.0.1:{port}/system"
        async with await purevirt.connect(uri) as conn:
            assert await conn.connect_get_hostname() == "peer"
            assert repr(conn) == f"<Connection 127.0.0.1:{port} open>"
            assert await conn.connect_get_hostname() == "peer"

        def blocking() -> None:
            with purevirt.sync.connect(uri) as conn:
                assert conn.connect_get_hostname() == "peer"
                assert conn._wire._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

        await asyncio.to_thread(blocking)
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert ["plain text" in record.message for record in warnings] == [True, True]


def addresses(*found: tuple[str, int]) -> list[tuple[object, ...]]:
    """Return what a resolver says."""
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address) for address in found]


async def test_the_next_address(peer: Peer, dead_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name with an address that refuses, and one that does not."""
    async with tcp_peer(peer) as port:
        found = addresses(("127.0.0.1", dead_port), ("127.0.0.1", port))
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: found)
        sock = await open_socket(TcpPlan("several"))
        assert sock.getpeername()[1] == port
        sock.close()
        dialled = await asyncio.to_thread(dial, TcpPlan("several"), Secrets(), time.monotonic() + 10)
        assert dialled.sock.getpeername()[1] == port
        dialled.sock.close()
        await peer.until(lambda: len(peer.links) == 2)


@contextlib.contextmanager
def black_hole() -> Iterator[tuple[str, int]]:
    """An address whose queue is full: to connect there takes for ever."""
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        address: tuple[str, int] = listener.getsockname()
        # one is in the queue; those after it wait for a place
        for _ in range(3):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(address)
        yield address


async def test_an_address_that_does_not_answer(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps the next one waiting for a bounded time."""
    monkeypatch.setattr(tcp_module, "_ADDRESS_TIMEOUT_S", 0.05)
    monkeypatch.setattr(sync_dial, "_ADDRESS_TIMEOUT_S", 0.05)
    async with tcp_peer(peer) as port:
        with black_hole() as hole:
            found = addresses(hole, ("127.0.0.1", port))
            monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: found)
            sock = await open_socket(TcpPlan("several"))
            assert sock.getpeername()[1] == port
            sock.close()
            dialled = await asyncio.to_thread(dial, TcpPlan("several"), Secrets(), time.monotonic() + 10)
            assert dialled.sock.getpeername()[1] == port
            dialled.sock.close()
            await peer.until(lambda: len(peer.links) == 2)


async def test_the_deadline() -> None:
    """Where nobody answers, the caller's time is what counts; nothing is left open."""
    with black_hole() as (host, port):
        uri = f"qemu+tcp://{host}:{port}/system"
        with pytest.raises(ConnectError, match=r"no answer within 0\.05 s"):
            await purevirt.connect(uri, timeout_s=0.05)
        with pytest.raises(ConnectError, match=r"no answer within 0\.05 s") as caught:
            await asyncio.to_thread(purevirt.sync.connect, uri, timeout_s=0.05)
        assert caught.value.transport == "tcp"
        with pytest.raises(ConnectError, match="no answer within 0 s"):
            await asyncio.to_thread(purevirt.sync.connect, uri, timeout_s=0)


async def test_nobody_listens(dead_port: int) -> None:
    """The port is named, and what to start."""
    uri = f"qemu+tcp://127.0.0.1:{dead_port}/system"
    for attempt in (purevirt.connect(uri), asyncio.to_thread(purevirt.sync.connect, uri)):
        with pytest.raises(
            ConnectError, match=f"127.0.0.1:{dead_port}: nothing listens.*libvirtd-tcp"
        ) as caught:
            await attempt
        assert isinstance(caught.value.__cause__, ConnectionRefusedError)
    with pytest.raises(ConnectError, match=r"libvirtd-tls\.socket") as other:
        await open_socket(TlsPlan("127.0.0.1", dead_port))
    assert other.value.transport == "tls"


@pytest.mark.parametrize(
    ("host", "match"),
    [
        ("nowhere.invalid", "nowhere.invalid:16509: "),
        ("a" * 64 + ".example", "not a name that can be looked up"),
    ],
)
async def test_no_such_name(host: str, match: str) -> None:
    """A name that is unknown, or cannot be one."""
    for attempt in (
        purevirt.connect(f"qemu+tcp://{host}/system"),
        asyncio.to_thread(purevirt.sync.connect, f"qemu+tcp://{host}/system"),
    ):
        with pytest.raises(ConnectError, match=match):
            await attempt


async def test_a_name_without_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resolver that says nothing."""
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: [])
    with pytest.raises(ConnectError, match="the name has no address"):
        await open_socket(TcpPlan("h"))
    with pytest.raises(ConnectError, match="the name has no address"):
        await asyncio.to_thread(dial, TcpPlan("h"), Secrets(), time.monotonic() + 10)


def test_interrupted_while_dialling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C leaves no socket open (pytest would tell)."""

    class Interrupted(socket.socket):
        def connect(self, _address: object) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(socket, "socket", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        dial(TcpPlan("127.0.0.1", 1), Secrets(), time.monotonic() + 10)


def test_the_systems_own_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """ETIMEDOUT of the kernel, long before our deadline, is an error of the network."""

    class Slow(socket.socket):
        def connect(self, _address: object) -> None:
            raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")

    monkeypatch.setattr(socket, "socket", Slow)
    with pytest.raises(ConnectError, match="Connection timed out"):
        dial(TcpPlan("127.0.0.1", 1), Secrets(), time.monotonic() + 10)
