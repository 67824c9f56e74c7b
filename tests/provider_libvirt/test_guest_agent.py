"""The agent layer against scripted answers: which answer means what, and what is sent."""

import asyncio
import base64
import json
from collections.abc import Callable

import pytest

from purevirt.errors import EncodeError, libvirt_error
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt.guest_agent import (
    MAX_INPUT_BYTES,
    AgentCommandRefused,
    AgentError,
    AgentNotAnswering,
    AgentNotConfigured,
    GuestAgent,
    GuestExit,
    GuestNotRunning,
    ResultLost,
)
from purevirt.provider.libvirt.hosts import HostUnavailable, OutcomeUnknown
from purevirt.rpc.codec import ServerEvent
from purevirt.rpc.gen.event_kinds import DOMAIN_AGENT_LIFECYCLE
from purevirt.rpc.gen.remote import Domain, DomainEventCallbackAgentLifecycleMsg
from purevirt.rpc.recipes import agent as agent_recipe
from tests.provider_libvirt.odd_host import registering

pytestmark = pytest.mark.usefixtures("impatient")

DOMAIN = Domain("guest-1", bytes(16), 1)
Answer = str | None | Exception | dict[str, object]


def error(code: int, message: str = "m") -> Exception:
    """Return libvirt's error with that code."""
    return libvirt_error(code=code, domain=10, message=message, level=2)


class Script:
    """Gives the scripted answers in turn, and notes what was sent; to a ping it adds an event if `tells`."""

    def __init__(self, *answers: Answer, tells: bool = False) -> None:
        self.answers = list(answers)
        self.sent: list[tuple[dict[str, object], bool]] = []
        self.registered: list[object] = []
        self.tells = tells
        self.events = registering(self.registered)

    async def send(self, command: str, timeout_s: int, *, repeatable: bool) -> str | None:
        assert timeout_s == 10
        self.sent.append((json.loads(command), repeatable))
        if self.tells:
            message = DomainEventCallbackAgentLifecycleMsg(1, DOMAIN, 1, 1)
            self.events.push(ServerEvent(DOMAIN_AGENT_LIFECYCLE.event, message))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return json.dumps({"return": answer}) if isinstance(answer, dict) else answer

    @property
    def agent(self) -> GuestAgent:
        return GuestAgent(self.send, DOMAIN, self.events)

    @property
    def names(self) -> list[object]:
        return [request["execute"] for request, _ in self.sent]


async def test_wait_ready_waits_for_an_agent_that_is_not_there_yet() -> None:
    """Not connected, timed out, host away: all wait, and ask again also where no event comes: A3, A4, A25."""
    script = Script(error(86), error(112), HostUnavailable("down"), OutcomeUnknown("lost"), error(86), {})
    await script.agent.wait_ready()
    assert script.names == ["guest-ping"] * 6
    assert all(repeatable for _, repeatable in script.sent)


