"""Delete: the domain, its volumes, and what is left of them without a domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.provider.libvirt import names
from purevirt.provider.libvirt.domain_xml import disk_files

if TYPE_CHECKING:
    from purevirt.provider.backend import BackendMachine
    from purevirt.provider.libvirt.domains import Domains
    from purevirt.provider.libvirt.volumes import Volumes


async def delete(domains: Domains, volumes: Volumes, machine: BackendMachine, image: str) -> None:
    """Remove the machine's domain and its volumes. Already gone is success.

    A disk of the domain is deleted only if it is a volume of our pool with a name of ours: a disk that an
    operator attached is not ours to delete, and the golden volume never is. Only a domain's own disks are
    looked at, not what they are backed by.

    Raises:
        BackendError, LibvirtError: something is left.
    """
    leftovers = {names.overlay_name(machine.id), names.seed_name(machine.id)}
    found = await domains.find(machine.id, machine.host_ref)
    if found is not None:
        domain, _ = found
        xml = await domains.xml(domain)
        for path in () if xml is None else disk_files(xml):
            name = await volumes.name_of(path)
            if name is not None and name.startswith(names.PREFIX):
                leftovers.add(name)
        await domains.remove(domain)
    for name in sorted(leftovers - {image}):
        await volumes.delete(name)
