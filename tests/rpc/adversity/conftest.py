"""The host behind the proxy."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from tests.lab import LabHost, Ssh, Tls


@pytest.fixture(scope="package")
def host(lab_able: None) -> Iterator[LabHost]:
    """A host with every way in; its daemon gives a silent client up later than a test is patient."""
    with LabHost("adverse", tls=Tls(), ssh=Ssh()) as running:
        running.ensure_pool()
        yield running


@pytest.fixture(autouse=True)
async def loop_errors() -> AsyncIterator[list[dict[str, Any]]]:
    """What the event loop was told of errors that nobody waited for: a waiter told twice is among them."""
    found: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: found.append(context))
    yield found
    assert not found
