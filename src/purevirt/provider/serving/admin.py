"""What an operator on the machine itself may ask of a live provider: HTTP on a unix socket.

    GET /machines               all machines
    GET /machines/ID            one of them; the id is percent-encoded, slashes included
    POST /machines/ID/repair    tear down what stands behind a FAILED machine, and free its slot
    GET /state                  the whole state, as `purevirt-provider state export` prints it

Answers are JSON; a refusal is an object with the one field `error`. The socket is its owner's alone (mode
0600) from the moment that it can be connected to, and is never the port that shards see. Every repair that is
asked for leaves a line in the log with the caller's user and process, whatever becomes of it.

One request per connection, bounded in size, time and number. Large answers are made in a worker thread, from
values that never change, so that callers of the provider do not wait for them.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

import structlog

from purevirt.errors import PurevirtError
from purevirt.provider.core.lifecycle import By, Command
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.durable.state_document import dump, dump_machine
from purevirt.provider.errors import ConfigError, InvalidTransition, MachineNotFound, StoreError, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from purevirt.provider.core.engine import Engine
    from purevirt.provider.core.inventory import Inventory
    from purevirt.provider.core.model import Machine

MAX_REQUEST_BYTES: Final = 8192
READ_TIMEOUT_S: Final = 10.0
# A whole state may be a hundred megabytes, and its reader slow.
WRITE_TIMEOUT_S: Final = 120.0
MAX_CONNECTIONS: Final = 8
# A socket's name has to fit into the kernel's structure; this is the smallest bound of those we run on.
MAX_PATH_BYTES: Final = 103

_CODES: Final = {MachineNotFound: 404, InvalidTransition: 409, StoreError: 503, Unavailable: 503}
_REASONS: Final = {
    200: "OK",
    202: "Accepted",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
    500: "Internal Server Error",
    503: "Service Unavailable",
}
_PEER: Final = struct.Struct("3i")

log = structlog.get_logger(__name__)

Answer = tuple[int, object]


class AdminServer:
    """Serves one engine and its inventory at `path`; `identity` is that of their state."""

    def __init__(self, path: Path, engine: Engine, inventory: Inventory, identity: str) -> None:
        self._path = path
        self._engine = engine
        self._inventory = inventory
        self._identity = identity
        self._connections: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen. A socket that nobody listens on any more is replaced.

        Raises:
            ConfigError: the path is something else, or in use, or cannot be made.
        """
        listener = _listener(self._path)
        self._server = await asyncio.start_unix_server(self._serve, sock=listener, limit=MAX_REQUEST_BYTES)

    async def close(self) -> None:
        """Stop listening, hang up, remove the socket. A second call does nothing."""
        if self._server is None:
            return
        self._server.close()
        self._server = None
        self._path.unlink(missing_ok=True)
        for writer in self._connections.values():
            writer.transport.abort()
        if self._connections:
            await asyncio.wait(self._connections)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close."""
        task = asyncio.current_task()
        assert task is not None
        self._connections[task] = writer
        try:
            if len(self._connections) <= MAX_CONNECTIONS:
                async with asyncio.timeout(READ_TIMEOUT_S):
                    method, target = await _request(reader)
                status, content = await self._answer(method, target, writer)
                body = await asyncio.to_thread(_encode, content)
                head = (
                    f"HTTP/1.1 {status} {_REASONS[status]}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                )
                async with asyncio.timeout(WRITE_TIMEOUT_S):
                    writer.write(head.encode("ascii"))
                    writer.write(body)
                    await writer.drain()
        except (OSError, TimeoutError):
            # The caller went away or was too slow; there is nobody to tell.
            pass
        finally:
            del self._connections[task]
            writer.close()

    async def _answer(self, method: str, target: str, writer: asyncio.StreamWriter) -> Answer:
        """Return the status and the content; a callable is called in a worker thread for it."""
        if not method:
            return 400, {"error": "not an HTTP request"}
        path, _, _ = target.partition("?")
        parts = [unquote(part) for part in path.split("/")[1:]]
        wanted = "POST" if len(parts) == 3 else "GET"
        known = parts in (["machines"], ["state"]) or (
            parts[0] == "machines" and (len(parts) == 2 or (len(parts) == 3 and parts[2] == "repair"))
        )
        if not known:
            return 404, {"error": f"no such page: {path[:256]!r}"}
        if method != wanted:
            return 405, {"error": f"only {wanted}"}
        try:
            if parts == ["state"]:
                snapshot = self._engine.snapshot(self._identity)
                return 200, lambda: dump(snapshot)
            if len(parts) == 1:
                machines = [one for one in self._inventory.in_states(tuple(MachineState)) if not one.gone]
                return 200, lambda: {"machines": [dump_machine(one) for one in machines]}
            if len(parts) == 2:
                return 200, self._shown(self._found(parts[1]))
            return await self._repair(parts[1], writer)
        except PurevirtError as error:
            code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), 500)
            return code, {"error": str(error)}

    def _found(self, machine_id: str) -> Machine:
        machine = self._inventory.get(machine_id)
        if machine is None:
            raise MachineNotFound(
                f"no machine {machine_id[:256]!r}; `machines list` shows those that there are"
            )
        return machine

    def _shown(self, machine: Machine) -> dict[str, object]:
        """Return one machine, with what only the live process knows."""
        return {**dump_machine(machine), "retired": machine.retired, "busy": self._engine.busy(machine.id)}

    async def _repair(self, machine_id: str, writer: asyncio.StreamWriter) -> Answer:
        """Submit the repair, and log who asked for it."""
        machine = self._found(machine_id)
        line = log.bind(machine=machine_id, last_error=machine.last_error or None, **_peer(writer))
        try:
            ack = await self._engine.submit(Command(kind=Kind.DELETE, by=By.OPERATOR, machine_id=machine_id))
        except PurevirtError as error:
            line.warning("repair refused", reason=str(error))
            raise
        line.warning("repair", operation=ack.operation_id)
        return 202, {"operation_id": ack.operation_id, "machine": self._shown(ack.machine)}


async def _request(reader: asyncio.StreamReader) -> tuple[str, str]:
    """Return method and target; both empty for what is no request."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return "", ""
    parts = head.split(b"\r\n", 1)[0].split(b" ")
    if len(parts) != 3 or not parts[2].startswith(b"HTTP/1.") or not parts[1].startswith(b"/"):
        return "", ""
    return parts[0].decode("ascii", "replace"), parts[1].decode("ascii", "replace")


