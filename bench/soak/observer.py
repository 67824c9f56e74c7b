"""Whoever looks at provider and hosts from outside: it knows what must always be true, not how it is done.

A host is looked at in its model, so that no fault of the wire hides anything. A machine is judged by what the
provider said of it before and after that look, where both are the same and no transition is under way.
"""

import asyncio
from collections import Counter
from xml.etree import ElementTree as ET

import grpc

from bench.soak.mirror import STATES, TRANSITIONAL, Mirror, is_overdue
from bench.soak.recorder import Recorder
from bench.soak.tally import Tally
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2_grpc as pb_grpc
from purevirt.provider.simulated.guest import CLUSTER
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator.domains.domain import Domain
from purevirt.testing.simulator.guest import GuestPhase
from purevirt.testing.simulator.xml_tree import format_node

BLOB = "/opt/bigfleet/bootstrap.blob"
FOREIGN = "foreign"
EVERY_S = 2.0
_IDLE, _CONFIGURED = STATES.MACHINE_STATE_IDLE, STATES.MACHINE_STATE_CONFIGURED


def tag_of(domain: Domain) -> tuple[str | None, str | None]:
    """Return the machine and the cluster that a domain's metadata names."""
    metadata = domain.seen.find("metadata")
    if metadata is None or not metadata.children:
        return None, None
    root = ET.fromstring(format_node(metadata))
    found = {child.tag.rpartition("}")[2]: child.text for child in root.iter()}
    return found.get("machineID"), found.get("clusterID")


def written_by(domain: Domain) -> list[str]:
    """Return the files that a domain writes to."""
    disks = [disk for disk in domain.seen.find_all("devices/disk") if disk.find("readonly") is None]
    return [source.attributes.get("file", "") for disk in disks for source in disk.find_all("source")]


class Observer:
    """Looks again and again; what it finds broken goes into the tally."""

    def __init__(
        self,
        stub: pb_grpc.CapacityProviderStub,
        sims: dict[str, SimulatedLibvirtd],
        tally: Tally,
        recorder: Recorder,
    ) -> None:
        self._stub = stub
        self._sims = sims
        self._tally = tally
        self._recorder = recorder
        self._foreign = {zone: self._text(sim) for zone, sim in sims.items()}

    async def watch(self, mirrors: list[Mirror]) -> None:
        """Look for ever."""
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self.look()
                await self.compare(mirrors)
            except grpc.aio.AioRpcError as error:
                if not is_overdue(error, self._tally):
                    self._tally.broken(f"List failed: {error.code().name} {error.details()}")

    async def look(self) -> None:
        """Look once."""
        before = await self._list()
        domains = {zone: self._domains(zone) for zone in self._sims}
        after = await self._list()
        self._tally.count("looks")
        carriers = Counter(machine for there in domains.values() for machine, _, _ in there if machine)
        for machine_id, number in carriers.items():
            if number > 1:
                self._tally.broken(f"{number} domains carry {machine_id}")
        found = {
            machine: (zone, cluster, domain)
            for zone, there in domains.items()
            for machine, cluster, domain in there
            if machine
        }
        self._recorder.note_domains({machine: domain for machine, (_, _, domain) in found.items()})
        for machine_id in found.keys() - before.keys() - after.keys():
            self._tally.broken(f"a domain carries {machine_id}, which the provider does not list")
        for machine_id, machine in before.items():
            if machine == after.get(machine_id) and machine.state not in TRANSITIONAL:
                count = self._tally.counts["violations"]
                self._judge(machine, found.get(machine_id))
                if self._tally.counts["violations"] > count:
                    self._recorder.tell(machine_id, machine.zone)
        for zone, sim in self._sims.items():
            if self._text(sim) != self._foreign[zone]:
                self._tally.broken(f"the foreign domain of {zone} is not what it was")
            written = Counter(path for domain in sim.host.domains for path in written_by(domain))
            for path, number in written.items():
                if number > 1:
                    self._tally.broken(f"{number} domains of {zone} write to {path}")

    async def _list(self) -> dict[str, pb.Machine]:
        answer = await self._stub.List(pb.ListFilter(), timeout=120)
        return {machine.id: machine for machine in answer.machines}

    def _domains(self, zone: str) -> list[tuple[str | None, str | None, Domain]]:
        return [(*tag_of(domain), domain) for domain in self._sims[zone].host.domains]

    def _text(self, sim: SimulatedLibvirtd) -> str:
        domain = sim.host.domains.find(FOREIGN)
        return "" if domain is None else f"{domain.is_active} {format_node(domain.config.seen)}"

    def _judge(self, machine: pb.Machine, found: tuple[str, str | None, Domain] | None) -> None:
        name = STATES.Name(machine.state)
        self._tally.count(f"judged {name}")
        if bool(machine.last_error) != (machine.state == STATES.MACHINE_STATE_FAILED):
            self._tally.broken(f"{machine.id} is {name} with last_error {machine.last_error!r}")
        if machine.state == STATES.MACHINE_STATE_SPECULATIVE:
            if machine.HasField("host") or machine.cluster or machine.shard_metadata:
                self._tally.broken(f"{machine.id} is SPECULATIVE, and has {machine.host} {machine.cluster}")
            if found is not None and found[2].is_active:
                self._tally.broken(f"{machine.id} is SPECULATIVE, and {found[2].name} runs")
        if machine.state not in (_IDLE, _CONFIGURED):
            return
        if found is None:
            self._tally.broken(f"{machine.id} is {name}, and no domain carries it")
            return
        zone, cluster, domain = found
        if zone != machine.zone or domain.name != machine.host.ref:
            self._tally.broken(
                f"{machine.id} is said to be {machine.host.ref}, and is {domain.name} in {zone}"
            )
        if not domain.is_active:
            self._tally.broken(f"{machine.id} is {name}, and {domain.name} is off")
            return
        if (cluster or "") != machine.cluster:
            self._tally.broken(f"{machine.id} is bound to {machine.cluster!r}, and its domain to {cluster!r}")
        if domain.guest is not None and domain.guest.phase is GuestPhase.UP:
            self._judge_guest(machine, domain)

    def _judge_guest(self, machine: pb.Machine, domain: Domain) -> None:
        assert domain.guest is not None
        files = domain.guest.system.files
        if machine.state == _CONFIGURED:
            joined = files.find(CLUSTER)
            if joined is None or joined.content.decode() != machine.cluster:
                self._tally.broken(f"{machine.id} is bound to {machine.cluster}, its guest to {joined}")
        if BLOB in files and machine.state == _CONFIGURED:
            self._tally.broken(f"{machine.id} is CONFIGURED, and its blob is still in the guest")

    async def compare(self, mirrors: list[Mirror]) -> None:
        """A picture made of deltas is the whole list, once nothing has changed meanwhile."""
        for mirror in mirrors:
            # A machine that was something else for a moment, between two lists, differs once; one whose
            # change was lost keeps differing.
            differing = await self._differing(mirror)
            if differing:
                self._tally.count("compared again")
                differing &= await self._differing(mirror)
            for machine_id in sorted(differing):
                self._tally.broken(f"{machine_id} is not what its deltas say")

    async def _differing(self, mirror: Mirror) -> set[str]:
        """Return the machines that stand otherwise in a picture than in the lists before and after it."""
        before = await self._list()
        await mirror.poll()
        after = await self._list()
        return {
            machine_id
            for machine_id, machine in before.items()
            if machine == after[machine_id] != mirror.machines.get(machine_id)
        }
