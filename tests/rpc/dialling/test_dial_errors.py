"""Why there is no connection, and what to do about it."""

import errno

import pytest

from purevirt.errors import ConnectError, ConnectionLost
from purevirt.rpc.dialling.errors import dial_error, no_answer, no_greeting, no_socket
from purevirt.rpc.dialling.plan import ConnectPlan, ExtPlan, TcpPlan, UnixPlan
from purevirt.rpc.ssh.plan import SshPlan

SSH = SshPlan(host="h")
PLAN = ConnectPlan(UnixPlan(("/run/a",)), "")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), "no daemon listens; start libvirtd"),
        (PermissionError(errno.EACCES, "denied"), "join the libvirt group"),
        (NotADirectoryError(errno.ENOTDIR, "Not a directory"), "Not a directory"),
        (OSError("AF_UNIX path too long"), "AF_UNIX path too long"),
    ],
)
def test_dial_error_names_socket_and_cure(error: OSError, words: str) -> None:
    """Each way a dial fails has its own words, behind the path."""
    told = dial_error("/run/x", error)
    assert isinstance(told, OSError)
    assert str(told).startswith("/run/x: ")
    assert words in str(told)
    assert told.endpoint == "/run/x"


def test_no_socket_names_all_that_were_tried() -> None:
    """U18: both names are in the message; the endpoint is the last."""
    told = no_socket(UnixPlan(("/run/a", "/run/b")))
    assert "tried /run/a and /run/b" in str(told)
    assert told.endpoint == "/run/b"


def test_no_answer_hints_at_limits() -> None:
    """K10, K11: a daemon at its limit of clients accepts and says nothing; the message knows."""
    told = no_answer(PLAN, "/run/a", 2.5)
    assert str(told).startswith("/run/a: no answer within 2.5 s")
    assert "max_anonymous_clients" in str(told)


def test_no_greeting_is_a_connect_error() -> None:
    """A daemon that hangs up during the greeting was never connected to."""
    told = no_greeting(PLAN, "/run/a", ConnectionLost("/run/a: closed", maybe_executed=True))
    assert type(told) is ConnectError
    assert "/run/a: closed; its log" in str(told)


@pytest.mark.parametrize(
    ("dial", "reason", "is_guessed"),
    [
        (ExtPlan("/bin/tunnel"), "no such host (exit status 1)", False),
        (ExtPlan("/bin/tunnel"), None, True),
        (SSH, "over SSH, virt-ssh-helper: not found (exit status 127)", False),
        (SSH, None, True),
        (TcpPlan("h", 16509), "Connection reset by peer", True),
    ],
)
def test_a_guess_gives_way_to_a_reason(
    dial: ExtPlan | SshPlan | TcpPlan, reason: str | None, is_guessed: bool
) -> None:
    """K11: what the program in between has said is told as it is, with no guess about limits."""
    ended = ConnectionLost("the daemon closed the connection", maybe_executed=True)
    ended.__cause__ = None if reason is None else ConnectionError(reason)
    lost = ConnectionLost(f"AUTH_LIST: {ended}", maybe_executed=True)
    lost.__cause__ = ended
    told = str(no_greeting(ConnectPlan(dial, ""), "e", lost))
    assert told.startswith("AUTH_LIST: the daemon closed the connection")
    assert ("max_clients" in told) is is_guessed
