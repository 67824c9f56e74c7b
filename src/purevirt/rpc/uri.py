"""libvirt's connection URIs: text to a plan of what to dial and what to ask the daemon for. Pure.

``driver[+transport]://[user@][host][:port]/path[?parameters]``. Parameters that belong to the transport
are taken out; all others are the driver's and stay in the name that the daemon gets. A parameter that the
chosen transport could not honour is refused by name, never ignored.

Source: libvirt's documentation of remote URIs; src/remote/remote_driver.c for the order of sockets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from purevirt.errors import UriError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from urllib.parse import SplitResult

__all__ = ["ConnectPlan", "plan_connection"]

_TRANSPORTS = ("tls", "unix", "ssh", "libssh", "libssh2", "ext", "tcp")
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
_UNIX_PARAMETERS = frozenset({"auth", "mode", "name", "socket"})
_DIRECT_DAEMONS = {
    "bhyve": "virtbhyved",
    "ch": "virtchd",
    "interface": "virtinterfaced",
    "lxc": "virtlxcd",
    "network": "virtnetworkd",
    "nodedev": "virtnodedevd",
    "nwfilter": "virtnwfilterd",
    "qemu": "virtqemud",
    "secret": "virtsecretd",
    "storage": "virtstoraged",
    "vbox": "virtvboxd",
    "vz": "virtvzd",
    "xen": "virtxend",
}
_LOCAL_ONLY = ("test", "esx", "gsx", "hyperv", "openvz", "vmwarefusion", "vmwareplayer", "vmwarews", "vpx")
_MODES = ("auto", "legacy", "direct")
_AUTH = ("none", "polkit")
_SYSTEM_DIRECTORY = "/var/run/libvirt"


@dataclass(frozen=True, slots=True)
class ConnectPlan:
    """What a URI asks for.

    Attributes:
        transport: ``unix``.
        socket_paths: what to try, in order; the first that exists is dialled, and the last if none does.
        remote_name: the URI that the daemon opens; empty lets it choose.
        auth: the authentication the URI insists on, or None for what the daemon offers first.
    """

    transport: str
    socket_paths: tuple[str, ...]
    remote_name: str
    auth: str | None = None


def plan_connection(uri: str, *, environ: Mapping[str, str], uid: int, readonly: bool = False) -> ConnectPlan:
    """Return what `uri` asks for.

    Args:
        uri: a libvirt URI; the empty string lets the local daemon choose its driver.
        environ: the process's environment, for the session daemon's directory.
        uid: the effective user; only users other than root have a session daemon of their own.
        readonly: use the daemon's read-only socket.

    Raises:
        UriError: the URI is not one, or asks for what cannot be done; the message names the part.
    """
    shown = _shown(uri)
    if any(character <= " " or character == "\x7f" for character in uri):
        raise UriError(f"URI {shown!r}: a space or a control character; write it as %20 and the like")
    try:
        parts = urlsplit(uri)
    except ValueError:
        raise UriError(f"URI {shown!r}: its server name is not one") from None
    driver, _, transport = parts.scheme.partition("+")
    if uri and (not driver or parts.path[:1] not in ("", "/")):
        raise UriError(
            f"URI {shown!r}: no driver, or no path from the root; expected something like qemu:///system"
        )
    if transport and transport not in _TRANSPORTS:
        raise UriError(f"URI {shown!r}: unknown transport {transport!r}; known are {', '.join(_TRANSPORTS)}")
    own, kept = _split_query(shown, parts.query)
    transport = transport or ("tls" if parts.hostname else "unix")
    if driver in _LOCAL_ONLY and "+" not in parts.scheme and not parts.hostname:
        raise UriError(
            f"URI {shown!r}: the {driver} driver runs inside libvirt's C library; "
            f"name a transport to reach one in a daemon, e.g. {driver}+unix://{parts.path}"
        )
    if transport != "unix":
        raise UriError(f"URI {shown!r}: the transport {transport} is not available; use unix")
    if parts.netloc:
        raise UriError(
            f"URI {shown!r}: a unix socket has no server name, got {parts.netloc.rpartition('@')[2]!r}"
        )
    for key in own:
        if key not in _UNIX_PARAMETERS:
            raise UriError(f"URI {shown!r}: parameter {key!r} has no meaning for a unix socket; remove it")
    return ConnectPlan(
        transport="unix",
        socket_paths=_socket_paths(
            shown, driver, parts.path, own, environ=environ, uid=uid, readonly=readonly
        ),
        remote_name=_remote_name(shown, driver, parts, kept, own),
        auth=_choice(shown, own, "auth", _AUTH),
    )


def _shown(uri: str) -> str:
    """Return what errors show of a URI: not its user and password, which may hold any character."""
    before, at, after = uri.rpartition("@")
    start, slashes, _ = before.partition("//")
    return f"{start if slashes else ''}{slashes}...@{after}" if at else uri


def _split_query(shown: str, query: str) -> tuple[dict[str, str], list[str]]:
    """Return the transport's own parameters, and the driver's as they were written."""
    own: dict[str, str] = {}
    kept = []
    for item in query.replace(";", "&").split("&"):
        if not item:
            continue
        key, sign, value = item.partition("=")
        if unquote(key) in _TRANSPORT_PARAMETERS:
            if not sign:
                raise UriError(f"URI {shown!r}: parameter {key!r} has no value")
            own[unquote(key)] = unquote(value, errors="surrogateescape")
        else:
            kept.append(item)
    return own, kept


def _choice(shown: str, own: Mapping[str, str], key: str, allowed: tuple[str, ...]) -> str | None:
    value = own.get(key)
    if value is not None and value not in allowed:
        raise UriError(f"URI {shown!r}: {key}={value!r}; allowed are {', '.join(allowed)}")
    return value


def _remote_name(shown: str, driver: str, parts: SplitResult, kept: list[str], own: Mapping[str, str]) -> str:
    name = own.get("name")
    if name is not None:
        scheme, _, rest = name.partition(":")
        if "+" in scheme or (rest.startswith("//") and not rest.startswith("///")):
            raise UriError(
                f"URI {shown!r}: name={_shown(name)!r} has a transport or a server: the daemon itself would "
                "dial it; connect to that host directly"
            )
        return name
    if driver in ("", "remote"):
        return ""
    query = f"?{'&'.join(kept)}" if kept else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return f"{driver}://{parts.path}{query}{fragment}"


def _socket_paths(
    shown: str,
    driver: str,
    path: str,
    own: Mapping[str, str],
    *,
    environ: Mapping[str, str],
    uid: int,
    readonly: bool,
) -> tuple[str, ...]:
    mode = _choice(shown, own, "mode", _MODES) or "auto"
    if "socket" in own:
        if not own["socket"] or "\0" in own["socket"]:
            raise UriError(f"URI {shown!r}: parameter 'socket' is not a path: empty, or with a NUL in it")
        return (own["socket"],)
    session = uid > 0 and (path == "/session" or driver == "test")
    directory = _session_directory(environ) if session else _SYSTEM_DIRECTORY
    suffix = "-sock-ro" if readonly and not session else "-sock"
    legacy = f"{directory}/libvirt{suffix}"
    daemon = _DIRECT_DAEMONS.get(driver)
    if mode == "legacy" or (daemon is None and mode == "auto"):
        return (legacy,)
    if daemon is None:
        raise UriError(f"URI {shown!r}: the driver {driver!r} has no daemon of its own; use mode=legacy")
    direct = f"{directory}/{daemon}{suffix}"
    return (direct,) if mode == "direct" else (direct, legacy)


def _session_directory(environ: Mapping[str, str]) -> str:
    """Return the directory of the user's own daemons, as glib's rules have it."""
    runtime = environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return f"{runtime}/libvirt"
    cache = environ.get("XDG_CACHE_HOME")
    if cache:
        return f"{cache}/libvirt"
    home = environ.get("HOME")
    if not home:
        raise UriError("the session daemon's socket: none of XDG_RUNTIME_DIR, XDG_CACHE_HOME and HOME is set")
    return f"{home}/.cache/libvirt"
