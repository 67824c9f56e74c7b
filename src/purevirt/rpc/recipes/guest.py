"""Processes and files of a domain's guest, through its agent. Pure; see recipe.py.

Pieces are small because commands are: see agent_recipe.py. The daemon cannot carry an answer of more than
4 MiB, which base64 makes 3 MiB of data, and loses it; after one of more than 10 MiB it talks to that agent
no more until the guest restarts. The agent tells of an end once, and only when all who inherited the captured
outputs have closed them; then, and after its own restart, it does not know the process any more.

Source: QEMU's guest agent protocol, guest-exec and guest-file-*; limits measured with qemu-ga 7.2.
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, NamedTuple

from purevirt.errors import (
    AgentCommandFailed,
    AgentUnresponsive,
    DecodeError,
    GuestDataTooLarge,
    GuestResultLost,
    PurevirtError,
    RpcError,
)
from purevirt.rpc.recipes.agent import ask_agent, nonsense
from purevirt.rpc.recipes.recipe import Bound, Pause

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from purevirt.rpc.gen.remote import Domain
    from purevirt.rpc.recipes.recipe import Recipe

__all__ = ["PIECE_BYTES", "READ_BYTES", "GuestExit", "guest_exec", "guest_file_read", "guest_file_write"]

PIECE_BYTES = 64 << 10
"""What one command carries of a file or of a process's standard input."""

READ_BYTES = 1 << 20
"""What one command asks for of a file: in base64 a third of what the daemon can carry."""

DEFAULT_MAX_BYTES = 64 << 20
_FIRST_PAUSE_S = 0.02
_LAST_PAUSE_S = 2.0


class GuestExit(NamedTuple):
    """How a process in a guest ended.

    Attributes:
        code: its exit status; 0 if a signal ended it.
        signal: the signal, on Windows the exception, that ended it; 0 if none did.
        stdout, stderr: what it wrote, as it came; empty where nothing was captured.
        is_truncated: it wrote more than the agent keeps, 16 MiB each.
    """

    code: int
    signal: int
    stdout: bytes
    stderr: bytes
    is_truncated: bool


def guest_exec(
    dom: Domain,
    path: str,
    args: Sequence[str] = (),
    *,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    capture_output: bool = True,
    is_secret: bool = False,
    timeout_s: float | None = None,
) -> Recipe[GuestExit]:
    """Run a program in a guest to its end; no shell is involved.

    Args:
        dom: the guest.
        path: the program, with its folder or to be found in the agent's PATH.
        args: its arguments.
        env: all of its environment; None is the agent's own.
        stdin: at most PIECE_BYTES; write more to a file first.
        capture_output: keep what it writes. More than about 3 MiB of it cannot be had, and costs the result:
            have it written to a file then, and read that.
        is_secret: no error quotes the program's arguments, just as none quotes `env` and `stdin`.
        timeout_s: how long to wait for its end; None is for ever. The program goes on after it.

    Raises:
        GuestDataTooLarge: what is to be sent does not fit a command; nothing was sent.
        GuestResultLost: it was started, and how it ended cannot be known: the agent has restarted, the
            output was too large, or the answer makes no sense.
        TimeoutError: it did not end in time.
        LibvirtError: as `agent_command`; after `AgentUnresponsive` it may have been started.
    """
    yield Bound(timeout_s)
    if len(stdin) > PIECE_BYTES:
        text = f"{len(stdin)} bytes of input: one command carries {PIECE_BYTES}; write them to a file first"
        raise GuestDataTooLarge(text, limit=PIECE_BYTES)
    arguments: dict[str, object] = {"path": path, "arg": list(args), "capture-output": capture_output}
    if env is not None:
        arguments["env"] = [f"{name}={value}" for name, value in env.items()]
    if stdin:
        arguments["input-data"] = base64.b64encode(stdin).decode()
    started = yield from ask_agent(dom, "guest-exec", arguments, is_secret=bool(is_secret or stdin or env))
    pid: int = _member(started, "pid", int, "guest-exec")
    pause_s = _FIRST_PAUSE_S
    while True:
        ended = yield from _look_for_end(dom, path, pid)
        if ended is not None:
            return ended
        yield Pause(pause_s)
        pause_s = min(1.5 * pause_s, _LAST_PAUSE_S)


def guest_file_read(
    dom: Domain, path: str, *, max_bytes: int = DEFAULT_MAX_BYTES, timeout_s: float | None = None
) -> Recipe[bytes]:
    """Return the content of a guest's file, of at most `max_bytes`, read in pieces.

    Raises:
        GuestDataTooLarge: it is larger.
        TimeoutError: it took longer than `timeout_s` seconds.
        LibvirtError: as `agent_command`; `AgentCommandFailed` for a file that is not there.
    """
    yield Bound(timeout_s)
    handle = yield from ask_agent(dom, "guest-file-open", {"path": path, "mode": "r"})
    try:
        content = yield from _read_pieces(dom, handle, path, max_bytes)
    except GeneratorExit:
        raise
    except BaseException:
        yield from _close_quietly(dom, handle)
        raise
    yield from _close_quietly(dom, handle)
    return content


