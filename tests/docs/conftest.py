"""Hosts and guests that the recipes are tried on."""

from collections.abc import AsyncIterator, Iterator

import pytest

import purevirt
from purevirt.rpc.gen.remote import Domain
from tests.lab import LabHost, Sasl
from tests.lab.guests import Inhabited

GUEST = "recipes"
IDLE = "recipes-idle"
IDLE_XML = (
    f"<domain type='qemu'><name>{IDLE}</name><memory unit='MiB'>32</memory><os><type>hvm</type></os></domain>"
)
BOOT_S = 100.0


@pytest.fixture(scope="module")
def own_host(lab_able: None) -> Iterator[LabHost]:
    """A host whose daemon may be restarted and stopped, and asks for a name and a password."""
    with LabHost("own", sasl=Sasl(users={"alice": "let me in"})) as host:
        host.virsh("define", "/dev/stdin", stdin=IDLE_XML)
        yield host


@pytest.fixture
def own_uri(own_host: LabHost) -> str:
    """Its URI, with what it asks for."""
    return own_host.unix_uri(authfile=own_host.sasl.authfile())


@pytest.fixture
async def conn(any_host: Inhabited) -> AsyncIterator[purevirt.Connection]:
    """A connection to the shared hosts, a real one and a simulated one."""
    async with await purevirt.connect(any_host.uri) as conn:
        yield conn


@pytest.fixture
def idle(any_host: Inhabited) -> Iterator[str]:
    """A domain without disk and network, off."""
    any_host.virsh("define", "/dev/stdin", stdin=IDLE_XML)
    yield IDLE
    if IDLE in any_host.virsh("list", "--all", "--name").split():
        any_host.remove_guest(IDLE)


@pytest.fixture(scope="module")
def booting(any_host: Inhabited) -> Iterator[str]:
    """The one guest, started a moment ago."""
    any_host.create_guest(GUEST)
    yield GUEST
    any_host.remove_guest(GUEST)


@pytest.fixture
async def guest(conn: purevirt.Connection, booting: str) -> Domain:
    """The guest, once its agent answers."""
    dom = await conn.domain_lookup_by_name(booting)
    await purevirt.wait_for_agent(conn, dom, timeout_s=BOOT_S)
    return dom
