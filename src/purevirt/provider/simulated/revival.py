"""Machines that a state file has, made once more on simulated hosts.

A simulated host ends with its process, and a real one does not. Without this, a provider that is started
again would find its machines gone, and fail every one of them.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import structlog

import purevirt
from purevirt.provider.core.backend import BackendError, BackendMachine
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.libvirt.metadata import KEY, NAMESPACE, Tag, bare_xml
from purevirt.provider.tools.state_tool import load_copy
from purevirt.rpc.gen.enums import DomainMetadataType, DomainModificationImpact

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from purevirt.provider.core.model import Machine
    from purevirt.provider.libvirt.backend import LibvirtBackend
    from purevirt.rpc.aio import Connection

__all__ = ["revive"]

log = structlog.get_logger(__name__)

_BOUND = frozenset({MachineState.CONFIGURED, MachineState.DRAINING})


async def revive(state: Path, backend: LibvirtBackend, uris: Mapping[str, str]) -> int:
    """Make what stands behind the machines of a state file, and return how many there are.

    Args:
        state: no process owns it yet.
        backend: of the simulated hosts, entered by nobody.
        uris: of the hosts, by zone.

    Raises:
        StoreError: the provider would refuse the file too.
    """
    snapshot = await asyncio.to_thread(load_copy, state)
    hosted = [one for one in snapshot.machines.values() if one.host_ref and one.slot.zone in uris]
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(backend)
        # one for all machines of a host: a thousand at once are more than a process may open
        hosts = {
            zone: await stack.enter_async_context(await purevirt.connect(uris[zone]))
            for zone in {machine.slot.zone for machine in hosted}
        }
        async with asyncio.TaskGroup() as group:
            for machine in hosted:
                group.create_task(_revive(machine, backend, hosts[machine.slot.zone]))
    return len(hosted)


async def _revive(machine: Machine, backend: LibvirtBackend, conn: Connection) -> None:
    told = BackendMachine(
        id=machine.id,
        instance_type=machine.slot.instance_type,
        zone=machine.slot.zone,
        vcpu=machine.slot.vcpu,
        memory_mib=machine.slot.memory_mib,
    )
    try:
        # Its name is made of the operation that created it.
        name = await backend.create(told, machine.operations.get(Kind.CREATE, machine.id))
    except BackendError as error:
        log.warning("not revived", machine=machine.id, reason=str(error))
        return
    if machine.cluster is None or machine.state not in _BOUND:
        return
    flags = DomainModificationImpact.LIVE | DomainModificationImpact.CONFIG
    tag = bare_xml(Tag(machine.id, machine.cluster))
    domain = await conn.domain_lookup_by_name(name)
    await conn.domain_set_metadata(domain, DomainMetadataType.ELEMENT, tag, KEY, NAMESPACE, flags)
