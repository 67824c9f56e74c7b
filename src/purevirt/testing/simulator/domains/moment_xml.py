"""The XML of snapshots and checkpoints, read and completed.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.live import make_kept
from purevirt.testing.simulator.domains.moments import Moment
from purevirt.testing.simulator.wire.failure import SimulatedError
from purevirt.testing.simulator.xml_tree import Node, parse_root

if TYPE_CHECKING:
    from purevirt.testing.simulator.domains.domain import Domain

__all__ = ["read_checkpoint", "read_snapshot", "shown"]

_State = enums.DomainState
_STATE_NAMES = {_State.RUNNING: "running", _State.PAUSED: "paused", _State.SHUTOFF: "shutoff"}


def _named(root: Node, now: float, what: str) -> str:
    name = root.find_text("name") or str(int(now))
    if "/" in name:
        text = f"invalid {what} name '{name}': name can't contain '/'"
        raise SimulatedError(ErrorNumber.XML_DETAIL, ErrorDomain.QEMU, text)
    return name


def _disks(domain: Domain) -> list[str]:
    """Return the targets of the disks that can be written."""
    return [
        target.attributes["dev"]
        for disk in domain.seen.find_all("devices/disk")
        if disk.find("readonly") is None and (target := disk.find("target")) is not None
    ]


def _then(domain: Domain) -> Node:
    config = domain.config.root
    return make_kept(config) if domain.is_active else config.copy()


def _head(root: Node, name: str, now: float) -> list[Node]:
    nodes = [Node("name", {}, [name])]
    description = root.find_text("description")
    if description is not None:
        nodes.append(Node("description", {}, [description]))
    nodes.append(Node("creationTime", {}, [str(int(now))]))
    return nodes


def read_snapshot(domain: Domain, text: str, flags: int, now: float, parent: str | None) -> Moment:
    """Return a new snapshot as a client describes it.

    Raises:
        SimulatedError: libvirt would refuse it.
    """
    root = parse_root(text, "domainsnapshot", "(domain_snapshot)", ErrorDomain.DOMAIN_SNAPSHOT)
    name = _named(root, now, "snapshot")
    disks = _disks(domain)
    if not disks and not domain.is_active:
        raise SimulatedError(
            ErrorNumber.CONFIG_UNSUPPORTED, ErrorDomain.QEMU, "nothing selected for snapshot"
        )
    is_external = bool(flags & enums.DomainSnapshotCreateFlags.DISK_ONLY)
    nodes = _head(root, name, now)
    state = "disk-snapshot" if is_external else _STATE_NAMES.get(_State(domain.state), "shutoff")
    nodes.insert(-1, Node("state", {}, [state]))
    kind = "external" if is_external else "internal"
    memory = "internal" if domain.is_active and not is_external else "no"
    nodes.append(Node("memory", {"snapshot": memory}))
    listed = [Node("disk", {"name": disk, "snapshot": kind}) for disk in disks]
    nodes.append(Node("disks", {}, listed))
    return Moment(name, parent, Node("domainsnapshot", {}, nodes), _then(domain), domain.state)


def read_checkpoint(domain: Domain, text: str, now: float, parent: str | None) -> Moment:
    """Return a new checkpoint as a client describes it.

    Raises:
        SimulatedError: libvirt would refuse it.
    """
    root = parse_root(text, "domaincheckpoint", "(domain_checkpoint)", ErrorDomain.DOMAIN_CHECKPOINT)
    name = _named(root, now, "checkpoint")
    nodes = _head(root, name, now)
    listed = [Node("disk", {"name": disk, "checkpoint": "bitmap", "bitmap": name}) for disk in _disks(domain)]
    nodes.append(Node("disks", {}, listed))
    return Moment(name, parent, Node("domaincheckpoint", {}, nodes), _then(domain), domain.state)


def shown(moment: Moment, *, with_domain: bool = True) -> Node:
    """Return the tree that clients see: with its parent, and with the domain as it was."""
    children: list[Node] = []
    for node in moment.root:
        if node.tag == "creationTime" and moment.parent is not None:
            # libvirt writes the parent after the state, and before the time
            parent = Node("parent", {}, [Node("name", {}, [moment.parent])])
            children.append(parent)
        children.append(node)
    if with_domain:
        children.append(moment.config)
    return Node(moment.root.tag, {}, children)
