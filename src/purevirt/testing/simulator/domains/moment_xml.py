"""The XML of snapshots and checkpoints, read and completed.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.checks import is_file_name
from purevirt.testing.simulator.domains.live import make_kept
from purevirt.testing.simulator.domains.moments import Moment
from purevirt.testing.simulator.wire.failure import SimulatedError, argument_error
from purevirt.testing.simulator.xml_tree import Node, parse_root

if TYPE_CHECKING:
    from purevirt.testing.simulator.domains.domain import Domain

__all__ = ["read_checkpoint", "read_snapshot", "shown"]

_State = enums.DomainState
_Create = enums.DomainSnapshotCreateFlags
_STATE_NAMES = {_State.RUNNING: "running", _State.PAUSED: "paused", _State.SHUTOFF: "shutoff"}


def _named(root: Node, now: float, what: str) -> str:
    name = root.find_text("name") or str(int(now))
    if "/" in name:
        text = f"invalid {what} name '{name}': name can't contain '/'"
        raise SimulatedError(ErrorNumber.XML_DETAIL, ErrorDomain.QEMU, text)
    if name.startswith("."):
        text = f"invalid {what} name '{name}': name can't start with '.'"
        raise SimulatedError(ErrorNumber.XML_DETAIL, ErrorDomain.QEMU, text)
    if not is_file_name(f"{name}.xml.new"):
        text = f"unable to save metadata for {what} {name}"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.QEMU, text)
    return name


def _check_flags(root: Node, flags: int, *, is_active: bool) -> None:
    if flags & _Create.REDEFINE:
        if root.find_text("creationTime") is None:
            text = "missing creationTime from existing snapshot"
            raise SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.DOMAIN_SNAPSHOT, text)
        return
    if flags & _Create.QUIESCE and not flags & _Create.DISK_ONLY:
        raise _required("DISK_ONLY", "QUIESCE", "qemuSnapshotCreateXML", ErrorDomain.QEMU)
    memory = root.find("memory")
    is_external = memory is not None and memory.get("snapshot") == "external"
    if is_external and (flags & _Create.DISK_ONLY or not is_active):
        text = "memory state cannot be saved with offline or disk-only snapshot"
        raise SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.DOMAIN_SNAPSHOT, text)
    if flags & _Create.LIVE and not is_external:
        text = "live snapshot creation is supported only during full system snapshots"
        raise SimulatedError(ErrorNumber.OPERATION_UNSUPPORTED, ErrorDomain.QEMU, text)


def _required(what: str, by: str, function: str, domain: ErrorDomain) -> SimulatedError:
    prefix = "VIR_DOMAIN_SNAPSHOT_CREATE_"
    text = f"Flag '{prefix}{what}' is required by flag '{prefix}{by}'"
    return argument_error(function, "ctl", text, domain)


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
    if flags & _Create.CURRENT and not flags & _Create.REDEFINE:
        function = "virDomainSnapshotCreateXML"
        raise _required("REDEFINE", "CURRENT", function, ErrorDomain.DOMAIN_SNAPSHOT)
    root = parse_root(text, "domainsnapshot", "(domain_snapshot)", ErrorDomain.DOMAIN_SNAPSHOT)
    _check_flags(root, flags, is_active=domain.is_active)
    name = _named(root, now, "snapshot")
    disks = _disks(domain)
    if not disks and not domain.is_active and not flags & _Create.REDEFINE:
        raise SimulatedError(
            ErrorNumber.CONFIG_UNSUPPORTED, ErrorDomain.QEMU, "nothing selected for snapshot"
        )
    is_external = bool(flags & _Create.DISK_ONLY)
    nodes = _head(root, name, now)
    state = "disk-snapshot" if is_external else _STATE_NAMES.get(_State(domain.state), "shutoff")
    if flags & _Create.REDEFINE:
        # what the client remembers of a snapshot, and libvirt does not any more
        state = root.find_text("state") or state
        parent = root.find_text("parent/name")
        nodes[-1] = Node("creationTime", {}, [root.find_text("creationTime") or ""])
        is_external = state == "disk-snapshot"
    nodes.insert(-1, Node("state", {}, [state]))
    kind = "external" if is_external else "internal"
    memory = "internal" if domain.is_active and not is_external else "no"
    nodes.append(Node("memory", {"snapshot": memory}))
    listed = [Node("disk", {"name": disk, "snapshot": kind}) for disk in disks]
    nodes.append(Node("disks", {}, listed))
    return Moment(name, parent, Node("domainsnapshot", {}, nodes), _then(domain), domain.state, is_external)


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
