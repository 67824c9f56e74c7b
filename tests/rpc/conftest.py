"""What the client's tests share: fake daemons, no blocking on the event loop, deterministic properties."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import hypothesis
import pytest
from blockbuster import BlockBuster, blockbuster_ctx

from tests.lab import LabHost
from tests.rpc.peer import Peer, PeerThread, peer_here, peer_thread
from tests.rpc.place import Place, simulated_place

# The same examples everywhere, unless HYPOTHESIS_PROFILE asks for new ones.
hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, database=None)
hypothesis.settings.register_profile("few", derandomize=True, deadline=None, database=None, max_examples=10)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture
def no_blocking() -> Iterator[BlockBuster]:
    """What would block the event loop raises instead."""
    with blockbuster_ctx() as blockbuster:
        yield blockbuster


@pytest.fixture
async def peer(tmp_path: Path, no_blocking: BlockBuster) -> AsyncIterator[Peer]:
    """A daemon on the test's own event loop, on which nothing may block."""
    async with peer_here(tmp_path) as running:
        yield running


@pytest.fixture
def peer_beside(tmp_path: Path) -> Iterator[PeerThread]:
    """A daemon in a thread, for tests of the blocking client."""
    with peer_thread(tmp_path) as running:
        yield running


@pytest.fixture(scope="session", params=[pytest.param("real", marks=pytest.mark.lab), "simulated"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """A daemon with a driver whose domains cost nothing: libvirt's test driver, and the simulated one."""
    if request.param == "simulated":
        with simulated_place() as found:
            yield found
        return
    host = request.getfixturevalue("libvirtd")
    assert isinstance(host, LabHost)
    yield Place(host.name, host.socket_path, host.test_uri, host.uri, "test")
