"""Programs whose input and output are the connection."""

import asyncio
import os
import re
import signal
import sys
import threading
from pathlib import Path

import pytest
from blockbuster import BlockBuster

import purevirt
import purevirt.sync
from purevirt.errors import ConnectError, ConnectionClosed, ConnectionLost
from purevirt.rpc.aio import ext as ext_module
from purevirt.rpc.aio.ext import dial_ext
from purevirt.rpc.dialling.plan import ExtPlan
from purevirt.rpc.shared import ext_process
from purevirt.rpc.shared.ext_process import ExtProcess
from tests.rpc import wire
from tests.rpc.peer import Link, Peer, PeerThread, stall
from tests.rpc.wire import Message

RELAY = f"""#!{sys.executable} -S
import os, select, signal, socket, sys
BEFORE
with socket.socket(socket.AF_UNIX) as sock:
    sock.connect("PATH")
    open("PIDS", "a").write(f"{{os.getpid()}}\\n")
    ways = {{0: sock.fileno(), sock.fileno(): 1}}
    going = True
    while going:
        for fd in select.select(ways, [], [])[0]:
            data = os.read(fd, 65536)
            going = going and bool(data)
            while data:
                data = data[os.write(ways[fd], data):]
AFTER
"""


class Relay:
    """A program that copies bytes to a peer's socket."""

    def __init__(self, folder: Path, path: Path, *, before: str = "", after: str = "") -> None:
        script = folder / "relay"
        self._pids = folder / "pids"
        text = RELAY.replace("PATH", str(path)).replace("PIDS", str(self._pids))
        script.write_text(text.replace("BEFORE", before).replace("AFTER", after))
        script.chmod(0o755)
        self.command = str(script)
        self.uri = f"qemu+ext:///system?command={script}"

    def pid(self) -> int:
        """Return the pid of the last one."""
        return int(self._pids.read_text().split()[-1])


