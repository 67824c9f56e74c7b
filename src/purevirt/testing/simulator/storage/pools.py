"""Storage pools of type dir: defined, built, started, looked through, listed, and all of it undone.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.failure import SimulatedError, check_flags, rpc_error
from purevirt.testing.simulator.storage.busy import StorageSubject
from purevirt.testing.simulator.storage.failures import (
    internal,
    invalid,
    no_pool,
    storage_error,
    system_error,
)
from purevirt.testing.simulator.storage.pool_xml import clean_path, format_pool, parse_pool

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Iterable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.storage.pool import Pool

__all__ = ["handles"]

handles = StorageSubject("storage pools")

_Build = enums.StoragePoolBuildFlags
_Create = enums.StoragePoolCreateFlags
_List = enums.ConnectListAllStoragePoolsFlags
_Told = enums.StoragePoolEventLifecycleType

_ALL_CREATE = _Create.WITH_BUILD | _Create.WITH_BUILD_OVERWRITE | _Create.WITH_BUILD_NO_OVERWRITE
_ALL_LIST = (1 << 20) - 1
_ALL_KINDS = _ALL_LIST & ~((1 << 6) - 1)
_MAX_NAMES = 16384
_DEFAULT_MODE = 0o711


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
    if max_names > _MAX_NAMES:
        raise rpc_error("maxnames > REMOTE_STORAGE_POOL_LIST_MAX")
    return [pool.name for pool in pools][: max(max_names, 0)]


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


# their lives


@handles(procedures.STORAGE_POOL_DEFINE_XML)
def define(
    host: Host, client: Client, args: remote.StoragePoolDefineXmlArgs
) -> remote.StoragePoolDefineXmlRet:
    """Define a pool, or define it anew."""
    check_flags(
        args.flags, enums.StoragePoolDefineFlags.VALIDATE, "storagePoolDefineXML", ErrorDomain.STORAGE
    )
    definition = parse_pool(args.xml, host.new_uuid)
    if "\n" in definition.name:
        raise SimulatedError(ErrorNumber.XML_DETAIL, ErrorDomain.XML, "invalid char in name: \n")
    pool = host.storage.add(definition, is_live=False)
    pool.is_persistent = True
    host.storage.tell(pool, _Told.DEFINED)
    return remote.StoragePoolDefineXmlRet(pool=pool.wire)


@handles(procedures.STORAGE_POOL_CREATE_XML)
def create_xml(
    host: Host, client: Client, args: remote.StoragePoolCreateXmlArgs
) -> Awaitable[remote.StoragePoolCreateXmlRet]:
    """Start a pool that is gone when it stops, or one that is defined, with another definition."""
    check_flags(args.flags, _ALL_CREATE, "storagePoolCreateXML", ErrorDomain.STORAGE)
    pool = host.storage.add(parse_pool(args.xml, host.new_uuid), is_live=True)
    started = _start(host, pool, args.flags)

    async def answer() -> remote.StoragePoolCreateXmlRet:
        await started
        return remote.StoragePoolCreateXmlRet(pool=pool.wire)

    return answer()


@handles(procedures.STORAGE_POOL_CREATE)
def create(host: Host, client: Client, args: remote.StoragePoolCreateArgs) -> Awaitable[None]:
    """Start a pool that is defined."""
    check_flags(args.flags, _ALL_CREATE, "storagePoolCreate", ErrorDomain.STORAGE)
    pool = host.storage.require(args.pool)
    _require_stopped(pool, "already")
    return _start(host, pool, args.flags)


def _start(host: Host, pool: Pool, flags: int) -> Awaitable[None]:
    # the pool is locked before any other call is looked at
    looked = host.storage.begin_look(pool)
    return _started(host, pool, flags, looked)


async def _started(host: Host, pool: Pool, flags: int, looked: asyncio.Event | None) -> None:
    try:
        if flags:
            build_flags = _Build.NEW
            if flags & _Create.WITH_BUILD_OVERWRITE:
                build_flags = _Build.OVERWRITE
            elif flags & _Create.WITH_BUILD_NO_OVERWRITE:
                build_flags = _Build.NO_OVERWRITE
            _build(host, pool, build_flags)
        if looked is not None:
            await looked.wait()
        host.storage.look_through(pool)
    except BaseException:
        host.storage.settle(pool)
        raise
    pool.is_active = True
    host.storage.tell(pool, _Told.STARTED)


def _require_stopped(pool: Pool, how: str) -> None:
    if pool.is_active:
        raise invalid(f"storage pool '{pool.name}' is {how} active")


@handles(procedures.STORAGE_POOL_BUILD)
def build(host: Host, client: Client, args: remote.StoragePoolBuildArgs) -> None:
    """Make the pool's folder."""
    pool = host.storage.require(args.pool)
    _require_stopped(pool, "already")
    _build(host, pool, args.flags)
    host.storage.tell(pool, _Told.CREATED)


