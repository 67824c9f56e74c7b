"""Where the sockets of libvirt's daemons are, on this machine or another. Pure.

Source: remoteGetUNIXSocket and remoteGetURIDaemonInfo in src/remote/remote_sockets.c.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.errors import UriError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.rpc.dialling.uri_text import UriText

__all__ = ["MODES", "is_session", "local_sockets", "system_sockets"]

MODES = ("auto", "legacy", "direct")

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
_PROBED_SYSTEM = ("virtxend", "virtqemud", "virtlxcd", "virtvboxd", "virtbhyved", "virtvzd")
_PROBED_SESSION = ("virtqemud", "virtvboxd")
_SYSTEM_DIRECTORY = "/var/run/libvirt"


def is_session(text: UriText, uid: int) -> bool:
    """Return whether the URI means a daemon of the user's own; root has none."""
    return uid > 0 and (not text.driver or text.path == "/session" or text.driver == "test")


def local_sockets(text: UriText, *, environ: Mapping[str, str], uid: int, readonly: bool) -> tuple[str, ...]:
    """Return the sockets of this machine that the URI can mean, in the order in which to try them."""
    mode = text.choice("mode", MODES) or "auto"
    socket = text.text("socket")
    if socket is not None:
        if mode != "auto":
            raise text.error("parameters 'mode' and 'socket' exclude each other: the socket says it all")
        return (socket,)
    session = is_session(text, uid)
    directory = _session_directory(environ) if session else _SYSTEM_DIRECTORY
    suffix = "-sock-ro" if readonly and not session else "-sock"
    probed = _PROBED_SESSION if session else _PROBED_SYSTEM
    return _sockets(text, mode, _daemons(text) if text.driver else probed, directory, suffix)


def system_sockets(text: UriText, *, readonly: bool) -> tuple[str, ...]:
    """Return the sockets of another machine's system daemons, in the order in which to try them."""
    mode = text.choice("mode", MODES) or "auto"
    suffix = "-sock-ro" if readonly else "-sock"
    return _sockets(text, mode, _daemons(text), _SYSTEM_DIRECTORY, suffix)


def _daemons(text: UriText) -> tuple[str, ...]:
    daemon = _DIRECT_DAEMONS.get(text.driver)
    return () if daemon is None else (daemon,)


def _sockets(
    text: UriText, mode: str, daemons: tuple[str, ...], directory: str, suffix: str
) -> tuple[str, ...]:
    direct = tuple(f"{directory}/{daemon}{suffix}" for daemon in daemons)
    legacy = f"{directory}/libvirt{suffix}"
    if mode == "legacy":
        return (legacy,)
    if mode == "auto":
        return (*direct, legacy)
    if not direct:
        raise text.error(f"the driver {text.driver!r} has no daemon of its own; use mode=legacy")
    return direct


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
