"""Where a name and a password come from, and where they never go."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from purevirt.errors import AuthenticationError, AuthFileError, ConnectError
from purevirt.rpc.auth.credentials import (
    AuthFile,
    Counterpart,
    Credentials,
    CredentialsRequest,
    SignIn,
    find_credentials,
)
from tests.rpc.auth.driven import NONCE, Shell

DAEMON = Counterpart("kvm1:16514", "tls", host="kvm1", authfile="/etc/mine", is_verified=True)
WHOLE = b"authname=alice\npassword=from the file\n"


def file(lines: bytes, host: bytes = b"kvm1") -> Any:
    """Return a reader of an auth file that has these credentials."""
    data = b"[credentials-c]\n" + lines + b"[auth-libvirt-" + host + b"]\ncredentials=c\n"
    return lambda name: AuthFile(name or "/home/auth.conf", data)


def find(given: Any = None, read: Any = lambda _name: None, daemon: Counterpart = DAEMON) -> Credentials:
    """Return the credentials that are found."""
    found = Shell({}).run(find_credentials(daemon, "SCRAM-SHA-256", SignIn(NONCE, given, read)))
    assert isinstance(found, Credentials)
    return found


def test_given_outright_no_file_is_read() -> None:
    """The caller's own win over any file."""

    def read(_name: str | None) -> AuthFile:
        raise AssertionError("not to be read")

    given = Credentials("bob", "given")
    assert find(given, read) is given


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (WHOLE, Credentials("alice", "from the file")),
        (b"username=alice\n" + WHOLE, Credentials("alice", "from the file")),
        (b"username=alice\npassword=x\n", Credentials("alice", "x")),
        (b"username=root\nauthname=alice\npassword=x\n", Credentials("alice", "x", act_as="root")),
        (b"username=\nauthname=alice\npassword=x\n", Credentials("alice", "x")),
        (b"username=alice\nauthname=\npassword=x\n", Credentials("alice", "x")),
    ],
)
def test_from_the_file(lines: bytes, found: Credentials) -> None:
    """authname is who knows the password; username whom to act as, or stands in for authname."""
    assert find(None, file(lines)) == found


def test_which_file_and_which_host() -> None:
    """The URI's file is asked for, by the URI's host; it is read for each connection."""
    named = []

    def read(name: str | None) -> AuthFile:
        named.append(name)
        return file(WHOLE)(name)  # type: ignore[no-any-return] # what `file` returns is made for tests

    assert find(None, read) == find(None, read) == Credentials("alice", "from the file")
    assert named == ["/etc/mine", "/etc/mine"]
    with pytest.raises(AuthenticationError, match=r"/etc/mine has no authname for the server 'kvm1'"):
        find(None, file(WHOLE, b"kvm2"))


@pytest.mark.parametrize(
    ("read", "username"),
    [
        (lambda _name: None, None),
        (file(b"authname=alice\n"), "alice"),
        (file(b"password=x\n"), None),
        (file(b"authname=alice\npassword=\n"), "alice"),
        (file(WHOLE, b"kvm2"), None),
    ],
)
def test_whoever_can_be_asked_comes_last(read: Any, username: str | None) -> None:
    """Asked for what the file does not say, and told what it says."""
    asked = []

    def ask(request: CredentialsRequest) -> Credentials:
        asked.append(request)
        return Credentials(request.username or "typed", "typed")

    assert find(ask, read) == Credentials(username or "typed", "typed")
    assert asked == [CredentialsRequest("kvm1:16514", "kvm1", "SCRAM-SHA-256", username)]


def test_the_file_is_asked_before_people() -> None:
    """As libvirt has it."""

    def ask(_request: CredentialsRequest) -> Credentials:
        raise AssertionError("not to be asked")

    assert find(ask, file(WHOLE)).username == "alice"


def test_whoever_is_asked_gives_up() -> None:
    """None is no, anything else is the caller's mistake, and what is raised is raised."""
    with pytest.raises(AuthenticationError, match="whoever was asked had none") as caught:
        find(lambda _request: None)
    assert caught.value.mechanism == "sasl.SCRAM-SHA-256"
    with pytest.raises(TypeError, match="asked for Credentials or None, got tuple"):
        find(lambda _request: ("alice", "secret"))

    def fail(_request: CredentialsRequest) -> Credentials:
        raise OSError("no terminal")

    with pytest.raises(OSError, match="no terminal") as raised:
        find(fail)
    assert not isinstance(raised.value, ConnectError)


@pytest.mark.parametrize(
    ("read", "found"),
    [
        (lambda _name: None, "there is no auth file"),
        (file(b""), "/etc/mine has no authname for the server 'kvm1'"),
        (file(b"authname=alice\n"), "/etc/mine has no password for the server 'kvm1'"),
        (file(b"authname=alice\npassword=\n"), "/etc/mine has no password"),
    ],
)
def test_none_to_be_had(read: Any, found: str) -> None:
    """The error names the mechanism, what was looked at, and each place where they could be put."""
    with pytest.raises(AuthenticationError, match=r"^kvm1:16514: .*a name and a password") as caught:
        find(None, read)
    text = str(caught.value)
    for part in (
        found,
        "SCRAM-SHA-256",
        "credentials=",
        "[auth-libvirt-kvm1]",
        "authfile=",
        "LIBVIRT_AUTH_FILE",
    ):
        assert part in text
    assert caught.value.transport == "tls"


def test_a_file_that_is_not_one() -> None:
    """The file and the line, and not what stands there."""
    with pytest.raises(AuthFileError, match="auth file /etc/mine:2: neither") as caught:
        find(None, lambda name: AuthFile(name or "", b"[g]\nsesame\n"))
    assert (caught.value.file, caught.value.line) == ("/etc/mine", 2)
    assert "sesame" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert isinstance(caught.value, AuthenticationError)


@pytest.mark.parametrize(
    ("error", "file_", "text"),
    [
        (FileNotFoundError(2, "No such file or directory", "/x"), "/x", "auth file /x: No such file"),
        (PermissionError(13, "Permission denied", Path("/y")), "/y", "auth file /y: Permission denied"),
        (OSError("odd"), "/etc/mine", "auth file /etc/mine: cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read(error: OSError, file_: str, text: str) -> None:
    """A file that is named has to be there: else a typing mistake would look like a wrong password."""

    def read(_name: str | None) -> AuthFile:
        raise error

    with pytest.raises(AuthFileError, match=text) as caught:
        find(None, read)
    assert (caught.value.file, caught.value.line) == (file_, 0)
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("bad", ["", "a\0b", "a\udc80"])
def test_texts_that_no_mechanism_can_carry(bad: str) -> None:
    """Said when they are made, and without the text."""
    good = Credentials("alice", "secret", act_as="bob")
    for name in ("username", "password", "act_as"):
        with pytest.raises(
            ValueError, match=f"credentials: {name} is empty, or has a NUL or a lone"
        ) as caught:
            dataclasses.replace(good, **{name: bad})
        assert not bad or bad not in str(caught.value)
    with pytest.raises(TypeError, match="password has to be text, got bytes"):
        Credentials("alice", b"secret")  # type: ignore[arg-type] # the mistake that is tested
    with pytest.raises(TypeError, match="username has to be text, got NoneType"):
        Credentials(None, "secret")  # type: ignore[arg-type] # as above


def test_nothing_secret_is_shown() -> None:
    """No repr has a password, a nonce or a file's bytes."""
    credentials = Credentials("alice", "sesame")
    shown = repr([credentials, SignIn("sesame", credentials), AuthFile("/f", b"sesame")])
    assert "sesame" not in shown
    assert "alice" in shown
