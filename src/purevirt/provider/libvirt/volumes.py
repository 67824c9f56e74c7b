"""What is done to the volumes of one host's pool."""

from __future__ import annotations

import asyncio
import errno
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from purevirt.errors import (
    InternalError,
    LibvirtError,
    NoStoragePool,
    NoStorageVol,
    OperationInvalid,
    SystemCallError,
)
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import reply_xml
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.image_format import HEADER_BYTES, recognise
from purevirt.provider.libvirt.names import PREFIX
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence

    from purevirt.provider.libvirt.image_format import ImageHeader
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import StoragePool, StorageVol

    T = TypeVar("T")

MIN_DISK_BYTES = 40 << 30
"""A guest's disk is at least this large, and grows with what is written; a golden image is often tiny."""

_BUSY_PAUSES_S = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenImage:
    """What every guest's disk is backed by; `format` is what its content is, whatever the pool says."""

    path: str
    format: Literal["raw", "qcow2"]
    virtual_bytes: int


_NO_SPACE = "No space left on device"


class Caller(Protocol):
    """What is asked of a host; see `purevirt.provider.libvirt.hosts.Host.call`."""

    zone: str

    async def call(self, what: str, function: Callable[[Connection], Awaitable[T]], *, repeatable: bool) -> T:
        """Return what `function` returns, on the host's connection."""
        ...


