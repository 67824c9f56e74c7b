"""What is done to the volumes of one host's pool."""

from __future__ import annotations

import asyncio
import errno
import struct
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from purevirt.errors import (
    InternalError,
    LibvirtError,
    NoStoragePool,
    NoStorageVol,
    OperationInvalid,
    SystemCallError,
)
from purevirt.provider.backend import BackendError
from purevirt.provider.libvirt import reply_xml
from purevirt.provider.libvirt.failure import one_line
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from purevirt.provider.libvirt.hosts import Host
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import StoragePool, StorageVol

    T = TypeVar("T")

MIN_DISK_BYTES = 40 << 30
"""A guest's disk is at least this large, and grows with what is written; a golden image is often tiny."""

_QCOW2_MAGIC = b"QFI\xfb"
_QCOW2_SIZE_OFFSET = 24
_HEADER_BYTES = 32
_FOREIGN_MAGICS = {
    b"KDMV": "vmdk",
    b"COWD": "vmdk",
    b"vhdx": "vhdx",
    b"cone": "vpc",
    b"QED\0": "qed",
    b"LUKS": "luks",
    b"<<< ": "vdi",
    b"\xfd7zX": "xz-compressed data",
    b"\x1f\x8b\x08\x00": "gzip-compressed data",
    b"\x28\xb5\x2f\xfd": "zstd-compressed data",
}

_BUSY_PAUSES_S = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenImage:
    """What every guest's disk is backed by; `format` is what its content is, whatever the pool says."""

    path: str
    format: Literal["raw", "qcow2"]
    virtual_bytes: int


_NO_SPACE = "No space left on device"


