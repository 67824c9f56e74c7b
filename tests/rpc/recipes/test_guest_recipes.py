"""Agent commands, processes and files, against scripted answers."""

import base64
from typing import Any

import pytest

from purevirt.errors import (
    AgentCommandFailed,
    AgentCommandUnavailable,
    AgentError,
    AgentNotConfigured,
    AgentUnresponsive,
    ConnectionLost,
    DecodeError,
    EncodeError,
    GuestDataTooLarge,
    GuestNotRunning,
    GuestResultLost,
    LibvirtError,
    NoDomain,
    OperationInvalid,
    RpcError,
)
from purevirt.rpc.gen import qemu
from purevirt.rpc.recipes.agent import MAX_COMMAND_CHARS, agent_command, wait_for_agent
from purevirt.rpc.recipes.guest import (
    PIECE_BYTES,
    READ_BYTES,
    GuestExit,
    guest_exec,
    guest_file_read,
    guest_file_write,
)
from tests.rpc import wire
from tests.rpc.recipes.cook import Cook, Raw, info, refusal

DOM = wire.DOMAIN


def b64(data: bytes) -> str:
    """Return base64."""
    return base64.b64encode(data).decode()


# One command.


def test_a_command() -> None:
    """Name and arguments go out as JSON, the result comes back."""
    cook = Cook({"id": "debian"})
    assert cook.cook(agent_command(DOM, "guest-get-osinfo")) == {"id": "debian"}
    assert cook.commands == [("guest-get-osinfo", None)]
    assert cook.timeouts == [10]
    nasty = {"path": "'; rm -rf / #$(id)\n\"\\", "count": 3}
    cook = Cook([1, 2])
    assert cook.cook(agent_command(DOM, "x", nasty, answer_timeout_s=-2)) == [1, 2]
    assert cook.commands == [("x", nasty)], "A16, A26"
    assert cook.timeouts == [-2]


def test_no_answer_is_none() -> None:
    """A7: libvirt may leave the answer out."""
    assert Cook(Raw("absent")).cook(agent_command(DOM, "guest-shutdown")) is None


def test_a_timeout_below_the_least() -> None:
    """A8: refused here, as a ValueError, with nothing sent."""
    with pytest.raises(EncodeError, match="-3 s") as caught:
        Cook().cook(agent_command(DOM, "guest-ping", answer_timeout_s=-3))
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (55, GuestNotRunning),
        (74, AgentNotConfigured),
        (3, AgentNotConfigured),
        (67, AgentNotConfigured),
        (84, AgentNotConfigured),
        (86, AgentUnresponsive),
        (112, AgentUnresponsive),
        (42, NoDomain),
        (39, RpcError),
    ],
)
def test_errors_by_code(code: int, kind: type[LibvirtError]) -> None:
    """A1 to A5, E9: by number alone, from old and new daemons; all fields are kept, the command is named."""
    with pytest.raises(kind) as caught:
        Cook(refusal(code)).cook(agent_command(DOM, "guest-ping"))
    error = caught.value
    assert (error.code, error.domain, error.str2) == (code, 10, "words of the daemon")
    assert "guest-ping: words of the daemon" in str(error)
    assert type(error) is kind
    assert isinstance(error, AgentError) is (code not in (39, 42))
    assert isinstance(error, OperationInvalid) is (code == 55)
    assert ("org.qemu.guest_agent.0" in str(error)) is (code == 74)
    assert error.__context__ is None


