"""Calls about snapshots and checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.definition import Definition
from purevirt.testing.simulator.domains.moment_xml import read_checkpoint, read_snapshot, shown
from purevirt.testing.simulator.domains.moments import Moments
from purevirt.testing.simulator.domains.xml import strip_live
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, argument_error, check_count, check_flags
from purevirt.testing.simulator.xml_tree import format_node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.domains.moments import Moment
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("snapshots and checkpoints")

_QEMU = ErrorDomain.QEMU
_State = enums.DomainState
_L = enums.DomainSnapshotListFlags
_Create = enums.DomainSnapshotCreateFlags
_Revert = enums.DomainSnapshotRevertFlags
_CHILDREN, _METADATA_ONLY, _CHILDREN_ONLY = 1, 2, 4


def _snapshots(domain: Domain) -> Moments:
    if domain.snapshots is None:
        domain.snapshots = Moments()
    return domain.snapshots


def _checkpoints(domain: Domain) -> Moments:
    if domain.checkpoints is None:
        domain.checkpoints = Moments()
    return domain.checkpoints


def _no_snapshot(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.NO_DOMAIN_SNAPSHOT, _QEMU, text)


def _no_checkpoint(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.NO_DOMAIN_CHECKPOINT, _QEMU, text)


def _wire(domain: Domain, moment: Moment) -> remote.DomainSnapshot:
    return remote.DomainSnapshot(moment.name, domain.wire())


def _checkpoint_wire(domain: Domain, moment: Moment) -> remote.DomainCheckpoint:
    return remote.DomainCheckpoint(moment.name, domain.wire())


def _require(host: Host, wanted: remote.DomainSnapshot) -> tuple[Domain, Moment]:
    domain = host.domains.require(wanted.dom)
    moment = _snapshots(domain).find(wanted.name)
    if moment is None:
        raise _no_snapshot(f"no domain snapshot with matching name '{wanted.name}'")
    return domain, moment


def _require_checkpoint(host: Host, wanted: remote.DomainCheckpoint) -> tuple[Domain, Moment]:
    domain = host.domains.require(wanted.dom)
    moment = _checkpoints(domain).find(wanted.name)
    if moment is None:
        raise _no_checkpoint(f"no domain checkpoint with matching name '{wanted.name}'")
    return domain, moment


def _listed(moments: Moments, flags: int, of: Moment | None = None) -> list[Moment]:
    """Return those that the flags of a list mean: of one's children, or of all."""
    if of is not None:
        found = moments.children(of.name, all_below=bool(flags & _L.DESCENDANTS))
    elif flags & _L.ROOTS:
        found = moments.children(None)
    else:
        found = list(moments)
    if flags & (_L.LEAVES | _L.NO_LEAVES):
        # both together find nothing
        parents = moments.parents
        found = [one for one in found if not flags & (_L.LEAVES if one.name in parents else _L.NO_LEAVES)]
    if flags & (_L.INACTIVE | _L.ACTIVE | _L.DISK_ONLY):
        found = [one for one in found if flags & _state_flag(one)]
    if flags & (_L.INTERNAL | _L.EXTERNAL) in (_L.INTERNAL, _L.EXTERNAL):
        wants_external = bool(flags & _L.EXTERNAL)
        found = [one for one in found if one.is_external is wants_external]
    return found if not flags & _L.NO_METADATA or flags & _L.METADATA else []


def _state_flag(moment: Moment) -> int:
    if moment.is_external:
        return int(_L.DISK_ONLY)
    return int(_L.INACTIVE if moment.state == _State.SHUTOFF else _L.ACTIVE)


# snapshots


@handles(procedures.DOMAIN_SNAPSHOT_CREATE_XML)
def create_snapshot(
    host: Host, client: Client, args: remote.DomainSnapshotCreateXmlArgs
) -> remote.DomainSnapshotCreateXmlRet:
    """Remember a domain as it is."""
    check_flags(args.flags, sum(_Create), "qemuSnapshotCreateXML")
    domain = host.domains.require(args.dom)
    moments = _snapshots(domain)
    moment = read_snapshot(domain, args.xml_desc, args.flags, host.wall_clock(), moments.current)
    if args.flags & _Create.REDEFINE:
        moments.check_parent(moment.name, moment.parent)
        moments.put(moment, is_current=bool(args.flags & _Create.CURRENT))
    elif not args.flags & _Create.NO_METADATA:
        moments.add(moment)
    return remote.DomainSnapshotCreateXmlRet(snap=_wire(domain, moment))