def _encode(content: object | Callable[[], object]) -> bytes:
    return json.dumps(content() if callable(content) else content).encode() + b"\n"


def _peer(writer: asyncio.StreamWriter) -> dict[str, int]:
    """Return who is at the other end, as far as the kernel says."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return {}
    raw: bytes = writer.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, option, _PEER.size)
    pid, uid, _ = _PEER.unpack(raw)
    return {"uid": uid, "pid": pid}


def _listener(path: Path) -> socket.socket:
    """Return a socket at `path` that only its owner can connect to; asyncio begins to listen on it."""
    name = str(path)
    if len(name.encode()) > MAX_PATH_BYTES:
        raise ConfigError(f"--admin-socket: must be at most {MAX_PATH_BYTES} bytes long, got {name!r}")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC)
    try:
        if path.is_socket() and not _answers(name):
            path.unlink()
        listener.bind(name)
        # Nobody can connect before somebody listens, so there is no moment at which it is open to all.
        path.chmod(0o600)
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"--admin-socket: cannot listen on {name} ({error.strerror}); name a path in a folder that is "
            "there, where nothing else is"
        ) from error
    return listener


def _answers(name: str) -> bool:
    """Return whether somebody listens on the socket at `name`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        # A listener answers at once, or has its queue full.
        probe.setblocking(False)
        try:
            probe.connect(name)
        except ConnectionRefusedError:
            return False
        except OSError:
            return True
        return True
