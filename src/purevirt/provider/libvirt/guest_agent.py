"""One guest's agent: readiness, and commands with standard input and bounded output.

What was measured on libvirt 9.0.0 with qemu-ga 7.2, and read in the source of 11.3.0:

- A command longer than what the monitor socket takes at once is garbled: after a partial write libvirt starts
  again from the command's first byte, and the agent answers nothing any more for this command (code 86).
  With Linux's default socket buffer (net.core.wmem_default 212,992) 213,440 characters pass and 220,100 do
  not. So a guest-exec's `input-data`, which is base64 in that command, is limited to `MAX_INPUT_BYTES`, far
  below libvirt's own limit of 4 MiB for the string.
- An answer of more than 4 MiB of characters (3,145,000 bytes of output) fails with code 39, and one of more
  than 10 MiB makes libvirt refuse the agent with code 86 until the guest restarts.
- guest-exec-status tells of an exit once; then, and after a restart of the agent, the pid is unknown.
- An exit is told only when the process's captured outputs are closed by all who inherited them.
- An agent's own errors come with code 113, from daemons older than that code with 1; a missing answer with
  112, or 86 from older ones; no channel in the domain's XML with 74; a domain that is off with 55.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from purevirt.errors import LibvirtError, PurevirtError
from purevirt.provider.backend import BackendError
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.hosts import HostUnavailable
from purevirt.rpc.gen.error_codes import ErrorNumber

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

MAX_INPUT_BYTES = 64 << 10
"""What one command carries to a process's standard input; see above. 2.4 times below the measured limit."""

COMMAND_TIMEOUT_S = 10
"""How long libvirt waits for one answer. Each is quick, since a process's end is polled for; a longer wait
would only hold one of the connection's four slots."""

_FIRST_POLL_S = 0.02
_LAST_POLL_S = 2.0
_POLL_GROWTH = 1.5
_READY_FIRST_POLL_S = 0.25

_UNSUPPORTED = frozenset(
    {ErrorNumber.NO_SUPPORT, ErrorNumber.CONFIG_UNSUPPORTED, ErrorNumber.OPERATION_UNSUPPORTED}
)
_AGENT_SAYS_NO = frozenset({ErrorNumber.INTERNAL_ERROR, ErrorNumber.AGENT_COMMAND_FAILED})
_NO_ANSWER = frozenset({ErrorNumber.AGENT_UNRESPONSIVE, ErrorNumber.AGENT_COMMAND_TIMEOUT})


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