@handles(procedures.DOMAIN_SNAPSHOT_GET_XML_DESC)
def snapshot_xml(
    host: Host, client: Client, args: remote.DomainSnapshotGetXmlDescArgs
) -> remote.DomainSnapshotGetXmlDescRet:
    """Describe a snapshot."""
    _, moment = _require(host, args.snap)
    return remote.DomainSnapshotGetXmlDescRet(xml=format_node(shown(moment)))


@handles(procedures.DOMAIN_SNAPSHOT_NUM)
def count_snapshots(
    host: Host, client: Client, args: remote.DomainSnapshotNumArgs
) -> remote.DomainSnapshotNumRet:
    """Count a domain's snapshots."""
    found = _listed(_snapshots(host.domains.require(args.dom)), args.flags)
    return remote.DomainSnapshotNumRet(num=len(found))


@handles(procedures.DOMAIN_SNAPSHOT_LIST_NAMES)
def list_snapshot_names(
    host: Host, client: Client, args: remote.DomainSnapshotListNamesArgs
) -> remote.DomainSnapshotListNamesRet:
    """List the names of a domain's snapshots."""
    check_count(args.maxnames, "maxnames", "REMOTE_DOMAIN_SNAPSHOT_LIST_MAX")
    found = _listed(_snapshots(host.domains.require(args.dom)), args.flags)
    return remote.DomainSnapshotListNamesRet(names=[one.name for one in found][: args.maxnames])


@handles(procedures.DOMAIN_LIST_ALL_SNAPSHOTS)
def list_snapshots(
    host: Host, client: Client, args: remote.DomainListAllSnapshotsArgs
) -> remote.DomainListAllSnapshotsRet:
    """List a domain's snapshots."""
    domain = host.domains.require(args.dom)
    found = _listed(_snapshots(domain), args.flags)
    wires = _wires(domain, found) if args.need_results else []
    return remote.DomainListAllSnapshotsRet(snapshots=wires, ret=len(found))


def _wires(domain: Domain, moments: Iterable[Moment]) -> list[remote.DomainSnapshot]:
    return [_wire(domain, one) for one in moments]


@handles(procedures.DOMAIN_SNAPSHOT_NUM_CHILDREN)
def count_children(
    host: Host, client: Client, args: remote.DomainSnapshotNumChildrenArgs
) -> remote.DomainSnapshotNumChildrenRet:
    """Count the snapshots that grew from one."""
    domain, moment = _require(host, args.snap)
    return remote.DomainSnapshotNumChildrenRet(num=len(_listed(_snapshots(domain), args.flags, moment)))


@handles(procedures.DOMAIN_SNAPSHOT_LIST_CHILDREN_NAMES)
def list_children_names(
    host: Host, client: Client, args: remote.DomainSnapshotListChildrenNamesArgs
) -> remote.DomainSnapshotListChildrenNamesRet:
    """List the names of the snapshots that grew from one."""
    check_count(args.maxnames, "maxnames", "REMOTE_DOMAIN_SNAPSHOT_LIST_MAX")
    domain, moment = _require(host, args.snap)
    names = [one.name for one in _listed(_snapshots(domain), args.flags, moment)]
    return remote.DomainSnapshotListChildrenNamesRet(names=names[: args.maxnames])


@handles(procedures.DOMAIN_SNAPSHOT_LIST_ALL_CHILDREN)
def list_children(
    host: Host, client: Client, args: remote.DomainSnapshotListAllChildrenArgs
) -> remote.DomainSnapshotListAllChildrenRet:
    """List the snapshots that grew from one."""
    domain, moment = _require(host, args.snapshot)
    found = _listed(_snapshots(domain), args.flags, moment)
    wires = _wires(domain, found) if args.need_results else []
    return remote.DomainSnapshotListAllChildrenRet(snapshots=wires, ret=len(found))


@handles(procedures.DOMAIN_SNAPSHOT_LOOKUP_BY_NAME)
def lookup_snapshot(
    host: Host, client: Client, args: remote.DomainSnapshotLookupByNameArgs
) -> remote.DomainSnapshotLookupByNameRet:
    """Find a snapshot."""
    domain, moment = _require(host, remote.DomainSnapshot(args.name, args.dom))
    return remote.DomainSnapshotLookupByNameRet(snap=_wire(domain, moment))


@handles(procedures.DOMAIN_HAS_CURRENT_SNAPSHOT)
def has_current(
    host: Host, client: Client, args: remote.DomainHasCurrentSnapshotArgs
) -> remote.DomainHasCurrentSnapshotRet:
    """Say whether there is a current snapshot."""
    current = _snapshots(host.domains.require(args.dom)).current
    return remote.DomainHasCurrentSnapshotRet(result=int(current is not None))


