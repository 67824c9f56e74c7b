"""The commands of the agent in a simulated guest."""

from __future__ import annotations

import base64
import binascii
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from purevirt.testing.simulator.agent import facts
from purevirt.testing.simulator.agent.open_files import MODES
from purevirt.testing.simulator.agent.protocol import FREEZE_SAFE, AgentRefusal, Command, Parameter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.testing.simulator.agent.open_files import OpenFile
    from purevirt.testing.simulator.guest import Guest

__all__ = ["COMMANDS", "MAX_OUTPUT_BYTES", "VERSION"]

VERSION = "7.2.22"
MAX_OUTPUT_BYTES = 16 << 20
"""What an agent keeps of each output of a process."""

_READ_BYTES = 4096
_MAX_READ_BYTES = 48 << 20
_WHENCE = {"set": 0, "cur": 1, "end": 2}


def _info(guest: Guest, arguments: dict[str, Any]) -> object:
    names = [*COMMANDS, *(one for one in guest.profile.agent_commands if one not in COMMANDS)]

    def is_enabled(name: str) -> bool:
        return name not in guest.profile.blocked_commands and (
            not guest.system.is_frozen or name in FREEZE_SAFE
        )

    commands = [{"enabled": is_enabled(name), "name": name, "success-response": True} for name in names]
    return {"version": VERSION, "supported_commands": commands}


# processes


def _exec(guest: Guest, arguments: dict[str, Any]) -> object:
    path = arguments["path"]
    stdin = _decoded(arguments.get("input-data", ""))
    env = None
    if "env" in arguments:
        pairs = (str(one).partition("=") for one in arguments["env"])
        env = {name: value for name, _, value in pairs}
    argv = (path, *(str(one) for one in arguments.get("arg", ())))
    try:
        process = guest.system.start(
            argv, stdin=stdin, env=env, captures=arguments.get("capture-output", False)
        )
    except OSError as error:
        why = f"Failed to execute child process “{path}” ({error.strerror})"
        raise AgentRefusal(f"Guest agent command failed, error was '{why}'") from None
    return {"pid": process.pid}


def _exec_status(guest: Guest, arguments: dict[str, Any]) -> object:
    process = guest.system.processes.take(arguments["pid"])
    if process is None:
        raise AgentRefusal("Invalid parameter 'pid'")
    if not process.has_ended:
        return {"exited": False}
    end = process.exit
    status: dict[str, object] = {"signal": end.signal} if end.signal else {"exitcode": end.code & 0xFF}
    if process.captures:
        for name, data in (("err", end.stderr), ("out", end.stdout)):
            if data:
                status[f"{name}-data"] = base64.b64encode(data[:MAX_OUTPUT_BYTES]).decode()
                status[f"{name}-truncated"] = len(data) > MAX_OUTPUT_BYTES
    return {**status, "exited": True}


# files


def _file_open(guest: Guest, arguments: dict[str, Any]) -> object:
    path, mode = arguments["path"], arguments.get("mode", "r")
    if mode not in MODES:
        raise AgentRefusal(f"invalid file open mode '{mode}'")
    try:
        return guest.system.open_files.open(path, mode)
    except OSError as error:
        raise AgentRefusal(f"failed to open file '{path}' (mode: '{mode}'): {error.strerror}") from None


def _file(guest: Guest, arguments: dict[str, Any]) -> OpenFile:
    found = guest.system.open_files.find(arguments["handle"])
    if found is None:
        raise AgentRefusal(f"handle '{arguments['handle']}' has not been found")
    return found


def _file_close(guest: Guest, arguments: dict[str, Any]) -> object:
    _file(guest, arguments)
    guest.system.open_files.close(arguments["handle"])
    return {}


def _file_read(guest: Guest, arguments: dict[str, Any]) -> object:
    file = _file(guest, arguments)
    count = arguments.get("count", _READ_BYTES)
    if not 0 <= count < _MAX_READ_BYTES:
        raise AgentRefusal(f"value '{count}' is invalid for argument count")
    try:
        data = file.read(count)
    except OSError as error:
        raise AgentRefusal(f"failed to read file: {error.strerror}") from None
    return {"count": len(data), "buf-b64": base64.b64encode(data).decode(), "eof": file.is_at_end}


def _file_write(guest: Guest, arguments: dict[str, Any]) -> object:
    file = _file(guest, arguments)
    data = _decoded(arguments["buf-b64"])
    count = arguments.get("count", len(data))
    if not 0 <= count <= len(data):
        raise AgentRefusal(f"value '{count}' is invalid for argument count")
    try:
        file.write(data[:count])
    except OSError as error:
        raise AgentRefusal(f"failed to write to file: {error.strerror}") from None
    return {"count": count, "eof": False}


