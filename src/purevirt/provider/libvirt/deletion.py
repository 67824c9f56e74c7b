"""Delete: the domain, its volumes, and what is left of them without a domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import names
from purevirt.provider.libvirt.domain_xml import disk_files
from purevirt.provider.libvirt.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.provider.core.backend import BackendMachine
    from purevirt.provider.libvirt.domains import Domains
    from purevirt.provider.libvirt.volumes import Volumes


async def delete(domains: Domains, volumes: Volumes, machine: BackendMachine, image: str) -> None:
    """Remove the machine's domain and its volumes. Already gone is success.

    A disk of the domain is deleted only if it is a volume of our pool with a name of ours, and not another
    machine's: a disk that an operator attached is not ours to delete, and the golden volume never is. Of what
    is named after the machine's volume, such as the files of its snapshots, nothing stays.

    Raises:
        BackendError, LibvirtError: something is left; nothing was removed if a volume backs another one.
    """
    stem, seed = _own(machine.id)
    leftovers = {names.overlay_name(machine.id), seed}
    found = await domains.find(machine.id, machine.host_ref)
    if found is None:
        await _require_no_holder(domains, machine)
    else:
        xml = await domains.xml(found[0])
        disks = await _disks(volumes, () if xml is None else disk_files(xml))
        odd = {name for name in disks if name != seed and not name.startswith(stem)}
        leftovers |= disks - await _of_others(domains, machine.id, odd)
    listed = await volumes.listed()
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


async def _require_no_holder(domains: Domains, machine: BackendMachine) -> None:
    """Raise if the machine's domain is there and is not ours any more, as its disks are then not either."""
    holder = await domains.holder(names.domain_uuid(machine.id).bytes)
    if holder is not None:
        raise BackendError(
            one_line(
                f"zone {machine.zone}: domain {holder} has the UUID of {machine.id} but not its metadata: "
                "its disks may be in use; restore that, or undefine the domain"
            )
        )


def _own(machine_id: str) -> tuple[str, str]:
    """Return how the names of a machine's disks begin, and the name of its seed."""
    return names.overlay_name(machine_id).rpartition(".")[0] + ".", names.seed_name(machine_id)


async def _of_others(domains: Domains, machine_id: str, volumes: set[str]) -> set[str]:
    """Return which of `volumes` belong to other machines of the host, as far as that can be told."""
    if not volumes:
        return set()
    inventory = await domains.inventory()
    if inventory.unknown:
        # What stays can still be deleted; what is gone was perhaps in use.
        return volumes
    others = {one.tag.machine_id for one in inventory.ours} - {machine_id}
    theirs = [_own(other) for other in others]
    return {name for name in volumes if any(name == seed or name.startswith(stem) for stem, seed in theirs)}


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