@handles(procedures.DOMAIN_SNAPSHOT_CURRENT)
def current_snapshot(
    host: Host, client: Client, args: remote.DomainSnapshotCurrentArgs
) -> remote.DomainSnapshotCurrentRet:
    """Return the current snapshot."""
    domain = host.domains.require(args.dom)
    current = _snapshots(domain).current
    if current is None:
        raise _no_snapshot("the domain does not have a current snapshot")
    return remote.DomainSnapshotCurrentRet(snap=remote.DomainSnapshot(current, domain.wire()))


@handles(procedures.DOMAIN_SNAPSHOT_GET_PARENT)
def snapshot_parent(
    host: Host, client: Client, args: remote.DomainSnapshotGetParentArgs
) -> remote.DomainSnapshotGetParentRet:
    """Return the snapshot that one grew from."""
    domain, moment = _require(host, args.snap)
    if moment.parent is None:
        raise _no_snapshot(f"snapshot '{moment.name}' does not have a parent")
    return remote.DomainSnapshotGetParentRet(snap=remote.DomainSnapshot(moment.parent, domain.wire()))


@handles(procedures.DOMAIN_SNAPSHOT_IS_CURRENT)
def snapshot_is_current(
    host: Host, client: Client, args: remote.DomainSnapshotIsCurrentArgs
) -> remote.DomainSnapshotIsCurrentRet:
    """Say whether it is the current one."""
    domain, moment = _require(host, args.snap)
    return remote.DomainSnapshotIsCurrentRet(current=int(_snapshots(domain).current == moment.name))


@handles(procedures.DOMAIN_SNAPSHOT_HAS_METADATA)
def snapshot_has_metadata(
    host: Host, client: Client, args: remote.DomainSnapshotHasMetadataArgs
) -> remote.DomainSnapshotHasMetadataRet:
    """Say whether libvirt keeps something of it: always."""
    _require(host, args.snap)
    return remote.DomainSnapshotHasMetadataRet(metadata=1)


@handles(procedures.DOMAIN_REVERT_TO_SNAPSHOT)
def revert(host: Host, client: Client, args: remote.DomainRevertToSnapshotArgs) -> None:
    """Make a domain what it was."""
    if args.flags & _Revert.RUNNING and args.flags & _Revert.PAUSED:
        text = (
            "Flags 'VIR_DOMAIN_SNAPSHOT_REVERT_RUNNING' and 'VIR_DOMAIN_SNAPSHOT_REVERT_PAUSED' "
            "are mutually exclusive"
        )
        raise argument_error("virDomainRevertToSnapshot", "ctl", text, ErrorDomain.DOMAIN_SNAPSHOT)
    check_flags(args.flags, sum(_Revert), "qemuDomainRevertToSnapshot")
    domain, moment = _require(host, args.snap)
    wants = args.flags & (_Revert.RUNNING | _Revert.PAUSED)
    runs = bool(wants) or moment.state in (_State.RUNNING, _State.PAUSED)
    if not runs and not domain.is_persistent:
        text = "transient domain needs to request run or pause to revert to inactive snapshot"
        raise SimulatedError(ErrorNumber.OPERATION_INVALID, _QEMU, text)
    config = Definition(strip_live(moment.config))
    if config.name != domain.name:
        # it has been renamed since
        config.rename(domain.name)
    if domain.is_active:
        # a transient one does not go with this stop
        kept, domain.is_persistent = domain.is_persistent, True
        domain.stop(enums.DomainShutoffReason.FROM_SNAPSHOT, enums.DomainEventStoppedDetailType.FROM_SNAPSHOT)
        domain.is_persistent = kept
    domain.config = config
    domain.saved_state = None
    if runs:
        is_paused = bool(args.flags & _Revert.PAUSED) or (not wants and moment.state == _State.PAUSED)
        try:
            domain.start(paused=is_paused)
        except SimulatedError:
            if not domain.is_persistent:
                host.domains.remove(domain)
            raise
    _snapshots(domain).current = moment.name


@handles(procedures.DOMAIN_SNAPSHOT_DELETE)
def delete_snapshot(host: Host, client: Client, args: remote.DomainSnapshotDeleteArgs) -> None:
    """Forget a snapshot, or those that grew from it, or both."""
    check_flags(args.flags, sum(enums.DomainSnapshotDeleteFlags), "qemuSnapshotDelete")
    domain, moment = _require(host, args.snap)
    _delete(_snapshots(domain), moment, args.flags)