class Volumes:
    """The volumes of one pool of one host."""

    def __init__(self, host: Host, pool: str) -> None:
        self._host = host
        self._pool_name = pool

    async def golden(self, name: str) -> GoldenImage:
        """Return what the golden volume is, judged by its first bytes.

        A pool knows an uploaded image's format only after a refresh, so that a qcow2 image declared raw is
        taken for what it is; an image declared qcow2 that is not is refused.

        Raises:
            BackendError: pool or volume is missing, or the image is of no use.
        """
        what = f"zone {self._host.zone}: golden volume {name} in pool {self._pool_name}"
        volume = await self._find(await self._pool(), name)
        if volume is None:
            raise BackendError(f"{what} does not exist; import it, or name another with --image")
        declared = reply_xml.parse(
            await self._host.call(
                f"reading {name}",
                lambda connection: connection.storage_vol_get_xml_desc(volume, 0),
                repeatable=True,
            ),
            what,
        )
        header = await self._host.call(
            f"reading {name}",
            lambda connection: _download(connection, volume, _HEADER_BYTES),
            repeatable=True,
        )
        path = reply_xml.text_of(declared, "target/path", what)
        format_ = declared.find("target/format")
        declared_format = "raw" if format_ is None else format_.get("type", "raw")
        if header.startswith(_QCOW2_MAGIC) and len(header) == _HEADER_BYTES:
            (size,) = struct.unpack_from(">Q", header, _QCOW2_SIZE_OFFSET)
            return GoldenImage(path=path, format="qcow2", virtual_bytes=size)
        found = _FOREIGN_MAGICS.get(header[:4], "raw")
        if declared_format != "raw" or found != "raw":
            raise BackendError(f"{what}: declared {declared_format}, is {found}; convert it to qcow2 or raw")
        return GoldenImage(
            path=path, format="raw", virtual_bytes=reply_xml.bytes_of(declared, "capacity", what)
        )

    async def create_overlay(self, name: str, golden: GoldenImage) -> StorageVol:
        """Create a qcow2 volume backed by `golden`."""
        capacity_bytes = max(golden.virtual_bytes, MIN_DISK_BYTES)
        return await self._create(
            name, volume_xml(name, capacity_bytes=capacity_bytes, format_="qcow2", backing=golden)
        )

    async def create_seed(self, name: str, size_bytes: int) -> StorageVol:
        """Create a raw volume of exactly `size_bytes`, to be filled."""
        return await self._create(
            name, volume_xml(name, capacity_bytes=size_bytes, format_="raw", allocated=True)
        )

    async def fill(self, volume: StorageVol, content: bytes) -> None:
        """Upload `content`, which is exactly as long as the volume."""
        await self._when_not_busy(
            f"uploading volume {volume.name}",
            lambda connection: _upload(connection, volume, content),
            repeatable=True,
        )

    async def path(self, volume: StorageVol) -> str:
        """Return where the host has the volume's file."""
        return await self._host.call(
            f"reading volume {volume.name}",
            lambda connection: connection.storage_vol_get_path(volume),
            repeatable=True,
        )

    async def delete(self, name: str) -> None:
        """Delete a volume by name; already gone is success, also when only its file is."""
        pool = await self._pool()

        async def attempt(connection: Connection) -> None:
            try:
                volume = await connection.storage_vol_lookup_by_name(pool, name)
                await connection.storage_vol_delete(volume, 0)
            except NoStorageVol:
                return

        await self._when_not_busy(f"deleting volume {name}", attempt, repeatable=True)

    async def name_of(self, path: str) -> str | None:
        """Return the name of the volume of this pool at `path`, or None if there is none."""
        try:
            volume = await self._host.call(
                "looking up a volume",
                lambda connection: connection.storage_vol_lookup_by_path(path),
                repeatable=True,
            )
        except NoStorageVol:
            return None
        return volume.name if volume.pool == self._pool_name else None

    async def _pool(self) -> StoragePool:
        try:
            return await self._host.call(
                f"looking up pool {self._pool_name}",
                lambda connection: connection.storage_pool_lookup_by_name(self._pool_name),
                repeatable=True,
            )
        except NoStoragePool:
            raise BackendError(
                f"zone {self._host.zone}: pool {self._pool_name} does not exist; see --storage-pool"
            ) from None

    async def _find(self, pool: StoragePool, name: str) -> StorageVol | None:
        async def attempt(connection: Connection) -> StorageVol | None:
            try:
                return await connection.storage_vol_lookup_by_name(pool, name)
            except NoStorageVol:
                return None

        return await self._when_not_busy(f"looking up volume {name}", attempt, repeatable=True)

    async def _create(self, name: str, xml: str) -> StorageVol:
        pool = await self._pool()
        return await self._when_not_busy(
            f"creating volume {name}",
            lambda connection: connection.storage_vol_create_xml(pool, xml, 0),
            repeatable=False,
        )

    async def _when_not_busy(
        self, step: str, attempt: Callable[[Connection], Awaitable[T]], *, repeatable: bool
    ) -> T:
        """Return what `attempt` returns, trying again while the pool is busy.

        A busy pool ("asynchronous jobs running") has no code of its own: it is code 1 from the storage
        driver, as are lasting failures, so that those are tried again too, for some seconds. A volume that is
        being allocated or read has code 55, as an inactive pool has, which is looked at to tell them apart.
        """
        for pause_s in (*_BUSY_PAUSES_S, None):
            try:
                return await self._host.call(step, attempt, repeatable=repeatable)
            except OperationInvalid:
                if not await self._pool_active():
                    raise BackendError(
                        f"zone {self._host.zone}: {step}: pool {self._pool_name} is not active; start it"
                    ) from None
                if pause_s is None:
                    raise
            except LibvirtError as error:
                # Where qemu-img or another program met it, only its text says so.
                full = isinstance(error, SystemCallError) and error.errno == errno.ENOSPC
                if full or _NO_SPACE in error.message:
                    raise BackendError(
                        one_line(f"zone {self._host.zone}: {step}: pool {self._pool_name} is full")
                    ) from None
                busy = (error.code, error.domain) == (ErrorNumber.INTERNAL_ERROR, ErrorDomain.STORAGE)
                if pause_s is None or not busy:
                    raise
            await asyncio.sleep(pause_s)
        raise InternalError(f"{step}: the last round neither returned nor raised")

    async def _pool_active(self) -> bool:
        pool = await self._pool()
        return bool(
            await self._host.call(
                "reading the pool",
                lambda connection: connection.storage_pool_is_active(pool),
                repeatable=True,
            )
        )


def volume_xml(
    name: str,
    *,
    capacity_bytes: int,
    format_: Literal["raw", "qcow2"],
    backing: GoldenImage | None = None,
    allocated: bool = False,
) -> str:
    """Return the XML for StorageVolCreateXML.

    The backing format is always given: libvirt would record raw, and the guest would see qcow2's innards.
    compat 1.1 too: libvirt's default is a qcow2 of 2010.
    """
    volume = ET.Element("volume")
    ET.SubElement(volume, "name").text = name
    ET.SubElement(volume, "capacity", unit="bytes").text = str(capacity_bytes)
    ET.SubElement(volume, "allocation", unit="bytes").text = str(capacity_bytes if allocated else 0)
    target = ET.SubElement(volume, "target")
    ET.SubElement(target, "format", type=format_)
    if format_ == "qcow2":
        ET.SubElement(target, "compat").text = "1.1"
    if backing is not None:
        store = ET.SubElement(volume, "backingStore")
        ET.SubElement(store, "path").text = backing.path
        ET.SubElement(store, "format", type=backing.format)
    return ET.tostring(volume, encoding="unicode")


async def _download(connection: Connection, volume: StorageVol, length: int) -> bytes:
    async with connection.stream() as stream:
        await connection.storage_vol_download(stream, volume, 0, length, 0)
        return b"".join([chunk async for chunk in stream])


async def _upload(connection: Connection, volume: StorageVol, content: bytes) -> None:
    async with connection.stream() as stream:
        await connection.storage_vol_upload(stream, volume, 0, len(content), 0)
        await stream.write(content)
        await stream.finish()
