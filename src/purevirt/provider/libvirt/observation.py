"""Describe: every tagged domain of every zone, all zones at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from purevirt.errors import NoDomain, PurevirtError
from purevirt.provider.backend import Observation, ObservedMachine, ObservedZone
from purevirt.provider.libvirt.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from purevirt.provider.libvirt.domains import Domains
    from purevirt.provider.libvirt.hosts import Host
    from purevirt.provider.libvirt.metadata import Tag
    from purevirt.rpc.gen.remote import Domain

log = structlog.get_logger(__name__)

ZONE_LIMIT_S = 20.0
CONNECT_LIMIT_S = 3.0
"""How long a zone without a connection is waited for: a look at all zones should not take as long as a call
that has nothing else to do."""


async def observe(zones: Iterable[tuple[Host, Domains]]) -> Observation:
    """Return what all zones say, each within 23 s; one that does not answer is down, and the others stand."""
    results = await asyncio.gather(*(_observe_zone(host, domains) for host, domains in zones))
    return Observation(
        machines=[machine for machines, _ in results for machine in machines],
        zones=[zone for _, zone in results],
    )


async def _observe_zone(host: Host, domains: Domains) -> tuple[list[ObservedMachine], ObservedZone]:
    if not await host.wait_open(CONNECT_LIMIT_S):
        return [], _down(host, host.detail)
    try:
        async with asyncio.timeout(ZONE_LIMIT_S):
            inventory = await domains.inventory()
            observed = await asyncio.gather(*(_observe(host, domains, *pair) for pair in inventory.ours))
    except TimeoutError:
        return [], _down(host, f"no answer within {ZONE_LIMIT_S:g} s")
    except PurevirtError as error:
        return [], _down(host, str(error))
    except Exception as error:  # noqa: BLE001 - whatever one host says must not hide the others
        log.error(  # noqa: TRY400 - by its type only: its text, and a traceback, may hold anything
            "unexpected exception", where="describe", zone=host.zone, type=type(error).__name__
        )
        return [], _down(host, f"unexpected {type(error).__name__}")
    machines = [machine for machine in observed if machine is not None]
    detail = one_line("; ".join(inventory.unknown))
    return machines, ObservedZone(name=host.zone, up=True, complete=not inventory.unknown, detail=detail)


def _down(host: Host, detail: str) -> ObservedZone:
    return ObservedZone(name=host.zone, up=False, complete=False, detail=one_line(detail))


async def _observe(host: Host, domains: Domains, domain: Domain, tag: Tag) -> ObservedMachine | None:
    """Return what a domain is like now, or None if it went away meanwhile."""
    try:
        running = await domains.is_usable(domain)
        info = await host.call(
            f"reading {domain.name}", lambda connection: connection.domain_get_info(domain), repeatable=True
        )
    except NoDomain:
        return None
    return ObservedMachine(
        machine_id=tag.machine_id,
        zone=host.zone,
        host_ref=domain.name,
        running=running,
        cluster=tag.cluster_id,
        vcpu=info.nr_virt_cpu,
        memory_mib=info.max_mem >> 10,
    )
