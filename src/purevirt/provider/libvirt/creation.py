"""Create: volumes, domain, start; or adoption of what carries the machine's id already."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, TypeVar

import structlog

from purevirt.errors import LibvirtError, PurevirtError
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import deletion, names
from purevirt.provider.libvirt.cloud_init import meta_data, seed_iso
from purevirt.provider.libvirt.domain_xml import DomainSpec, Virtualization, domain_xml, parse_virtualization
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.hosts import OutcomeUnknown
from purevirt.provider.libvirt.metadata import Tag, check_text
from purevirt.rpc.gen.enums import DomainDefineFlags

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from purevirt.provider.core.backend import BackendMachine
    from purevirt.provider.libvirt.config import LibvirtBackendConfig
    from purevirt.provider.libvirt.domains import Domains
    from purevirt.provider.libvirt.hosts import Host
    from purevirt.provider.libvirt.volumes import Volumes
    from purevirt.rpc.gen.remote import Domain

    T = TypeVar("T")

log = structlog.get_logger(__name__)

ROLL_BACK_S = 8.0
"""A healthy host takes a tenth of a second; a shutdown of the provider waits for 4.5 s of it."""


class Creation:
    """One attempt to create one machine's domain, and what has to be undone if it fails."""

    def __init__(
        self,
        config: LibvirtBackendConfig,
        host: Host,
        domains: Domains,
        volumes: Volumes,
        machine: BackendMachine,
        operation_id: str,
    ) -> None:
        self._config = config
        self._host = host
        self._domains = domains
        self._volumes = volumes
        self._machine = machine
        self._operation_id = operation_id
        self._undo: list[tuple[str, Callable[[], Awaitable[None]]]] = []

    async def run(self) -> str:
        """Return the name of the machine's running domain.

        Raises:
            BackendError, LibvirtError: it could not; what this attempt made still has to be rolled back.
        """
        check_text(self._machine.id)
        found = await self._domains.find(self._machine.id, self._machine.host_ref)
        if found is not None and found[1].cluster_id is None:
            return await self._adopt(found[0])
        if self._machine.vcpu < 1 or self._machine.memory_mib < 1:
            raise BackendError(f"machine {self._machine.id}: its size is not known; is it still offered?")
        if found is not None:
            await self._clear(*found)
        domain = await self._define()
        await self._start(domain)
        return domain.name

    async def roll_back(self) -> None:
        """Remove what `run` made, last first, as far as the host lets us within 8 s.

        What is left is found again by the machine's id: a domain is adopted, volumes are replaced.
        """
        try:
            async with asyncio.timeout(ROLL_BACK_S):
                while self._undo:
                    what, undo = self._undo.pop()
                    try:
                        await undo()
                    except PurevirtError as error:
                        log.warning("not_rolled_back", zone=self._host.zone, what=what, reason=str(error))
        except TimeoutError:
            log.warning(
                "not_rolled_back", zone=self._host.zone, machine=self._machine.id, reason="took too long"
            )

    async def _adopt(self, domain: Domain) -> str:
        log.info("adopted", zone=self._host.zone, domain=domain.name, machine=self._machine.id)
        await self._start(domain)
        return domain.name

    async def _clear(self, domain: Domain, tag: Tag) -> None:
        """Remove what an earlier life of the machine left bound to a cluster.

        Its disk holds that cluster's credentials: started, it would join it again. While it runs it may be
        working there, and whoever asks for a new machine does not know that.
        """
        if await self._domains.is_active(domain):
            raise BackendError(
                one_line(
                    f"zone {self._host.zone}: {domain.name} carries {tag.machine_id} and runs, bound to "
                    f"cluster {tag.cluster_id}; drain and delete it there, or remove its clusterID"
                )
            )
        log.warning(
            "bound_domain_replaced",
            zone=self._host.zone,
            domain=domain.name,
            machine=tag.machine_id,
            cluster=tag.cluster_id,
        )
        await deletion.delete(self._domains, self._volumes, self._machine, self._config.image)

    async def _start(self, domain: Domain) -> None:
        await self._domains.ensure_running(domain)
        await self._host.call(
            f"setting autostart of {domain.name}",
            lambda connection: connection.domain_set_autostart(domain, 1),
            repeatable=True,
        )

    async def _define(self) -> Domain:
        machine = self._machine
        golden = await self._volumes.golden(self._config.image)
        virtualization = await self._virtualization()
        holder = await self._domains.holder(names.domain_uuid(machine.id).bytes)
        if holder is not None:
            # Its disks may be the volumes that would be taken for leftovers below.
            raise BackendError(
                one_line(
                    f"zone {self._host.zone}: domain {holder} has the UUID of {machine.id} but not its "
                    "metadata; restore that, or undefine the domain"
                )
            )
        overlay, seed = names.overlay_name(machine.id), names.seed_name(machine.id)
        for leftover in (overlay, seed):
            # No domain has the machine's id: this is what a killed attempt left, perhaps half written.
            await self._volumes.delete(leftover)
        log.info("creating", zone=self._host.zone, machine=machine.id, virt_type=virtualization.virt_type)
        disk = await self._made(
            f"volume {overlay}",
            self._volumes.create_overlay(overlay, golden),
            lambda: self._remove_volume(overlay),
        )
        content = self._seed()
        cdrom = await self._made(
            f"volume {seed}",
            self._volumes.create_seed(seed, len(content)),
            lambda: self._remove_volume(seed),
        )
        await self._volumes.fill(cdrom, content)
        xml = domain_xml(
            DomainSpec(
                name=names.domain_name(self._operation_id),
                uuid=names.domain_uuid(machine.id),
                machine_id=machine.id,
                vcpu=machine.vcpu,
                memory_mib=machine.memory_mib,
                virtualization=virtualization,
                overlay_path=await self._volumes.path(disk),
                seed_path=await self._volumes.path(cdrom),
                network=self._config.network,
                template=self._config.domain_template,
            )
        )
        # libvirt passes over what it does not know; in a template that is a slip of somebody's.
        flags = DomainDefineFlags.VALIDATE if self._config.domain_template is not None else 0
        return await self._made(
            f"domain {names.domain_name(self._operation_id)}",
            self._host.call(
                f"defining the domain of {machine.id}",
                lambda connection: connection.domain_define_xml_flags(xml, flags),
                repeatable=True,
            ),
            self._remove_domain,
        )

    async def _made(self, what: str, making: Awaitable[T], undo: Callable[[], Awaitable[None]]) -> T:
        """Return what `making` made, and remember how to undo it, also where its outcome is not known."""
        try:
            result = await making
        except OutcomeUnknown:
            self._undo.append((what, undo))
            raise
        except (BackendError, LibvirtError):
            raise  # the host says that it did not happen
        except BaseException:
            self._undo.append((what, undo))
            raise
        self._undo.append((what, undo))
        return result

    async def _remove_volume(self, name: str) -> None:
        holder = await self._domains.holder(names.domain_uuid(self._machine.id).bytes)
        if holder is not None:
            # Ours could not be removed, or another provider was faster: either way it is a disk in use.
            raise BackendError(one_line(f"domain {holder} may use it"))
        await self._volumes.delete(name)

    async def _remove_domain(self) -> None:
        found = await self._domains.find(self._machine.id, names.domain_name(self._operation_id))
        if found is not None:
            await self._domains.remove(found[0])

    async def _virtualization(self) -> Virtualization:
        xml = await self._host.call(
            "reading domain capabilities",
            lambda connection: connection.connect_get_domain_capabilities(None, None, None, None, 0),
            repeatable=True,
        )
        best = parse_virtualization(xml)
        wanted = self._config.virt_type
        if wanted == "auto":
            return best
        if wanted == "kvm" and best.virt_type != "kvm":
            raise BackendError(
                f"zone {self._host.zone}: --virt-type kvm, but the host offers {best.virt_type} only; "
                "enable KVM there, or use --virt-type auto"
            )
        return Virtualization(virt_type=wanted, arch=best.arch)

    def _seed(self) -> bytes:
        user_data, network_config = self._config.base_user_data, self._config.network_config
        return seed_iso(
            user_data=None if user_data is None else user_data.encode(),
            meta_data=meta_data(
                # Unique to the attempt: cloud-init skips what it has done for an instance it knows.
                instance_id=f"{names.domain_name(self._operation_id)}-{uuid.uuid4()}",
                host_name=names.host_name(self._machine.id),
            ).encode(),
            network_config=None if network_config is None else network_config.encode(),
        )
