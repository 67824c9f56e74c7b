"""`LibvirtBackend`: the engine's five coroutines on libvirt hosts."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self

from purevirt.errors import PurevirtError
from purevirt.provider.core.backend import BackendError, BackendMachine, Observation
from purevirt.provider.libvirt import bootstrapping, deletion
from purevirt.provider.libvirt.agent_lanes import AgentLanes
from purevirt.provider.libvirt.claims import Claim
from purevirt.provider.libvirt.config import LibvirtBackendConfig
from purevirt.provider.libvirt.creation import Creation
from purevirt.provider.libvirt.domains import Domains
from purevirt.provider.libvirt.failure import backend_error, one_line
from purevirt.provider.libvirt.fitness import Fitness
from purevirt.provider.libvirt.guest_agent import GuestAgent
from purevirt.provider.libvirt.hosts import Host
from purevirt.provider.libvirt.metadata import Tag, bare_xml
from purevirt.provider.libvirt.observation import observe
from purevirt.provider.libvirt.tag_cache import TagCache
from purevirt.provider.libvirt.volumes import Volumes
from purevirt.provider.libvirt.watching import Watch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from types import TracebackType

    from purevirt.provider.core.signals import BackendObserver
    from purevirt.provider.secret import Secret
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import Domain

__all__ = ["LibvirtBackend", "LibvirtBackendConfig"]

MAX_WORKERS_PER_HOST = 8
"""Creates and deletes that work on one host at once: they wait for its storage, which does not get faster."""

AGENT_WAIT_S = 60.0
"""How long a drain waits for the agent of a guest, which may have to boot first. A configure is bounded by
its caller alone."""

DRAIN_MARGIN_S = 5.0
_STOP_S = 1.5

ANEW_S = 900.0
"""How long what domains said of themselves is believed while events say that nothing has changed."""

ARM_S = 2.0
"""How long a look waits for events to be told, without which it has to be made again."""


class _Zone:
    """What the backend has for one zone."""

    def __init__(
        self, name: str, uri: str, config: LibvirtBackendConfig, observer: BackendObserver | None
    ) -> None:
        self.host = Host(name, uri, observer=observer)
        self.tags = TagCache()
        self.watch = Watch(self.host, self.tags)
        self.domains = Domains(self.host, self.tags)
        self.volumes = Volumes(self.host, config.storage_pool)
        self.fitness = Fitness(self.host, self.volumes, config)
        self.workers = asyncio.Semaphore(MAX_WORKERS_PER_HOST)
        self.agents = AgentLanes()
        self.claim: Claim | None = None
        self._asked_all = float("-inf")

    async def hold(self) -> None:
        """Make sure that the host is this provider's to work with."""
        if self.claim is not None:
            await self.claim.hold()

    async def observe(self) -> Observation:
        """Look at the zone."""
        now = asyncio.get_running_loop().time()
        if now - self._asked_all >= ANEW_S:
            self.tags.renew()
            self._asked_all = now
        return await self.fitness.beside(observe(self.host, self.domains, self._prepare))

    async def _prepare(self) -> None:
        await asyncio.gather(self.hold(), self.watch.armed(ARM_S))
        self.watch.looked()

    async def stop(self) -> None:
        """Give the host up, and let go of it."""
        await self.watch.stop()
        if self.claim is not None:
            await self.claim.release()
        await self.host.stop()


