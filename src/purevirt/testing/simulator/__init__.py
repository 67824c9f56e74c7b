"""A libvirtd that lives in a test: the real wire protocol, a simulated host behind it."""

from __future__ import annotations

from purevirt.testing.simulator.agent.files import GuestFiles
from purevirt.testing.simulator.agent.program import NEVER, Exit, ProgramRun
from purevirt.testing.simulator.agent.protocol import AgentRefusal
from purevirt.testing.simulator.agent.system import GuestOs
from purevirt.testing.simulator.daemon import SimulatedLibvirtd
from purevirt.testing.simulator.faults.host_faults import HostFaults
from purevirt.testing.simulator.guest import GuestProfile
from purevirt.testing.simulator.host import Host, Machine
from purevirt.testing.simulator.populate import populate
from purevirt.testing.simulator.wire.failure import DropConnection, SimulatedError
from purevirt.testing.simulator.wire.site import Settings
from purevirt.testing.simulator.wire.tls import server_context

__all__ = [
    "NEVER",
    "AgentRefusal",
    "DropConnection",
    "Exit",
    "GuestFiles",
    "GuestOs",
    "GuestProfile",
    "Host",
    "HostFaults",
    "Machine",
    "ProgramRun",
    "Settings",
    "SimulatedError",
    "SimulatedLibvirtd",
    "populate",
    "server_context",
]
