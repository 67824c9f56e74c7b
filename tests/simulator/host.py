"""A simulated host that can be used where a test uses one of the lab's: with its pool, network and image."""

from contextlib import ExitStack
from pathlib import Path
from typing import Self

import purevirt.sync
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import GuestProfile, Machine, ProgramRun
from tests.lab.guests import GOLDEN, POOL, Inhabited
from tests.simulator.small_virsh import SmallVirsh


class SimulatedHost(Inhabited):
    """A simulated libvirtd in a thread of its own; a context manager.

    Args:
        name: its host name.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        # the lab's hosts have no KVM either
        self.sim = SimulatedLibvirtd(machine=Machine(hostname=name, has_kvm=False))
        self.sim.host.guest_profile = lambda _name: GuestProfile(
            programs={"/usr/bin/wc": _count, "/bin/dd": _zeros}
        )
        self._running = ExitStack()

    def __enter__(self) -> Self:
        self._running.enter_context(self.sim.in_thread())
        self.virsh("vol-create-as", POOL, GOLDEN, "1G", "--format", "qcow2")
        return self

    def __exit__(self, *error: object) -> None:
        self._running.close()

    @property
    def uri(self) -> str:
        """The URI of its QEMU driver."""
        return self.sim.uri

    @property
    def socket_path(self) -> Path:
        """Where it listens."""
        return self.sim.socket

    @property
    def folder(self) -> Path:
        """Where all files of its disks are."""
        return self.sim.host.storage.files.folder

    @property
    def pool_path(self) -> Path:
        """The folder of the storage pool `default`."""
        return self.folder / "images"

    @property
    def log_path(self) -> Path:
        """Where its logs would be."""
        return self.folder / "log"

    def virsh(self, *arguments: str | Path, stdin: str = "", timeout_s: float = 60.0) -> str:
        """Return what virsh would print, as far as `SmallVirsh` goes."""
        # a connection that is kept has a thread, and other tests count those
        with purevirt.sync.connect(self.uri) as conn:
            return SmallVirsh(conn).run(tuple(map(str, arguments)), stdin)


def _count(run: ProgramRun) -> str:
    """`wc -c` of its input."""
    return f"{len(run.stdin)}\n"


def _zeros(run: ProgramRun) -> bytes:
    """`dd` from /dev/zero."""
    operands = dict(word.split("=") for word in run.argv[1:])
    return bytes(int(operands["bs"]) * int(operands["count"]))
