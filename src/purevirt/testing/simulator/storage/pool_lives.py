"""The lives of storage pools: defined, built, started, looked through, stopped, deleted, undefined.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.storage.busy import StorageSubject
from purevirt.testing.simulator.storage.failures import invalid, system_error
from purevirt.testing.simulator.storage.pool_xml import parse_pool
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.storage.pool import Pool

__all__ = ["handles"]

handles = StorageSubject("storage pools")

_Build = enums.StoragePoolBuildFlags
_Create = enums.StoragePoolCreateFlags
_Told = enums.StoragePoolEventLifecycleType

_ALL_CREATE = _Create.WITH_BUILD | _Create.WITH_BUILD_OVERWRITE | _Create.WITH_BUILD_NO_OVERWRITE
_DEFAULT_MODE = 0o711


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
