"""The daemons that every behaviour is asked of, and what the tests want of each."""

import asyncio
import contextlib
import itertools
import os
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

from purevirt import Connection
from purevirt.errors import LibvirtError
from purevirt.rpc.gen import remote
from purevirt.rpc.gen.error_codes import ErrorDomain

Kind = Literal["real", "test", "simulated"]

DOMAIN = (
    "<domain type='qemu'><name>{name}</name><memory unit='MiB'>32</memory>"
    "<os><type>hvm</type></os>{more}</domain>"
)
NO_FOLDERS = "the test driver's pools and volumes are names and numbers, without folders and bytes"
NO_FLAGS = "the test driver knows fewer flags, and refuses what it does not know"
OWN_WORDS = "the test driver has code of its own for this, with codes and words of its own"
NOT_THERE = "the test driver has no such function"
NO_QEMU = "what QEMU is and does"
_numbers = itertools.count()


class Refusal(NamedTuple):
    """What a client sees of an error."""

    code: int
    domain: int
    message: str


@dataclass
class Daemon:
    """One of them.

    Attributes:
        kind: a real libvirtd's QEMU driver, its test driver, or the simulated libvirtd.
        uri: of the driver.
        socket: where it listens.
        folder: one that the daemon and the test both see, for pools of a test's own.
        made: names under which a test may have made something.
    """

    kind: Kind
    uri: str
    socket: str
    folder: Path
    made: list[str] = field(default_factory=list)

    @property
    def driver(self) -> str:
        """What the driver calls itself."""
        return "TEST" if self.kind == "test" else "QEMU"

    @property
    def driver_uri(self) -> str:
        """What the daemon itself calls the driver."""
        return "test:///default" if self.kind == "test" else "qemu:///system"

    @property
    def domain_type(self) -> str:
        """The type of the driver's domains."""
        return "test" if self.kind == "test" else "qemu"

    def part(self, of: ErrorDomain = ErrorDomain.QEMU) -> ErrorDomain:
        """Return the part of libvirt that refusals come from: the test driver is all of its parts in one."""
        return ErrorDomain.TEST if self.kind == "test" else of

    def function(self, name: str) -> str:
        """Return the driver's own name of a function of libvirt's."""
        return f"{self.domain_type}{name}"

    def xml(self, name: str, more: str = "") -> str:
        """Return the description of a domain that has nothing but what `more` says."""
        return DOMAIN.format(name=name, more=more).replace("'qemu'", f"'{self.domain_type}'", 1)

    def name(self, what: str = "contract") -> str:
        """Return a name that nothing has; domains and networks of that name are removed after the test."""
        name = f"{what}-{os.getpid()}-{next(_numbers)}"
        self.made.append(name)
        return name


async def refused(call: Awaitable[object]) -> Refusal:
    """Return the error that a call gets; fails when it gets none."""
    with pytest.raises(LibvirtError) as caught:
        await call
    return Refusal(caught.value.code, caught.value.domain, caught.value.message or "")


async def defined(conn: Connection, daemon: Daemon, more: str = "") -> remote.Domain:
    """Return a new domain that is defined and does not run."""
    return await conn.domain_define_xml(daemon.xml(daemon.name(), more))


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
