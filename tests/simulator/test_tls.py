"""Clients that come by TLS and never get as far as a call: they end when the daemon does."""

import asyncio
import os
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator

import pytest

from purevirt.rpc import xdr
from purevirt.rpc.framing import encode_frame
from purevirt.rpc.gen import procedures, remote
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import server_context
from tests.lab.pki import Pki

OPENING = encode_frame(
    remote.REMOTE_PROGRAM, 1, procedures.CONNECT_OPEN.number, 0, 1, 0,
    xdr.encode(remote.ConnectOpenArgs(name="qemu:///system", flags=0)),
)  # fmt: skip


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    """The daemon's side; it asks for no certificate."""
    folder = Pki(tmp_path_factory.mktemp("pki")).server()
    return server_context(folder / "servercert.pem", folder / "serverkey.pem")


class Client:
    """A client whose TLS is ours to hold back."""

    def __init__(self, port: int) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing)
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setblocking(False)

    async def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        await asyncio.get_running_loop().sock_sendall(self._socket, data)

    async def receive(self) -> bytes:
        """Return what comes, as it is; nothing at the end."""
        try:
            return await asyncio.get_running_loop().sock_recv(self._socket, 65536)
        except ConnectionResetError:
            return b""

    def hello(self) -> bytes:
        """Return what TLS says first."""
        with pytest.raises(ssl.SSLWantReadError):
            self._tls.do_handshake()
        return self._outgoing.read()

    def answer(self, data: bytes) -> bytes:
        """Return what TLS says to the daemon's part of the handshake, which ends it."""
        self._incoming.write(data)
        self._tls.do_handshake()
        return self._outgoing.read()

    def encrypt(self, data: bytes) -> bytes:
        """Return bytes as TLS sends them."""
        self._tls.write(data)
        return self._outgoing.read()

    async def read(self, size: int) -> bytes:
        """Return so many bytes that came through TLS."""
        found = b""
        while len(found) < size:
            try:
                found += self._tls.read(size - len(found))
            except ssl.SSLWantReadError:
                data = await self.receive()
                assert data
                self._incoming.write(data)
        return found

    def close(self) -> None:
        """Close the connection without a word."""
        self._socket.close()


async def _says_nothing(client: Client) -> None:
    """Connect, and that is all."""


async def _says_half(client: Client) -> None:
    hello = client.hello()
    await client.send(hello[: len(hello) // 2])


async def _does_not_answer(client: Client) -> None:
    await client.send(client.hello())
    assert await client.receive()


async def _welcomed(sim: SimulatedLibvirtd) -> Client:
    client = Client(sim.tls_port)
    await client.send(client.hello())
    await client.send(client.answer(await client.receive()))
    assert await client.read(1) == b"\x01"
    return client


async def _left() -> tuple[int, int]:
    return len(asyncio.all_tasks()), len(await asyncio.to_thread(os.listdir, "/proc/self/fd"))


@pytest.fixture
def clients() -> Iterator[list[Client]]:
    """Those of a test; closed behind it."""
    made: list[Client] = []
    yield made
    for client in made:
        client.close()


@pytest.mark.parametrize("begin", [_says_nothing, _says_half, _does_not_answer])
async def test_handshakes_end_with_the_daemon(
    begin: Callable[[Client], Awaitable[None]], context: ssl.SSLContext, clients: list[Client]
) -> None:
    """However far they have come: the client is hung up on at once, and no task or socket stays."""
    async with SimulatedLibvirtd(tls=context) as sim:
        await sim.stop()
        before = await _left()
        await sim.start()
        clients.extend(Client(sim.tls_port) for _ in range(20))
        for client in clients:
            await begin(client)
        clients.append(await _welcomed(sim))
        # the daemon has heard of those before it, then
        await sim.stop()
        for client in clients:
            async with asyncio.timeout(20):
                while await client.receive():
                    pass
        ours = len(clients)
        tasks, files = await _left()
        assert (tasks, files - ours) == before
        await sim.start()


async def test_calls_that_come_with_the_end_of_the_handshake(
    context: ssl.SSLContext, clients: list[Client]
) -> None:
    """A client that does not wait for its welcome is welcomed and answered all the same."""
    async with SimulatedLibvirtd(tls=context) as sim:
        client = Client(sim.tls_port)
        clients.append(client)
        await client.send(client.hello())
        finished = client.answer(await client.receive())
        await client.send(finished + client.encrypt(OPENING))
        assert (await client.read(1 + 28))[:1] == b"\x01"
        assert sim.client_count == 1


async def test_handshakes_that_fail(context: ssl.SSLContext, clients: list[Client]) -> None:
    """Garbage, and clients that go in the middle, are forgotten; others are served."""
    async with SimulatedLibvirtd(tls=context) as sim:
        await sim.stop()
        before = await _left()
        await sim.start()
        for what in (b"GET / HTTP/1.0\r\n\r\n", b"\x16\x03\x01\xff\xff", b"\0" * 300):
            client = Client(sim.tls_port)
            await client.send(what)
            client.close()
        async with asyncio.timeout(20):
            while len(sim._site.handshakes) + sim.client_count:
                (await _welcomed(sim)).close()
        await sim.stop()
        assert await _left() == before
        await sim.start()
