"""What there is, how it is, and waiting until it is so. Pure; see recipe.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from purevirt.rpc import typed_params
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.event_kinds import DOMAIN_LIFECYCLE
from purevirt.rpc.recipes.recipe import Bound, NextEvent, Subscribe, call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.rpc.recipes.recipe import Recipe
    from purevirt.rpc.typed_params import Value

__all__ = [
    "DomainStats",
    "get_all_domain_stats",
    "list_checkpoints",
    "list_domains",
    "list_interfaces",
    "list_network_ports",
    "list_networks",
    "list_node_devices",
    "list_nwfilter_bindings",
    "list_nwfilters",
    "list_secrets",
    "list_snapshots",
    "list_storage_pools",
    "list_volumes",
    "wait_for_state",
]


class DomainStats(NamedTuple):
    """The statistics of one domain: name to value, e.g. ``cpu.time`` in nanoseconds."""

    dom: remote.Domain
    values: dict[str, Value]


def get_all_domain_stats(
    doms: Sequence[remote.Domain] = (), stats: int = 0, flags: int = 0
) -> Recipe[list[DomainStats]]:
    """Return the statistics of `doms`, or of all domains if it is empty.

    Args:
        doms: whose.
        stats: which groups, of `enums.DomainStatsTypes`; 0 is all that the daemon has.
        flags: of `enums.ConnectGetAllDomainStatsFlags`.

    Source: remote_protocol.x, REMOTE_PROC_CONNECT_GET_ALL_DOMAIN_STATS.
    """
    args = remote.ConnectGetAllDomainStatsArgs(list(doms), stats, flags)
    reply = yield from call(procedures.CONNECT_GET_ALL_DOMAIN_STATS, args)
    return [DomainStats(one.dom, typed_params.to_dict(one.params)) for one in reply.ret_stats]


def wait_for_state(
    dom: remote.Domain, *states: int, timeout_s: float | None = None
) -> Recipe[remote.DomainGetStateRet]:
    """Return once the domain is in one of `states`, with the state and its reason; at once if it is already.

    Its events are asked for before its present state is, so that no change is missed; each event, whatever
    it says, is a reason to look again.

    Args:
        dom: which.
        states: of `enums.DomainState`, at least one.
        timeout_s: how long to wait; None is for ever.

    Raises:
        NoDomain: it is gone, as a transient domain is once it is off.
        TimeoutError: it did not get there in time.
    """
    if not states:
        raise ValueError("wait_for_state: name at least one state to wait for")
    yield Bound(timeout_s)
    yield Subscribe(DOMAIN_LIFECYCLE.topic(dom))
    while True:
        now = yield from call(procedures.DOMAIN_GET_STATE, remote.DomainGetStateArgs(dom))
        if now.state in states:
            return now
        yield NextEvent(None)


def list_domains(flags: int = 0) -> Recipe[list[remote.Domain]]:
    """Return the domains; `flags` of `enums.ConnectListAllDomainsFlags` choose among them, 0 is all."""
    args = remote.ConnectListAllDomainsArgs(flags=flags)
    return (yield from call(procedures.CONNECT_LIST_ALL_DOMAINS, args)).domains


def list_networks(flags: int = 0) -> Recipe[list[remote.Network]]:
    """Return the networks; `flags` of `enums.ConnectListAllNetworksFlags`, 0 is all."""
    args = remote.ConnectListAllNetworksArgs(flags=flags)
    return (yield from call(procedures.CONNECT_LIST_ALL_NETWORKS, args)).nets


def list_network_ports(network: remote.Network, flags: int = 0) -> Recipe[list[remote.NetworkPort]]:
    """Return the ports of a network; `flags` have to be 0."""
    args = remote.NetworkListAllPortsArgs(network, flags=flags)
    return (yield from call(procedures.NETWORK_LIST_ALL_PORTS, args)).ports


def list_storage_pools(flags: int = 0) -> Recipe[list[remote.StoragePool]]:
    """Return the storage pools; `flags` of `enums.ConnectListAllStoragePoolsFlags`, 0 is all."""
    args = remote.ConnectListAllStoragePoolsArgs(flags=flags)
    return (yield from call(procedures.CONNECT_LIST_ALL_STORAGE_POOLS, args)).pools


def list_volumes(pool: remote.StoragePool, flags: int = 0) -> Recipe[list[remote.StorageVol]]:
    """Return the volumes of a storage pool that is active; `flags` have to be 0."""
    args = remote.StoragePoolListAllVolumesArgs(pool, flags=flags)
    return (yield from call(procedures.STORAGE_POOL_LIST_ALL_VOLUMES, args)).vols


def list_interfaces(flags: int = 0) -> Recipe[list[remote.Interface]]:
    """Return the host's network interfaces; `flags` of `enums.ConnectListAllInterfacesFlags`, 0 is all."""
    args = remote.ConnectListAllInterfacesArgs(flags=flags)
    return (yield from call(procedures.CONNECT_LIST_ALL_INTERFACES, args)).ifaces


def list_node_devices(flags: int = 0) -> Recipe[list[remote.NodeDevice]]:
    """Return the host's devices; `flags` of `enums.ConnectListAllNodeDeviceFlags`, 0 is all."""
    args = remote.ConnectListAllNodeDevicesArgs(flags=flags)
    return (yield from call(procedures.CONNECT_LIST_ALL_NODE_DEVICES, args)).devices


def list_secrets(flags: int = 0) -> Recipe[list[remote.Secret]]:
    """Return the secrets; `flags` of `enums.ConnectListAllSecretsFlags`, 0 is all."""
    args = remote.ConnectListAllSecretsArgs(flags=flags)
    return (yield from call(procedures.CONNECT_LIST_ALL_SECRETS, args)).secrets


def list_nwfilters(flags: int = 0) -> Recipe[list[remote.Nwfilter]]:
    """Return the network filters; `flags` have to be 0."""
    args = remote.ConnectListAllNwfiltersArgs(flags=flags)
    return (yield from call(procedures.CONNECT_LIST_ALL_NWFILTERS, args)).filters


def list_nwfilter_bindings(flags: int = 0) -> Recipe[list[remote.NwfilterBinding]]:
    """Return where network filters are in use; `flags` have to be 0."""
    args = remote.ConnectListAllNwfilterBindingsArgs(flags=flags)
    return (yield from call(procedures.CONNECT_LIST_ALL_NWFILTER_BINDINGS, args)).bindings


def list_snapshots(dom: remote.Domain, flags: int = 0) -> Recipe[list[remote.DomainSnapshot]]:
    """Return a domain's snapshots; `flags` of `enums.DomainSnapshotListFlags`, 0 is all."""
    args = remote.DomainListAllSnapshotsArgs(dom, flags=flags)
    return (yield from call(procedures.DOMAIN_LIST_ALL_SNAPSHOTS, args)).snapshots


def list_checkpoints(dom: remote.Domain, flags: int = 0) -> Recipe[list[remote.DomainCheckpoint]]:
    """Return a domain's checkpoints; `flags` of `enums.DomainCheckpointListFlags`, 0 is all."""
    args = remote.DomainListAllCheckpointsArgs(dom, flags=flags)
    return (yield from call(procedures.DOMAIN_LIST_ALL_CHECKPOINTS, args)).checkpoints