def _delete(moments: Moments, moment: Moment, flags: int) -> None:
    moments.remove(
        moment,
        itself=not flags & _CHILDREN_ONLY,
        children=bool(flags & (_CHILDREN | _CHILDREN_ONLY)),
    )


# checkpoints


@handles(procedures.DOMAIN_CHECKPOINT_CREATE_XML)
def create_checkpoint(
    host: Host, client: Client, args: remote.DomainCheckpointCreateXmlArgs
) -> remote.DomainCheckpointCreateXmlRet:
    """Begin to note what changes on a running domain's disks."""
    check_flags(args.flags, sum(enums.DomainCheckpointCreateFlags), "qemuCheckpointCreateXML")
    domain = host.domains.require(args.dom)
    if not domain.is_active:
        raise SimulatedError(
            ErrorNumber.OPERATION_UNSUPPORTED, _QEMU, "cannot create checkpoint for inactive domain"
        )
    moments = _checkpoints(domain)
    moment = read_checkpoint(domain, args.xml_desc, host.wall_clock(), moments.current)
    moments.add(moment)
    return remote.DomainCheckpointCreateXmlRet(checkpoint=_checkpoint_wire(domain, moment))


@handles(procedures.DOMAIN_CHECKPOINT_GET_XML_DESC)
def checkpoint_xml(
    host: Host, client: Client, args: remote.DomainCheckpointGetXmlDescArgs
) -> remote.DomainCheckpointGetXmlDescRet:
    """Describe a checkpoint."""
    _, moment = _require_checkpoint(host, args.checkpoint)
    with_domain = not args.flags & enums.DomainCheckpointXMLFlags.NO_DOMAIN
    return remote.DomainCheckpointGetXmlDescRet(xml=format_node(shown(moment, with_domain=with_domain)))


@handles(procedures.DOMAIN_LIST_ALL_CHECKPOINTS)
def list_checkpoints(
    host: Host, client: Client, args: remote.DomainListAllCheckpointsArgs
) -> remote.DomainListAllCheckpointsRet:
    """List a domain's checkpoints."""
    domain = host.domains.require(args.dom)
    moments = _checkpoints(domain)
    found = moments.children(None) if args.flags & 1 else list(moments)
    wires = [_checkpoint_wire(domain, one) for one in found] if args.need_results else []
    return remote.DomainListAllCheckpointsRet(checkpoints=wires, ret=len(found))


@handles(procedures.DOMAIN_CHECKPOINT_LIST_ALL_CHILDREN)
def list_checkpoint_children(
    host: Host, client: Client, args: remote.DomainCheckpointListAllChildrenArgs
) -> remote.DomainCheckpointListAllChildrenRet:
    """List the checkpoints that grew from one."""
    domain, moment = _require_checkpoint(host, args.checkpoint)
    found = _checkpoints(domain).children(moment.name, all_below=bool(args.flags & 1))
    wires = [_checkpoint_wire(domain, one) for one in found] if args.need_results else []
    return remote.DomainCheckpointListAllChildrenRet(checkpoints=wires, ret=len(found))


@handles(procedures.DOMAIN_CHECKPOINT_LOOKUP_BY_NAME)
def lookup_checkpoint(
    host: Host, client: Client, args: remote.DomainCheckpointLookupByNameArgs
) -> remote.DomainCheckpointLookupByNameRet:
    """Find a checkpoint."""
    domain, moment = _require_checkpoint(host, remote.DomainCheckpoint(args.name, args.dom))
    return remote.DomainCheckpointLookupByNameRet(checkpoint=_checkpoint_wire(domain, moment))


@handles(procedures.DOMAIN_CHECKPOINT_GET_PARENT)
def checkpoint_parent(
    host: Host, client: Client, args: remote.DomainCheckpointGetParentArgs
) -> remote.DomainCheckpointGetParentRet:
    """Return the checkpoint that one grew from."""
    domain, moment = _require_checkpoint(host, args.checkpoint)
    if moment.parent is None:
        raise _no_checkpoint(f"checkpoint '{moment.name}' does not have a parent")
    parent = remote.DomainCheckpoint(moment.parent, domain.wire())
    return remote.DomainCheckpointGetParentRet(parent=parent)


@handles(procedures.DOMAIN_CHECKPOINT_DELETE)
def delete_checkpoint(host: Host, client: Client, args: remote.DomainCheckpointDeleteArgs) -> None:
    """Forget a checkpoint, or those that grew from it, or both."""
    check_flags(args.flags, sum(enums.DomainCheckpointDeleteFlags), "qemuCheckpointDelete")
    domain, moment = _require_checkpoint(host, args.checkpoint)
    _delete(_checkpoints(domain), moment, args.flags)
