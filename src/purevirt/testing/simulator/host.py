"""The simulated machine: all its state, plain and synchronous, and whom it tells of changes.

Handlers change it from the daemon's event loop, and so may a test that runs in the same loop. It has no I/O;
time comes from its timeline and chance from its seed, so that a run can be repeated.
"""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums
from purevirt.rpc.gen.error_codes import ErrorDomain
from purevirt.testing.simulator.domains.checks import check_schema
from purevirt.testing.simulator.domains.collection import Domains
from purevirt.testing.simulator.domains.disks import disk_image
from purevirt.testing.simulator.event_hub import EventHub
from purevirt.testing.simulator.guest import GuestProfile
from purevirt.testing.simulator.networks.collection import DEFAULT_NETWORK, Networks
from purevirt.testing.simulator.node.devices import new_devices
from purevirt.testing.simulator.node.secret_store import Secrets
from purevirt.testing.simulator.storage import Storage
from purevirt.testing.simulator.terminals.lines import Lines
from purevirt.testing.simulator.xml_tree import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.timeline import Timeline
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["Events", "Host", "Machine"]


_MACHINE_UUID = uuid.UUID("2a3e8c52-1d0f-4c1b-9f63-5d3f0c6ab7e1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What the simulated host is made of.

    Attributes:
        hostname: its name.
        uuid: of its firmware, in capabilities and system information.
        cpu_count: logical processors, on one socket and one NUMA node.
        memory_kib: its RAM.
        cpu_mhz: what it says of its clock rate.
        arch: of the host and of its guests.
        lib_version, hypervisor_version: as libvirt counts: major * 1000000 + minor * 1000 + release.
        has_kvm: guests may be of type kvm.
    """

    hostname: str = "simulated"
    uuid: uuid.UUID = _MACHINE_UUID
    cpu_count: int = 8
    memory_kib: int = 32 << 20
    cpu_mhz: int = 2400
    arch: str = "x86_64"
    lib_version: int = 9_000_000
    hypervisor_version: int = 7_002_022
    has_kvm: bool = True


@dataclass(slots=True)
class Events:
    """Who wants to be told what, by the kind of object."""

    domain: EventHub = field(default_factory=EventHub)
    network: EventHub = field(default_factory=EventHub)
    storage_pool: EventHub = field(default_factory=EventHub)
    node_device: EventHub = field(default_factory=EventHub)
    secret: EventHub = field(default_factory=EventHub)
    monitor: EventHub = field(default_factory=EventHub)

    def forget_client(self, client: Client) -> None:
        """Forget all registrations of a client that has gone."""
        for hub in (
            self.domain,
            self.network,
            self.storage_pool,
            self.node_device,
            self.secret,
            self.monitor,
        ):
            hub.forget_client(client)


class Host:
    """The state of one simulated host.

    Args:
        machine: what it is made of.
        timeline: what happens later, and the clock.
        wall_clock: returns seconds since 1970, for times that clients see.
        seed: where all chance begins: generated UUIDs and MAC addresses, boot times.

    Attributes:
        events: who wants to be told what.
        random: the source of all chance.
        domains, networks, secrets: what there is of them.
        devices: what hardware there is, by name.
        storage: its file systems, pools and volumes.
        lines: what answers at consoles and channels, and what screens show.
        guest_profile: returns how the guest of a domain behaves, given the domain's name; may be replaced.
    """

    def __init__(
        self,
        machine: Machine,
        timeline: Timeline,
        wall_clock: Callable[[], float],
        seed: int = 0,
    ) -> None:
        self.machine = machine
        self.timeline = timeline
        self.wall_clock = wall_clock
        self.seed = seed
        self.random = random.Random(f"{seed}/host")  # noqa: S311 - to be repeated, not to be secret
        self.events = Events()
        self.storage = Storage(self)
        self.lines = Lines()
        self.storage.image_is_held = self._is_held
        self.domains = Domains(self)
        self.networks = Networks(self)
        self.secrets = Secrets(self)
        self.devices = new_devices(machine.uuid)
        self.guest_profile: Callable[[str], GuestProfile] = lambda _name: GuestProfile()
        default = self.networks.define(self.networks.read(DEFAULT_NETWORK))
        default.autostart = True
        self.networks.start(default)

    def __repr__(self) -> str:
        return f"<Host {self.machine.hostname}>"

    def close(self) -> None:
        """Remove the bytes of its file systems; it cannot be used afterwards. It blocks."""
        self.storage.files.close()

    def new_uuid(self) -> uuid.UUID:
        """Return a UUID of version 4, from the seed."""
        return uuid.UUID(int=self.random.getrandbits(128), version=4)

    def client_gone(self, client: Client) -> None:
        """Forget what belongs to a client that has gone, and end the domains that were to end with it."""
        self.events.forget_client(client)
        self.lines.client_gone(client)
        for domain in [one for one in self.domains.active if one.owner is client]:
            domain.stop(enums.DomainShutoffReason.DESTROYED, enums.DomainEventStoppedDetailType.DESTROYED)

    def new_mac(self) -> str:
        """Return a MAC address of QEMU's, from the seed."""
        return "52:54:00:" + ":".join(f"{self.random.getrandbits(8):02x}" for _ in range(3))

    # what a domain needs to start

    def check_resources(self, root: Node) -> None:
        """Refuse to start a domain whose disks or networks are not there.

        Raises:
            SimulatedError: one is not.
        """
        for device in root.find("devices") or ():
            self.check_device(device)

    def check_device(self, device: Node) -> None:
        """Refuse a disk or an interface that needs what is not there.

        Raises:
            SimulatedError: so it is.
        """
        if device.tag == "disk":
            image = disk_image(self, device)
            if image is not None:
                self.storage.chain(*image)
        source = device.find("source") if device.tag == "interface" else None
        name = source.get("network") if source is not None else None
        if name is not None:
            self.networks.require_active(name)

    def _is_held(self, path: str) -> bool:
        return any(
            image is not None and image[0] == path
            for domain in self.domains.active
            for disk in domain.seen.find_all("devices/disk")
            for image in [disk_image(self, disk)]
        )

    def complete_live(self, root: Node) -> None:
        """Add to a started domain what its networks decide: the bridges of its interfaces."""
        for source in root.find_all("devices/interface/source"):
            network = self.networks.find(source.attributes.get("network", ""))
            if network is not None and network.bridge is not None:
                source.attributes["bridge"] = network.bridge

    def validate_domain(self, text: str) -> None:
        """Refuse a definition with elements that libvirt does not know.

        Raises:
            SimulatedError: there are some.
        """
        check_schema(parse(text, "(domain_definition)", ErrorDomain.DOMAIN))
