"""New storage volumes: empty, upon another file, or a copy of one.

Source: measured on libvirtd 9.0.0, which has qemu-img make everything that is not raw.
"""

from __future__ import annotations

import errno
import os
import posixpath
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.storage.busy import StorageSubject
from purevirt.testing.simulator.storage.copying import copy_into
from purevirt.testing.simulator.storage.failures import (
    command_failed,
    internal,
    invalid,
    no_pool,
    no_volume,
    storage_error,
    system_error,
    unsupported,
)
from purevirt.testing.simulator.storage.pool import Volume
from purevirt.testing.simulator.storage.qcow2 import (
    DEFAULT_CLUSTER_BYTES,
    HEADER_MAX_BYTES,
    Qcow2Header,
    cluster_bits_of,
    empty_image,
    parse_header,
)
from purevirt.testing.simulator.storage.qcow2_data import Qcow2Writer
from purevirt.testing.simulator.storage.volume_xml import VolumeRequest, parse_volume
from purevirt.testing.simulator.wire.failure import check_flags

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.storage.model import Storage
    from purevirt.testing.simulator.storage.pool import Pool

__all__ = ["handles"]

handles = StorageSubject("storage volumes")

_Create = enums.StorageVolCreateFlags
_KIB = 1024
_SECTOR = 512
_QCOW2_COMPAT = {"0.10": 2, "1.1": 3}


@handles(procedures.STORAGE_VOL_CREATE_XML)
def create(host: Host, client: Client, args: remote.StorageVolCreateXmlArgs) -> remote.StorageVolCreateXmlRet:
    """Make an empty volume."""
    known = _Create.PREALLOC_METADATA | _Create.VALIDATE
    check_flags(args.flags, known, "storageVolCreateXML", ErrorDomain.STORAGE)
    pool = host.storage.require(args.pool)
    pool.require_active()
    request = parse_volume(args.xml, needs_capacity=True)
    if request.name in pool.volumes:
        raise storage_error(ErrorNumber.STORAGE_VOL_EXIST, f"'{request.name}'")
    volume = _begin(host.storage, pool, request)
    maker = _Maker(host.storage, volume, request, args.flags)
    maker.make()
    pool.volumes[volume.name] = volume
    _finish(host.storage, pool, volume)
    return remote.StorageVolCreateXmlRet(vol=pool.wire_volume(volume))


@handles(procedures.STORAGE_VOL_CREATE_XML_FROM)
async def create_from(
    host: Host, client: Client, args: remote.StorageVolCreateXmlFromArgs
) -> remote.StorageVolCreateXmlFromRet:
    """Make a volume with the content of another."""
    known = _Create.PREALLOC_METADATA | _Create.REFLINK | _Create.VALIDATE
    check_flags(args.flags, known, "storageVolCreateXMLFrom", ErrorDomain.STORAGE)
    storage = host.storage
    pool = storage.require(args.pool)
    source_pool = storage.find(args.clonevol.pool)
    if source_pool is None:
        raise no_pool(f"name '{args.clonevol.pool}'")
    pool.require_active()
    source_pool.require_active()
    source = source_pool.volumes.get(args.clonevol.name)
    if source is None:
        raise no_volume(f"name '{args.clonevol.name}'")
    request = parse_volume(args.xml, needs_capacity=False)
    if request.name in pool.volumes:
        raise internal(f"storage volume name '{request.name}' already in use.")
    if source.is_building:
        raise invalid(f"volume '{source.name}' is still being allocated.")
    # what was known of the source counts, and not what it has become since
    capacity = max(request.capacity or 0, source.capacity)
    storage.update(source)
    volume = _begin(storage, pool, request)
    maker = _Maker(storage, volume, request, args.flags, capacity=capacity)
    pool.volumes[volume.name] = volume
    volume.is_building = True
    source.users += 1
    jobs = (pool,) if pool is source_pool else (pool, source_pool)
    for one in jobs:
        one.job_count += 1
    try:
        maker.make(source=source)
        await copy_into(storage, source, volume)
    except BaseException:
        pool.volumes.pop(volume.name, None)
        _discard(storage, volume)
        raise
    finally:
        volume.is_building = False
        source.users -= 1
        for one in jobs:
            one.job_count -= 1
    _finish(storage, pool, volume)
    return remote.StorageVolCreateXmlFromRet(vol=pool.wire_volume(volume))


def _begin(storage: Storage, pool: Pool, request: VolumeRequest) -> Volume:
    if "/" in request.name:
        raise invalid(f"volume name '{request.name}' cannot contain '/'")
    path = f"{pool.definition.path}/{request.name}"
    try:
        there = storage.files.real(pool.definition.path).joinpath(request.name).exists()
    except OSError:
        # a name that the file system does not take is refused when the file is made
        there = False
    if there:
        raise invalid(f"volume target path '{path}' already exists")
    return Volume(request.name, path, request.format)


def _finish(storage: Storage, pool: Pool, volume: Volume) -> None:
    storage.update(volume)
    pool.definition = pool.definition.taken(volume.allocation)


def _discard(storage: Storage, volume: Volume) -> None:
    try:
        storage.files.remove(volume.path)
    except OSError:
        # it was not even made
        return


