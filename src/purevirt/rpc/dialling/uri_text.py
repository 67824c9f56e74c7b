"""The text of a connection URI, taken apart; what its parts mean is not known here. Pure.

``driver[+transport]://[user[:password]@][host][:port]/path[?parameters]``. Parameters of the transport are
told from the driver's by name, in any case, as libvirt does.

Source: libvirt's documentation of remote URIs; doRemoteOpenExtractURIArgs in src/remote/remote_driver.c.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from purevirt.errors import UriError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from urllib.parse import SplitResult

__all__ = ["TRANSPORTS", "UriText", "parse_uri", "without_secrets"]

TRANSPORTS = ("tls", "unix", "ssh", "libssh", "libssh2", "ext", "tcp")

_TRANSPORT_PARAMETERS = frozenset(
    {
        "auth",
        "authfile",
        "command",
        "keyfile",
        "known_hosts",
        "known_hosts_verify",
        "mode",
        "name",
        "netcat",
        "no_sanity",
        "no_tty",
        "no_verify",
        "pkipath",
        "proxy",
        "socket",
        "sshauth",
        "tls_priority",
    }
)
_MAX_PORT = 65535
_NUMBER = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True, slots=True)
class UriText:
    """A URI's parts.

    Attributes:
        shown: the URI as errors show it, without user and password.
        driver: e.g. ``qemu``; empty for the empty URI.
        transport: as written, or what libvirt takes without one: TLS to a server, else a unix socket.
        user, password: decoded; None where there is none.
        host: name or address without brackets, decoded; empty if there is none.
        port: 1 to 65535, or None.
        has_authority: whether anything stands where a server would.
        path: as written.
        fragment: as written, with its ``#``; else empty.
        own: the transport's parameters, decoded; bytes that are not UTF-8 are lone surrogates. The last of
            several wins.
        kept: the driver's parameters, each as written.
    """

    shown: str
    driver: str
    transport: str
    user: str | None = field(repr=False)
    password: str | None = field(repr=False)
    host: str
    port: int | None
    has_authority: bool
    path: str
    fragment: str
    own: Mapping[str, str]
    kept: tuple[str, ...]

    def error(self, text: str) -> UriError:
        """Return an error about this URI."""
        return UriError(f"URI {self.shown!r}: {text}")

    def choice(self, key: str, allowed: tuple[str, ...]) -> str | None:
        """Return a parameter that has to be one of `allowed`, or None."""
        value = self.own.get(key)
        if value is not None and value not in allowed:
            raise self.error(f"{key}={value!r}; allowed are {', '.join(allowed)}")
        return value

    def flag(self, key: str) -> bool:
        """Return whether a parameter is a number other than 0; it is no if it is not there."""
        value = self.own.get(key, "0")
        if not _NUMBER.fullmatch(value):
            raise self.error(f"{key}={value!r}: failed to parse it as a number; allowed are 0 and 1")
        return value.strip("+-0") != ""

    def text(self, key: str) -> str | None:
        """Return a parameter that names something, such as a file, or None."""
        value = self.own.get(key)
        if value is not None and (not value or "\0" in value):
            raise self.error(f"parameter {key!r} is not a path or a name: empty, or with a NUL in it")
        return value

    def refuse_others(self, known: Iterable[str], kind: str, cures: Mapping[str, str]) -> None:
        """Refuse parameters that mean nothing to a transport; `cures` has what to do instead, by name."""
        for key in self.own:
            if key in cures:
                raise self.error(f"parameter {key!r}: {cures[key]}")
            if key not in known:
                raise self.error(f"parameter {key!r} has no meaning for {kind}; remove it")


def without_secrets(uri: str) -> str:
    """Return what may be shown of a URI: not its user and password, which may hold any character."""
    before, at, after = uri.rpartition("@")
    start, slashes, _ = before.partition("//")
    return f"{start if slashes else ''}{slashes}...@{after}" if at else uri


def parse_uri(uri: str) -> UriText:
    """Return the parts of `uri`.

    Raises:
        UriError: it is not a URI, or its transport is not one of `TRANSPORTS`.
    """
    shown = without_secrets(uri)
    if any(character <= " " or character == "\x7f" for character in uri):
        raise UriError(f"URI {shown!r}: a space or a control character; write it as %20 and the like")
    try:
        parts = urlsplit(uri)
        host = unquote(parts.hostname or "")
    except ValueError:
        raise UriError(f"URI {shown!r}: its server name is not one") from None
    if not all(character.isprintable() and character not in " /@" for character in host):
        raise UriError(f"URI {shown!r}: its server name is not one")
    driver, plus, transport = parts.scheme.partition("+")
    if uri and (not driver or parts.path[:1] not in ("", "/")):
        raise UriError(
            f"URI {shown!r}: no driver, or no path from the root; expected something like qemu:///system"
        )
    if plus and transport not in TRANSPORTS:
        raise UriError(f"URI {shown!r}: unknown transport {transport!r}; known are {', '.join(TRANSPORTS)}")
    own, kept = _split_query(shown, parts.query)
    return UriText(
        shown=shown,
        driver=driver,
        transport=transport or ("tls" if host else "unix"),
        user=_decoded(parts.username),
        password=_decoded(parts.password),
        host=host,
        port=_port(shown, parts),
        has_authority=bool(parts.netloc),
        path=parts.path,
        fragment=f"#{parts.fragment}" if parts.fragment else "",
        own=own,
        kept=kept,
    )


def _decoded(text: str | None) -> str | None:
    return None if text is None else unquote(text)


def _port(shown: str, parts: SplitResult) -> int | None:
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port is not None and not 0 < port <= _MAX_PORT:
        raise UriError(f"URI {shown!r}: its port is not a number from 1 to {_MAX_PORT}")
    return port


def _split_query(shown: str, query: str) -> tuple[dict[str, str], tuple[str, ...]]:
    own: dict[str, str] = {}
    kept = []
    for item in query.replace(";", "&").split("&"):
        if not item:
            continue
        written, sign, value = item.partition("=")
        key = unquote(written).lower()
        if key in _TRANSPORT_PARAMETERS:
            if not sign:
                raise UriError(f"URI {shown!r}: parameter {key!r} has no value")
            own[key] = unquote(value, errors="surrogateescape")
        else:
            kept.append(item)
    return own, tuple(kept)
