"""Both clients over TLS, to a peer that does what a test says."""

import asyncio
from pathlib import Path

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import (
    AuthenticationError,
    ConnectError,
    ConnectionLost,
)
from purevirt.rpc import xdr
from purevirt.rpc.aio.tls_transport import MessageTransport
from purevirt.rpc.dialling.tls_credentials import TlsCredentials
from purevirt.rpc.gen import procedures, remote
from tests.lab.pki import Pki
from tests.rpc import wire
from tests.rpc.peer import Link, Peer, answer
from tests.rpc.transports.tls_peer import tls_peer
from tests.rpc.wire import Message


@pytest.fixture(scope="module")
def pki(tmp_path_factory: pytest.TempPathFactory) -> Pki:
    """Certificates."""
    return Pki(tmp_path_factory.mktemp("pki"))


async def test_both_clients_over_tls(pki: Pki, peer: Peer) -> None:
    """U6: greeting, a call, good-bye; errors keep their classes over the bridge."""
    async with tls_peer(pki, peer) as uri:
        async with await purevirt.connect(uri) as conn:
            assert await conn.connect_get_hostname() == "peer"
            assert conn.uri == "qemu:///system"

        def blocking() -> None:
            with purevirt.sync.connect(uri) as conn:
                assert conn.connect_get_hostname() == "peer"
                assert "localhost:" in repr(conn)

        await asyncio.to_thread(blocking)
        for link in peer.links:
            await link.closed.wait()
            assert len(link.calls(procedures.CONNECT_CLOSE)) == 1
        peer.on(procedures.AUTH_LIST, answer(xdr.encode(remote.AuthListRet(types=[remote.AuthType.SASL]))))
        with pytest.raises(AuthenticationError) as caught:
            await asyncio.to_thread(purevirt.sync.connect, uri)
        assert caught.value.transport == "tls"


async def test_the_daemon_dies(pki: Pki, peer: Peer) -> None:
    """Calls under way end, in both clients."""
    peer.on(wire.HOSTNAME, lambda link, _call: _cut(link))
    async with tls_peer(pki, peer) as uri:
        conn = await purevirt.connect(uri)
        with pytest.raises(ConnectionLost, match="the daemon closed the connection"):
            await conn.connect_get_hostname()
        await conn.close()

        def blocking() -> None:
            with (
                purevirt.sync.connect(uri) as conn,
                pytest.raises(ConnectionLost, match="the daemon closed the connection"),
            ):
                conn.connect_get_hostname()

        await asyncio.to_thread(blocking)


async def test_however_often_it_is_ended(pki: Pki, peer: Peer) -> None:
    """Closing and aborting in any order and number: the connection ends, and nothing is raised."""
    async with tls_peer(pki, peer) as uri:
        conn = await purevirt.connect(uri)
        transport = conn._wire._transport
        assert isinstance(transport, MessageTransport)
        for end in (transport.close, transport.close, transport.abort, transport.close, transport.abort):
            end()
        await conn._wire.wait_gone()
        await conn.close()


async def test_uploads_pause_at_a_daemon_that_does_not_read(
    pki: Pki, peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits to be encrypted and sent is bounded; when the daemon reads again all arrives."""
    received = bytearray()
    data = bytes(range(256)) * (64 << 10)

    async def on_stream(link: Link, packet: Message) -> None:
        received.extend(packet.payload)
        if packet.status == wire.OK:
            await link.send(wire.pack(packet.program, packet.procedure, wire.STREAM, packet.serial, wire.OK))

    async def pause_first(link: Link, call: Message) -> None:
        link.reading.clear()
        await link.reply(call)

    peer.on_stream(on_stream)
    peer.on(wire.UPLOAD, pause_first)
    async with tls_peer(pki, peer) as uri, await purevirt.connect(uri) as conn, conn.stream() as stream:
        await conn.storage_vol_upload(stream, wire.VOLUME, 0, 0, 0)
        paused, pause = asyncio.Event(), conn._wire.pause_writing

        def noted() -> None:
            pause()
            paused.set()

        monkeypatch.setattr(conn._wire, "pause_writing", noted)
        writer = asyncio.create_task(stream.write(data))
        async with asyncio.timeout(10):
            await paused.wait()
        assert conn._wire._transport is not None
        # the transport's, and OpenSSL's side of it, which holds what the socket did not take
        inner = conn._wire._transport._inner  # type: ignore[attr-defined] # no public way to it
        socket_side = inner._ssl_protocol._transport
        held = conn._wire._transport.get_write_buffer_size() + socket_side.get_write_buffer_size()
        assert held < 4 << 20
        assert not writer.done()
        peer.link.reading.set()
        await writer
        await stream.finish()
    assert bytes(received) == data


async def _cut(link: object) -> None:
    link.cut()  # type: ignore[attr-defined] # a Link, as all handlers get


def in_memory(folder: Path) -> TlsCredentials:
    """Return what is in a folder."""
    return TlsCredentials(
        ca=(folder / "cacert.pem").read_bytes(),
        certificate=(folder / "clientcert.pem").read_bytes(),
        key=(folder / "clientkey.pem").read_bytes(),
    )


async def test_in_memory_credentials(pki: Pki, peer: Peer) -> None:
    """PEM that is in no file."""
    given = await asyncio.to_thread(lambda: in_memory(pki.client()))
    async with tls_peer(pki, peer) as uri:
        with pytest.raises(ConnectError, match="leave out one of them"):
            await purevirt.connect(uri, tls=given)
        async with await purevirt.connect(uri.partition("?")[0], tls=given) as conn:
            assert conn.is_open


async def test_the_transport_is_one_as_any_other(pki: Pki, peer: Peer) -> None:
    """What a protocol may ask of it."""
    async with tls_peer(pki, peer) as uri, await purevirt.connect(uri) as conn:
        transport = conn._wire._transport
        assert isinstance(transport, MessageTransport)
        assert transport.get_protocol() is conn._wire
        assert not transport.can_write_eof()
        transport.pause_reading()
        assert not transport.is_reading()
        transport.resume_reading()
        assert transport.is_reading()
        transport.writelines([wire.ping()[:10], wire.ping()[10:]])
        await peer.until(lambda: peer.link.keepalives(wire.PING) == 1)
        transport.close()
        await conn._wire.wait_gone()
        assert transport.is_closing()
