"""One guest's agent: readiness, and programs with standard input and bounded output.

What is said to the agent, and what its answers mean, is the client's: see `purevirt.rpc.recipes.agent` and
`guest_recipe`. Here the connection may change between two commands, and the guest's file systems may be
frozen by somebody's backup: its agent then refuses all but a few commands, with the code of any refusal.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from purevirt import errors
from purevirt.errors import libvirt_error
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.hosts import HostUnavailable
from purevirt.rpc.aio.follow import follow
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.qemu import DomainAgentCommandRet
from purevirt.rpc.recipes.agent import wait_for_agent
from purevirt.rpc.recipes.guest import PIECE_BYTES, GuestExit, guest_exec

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from purevirt.rpc.aio.events import Events
    from purevirt.rpc.gen.remote import Domain
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.recipes.recipe import Recipe

    T = TypeVar("T")

__all__ = [
    "MAX_INPUT_BYTES",
    "AgentCommandRefused",
    "AgentError",
    "AgentNotAnswering",
    "AgentNotConfigured",
    "GuestAgent",
    "GuestExit",
    "GuestNotRunning",
    "ResultLost",
    "Send",
]

MAX_INPUT_BYTES = PIECE_BYTES
"""What one command carries to a process's standard input."""

_REPEATABLE = frozenset({"guest-info", "guest-ping", "guest-exec-status", "guest-fsfreeze-status"})
_FREEZABLE = frozenset({"guest-exec", "guest-exec-status"})
_FREEZE_STATUS = json.dumps({"execute": "guest-fsfreeze-status"})
_SAYS_NO = frozenset({ErrorNumber.AGENT_COMMAND_FAILED, ErrorNumber.INTERNAL_ERROR})
"""The second is what older daemons have for it."""

_FROZEN_PAUSE_S = 1.0
_ANSWER_S = 10


class AgentError(BackendError):
    """The guest could not be made to do something; subclasses say why."""


class AgentNotConfigured(AgentError):
    """The domain has no agent channel, or its hypervisor has no agents: no waiting helps."""


class GuestNotRunning(AgentError):
    """The domain is off or paused: no waiting helps."""


class AgentCommandRefused(AgentError):
    """The agent answers, and says no: the command is blocked, or it failed."""


class AgentNotAnswering(AgentError):
    """No answer came, or the agent is not connected (yet)."""


class ResultLost(AgentError):
    """A process was started, and how it ended is not known: the agent or the guest restarted."""


_KINDS: tuple[tuple[type[errors.PurevirtError], type[AgentError]], ...] = (
    (errors.AgentNotConfigured, AgentNotConfigured),
    (errors.GuestNotRunning, GuestNotRunning),
    (errors.AgentCommandFailed, AgentCommandRefused),
    (errors.AgentUnresponsive, AgentNotAnswering),
    (errors.GuestResultLost, ResultLost),
    (errors.RpcError, ResultLost),
    (errors.DecodeError, AgentCommandRefused),
    (errors.PurevirtError, AgentError),
)


class Send(Protocol):
    """Carries one agent command to a domain."""

    def __call__(self, command: str, timeout_s: int, *, repeatable: bool) -> Awaitable[str | None]:
        """Return the answer to `command`, which is JSON; libvirt may leave it out.

        Raises:
            HostUnavailable: the host did not answer; tried again meanwhile if `repeatable`.
            LibvirtError: the host or the agent says no.
        """
        ...


class GuestAgent:
    """The agent of one domain; made for one use by one coroutine at a time.

    Args:
        send: see there.
        domain: whose agent.
        events: of the domain's host.
    """

    def __init__(self, send: Send, domain: Domain, events: Events) -> None:
        self._link = _Link(send, events)
        self._domain = domain

    async def wait_ready(self) -> None:
        """Return when the agent answers; the caller bounds the time.

        Raises:
            AgentNotConfigured, GuestNotRunning, AgentCommandRefused: it never will.
        """
        await self._follow(wait_for_agent(self._domain), self._domain.name)

    async def run(
        self, program: str, *, argv: Sequence[str] = (), stdin: bytes = b"", name: str, attempt: str = ""
    ) -> GuestExit:
        """Run `/bin/sh -c program` in the guest to its end; the caller bounds the time.

        Where its host or the agent cannot be asked for a while how it ended, they are asked again.

        Args:
            program: one of `guest_script`.
            argv: its arguments.
            stdin: at most `MAX_INPUT_BYTES`.
            name: the program's name in the guest's process list and in errors.
            attempt: what it belongs to, a word; see `guest_script`.

        Raises:
            AgentError: it was not run, or its result cannot be known.
            HostUnavailable: the host does not answer.
        """
        words = ["-c", program, f"bigfleet-{name}-{attempt}" if attempt else f"bigfleet-{name}", *argv]
        recipe = guest_exec(self._domain, "/bin/sh", words, stdin=stdin, is_secret=True)
        return await self._follow(recipe, f"{self._domain.name}: {name}")

    async def _follow(self, recipe: Recipe[T], what: str) -> T:
        """Return what the recipe returns, its errors as ours; of those with unknown texts only the type."""
        try:
            return await follow(self._link, recipe)
        except BackendError:
            raise
        except errors.PurevirtError as error:
            text = type(error).__name__
            if isinstance(error, errors.LibvirtError):
                text = f"{error.message} (libvirt code {error.code})"
            elif isinstance(error, errors.GuestResultLost | errors.GuestDataTooLarge | errors.DecodeError):
                text = str(error)
            kind = next(ours for theirs, ours in _KINDS if isinstance(error, theirs))
            raise kind(one_line(f"{what}: {text}")) from None


class _Link:
    """Stands for the connection of the moment."""

    def __init__(self, send: Send, events: Events) -> None:
        self._send = send
        self.events = events

    async def call(self, _spec: AnyProcedure, args: Any) -> DomainAgentCommandRet:
        """Carry a command, the only call that recipes for agents make."""
        name = json.loads(args.cmd)["execute"]
        repeatable = name in _REPEATABLE
        while True:
            try:
                answer = await self._send(args.cmd, args.timeout, repeatable=repeatable)
            except HostUnavailable as error:
                if not repeatable:
                    raise
                # Recipes ask an agent again that did not answer, whoever was away.
                raise _no_answer(str(error)) from None
            except errors.LibvirtError as error:
                if error.code not in _SAYS_NO or name not in _FREEZABLE or not await self._is_frozen():
                    raise
            else:
                return DomainAgentCommandRet(answer)
            # Refused, so not begun: it is asked again, for as long as the caller waits.
            await asyncio.sleep(_FROZEN_PAUSE_S)

    async def _is_frozen(self) -> bool:
        try:
            answer = await self._send(_FREEZE_STATUS, _ANSWER_S, repeatable=True)
            return bool(json.loads(answer or "{}").get("return") == "frozen")
        except (errors.PurevirtError, ValueError, AttributeError, RecursionError):
            return False


def _no_answer(why: str) -> errors.LibvirtError:
    return libvirt_error(code=ErrorNumber.AGENT_UNRESPONSIVE, domain=ErrorDomain.QEMU, message=why, level=2)
