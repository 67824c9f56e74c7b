"""pytest's fixtures of purevirt; found by itself where both are installed.

It imports nothing until a fixture is used, since it is loaded into every run of pytest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.testing.simulator.daemon import SimulatedLibvirtd

__all__ = ["purevirt_libvirtd"]


@pytest.fixture
def purevirt_libvirtd() -> Iterator[SimulatedLibvirtd]:
    """A simulated libvirtd of the test's own, in a thread of its own: its `uri` is what a script connects to.

    What is changed behind its back (`faults`, `host`) is changed through its `run`, from the test's thread.
    """
    from purevirt.testing import SimulatedLibvirtd  # noqa: PLC0415 - see the module's text

    with SimulatedLibvirtd().in_thread() as sim:
        yield sim
