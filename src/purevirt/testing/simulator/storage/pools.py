"""Storage pools of type dir: looked up, listed, described, and what there can be.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.storage.busy import StorageSubject
from purevirt.testing.simulator.storage.failures import (
    internal,
    no_pool,
    storage_error,
)
from purevirt.testing.simulator.storage.pool_xml import POOL_TYPES, clean_path, format_pool
from purevirt.testing.simulator.storage.volume_xml import VOLUME_FORMATS
from purevirt.testing.simulator.wire.failure import check_count, check_flags
from purevirt.testing.simulator.xml_tree import Node, format_node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.storage.pool import Pool

__all__ = ["handles"]

handles = StorageSubject("storage pools")

_List = enums.ConnectListAllStoragePoolsFlags

_ALL_LIST = (1 << 20) - 1
_ALL_KINDS = _ALL_LIST & ~((1 << 6) - 1)


# who there is


@handles(procedures.STORAGE_POOL_LOOKUP_BY_NAME)
def lookup_by_name(
    host: Host, client: Client, args: remote.StoragePoolLookupByNameArgs
) -> remote.StoragePoolLookupByNameRet:
    """Find a pool by its name."""
    pool = host.storage.find(args.name)
    if pool is None:
        raise no_pool(f"name '{args.name}'")
    return remote.StoragePoolLookupByNameRet(pool=pool.wire)


@handles(procedures.STORAGE_POOL_LOOKUP_BY_UUID)
def lookup_by_uuid(
    host: Host, client: Client, args: remote.StoragePoolLookupByUuidArgs
) -> remote.StoragePoolLookupByUuidRet:
    """Find a pool by its UUID."""
    pool = host.storage.find_uuid(args.uuid)
    if pool is None:
        raise no_pool(f"uuid '{uuid.UUID(bytes=args.uuid)}'")
    return remote.StoragePoolLookupByUuidRet(pool=pool.wire)


@handles(procedures.STORAGE_POOL_LOOKUP_BY_VOLUME)
def lookup_by_volume(
    host: Host, client: Client, args: remote.StoragePoolLookupByVolumeArgs
) -> remote.StoragePoolLookupByVolumeRet:
    """Find the pool of a volume, which need not be there."""
    pool = host.storage.find(args.vol.pool)
    if pool is None:
        raise no_pool(f"name '{args.vol.pool}'")
    return remote.StoragePoolLookupByVolumeRet(pool=pool.wire)


@handles(procedures.STORAGE_POOL_LOOKUP_BY_TARGET_PATH)
def lookup_by_target_path(
    host: Host, client: Client, args: remote.StoragePoolLookupByTargetPathArgs
) -> remote.StoragePoolLookupByTargetPathRet:
    """Find an active pool by its folder."""
    clean = clean_path(args.path)
    for pool in host.storage:
        if pool.is_active and pool.definition.path == clean:
            return remote.StoragePoolLookupByTargetPathRet(pool=pool.wire)
    more = "" if clean == args.path else f" ({clean})"
    raise no_pool(f"target path '{args.path}'{more}")


def _names(pools: Iterable[Pool], max_names: int) -> list[str]:
    check_count(max_names, "maxnames", "REMOTE_STORAGE_POOL_LIST_MAX")
    return [pool.name for pool in pools][:max_names]


@handles(procedures.CONNECT_NUM_OF_STORAGE_POOLS)
def num_of_pools(host: Host, client: Client, args: None) -> remote.ConnectNumOfStoragePoolsRet:
    """Count active pools."""
    return remote.ConnectNumOfStoragePoolsRet(num=sum(pool.is_active for pool in host.storage))


@handles(procedures.CONNECT_LIST_STORAGE_POOLS)
def list_pools(
    host: Host, client: Client, args: remote.ConnectListStoragePoolsArgs
) -> remote.ConnectListStoragePoolsRet:
    """Name active pools."""
    pools = (pool for pool in host.storage if pool.is_active)
    return remote.ConnectListStoragePoolsRet(names=_names(pools, args.maxnames))


@handles(procedures.CONNECT_NUM_OF_DEFINED_STORAGE_POOLS)
def num_of_defined(host: Host, client: Client, args: None) -> remote.ConnectNumOfDefinedStoragePoolsRet:
    """Count pools that are not active."""
    return remote.ConnectNumOfDefinedStoragePoolsRet(num=sum(not pool.is_active for pool in host.storage))


@handles(procedures.CONNECT_LIST_DEFINED_STORAGE_POOLS)
def list_defined(
    host: Host, client: Client, args: remote.ConnectListDefinedStoragePoolsArgs
) -> remote.ConnectListDefinedStoragePoolsRet:
    """Name pools that are not active."""
    pools = (pool for pool in host.storage if not pool.is_active)
    return remote.ConnectListDefinedStoragePoolsRet(names=_names(pools, args.maxnames))


@handles(procedures.CONNECT_LIST_ALL_STORAGE_POOLS)
def list_all(
    host: Host, client: Client, args: remote.ConnectListAllStoragePoolsArgs
) -> remote.ConnectListAllStoragePoolsRet:
    """List pools that fit the flags: of each pair or group that is asked for, one has to fit.

    Where only their number is wanted, libvirt does not look at the flags.
    """
    check_flags(args.flags, _ALL_LIST, "storageConnectListAllStoragePools", ErrorDomain.STORAGE)
    if not args.need_results:
        return remote.ConnectListAllStoragePoolsRet(pools=[], ret=len(list(host.storage)))
    found = [pool.wire for pool in host.storage if _fits(pool, args.flags)]
    return remote.ConnectListAllStoragePoolsRet(pools=found, ret=len(found))


def _fits(pool: Pool, flags: int) -> bool:
    groups = (
        (_List.ACTIVE | _List.INACTIVE, _List.ACTIVE if pool.is_active else _List.INACTIVE),
        (_List.PERSISTENT | _List.TRANSIENT, _List.PERSISTENT if pool.is_persistent else _List.TRANSIENT),
        (_List.AUTOSTART | _List.NO_AUTOSTART, _List.AUTOSTART if pool.is_autostart else _List.NO_AUTOSTART),
        (_ALL_KINDS, _List.DIR),
    )
    return all(not flags & group or flags & own for group, own in groups)


# one pool


@handles(procedures.STORAGE_POOL_GET_INFO)
def get_info(host: Host, client: Client, args: remote.StoragePoolGetInfoArgs) -> remote.StoragePoolGetInfoRet:
    """Say whether it is active, and how much space there was when it was looked through last."""
    pool = host.storage.require(args.pool)
    state = enums.StoragePoolState.RUNNING if pool.is_active else enums.StoragePoolState.INACTIVE
    now = pool.definition
    return remote.StoragePoolGetInfoRet(
        state=state, capacity=now.capacity, allocation=max(now.allocation, 0), available=max(now.available, 0)
    )


@handles(procedures.STORAGE_POOL_GET_XML_DESC)
def get_xml(
    host: Host, client: Client, args: remote.StoragePoolGetXmlDescArgs
) -> remote.StoragePoolGetXmlDescRet:
    """Describe it as it is, or as it will be once it has stopped."""
    check_flags(args.flags, enums.StorageXMLFlags.INACTIVE, "storagePoolGetXMLDesc", ErrorDomain.STORAGE)
    pool = host.storage.require(args.pool)
    definition = pool.definition
    if args.flags and pool.new_definition is not None:
        definition = pool.new_definition
    return remote.StoragePoolGetXmlDescRet(xml=format_pool(definition))


@handles(procedures.STORAGE_POOL_IS_ACTIVE)
def is_active(
    host: Host, client: Client, args: remote.StoragePoolIsActiveArgs
) -> remote.StoragePoolIsActiveRet:
    """Say whether it is active."""
    return remote.StoragePoolIsActiveRet(active=int(host.storage.require(args.pool).is_active))


@handles(procedures.STORAGE_POOL_IS_PERSISTENT)
def is_persistent(
    host: Host, client: Client, args: remote.StoragePoolIsPersistentArgs
) -> remote.StoragePoolIsPersistentRet:
    """Say whether it is defined."""
    return remote.StoragePoolIsPersistentRet(persistent=int(host.storage.require(args.pool).is_persistent))


@handles(procedures.STORAGE_POOL_GET_AUTOSTART)
def get_autostart(
    host: Host, client: Client, args: remote.StoragePoolGetAutostartArgs
) -> remote.StoragePoolGetAutostartRet:
    """Say whether it starts with the host."""
    return remote.StoragePoolGetAutostartRet(autostart=int(host.storage.require(args.pool).is_autostart))


@handles(procedures.STORAGE_POOL_SET_AUTOSTART)
def set_autostart(host: Host, client: Client, args: remote.StoragePoolSetAutostartArgs) -> None:
    """Say whether it shall start with the host."""
    pool = host.storage.require(args.pool)
    if not pool.is_persistent:
        raise internal("pool has no config file")
    pool.is_autostart = bool(args.autostart)


# what there can be


@handles(procedures.CONNECT_FIND_STORAGE_POOL_SOURCES)
def find_sources(
    host: Host, client: Client, args: remote.ConnectFindStoragePoolSourcesArgs
) -> remote.ConnectFindStoragePoolSourcesRet:
    """Refuse: a folder has no source that could be found, and there is nothing else."""
    if args.type not in POOL_TYPES:
        raise internal(f"unknown storage pool type {args.type}")
    detail = f"pool type '{args.type}' does not support source discovery"
    raise storage_error(ErrorNumber.NO_SUPPORT, detail)


@handles(procedures.CONNECT_GET_STORAGE_POOL_CAPABILITIES)
def get_capabilities(
    host: Host, client: Client, args: remote.ConnectGetStoragePoolCapabilitiesArgs
) -> remote.ConnectGetStoragePoolCapabilitiesRet:
    """Say which types of pools there can be: folders."""
    check_flags(args.flags, 0, "storageConnectGetStoragePoolCapabilities", ErrorDomain.STORAGE)
    root = Node("storagepoolCapabilities")
    for kind in POOL_TYPES:
        supported = "yes" if kind == "dir" else "no"
        root.children.append(Node("pool", {"type": kind, "supported": supported}))
    options = next(iter(root)).put("volOptions")
    options.put("defaultFormat", type="raw")
    values = [Node("value", {}, [name]) for name in VOLUME_FORMATS]
    options.put("enum", name="targetFormatType").children.extend(values)
    return remote.ConnectGetStoragePoolCapabilitiesRet(capabilities=format_node(root))
