"""Commands for a domain's guest agent, and waiting for it. Pure; see recipe.py.

Errors are told apart by libvirt's codes alone: 55 for a domain that is off, 74 where its XML has no channel
for an agent, 86 for an agent that is not connected or does not answer, 112 for the latter from newer
daemons, 113 for an agent that says no, which older ones report as 1.

A command that is longer than what the monitor's socket takes at once is garbled by libvirt 9.0.0: after a
partial write it starts again from the command's first byte, and no answer ever comes. With Linux's default
socket buffer 213,440 characters pass and 220,100 do not; so none longer than MAX_COMMAND_CHARS is sent.

Source: qemu_protocol.x, QEMU_PROC_DOMAIN_AGENT_COMMAND; limits measured on libvirtd 9.0.0 with qemu-ga 7.2.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from purevirt.errors import (
    AgentCommandFailed,
    AgentCommandUnavailable,
    AgentNotConfigured,
    AgentUnresponsive,
    DecodeError,
    EncodeError,
    GuestDataTooLarge,
    GuestNotRunning,
    LibvirtError,
    PurevirtError,
)
from purevirt.rpc.gen import procedures, qemu
from purevirt.rpc.gen.event_kinds import DOMAIN_AGENT_LIFECYCLE
from purevirt.rpc.recipes.recipe import Bound, NextEvent, Subscribe, call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.rpc.gen.remote import Domain
    from purevirt.rpc.recipes.recipe import Recipe

__all__ = ["MAX_COMMAND_CHARS", "agent_command", "ask_agent", "nonsense", "wait_for_agent"]

MAX_COMMAND_CHARS = 128 << 10
"""How long a command may be: far below the measured limit, which a host's settings may lower."""

ANSWER_TIMEOUT_S = 10
_MIN_TIMEOUT_S = -2
_RECHECK_S = 2.0
"""An agent is asked again after this long without an event: one that is connected may be slow to answer."""

_CLASSES: dict[int, tuple[type[LibvirtError], str]] = {
    1: (AgentCommandFailed, ""),
    3: (AgentNotConfigured, ""),
    55: (GuestNotRunning, ""),
    67: (AgentNotConfigured, ""),
    74: (AgentNotConfigured, "; add a channel named org.qemu.guest_agent.0 to the domain"),
    84: (AgentNotConfigured, ""),
    86: (AgentUnresponsive, ""),
    112: (AgentUnresponsive, ""),
    113: (AgentCommandFailed, ""),
}


def agent_command(
    dom: Domain,
    command: str,
    arguments: Mapping[str, object] | None = None,
    *,
    answer_timeout_s: int = ANSWER_TIMEOUT_S,
) -> Recipe[Any]:
    """Return the `return` member of the agent's answer to one command; None where libvirt has no answer.

    Args:
        dom: whose agent.
        command: e.g. ``guest-get-osinfo``.
        arguments: what goes with it, anything that JSON has.
        answer_timeout_s: how long the daemon waits for the answer; -1 is its default of 5 s, -2 for ever, 0
            not at all.

    Raises:
        GuestNotRunning, AgentNotConfigured: it is off or paused, or has no agent: waiting is of no use.
        AgentUnresponsive: it did not answer, or is not connected yet; the command may have been carried out.
        AgentCommandUnavailable: it does not know the command, or may not carry it out.
        AgentCommandFailed: it tried, and failed.
        LibvirtError: anything else, e.g. `ReplyTooLarge`.
    """
    return (yield from ask_agent(dom, command, arguments, answer_timeout_s))


def wait_for_agent(dom: Domain, *, timeout_s: float | None = None) -> Recipe[None]:
    """Return once the domain's agent answers; at once if it does already.

    Its connection is told by an event that is asked for before the agent is; while it restarts, or a guest
    boots again, this goes on waiting.

    Args:
        dom: whose agent.
        timeout_s: how long to wait; None is for ever.

    Raises:
        GuestNotRunning, AgentNotConfigured, AgentCommandUnavailable: it never will.
        TimeoutError: it did not in time.
    """
    yield Bound(timeout_s)
    yield Subscribe(DOMAIN_AGENT_LIFECYCLE.topic(dom))
    while True:
        try:
            yield from ask_agent(dom, "guest-ping")
        except AgentUnresponsive:
            yield NextEvent(_RECHECK_S)
        else:
            return


def ask_agent(
    dom: Domain,
    command: str,
    arguments: Mapping[str, object] | None = None,
    timeout_s: int = ANSWER_TIMEOUT_S,
    *,
    is_secret: bool = False,
    asks_why: bool = True,
) -> Recipe[Any]:
    """Return the result of a command: what `agent_command` and all else here is made of.

    Args:
        dom: whose agent.
        command: its name.
        arguments: what goes with it.
        timeout_s: how long the daemon waits.
        is_secret: the daemon's texts are not to be shown, since they may quote the arguments.
        asks_why: where the agent says no, ask it whether it has the command at all.
    """
    if timeout_s < _MIN_TIMEOUT_S:
        raise EncodeError(f"a timeout of {timeout_s} s: -2 is the least, and means for ever", path="timeout")
    request = {"execute": command} if arguments is None else {"execute": command, "arguments": arguments}
    text = json.dumps(request)
    if len(text) > MAX_COMMAND_CHARS:
        raise GuestDataTooLarge(
            f"{command}: a command of {len(text)} characters; libvirt garbles long ones, at most "
            f"{MAX_COMMAND_CHARS} are sent",
            limit=MAX_COMMAND_CHARS,
        )
    failure: LibvirtError | None = None
    try:
        reply = yield from call(
            procedures.QEMU_DOMAIN_AGENT_COMMAND, qemu.DomainAgentCommandArgs(dom, text, timeout_s)
        )
    except LibvirtError as error:
        failure = error
    if failure is not None:
        class_, cure = _CLASSES.get(failure.code, (type(failure), ""))
        if class_ is AgentCommandFailed and asks_why and not (yield from _has_command(dom, command)):
            class_ = AgentCommandUnavailable
            cure = "; allow the command in the guest's configuration of qemu-ga, or install a newer one"
        raise _as(class_, failure, command, cure, is_secret=is_secret)
    if reply.result is None:
        return None
    try:
        return json.loads(reply.result)["return"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise nonsense(command, "it is not an object with a result") from None


def _has_command(dom: Domain, command: str) -> Recipe[bool]:
    try:
        info = yield from ask_agent(dom, "guest-info", asks_why=False)
        enabled = {one["name"]: one["enabled"] for one in info["supported_commands"]}
    except (PurevirtError, LookupError, TypeError):
        return True
    return bool(enabled.get(command, False))


def _as(
    class_: type[LibvirtError], error: LibvirtError, command: str, cure: str, *, is_secret: bool
) -> LibvirtError:
    """Return the error as one of `class_`, with all that came with it unless that is secret."""
    fields = dict(error.__dict__)
    if is_secret:
        fields.update(message_bytes=b"", str1=None, str2=None, str3=None)
    said = "libvirt's words are withheld, as they may quote the data" if is_secret else error.message
    fields["message"] = f"{command}: {said}{cure}"
    made = class_.__new__(class_)
    made.args = (fields["message"],)
    made.__dict__.update(fields)
    return made


def nonsense(command: str, why: str) -> DecodeError:
    """Return what to raise for an answer that is not what the agent's protocol says."""
    return DecodeError(
        f"{command}: the agent's answer makes no sense: {why}",
        path="qemu_domain_agent_command_ret.result",
        offset=0,
    )
