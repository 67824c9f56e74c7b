"""A daemon that takes its time with new clients, and one that is none."""

import asyncio
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import purevirt
from purevirt.errors import ConnectError
from purevirt.rpc.aio import dial as aio_dial
from purevirt.rpc.aio.dial import Secrets
from purevirt.rpc.dialling.plan import UnixPlan
from purevirt.rpc.shared.unix_socket import connect_unix
from purevirt.rpc.sync import dial as sync_dial


@pytest.fixture
def full(tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """The path of a listening socket whose queue of one is full, and the socket."""
    path = str(tmp_path / "s")
    with ExitStack() as open_sockets:
        listener = open_sockets.enter_context(socket.socket(socket.AF_UNIX))
        listener.bind(path)
        listener.listen(0)
        connected = connect_unix(UnixPlan((path,)))
        assert connected is not None
        open_sockets.enter_context(connected[0])
        assert connect_unix(UnixPlan((path,))) is None
        yield path, listener


def turn_away(listener: socket.socket) -> None:
    """Accept one client and hang up."""
    listener.accept()[0].close()


class Ended(asyncio.Protocol):
    """Notes the end of its connection."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.set()


async def test_asyncio_dial_waits_for_a_place_in_the_queue(
    full: tuple[str, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """K10: a full queue is waited out, and the place that gets free is taken."""
    path, listener = full
    refused = asyncio.Event()

    def watched(plan: UnixPlan) -> tuple[socket.socket, str] | None:
        connected = connect_unix(plan)
        if connected is None:
            refused.set()
        return connected

    monkeypatch.setattr(aio_dial, "connect_unix", watched)
    ended = Ended()
    dialling = asyncio.create_task(aio_dial.dial(UnixPlan((path,)), ended, Secrets()))
    await refused.wait()
    assert not dialling.done()
    turn_away(listener)
    assert await dialling == path
    turn_away(listener)
    await ended.gone.wait()


def test_blocking_dial_waits_for_a_place_in_the_queue(
    full: tuple[str, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """K10, in the blocking client."""
    path, listener = full
    seen = []

    def watched(plan: UnixPlan) -> tuple[socket.socket, str] | None:
        connected = connect_unix(plan)
        seen.append(connected is None)
        if len(seen) == 3:
            turn_away(listener)
        return connected

    monkeypatch.setattr(sync_dial, "connect_unix", watched)
    dialled = sync_dial.dial(UnixPlan((path,)), sync_dial.Secrets(), float("inf"))
    dialled.sock.close()
    assert seen[:3] == [True, True, True]
    assert seen[-1] is False


async def test_asyncio_queue_that_stays_full_ends_with_the_deadline(full: tuple[str, socket.socket]) -> None:
    """K11: the error names the limits that may be the reason."""
    with pytest.raises(ConnectError, match="max_clients"):
        await purevirt.connect(f"qemu+unix:///system?socket={full[0]}", timeout_s=0.05)


def test_blocking_queue_that_stays_full_ends_with_the_deadline(full: tuple[str, socket.socket]) -> None:
    """K11, in the blocking client."""
    with pytest.raises(ConnectError, match="max_clients"):
        purevirt.sync.connect(f"qemu+unix:///system?socket={full[0]}", timeout_s=0.05)


def test_no_descriptor_left_is_a_connect_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process at its limit of open files is told so by the same exception as any other failed dial."""

    def none_left(*_arguments: object) -> socket.socket:
        raise OSError(24, os.strerror(24))

    monkeypatch.setattr(socket, "socket", none_left)
    with pytest.raises(ConnectError, match=os.strerror(24)):
        connect_unix(UnixPlan((str(tmp_path / "s"),)))


GREETINGS = {
    "not a frame": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "a reply that does not decode": bytes.fromhex(
        "00000020 20008086 00000001 00000042 00000001 00000001 00000000"
    )
    + b"\xff\xff\xff\xff",
}


def answering(path: str, greeting: bytes) -> threading.Thread:
    """Serve one client `greeting`, whatever it says."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(1)

    def serve() -> None:
        with listener, listener.accept()[0] as client:
            client.recv(4096)
            client.sendall(greeting)
            while client.recv(4096):
                pass

    thread = threading.Thread(target=serve)
    thread.start()
    return thread


@pytest.mark.parametrize("greeting", GREETINGS.values(), ids=GREETINGS)
async def test_asyncio_greeting_without_sense_is_a_connect_error(tmp_path: Path, greeting: bytes) -> None:
    """Something else than a daemon listens: the error names the endpoint and says so."""
    path = str(tmp_path / "s")
    serving = answering(path, greeting)
    with pytest.raises(ConnectError, match="is it a libvirt daemon") as caught:
        await purevirt.connect(f"qemu+unix:///system?socket={path}")
    await asyncio.to_thread(serving.join)
    assert caught.value.endpoint == path


@pytest.mark.parametrize("greeting", GREETINGS.values(), ids=GREETINGS)
def test_blocking_greeting_without_sense_is_a_connect_error(tmp_path: Path, greeting: bytes) -> None:
    """The same in the blocking client."""
    path = str(tmp_path / "s")
    serving = answering(path, greeting)
    with pytest.raises(ConnectError, match="is it a libvirt daemon") as caught:
        purevirt.sync.connect(f"qemu+unix:///system?socket={path}")
    serving.join()
    assert caught.value.endpoint == path
