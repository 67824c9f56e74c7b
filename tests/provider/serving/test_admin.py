"""The admin socket and `purevirt-provider machines`, against a live provider and against a file."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
import tempfile
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import grpc
import pytest
from structlog.testing import capture_logs

from purevirt.provider.__main__ import main
from purevirt.provider.core.backend import BackendError
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.core.store import Delta
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.durable.state_document import parse
from purevirt.provider.errors import ConfigError
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving import admin as module
from purevirt.provider.tools.machine_tool import printable
from tests.provider.client import Provider, machine_id, provider, settings
from tests.provider.fakes import FakeBackend, machine_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

S = pb.MachineState


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path leaves room for a socket's name."""
    with tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as name:
        yield Path(name)


@asynccontextmanager
async def with_admin(folder: Path) -> AsyncIterator[Provider]:
    """Serve a provider with an admin socket; machine 0 has FAILED with a host, machine 1 is IDLE."""
    backend = FakeBackend()
    backend.errors[Kind.CONFIGURE] = BackendError("the hook exited 1\x1b[2J")
    made = replace(settings(state=folder / "state.db"), admin_socket=folder / "admin")
    # Its lines would be among what the operator's program prints.
    with capture_logs():
        async with provider(made, backend) as p:
            await prepare(p)
            yield p


async def prepare(p: Provider) -> None:
    """Bring machine 0 to FAILED and machine 1 to IDLE."""
    for number in (0, 1):
        await p.client.create(pb.CreateRequest(machine_id=machine_id(number)))
        await p.client.until(S.MACHINE_STATE_IDLE, number)
    await p.client.configure(pb.ConfigureRequest(machine_id=machine_id(), cluster_id="c1"))
    await p.client.until(S.MACHINE_STATE_FAILED)


async def ask(folder: Path, request: str) -> tuple[int, dict[str, object]]:
    """Send one request to the admin socket; return status and document."""
    reader, writer = await asyncio.open_unix_connection(str(folder / "admin"))
    writer.write(f"{request} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    document: dict[str, object] = json.loads(body)
    return int(head.split(b" ")[1]), document


async def tool(*arguments: str) -> int:
    """Run the operator's program beside the provider."""
    return await asyncio.to_thread(main, ["machines", *arguments])


async def test_repair_over_the_socket_frees_the_slot_and_says_who_did_it(folder: Path) -> None:
    """The answer is the operation; the log has machine, operation, the old error, user and process."""
    async with with_admin(folder) as p:
        with capture_logs() as lines:
            status, document = await ask(folder, f"POST /machines/{quote(machine_id(), safe='')}/repair")
            await p.client.until(S.MACHINE_STATE_SPECULATIVE)
        assert status == 202
        [line] = [line for line in lines if line["event"] == "repair"]
        assert line["log_level"] == "warning"
        assert (line["machine"], line["operation"]) == (machine_id(), document["operation_id"])
        assert "the hook exited 1" in line["last_error"]
        assert {"uid", "pid"} <= line.keys()


async def test_refused_repair_is_in_the_log_too(folder: Path) -> None:
    """A machine that has not failed is a conflict, an unknown one not found; both stay as they are."""
    async with with_admin(folder) as p:
        with capture_logs() as lines:
            conflict = await ask(folder, f"POST /machines/{quote(machine_id(1), safe='')}/repair")
            missing = await ask(folder, "POST /machines/nobody/repair")
        assert (conflict[0], missing[0]) == (409, 404)
        assert "repair starts at FAILED" in str(conflict[1]["error"])
        assert [line["machine"] for line in lines if line["event"] == "repair refused"] == [machine_id(1)]
        assert (await p.client.get(1)).state == S.MACHINE_STATE_IDLE


async def test_socket_is_its_owners_alone_and_goes_with_the_process(folder: Path) -> None:
    """Mode 0600; what a killed process left is replaced, a live one's is refused, another file is kept."""
    path = folder / "admin"
    with socket.socket(socket.AF_UNIX) as left_over:
        left_over.bind(str(path))
    async with with_admin(folder):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with pytest.raises(ConfigError, match="--admin-socket: cannot listen on"):
            async with provider(replace(settings(), admin_socket=path)):
                pass
        assert (await ask(folder, "GET /machines"))[0] == 200
    assert not path.exists()
    path.write_text("kept")
    with pytest.raises(ConfigError, match="where nothing else is"):
        async with provider(replace(settings(), admin_socket=path)):
            pass
    assert path.read_text() == "kept"


async def test_path_that_no_socket_can_have_is_a_clear_error(folder: Path) -> None:
    """The kernel's bound is told as a number of bytes."""
    with pytest.raises(ConfigError, match="--admin-socket: must be at most 103 bytes long"):
        async with provider(replace(settings(), admin_socket=folder / ("x" * 99))):
            pass


async def test_shards_have_no_way_to_repair(folder: Path) -> None:
    """On the port of the shards a FAILED machine's Delete is refused as ever, and nothing else is there."""
    async with with_admin(folder) as p:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await p.client.delete(pb.DeleteRequest(machine_id=machine_id()))
        assert caught.value.code() is grpc.StatusCode.INTERNAL
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = p.client.channel.unary_unary(
            "/bigfleet.v1alpha1.CapacityProvider/Repair"
        )
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await call(b"", timeout=20)
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ("GET /nothing", 404),
        ("GET /machines/a/b", 404),
        ("POST /machines", 405),
        ("GET /machines/x/repair", 405),
        ("GET machines", 400),
        ("GET", 400),
        ("GET /" + "x" * 9000, 400),
    ],
)
async def test_what_is_no_request_of_ours_is_refused(folder: Path, request_: str, status: int) -> None:
    """One answer with a fixed code, and the next request is served."""
    async with with_admin(folder):
        assert (await ask(folder, request_))[0] == status
        assert (await ask(folder, "GET /machines"))[0] == 200