class LibvirtBackend:
    """A backend, with zones and claims; `provider.core.backend` says when each coroutine is called."""

    def __init__(self, config: LibvirtBackendConfig, observer: BackendObserver | None = None) -> None:
        self._config = config
        self._zones = {name: _Zone(name, uri, config, observer) for name, uri in config.zones.items()}

    @property
    def zones(self) -> Sequence[str]:
        """See `ZonedBackend.zones`."""
        return tuple(self._zones)

    def claim_as(self, identity: str) -> None:
        """See `ClaimingBackend.claim_as`."""
        for zone in self._zones.values():
            zone.claim = Claim(zone.host, self._config.provider, identity)
            zone.host.on_lost.append(zone.claim.doubt)
            zone.host.permit = zone.claim.hold

    async def __aenter__(self) -> Self:
        """Begin to connect to all hosts; waits for none."""
        if not self._zones:
            raise BackendError("no zone has a host; give one with --connect")
        if not self._config.image:
            raise BackendError("no golden volume is named; give one with --image")
        for zone in self._zones.values():
            zone.host.start()
            zone.watch.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close all connections, within 1.5 s."""
        stops = [asyncio.ensure_future(zone.stop()) for zone in self._zones.values()]
        _, late = await asyncio.wait(stops, timeout=_STOP_S)
        for stop in late:
            stop.cancel()

    async def create(self, machine: BackendMachine, operation_id: str) -> str:
        """See `Backend.create`. Returns the domain's name."""
        async with _step(machine, "creating"):
            zone = await self._zone(machine)
            creation = Creation(self._config, zone.host, zone.domains, zone.volumes, machine, operation_id)
            async with zone.workers:
                try:
                    return await creation.run()
                except BaseException:
                    await creation.roll_back()
                    raise

    async def configure(
        self, machine: BackendMachine, cluster_id: str, blob: Secret, operation_id: str
    ) -> None:
        """See `Backend.configure`."""
        del operation_id  # the guest keeps nothing between attempts
        async with _step(machine, "configuring"):
            zone = await self._zone(machine)
            bound = Tag(machine.id, cluster_id)
            bare_xml(bound)  # refuses an id that could not be recorded, before the hook has run
            domain = await self._running_domain(zone, machine)
            agent = self._agent(zone, domain)
            await agent.wait_ready()
            await bootstrapping.configure(agent, domain.name, cluster_id, blob)
            if self._config.readiness_exec is not None:
                await bootstrapping.wait_node_ready(agent, domain.name, self._config.readiness_exec)
            await zone.domains.bind(domain, bound)

    async def drain(self, machine: BackendMachine, grace_s: int, operation_id: str) -> None:
        """See `Backend.drain`."""
        del operation_id  # a drain may be repeated
        async with _step(machine, "draining"):
            zone = await self._zone(machine)
            domain = await self._running_domain(zone, machine)
            agent = self._agent(zone, domain)
            try:
                async with asyncio.timeout(AGENT_WAIT_S):
                    await agent.wait_ready()
            except TimeoutError:
                raise BackendError(
                    f"{domain.name}: the guest agent did not answer within {AGENT_WAIT_S:g} s"
                ) from None
            await bootstrapping.drain(agent, domain.name, grace_s, DRAIN_MARGIN_S)
            await zone.domains.bind(domain, Tag(machine.id))

    async def delete(self, machine: BackendMachine, operation_id: str) -> None:
        """See `Backend.delete`."""
        del operation_id  # a delete may be repeated
        async with _step(machine, "deleting"):
            zone = await self._zone(machine)
            async with zone.workers:
                await deletion.delete(zone.domains, zone.volumes, machine, self._config.image)

    async def describe(self) -> Observation:
        """See `Backend.describe`."""
        observations = await asyncio.gather(*(self.describe_zone(name) for name in self._zones))
        return Observation(
            machines=[machine for one in observations for machine in one.machines],
            zones=[zone for one in observations for zone in one.zones],
        )

    async def describe_zone(self, zone: str) -> Observation:
        """See `ZonedBackend.describe_zone`."""
        return await self._zones[zone].observe()

    async def changed(self, zone: str) -> None:
        """See `ZonedBackend.changed`."""
        await self._zones[zone].watch.changed()

    async def _zone(self, machine: BackendMachine) -> _Zone:
        """Return the zone of a machine, whose host this provider holds."""
        zone = self._zones.get(machine.zone)
        if zone is None:
            raise BackendError(one_line(f"zone {machine.zone} has no host; name one with --connect"))
        await zone.hold()
        return zone

    async def _running_domain(self, zone: _Zone, machine: BackendMachine) -> Domain:
        found = await zone.domains.find(machine.id, machine.host_ref)
        if found is None:
            raise BackendError(
                one_line(f"zone {machine.zone}: no domain carries machine {machine.id} any more")
            )
        domain, _ = found
        await zone.domains.ensure_running(domain)
        return domain

    def _agent(self, zone: _Zone, domain: Domain) -> GuestAgent:
        async def send(command: str, timeout_s: int, *, repeatable: bool) -> str | None:
            async def ask(connection: Connection) -> str | None:
                async with zone.agents.turn(domain.uuid):
                    return await connection.qemu_domain_agent_command(domain, command, timeout_s, 0)

            return await zone.host.call(
                f"asking the guest agent of {domain.name}", ask, repeatable=repeatable
            )

        return GuestAgent(send, domain, zone.host.events)


@asynccontextmanager
async def _step(machine: BackendMachine, doing: str) -> AsyncIterator[None]:
    """Turn what the client library raises into a `BackendError`."""
    try:
        yield
    except BackendError:
        raise
    except PurevirtError as error:
        raise backend_error(machine.zone, f"{doing} {machine.id}", error) from None