async def test_wait_ready_is_woken_by_the_agents_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event is asked for before the agent is, and each is a reason to ask it: V12."""
    monkeypatch.setattr(agent_recipe, "_RECHECK_S", 3600.0)
    script = Script(error(86), HostUnavailable("down"), error(112), {}, tells=True)
    waiting = asyncio.create_task(script.agent.wait_ready())
    while not script.registered:  # the registration tells nobody
        assert script.sent == []
        await asyncio.sleep(0)
    await waiting
    assert script.registered == [DOMAIN_AGENT_LIFECYCLE.register, DOMAIN_AGENT_LIFECYCLE.deregister]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (74, AgentNotConfigured),
        (3, AgentNotConfigured),
        (67, AgentNotConfigured),
        (84, AgentNotConfigured),
        (55, GuestNotRunning),
        (113, AgentCommandRefused),
        (1, AgentCommandRefused),
        (38, AgentError),
    ],
)
async def test_wait_ready_fails_at_once_where_waiting_is_useless(code: int, kind: type[AgentError]) -> None:
    """Off, no channel, unsupported, blocked: told apart by code, from old and new daemons: A1, A2, A6, E9."""
    script = Script(error(code), {"supported_commands": []})
    with pytest.raises(AgentError, match=rf"guest-1: guest-ping: m.*\(libvirt code {code}\)") as caught:
        await script.agent.wait_ready()
    assert type(caught.value) is kind
    assert script.names == ["guest-ping", "guest-info"][: 1 + (kind is AgentCommandRefused)]
    assert ("add a channel named org.qemu.guest_agent.0" in str(caught.value)) is (code == 74)
    assert ("allow the command in the guest's configuration" in str(caught.value)) is (code in (1, 113))


async def test_run_passes_everything_as_arguments_and_stdin() -> None:
    """Nothing is quoted: program, arguments and input are separate JSON strings: A16."""
    nasty = "'; rm -rf / #$(id)\n\"\\"
    script = Script({"pid": 7}, {"exited": True, "exitcode": 0})
    result = await script.agent.run("echo", argv=(nasty,), stdin=b"\0\xff'", name="configure")
    assert result == GuestExit(0, 0, b"", b"", is_truncated=False)
    assert script.sent[0] == (
        {
            "execute": "guest-exec",
            "arguments": {
                "path": "/bin/sh",
                "arg": ["-c", "echo", "bigfleet-configure", nasty],
                "capture-output": True,
                "input-data": base64.b64encode(b"\0\xff'").decode(),
            },
        },
        False,
    )
    assert script.sent[1] == ({"execute": "guest-exec-status", "arguments": {"pid": 7}}, True)


async def test_run_polls_and_decodes_outputs() -> None:
    """Bytes that are no text, an absent output and an empty one are bytes: A13."""
    last: dict[str, object] = {"exited": True, "exitcode": 3, "out-data": "/wA=", "err-data": ""}
    running: list[Answer] = [{"exited": False}] * 20
    script = Script({"pid": 7}, *running, last)
    assert await script.agent.run("p", name="n") == GuestExit(3, 0, b"\xff\0", b"", is_truncated=False)
    assert script.sent[1:] == [({"execute": "guest-exec-status", "arguments": {"pid": 7}}, True)] * 21


async def test_run_reports_a_death_by_signal() -> None:
    """A killed process has no exit code; it is not a success."""
    script = Script({"pid": 7}, {"exited": True, "signal": 9})
    assert await script.agent.run("p", name="n") == GuestExit(0, 9, b"", b"", is_truncated=False)


async def test_run_goes_on_polling_while_agent_or_host_are_away() -> None:
    """A restart of libvirtd or a slow agent in the middle loses nothing: L5, A4."""
    script = Script(
        {"pid": 7},
        error(86),
        HostUnavailable("down"),
        OutcomeUnknown("lost"),
        error(112),
        {"exited": True, "exitcode": 0},
    )
    assert (await script.agent.run("p", name="n")).code == 0
    assert script.names.count("guest-exec") == 1


@pytest.mark.parametrize("answer", [error(113), error(1), error(39)])
async def test_run_never_starts_again_what_has_an_unknown_end(answer: Exception) -> None:
    """A pid unknown after a reboot, or an answer too large to carry: lost, not run twice: A9, A18, A19."""
    script = Script({"pid": 7}, answer, '{"return": "thawed"}')
    with pytest.raises(ResultLost, match=r"guest-1: n: /bin/sh: .*process 7"):
        await script.agent.run("p", name="n")
    assert script.names[:2] == ["guest-exec", "guest-exec-status"]
    assert set(script.names[2:]) <= {"guest-fsfreeze-status"}


@pytest.mark.parametrize("no", [113, 1])
async def test_run_waits_while_a_backup_has_frozen_the_guest(no: int) -> None:
    """A frozen agent refuses to begin and to tell of an end: no failure, and nothing runs twice (A20)."""
    frozen = '{"return": "frozen"}'
    ended: Answer = {"exited": True, "exitcode": 0}
    script = Script(error(no), frozen, error(no), frozen, {"pid": 7}, error(no), frozen, ended)
    assert (await script.agent.run("p", name="n")).code == 0
    assert script.names.count("guest-exec") == 3
    assert script.names.count("guest-fsfreeze-status") == 3


@pytest.mark.parametrize("status", ["[]", "x", "[" * 100_000, None, error(113), HostUnavailable("down")])
async def test_agent_that_cannot_tell_whether_it_is_frozen_is_taken_at_its_word(status: Answer) -> None:
    """A refusal stays one: an agent without that command must not be asked for ever."""
    known = [{"name": "guest-exec", "enabled": True}]
    script = Script(error(113), status, {"supported_commands": known})
    with pytest.raises(AgentCommandRefused):
        await script.agent.run("p", name="n")


async def test_run_rejects_input_that_would_garble_the_agent() -> None:
    """More than one command carries is refused before anything is sent; the bound itself goes."""
    script = Script({"pid": 7}, {"exited": True, "exitcode": 0})
    with pytest.raises(BackendError, match="65536"):
        await script.agent.run("p", stdin=bytes(MAX_INPUT_BYTES + 1), name="n")
    assert script.sent == []
    await script.agent.run("p", stdin=bytes(MAX_INPUT_BYTES), name="n")


@pytest.mark.parametrize(
    "failure", [error(86, "cannot parse c2VjcmV0"), error(1, "c2VjcmV0"), error(39, "c2VjcmV0")]
)
@pytest.mark.parametrize("stdin", [b"secret", b""])
async def test_errors_never_quote_a_command_with_data(failure: Exception, stdin: bytes) -> None:
    """A daemon may quote the command that failed, which holds the blob or a probe: its text is left out."""
    script = Script(failure, error(86, "c2VjcmV0"))
    with pytest.raises(AgentError, match=r"guest-1: n: guest-exec: .*\(libvirt code") as caught:
        await script.agent.run("p", stdin=stdin, name="n")
    assert "c2VjcmV0" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


async def test_encoding_failures_are_told_without_the_value() -> None:
    """A local refusal of the client names no argument's value either."""
    script = Script(EncodeError("cmd: secret", path="cmd"))
    with pytest.raises(AgentError, match="EncodeError") as caught:
        await script.agent.run("p", stdin=b"secret", name="n")
    assert "secret" not in str(caught.value)


