"""From a plan to an open channel: log in to each server of the way, then find the daemon on the last."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import asyncssh

from purevirt.errors import AuthenticationError, ConnectError
from purevirt.rpc.aio.ssh.channel import ChannelSession, SshChain
from purevirt.rpc.aio.ssh.config import heed_config
from purevirt.rpc.aio.ssh.files import local_user
from purevirt.rpc.aio.ssh.link import Link
from purevirt.rpc.dialling.plan import host_port
from purevirt.rpc.ssh.plan import SshHop, remote_command

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from purevirt.rpc.ssh.plan import AskSecret, SshPlan

__all__ = ["Backoff", "dial"]

_log = logging.getLogger("purevirt.rpc")

_CONNECT_FAILED = 2
"""SSH_OPEN_CONNECT_FAILED (RFC 4254 section 5.1). OpenSSH's sshd says it of a socket that is not there and,
unlike other servers, also where forwarding is forbidden (AllowStreamLocalForwarding): what is tried next is
what tells one from the other."""

_WINDOW_BYTES = 2 << 20
"""What the server may send before we take it: the bound on what a paused connection holds."""

_PACKET_BYTES = 1 << 15


@dataclass(frozen=True, slots=True)
class Backoff:
    """When to try again a server that dropped us before it showed its key.

    Attributes:
        tries: how often in all.
        first_s: the pause after the first, in seconds; each further one is twice as long. A random half
            is taken off or added, so that clients that were dropped together do not return together.
        sleep: waits; takes seconds.
    """

    tries: int = 5
    first_s: float = 0.25
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def pause_s(self, failures: int) -> float:
        """Return how long to wait after so many failures, from 1."""
        jitter = 0.5 + random.random()  # noqa: S311 # spreads load, guards nothing
        return self.first_s * 2.0 ** (failures - 1) * jitter


async def dial(
    plan: SshPlan,
    protocol: asyncio.Protocol,
    *,
    ask: AskSecret | None = None,
    backoff: Backoff | None = None,
) -> asyncio.Transport:
    """Do what `purevirt.rpc.aio.ssh.connect.dial_ssh` promises."""
    chain = SshChain()
    try:
        plan, hops = await asyncio.to_thread(_prepare, plan)
        connection: asyncssh.SSHClientConnection | None = None
        for hop in hops:
            connection = await _log_in(plan, hop, chain, ask, connection, backoff or Backoff())
        assert connection is not None
        return await _open_channel(plan, hops[-1], connection, protocol, chain)
    except BaseException:
        chain.abort()
        await chain.wait_gone()
        raise


def _prepare(plan: SshPlan) -> tuple[SshPlan, list[SshHop]]:
    """Return the plan as the user's configuration has it, and the servers with a user each."""
    plan, hops = heed_config(plan)
    named = []
    for hop in hops:
        user = hop.user or local_user()
        if not user:
            raise ConnectError(
                f"SSH to {hop.host} port {hop.port}: no user name, neither in the URI nor in this system's "
                "user database; write it in the URI (user@host)",
                endpoint=_endpoint(hop),
                transport="ssh",
            )
        named.append(replace(hop, user=user))
    return plan, named


def _endpoint(hop: SshHop) -> str:
    return host_port(hop.host, hop.port)


async def _log_in(
    plan: SshPlan,
    hop: SshHop,
    chain: SshChain,
    ask: AskSecret | None,
    tunnel: asyncssh.SSHClientConnection | None,
    backoff: Backoff,
) -> asyncssh.SSHClientConnection:
    failures = 0
    while True:
        link = Link(plan, hop, chain, ask, tunnel)
        try:
            return await link.connect()
        except ConnectError:
            raise
        except (asyncssh.Error, OSError, ValueError) as error:
            failures += 1
            if link.verified or not _is_transient(error) or failures >= backoff.tries:
                raise _login_error(hop, error, failures, verified=link.verified) from error
            pause_s = backoff.pause_s(failures)
            _log.info("%s: dropped before its key was seen, next try in %.2f s", link.endpoint, pause_s)
        await backoff.sleep(pause_s)


def _is_transient(error: Exception) -> bool:
    """Return whether a server that is merely busy may be the reason."""
    return isinstance(error, asyncssh.ConnectionLost | ConnectionResetError | BrokenPipeError)


