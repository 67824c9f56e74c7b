"""Storage volumes: listed, looked up, described, resized, wiped, deleted.

Source: measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.storage.busy import StorageSubject
from purevirt.testing.simulator.storage.failures import (
    command_failed,
    failed,
    no_volume,
    storage_error,
    system_error,
)
from purevirt.testing.simulator.storage.pool_xml import clean_path
from purevirt.testing.simulator.storage.qcow2 import HEADER_MAX_BYTES, with_size
from purevirt.testing.simulator.storage.volume_xml import format_volume
from purevirt.testing.simulator.wire.failure import argument_error, check_count, check_flags

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.storage.pool import Pool, Volume

__all__ = ["handles"]

handles = StorageSubject("storage volumes")

_Resize = enums.StorageVolResizeFlags
_Wipe = enums.StorageVolWipeAlgorithm
_STORAGE = ErrorDomain.STORAGE


# which there are


@handles(procedures.STORAGE_POOL_NUM_OF_VOLUMES)
def num_of_volumes(
    host: Host, client: Client, args: remote.StoragePoolNumOfVolumesArgs
) -> remote.StoragePoolNumOfVolumesRet:
    """Count a pool's volumes."""
    return remote.StoragePoolNumOfVolumesRet(num=len(_active(host, args.pool).volumes))


@handles(procedures.STORAGE_POOL_LIST_VOLUMES)
def list_volumes(
    host: Host, client: Client, args: remote.StoragePoolListVolumesArgs
) -> remote.StoragePoolListVolumesRet:
    """Name a pool's volumes."""
    check_count(args.maxnames, "maxnames", "REMOTE_STORAGE_VOL_LIST_MAX")
    names = list(_active(host, args.pool).volumes)
    return remote.StoragePoolListVolumesRet(names=names[: args.maxnames])


@handles(procedures.STORAGE_POOL_LIST_ALL_VOLUMES)
def list_all_volumes(
    host: Host, client: Client, args: remote.StoragePoolListAllVolumesArgs
) -> remote.StoragePoolListAllVolumesRet:
    """List a pool's volumes."""
    check_flags(args.flags, 0, "storagePoolListAllVolumes", _STORAGE)
    pool = _active(host, args.pool)
    found = [pool.wire_volume(volume) for volume in pool.volumes.values()] if args.need_results else []
    return remote.StoragePoolListAllVolumesRet(vols=found, ret=len(pool.volumes))


def _active(host: Host, wanted: remote.StoragePool) -> Pool:
    pool = host.storage.require(wanted)
    pool.require_active()
    return pool


@handles(procedures.STORAGE_VOL_LOOKUP_BY_NAME)
def lookup_by_name(
    host: Host, client: Client, args: remote.StorageVolLookupByNameArgs
) -> remote.StorageVolLookupByNameRet:
    """Find a volume of a pool by its name."""
    pool = _active(host, args.pool)
    volume = pool.volumes.get(args.name)
    if volume is None:
        raise no_volume(f"name '{args.name}'")
    return remote.StorageVolLookupByNameRet(vol=pool.wire_volume(volume))


@handles(procedures.STORAGE_VOL_LOOKUP_BY_KEY)
def lookup_by_key(
    host: Host, client: Client, args: remote.StorageVolLookupByKeyArgs
) -> remote.StorageVolLookupByKeyRet:
    """Find a volume of any active pool by its key."""
    found = _find_path(host, args.key)
    if found is None:
        raise no_volume(f"key {args.key}")
    return remote.StorageVolLookupByKeyRet(vol=found)


@handles(procedures.STORAGE_VOL_LOOKUP_BY_PATH)
def lookup_by_path(
    host: Host, client: Client, args: remote.StorageVolLookupByPathArgs
) -> remote.StorageVolLookupByPathRet:
    """Find a volume of any active pool by its path."""
    clean = clean_path(args.path)
    found = _find_path(host, clean)
    if found is None:
        more = "" if clean == args.path else f" ({clean})"
        raise no_volume(f"path '{args.path}'{more}")
    return remote.StorageVolLookupByPathRet(vol=found)


def _find_path(host: Host, path: str) -> remote.StorageVol | None:
    folder, _, name = path.rpartition("/")
    for pool in host.storage:
        if pool.is_active and pool.definition.path == folder and name in pool.volumes:
            return pool.wire_volume(pool.volumes[name])
    return None


# what they are


