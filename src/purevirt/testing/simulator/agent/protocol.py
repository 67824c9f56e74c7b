"""The agent's protocol: one command in JSON, and what a real qemu-ga answers to it.

Source: QEMU's guest agent protocol; every text was measured with qemu-ga 7.2.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from purevirt.testing.simulator.guest import Guest

__all__ = ["AgentRefusal", "Command", "NotJson", "Parameter", "answer"]

FREEZE_SAFE = frozenset(
    (
        "guest-ping",
        "guest-info",
        "guest-sync",
        "guest-sync-delimited",
        "guest-fsfreeze-status",
        "guest-fsfreeze-thaw",
    )
)
"""What an agent still does while the file systems are frozen."""

_TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
_ENVELOPE = frozenset(("execute", "arguments", "id"))


class AgentRefusal(Exception):
    """The agent says no, in these words. `command` is None where it did not understand what was asked."""

    def __init__(self, text: str, command: str | None = None) -> None:
        super().__init__(text)
        self.command = command


class NotJson(Exception):
    """What was to be asked of the agent cannot be read."""


class Parameter(NamedTuple):
    """One parameter of a command: its name, its type in the agent's words (empty for any), if it must be."""

    name: str
    type: str
    is_required: bool = False


class Command(NamedTuple):
    """A command: what it takes, and who answers; the answer is anything that JSON has."""

    parameters: tuple[Parameter, ...]
    run: Callable[[Guest, dict[str, Any]], object]


def answer(guest: Guest, commands: Mapping[str, Command], text: str) -> str:
    """Return the answer to a command.

    Raises:
        AgentRefusal: the agent says no.
        NotJson: `text` is none; it never gets to the agent then.
    """
    name, arguments, rest = _envelope(_parsed(text))
    try:
        result = _carry_out(guest, commands, name, arguments)
    except OSError as error:
        raise AgentRefusal(error.strerror or "failed", name) from None
    except AgentRefusal as error:
        raise AgentRefusal(str(error), name) from None
    return json.dumps({"return": result, **rest}, separators=(",", ":"))


def _parsed(text: str) -> object:
    try:
        request: object = json.loads(text)
        # half of a surrogate pair, which can be written, and bytes that are no text stand for nothing
        json.dumps(request, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None
    return request


def _envelope(request: object) -> tuple[str, dict[str, Any], dict[str, object]]:
    if not isinstance(request, dict):
        raise AgentRefusal("QMP input must be a JSON object")
    name = request.get("execute")
    if name is None:
        raise AgentRefusal("QMP input lacks member 'execute'")
    if not isinstance(name, str):
        raise AgentRefusal("QMP input member 'execute' must be a string")
    arguments = request.get("arguments", {})
    if not isinstance(arguments, dict):
        raise AgentRefusal("QMP input member 'arguments' must be an object", name)
    for member in request:
        if member not in _ENVELOPE:
            raise AgentRefusal(f"QMP input member '{member}' is unexpected", name)
    return name, arguments, {"id": request["id"]} if "id" in request else {}


def _carry_out(guest: Guest, commands: Mapping[str, Command], name: str, arguments: dict[str, Any]) -> object:
    own = guest.profile.agent_commands.get(name)
    if own is None and name not in commands:
        raise AgentRefusal(f"The command {name} has not been found")
    if name in guest.profile.blocked_commands:
        raise AgentRefusal(f"Command {name} has been disabled")
    if guest.system.is_frozen and name not in FREEZE_SAFE:
        raise AgentRefusal(f"Command {name} has been disabled: the agent is in frozen state")
    if own is not None:
        return own(arguments)
    command = commands[name]
    _check(command.parameters, arguments)
    return command.run(guest, arguments)


def _check(parameters: tuple[Parameter, ...], arguments: dict[str, Any]) -> None:
    for one in parameters:
        if one.name not in arguments:
            if one.is_required:
                raise AgentRefusal(f"Parameter '{one.name}' is missing")
            continue
        value = arguments[one.name]
        if one.type and (
            not isinstance(value, _TYPES[one.type]) or (one.type == "integer" and isinstance(value, bool))
        ):
            raise AgentRefusal(f"Invalid parameter type for '{one.name}', expected: {one.type}")
    known = {one.name for one in parameters}
    for name in arguments:
        if name not in known:
            raise AgentRefusal(f"Parameter '{name}' is unexpected")