def is_gone(pid: int) -> bool:
    """Return whether there is no such process, not even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def minders() -> list[threading.Thread]:
    """Return the threads of programs."""
    return [thread for thread in threading.enumerate() if thread.name == "purevirt-ext"]


async def test_a_program_ends_with_its_connection(peer: Peer, tmp_path: Path) -> None:
    """U26: a greeting and a call through it; afterwards no process, no zombie, no thread."""
    relay = await asyncio.to_thread(Relay, tmp_path, peer.path)
    async with await purevirt.connect(relay.uri) as conn:
        assert await conn.connect_get_hostname() == "peer"
        assert repr(conn) == f"<Connection {relay.command} open>"
        pid = await asyncio.to_thread(relay.pid)
        assert not is_gone(pid)
    assert is_gone(pid)
    for thread in minders():
        await asyncio.to_thread(thread.join)


def test_a_program_of_the_blocking_client(peer_beside: PeerThread, tmp_path: Path) -> None:
    """U26: the same."""
    relay = Relay(tmp_path, peer_beside.peer.path)
    with purevirt.sync.connect(relay.uri) as conn:
        assert conn.connect_get_hostname() == "peer"
        pid = relay.pid()
        assert not is_gone(pid)
    assert is_gone(pid)
    assert minders() == []


DYING = "sys.stderr.write('first\\n\\033[31mno route to \\xe9\\n\\n'); sys.exit(3)"


async def test_last_words(peer: Peer, tmp_path: Path) -> None:
    """U26: what the program complains about is in the error, made safe to print."""
    relay = await asyncio.to_thread(Relay, tmp_path, peer.path, before=DYING)
    with pytest.raises(
        ConnectError, match=r"the daemon closed the connection: \?\[31mno route to .* \(exit status 3\)$"
    ) as caught:
        await purevirt.connect(relay.uri)
    assert (caught.value.transport, caught.value.endpoint) == ("ext", relay.command)
    assert "first" not in str(caught.value)


def test_last_words_of_the_blocking_client(peer_beside: PeerThread, tmp_path: Path) -> None:
    """U26: the same."""
    relay = Relay(tmp_path, peer_beside.peer.path, before=DYING)
    with pytest.raises(ConnectError, match=r"\[31mno route to .* \(exit status 3\)$"):
        purevirt.sync.connect(relay.uri)
    assert minders() == []


async def test_killed_under_a_call(peer: Peer, tmp_path: Path) -> None:
    """A call under way ends, and is said to have been possible."""
    relay = await asyncio.to_thread(Relay, tmp_path, peer.path)
    peer.on(wire.HOSTNAME, stall)
    conn = await purevirt.connect(relay.uri)
    call = asyncio.create_task(conn.connect_get_hostname())
    await peer.until(lambda: bool(peer.link.calls(wire.HOSTNAME)))
    os.kill(await asyncio.to_thread(relay.pid), signal.SIGKILL)
    with pytest.raises(ConnectionLost, match="killed by signal 9") as caught:
        await call
    assert caught.value.maybe_executed
    assert not isinstance(caught.value, ConnectionClosed)
    await conn.close()


def test_killed_under_a_call_of_the_blocking_client(peer_beside: PeerThread, tmp_path: Path) -> None:
    """The same."""
    relay = Relay(tmp_path, peer_beside.peer.path)

    async def kill(link: Link, call: Message) -> None:
        os.kill(relay.pid(), signal.SIGKILL)

    peer_beside.peer.on(wire.HOSTNAME, kill)
    with purevirt.sync.connect(relay.uri) as conn, pytest.raises(ConnectionLost, match="killed by signal 9"):
        conn.connect_get_hostname()
    assert minders() == []


@pytest.mark.parametrize("stubborn", ["SIGTERM", "both"])
async def test_a_program_that_does_not_end(
    peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stubborn: str
) -> None:
    """Its connection is gone: it is told to end, and if that is no use, killed."""
    monkeypatch.setattr(ext_process, "_OWN_END_S", 0.01)
    monkeypatch.setattr(ext_process, "_TERM_S", 0.05)
    ignore = "signal.signal(signal.SIGTERM, signal.SIG_IGN)" if stubborn == "both" else ""
    relay = await asyncio.to_thread(Relay, tmp_path, peer.path, before=ignore, after="signal.pause()")
    async with await purevirt.connect(relay.uri):
        pid = await asyncio.to_thread(relay.pid)
    assert is_gone(pid)


@pytest.mark.parametrize(
    ("command", "match"),
    [
        ("nowhere/nothing", "cannot be run: No such file or directory"),
        ("file", "cannot be run: Permission denied"),
    ],
)
def test_no_program(tmp_path: Path, command: str, match: str) -> None:
    """A command that is none; nothing is left open (pytest would tell)."""
    (tmp_path / "file").touch(0o600)
    uri = f"qemu+ext:///system?command={tmp_path}/{command}"
    with pytest.raises(ConnectError, match=match) as caught:
        purevirt.sync.connect(uri)
    assert caught.value.transport == "ext"


async def test_no_program_of_the_asyncio_client(tmp_path: Path, no_blocking: BlockBuster) -> None:
    """The same."""
    with pytest.raises(ConnectError, match="No such file"):
        await purevirt.connect(f"qemu+ext:///system?command={tmp_path}/x")


def test_a_name_with_an_odd_byte() -> None:
    """What cannot be a file name is an error like any other."""
    with pytest.raises(ConnectError, match="cannot be run"):
        ExtProcess(ExtPlan("a\0b"))


async def test_cancelled_while_it_starts(peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program that starts nevertheless is ended."""
    may_start, started, has_started = threading.Event(), threading.Event(), threading.Event()
    made: list[ExtProcess] = []
    relay = await asyncio.to_thread(Relay, tmp_path, peer.path)

    class Slow(ExtProcess):
        def __init__(self, *args: object) -> None:
            started.set()
            may_start.wait()
            super().__init__(*args)  # type: ignore[arg-type] # handed on as they come
            made.append(self)
            has_started.set()

    monkeypatch.setattr(ext_module, "ExtProcess", Slow)
    task = asyncio.create_task(dial_ext(ExtPlan(relay.command), asyncio.Protocol()))
    await asyncio.to_thread(started.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    may_start.set()
    await asyncio.to_thread(has_started.wait)
    await asyncio.to_thread(made[0].join)
    assert is_gone(made[0].pid)


async def test_cancelled_and_it_fails_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears of it, and nothing complains (an unretrieved exception would)."""
    may_start, started = threading.Event(), threading.Event()

    def fail(*_args: object) -> ExtProcess:
        started.set()
        may_start.wait()
        raise ConnectError("no", endpoint="x")

    monkeypatch.setattr(ext_module, "ExtProcess", fail)
    task = asyncio.create_task(dial_ext(ExtPlan("x"), asyncio.Protocol()))
    await asyncio.to_thread(started.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    may_start.set()


def test_a_flood_of_complaints(tmp_path: Path) -> None:
    """Only the end is kept, and a program that never stops complaining still ends."""
    script = tmp_path / "flood"
    script.write_text("#!/bin/sh\nexec 3<&0\nwhile :; do echo complaint >&2; done\n")
    script.chmod(0o755)
    process = ExtProcess(ExtPlan(str(script)))
    while len(process._tail) < ext_process._STDERR_TAIL_BYTES:
        process.join(0.001)
    process.socket.close()
    process.end()
    process.end()
    process.join()
    assert len(process._tail) <= ext_process._STDERR_TAIL_BYTES
    assert re.fullmatch(r"c[a-z]* \(killed by signal 15\)", process.last_words())


def test_silent_and_well(tmp_path: Path) -> None:
    """A program that closes its standard error early, and ends well, has nothing to say."""
    script = tmp_path / "quiet"
    script.write_text("#!/bin/sh\nexec 2>&-\ncat >/dev/null\n")
    script.chmod(0o755)
    process = ExtProcess(ExtPlan(str(script)))
    process.socket.close()
    process.end()
    process.join()
    assert process.last_words() == ""


async def test_no_connection_to_the_program(
    peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that runs, and whose socket the loop does not take: it is ended."""
    relay = await asyncio.to_thread(Relay, tmp_path, peer.path)
    made: list[ExtProcess] = []

    class Noted(ExtProcess):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type] # handed on as they come
            made.append(self)

    async def fail(*_args: object, **_options: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(ext_module, "ExtProcess", Noted)
    monkeypatch.setattr(asyncio.get_running_loop(), "create_unix_connection", fail)
    with pytest.raises(OSError, match="Too many open files"):
        await dial_ext(ExtPlan(relay.command), asyncio.Protocol())
    assert made[0].socket.fileno() == -1
    await asyncio.to_thread(made[0].join)
    assert is_gone(made[0].pid)
