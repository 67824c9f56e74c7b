"""The byte by which a daemon lets us in, from servers that give it in unusual ways."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from blockbuster import BlockBuster

from purevirt.errors import (
    CertificateRefused,
    CertificateUntrusted,
    TlsCredentialsError,
    TlsError,
)
from purevirt.rpc.aio import tls as tls_module
from purevirt.rpc.aio.memory import memory_pair
from purevirt.rpc.aio.tls import dial_tls
from purevirt.rpc.dialling.plan import TlsPlan
from purevirt.rpc.ssh.plan import SecretRequest
from tests.lab.pki import PASSPHRASE, ClientPurpose, Pki
from tests.rpc.transports.tls_peer import ADMITTED, server_context

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Heard(asyncio.Protocol):
    """Notes what it hears."""

    def __init__(self) -> None:
        self.made = 0
        self.data = b""
        self.changed = asyncio.Event()
        self.lost: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.made += 1

    def data_received(self, data: bytes) -> None:
        self.data += data
        self.changed.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set_result(exc)


@pytest.fixture(scope="module")
def pki(tmp_path_factory: pytest.TempPathFactory) -> Pki:
    """Certificates."""
    return Pki(tmp_path_factory.mktemp("pki"))


@contextlib.asynccontextmanager
async def serving(
    pki: Pki,
    serve: Serve,
    *,
    tls: bool = True,
    address: str = "127.0.0.1",
    require: ClientPurpose | None = None,
) -> AsyncIterator[TlsPlan]:
    """Run a server and give the plan that dials it."""
    tasks: set[asyncio.Task[None]] = set()
    context = await asyncio.to_thread(server_context, pki)
    if require is not None:
        context.verify_mode = ssl.CERT_REQUIRED
        await asyncio.to_thread(context.load_verify_locations, pki.client(require) / "cacert.pem")

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            with contextlib.suppress(ConnectionError, ssl.SSLError):
                await serve(reader, writer)
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(accept, address, 0, ssl=context if tls else None)
    try:
        folder = await asyncio.to_thread(pki.client)
        yield TlsPlan("localhost", server.sockets[0].getsockname()[1], pkipath=str(folder))
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say nothing."""
    await reader.read()


def sending(*pieces: bytes) -> Serve:
    """Return a server that sends these, and then waits."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        await reader.read()

    return serve


@pytest.mark.parametrize("pieces", [(ADMITTED + b"hello",), (ADMITTED, b"hello"), (ADMITTED, b"hel", b"lo")])
async def test_the_first_reply_is_whole(
    pki: Pki, no_blocking: BlockBuster, pieces: tuple[bytes, ...]
) -> None:
    """T1, T4: the verdict is taken, and nothing else, however it comes."""
    async with serving(pki, sending(*pieces)) as plan:
        heard = Heard()
        transport = await dial_tls(plan, heard)
        async with asyncio.timeout(10):
            while heard.data != b"hello":
                heard.changed.clear()
                await heard.changed.wait()
        assert heard.made == 1
        ssl_object = transport.get_extra_info("ssl_object")
        assert isinstance(ssl_object, ssl.SSLObject)
        assert ssl_object.version() == "TLSv1.3"
        transport.abort()
        assert await heard.lost is None


async def test_no_verdict(pki: Pki, monkeypatch: pytest.MonkeyPatch) -> None:
    """T5: there is a deadline, and then nothing is left open."""
    monkeypatch.setattr(tls_module, "_VERDICT_TIMEOUT_S", 0.02)
    async with serving(pki, until_closed) as plan:
        heard = Heard()
        with pytest.raises(TlsError, match=r"said nothing within 0\.02 s") as caught:
            await dial_tls(plan, heard)
        assert not isinstance(caught.value, CertificateRefused)
        assert heard.made == 0


async def test_a_wrong_verdict(pki: Pki) -> None:
    """Some other server behind TLS: its bytes are not taken for ours."""
    async with serving(pki, sending(b"220 smtp", b" ready")) as plan:
        with pytest.raises(TlsError, match="verdict is b'2', not 1; is it a libvirt daemon"):
            await dial_tls(plan, Heard())


async def test_hung_up_instead(pki: Pki) -> None:
    """T2: the end of file after a good handshake is a refusal."""

    async def close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()
        await writer.wait_closed()

    async with serving(pki, close) as plan:
        with pytest.raises(CertificateRefused, match="refused our certificate or our address"):
            await dial_tls(plan, Heard())


async def test_not_tls(pki: Pki) -> None:
    """T10: something that answers in plain text, and something that hangs up."""
    async with serving(pki, sending(b"220 smtp ready\r\n"), tls=False) as plan:
        with pytest.raises(TlsError, match="no TLS is spoken there"):
            await dial_tls(plan, Heard())

    async def close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.close()

    async with serving(pki, close, tls=False) as plan:
        with pytest.raises(TlsError, match="hung up before TLS was set up"):
            await dial_tls(plan, Heard())


async def test_an_alert(pki: Pki) -> None:
    """A server that does TLS, but none that we do (alert 70, protocol_version)."""
    async with serving(pki, sending(b"\x15\x03\x03\x00\x02\x02\x46"), tls=False) as plan:
        with pytest.raises(TlsError, match="TLS failed: tlsv1 alert protocol version"):
            await dial_tls(plan, Heard())


async def test_a_server_that_checks_at_once(pki: Pki) -> None:
    """T2: an alert about our certificate, before or after our side of the handshake is done, is a refusal."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise AssertionError  # the handshake fails

    async with serving(pki, serve, require="other-ca") as plan:
        with pytest.raises(CertificateRefused, match="refused our certificate"):
            await dial_tls(plan, Heard())
    # unknown_ca
    async with serving(pki, sending(b"\x15\x03\x03\x00\x02\x02\x30"), tls=False) as plan:
        with pytest.raises(CertificateRefused, match="refused our certificate"):
            await dial_tls(plan, Heard())


