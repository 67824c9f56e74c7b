"""Sockets to another machine."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

from purevirt.rpc.dialling.errors import network_error

if TYPE_CHECKING:
    from purevirt.rpc.dialling.plan import TcpPlan, TlsPlan

__all__ = ["dial_tcp", "open_socket"]

_ADDRESS_TIMEOUT_S = 5.0
"""How long an address that does not answer keeps the host's other ones waiting."""


async def dial_tcp(plan: TcpPlan, protocol: asyncio.Protocol) -> asyncio.Transport:
    """Connect `protocol` to the daemon of `plan`, and return its transport.

    Raises:
        ConnectError: there is no such host, or nothing listens.
    """
    sock = await open_socket(plan)
    transport, _ = await asyncio.get_running_loop().create_connection(lambda: protocol, sock=sock)
    return transport


async def open_socket(plan: TcpPlan | TlsPlan) -> socket.socket:
    """Return a socket that is connected to one of the host's addresses, tried in the resolver's order."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(plan.host, plan.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise network_error(plan, _as_os_error(error)) from error
    for number, (family, kind, proto, _, address) in enumerate(found, 1):
        sock = socket.socket(family, kind, proto)
        try:
            sock.setblocking(False)
            async with asyncio.timeout(_ADDRESS_TIMEOUT_S if number < len(found) else None):
                await loop.sock_connect(sock, address)
        except OSError as error:
            sock.close()
            if number == len(found):
                raise network_error(plan, error) from error
        except BaseException:
            sock.close()
            raise
        else:
            return sock
    raise network_error(plan, OSError("the name has no address"))


def _as_os_error(error: OSError | UnicodeError) -> OSError:
    return error if isinstance(error, OSError) else OSError(f"not a name that can be looked up: {error}")
