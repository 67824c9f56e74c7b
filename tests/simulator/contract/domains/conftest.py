"""The daemon under test: first the real libvirtd, then the simulated one, with the same assertions."""

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

import pytest

import purevirt
from purevirt import Connection
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import Machine
from tests.simulator.contract.domains.daemon import Daemon, removed

if TYPE_CHECKING:
    from tests.lab import LabHost


@pytest.fixture(scope="session")
def simulated() -> Iterator[Daemon]:
    """A simulated daemon of a host without KVM, as the lab's are, in a thread of its own."""
    machine = Machine(has_kvm=False)
    with SimulatedLibvirtd(machine=machine).in_thread() as sim:
        yield Daemon("simulated", sim.uri, str(sim.socket))


@pytest.fixture(scope="session", params=[pytest.param("real", marks=pytest.mark.lab), "simulated"])
def daemon(request: pytest.FixtureRequest) -> Daemon:
    """One daemon after the other."""
    if request.param == "simulated":
        found: Daemon = request.getfixturevalue("simulated")
        return found
    host: LabHost = request.getfixturevalue("libvirtd")
    return Daemon("real", host.uri, str(host.socket_path))


@pytest.fixture
async def conn(daemon: Daemon) -> AsyncIterator[Connection]:
    """A connection to it; what the test made is removed afterwards."""
    async with await purevirt.connect(daemon.uri) as connection:
        yield connection
        await removed(connection, daemon)