class Volumes:
    """The volumes of one pool of one host."""

    def __init__(self, host: Caller, pool: str) -> None:
        self._host = host
        self._pool_name = pool
        self._judged: dict[str, tuple[str, GoldenImage]] = {}
        self._backing: dict[str, str] = {}

    async def golden(self, name: str) -> GoldenImage:
        """Return what the golden volume is, judged by its first bytes.

        A pool knows an uploaded image's format only after a refresh, so that a qcow2 image declared raw is
        taken for what it is; an image declared qcow2 that is not is refused. The bytes are read again only
        after the volume has changed.

        Raises:
            BackendError: pool or volume is missing, or the image is of no use.
        """
        what = f"zone {self._host.zone}: golden volume {name} in pool {self._pool_name}"
        volume = await self._find(await self._pool(), name)
        if volume is None:
            raise BackendError(f"{what} does not exist; import it, or name another with --image")
        declared = reply_xml.parse(await self._xml(volume), what)
        stamp = _stamp(declared)
        if stamp is not None and self._judged.get(name, (None, None))[0] == stamp:
            return self._judged[name][1]
        header = await self._host.call(
            f"reading {name}",
            lambda connection: download(connection, volume, 0, HEADER_BYTES),
            repeatable=True,
        )
        golden = _judge(declared, recognise(header), what)
        if stamp is not None:
            self._judged[name] = (stamp, golden)
        return golden

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
        await self.when_not_busy(
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

        await self.when_not_busy(f"deleting volume {name}", attempt, repeatable=True)

    async def listed(self) -> list[StorageVol]:
        """Return every volume that the pool knows."""
        pool = await self._pool()

        async def attempt(connection: Connection) -> list[StorageVol]:
            answer = await connection.storage_pool_list_all_volumes(pool, need_results=1, flags=0)
            return answer.vols

        return await self.when_not_busy("listing volumes", attempt, repeatable=True)

    async def backed_by(self, names: Collection[str], volumes: Sequence[StorageVol]) -> dict[str, str]:
        """Return which of `names` another one of `volumes`, not among them, is backed by, and its name.

        What a volume is backed by is read anew each time, except for those with a name of ours: they are
        made by this provider, and many.
        """
        listed = {volume.name for volume in volumes}
        self._backing = {name: path for name, path in self._backing.items() if name in listed}
        own = [volume for volume in volumes if volume.name in names]
        others = [volume for volume in volumes if volume.name not in names]
        if not own or not others:
            return {}
        paths = dict(zip(await asyncio.gather(*map(self._path_now, own)), own, strict=True))
        backings = await asyncio.gather(*map(self._backing_of, others))
        return {
            paths[backing].name: other.name
            for other, backing in zip(others, backings, strict=True)
            if backing and backing in paths
        }

    async def _path_now(self, volume: StorageVol) -> str:
        """Return the path of a volume, empty if it went away."""
        try:
            return await self.path(volume)
        except NoStorageVol:
            return ""

    async def _backing_of(self, volume: StorageVol) -> str:
        """Return the path that a volume is backed by, empty if it is by none or is going away."""
        known = self._backing.get(volume.name)
        if known is not None:
            return known
        try:
            xml = await self._xml(volume)
        except LibvirtError:
            return ""  # gone, or not readable: nobody can use it as a disk either
        path = reply_xml.parse(xml, f"volume {one_line(volume.name)}").findtext("backingStore/path") or ""
        if volume.name.startswith(PREFIX):
            self._backing[volume.name] = path
        return path

    async def _xml(self, volume: StorageVol) -> str:
        return await self._host.call(
            f"reading volume {volume.name}",
            lambda connection: connection.storage_vol_get_xml_desc(volume, 0),
            repeatable=True,
        )

    async def refresh(self) -> None:
        """Have the pool look at its folder again."""
        pool = await self._pool()
        await self.when_not_busy(
            f"refreshing pool {self._pool_name}",
            lambda connection: connection.storage_pool_refresh(pool, 0),
            repeatable=True,
        )

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

        return await self.when_not_busy(f"looking up volume {name}", attempt, repeatable=True)

    async def _create(self, name: str, xml: str) -> StorageVol:
        pool = await self._pool()
        return await self.when_not_busy(
            f"creating volume {name}",
            lambda connection: connection.storage_vol_create_xml(pool, xml, 0),
            repeatable=False,
        )

    async def when_not_busy(
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


def _stamp(declared: ET.Element) -> str | None:
    """Return what changes whenever the volume does, or None where the pool does not know."""
    parts = ("key", "capacity", "target/format", "target/timestamps/mtime", "target/timestamps/ctime")
    found = [declared.find(part) for part in parts]
    if any(part is None for part in found):
        return None
    return "".join(ET.tostring(part, encoding="unicode") for part in found if part is not None)


def _judge(declared: ET.Element, header: ImageHeader, what: str) -> GoldenImage:
    """Return the image, or raise if what it is declared and what it is do not agree."""
    path = reply_xml.text_of(declared, "target/path", what)
    element = declared.find("target/format")
    declared_format = "raw" if element is None else element.get("type", "raw")
    if header.problem:
        raise BackendError(f"{what}: {header.problem}; convert it to qcow2 or raw")
    if header.format == "qcow2" and header.virtual_bytes is not None:
        return GoldenImage(path=path, format="qcow2", virtual_bytes=header.virtual_bytes)
    if declared_format != "raw" or header.format != "raw":
        raise BackendError(
            f"{what}: declared {declared_format}, is {header.format}; convert it to qcow2 or raw"
        )
    return GoldenImage(path=path, format="raw", virtual_bytes=reply_xml.bytes_of(declared, "capacity", what))


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


async def download(connection: Connection, volume: StorageVol, offset: int, length: int) -> bytes:
    """Return `length` bytes of a volume from `offset` on, fewer where it ends before.

    Raises:
        BackendError: the host sends more, maybe for ever.
    """
    content = bytearray()
    async with connection.stream() as stream:
        await connection.storage_vol_download(stream, volume, offset, length, 0)
        async for chunk in stream:
            content += chunk
            if len(content) > length:
                raise BackendError(
                    one_line(f"volume {volume.name}: the host sends more than the {length} bytes asked for")
                )
    return bytes(content)


async def _upload(connection: Connection, volume: StorageVol, content: bytes) -> None:
    async with connection.stream() as stream:
        await connection.storage_vol_upload(stream, volume, 0, len(content), 0)
        await stream.write(content)
        await stream.finish()