@pytest.mark.parametrize("code", [113, 1])
@pytest.mark.parametrize(
    ("about", "kind"),
    [
        (info(guest_exec=True), AgentCommandFailed),
        (info(guest_exec=False), AgentCommandUnavailable),
        (info(guest_ping=True), AgentCommandUnavailable),
        ({"version": "0.1"}, AgentCommandFailed),
        ("nonsense", AgentCommandFailed),
        (refusal(86), AgentCommandFailed),
    ],
)
def test_an_agent_that_says_no(code: int, about: Any, kind: type[AgentError]) -> None:
    """A6, E9: whether it has the command at all is asked of it, not read from a text."""
    cook = Cook(refusal(code), about)
    with pytest.raises(AgentCommandFailed) as caught:
        cook.cook(agent_command(DOM, "guest-exec", {"path": "x"}))
    assert type(caught.value) is kind
    assert [name for name, _ in cook.commands] == ["guest-exec", "guest-info"]
    assert caught.value.code == code


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}", "3", '{"error": {}}', "[" * 100_000])
def test_answers_that_make_no_sense(text: str) -> None:
    """Not JSON, or without a result: DecodeError, as for any other reply."""
    with pytest.raises(DecodeError, match="guest-ping: the agent's answer makes no sense"):
        Cook(Raw(text)).cook(agent_command(DOM, "guest-ping"))


def test_long_commands_are_refused() -> None:
    """libvirt garbles them: nothing is sent."""
    with pytest.raises(GuestDataTooLarge) as caught:
        Cook().cook(agent_command(DOM, "x", {"a": "b" * MAX_COMMAND_CHARS}))
    assert caught.value.limit == MAX_COMMAND_CHARS


# Waiting for it.


def test_waiting_for_an_agent() -> None:
    """A3, A4, A25, V12: its events come first; each one, or two seconds without, is a reason to ask again."""
    cook = Cook(refusal(86), "connected", refusal(112), "disconnected", refusal(86), None, {})
    cook.cook(wait_for_agent(DOM, timeout_s=60.0))
    assert cook.bounds == [60.0]
    assert [topic.kind.name for topic in cook.topics] == ["domain_agent_lifecycle"]
    assert cook.topics[0].args.dom == DOM
    assert [name for name, _ in cook.commands] == ["guest-ping"] * 4
    assert cook.waits == [2.0] * 3


@pytest.mark.parametrize(("code", "kind"), [(55, GuestNotRunning), (74, AgentNotConfigured)])
def test_waiting_is_of_no_use(code: int, kind: type[AgentError]) -> None:
    """A1, A2: at once."""
    cook = Cook(refusal(code))
    with pytest.raises(kind):
        cook.cook(wait_for_agent(DOM))
    assert cook.waits == []


# Processes.


def test_a_process() -> None:
    """Each word is a JSON string of its own; the end is polled for, ever less often, also if none answers."""
    out = bytes(range(256))
    cook = Cook(
        {"pid": 7},
        *[{"exited": False}] * 12,
        refusal(86),
        {"exited": True, "exitcode": 3, "out-data": b64(out), "err-data": "", "out-truncated": True},
    )
    result = cook.cook(
        guest_exec(DOM, "/bin/sh", ["-c", "cat; $(id)"], env={"A": "b c"}, stdin=b"\0\xff", timeout_s=9.0)
    )
    assert result == GuestExit(3, 0, out, b"", is_truncated=True)
    assert cook.commands[0] == (
        "guest-exec",
        {
            "path": "/bin/sh",
            "arg": ["-c", "cat; $(id)"],
            "capture-output": True,
            "env": ["A=b c"],
            "input-data": b64(b"\0\xff"),
        },
    )
    assert cook.commands[1:] == [("guest-exec-status", {"pid": 7})] * 14
    assert cook.pauses == sorted(cook.pauses)
    assert cook.pauses[0] < cook.pauses[-1] == 2.0
    assert cook.bounds == [9.0]


def test_a_process_that_a_signal_ended() -> None:
    """A13: without outputs, without code."""
    cook = Cook({"pid": 1}, {"exited": True, "signal": 9})
    assert cook.cook(guest_exec(DOM, "x", capture_output=False)) == GuestExit(
        0, 9, b"", b"", is_truncated=False
    )
    assert cook.commands[0][1] == {"path": "x", "arg": [], "capture-output": False}


def test_results_that_are_lost() -> None:
    """A9, A18, A19: it was started, and its end is not known: never run again, always said."""
    for failure, words in (
        (refusal(113), "knows no process 5"),
        (refusal(1), "knows no process 5"),
        (refusal(39), "more than libvirt can carry"),
    ):
        cook = Cook({"pid": 5}, failure)
        with pytest.raises(GuestResultLost, match=words) as caught:
            cook.cook(guest_exec(DOM, "x"))
        assert caught.value.pid == 5
        assert caught.value.__cause__ is not None
    with pytest.raises(ConnectionLost):
        Cook({"pid": 5}, ConnectionLost("gone", maybe_executed=True)).cook(guest_exec(DOM, "x"))


def test_input_that_does_not_fit() -> None:
    """Refused before anything runs; the most that fits is a short command."""
    with pytest.raises(GuestDataTooLarge, match="write them to a file first"):
        Cook().cook(guest_exec(DOM, "x", stdin=bytes(PIECE_BYTES + 1)))
    cook = Cook({"pid": 5}, {"exited": True})
    cook.cook(guest_exec(DOM, "x", stdin=bytes(PIECE_BYTES)))
    assert len(cook.commands[0][1]["input-data"]) < MAX_COMMAND_CHARS


@pytest.mark.parametrize(
    "secret",
    [{"stdin": b"hunter2"}, {"env": {"PASSWORD": "hunter2"}}, {"args": ["hunter2"], "is_secret": True}],
)
def test_the_daemon_may_quote_secrets(secret: Any) -> None:
    """What goes to a process's input or environment, or is said to be secret, is in no error."""
    cook = Cook(refusal(38, f"cannot send {secret}"))
    with pytest.raises(LibvirtError) as caught:
        cook.cook(guest_exec(DOM, "x", **secret))
    error = caught.value
    assert "hunter2" not in f"{error} {error!r} {error.__dict__}"
    assert "withheld" in str(error)
    assert error.__context__ is None


@pytest.mark.parametrize(
    "answers",
    [
        [{}],
        [{"pid": "7"}],
        [[]],
        [Raw("no JSON")],
    ],
)
def test_a_process_of_an_agent_that_makes_no_sense(answers: list[Any]) -> None:
    """DecodeError, whatever is missing or of another type."""
    with pytest.raises(DecodeError, match="makes no sense"):
        Cook(*answers).cook(guest_exec(DOM, "x"))


@pytest.mark.parametrize(
    "status",
    [
        {},
        "text",
        {"exited": 1},
        {"exited": True, "exitcode": "0"},
        {"exited": True, "out-data": "?"},
        {"exited": True, "err-data": 5},
        Raw("no JSON"),
        Raw("absent"),
    ],
)
def test_an_end_that_makes_no_sense(status: Any) -> None:
    """It was started: whatever is missing or of another type, its result is lost, and never a success."""
    with pytest.raises(GuestResultLost, match=r"how process 7 ended: .*makes no sense") as caught:
        Cook({"pid": 7}, status).cook(guest_exec(DOM, "x"))
    assert caught.value.pid == 7
    assert isinstance(caught.value.__cause__, DecodeError)


# Files.


def test_reading_a_file() -> None:
    """In pieces, to its end, and closed."""
    cook = Cook(
        5,
        {"count": 3, "buf-b64": b64(b"abc"), "eof": False},
        {"count": 0, "buf-b64": "", "eof": False},
        {"count": 1, "buf-b64": b64(b"\xff"), "eof": True},
        {},
    )
    assert cook.cook(guest_file_read(DOM, "/etc/x", timeout_s=3.0)) == b"abc\xff"
    assert cook.bounds == [3.0]
    assert cook.commands[0] == ("guest-file-open", {"path": "/etc/x", "mode": "r"})
    assert cook.commands[1] == ("guest-file-read", {"handle": 5, "count": READ_BYTES})
    assert cook.commands[-1] == ("guest-file-close", {"handle": 5})


def test_a_file_that_is_too_large() -> None:
    """No more than one byte above the bound is asked for; it is closed all the same."""
    cook = Cook(5, {"buf-b64": b64(b"12345"), "eof": False}, {})
    with pytest.raises(GuestDataTooLarge, match="/x: more than 4 bytes"):
        cook.cook(guest_file_read(DOM, "/x", max_bytes=4))
    assert cook.commands[1][1] == {"handle": 5, "count": 5}
    assert cook.commands[-1][0] == "guest-file-close"
    exact = Cook(5, {"buf-b64": b64(b"1234"), "eof": False}, {"buf-b64": "", "eof": True}, {})
    assert exact.cook(guest_file_read(DOM, "/x", max_bytes=4)) == b"1234"


def test_a_file_that_cannot_be_closed() -> None:
    """What was read is not lost for that; what failed is not hidden by it."""
    cook = Cook(5, {"buf-b64": b64(b"x"), "eof": True}, refusal(86))
    assert cook.cook(guest_file_read(DOM, "/x")) == b"x"
    cook = Cook(5, {"buf-b64": "*", "eof": True}, refusal(113))
    with pytest.raises(DecodeError, match="buf-b64"):
        cook.cook(guest_file_read(DOM, "/x"))


@pytest.mark.parametrize("size", [0, 1, PIECE_BYTES, 95 << 10, 131_072, 3 << 20])
def test_writing_a_file(size: int) -> None:
    """A15: any size, in pieces of 64 KiB, each a whole number of base64's groups but for the last."""
    data = bytes(range(256)) * (size // 256 + 1)
    data = data[:size]
    pieces = [data[start : start + PIECE_BYTES] for start in range(0, size, PIECE_BYTES)]
    cook = Cook(9, *({"count": len(piece), "eof": False} for piece in pieces), {})
    cook.cook(guest_file_write(DOM, "/x", data))
    assert cook.commands[0] == ("guest-file-open", {"path": "/x", "mode": "w"})
    written = [arguments for name, arguments in cook.commands if name == "guest-file-write"]
    assert b"".join(base64.b64decode(one["buf-b64"]) for one in written) == data
    assert cook.commands[-1] == ("guest-file-close", {"handle": 9})


def test_writing_less_at_a_time() -> None:
    """An agent that takes less than it was given is given the rest; appending is a mode."""
    cook = Cook(9, {"count": 2}, {"count": 3}, {})
    cook.cook(guest_file_write(DOM, "/x", b"abcde", append=True))
    sent = [base64.b64decode(one["buf-b64"]) for name, one in cook.commands if name == "guest-file-write"]
    assert sent == [b"abcde", b"cde"]
    assert cook.commands[0][1]["mode"] == "a"


@pytest.mark.parametrize("count", [0, -1, PIECE_BYTES + 1])
def test_writing_to_an_agent_that_makes_no_sense(count: int) -> None:
    """Neither for ever, nor past the end."""
    cook = Cook(9, {"count": count}, {})
    with pytest.raises(DecodeError, match=f"{count} bytes"):
        cook.cook(guest_file_write(DOM, "/x", b"abc"))
    assert cook.commands[-1][0] == "guest-file-close"


def test_a_full_disk() -> None:
    """Told when writing or when closing; the file is closed, and the data is in no error."""
    cook = Cook(9, refusal(113, "hunter2"), info(guest_file_write=True), {})
    with pytest.raises(AgentCommandFailed) as caught:
        cook.cook(guest_file_write(DOM, "/x", b"hunter2"))
    assert "hunter2" not in f"{caught.value} {caught.value.__dict__}"
    assert cook.commands[-1][0] == "guest-file-close"
    cook = Cook(9, {"count": 3}, refusal(113, "No space left"), info(guest_file_close=True))
    with pytest.raises(AgentCommandFailed, match="No space left"):
        cook.cook(guest_file_write(DOM, "/x", b"abc"))


def test_recipes_that_are_thrown_away() -> None:
    """Nobody follows them any more: nothing is done, and nothing fails."""
    for recipe in (guest_file_read(DOM, "/x"), guest_file_write(DOM, "/x", b"abc")):
        next(recipe)
        recipe.send(None)
        recipe.send(qemu.DomainAgentCommandRet('{"return": 3}'))
        recipe.close()
