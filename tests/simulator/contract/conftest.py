"""The two daemons that every test of the contract runs on: the lab's libvirtd, and the simulated one."""

from collections.abc import AsyncIterator, Iterator

import pytest

import purevirt
from purevirt import Connection
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import Machine
from tests.lab import LabHost
from tests.simulator.contract.daemon import Daemon


@pytest.fixture(scope="session")
def simulated() -> Iterator[Daemon]:
    """A simulated daemon of a host without KVM, as the lab's are, in a thread of its own."""
    with SimulatedLibvirtd(machine=Machine(has_kvm=False)).in_thread() as sim:
        yield Daemon("simulated", sim.uri)


@pytest.fixture(params=[pytest.param("real", marks=pytest.mark.lab), "simulated"])
def daemon(request: pytest.FixtureRequest) -> Daemon:
    """One daemon after the other."""
    if request.param == "simulated":
        found: Daemon = request.getfixturevalue("simulated")
        return found
    host = request.getfixturevalue("libvirtd")
    assert isinstance(host, LabHost)
    return Daemon("real", host.uri)


@pytest.fixture
async def conn(daemon: Daemon) -> AsyncIterator[Connection]:
    """A connection to it."""
    async with await purevirt.connect(daemon.uri) as connection:
        yield connection