async def test_silent_and_surplus_callers_do_not_hold_up_the_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections beyond the bound are hung up on; those that say nothing end with the server."""
    monkeypatch.setattr(module, "MAX_CONNECTIONS", 1)
    async with with_admin(folder):
        silent = await asyncio.open_unix_connection(str(folder / "admin"))
        surplus = await asyncio.open_unix_connection(str(folder / "admin"))
        assert await surplus[0].read() == b""
    assert await silent[0].read() == b""
    for _, writer in (silent, surplus):
        writer.close()


async def test_live_state_is_exported_whole(folder: Path) -> None:
    """What the socket gives is a document that makes the same state anew."""
    async with with_admin(folder):
        status, document = await ask(folder, "GET /state")
    assert status == 200
    exported = parse(document)
    with closing(SqliteStore.open(folder / "state.db")) as store:
        stored = store.load()
    assert stored.machines.items() <= exported.machines.items()
    assert (exported.marks, exported.operation) == (stored.marks, stored.operation)
    assert exported.identity == stored.identity


async def test_machines_lists_filters_and_shows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table in plain columns, as JSON, by state and zone; one machine in full; nothing a terminal obeys."""
    async with with_admin(folder):
        at = ("--admin-socket", str(folder / "admin"))
        assert await tool(*at) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].split() == ["ID", "STATE", "ZONE", "TYPE", "CLUSTER", "HOST", "LAST", "ERROR"]
        assert [line.split()[:2] for line in lines[1:3]] == [
            [machine_id(0), "FAILED"],
            [machine_id(1), "IDLE"],
        ]
        assert lines[-1] == "4 machines"
        assert await tool("list", *at, "--in", "failed", "--in", "idle", "--zone", "a", "--json") == 0
        assert [one["id"] for one in json.loads(capsys.readouterr().out)] == [machine_id(0), machine_id(1)]
        assert await tool("list", *at, "--zone", "b") == 0
        assert capsys.readouterr().out.splitlines()[-1] == "0 machines"
        assert await tool("show", machine_id(), *at) == 0
        shown = capsys.readouterr().out
        assert "the hook exited 1\N{REPLACEMENT CHARACTER}[2J" in shown
        assert "\x1b" not in shown
        assert await tool("show", "nobody", *at) == 1
        assert "no machine 'nobody'" in capsys.readouterr().err


async def test_machines_repair_asks_tears_down_and_waits(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --yes and a terminal nothing happens; with it the program returns when the slot is free."""
    async with with_admin(folder) as p:
        at = ("--admin-socket", str(folder / "admin"))
        assert await tool("repair", machine_id(), *at) == 2
        assert "--yes: is required" in capsys.readouterr().err
        assert (await p.client.get()).state == S.MACHINE_STATE_FAILED
        assert await tool("repair", machine_id(), *at, "--yes") == 0
        assert (await p.client.get()).state == S.MACHINE_STATE_SPECULATIVE
        assert p.backend.counts[Kind.DELETE] == 1
        out = capsys.readouterr().out
        assert "last_error:" in out
        assert out.splitlines()[-1] == f"machine {machine_id()!r} is SPECULATIVE"
        assert await tool("repair", machine_id(), *at, "--yes") == 1
        assert "only one that is FAILED is repaired" in capsys.readouterr().err


async def test_machines_repair_that_fails_says_why(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The backend's reason, and exit status 1; --no-wait does not know it yet."""
    async with with_admin(folder) as p:
        at = ("--admin-socket", str(folder / "admin"))
        p.backend.errors[Kind.DELETE] = BackendError("the volume is busy")
        assert await tool("repair", machine_id(), *at, "--yes") == 1
        assert "could not be repaired: the volume is busy" in capsys.readouterr().err
        assert await tool("repair", machine_id(), *at, "--yes", "--no-wait") == 0
        assert "repairing, operation" in capsys.readouterr().out.splitlines()[-1]


def test_machines_of_a_state_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file's machines are shown without a provider; a repair needs one."""
    state = folder / "state.db"
    with closing(SqliteStore.open(state)) as store:
        store.load()
        store.commit(Delta(machines=[machine_of(MachineState.FAILED)], revision=1, operation=0))
    assert main(["machines", "--state", str(state)]) == 0
    assert "FAILED" in capsys.readouterr().out
    assert main(["machines", "show", "--state", str(state), "--json", machine_id()]) == 0
    assert json.loads(capsys.readouterr().out)["last_error"] == "it broke"
    assert main(["machines", "show", "--state", str(state), "nobody"]) == 1
    assert main(["machines", "repair", machine_id(), "--yes"]) == 2
    assert "--admin-socket: is required" in capsys.readouterr().err
    assert main(["machines"]) == 2
    assert main(["machines", "--admin-socket", str(folder / "none")]) == 1
    assert "cannot be asked" in capsys.readouterr().err


def test_printable_replaces_what_a_terminal_obeys() -> None:
    """Escapes and newlines do not reach the terminal, letters of any script do."""
    assert printable("\x1b]0;x\a\nü\u202e語") == "�]0;x��ü�語"
