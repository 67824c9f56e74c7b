"""A simulated daemon of the test's own, whose disks may fail."""

from collections.abc import AsyncIterator

import pytest

import purevirt
from purevirt import Connection
from purevirt.rpc.gen.remote import StoragePool
from purevirt.testing import SimulatedLibvirtd


@pytest.fixture
async def sim() -> AsyncIterator[SimulatedLibvirtd]:
    """The daemon."""
    async with SimulatedLibvirtd() as daemon:
        yield daemon


@pytest.fixture
async def conn(sim: SimulatedLibvirtd) -> AsyncIterator[Connection]:
    """A connection to it."""
    async with await purevirt.connect(sim.uri) as connection:
        yield connection


@pytest.fixture
async def pool(conn: Connection) -> StoragePool:
    """The pool that every simulated host has."""
    return await conn.storage_pool_lookup_by_name("default")