def guest_file_write(
    dom: Domain, path: str, data: bytes, *, append: bool = False, timeout_s: float | None = None
) -> Recipe[None]:
    """Write a guest's file, in pieces; where that fails in the middle, the file holds a part.

    Args:
        dom: the guest.
        path: the file, which is made or emptied first.
        data: its content.
        append: leave what is in it, and write at its end.
        timeout_s: how long it may take.

    Raises:
        TimeoutError: it took longer.
        LibvirtError: as `agent_command`; `AgentCommandFailed` e.g. for a full disk.
    """
    yield Bound(timeout_s)
    mode = "a" if append else "w"
    handle = yield from ask_agent(dom, "guest-file-open", {"path": path, "mode": mode})
    try:
        yield from _write_pieces(dom, handle, data)
    except GeneratorExit:
        raise
    except BaseException:
        yield from _close_quietly(dom, handle)
        raise
    # what the agent has buffered is written now, so that this may fail too
    yield from ask_agent(dom, "guest-file-close", {"handle": handle})


def _look_for_end(dom: Domain, path: str, pid: int) -> Recipe[GuestExit | None]:
    """Return how a process ended; None if it has not, or if the agent cannot be asked just now."""
    command = "guest-exec-status"
    try:
        status = yield from ask_agent(dom, command, {"pid": pid}, asks_why=False)
        return _exit(status) if _member(status, "exited", bool, command) else None
    except AgentUnresponsive:
        return None
    except AgentCommandFailed as error:
        raise GuestResultLost(f"{path}: the agent knows no process {pid} any more", pid=pid) from error
    except RpcError as error:
        text = f"{path}: process {pid} has ended, and its output is more than libvirt can carry"
        raise GuestResultLost(text, pid=pid) from error
    except DecodeError as error:
        raise GuestResultLost(f"{path}: how process {pid} ended: {error}", pid=pid) from error


def _read_pieces(dom: Domain, handle: object, path: str, max_bytes: int) -> Recipe[bytes]:
    pieces: list[bytes] = []
    left = max_bytes
    while True:
        # one byte more than is allowed tells that there is more
        arguments = {"handle": handle, "count": min(READ_BYTES, left + 1)}
        answer = yield from ask_agent(dom, "guest-file-read", arguments)
        is_last = _member(answer, "eof", bool, "guest-file-read")
        piece = _decoded(answer, "buf-b64", "guest-file-read")
        pieces.append(piece)
        left -= len(piece)
        if left < 0:
            raise GuestDataTooLarge(f"{path}: more than {max_bytes} bytes", limit=max_bytes)
        if is_last:
            return b"".join(pieces)


def _write_pieces(dom: Domain, handle: object, data: bytes) -> Recipe[None]:
    position = 0
    while position < len(data):
        piece = base64.b64encode(data[position : position + PIECE_BYTES]).decode()
        arguments = {"handle": handle, "buf-b64": piece}
        answer = yield from ask_agent(dom, "guest-file-write", arguments, is_secret=True)
        count: int = _member(answer, "count", int, "guest-file-write")
        if not 0 < count <= PIECE_BYTES:
            raise nonsense("guest-file-write", f"it says that it wrote {count} bytes")
        position += count


def _close_quietly(dom: Domain, handle: object) -> Recipe[None]:
    """Close a file that nothing more is wanted of: open ones stay open until the agent ends."""
    try:
        yield from ask_agent(dom, "guest-file-close", {"handle": handle}, asks_why=False)
    except PurevirtError:
        return


def _member(answer: Any, name: str, kind: type, command: str) -> Any:
    value = answer.get(name) if isinstance(answer, dict) else None
    if not isinstance(value, kind):
        raise nonsense(command, f"its {name!r} is not of type {kind.__name__}")
    return value


def _decoded(answer: dict[str, Any], name: str, command: str) -> bytes:
    try:
        return base64.b64decode(answer.get(name, ""), validate=True)
    except (binascii.Error, TypeError, ValueError, AttributeError):
        raise nonsense(command, f"its {name!r} is not base64") from None


def _exit(status: dict[str, Any]) -> GuestExit:
    command = "guest-exec-status"
    code, signal = status.get("exitcode", 0), status.get("signal", 0)
    if not isinstance(code, int) or not isinstance(signal, int):
        raise nonsense(command, "it has no exit code")
    return GuestExit(
        code,
        signal,
        _decoded(status, "out-data", command),
        _decoded(status, "err-data", command),
        bool(status.get("out-truncated") or status.get("err-truncated")),
    )
