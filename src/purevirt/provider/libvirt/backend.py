"""`LibvirtBackend`: the engine's five coroutines on libvirt hosts."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self

from purevirt.errors import PurevirtError
from purevirt.provider.backend import BackendError, BackendMachine, Observation
from purevirt.provider.libvirt import bootstrapping, deletion
from purevirt.provider.libvirt.config import LibvirtBackendConfig
from purevirt.provider.libvirt.creation import Creation
from purevirt.provider.libvirt.domains import Domains
from purevirt.provider.libvirt.failure import backend_error, one_line
from purevirt.provider.libvirt.guest_agent import GuestAgent
from purevirt.provider.libvirt.hosts import Host
from purevirt.provider.libvirt.metadata import Tag, bare_xml
from purevirt.provider.libvirt.observation import observe
from purevirt.provider.libvirt.volumes import Volumes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from types import TracebackType

    from purevirt.provider.secret import Secret
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import Domain

__all__ = ["LibvirtBackend", "LibvirtBackendConfig"]

MAX_WORKERS_PER_HOST = 8
"""Creates and deletes that work on one host at once: they wait for its storage, which does not get faster."""

MAX_AGENT_CALLS_PER_HOST = 2
"""Agent commands under way at once on one host: one whose guest hangs takes 5 s or more, and a connection has
four slots, of which some have to stay free for everything else."""

AGENT_WAIT_S = 60.0
"""How long a drain waits for the agent of a guest, which may have to boot first. A configure is bounded by
its caller alone."""

DRAIN_MARGIN_S = 5.0
_STOP_S = 1.5


class _Zone:
    """What the backend has for one zone."""

    def __init__(self, name: str, uri: str, pool: str) -> None:
        self.host = Host(name, uri)
        self.domains = Domains(self.host)
        self.volumes = Volumes(self.host, pool)
        self.workers = asyncio.Semaphore(MAX_WORKERS_PER_HOST)
        self.agent_calls = asyncio.Semaphore(MAX_AGENT_CALLS_PER_HOST)


class LibvirtBackend:
    """A `purevirt.provider.backend.Backend`; see there for when each coroutine is called."""

    def __init__(self, config: LibvirtBackendConfig) -> None:
        self._config = config
        self._zones = {name: _Zone(name, uri, config.storage_pool) for name, uri in config.zones.items()}

    async def __aenter__(self) -> Self:
        """Begin to connect to all hosts; waits for none."""
        if not self._zones:
            raise BackendError("no zone has a host; give one with --connect")
        if not self._config.image:
            raise BackendError("no golden volume is named; give one with --image")
        for zone in self._zones.values():
            zone.host.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close all connections, within 1.5 s."""
        stops = [asyncio.ensure_future(zone.host.stop()) for zone in self._zones.values()]
        _, late = await asyncio.wait(stops, timeout=_STOP_S)
        for stop in late:
            stop.cancel()

    async def create(self, machine: BackendMachine, operation_id: str) -> str:
        """See `Backend.create`. Returns the domain's name."""
        zone = self._zone(machine)
        creation = Creation(self._config, zone.host, zone.domains, zone.volumes, machine, operation_id)
        async with _step(machine, "creating"), zone.workers:
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
        zone = self._zone(machine)
        async with _step(machine, "configuring"):
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
        zone = self._zone(machine)
        async with _step(machine, "draining"):
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
        zone = self._zone(machine)
        async with _step(machine, "deleting"), zone.workers:
            await deletion.delete(zone.domains, zone.volumes, machine, self._config.image)

    async def describe(self) -> Observation:
        """See `Backend.describe`."""
        return await observe((zone.host, zone.domains) for zone in self._zones.values())

    def _zone(self, machine: BackendMachine) -> _Zone:
        zone = self._zones.get(machine.zone)
        if zone is None:
            raise BackendError(one_line(f"zone {machine.zone} has no host; name one with --connect"))
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
                async with zone.agent_calls:
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
