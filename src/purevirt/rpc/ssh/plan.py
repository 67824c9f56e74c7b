"""What to dial over SSH, and the command that is run where the daemon's socket cannot be had. Pure.

Source: libvirt's documentation of remote URIs, "SSH transport" and "libssh transport".
"""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = [
    "AskSecret",
    "AuthMethod",
    "KnownHostsText",
    "ProxyMode",
    "SecretKind",
    "SecretRequest",
    "SshHop",
    "SshPlan",
    "Verify",
    "remote_command",
]

AuthMethod = Literal["agent", "privkey", "password", "keyboard-interactive"]
"""The names that libvirt's ``sshauth`` parameter has for them."""

ProxyMode = Literal["auto", "native", "netcat"]
Verify = Literal["normal", "auto", "ignore"]
SecretKind = Literal["password", "passphrase", "answer"]

DEFAULT_METHODS: tuple[AuthMethod, ...] = ("agent", "privkey", "keyboard-interactive", "password")


@dataclass(frozen=True, slots=True)
class KnownHostsText:
    """A file of known hosts that is in memory.

    Attributes:
        data: what it holds.
        name: what errors call it.
    """

    data: bytes | str = field(repr=False)
    name: str = "known_hosts (in memory)"


@dataclass(frozen=True, slots=True)
class SecretRequest:
    """A secret that only the caller has.

    Attributes:
        kind: ``password`` of the user, ``passphrase`` of a key, or ``answer`` to a question of the server.
        endpoint: ``user@host:port``.
        prompt: the path of the key, or the server's question, which is not to be trusted.
        echo: whether what is typed may be shown.
    """

    kind: SecretKind
    endpoint: str
    prompt: str
    echo: bool = False


AskSecret: TypeAlias = Callable[[SecretRequest], Awaitable[str | None]]
"""Answers a `SecretRequest`; None means that there is no answer, and that the method is given up."""


@dataclass(frozen=True, slots=True)
class SshHop:
    """A server to log in to, e.g. one on the way (``ProxyJump``).

    Attributes:
        host: its name or address.
        port: its port.
        user: whom to be there; None is the name of the local user.
        keyfiles: private keys for it; empty for the user's own keys in ``~/.ssh``.
    """

    host: str
    port: int = 22
    user: str | None = None
    keyfiles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SshPlan:
    """A libvirt daemon behind an SSH server.

    Attributes:
        host: name or address of the server; a name is looked up in the known hosts as it is written here.
        port: its port.
        user: whom to be there; None is the name of the local user, as OpenSSH has it. (libvirt's libssh
            transports default to root: the caller says so here.)
        socket_paths: the daemon's sockets on the server, the first that can be dialled is used. Empty if
            only the helper can know, as for a session daemon.
        proxy: ``auto`` dials a socket through the server, and where that cannot be done runs
            virt-ssh-helper if the server has it, else netcat; ``native`` and ``netcat`` run just that.
        netcat: netcat on the server, for `socket_paths`' last.
        helper_uri: the URI that virt-ssh-helper is to serve; empty if it must not be used, as for a socket
            that was asked for by name, which it would not heed.
        readonly: tell virt-ssh-helper to use the read-only socket.
        keyfile: a private key, offered first; its certificate may stand beside it (``-cert.pub``). None
            offers the user's own keys in ``~/.ssh``.
        methods: how to authenticate, in this order, or None for all that can be, a named key first.
        password: for password and keyboard-interactive.
        known_hosts: files, as paths or text; None is the user's and the system's. All of them count.
        verify: ``normal`` refuses a server whose key is not known. ``auto`` writes the key of a server
            that is not known into the first file. ``ignore`` checks nothing: anybody can be the server.
        jumps: servers to go through, the first first; all are verified alike.
        ssh_config: OpenSSH configuration files to heed; none by default. They can change the name that is
            dialled, ways to get there, keys and files of known hosts, not whether these are checked.
        agent_path: the socket of the SSH agent; None is what SSH_AUTH_SOCK says.
    """

    host: str
    port: int = 22
    user: str | None = None
    socket_paths: tuple[str, ...] = ()
    proxy: ProxyMode = "auto"
    netcat: str = "nc"
    helper_uri: str = ""
    readonly: bool = False
    keyfile: str | None = None
    methods: tuple[AuthMethod, ...] | None = None
    password: str | None = field(default=None, repr=False)
    known_hosts: tuple[str | KnownHostsText, ...] | None = None
    verify: Verify = "normal"
    jumps: tuple[SshHop, ...] = ()
    ssh_config: tuple[str, ...] = ()
    agent_path: str | None = None

    @property
    def auth_methods(self) -> tuple[AuthMethod, ...]:
        """The methods to try, in order.

        A key that was named goes before the agent's: servers count every key that they are offered, and
        cut the connection after a few.
        """
        if self.methods is not None:
            return self.methods
        if self.keyfile is not None:
            return ("privkey", "agent", "keyboard-interactive", "password")
        return DEFAULT_METHODS

    @property
    def target(self) -> SshHop:
        """The last server."""
        return SshHop(self.host, self.port, self.user, (self.keyfile,) if self.keyfile is not None else ())


def remote_command(plan: SshPlan) -> str | None:
    """Return the command that gives a byte stream to the daemon, or None if the plan leaves none.

    It is for whatever shell the user has there, so it is one POSIX shell with one quoted argument.
    """
    helper, netcat = _helper(plan), _netcat(plan)
    if plan.proxy == "native":
        script = f"exec {helper}" if helper else None
    elif plan.proxy == "netcat" or not helper:
        script = netcat
    else:
        otherwise = netcat or "echo 'virt-ssh-helper is not installed' >&2; exit 127"
        script = f"if command -v virt-ssh-helper >/dev/null 2>&1; then exec {helper}; else {otherwise}; fi"
    return f"sh -c {shlex.quote(script)}" if script else None


def _helper(plan: SshPlan) -> str | None:
    if not plan.helper_uri:
        return None
    return f"virt-ssh-helper {'-r ' if plan.readonly else ''}{shlex.quote(plan.helper_uri)}"


def _netcat(plan: SshPlan) -> str | None:
    if not plan.socket_paths:
        return None
    # one kind of netcat stays for ever when our side ends, unless -q says otherwise; other kinds have no -q
    netcat, to_socket = shlex.quote(plan.netcat), f"-U {shlex.quote(plan.socket_paths[-1])}"
    return (
        f"if ! command -v {netcat} >/dev/null 2>&1; then echo {netcat}' is not installed' >&2; exit 127; fi; "
        f'case "$({netcat} -q </dev/null 2>&1)" in *"requires an argument"*) exec {netcat} -q0 {to_socket};; '
        f"esac; exec {netcat} {to_socket}"
    )