@handles(procedures.STORAGE_VOL_GET_PATH)
def get_path(host: Host, client: Client, args: remote.StorageVolGetPathArgs) -> remote.StorageVolGetPathRet:
    """Return the path of a volume's file."""
    return remote.StorageVolGetPathRet(name=host.storage.require_volume(args.vol)[1].path)


@handles(procedures.STORAGE_VOL_GET_INFO)
def get_info(host: Host, client: Client, args: remote.StorageVolGetInfoArgs) -> remote.StorageVolGetInfoRet:
    """Measure a volume."""
    kind, volume = _measure(host, args.vol)
    return remote.StorageVolGetInfoRet(type=kind, capacity=volume.capacity, allocation=volume.allocation)


@handles(procedures.STORAGE_VOL_GET_INFO_FLAGS)
def get_info_flags(
    host: Host, client: Client, args: remote.StorageVolGetInfoFlagsArgs
) -> remote.StorageVolGetInfoFlagsRet:
    """Measure a volume; with the flag its file's length is in the place of what it takes of the pool."""
    physical = enums.StorageVolInfoFlags.GET_PHYSICAL
    check_flags(args.flags, physical, "storageVolGetInfoFlags", _STORAGE)
    kind, volume = _measure(host, args.vol)
    return remote.StorageVolGetInfoFlagsRet(
        type=kind,
        capacity=volume.capacity,
        allocation=volume.physical if args.flags & physical else volume.allocation,
    )


def _measure(host: Host, wanted: remote.StorageVol) -> tuple[enums.StorageVolType, Volume]:
    volume = host.storage.require_volume(wanted)[1]
    status = host.storage.update(volume)
    return enums.StorageVolType.DIR if status.is_folder else enums.StorageVolType.FILE, volume


@handles(procedures.STORAGE_VOL_GET_XML_DESC)
def get_xml(
    host: Host, client: Client, args: remote.StorageVolGetXmlDescArgs
) -> remote.StorageVolGetXmlDescRet:
    """Describe a volume."""
    check_flags(args.flags, 0, "storageVolGetXMLDesc", _STORAGE)
    volume = host.storage.require_volume(args.vol)[1]
    status = host.storage.update(volume)
    backing_status = None
    if volume.backing_path is not None:
        try:
            backing_status = host.storage.files.status(volume.backing_path)
        except OSError:
            backing_status = None
    return remote.StorageVolGetXmlDescRet(xml=format_volume(volume, status, backing_status))


# what is done to them


@handles(procedures.STORAGE_VOL_DELETE)
def delete(host: Host, client: Client, args: remote.StorageVolDeleteArgs) -> None:
    """Remove a volume and its file; a file that is gone already does not matter."""
    pool, volume = host.storage.require_volume(args.vol)
    volume.require_idle()
    check_flags(args.flags, 0, "virStorageBackendVolDeleteLocal", _STORAGE)
    try:
        host.storage.files.remove(volume.path)
    except FileNotFoundError:
        pass
    except OSError as error:
        what = "cannot remove directory" if volume.format == "dir" else "cannot unlink file"
        raise system_error(f"{what} '{volume.path}'", error) from None
    del pool.volumes[volume.name]
    pool.definition = pool.definition.taken(-volume.allocation)


@handles(procedures.STORAGE_VOL_RESIZE)
def resize(host: Host, client: Client, args: remote.StorageVolResizeArgs) -> None:
    """Change a volume's capacity: to so many bytes, or by so many."""
    if not args.capacity and not args.flags & (_Resize.DELTA | _Resize.SHRINK):
        function = "virStorageVolResize"
        text = f"capacity in {function} cannot be zero without 'delta' or 'shrink' flags set"
        raise argument_error(function, "capacity", text, _STORAGE)
    check_flags(args.flags, _Resize.ALLOCATE | _Resize.DELTA | _Resize.SHRINK, "storageVolResize", _STORAGE)
    pool, volume = host.storage.require_volume(args.vol)
    volume.require_idle()
    capacity = _wanted_capacity(volume, args.capacity, args.flags)
    more = capacity - volume.allocation if args.flags & _Resize.ALLOCATE else 0
    if more > pool.definition.available:
        raise failed("Not enough space left in storage pool")
    if volume.format == "qcow2":
        _resize_qcow2(host, volume, capacity, args.flags)
    else:
        _resize_raw(host, volume, capacity, args.flags)
    volume.capacity = capacity
    if args.flags & _Resize.ALLOCATE:
        volume.allocation = capacity
        pool.definition = pool.definition.taken(more)