def _file_seek(guest: Guest, arguments: dict[str, Any]) -> object:
    file = _file(guest, arguments)
    whence = arguments["whence"]
    if isinstance(whence, str):
        if whence not in _WHENCE:
            raise AgentRefusal(f"Parameter 'whence' does not accept value '{whence}'")
        whence = _WHENCE[whence]
    if whence not in _WHENCE.values():
        raise AgentRefusal(f"invalid whence code {whence}")
    try:
        position = file.seek(arguments["offset"], whence)
    except OSError as error:
        raise AgentRefusal(f"failed to seek file: {error.strerror}") from None
    return {"position": position, "eof": False}


def _file_flush(guest: Guest, arguments: dict[str, Any]) -> object:
    _file(guest, arguments)
    return {}


# file systems


def _freeze(guest: Guest, arguments: dict[str, Any]) -> object:
    wanted = arguments.get("mountpoints")
    if wanted is not None and "/" not in wanted:
        return 0
    guest.system.is_frozen = True
    return 1


def _thaw(guest: Guest, arguments: dict[str, Any]) -> object:
    was_frozen, guest.system.is_frozen = guest.system.is_frozen, False
    return int(was_frozen)


def _trim(guest: Guest, arguments: dict[str, Any]) -> object:
    return {"paths": [{"path": "/", "minimum": 0, "trimmed": 0}]}


# people and power


def _set_password(guest: Guest, arguments: dict[str, Any]) -> object:
    if arguments["username"] not in guest.profile.users:
        raise AgentRefusal("child process has failed to set user password")
    guest.system.passwords[arguments["username"]] = _decoded(arguments["password"]).decode(errors="replace")
    return {}


def _shutdown(guest: Guest, arguments: dict[str, Any]) -> object:
    mode = arguments.get("mode", "powerdown")
    if mode not in ("powerdown", "reboot", "halt"):
        raise AgentRefusal("Invalid parameter 'mode'")
    guest.shut_down(reboot=mode == "reboot")
    return {}


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise AgentRefusal("Base64 data contains invalid characters") from None


def _command(run: Any, *parameters: Parameter) -> Command:
    return Command(parameters, run)


_HANDLE = Parameter("handle", "integer", is_required=True)
_PATH = Parameter("path", "string", is_required=True)
_ID = Parameter("id", "integer", is_required=True)

COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "guest-get-osinfo": _command(facts.os_info),
        "guest-get-timezone": _command(facts.timezone),
        "guest-get-users": _command(lambda _guest, _arguments: []),
        "guest-get-host-name": _command(lambda guest, _arguments: {"host-name": guest.system.host_name}),
        "guest-exec": _command(
            _exec,
            _PATH,
            Parameter("arg", "array"),
            Parameter("env", "array"),
            Parameter("input-data", "string"),
            Parameter("capture-output", "boolean"),
        ),
        "guest-exec-status": _command(_exec_status, Parameter("pid", "integer", is_required=True)),
        "guest-set-user-password": _command(
            _set_password,
            Parameter("username", "string", is_required=True),
            Parameter("password", "string", is_required=True),
            Parameter("crypted", "boolean", is_required=True),
        ),
        "guest-get-fsinfo": _command(facts.file_systems),
        "guest-get-vcpus": _command(facts.vcpus),
        "guest-network-get-interfaces": _command(facts.interfaces),
        "guest-fstrim": _command(_trim, Parameter("minimum", "integer")),
        "guest-fsfreeze-thaw": _command(_thaw),
        "guest-fsfreeze-freeze-list": _command(_freeze, Parameter("mountpoints", "array")),
        "guest-fsfreeze-freeze": _command(_freeze),
        "guest-fsfreeze-status": _command(
            lambda guest, _arguments: "frozen" if guest.system.is_frozen else "thawed"
        ),
        "guest-file-flush": _command(_file_flush, _HANDLE),
        "guest-file-seek": _command(
            _file_seek,
            _HANDLE,
            Parameter("offset", "integer", is_required=True),
            Parameter("whence", "", is_required=True),
        ),
        "guest-file-write": _command(
            _file_write,
            _HANDLE,
            Parameter("buf-b64", "string", is_required=True),
            Parameter("count", "integer"),
        ),
        "guest-file-read": _command(_file_read, _HANDLE, Parameter("count", "integer")),
        "guest-file-close": _command(_file_close, _HANDLE),
        "guest-file-open": _command(_file_open, _PATH, Parameter("mode", "string")),
        "guest-shutdown": _command(_shutdown, Parameter("mode", "string")),
        "guest-info": _command(_info),
        "guest-get-time": _command(facts.time_ns),
        "guest-ping": _command(lambda _guest, _arguments: {}),
        "guest-sync": _command(lambda _guest, arguments: arguments["id"], _ID),
        "guest-sync-delimited": _command(lambda _guest, arguments: arguments["id"], _ID),
    }
)
"""By name. What it lacks beside a real agent's is refused as a command that there is not."""