class _Maker:
    """Makes the file of one volume."""

    def __init__(
        self,
        storage: Storage,
        volume: Volume,
        request: VolumeRequest,
        flags: int,
        *,
        capacity: int | None = None,
    ) -> None:
        self._storage = storage
        self._volume = volume
        self._request = request
        self._flags = flags
        self._capacity = request.capacity if capacity is None else capacity
        self._is_copy = capacity is not None
        mode = request.permissions.mode
        self._mode = 0o600 if mode is None else mode
        self._owner = request.permissions.owner, request.permissions.group

    def make(self, source: Volume | None = None) -> None:
        """Make the file, with nothing in it.

        Raises:
            SimulatedError: it cannot be made; nothing is left of it.
        """
        request = self._request
        if request.is_encrypted:
            raise unsupported("the simulated host has no encrypted volumes")
        if request.format == "raw":
            self._make_raw(source)
        elif request.format == "dir" and source is not None:
            # a copy of a file is a file, whatever it shall be
            self._volume.format = "raw"
            self._make_raw(source)
        elif request.format == "dir":
            self._make_folder()
        elif request.format == "iso":
            self._make_file(self._capacity or 0, 0)
        elif request.format == "qcow2":
            self._make_qcow2(source)
        else:
            command = f"/usr/bin/qemu-img create -f {request.format} {self._volume.path} {self._kib()}"
            text = f"qemu-img: {self._volume.path}: Unknown file format '{request.format}'"
            raise command_failed(command, text)

    def _make_raw(self, source: Volume | None) -> None:
        request = self._request
        if request.backing_path is not None:
            text = "backing storage not supported for raw volumes"
            raise storage_error(ErrorNumber.NO_SUPPORT, text)
        if self._flags & _Create.PREALLOC_METADATA:
            raise unsupported("metadata preallocation is not supported for raw volumes")
        if self._flags & _Create.REFLINK and source is not None:
            raise system_error(f"failed to clone files from '{source.path}'", errno.EOPNOTSUPP)
        capacity = self._capacity or 0
        allocation = capacity if request.allocation is None else request.allocation
        if source is not None and source.format != "raw":
            # what qemu-img converts is as sparse as it was
            allocation = 0
        self._make_file(capacity, allocation)

    def _make_file(self, capacity: int, allocation: int) -> None:
        path = self._volume.path
        what = f"Failed to create file '{path}'"
        try:
            with self._storage.files.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, self._mode) as file:
                try:
                    file.set_permissions(self._mode, *self._owner)
                    what = f"cannot extend file '{path}'"
                    file.cut(capacity)
                    if allocation:
                        what = f"cannot allocate {allocation} bytes in file '{path}'"
                        file.allocate(allocation)
                except OSError:
                    _discard(self._storage, self._volume)
                    raise
        except OSError as error:
            raise system_error(what, error) from None

    def _make_folder(self) -> None:
        try:
            self._storage.files.make_folder(self._volume.path, self._mode)
        except OSError as error:
            raise system_error(f"failed to create directory '{self._volume.path}'", error) from None

    def _kib(self) -> str:
        return f"{-(-(self._capacity or 0) // _KIB)}K"

    def _make_qcow2(self, source: Volume | None) -> None:
        request = self._request
        volume = self._volume
        volume.compat, volume.features = request.compat, request.features
        volume.cluster_bytes = request.cluster_bytes
        options = "" if request.backing_path is None else f"backing_fmt={request.backing_format},"
        options += f"compat={request.compat or '0.10'}"
        backing = "" if request.backing_path is None else f"-b {request.backing_path} "
        command = f"/usr/bin/qemu-img create -f qcow2 {backing}-o {options} {volume.path}"
        size = self._capacity
        if size is not None:
            command += f" {self._kib()}"
        if request.backing_path is not None and source is None:
            backing_size = self._check_backing(command, request.backing_path)
            volume.backing_path = posixpath.join(posixpath.dirname(volume.path), request.backing_path)
            volume.backing_format = request.backing_format
            size = backing_size if size is None else size
        unit = _KIB if source is None else _SECTOR
        self._write_qcow2(command, -(-(size or 0) // unit) * unit)

    def _check_backing(self, command: str, path: str) -> int:
        absolute = posixpath.join(posixpath.dirname(self._volume.path), path)
        try:
            facts = self._storage.images.look(absolute, self._request.backing_format)
        except OSError as error:
            raise system_error(f"inaccessible backing store volume {path}", error) from None
        if facts.format == "qcow2" and facts.header is None:
            text = (
                f"qemu-img: {self._volume.path}: Image is not in qcow2 format\nCould not open backing image."
            )
            raise command_failed(command, text)
        return facts.capacity

    def _write_qcow2(self, command: str, size: int) -> None:
        request = self._request
        volume = self._volume
        cluster_bytes = request.cluster_bytes or DEFAULT_CLUSTER_BYTES
        what = "Could not create image"
        try:
            header = Qcow2Header(
                version=_QCOW2_COMPAT.get(request.compat or "0.10", 3),
                size=size,
                cluster_bits=cluster_bits_of(cluster_bytes),
                backing_name=request.backing_path if volume.backing_path is not None else None,
                backing_format=request.backing_format,
                lazy_refcounts="lazy_refcounts" in (request.features or ()),
            )
            pieces, length = empty_image(header)
            with self._storage.files.open(
                volume.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, self._mode
            ) as file:
                file.set_permissions(self._mode, *self._owner)
                what = "Could not write qcow2 header"
                file.allocate(length)
                for offset, data in pieces:
                    file.write(offset, data)
                made = parse_header(file.read(0, HEADER_MAX_BYTES))
                if made is not None and self._flags & _Create.PREALLOC_METADATA and not self._is_copy:
                    # before tables are written that would fill it
                    file.require_space(size)
                    file.allocate(Qcow2Writer(file, made).preallocate(size))
        except (OSError, ValueError) as error:
            _discard(self._storage, volume)
            reason = f"{what}: {os.strerror(error.errno or 0)}" if isinstance(error, OSError) else str(error)
            raise command_failed(command, f"qemu-img: {volume.path}: {reason}") from None