def _wanted_capacity(volume: Volume, number: int, flags: int) -> int:
    capacity = number
    if flags & _Resize.DELTA:
        capacity = volume.capacity + number
        if flags & _Resize.SHRINK:
            capacity = volume.capacity - min(number, volume.capacity)
    text = None
    if capacity < volume.allocation:
        text = "can't shrink capacity below existing allocation"
    elif capacity < volume.capacity and not flags & _Resize.SHRINK:
        text = "Can't shrink capacity below current capacity unless shrink flag explicitly specified"
    if text is not None:
        raise storage_error(ErrorNumber.INVALID_ARG, text)
    return capacity


def _resize_raw(host: Host, volume: Volume, capacity: int, flags: int) -> None:
    try:
        with host.storage.files.open(volume.path, os.O_RDWR) as file:
            if flags & _Resize.ALLOCATE:
                file.allocate(capacity)
            else:
                file.cut(capacity)
    except OSError as error:
        if flags & _Resize.ALLOCATE:
            raise system_error(f"Failed to pre-allocate space for file '{volume.path}'", error) from None
        raise system_error(f"Failed to truncate file '{volume.path}'", error, ErrorDomain.NONE) from None


def _resize_qcow2(host: Host, volume: Volume, capacity: int, flags: int) -> None:
    if flags & _Resize.ALLOCATE:
        detail = "preallocate is only supported for raw type volume"
        raise storage_error(ErrorNumber.OPERATION_UNSUPPORTED, detail)
    shrink = "--shrink " if capacity < volume.capacity else ""
    command = f"/usr/bin/qemu-img resize {shrink}{volume.path} {capacity}"
    if host.storage.image_is_held(volume.path):
        text = (
            f"qemu-img: Could not open '{volume.path}': Failed to get \"write\" lock\n"
            f"Is another process using the image [{volume.path}]?"
        )
        raise command_failed(command, text)
    # qcow2 counts in sectors
    size = -(-capacity // 512) * 512
    try:
        with host.storage.files.open(volume.path, os.O_RDWR) as file:
            patches = with_size(file.read(0, HEADER_MAX_BYTES), size)
            if patches is None:
                raise command_failed(command, "qemu-img: the image has no place for a disk of this size")
            for offset, data in patches:
                file.write(offset, data)
    except OSError as error:
        text = f"qemu-img: Could not open '{volume.path}': {os.strerror(error.errno or 0)}"
        raise command_failed(command, text) from None


@handles(procedures.STORAGE_VOL_WIPE)
def wipe(host: Host, client: Client, args: remote.StorageVolWipeArgs) -> None:
    """Fill a volume with zeros."""
    _wipe(host, args.vol, _Wipe.ZERO, args.flags)


@handles(procedures.STORAGE_VOL_WIPE_PATTERN)
def wipe_pattern(host: Host, client: Client, args: remote.StorageVolWipePatternArgs) -> None:
    """Fill a volume with zeros; other patterns need a program that the host does not have."""
    _wipe(host, args.vol, args.algorithm, args.flags)


def _wipe(host: Host, wanted: remote.StorageVol, algorithm: int, flags: int) -> None:
    check_flags(flags, 0, "storageVolWipePattern", _STORAGE)
    if algorithm > max(_Wipe):
        raise storage_error(ErrorNumber.INVALID_ARG, f"wiping algorithm {algorithm} not supported")
    volume = host.storage.require_volume(wanted)[1]
    volume.require_idle()
    if algorithm == _Wipe.TRIM:
        raise storage_error(ErrorNumber.ARGUMENT_UNSUPPORTED, "'trim' algorithm not supported")
    if algorithm != _Wipe.ZERO:
        raise system_error("Cannot find 'scrub' in path", 2, ErrorDomain.NONE)
    try:
        status = host.storage.files.status(volume.path)
        with host.storage.files.open(volume.path, os.O_RDWR) as file:
            file.cut(0)
            file.cut(status.size)
            if status.allocation >= status.size:
                file.allocate(status.size)
    except OSError as error:
        raise system_error(f"Failed to open storage volume with path '{volume.path}'", error) from None
    facts = host.storage.images.look(volume.path)
    volume.format, volume.features = facts.format, None
    volume.capacity, volume.allocation, volume.physical = facts.capacity, facts.allocation, facts.physical
