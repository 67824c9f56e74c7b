"""Tools for tests of programs that use purevirt. Of the package itself only `--use-simulator` loads them."""

from __future__ import annotations

from purevirt.testing.fault_proxy import Address, Ending, FaultProxy, Faults
from purevirt.testing.simulator import SimulatedLibvirtd

__all__ = ["Address", "Ending", "FaultProxy", "Faults", "SimulatedLibvirtd"]