def _build(host: Host, pool: Pool, flags: int) -> None:
    formatting = _Build.OVERWRITE | _Build.NO_OVERWRITE
    check_flags(flags, formatting, "virStorageBackendFileSystemBuild", ErrorDomain.STORAGE)
    definition = pool.definition
    mode = definition.permissions.mode
    try:
        host.storage.files.make_folder(definition.path, _DEFAULT_MODE if mode is None else mode)
    except (FileExistsError, NotADirectoryError):
        # the start that follows, or the next one, stumbles over it
        pass
    except OSError as error:
        raise system_error(f"failed to create directory '{definition.path}'", error) from None
    if flags:
        raise invalid(f"No source device specified when formatting pool '{pool.name}'")


@handles(procedures.STORAGE_POOL_DESTROY)
def destroy(host: Host, client: Client, args: remote.StoragePoolDestroyArgs) -> None:
    """Stop a pool; its files stay."""
    pool = host.storage.require(args.pool)
    pool.require_active()
    pool.require_no_jobs()
    host.storage.deactivate(pool)
    host.storage.tell(pool, _Told.STOPPED)


@handles(procedures.STORAGE_POOL_DELETE)
def delete(host: Host, client: Client, args: remote.StoragePoolDeleteArgs) -> None:
    """Remove a pool's folder, which has to be empty."""
    pool = host.storage.require(args.pool)
    _require_stopped(pool, "still")
    pool.require_no_jobs()
    check_flags(args.flags, 0, "virStorageBackendDeleteLocal", ErrorDomain.STORAGE)
    path = pool.definition.path
    try:
        host.storage.files.remove(path)
    except OSError as error:
        raise system_error(f"failed to remove pool '{path}'", error) from None
    host.storage.tell(pool, _Told.DELETED)


@handles(procedures.STORAGE_POOL_UNDEFINE)
def undefine(host: Host, client: Client, args: remote.StoragePoolUndefineArgs) -> None:
    """Forget a pool."""
    pool = host.storage.require(args.pool)
    _require_stopped(pool, "still")
    pool.require_no_jobs()
    host.storage.remove(pool)
    host.storage.tell(pool, _Told.UNDEFINED)


@handles(procedures.STORAGE_POOL_REFRESH)
def refresh(host: Host, client: Client, args: remote.StoragePoolRefreshArgs) -> Awaitable[None]:
    """Look through a pool: what has come and gone in its folder, and how much space there is."""
    check_flags(args.flags, 0, "storagePoolRefresh", ErrorDomain.STORAGE)
    pool = host.storage.require(args.pool)
    pool.require_active()
    pool.require_no_jobs()
    # the pool is locked before any other call is looked at
    return _refreshed(host, pool, host.storage.begin_look(pool))


async def _refreshed(host: Host, pool: Pool, looked: asyncio.Event | None) -> None:
    if looked is not None:
        await looked.wait()
    try:
        host.storage.look_through(pool)
    except SimulatedError:
        host.storage.deactivate(pool)
        host.storage.tell(pool, _Told.STOPPED)
        raise
    host.storage.tell_refresh(pool)


@handles(procedures.CONNECT_FIND_STORAGE_POOL_SOURCES)
def find_sources(
    host: Host, client: Client, args: remote.ConnectFindStoragePoolSourcesArgs
) -> remote.ConnectFindStoragePoolSourcesRet:
    """Refuse: a folder has no source that could be found."""
    if args.type != "dir":
        raise internal(f"unknown storage pool type {args.type}")
    detail = "pool type 'dir' does not support source discovery"
    raise storage_error(ErrorNumber.NO_SUPPORT, detail)
