"""One guest with an agent on each of the two daemons, booted once for all tests here."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest

import purevirt
import purevirt.sync
from purevirt import Connection
from purevirt.rpc.gen.remote import Domain
from tests.lab import LabHost
from tests.simulator.contract.daemon import Daemon

NAME = "agent-contract"
XML = f"""<domain type='qemu'><name>{NAME}</name><memory unit='MiB'>128</memory><os><type>hvm</type></os>
<devices><interface type='network'><source network='default'/></interface>
<channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel></devices></domain>"""
BOOT_S = 120.0


@dataclass(frozen=True)
class Guest:
    """The guest of one daemon."""

    conn: Connection
    domain: Domain


@pytest.fixture(scope="session")
def real_guest(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URI of a real host with a real guest: its own, since others look at all that is on theirs."""
    image = request.getfixturevalue("lab_image")
    with LabHost("agents") as host:
        host.prepare(image).create_guest(NAME)
        yield host.uri


@pytest.fixture(scope="session")
def simulated_guest(simulated: Daemon) -> Iterator[str]:
    """The URI of a simulated host with a simulated guest."""
    with purevirt.sync.connect(simulated.uri) as conn:
        domain = conn.domain_define_xml(XML)
        conn.domain_create(domain)
    # the connection is not kept: other tests count the threads that look after connections
    yield simulated.uri
    with purevirt.sync.connect(simulated.uri) as conn:
        conn.domain_destroy(domain)
        conn.domain_undefine(domain)


@pytest.fixture(params=[pytest.param("real", marks=pytest.mark.lab), "simulated"])
async def guest(request: pytest.FixtureRequest) -> AsyncIterator[Guest]:
    """One guest after the other, once its agent answers."""
    async with await purevirt.connect(request.getfixturevalue(f"{request.param}_guest")) as conn:
        domain = await conn.domain_lookup_by_name(NAME)
        await purevirt.wait_for_agent(conn, domain, timeout_s=BOOT_S)
        yield Guest(conn, domain)
