"""What OpenSSH configuration files say of a plan, for callers that ask for them to be heeded.

asyncssh reads the files here, but never sees them while it dials: it would verify the servers that are
jumped through by rules of its own, and ``UserKnownHostsFile none`` would switch verification off.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import asyncssh

from purevirt.errors import ConnectError, KnownHostsMissing
from purevirt.rpc.ssh.known_hosts import SSH_PORT
from purevirt.rpc.ssh.plan import SshHop

if TYPE_CHECKING:
    from purevirt.rpc.ssh.plan import SshPlan

__all__ = ["heed_config"]

_REFUSED = ("ProxyCommand", "HostKeyAlias")


def heed_config(plan: SshPlan) -> tuple[SshPlan, list[SshHop]]:
    """Return the plan with what its configuration files add, and all servers to log in to. Blocks.

    Heeded are HostName, Port, User, IdentityFile, ProxyJump (one level), UserKnownHostsFile and
    GlobalKnownHostsFile. What the plan says itself stands.

    Raises:
        KnownHostsMissing: they say that no file of known hosts is to be used.
        ConnectError: they cannot be read, or change what cannot be changed here.
    """
    if not plan.ssh_config:
        return plan, [*plan.jumps, plan.target]
    options = _load(plan, plan.target)
    target = _hop(plan.target, options)
    jumps = list(plan.jumps)
    if not jumps and isinstance(options.tunnel, str) and options.tunnel.lower() != "none":
        jumps = [_parse_jump(plan, text) for text in options.tunnel.split(",")]
    known_hosts = plan.known_hosts
    if known_hosts is None:
        named = options.known_hosts
        if named is None:
            raise KnownHostsMissing(
                f"SSH to {plan.host} port {target.port}: {' '.join(plan.ssh_config)} says UserKnownHostsFile "
                "none, which would let anybody be that server; name a file (known_hosts=)",
                host=plan.host,
                port=target.port,
            )
        known_hosts = tuple(_expanded(name) for name in cast("list[str]", named)) or None
    return replace(plan, known_hosts=known_hosts), [*jumps, target]


def _load(plan: SshPlan, hop: SshHop) -> asyncssh.SSHClientConnectionOptions:
    try:
        options = asyncssh.SSHClientConnectionOptions(
            config=list(plan.ssh_config),
            host=hop.host,
            port=hop.port if hop.port != SSH_PORT else (),
            username=hop.user if hop.user is not None else (),
            client_keys=None,
            x509_trusted_certs=None,
            x509_trusted_cert_paths=[],
            gss_host=None,
        )
    except (OSError, ValueError) as error:
        raise _refusal(plan, str(error)) from error
    for name in _REFUSED:
        if options.config.get(name) is not None:
            raise _refusal(plan, f"{name} is not supported for {hop.host}")
    return options


def _hop(hop: SshHop, options: asyncssh.SSHClientConnectionOptions) -> SshHop:
    user = options.config.get("User") if hop.user is None else hop.user
    keyfiles = hop.keyfiles or tuple(
        _expanded(name) for name in cast("list[str]", options.config.get("IdentityFile", []))
    )
    return SshHop(options.host, options.port, cast("str | None", user), keyfiles)


def _parse_jump(plan: SshPlan, text: str) -> SshHop:
    user, _, rest = text.strip().rpartition("@")
    host, colon, port = rest.rpartition(":")
    if not colon or (host.count(":") > 0 and not host.endswith("]")):
        host, port = rest, ""
    try:
        hop = SshHop(host.strip("[]"), int(port or SSH_PORT), user or None)
    except ValueError:
        raise _refusal(plan, f"ProxyJump {text!r} has no valid port") from None
    options = _load(plan, hop)
    if options.tunnel:
        raise _refusal(plan, f"ProxyJump {text!r} has a ProxyJump of its own; write both in one line")
    return _hop(hop, options)


def _expanded(name: str) -> str:
    try:
        return str(Path(name).expanduser())
    except RuntimeError:
        return name


def _refusal(plan: SshPlan, text: str) -> ConnectError:
    return ConnectError(
        f"SSH configuration {' '.join(plan.ssh_config)}: {text}", endpoint=plan.host, transport="ssh"
    )