@dataclass(frozen=True, slots=True)
class GuestExit:
    """How a process in the guest ended. `signal` is 0 unless one ended it; outputs are as they came."""

    code: int
    signal: int
    stdout: bytes
    stderr: bytes


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
        name: how to call the guest in errors.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        send: Send,
        name: str,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._send = send
        self._name = name
        self._sleep = sleep

    async def wait_ready(self) -> None:
        """Return when the agent answers; the caller bounds the time.

        Raises:
            AgentNotConfigured, GuestNotRunning, AgentCommandRefused: it never will.
        """
        wait_s = _READY_FIRST_POLL_S
        while True:
            try:
                await self.call("guest-ping", repeatable=True)
            except (AgentNotAnswering, HostUnavailable):
                await self._sleep(wait_s)
                wait_s = min(wait_s * _POLL_GROWTH, _LAST_POLL_S)
            else:
                return

    async def run(
        self, program: str, *, argv: Sequence[str] = (), stdin: bytes = b"", name: str
    ) -> GuestExit:
        """Run `/bin/sh -c program` in the guest to its end; the caller bounds the time.

        Args:
            program: one of `guest_script`.
            argv: its arguments.
            stdin: at most `MAX_INPUT_BYTES`.
            name: the program's name in the guest's process list and in errors.

        Raises:
            AgentError: it was not run, or its result cannot be known.
        """
        if len(stdin) > MAX_INPUT_BYTES:
            raise BackendError(
                f"{self._name}: {name}: {len(stdin)} bytes of input; at most {MAX_INPUT_BYTES} fit"
            )
        started = await self.call(
            "guest-exec",
            {
                "path": "/bin/sh",
                "arg": ["-c", program, f"bigfleet-{name}", *argv],
                "capture-output": True,
                "input-data": base64.b64encode(stdin).decode(),
            },
        )
        pid = started.get("pid") if isinstance(started, dict) else None
        if not isinstance(pid, int):
            raise AgentCommandRefused(f"{self._name}: {name}: the agent's answer has no pid")
        wait_s = _FIRST_POLL_S
        while True:
            status = await self._status(pid, name)
            if status is not None and status.get("exited") is True:
                return _exit(status, f"{self._name}: {name}")
            await self._sleep(wait_s)
            wait_s = min(wait_s * _POLL_GROWTH, _LAST_POLL_S)

    async def _status(self, pid: int, name: str) -> dict[str, object] | None:
        """Return the answer of guest-exec-status, or None where the agent was not to be reached just now."""
        try:
            answer = await self.call("guest-exec-status", {"pid": pid}, repeatable=True)
        except (AgentNotAnswering, HostUnavailable):
            return None
        except AgentCommandRefused:
            raise ResultLost(
                f"{self._name}: {name}: how it ended is not known: the agent no longer knows pid {pid}"
            ) from None
        if not isinstance(answer, dict):
            raise ResultLost(
                f"{self._name}: {name}: the agent's answer to guest-exec-status is not an object"
            )
        return answer

    async def call(
        self, command: str, arguments: dict[str, object] | None = None, *, repeatable: bool = False
    ) -> object:
        """Return the `return` member of the agent's answer to one command.

        Errors name the command and libvirt's code. Its text is left out where the command carries data, since
        a daemon may quote the command in it.

        Raises:
            AgentError: see the subclasses.
            HostUnavailable: the host does not answer.
        """
        request = {"execute": command} if arguments is None else {"execute": command, "arguments": arguments}
        try:
            answer = await self._send(json.dumps(request), COMMAND_TIMEOUT_S, repeatable=repeatable)
        except LibvirtError as error:
            text = "" if arguments and "input-data" in arguments else f": {error.message}"
            raise _classified(
                error.code, one_line(f"{self._name}: {command}{text} (libvirt code {error.code})")
            ) from None
        except BackendError:
            raise
        except PurevirtError as error:
            raise AgentError(f"{self._name}: {command}: {type(error).__name__}") from None
        try:
            reply = json.loads(answer or "")
        except ValueError:
            raise AgentCommandRefused(f"{self._name}: {command}: the agent's answer is not JSON") from None
        if not isinstance(reply, dict) or "return" not in reply:
            raise AgentCommandRefused(f"{self._name}: {command}: the agent's answer has no result")
        return reply["return"]


def _classified(code: int, text: str) -> AgentError:
    if code == ErrorNumber.ARGUMENT_UNSUPPORTED:
        return AgentNotConfigured(f"{text}; add the org.qemu.guest_agent.0 channel to the domain")
    if code in _UNSUPPORTED:
        return AgentNotConfigured(text)
    if code == ErrorNumber.OPERATION_INVALID:
        return GuestNotRunning(text)
    if code in _AGENT_SAYS_NO:
        return AgentCommandRefused(f"{text}; is the command allowed in the guest's qemu-ga configuration?")
    if code in _NO_ANSWER:
        return AgentNotAnswering(text)
    if code == ErrorNumber.RPC:
        return ResultLost(f"{text}; the answer is larger than libvirt can carry")
    return AgentError(text)


def _exit(status: dict[str, object], what: str) -> GuestExit:
    code, signal = status.get("exitcode", 0), status.get("signal", 0)
    if not isinstance(code, int) or not isinstance(signal, int):
        raise ResultLost(f"{what}: the agent's answer to guest-exec-status has no exit code")
    return GuestExit(code, signal, _decoded(status, "out-data", what), _decoded(status, "err-data", what))


def _decoded(status: dict[str, object], key: str, what: str) -> bytes:
    try:
        return base64.b64decode(str(status.get(key, "")), validate=True)
    except binascii.Error:
        raise ResultLost(f"{what}: the agent's answer has a {key} that is not base64") from None
