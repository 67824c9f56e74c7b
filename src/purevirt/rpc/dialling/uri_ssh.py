"""What a URI asks of SSH. Pure.

Source: libvirt's documentation of remote URIs, "SSH transport", "libssh transport", "libssh2 transport";
doRemoteOpen in src/remote/remote_driver.c for what is run on the server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from purevirt.rpc.dialling.uri_unix import MODES, system_sockets
from purevirt.rpc.ssh.plan import SshPlan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.rpc.dialling.uri_text import UriText
    from purevirt.rpc.ssh.plan import AuthMethod, ProxyMode, Verify

__all__ = ["SSH_TRANSPORTS", "ssh_plan"]

SSH_TRANSPORTS = ("ssh", "libssh", "libssh2")

_PARAMETERS = frozenset(
    {
        "keyfile",
        "known_hosts",
        "known_hosts_verify",
        "mode",
        "netcat",
        "no_tty",
        "no_verify",
        "proxy",
        "socket",
        "sshauth",
    }
)
_SSH_PORT = 22
_PROXIES = ("auto", "netcat", "native")
_VERIFY = ("normal", "auto", "ignore")
_METHODS = ("agent", "privkey", "password", "keyboard-interactive")
_UNATTENDED = ("agent", "privkey")


def ssh_plan(text: UriText, general: frozenset[str], cures: Mapping[str, str], *, readonly: bool) -> SshPlan:
    """Return what to dial.

    Args:
        text: the URI.
        general: parameters that mean something to every transport.
        cures: see `UriText.refuse_others`.
        readonly: use the daemon's read-only socket.
    """
    no_program = {"command": "this client speaks SSH itself and runs no ssh program; remove it"}
    text.refuse_others(_PARAMETERS | general, text.transport, {**cures, **no_program})
    if text.choice("mode", MODES) == "direct":
        raise text.error(f"Cannot use direct socket mode for {text.transport}; remove mode=direct")
    proxy = cast("ProxyMode", text.choice("proxy", _PROXIES) or "auto")
    netcat = text.text("netcat")
    if proxy == "native" and netcat is not None:
        raise text.error("parameter 'netcat' has no meaning with proxy=native; remove one of them")
    sockets, helper = _sockets(text, proxy, readonly=readonly)
    keyfile = text.text("keyfile")
    known_hosts = text.text("known_hosts")
    return SshPlan(
        host=text.host or "localhost",
        port=text.port or _SSH_PORT,
        user=text.user or (None if text.transport == "ssh" else "root"),
        socket_paths=sockets,
        proxy=proxy,
        netcat=netcat or "nc",
        helper_uri=helper,
        readonly=readonly,
        keyfile=keyfile,
        methods=_methods(text, has_key=keyfile is not None),
        password=text.password,
        known_hosts=None if known_hosts is None else (known_hosts,),
        verify=_verify(text),
    )


def _sockets(text: UriText, proxy: ProxyMode, *, readonly: bool) -> tuple[tuple[str, ...], str]:
    """Return the sockets to dial on the server, and what its helper is to serve."""
    socket = text.text("socket")
    if socket is not None:
        if proxy == "native":
            raise text.error("proxy=native would not heed 'socket'; remove one of them")
        if text.own.get("mode") == "legacy":
            raise text.error("parameters 'mode' and 'socket' exclude each other: the socket says it all")
        if socket.startswith("@"):
            raise text.error("parameter 'socket': SSH does not reach abstract sockets; give a path")
        return (socket,), ""
    query = [*text.kept]
    if "mode" in text.own:
        query.append(f"mode={text.own['mode']}")
    helper = f"{text.driver}://{text.path}{'?' if query else ''}{'&'.join(query)}{text.fragment}"
    if text.driver == "remote":
        helper = ""
    if text.path == "/session":
        if proxy == "netcat" or not helper:
            raise text.error(
                "only virt-ssh-helper knows where a session daemon's socket is; or give 'socket'"
            )
        return (), helper
    if proxy == "native" and not helper:
        raise text.error("proxy=native needs a driver; write e.g. qemu+ssh instead of remote+ssh")
    return system_sockets(text, readonly=readonly), "" if proxy == "netcat" else helper


def _methods(text: UriText, *, has_key: bool) -> tuple[AuthMethod, ...] | None:
    unattended = text.flag("no_tty")
    written = text.own.get("sshauth")
    if written is None:
        order: tuple[AuthMethod, ...] = ("privkey", "agent") if has_key else ("agent", "privkey")
        return order if unattended else None
    methods = tuple(written.split(","))
    for method in methods:
        if method not in _METHODS:
            raise text.error(f"sshauth={written!r}: unknown {method!r}; allowed are {', '.join(_METHODS)}")
        if unattended and method not in _UNATTENDED:
            raise text.error(
                f"no_tty=1 asks nobody, but sshauth={written!r} has {method!r}; remove one of them"
            )
    return cast("tuple[AuthMethod, ...]", methods)


def _verify(text: UriText) -> Verify:
    verify = cast("Verify", text.choice("known_hosts_verify", _VERIFY) or "normal")
    if text.flag("no_verify"):
        if verify != "ignore" and "known_hosts_verify" in text.own:
            raise text.error(f"no_verify=1 and known_hosts_verify={verify} contradict; remove one of them")
        return "ignore"
    return verify
