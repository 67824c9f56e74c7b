"""What a host is filled with: pool, network, the golden volume and guests, all of it through virsh."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

from tests.lab.agent import Exit, GuestAgent
from tests.lab.domain import NETWORK_XML, Machine, domain_xml
from tests.lab.process import tail, wait_until

POOL: Final = "default"
NETWORK: Final = "default"
GOLDEN: Final = "golden.qcow2"


class Inhabited(ABC):
    """A host that virsh can be run on; all methods block."""

    name: str

    @property
    @abstractmethod
    def uri(self) -> str:
        """The URI of its QEMU driver, over the unix socket."""

    @property
    @abstractmethod
    def socket_path(self) -> Path:
        """The unix socket where it listens."""

    @property
    @abstractmethod
    def folder(self) -> Path:
        """A folder that the host and the test both see."""

    @property
    @abstractmethod
    def pool_path(self) -> Path:
        """The folder of the storage pool `default`."""

    @property
    @abstractmethod
    def log_path(self) -> Path:
        """The folder of libvirtd's log; guests' logs and consoles are in its `qemu`."""

    @abstractmethod
    def virsh(self, *arguments: str | Path, stdin: str = "", timeout_s: float = 60.0) -> str:
        """Return what virsh prints when connected to this host's QEMU driver."""

    def ensure_pool(self) -> None:
        """Have the storage pool `default` active, in `pool_path`."""
        if POOL not in self.virsh("pool-list", "--all", "--name").split():
            self.virsh("pool-define-as", POOL, "dir", "--target", self.pool_path)
        if POOL not in self.virsh("pool-list", "--name").split():
            self.virsh("pool-start", POOL)

    def ensure_network(self) -> None:
        """Have the network `default` active: NAT with DHCP on 192.168.122.0/24, inside the host."""
        if NETWORK not in self.virsh("net-list", "--all", "--name").split():
            self.virsh("net-define", "/dev/stdin", stdin=NETWORK_XML)
        if NETWORK not in self.virsh("net-list", "--name").split():
            self.virsh("net-start", NETWORK)

    def import_image(self, image: Path, volume: str = GOLDEN) -> None:
        """Upload a qcow2 image as a volume of the pool `default`; one that is there stays as it is."""
        if volume in (line.split()[0] for line in self.virsh("vol-list", POOL).splitlines() if line.strip()):
            return
        size = image.stat().st_size
        self.virsh("vol-create-as", POOL, volume, str(size), "--format", "raw")
        self.virsh("vol-upload", volume, image, "--pool", POOL)
        # Only a look at the uploaded content tells the pool that the volume is qcow2.
        self.virsh("pool-refresh", POOL)

    def prepare(self, image: Path) -> Self:
        """Have pool, network and golden volume, and return the host."""
        self.ensure_pool()
        self.ensure_network()
        self.import_image(image)
        return self

    def domain_xml(
        self,
        name: str,
        *,
        cidata: str | None = None,
        network: str | None = NETWORK,
        machine: Machine = "pc",
        memory_mib: int = 128,
    ) -> str:
        """Return the XML of a guest on the volume `NAME.qcow2`; `cidata` names a volume too."""
        return domain_xml(
            name,
            disk=self.pool_path / f"{name}.qcow2",
            cidata=None if cidata is None else self.pool_path / cidata,
            network=network,
            machine=machine,
            memory_mib=memory_mib,
        )

    def create_guest(
        self,
        name: str,
        *,
        cidata: str | None = None,
        network: str | None = NETWORK,
        machine: Machine = "pc",
    ) -> None:
        """Make an overlay of the golden volume, define a guest on it and start it."""
        backing = ("--backing-vol", GOLDEN, "--backing-vol-format", "qcow2")
        self.virsh("vol-create-as", POOL, f"{name}.qcow2", "1G", "--format", "qcow2", *backing)
        xml = self.domain_xml(name, cidata=cidata, network=network, machine=machine)
        self.virsh("define", "/dev/stdin", stdin=xml)
        self.virsh("start", name)

    def remove_guest(self, name: str) -> None:
        """Destroy a guest if it runs, undefine it and delete its volumes."""
        if name in self.virsh("list", "--name").split():
            self.virsh("destroy", name)
        with_it = ("--remove-all-storage", "--nvram", "--managed-save", "--snapshots-metadata")
        self.virsh("undefine", name, *with_it)

    def agent(self, domain: str) -> GuestAgent:
        """Return a guest's agent."""
        return GuestAgent(self.virsh, domain)

    def wait_agent(self, domain: str, *, timeout_s: float = 60.0) -> GuestAgent:
        """Return a guest's agent once it answers.

        Raises:
            LabError: It does not in time; the message has the end of the guest's console.
        """
        agent = self.agent(domain)
        console = self.log_path / "qemu" / f"{domain}-console.log"
        what = f"host {self.name}: the agent of guest {domain}"
        wait_until(agent.ping, what=what, timeout_s=timeout_s, interval_s=0.2, explain=lambda: tail(console))
        return agent

    def guest_exec(self, domain: str, argv: Sequence[str], *, stdin: bytes = b"") -> Exit:
        """Return how a command in a guest ended."""
        return self.agent(domain).execute(argv, stdin=stdin)