def _login_error(hop: SshHop, error: Exception, tries: int, *, verified: bool) -> ConnectError:
    where = f"SSH to {hop.user}@{hop.host} port {hop.port}"
    if isinstance(error, asyncssh.PermissionDenied):
        return AuthenticationError(
            f"{where}: the server takes none of our keys and passwords; add the public key to the "
            "authorized_keys there, or name another (keyfile=, sshauth=)",
            endpoint=_endpoint(hop),
            mechanism="ssh",
            transport="ssh",
        )
    if verified and isinstance(error, asyncssh.ProtocolError):
        return AuthenticationError(
            f"{where}: the server ended the login: {_line(error)}; offer it fewer keys, the right one first "
            "(keyfile=, sshauth=privkey)",
            endpoint=_endpoint(hop),
            mechanism="ssh",
            transport="ssh",
        )
    if isinstance(error, asyncssh.KeyExchangeFailed):
        text = f"no algorithm in common with the server: {_line(error)}"
    elif isinstance(error, socket.gaierror):
        text = f"its name cannot be looked up: {error.strerror}"
    elif isinstance(error, ConnectionRefusedError):
        text = "connection refused: no SSH server listens there"
    elif isinstance(error, asyncssh.ChannelOpenError):
        text = f"the server before it does not get there: {_line(error)}"
    elif _is_transient(error):
        tried = f" {tries} times" if tries > 1 else ""
        text = (
            f"the server dropped the connection{tried} ({_line(error)}); its log may tell why, e.g. its "
            "limit of clients that are not logged in yet (MaxStartups)"
        )
    else:
        text = _line(error)
    return ConnectError(f"{where}: {text}", endpoint=_endpoint(hop), transport="ssh")


def _line(error: Exception) -> str:
    text = str(getattr(error, "reason", "") or getattr(error, "strerror", "") or error)
    return "".join(character if character.isprintable() else " " for character in text)[:300]


async def _open_channel(
    plan: SshPlan,
    hop: SshHop,
    connection: asyncssh.SSHClientConnection,
    protocol: asyncio.Protocol,
    chain: SshChain,
) -> asyncio.Transport:
    where = f"SSH to {hop.user}@{hop.host} port {hop.port}"
    reason = ""
    for path in plan.socket_paths if plan.proxy == "auto" else ():
        session = ChannelSession(protocol, chain, f"socket {path}")
        try:
            await connection.create_unix_connection(
                lambda session=session: session,  # type: ignore[misc] # bound to this turn's
                path,
                window=_WINDOW_BYTES,
                max_pktsize=_PACKET_BYTES,
            )
        except asyncssh.ChannelOpenError as error:
            if chain.is_gone:
                raise ConnectError(
                    f"{where}: the connection was lost", endpoint=_endpoint(hop), transport="ssh"
                ) from error
            reason = _socket_refusal(plan, path, error)
            if error.code != _CONNECT_FAILED:
                break
        else:
            assert session.transport is not None
            return session.transport
    command = remote_command(plan)
    if command is None:
        why = reason or "neither a socket nor a URI for virt-ssh-helper is known"
        raise ConnectError(f"{where}: {why}", endpoint=_endpoint(hop), transport="ssh")
    return await _run(plan, hop, connection, ChannelSession(protocol, chain, _route(plan, reason)), command)


async def _run(
    plan: SshPlan,
    hop: SshHop,
    connection: asyncssh.SSHClientConnection,
    session: ChannelSession,
    command: str,
) -> asyncio.Transport:
    try:
        await connection.create_session(
            lambda: session,
            command,
            encoding=None,
            window=_WINDOW_BYTES,
            max_pktsize=_PACKET_BYTES,
        )
    except asyncssh.ChannelOpenError as error:
        raise ConnectError(
            f"SSH to {hop.user}@{hop.host} port {hop.port}: the server does not run commands for us: "
            f"{_line(error)}; {_route(plan, '')} cannot be used",
            endpoint=_endpoint(hop),
            transport="ssh",
        ) from error
    assert session.transport is not None
    return session.transport


def _route(plan: SshPlan, reason: str) -> str:
    names = []
    if plan.helper_uri and plan.proxy != "netcat":
        names.append("virt-ssh-helper")
    if plan.socket_paths and plan.proxy != "native":
        names.append(plan.netcat)
    route = " or ".join(names)
    return f"{route} (as {reason})" if reason else route


def _socket_refusal(plan: SshPlan, path: str, error: asyncssh.ChannelOpenError) -> str:
    if error.code != _CONNECT_FAILED:
        return f"the server forbids connections to sockets ({_line(error)})"
    tried = " and ".join(plan.socket_paths) if path == plan.socket_paths[-1] else path
    return f"the server does not connect us to {tried} ({_line(error)})"