async def test_what_comes_after_a_wrong_verdict() -> None:
    """Bytes that are on their way while the connection is given up are nobody's."""
    heard = Heard()
    verdict = tls_module._Verdict(TlsPlan("h"), heard)
    left, right = memory_pair(asyncio.Protocol(), verdict)
    verdict.data_received(b"2")
    verdict.data_received(b"\x01")
    assert isinstance(verdict.transport.exception(), TlsError)
    verdict.abandon()
    assert right.is_closing()
    assert (heard.made, heard.data) == (0, b"")
    left.abort()


async def test_the_name_is_held_against_the_certificate(pki: Pki) -> None:
    """T6, U7: a name or an address that it is not for; nothing is sent to the server."""
    async with serving(pki, sending(ADMITTED), address="127.0.0.2") as plan:
        with pytest.raises(CertificateUntrusted, match=r"127\.0\.0\.2") as caught:
            await dial_tls(TlsPlan("127.0.0.2", plan.port, plan.pkipath), Heard())
        assert caught.value.code == 64  # X509_V_ERR_IP_ADDRESS_MISMATCH
        assert caught.value.transport == "tls"
        unchecked = TlsPlan("127.0.0.2", plan.port, plan.pkipath, verify=False)
        (await dial_tls(unchecked, Heard())).abort()


async def test_cancelled_while_waiting_for_the_verdict(pki: Pki) -> None:
    """Nothing stays open."""
    reached, closed = asyncio.Event(), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.set()
        with contextlib.suppress(ConnectionError):
            await reader.read()
        closed.set()

    async with serving(pki, serve) as plan:
        task = asyncio.create_task(dial_tls(plan, Heard()))
        await reached.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(10):
            await closed.wait()


async def test_the_passphrase_is_asked_for(pki: Pki, no_blocking: BlockBuster) -> None:
    """T12: by a coroutine of the caller's, which is told which key."""
    asked: list[SecretRequest] = []

    async def ask(request: SecretRequest) -> str | None:
        asked.append(request)
        return PASSPHRASE

    async with serving(pki, sending(ADMITTED)) as plan:
        folder = await asyncio.to_thread(pki.client, "encrypted")
        own = TlsPlan(plan.host, plan.port, str(folder))
        (await dial_tls(own, Heard(), ask=ask)).abort()
        assert asked == [SecretRequest("passphrase", f"localhost:{plan.port}", f"{folder}/clientkey.pem")]
        with pytest.raises(TlsCredentialsError, match="encrypted"):
            await dial_tls(own, Heard())

        async def forgetful(_request: SecretRequest) -> str | None:
            return None

        with pytest.raises(TlsCredentialsError, match="encrypted"):
            await dial_tls(own, Heard(), ask=forgetful)


async def test_credentials_are_read_at_each_dial(pki: Pki, tmp_path: Path) -> None:
    """A certificate that was renewed, or that came to be, is used by the next connection."""
    async with serving(pki, sending(ADMITTED)) as plan:
        own = TlsPlan(plan.host, plan.port, str(tmp_path))
        with pytest.raises(TlsCredentialsError, match="does not exist"):
            await dial_tls(own, Heard())
        for file in pki.client().iterdir():
            (tmp_path / file.name).write_bytes(file.read_bytes())
        (await dial_tls(own, Heard())).abort()
