"""Both clients through the whole of it, with a daemon that does what a test tells it to."""

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import purevirt
import purevirt.sync
from purevirt.errors import AuthenticationError, AuthFileError, ConnectError, DaemonUnproven
from purevirt.rpc import xdr
from purevirt.rpc.aio import connect_stream
from purevirt.rpc.auth.credentials import Credentials, CredentialsRequest
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.sync.connection import connect_socket
from tests.rpc.auth.driven import Said, ScramServer
from tests.rpc.peer import Link, Peer, PeerThread, answer, stall
from tests.rpc.wire import Message

ALICE = Credentials("alice", "secret")
FILE = b"[credentials-c]\nauthname=alice\npassword=secret\n[auth-libvirt-localhost]\ncredentials=c\n"


def asking(
    peer: Peer,
    server: Callable[[str | None, bytes | None], Said | Exception],
    mechanisms: str = "SCRAM-SHA-256",
) -> None:
    """Have the peer ask by SASL."""

    async def start(link: Link, call: Message) -> None:
        args, _ = xdr.decode(remote.AuthSaslStartArgs, call.payload)
        await reply(link, call, remote.AuthSaslStartRet, server(args.mech, None if args.nil else args.data))

    async def step(link: Link, call: Message) -> None:
        args, _ = xdr.decode(remote.AuthSaslStepArgs, call.payload)
        await reply(link, call, remote.AuthSaslStepRet, server(None, None if args.nil else args.data))

    async def reply(link: Link, call: Message, kind: Any, said: Said | Exception) -> None:
        if isinstance(said, Exception):
            await link.refuse(call, 45, "authentication failed")
        else:
            await link.reply(call, xdr.encode(kind(int(said[0]), int(said[1] is None), said[1] or b"")))

    peer.on(procedures.AUTH_LIST, answer(xdr.encode(remote.AuthListRet(types=[remote.AuthType.SASL]))))
    peer.on(procedures.AUTH_SASL_INIT, answer(xdr.encode(remote.AuthSaslInitRet(mechanisms))))
    peer.on(procedures.AUTH_SASL_START, start)
    peer.on(procedures.AUTH_SASL_STEP, step)


@pytest.fixture
def authfile(tmp_path: Path) -> Path:
    """An auth file with the right password."""
    path = tmp_path / "auth.conf"
    path.touch(0o600)
    path.write_bytes(FILE)
    return path


async def test_asyncio_client_with_credentials(peer: Peer) -> None:
    """The handshake goes on after it, and calls are as plain as before."""
    asking(peer, ScramServer())
    async with await purevirt.connect(peer.uri, credentials=ALICE) as conn:
        assert await conn.connect_get_hostname() == "peer"


async def test_asyncio_client_with_a_file(peer: Peer, authfile: Path) -> None:
    """The file is read, and the password hashed, off the event loop: what blocks it raises here."""
    asking(peer, ScramServer())
    async with await purevirt.connect(f"{peer.uri}&authfile={authfile}") as conn:
        assert conn.is_open


def test_blocking_client(peer_beside: PeerThread, authfile: Path) -> None:
    """Credentials, a file, and who is asked, in the caller's thread."""
    peer = peer_beside.peer
    asking(peer, ScramServer())
    threads = []

    def ask(_request: CredentialsRequest) -> Credentials:
        threads.append(threading.current_thread())
        return ALICE

    for uri, credentials in ((peer.uri, ALICE), (f"{peer.uri}&authfile={authfile}", None), (peer.uri, ask)):
        with purevirt.sync.connect(uri, credentials=credentials) as conn:
            assert conn.connect_get_hostname() == "peer"
    assert threads == [threading.current_thread()]


async def test_who_is_asked_may_block(peer: Peer) -> None:
    """Asked in a thread, with the event loop free to answer it."""
    asking(peer, ScramServer())
    loop = asyncio.get_running_loop()

    def ask(request: CredentialsRequest) -> Credentials:
        assert threading.current_thread() is not threading.main_thread()
        assert (
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0, request.mechanism), loop).result() is not None
        )
        return ALICE

    async with await purevirt.connect(peer.uri, credentials=ask) as conn:
        assert conn.is_open


async def fails(peer: Peer, **options: Any) -> Exception:
    """Return what the asyncio client ends with, once the connection is closed."""
    with pytest.raises(Exception) as caught:  # which one is for the test to say
        await purevirt.connect(options.pop("uri", peer.uri), **options)
    await peer.link.closed.wait()
    return caught.value


async def test_refused_is_closed(peer: Peer) -> None:
    """A wrong password, and an impostor, each with its class; the connection is closed."""
    asking(peer, ScramServer())
    wrong = await fails(peer, credentials=Credentials("alice", "guess"))
    assert type(wrong) is AuthenticationError
    assert "guess" not in str(wrong)
    peer.links.clear()
    asking(peer, ScramServer(knows=False))
    assert type(await fails(peer, credentials=ALICE)) is DaemonUnproven


def test_refused_is_closed_by_the_blocking_client(peer_beside: PeerThread, tmp_path: Path) -> None:
    """The same, and a file that is not there."""
    peer = peer_beside.peer
    asking(peer, ScramServer(knows=False))
    with pytest.raises(DaemonUnproven):
        purevirt.sync.connect(peer.uri, credentials=ALICE)
    with pytest.raises(AuthFileError, match=r"auth file .*/no: No such file or directory"):
        purevirt.sync.connect(f"{peer.uri}&authfile={tmp_path}/no")
    peer_beside.until(lambda: len(peer.links) == 2 and all(link.closed.is_set() for link in peer.links))


async def test_errors_of_who_is_asked(peer: Peer) -> None:
    """What a caller's function raises is the caller's."""
    asking(peer, ScramServer())

    def fail(_request: CredentialsRequest) -> Credentials:
        raise LookupError("no such secret")

    assert isinstance(await fails(peer, credentials=fail), LookupError)


async def test_a_file_that_is_not_there(peer: Peer, tmp_path: Path) -> None:
    """U27: read or said, never ignored."""
    asking(peer, ScramServer())
    error = await fails(peer, uri=f"{peer.uri}&authfile={tmp_path}/no")
    assert isinstance(error, AuthFileError)
    assert error.file == f"{tmp_path}/no"


async def test_a_daemon_that_falls_silent(peer: Peer) -> None:
    """The deadline of connecting bounds authentication, too."""
    asking(peer, ScramServer())
    peer.on(procedures.AUTH_SASL_STEP, stall)
    error = await fails(peer, credentials=ALICE, timeout_s=0.2)
    assert isinstance(error, ConnectError)
    assert "no answer within 0.2 s" in str(error)


async def test_over_a_stream_that_is_there(peer: Peer) -> None:
    """A tunnel's daemon may ask, too; PLAIN is not for it."""
    asking(peer, ScramServer())
    stream = await asyncio.open_unix_connection(peer.path)
    async with await connect_stream(stream, "qemu:///system", credentials=ALICE) as conn:
        assert conn.is_open
    asking(peer, lambda _mechanism, _data: (True, None), "PLAIN")
    stream = await asyncio.open_unix_connection(peer.path)
    with pytest.raises(AuthenticationError, match="PLAIN: it would tell the password"):
        await connect_stream(stream, credentials=ALICE)


def test_over_a_socket_that_is_there(peer_beside: PeerThread) -> None:
    """So by the blocking client."""
    asking(peer_beside.peer, ScramServer())
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(str(peer_beside.peer.path))
    with connect_socket(sock, "qemu:///system", credentials=ALICE) as conn:
        assert conn.connect_get_hostname() == "peer"
