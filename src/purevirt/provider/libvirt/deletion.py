"""Delete: the domain, its volumes, and what is left of them without a domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.provider.backend import BackendError
from purevirt.provider.libvirt import names
from purevirt.provider.libvirt.domain_xml import disk_files
from purevirt.provider.libvirt.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.provider.backend import BackendMachine
    from purevirt.provider.libvirt.domains import Domains
    from purevirt.provider.libvirt.volumes import Volumes


async def delete(domains: Domains, volumes: Volumes, machine: BackendMachine, image: str) -> None:
    """Remove the machine's domain and its volumes. Already gone is success.

    A disk of the domain is deleted only if it is a volume of our pool with a name of ours: a disk that an
    operator attached is not ours to delete, and the golden volume never is. Of what is named after the
    machine's volume, such as the files of its snapshots, nothing stays.

    Raises:
        BackendError, LibvirtError: something is left; nothing was removed if a volume backs another one.
    """
    overlay = names.overlay_name(machine.id)
    leftovers = {overlay, names.seed_name(machine.id)}
    found = await domains.find(machine.id, machine.host_ref)
    if found is not None:
        xml = await domains.xml(found[0])
        leftovers |= await _disks(volumes, () if xml is None else disk_files(xml))
    listed = await volumes.listed()
    stem = overlay.rpartition(".")[0] + "."
    leftovers |= {volume.name for volume in listed if volume.name.startswith(stem)}
    leftovers -= {image}
    for name, other in (await volumes.backed_by(leftovers, listed)).items():
        raise BackendError(
            one_line(
                f"zone {machine.zone}: volume {name} backs volume {other}, which needs it; delete or rebase "
                "that one first"
            )
        )
    if found is not None:
        await domains.remove(found[0])
    for name in sorted(leftovers):
        await volumes.delete(name)


async def _disks(volumes: Volumes, paths: Sequence[str]) -> set[str]:
    """Return the volumes with a name of ours among `paths`.

    What another program put beside ours (a snapshot's file is named after its disk) the pool knows only once
    it has looked.
    """
    ours = [path for path in paths if path.rpartition("/")[2].startswith(names.PREFIX)]
    found = {path: await volumes.name_of(path) for path in ours}
    if None in found.values():
        await volumes.refresh()
        found = {path: await volumes.name_of(path) for path in ours}
    return {name for name in found.values() if name is not None and name.startswith(names.PREFIX)}
