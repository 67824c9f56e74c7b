"""A name and a password for a daemon: given by the caller, found in libvirt's auth file, or asked for. Pure.

The order is libvirt's: credentials that the caller gives outright win, then the auth file, then whoever can
be asked, for what the file does not say.

Source: libvirt's documentation of authentication ("Client configuration"); remoteAuthInteract in
src/remote/remote_driver.c.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from purevirt.errors import AuthenticationError, AuthFileError
from purevirt.rpc.auth.file import AuthFileSyntaxError, find_login

if TYPE_CHECKING:
    from purevirt.rpc.step import Steps

__all__ = [
    "AskCredentials",
    "AuthFile",
    "Counterpart",
    "Credentials",
    "CredentialsRequest",
    "SignIn",
    "find_credentials",
]


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who we are to a daemon, and what shows it.

    Attributes:
        username: who knows the password (the authentication identity).
        password: never shown in a repr, a log or an error.
        act_as: whom to act as, for a daemon that lets this user act for others (the authorization
            identity); None is the user itself.

    Raises:
        ValueError: an empty text, or one with a NUL or a lone surrogate, which no mechanism can carry.
    """

    username: str
    password: str = field(repr=False)
    act_as: str | None = None

    def __post_init__(self) -> None:
        for name, text in (("username", self.username), ("password", self.password), ("act_as", self.act_as)):
            if text is None and name == "act_as":
                continue
            if not isinstance(text, str):
                raise TypeError(f"credentials: {name} has to be text, got {type(text).__name__}")
            if not text or "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
                raise ValueError(f"credentials: {name} is empty, or has a NUL or a lone surrogate in it")


@dataclass(frozen=True, slots=True)
class CredentialsRequest:
    """What a daemon asks for, and nothing else had.

    Attributes:
        endpoint: what was dialled.
        host: the server as the URI has it; ``localhost`` for a unix socket.
        mechanism: e.g. ``SCRAM-SHA-256``.
        username: who the auth file says we are, where it has no password for it.
    """

    endpoint: str
    host: str
    mechanism: str
    username: str | None = None


AskCredentials: TypeAlias = Callable[[CredentialsRequest], Credentials | None]
"""Answers a `CredentialsRequest`; None gives up. May block: the asyncio client runs it in a thread."""


@dataclass(frozen=True, slots=True)
class AuthFile:
    """A file of credentials as it was read."""

    path: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SignIn:
    """What authentication may use, brought by the shell; new for each connection.

    Attributes:
        nonce: printable ASCII without a comma, never used before, and not to be guessed.
        credentials: given by the caller, outright or by asking.
        read_auth_file: reads the auth file that a URI's ``authfile=`` or the environment names, or else the
            user's or the system's; None if there is none. Raises OSError with the file's name.
    """

    nonce: str = field(repr=False)
    credentials: Credentials | AskCredentials | None = None
    read_auth_file: Callable[[str | None], AuthFile | None] = lambda _authfile: None


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The daemon that we authenticate to.

    Attributes:
        endpoint: what was dialled.
        transport: as in `ConnectError`.
        host: the server as the URI has it, by which an auth file knows it.
        authfile: the URI's ``authfile=``, or None.
        is_encrypted: False on plain TCP: there the mechanism would have to encrypt.
        is_verified: whether a password may be shown to it: nobody listens, and nobody else can be it.
    """

    endpoint: str
    transport: str
    host: str = "localhost"
    authfile: str | None = None
    is_encrypted: bool = True
    is_verified: bool = False

    def error(self, mechanism: str, text: str) -> AuthenticationError:
        """Return an error about authenticating to it."""
        return AuthenticationError(
            f"{self.endpoint}: {text}",
            endpoint=self.endpoint,
            mechanism=mechanism,
            transport=self.transport,
        )

    def file_error(self, mechanism: str, file: str, line: int, text: str) -> AuthFileError:
        """Return an error about an auth file."""
        where = f"{file}:{line}" if line else file
        return AuthFileError(
            f"{self.endpoint}: auth file {where}: {text}",
            endpoint=self.endpoint,
            mechanism=mechanism,
            transport=self.transport,
            file=file,
            line=line,
        )


def find_credentials(daemon: Counterpart, mechanism: str, sign_in: SignIn) -> Steps[Credentials]:
    """Return the credentials for a daemon.

    Raises:
        AuthFileError: the auth file cannot be read, or is not one.
        AuthenticationError: there are none; says where they could be put.
    """
    label = f"sasl.{mechanism}"
    given = sign_in.credentials
    if isinstance(given, Credentials):
        return given
    try:
        file = yield partial(sign_in.read_auth_file, daemon.authfile)
    except OSError as error:
        name = str(error.filename or daemon.authfile)
        raise daemon.file_error(label, name, 0, error.strerror or "cannot be read") from error
    login = {}
    if isinstance(file, AuthFile):
        try:
            login = find_login(file.data, daemon.host)
        except AuthFileSyntaxError as error:
            raise daemon.file_error(label, file.path, error.line, error.text) from None
    username = login.get("authname") or login.get("username")
    act_as = login.get("username") if login.get("username") != username else None
    password = login.get("password")
    if username and password:
        return Credentials(username, password, act_as or None)
    if given is not None:
        request = CredentialsRequest(daemon.endpoint, daemon.host, mechanism, username or None)
        answer = yield partial(given, request)
        if isinstance(answer, Credentials):
            return answer
        if answer is not None:
            raise TypeError(f"credentials: asked for Credentials or None, got {type(answer).__name__}")
        raise daemon.error(label, f"{mechanism} needs a name and a password, and whoever was asked had none")
    if isinstance(file, AuthFile):
        found = f"{file.path} has no {'password' if username else 'authname'} for the server {daemon.host!r}"
    else:
        found = "there is no auth file"
    raise daemon.error(
        label,
        f"the daemon asks for a name and a password ({mechanism}), and {found}; give credentials= to "
        f"connect, or write [auth-libvirt-{daemon.host}] or [auth-libvirt-default] into the file that "
        "authfile= or LIBVIRT_AUTH_FILE names, or ~/.config/libvirt/auth.conf",
    )
