"""Lists of domains, whole and by what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import check_count, check_flags, rpc_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host

__all__ = ["FILTERS", "handles", "matching"]

handles = Subject("domain lists")

_F = enums.ConnectListAllDomainsFlags
_State = enums.DomainState
FILTERS: tuple[tuple[int, Callable[[Domain], bool], int, Callable[[Domain], bool]], ...] = (
    (_F.ACTIVE, lambda one: one.is_active, _F.INACTIVE, lambda one: not one.is_active),
    (_F.PERSISTENT, lambda one: one.is_persistent, _F.TRANSIENT, lambda one: not one.is_persistent),
    (
        _F.MANAGEDSAVE,
        lambda one: one.saved_state is not None,
        _F.NO_MANAGEDSAVE,
        lambda one: one.saved_state is None,
    ),
    (_F.AUTOSTART, lambda one: one.autostart, _F.NO_AUTOSTART, lambda one: not one.autostart),
    (
        _F.HAS_SNAPSHOT,
        lambda one: bool(one.snapshots),
        _F.NO_SNAPSHOT,
        lambda one: not one.snapshots,
    ),
    (
        _F.HAS_CHECKPOINT,
        lambda one: bool(one.checkpoints),
        _F.NO_CHECKPOINT,
        lambda one: not one.checkpoints,
    ),
)
"""Pairs of flags; of a pair with just one set, only domains that it fits are listed."""

_STATES = {
    _F.RUNNING: (_State.RUNNING,),
    _F.PAUSED: (_State.PAUSED,),
    _F.SHUTOFF: (_State.SHUTOFF,),
    _F.OTHER: (_State.NOSTATE, _State.BLOCKED, _State.SHUTDOWN, _State.CRASHED, _State.PMSUSPENDED),
}


def matching(domains: Iterable[Domain], flags: int) -> Iterable[Domain]:
    """Return the domains that fit all of the filters that are set."""
    for yes_flag, yes, no_flag, no in FILTERS:
        chosen = flags & (yes_flag | no_flag)
        if chosen == yes_flag:
            domains = filter(yes, domains)
        elif chosen == no_flag:
            domains = filter(no, domains)
    wanted = {state for flag, states in _STATES.items() if flags & flag for state in states}
    if wanted:
        domains = (one for one in domains if one.state in wanted)
    return domains


@handles(procedures.CONNECT_LIST_ALL_DOMAINS)
def list_all(
    host: Host, client: Client, args: remote.ConnectListAllDomainsArgs
) -> remote.ConnectListAllDomainsRet:
    """List domains."""
    check_flags(args.flags, sum(_F), "qemuConnectListAllDomains")
    found = list(matching(host.domains, args.flags))
    if len(found) > remote.REMOTE_DOMAIN_LIST_MAX:
        raise rpc_error(f"Too many domains '{len(found)}' for limit '{remote.REMOTE_DOMAIN_LIST_MAX}'")
    return remote.ConnectListAllDomainsRet(
        domains=[one.wire() for one in found] if args.need_results else [], ret=len(found)
    )


@handles(procedures.CONNECT_LIST_DOMAINS)
def list_ids(host: Host, client: Client, args: remote.ConnectListDomainsArgs) -> remote.ConnectListDomainsRet:
    """List the numbers of those that run."""
    check_count(args.maxids, "maxids", "REMOTE_DOMAIN_LIST_MAX")
    return remote.ConnectListDomainsRet(ids=[one.id for one in host.domains.active][: args.maxids])


@handles(procedures.CONNECT_NUM_OF_DOMAINS)
def count_active(host: Host, client: Client, args: None) -> remote.ConnectNumOfDomainsRet:
    """Count those that run."""
    return remote.ConnectNumOfDomainsRet(num=sum(1 for _ in host.domains.active))


@handles(procedures.CONNECT_LIST_DEFINED_DOMAINS)
def list_defined(
    host: Host, client: Client, args: remote.ConnectListDefinedDomainsArgs
) -> remote.ConnectListDefinedDomainsRet:
    """List the names of those that do not run."""
    check_count(args.maxnames, "maxnames", "REMOTE_DOMAIN_LIST_MAX")
    names = [one.name for one in host.domains if not one.is_active]
    return remote.ConnectListDefinedDomainsRet(names=names[: args.maxnames])


@handles(procedures.CONNECT_NUM_OF_DEFINED_DOMAINS)
def count_defined(host: Host, client: Client, args: None) -> remote.ConnectNumOfDefinedDomainsRet:
    """Count those that do not run."""
    return remote.ConnectNumOfDefinedDomainsRet(num=sum(1 for one in host.domains if not one.is_active))
