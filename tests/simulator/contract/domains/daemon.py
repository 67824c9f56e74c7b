"""The two daemons that every behaviour is asked of, and what the tests want of either."""

import asyncio
import contextlib
import itertools
import os
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from purevirt import Connection
from purevirt.errors import LibvirtError
from purevirt.rpc.gen import remote

DOMAIN = (
    "<domain type='qemu'><name>{name}</name><memory unit='MiB'>32</memory>"
    "<os><type>hvm</type></os>{more}</domain>"
)
_numbers = itertools.count()


class Refusal(NamedTuple):
    """What a client sees of an error."""

    code: int
    domain: int
    message: str


@dataclass
class Daemon:
    """One of the two.

    Attributes:
        kind: "real" or "simulated".
        uri: of its QEMU driver.
        socket: where it listens.
    """

    kind: str
    uri: str
    socket: str
    made: list[str] = field(default_factory=list)

    def name(self, what: str = "contract") -> str:
        """Return a name that nothing has; what is defined under it is removed after the test."""
        name = f"{what}-{os.getpid()}-{next(_numbers)}"
        self.made.append(name)
        return name


async def refused(call: Awaitable[object]) -> Refusal:
    """Return the error that a call gets; fails when it gets none."""
    with pytest.raises(LibvirtError) as caught:
        await call
    return Refusal(caught.value.code, caught.value.domain, caught.value.message or "")


async def accepted(conn: Connection) -> None:
    """The connection is as good as new after whatever was refused."""
    assert await conn.connect_get_type() == "QEMU"


async def defined(conn: Connection, daemon: Daemon, more: str = "") -> remote.Domain:
    """Return a new domain that is defined and does not run."""
    return await conn.domain_define_xml(DOMAIN.format(name=daemon.name(), more=more))


async def started(conn: Connection, daemon: Daemon, more: str = "") -> remote.Domain:
    """Return a new domain that is defined and runs; it has no disk, so it never gets far."""
    domain = await defined(conn, daemon, more)
    return await conn.domain_create_with_flags(domain, 0)


async def removed(conn: Connection, daemon: Daemon) -> None:
    """Remove all that the tests have made on a daemon."""
    for name in daemon.made:
        with contextlib.suppress(LibvirtError):
            domain = await conn.domain_lookup_by_name(name)
            if domain.id >= 0:
                await conn.domain_destroy(domain)
            # a transient one is gone by now
            await conn.domain_undefine_flags(domain, 1 | 2 | 16)
        with contextlib.suppress(LibvirtError):
            network = await conn.network_lookup_by_name(name)
            if await conn.network_is_active(network):
                await conn.network_destroy(network)
            await conn.network_undefine(network)
    daemon.made.clear()


def text(domain: remote.Domain | remote.Network) -> str:
    """Return a UUID as text."""
    return str(uuid.UUID(bytes=domain.uuid))


async def soon(events: asyncio.Queue[object]) -> object:
    """Return the next of a queue; the time is a bound on what has gone wrong."""
    async with asyncio.timeout(20):
        return await events.get()
