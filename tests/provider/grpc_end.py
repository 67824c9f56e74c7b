"""How gRPC's server ends in a process that goes on."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def grpc_ends_here() -> Iterator[None]:
    """Collect what gRPC leaves in cycles while no event loop runs; for whatever serves in the tests' process.

    Freeing the last of it joins a thread of gRPC's. At a time of the collector's choosing that is in another
    test, where nothing may block an event loop; refused there, it also leaves its sockets open.
    """
    yield
    gc.collect()
