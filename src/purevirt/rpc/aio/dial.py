"""From a plan to a transport."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from purevirt.errors import ConnectError
from purevirt.rpc.dialling.plan import DialPlan, ExtPlan, TcpPlan, TlsPlan, UnixPlan, endpoint_of
from purevirt.rpc.shared.unix_socket import FIRST_PAUSE_S, LAST_PAUSE_S, connect_unix

if TYPE_CHECKING:
    from purevirt.rpc.dialling.tls_credentials import TlsCredentials
    from purevirt.rpc.ssh.options import SshOptions
    from purevirt.rpc.ssh.plan import AskSecret

__all__ = ["Secrets", "dial"]


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a URI does not say; each is used by the transports that have a use for it."""

    tls: TlsCredentials | None = None
    ssh: SshOptions | None = None
    ask: AskSecret | None = None


async def dial(plan: DialPlan, protocol: asyncio.Protocol, secrets: Secrets) -> str:
    """Connect `protocol` to the daemon of `plan`, and return what to call the other end.

    Files of certificates, keys and known hosts are read anew each time. The caller bounds the time, with
    `asyncio.timeout`; cancelled, nothing stays open.

    Raises:
        ConnectError: no connection; its subclasses say more.
    """
    # the modules that only some transports need are imported when they are
    if isinstance(plan, UnixPlan):
        return await _dial_unix(plan, protocol)
    if isinstance(plan, TcpPlan):
        from purevirt.rpc.aio.tcp import dial_tcp  # noqa: PLC0415 - see above

        await dial_tcp(plan, protocol)
    elif isinstance(plan, TlsPlan):
        from purevirt.rpc.aio.tls import dial_tls  # noqa: PLC0415 - see above

        await dial_tls(plan, protocol, credentials=secrets.tls, ask=secrets.ask)
    elif isinstance(plan, ExtPlan):
        from purevirt.rpc.aio.ext import dial_ext  # noqa: PLC0415 - see above

        await dial_ext(plan, protocol)
    else:
        from purevirt.rpc.aio.ssh.connect import dial_ssh  # noqa: PLC0415 - see above

        try:
            await dial_ssh(secrets.ssh.applied_to(plan) if secrets.ssh else plan, protocol, ask=secrets.ask)
        except ConnectError as error:
            error.transport = "ssh"
            raise
    return endpoint_of(plan)


async def _dial_unix(plan: UnixPlan, protocol: asyncio.Protocol) -> str:
    """Dial the first of the plan's sockets that exists."""
    pause_s = FIRST_PAUSE_S
    while (connected := connect_unix(plan)) is None:
        await asyncio.sleep(pause_s)
        pause_s = min(pause_s * 2, LAST_PAUSE_S)
    sock, path = connected
    await asyncio.get_running_loop().create_unix_connection(lambda: protocol, sock=sock)
    return path
