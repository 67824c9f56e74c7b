"""libvirt's connection URIs: text to a plan of what to dial and what to ask the daemon for. Pure.

Parameters that belong to the transport are taken out; all others are the driver's and stay in the name that
the daemon gets. A parameter that the chosen transport could not honour is refused by name, never ignored.
What is dangerous is done if it is asked for, and is in the plan's warnings.

Where libvirt leaves room: `no_sanity` switches off a check of the client's own certificate that is not made
here in the first place, the daemon makes it. `tls_priority` is refused, its strings are GnuTLS's own
language. The transports ssh, libssh and libssh2 are one, with every parameter of each; without
`known_hosts` all heed OpenSSH's files. They differ in whom they log in as if the URI does not say.

Source: libvirt's documentation of remote URIs; src/remote/remote_driver.c.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from purevirt.rpc.dialling.plan import (
    TCP_PORT,
    TLS_PORT,
    ConnectPlan,
    DialPlan,
    ExtPlan,
    TcpPlan,
    TlsPlan,
    UnixPlan,
)
from purevirt.rpc.dialling.uri_ssh import SSH_TRANSPORTS, ssh_plan
from purevirt.rpc.dialling.uri_text import parse_uri, without_secrets
from purevirt.rpc.dialling.uri_unix import local_sockets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.rpc.dialling.uri_text import UriText

__all__ = ["ConnectPlan", "plan_connection"]

_GENERAL = frozenset({"auth", "authfile", "name"})
_UNIX = _GENERAL | {"mode", "socket"}
_TLS = _GENERAL | {"no_sanity", "no_verify", "pkipath"}
_EXT = _GENERAL | {"command"}
_AUTH = re.compile(r"(none|polkit|sasl)|sasl\.[A-Z0-9_-]{1,20}", re.IGNORECASE)
_CURES = {
    "tls_priority": "GnuTLS's priority strings are not supported; remove it: TLS 1.2 and newer are used",
}
_LOCAL_ONLY = ("test", "esx", "gsx", "hyperv", "openvz", "vmwarefusion", "vmwareplayer", "vmwarews", "vpx")
_LOCALHOST = "localhost"


def plan_connection(uri: str, *, environ: Mapping[str, str], uid: int, readonly: bool = False) -> ConnectPlan:
    """Return what `uri` asks for.

    Args:
        uri: a libvirt URI. The empty string means LIBVIRT_DEFAULT_URI, and where that is not set lets the
            local daemon choose its driver.
        environ: the process's environment, for the session daemon's directory and the default.
        uid: the effective user; only users other than root have a session daemon of their own.
        readonly: use the daemon's read-only socket.

    Raises:
        UriError: the URI is not one, or asks for what cannot be done; the message names the part.
    """
    text = parse_uri(uri or environ.get("LIBVIRT_DEFAULT_URI", ""))
    if text.driver in _LOCAL_ONLY and "+" not in text.shown.partition(":")[0] and not text.host:
        raise text.error(
            f"the {text.driver} driver runs inside libvirt's C library; "
            f"name a transport to reach one in a daemon, e.g. {text.driver}+unix://{text.path}"
        )
    name = _remote_name(text)
    warnings = []
    dial: DialPlan
    if text.transport in SSH_TRANSPORTS:
        dial = ssh_plan(text, _GENERAL, _CURES, readonly=readonly)
        if text.password is not None:
            warnings.append(
                f"URI {text.shown!r}: it holds a password, which whoever sees the URI can read; "
                "log in by key instead"
            )
    elif text.transport == "unix":
        dial = _unix(text, environ=environ, uid=uid, readonly=readonly)
    elif text.transport == "ext":
        dial = _ext(text)
    elif text.transport == "tls":
        dial = _tls(text)
        if not dial.verify:
            warnings.append(
                f"URI {text.shown!r}: the daemon's certificate is not checked, anybody can be the daemon; "
                "remove no_verify"
            )
    else:
        dial = _tcp(text)
        warnings.append(
            f"URI {text.shown!r}: tcp is plain text, whoever sees the network can read and change "
            "everything; use tls or ssh"
        )
    return ConnectPlan(dial, name, _auth(text), tuple(warnings), text.text("authfile"))


def _auth(text: UriText) -> str | None:
    value = text.own.get("auth")
    if value is None:
        return None
    if not _AUTH.fullmatch(value):
        raise text.error(
            f"auth={value!r}; allowed are none, polkit, sasl, and sasl.MECHANISM, e.g. sasl.SCRAM-SHA-256"
        )
    kind, dot, mechanism = value.partition(".")
    return kind.lower() + dot + mechanism.upper()


def _remote_name(text: UriText) -> str:
    name = text.own.get("name")
    if name is not None:
        scheme, _, rest = name.partition(":")
        if "+" in scheme or (rest.startswith("//") and not rest.startswith("///")):
            raise text.error(
                f"name={without_secrets(name)!r} has a transport or a server: the daemon itself would "
                "dial it; connect to that host directly"
            )
        if "\0" in name:
            raise text.error("parameter 'name' has a NUL in it")
        return name
    if text.driver in ("", "remote"):
        return ""
    query = f"?{'&'.join(text.kept)}" if text.kept else ""
    return f"{text.driver}://{text.path}{query}{text.fragment}"


def _unix(text: UriText, *, environ: Mapping[str, str], uid: int, readonly: bool) -> UnixPlan:
    if text.has_authority:
        server = text.host if text.port is None else f"{text.host}:{text.port}"
        raise text.error(f"a unix socket has no server name, got {server!r}")
    text.refuse_others(_UNIX, "a unix socket", _CURES)
    return UnixPlan(local_sockets(text, environ=environ, uid=uid, readonly=readonly))


def _ext(text: UriText) -> ExtPlan:
    if text.has_authority:
        raise text.error("ext has no server: its command alone says where it goes; remove the server")
    text.refuse_others(_EXT, "ext", _CURES)
    command = text.text("command")
    if command is None:
        raise text.error("ext needs command=, the program whose input and output are the connection")
    return ExtPlan(command)


def _tcp(text: UriText) -> TcpPlan:
    _refuse_for_network(text, _GENERAL, "tcp")
    return TcpPlan(text.host or _LOCALHOST, text.port or TCP_PORT)


def _tls(text: UriText) -> TlsPlan:
    _refuse_for_network(text, _TLS, "tls")
    text.flag("no_sanity")
    return TlsPlan(
        host=text.host or _LOCALHOST,
        port=text.port or TLS_PORT,
        pkipath=text.text("pkipath"),
        verify=not text.flag("no_verify"),
    )


def _refuse_for_network(text: UriText, known: frozenset[str], kind: str) -> None:
    if text.user is not None:
        raise text.error(f"what is before the @ has no meaning for {kind}; remove it")
    if text.own.get("mode") == "direct":
        raise text.error(
            f"Cannot use direct socket mode for {kind}: daemons of one driver do not listen there"
        )
    text.refuse_others(known, kind, _CURES)
