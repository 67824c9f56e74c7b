"""Whether a host has what a create will need: told at start-up and in /readyz, not by the first machine.

It is the short form of `purevirt-provider check`: pool, golden volume and network.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

from purevirt.errors import LibvirtError, NoNetwork
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from purevirt.provider.core.backend import Observation
    from purevirt.provider.libvirt.config import LibvirtBackendConfig
    from purevirt.provider.libvirt.volumes import Caller, Volumes
    from purevirt.rpc.aio import Connection

log = structlog.get_logger(__name__)

GOOD_FOR_S = 600.0
"""How long a host that was fit is taken to be so; one that was not is looked at each time."""

LIMIT_S = 10.0


class Fitness:
    """What is known of one host."""

    def __init__(self, host: Caller, volumes: Volumes, config: LibvirtBackendConfig) -> None:
        self._host = host
        self._volumes = volumes
        self._config = config
        self._fit_until = float("-inf")
        self._last = ""

    async def problem(self) -> str:
        """Return on one line why machines cannot be created on the host, empty if they can.

        Never raises for what the host says, and takes at most 10 s: a host that does not answer is reported
        by whoever looks at its machines.
        """
        now = asyncio.get_running_loop().time()
        if now < self._fit_until:
            return ""
        try:
            async with asyncio.timeout(LIMIT_S):
                networks = map(self._network, self._config.networks())
                found = await asyncio.gather(self._image(), *networks)
        except TimeoutError:
            return ""
        text = one_line("; ".join(part for part in found if part))
        if text != self._last:
            self._last = text
            if text:
                log.warning("host_unfit", zone=self._host.zone, problem=text)
            else:
                log.info("host_fit", zone=self._host.zone)
        if not text:
            self._fit_until = now + GOOD_FOR_S
        return text

    async def beside(self, observing: Awaitable[Observation]) -> Observation:
        """Return an observation of the host, the detail of a zone that is up completed by the problem.

        The two are asked for at the same time, so that a distant host is not looked at twice as long.
        """
        asking = asyncio.get_running_loop().create_task(self.problem())
        try:
            observation = await observing
            problem = await asking if any(zone.up for zone in observation.zones) else ""
        finally:
            asking.cancel()
        if not problem:
            return observation
        zones = [
            replace(zone, detail=one_line("; ".join(filter(None, (problem, zone.detail)))))
            if zone.up
            else zone
            for zone in observation.zones
        ]
        return replace(observation, zones=zones)

    async def _image(self) -> str:
        try:
            await self._volumes.golden(self._config.image)
        except BackendError as error:
            return str(error).removeprefix(f"zone {self._host.zone}: ")
        except LibvirtError as error:
            return f"reading golden volume {self._config.image}: {error.message} (libvirt code {error.code})"
        return ""

    async def _network(self, name: str) -> str:
        async def attempt(connection: Connection) -> str:
            try:
                network = await connection.network_lookup_by_name(name)
            except NoNetwork:
                return "does not exist; define it, or name another with --network"
            active = await connection.network_is_active(network)
            return "" if active else f"is not active; start it (virsh net-start {name})"

        try:
            problem = await self._host.call(f"reading network {name}", attempt, repeatable=True)
        except BackendError:
            return ""  # not connected, which is reported elsewhere
        except LibvirtError as error:
            return f"reading network {name}: {error.message} (libvirt code {error.code})"
        return f"network {name} {problem}" if problem else ""
