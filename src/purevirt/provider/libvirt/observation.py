"""Describe: every tagged domain of a zone, and what it is like."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from purevirt.errors import NoDomain, PurevirtError
from purevirt.provider.core.backend import ClaimedElsewhere, Observation, ObservedMachine, ObservedZone
from purevirt.provider.libvirt.condition import condition
from purevirt.provider.libvirt.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from purevirt.provider.libvirt.domains import Domains, Owned
    from purevirt.provider.libvirt.hosts import Host

log = structlog.get_logger(__name__)

ZONE_LIMIT_S = 20.0
CONNECT_LIMIT_S = 3.0
"""How long a zone without a connection is waited for: what is known of it is told soon."""


async def observe(host: Host, domains: Domains, prepare: Callable[[], Awaitable[None]]) -> Observation:
    """Return what a zone says within 23 s; one that does not answer is down.

    Args:
        host: the zone's.
        domains: the same.
        prepare: what has to be so before; awaited once there is a connection.

    Raises:
        ClaimedElsewhere: as raised by `prepare`.
    """
    if not await host.wait_open(CONNECT_LIMIT_S):
        return _down(host, host.detail)
    try:
        async with asyncio.timeout(ZONE_LIMIT_S):
            await prepare()
            inventory, states = await asyncio.gather(domains.inventory(), domains.states())
            observed = await asyncio.gather(
                *(_observe(host, domains, one, states.get(one.domain.uuid)) for one in inventory.ours)
            )
    except TimeoutError:
        return _down(host, f"no answer within {ZONE_LIMIT_S:g} s")
    except ClaimedElsewhere:
        raise
    except PurevirtError as error:
        return _down(host, str(error))
    except Exception as error:  # noqa: BLE001 - whatever one host says must not hide the others
        log.error(  # noqa: TRY400 - by its type only: its text, and a traceback, may hold anything
            "unexpected exception", where="describe", zone=host.zone, type=type(error).__name__
        )
        return _down(host, f"unexpected {type(error).__name__}")
    detail = one_line("; ".join(inventory.unknown))
    return Observation(
        machines=[machine for machine in observed if machine is not None],
        zones=[ObservedZone(name=host.zone, up=True, complete=not inventory.unknown, detail=detail)],
    )


def _down(host: Host, detail: str) -> Observation:
    zone = ObservedZone(name=host.zone, up=False, complete=False, detail=one_line(detail))
    return Observation(machines=[], zones=[zone])


async def _observe(
    host: Host, domains: Domains, owned: Owned, state: tuple[int, int] | None
) -> ObservedMachine | None:
    """Return what a domain is like now, or None if it went away meanwhile."""
    try:
        found = condition(*(state or await domains.state(owned.domain)))
    except NoDomain:
        return None
    return ObservedMachine(
        machine_id=owned.tag.machine_id,
        zone=host.zone,
        host_ref=owned.domain.name,
        running=found.running,
        off=found.off,
        trouble=found.trouble,
        cluster=owned.tag.cluster_id,
        vcpu=owned.vcpu,
        memory_mib=owned.memory_mib,
    )
