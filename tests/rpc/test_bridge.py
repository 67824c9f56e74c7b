"""The blocking client over transports that need an event loop: bytes, ends, errors, threads."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import purevirt.sync
from purevirt.errors import ConnectError, ConnectionLost, HostKeyUnknown
from purevirt.rpc.aio.dial import Secrets
from purevirt.rpc.aio.dial import dial as dial_anything
from purevirt.rpc.dialling.plan import DialPlan, TlsPlan, UnixPlan
from purevirt.rpc.gen import procedures
from purevirt.rpc.session import Session
from purevirt.rpc.ssh.plan import SecretRequest
from purevirt.rpc.sync import bridge as bridge_module
from purevirt.rpc.sync.bridge import Bridge
from purevirt.rpc.sync.carrier import Carrier
from purevirt.rpc.sync.wire import Wire
from tests.rpc import wire
from tests.rpc.peer import Link, PeerThread, stall
from tests.rpc.wire import Message


def bridges() -> list[threading.Thread]:
    """Return the bridges' threads."""
    return [thread for thread in threading.enumerate() if thread.name == "purevirt-bridge"]


@pytest.fixture
def bridged(peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A URI of TLS that is dialled through a bridge, to the peer's unix socket."""

    async def dial_unix(_plan: DialPlan, protocol: asyncio.Protocol, secrets: Secrets) -> str:
        return await dial_anything(UnixPlan((str(peer_beside.peer.path),)), protocol, secrets)

    monkeypatch.setattr(bridge_module, "dial", dial_unix)
    yield "qemu+tls://host/system"
    assert bridges() == []


def test_calls(peer_beside: PeerThread, bridged: str) -> None:
    """Greeting, calls of several threads, good-bye; the thread ends with the connection."""
    with purevirt.sync.connect(bridged) as conn:
        assert len(bridges()) == 1
        assert [conn.connect_get_hostname() for _ in range(100)] == ["peer"] * 100
        assert repr(conn) == "<Connection host:16514 open>"
    peer_beside.until(peer_beside.peer.link.closed.is_set)


def test_uploads_pause_at_a_daemon_that_does_not_read(
    peer_beside: PeerThread, bridged: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the bridge holds is bounded, both ways; when the daemon reads again all arrives, in order."""
    monkeypatch.setattr(bridge_module, "_HIGH_BYTES", 1 << 16)
    peer = peer_beside.peer
    received = bytearray()
    data = bytes(range(256)) * (64 << 10)
    highest = 0

    async def on_stream(link: Link, packet: Message) -> None:
        received.extend(packet.payload)
        if packet.status == wire.OK:
            await link.send(wire.pack(packet.program, packet.procedure, wire.STREAM, packet.serial, wire.OK))

    async def pause_first(link: Link, call: Message) -> None:
        link.reading.clear()
        await link.reply(call)

    real_write = bridge_module._Side.write

    def measured(side: Any, chunk: bytes) -> None:
        nonlocal highest
        real_write(side, chunk)
        if side._transport is not None:
            highest = max(highest, side._transport.get_write_buffer_size())

    monkeypatch.setattr(bridge_module._Side, "write", measured)
    peer.on_stream(on_stream)
    peer.on(wire.UPLOAD, pause_first)
    with purevirt.sync.connect(bridged) as conn, conn.stream() as stream:
        conn.storage_vol_upload(stream, wire.VOLUME, 0, 0, 0)
        writer = threading.Thread(target=stream.write, args=(data,))
        writer.start()
        writer.join(0.2)
        assert writer.is_alive()
        peer_beside.run(resume(peer.link))
        writer.join(30)
        assert not writer.is_alive()
        stream.finish()
    assert bytes(received) == data
    assert 0 < highest < 1 << 20


async def resume(link: Link) -> None:
    """Let the peer read."""
    link.reading.set()


def test_downloads_pause_at_a_client_that_does_not_read(peer_beside: PeerThread, bridged: str) -> None:
    """A reader that takes its time gets everything."""

    async def download(link: Link, call: Message) -> None:
        await link.reply(call)
        for number in range(64):
            await link.send(wire.packet(wire.DOWNLOAD, call.serial, bytes([number]) * 262_000))
        await link.send(wire.packet(wire.DOWNLOAD, call.serial, b""))

    peer_beside.peer.on(wire.DOWNLOAD, download)
    with purevirt.sync.connect(bridged) as conn, conn.stream() as stream:
        conn.storage_vol_download(stream, wire.VOLUME, 0, 0, 0)
        got = b"".join(stream)
    assert got == b"".join(bytes([number]) * 262_000 for number in range(64))


def test_the_daemons_last_bytes_arrive(peer_beside: PeerThread, bridged: str) -> None:
    """A reply that is followed by the end of the connection is still a reply."""

    async def reply_and_close(link: Link, call: Message) -> None:
        await link.reply(call, wire.hostname("last"))
        link._writer.close()

    peer_beside.peer.on(wire.HOSTNAME, reply_and_close)
    with purevirt.sync.connect(bridged) as conn:
        assert conn.connect_get_hostname() == "last"
        with pytest.raises(ConnectionLost):
            conn.connect_get_lib_version()


def test_the_reason_of_a_loss(peer_beside: PeerThread, bridged: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the transport says of its end is in the error."""

    class Told(bridge_module._Side):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(ConnectionError("over SSH: the cable was cut"))

    async def cut(link: Link, call: Message) -> None:
        link.cut()

    monkeypatch.setattr(bridge_module, "_Side", Told)
    peer_beside.peer.on(wire.HOSTNAME, cut)
    with purevirt.sync.connect(bridged) as conn:
        with pytest.raises(
            ConnectionLost, match="closed the connection: over SSH: the cable was cut"
        ) as caught:
            conn.connect_get_hostname()
        assert caught.value.maybe_executed
        assert not conn.is_open


def test_a_loss_without_a_call(peer_beside: PeerThread, bridged: str) -> None:
    """The bridge ends with the daemon's side, and close is quiet."""
    conn = purevirt.sync.connect(bridged)
    peer_beside.run(peer_beside.peer.link.stop())
    for thread in bridges():
        thread.join(10)
    assert bridges() == []
    with pytest.raises(ConnectionLost):
        conn.connect_get_hostname()
    conn.close()


def test_the_deadline_while_dialling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller's time counts; what was being dialled is cancelled, and cleans up."""
    cleaned = threading.Event()

    async def never(_plan: DialPlan, _protocol: asyncio.Protocol, _secrets: Secrets) -> str:
        try:
            await asyncio.Event().wait()
        finally:
            cleaned.set()
        raise AssertionError

    monkeypatch.setattr(bridge_module, "dial", never)
    with pytest.raises(ConnectError, match=r"host:16514: no answer within 0\.05 s") as caught:
        purevirt.sync.connect("qemu+tls://host/system", timeout_s=0.05)
    assert caught.value.transport == "tls"
    assert cleaned.is_set()
    assert bridges() == []


def test_the_deadline_of_the_greeting(peer_beside: PeerThread, bridged: str) -> None:
    """K10: dialled, and then nothing."""
    peer_beside.peer.on(procedures.AUTH_LIST, stall)
    with pytest.raises(ConnectError, match="no answer within"):
        purevirt.sync.connect(bridged, timeout_s=0.05)


def test_interrupted_while_dialling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the caller leaves no thread and no socket."""

    async def never(_plan: DialPlan, _protocol: asyncio.Protocol, _secrets: Secrets) -> str:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(bridge_module, "dial", never)
    bridge = Bridge(TlsPlan("host"), None, None, None)

    def interrupt(_timeout: float | None = None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bridge._dialled, "result", interrupt)
    with pytest.raises(KeyboardInterrupt):
        bridge.dial(time.monotonic() + 10)
    assert bridge.socket.fileno() == -1
    assert bridges() == []


@pytest.mark.parametrize(
    "error",
    [HostKeyUnknown("unknown", host="h", port=22), ConnectError("no", endpoint="h"), RuntimeError("a bug")],
)
def test_errors_of_dialling_reach_the_caller(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """As they are, with class and fields; nothing is left."""

    async def fail(_plan: DialPlan, _protocol: asyncio.Protocol, _secrets: Secrets) -> str:
        raise error

    monkeypatch.setattr(bridge_module, "dial", fail)
    with pytest.raises(type(error)) as caught:
        purevirt.sync.connect("qemu+ssh://h/system")
    assert caught.value is error
    assert bridges() == []


def test_secrets_are_asked_for_in_a_thread(peer_beside: PeerThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary function answers, and may block."""
    request = SecretRequest("password", "u@h:22", "Password:")
    answers: list[str | None] = []

    async def dial_asking(_plan: DialPlan, protocol: asyncio.Protocol, secrets: Secrets) -> str:
        assert secrets.ask is not None
        answers.append(await secrets.ask(request))
        return await dial_anything(UnixPlan((str(peer_beside.peer.path),)), protocol, secrets)

    monkeypatch.setattr(bridge_module, "dial", dial_asking)
    asked: list[object] = []

    def ask(got: SecretRequest) -> str | None:
        asked.append((got, threading.current_thread() is threading.main_thread()))
        return "sesame"

    with purevirt.sync.connect("qemu+ssh://h/system", ask=ask):
        assert (asked, answers) == ([(request, False)], ["sesame"])


def test_a_bridge_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """No event loop, e.g. for want of file descriptors: an error, and no thread."""

    def fail() -> object:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(asyncio, "Runner", fail)
    with pytest.raises(OSError, match="Too many open files"):
        purevirt.sync.connect("qemu+tls://h/system")
    assert bridges() == []


def test_no_carrier() -> None:
    """A socket of the daemon itself has nothing behind it."""
    ours, theirs = socket.socketpair()
    with theirs:
        wire_ = Wire(ours, Session(time.monotonic()), "here")
        assert Carrier().reason() == ""
        theirs.close()
        wire_.close()


async def test_a_side_that_is_gone() -> None:
    """What the other side still wants of it is nothing."""
    side = bridge_module._Side(asyncio.Event())
    side.write(b"x")
    side.read(wanted=False)
    side.close()
    side.abort()
    assert side.is_gone.is_set()
