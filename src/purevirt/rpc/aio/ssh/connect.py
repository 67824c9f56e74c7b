"""The way to a libvirt daemon behind an SSH server. Importing this does not import asyncssh."""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from purevirt.rpc.ssh.plan import AskSecret, SshPlan

__all__ = ["dial_ssh"]


async def dial_ssh(
    plan: SshPlan, protocol: asyncio.Protocol, *, ask: AskSecret | None = None
) -> asyncio.Transport:
    """Connect `protocol` to the daemon of `plan`, and return its transport.

    The transport's end is the end of the SSH connection, and the other way round; the protocol hears of it
    once, with a `ConnectionError` that has the last thing a remote command complained about. The way that
    was taken is its extra information ``route``.

    A server that drops us before it has shown its key (sshd's MaxStartups) is tried a few times more, ever
    longer apart; one that is not known to be the right one never is. The caller bounds the time, with
    `asyncio.timeout`; cancelled, nothing stays open.

    Args:
        plan: what to dial.
        protocol: what speaks over it.
        ask: answers requests for passwords, passphrases and the server's questions.

    Raises:
        HostKeyError: the server is not known to be the one that was asked for; its subclasses say why.
        AuthenticationError: the server does not take any identity that we have.
        ConnectError: no connection, no such socket, or no way to it.
    """
    # importing takes a few hundred milliseconds, which the event loop is spared
    await asyncio.to_thread(importlib.import_module, "asyncssh")
    from purevirt.rpc.aio.ssh.dial import dial  # noqa: PLC0415 # most connections have no use for it

    return await dial(plan, protocol, ask=ask)
