"""The simulated hosts of one provider: started, furnished with what machines need, and ended with it."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Self
from xml.etree import ElementTree as ET

import structlog

import purevirt
from purevirt.provider.core.model import Kind
from purevirt.provider.libvirt.backend import LibvirtBackend
from purevirt.provider.settings.backend_config import backend_config
from purevirt.provider.simulated import simulator_faults
from purevirt.provider.simulated.guest import golden_guest
from purevirt.provider.simulated.revival import revive
from purevirt.testing.simulator import GuestProfile, Machine, SimulatedLibvirtd

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from purevirt.provider.core.signals import BackendObserver
    from purevirt.provider.settings.config import Config
    from purevirt.rpc.aio import Connection
    from purevirt.testing.simulator.agent.program import Program

__all__ = ["SimulatedSite", "furnish"]

log = structlog.get_logger(__name__)

GOLDEN_BYTES: Final = 2 << 30
_POOLS_FOLDER: Final = "/var/lib/libvirt/pools"
_BOOT_S: Final = (0.2, 0.8)
"""From power-on to the agent; each guest's own time is drawn between them."""


class SimulatedSite:
    """A simulated host for every zone of a configuration.

    Args:
        config: of the provider; its zones have no URIs.
        seed: where all chance begins.
    """

    def __init__(self, config: Config, seed: int = 0) -> None:
        self._seed = seed
        self._programs: Mapping[str, Program] = {}
        self.config = config
        if config.simulator_faults:
            self.config = replace(
                config,
                catalog=simulator_faults.with_fault_slots(config.catalog, next(iter(config.zones))),
                readiness_exec=config.readiness_exec or simulator_faults.PROBE,
            )
            self._programs = simulator_faults.faulty_programs(config.limits_s[Kind.CONFIGURE])
        self.hosts = {zone: self._host(zone) for zone in config.zones}
        self._open = AsyncExitStack()

    def _host(self, zone: str) -> SimulatedLibvirtd:
        sim = SimulatedLibvirtd(machine=Machine(hostname=f"simulated-{zone}"), seed=self._seed)
        sim.host.guest_profile = partial(self._guest, random.Random(f"{self._seed}/{zone}"))  # noqa: S311 - boot times
        if self.config.simulator_faults:
            simulator_faults.fail_creates(sim.faults, self.config.catalog)
        return sim

    def _guest(self, chance: random.Random, name: str) -> GuestProfile:
        return golden_guest(name, boot_s=chance.uniform(*_BOOT_S), programs=self._programs)

    async def __aenter__(self) -> Self:
        """Start the hosts, with all that a create needs; then `config` has their URIs."""
        try:
            for sim in self.hosts.values():
                await self._open.enter_async_context(sim)
                async with await purevirt.connect(sim.uri) as conn:
                    await furnish(
                        conn,
                        pool=self.config.storage_pool,
                        network=self.config.network,
                        image=self.config.image,
                    )
            self.config = replace(self.config, zones={zone: sim.uri for zone, sim in self.hosts.items()})
            state = self.config.state
            if state is not None and state.exists():
                await revive(state, LibvirtBackend(backend_config(self.config)), self.config.zones)
        except BaseException:
            await self._open.aclose()
            raise
        log.warning(
            "simulated hosts: no machine is real, and what is in them ends with this process",
            zones=len(self.hosts),
            faults=self.config.simulator_faults,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    def backend(self, observer: BackendObserver | None = None) -> LibvirtBackend:
        """Return the backend for these hosts; they have to run."""
        kind = simulator_faults.LateBackend if self.config.simulator_faults else LibvirtBackend
        return kind(backend_config(self.config), observer=observer)


async def furnish(conn: Connection, *, pool: str, network: str, image: str) -> None:
    """Give a fresh host what creates need: an active pool with a golden volume, and an active network."""
    pools = (await conn.connect_list_all_storage_pools(1)).pools
    made = next((one for one in pools if one.name == pool), None)
    if made is None:
        described = ET.Element("pool", type="dir")
        ET.SubElement(described, "name").text = pool
        ET.SubElement(ET.SubElement(described, "target"), "path").text = f"{_POOLS_FOLDER}/{pool}"
        made = await conn.storage_pool_define_xml(ET.tostring(described, encoding="unicode"))
        await conn.storage_pool_build(made)
        await conn.storage_pool_create(made)
    volume = ET.Element("volume")
    ET.SubElement(volume, "name").text = image
    ET.SubElement(volume, "capacity").text = str(GOLDEN_BYTES)
    ET.SubElement(ET.SubElement(volume, "target"), "format", type="qcow2")
    await conn.storage_vol_create_xml(made, ET.tostring(volume, encoding="unicode"))
    if network not in (one.name for one in (await conn.connect_list_all_networks(1)).nets):
        net = ET.Element("network")
        ET.SubElement(net, "name").text = network
        await conn.network_create(await conn.network_define_xml(ET.tostring(net, encoding="unicode")))