async def test_host_failures_pass_through_call() -> None:
    """An unreachable host stays that, so that its waiting rules apply."""
    with pytest.raises(HostUnavailable):
        await Script(HostUnavailable("down")).agent.run("p", name="n")


@pytest.mark.parametrize(
    "answer", [None, "", "x", "[]", "{}", '{"error": {}}', '{"return": {}}', '{"return": 3}']
)
async def test_run_rejects_an_answer_without_pid(answer: str | None) -> None:
    """NULL and malformed answers are errors, not crashes: A7, A26."""
    with pytest.raises(AgentCommandRefused):
        await Script(answer).agent.run("p", name="n")


@pytest.mark.parametrize(
    "status",
    [
        '{"return": 3}',
        '{"return": {"exited": true, "exitcode": "0"}}',
        '{"return": {"exited": true, "exitcode": 0, "out-data": "%%%"}}',
        '{"return": {}}',
        "no JSON",
    ],
)
async def test_run_rejects_a_malformed_status(status: str) -> None:
    """A status that cannot be read is a lost result, never a success."""
    with pytest.raises(ResultLost):
        await Script({"pid": 1}, status).agent.run("p", name="n")


@pytest.mark.parametrize("make", [lambda: error(86), lambda: error(112)])
async def test_starting_while_the_agent_is_away_is_an_error(make: Callable[[], Exception]) -> None:
    """guest-exec may have been carried out when no answer came: it is not sent again: A18."""
    script = Script(make())
    with pytest.raises(AgentNotAnswering):
        await script.agent.run("p", name="n")
    assert len(script.sent) == 1
