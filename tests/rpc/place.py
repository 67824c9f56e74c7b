"""A daemon as the client's tests see it, wherever it comes from."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import purevirt.sync
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import Machine

_TEST = "<domain type='qemu'><name>test</name><memory>8192</memory><os><type>hvm</type></os></domain>"


@dataclass(frozen=True)
class Place:
    """One daemon.

    Attributes:
        name: its host's.
        socket_path: where it listens.
        uri: of a driver that has a domain `test` that runs, and whose domains cost nothing.
        qemu_uri: of its QEMU driver.
        domain_type: the type of the domains at `uri`.
    """

    name: str
    socket_path: Path
    uri: str
    qemu_uri: str
    domain_type: str

    @property
    def driver_uri(self) -> str:
        """What the daemon itself calls the driver at `uri`."""
        return "test:///default" if self.domain_type == "test" else "qemu:///system"

    def xml(self, name: str) -> str:
        """Return the description of a domain for `uri`."""
        return (
            f"<domain type='{self.domain_type}'><name>{name}</name><memory>1024</memory>"
            "<os><type>hvm</type></os></domain>"
        )


@contextmanager
def simulated_place() -> Iterator[Place]:
    """Run a simulated daemon in a thread of its own."""
    with SimulatedLibvirtd(machine=Machine(hostname="simulated", has_kvm=False)).in_thread() as sim:
        with purevirt.sync.connect(sim.uri) as conn:
            conn.domain_create_xml(_TEST)
        yield Place("simulated", sim.socket, sim.uri, sim.uri, "qemu")
