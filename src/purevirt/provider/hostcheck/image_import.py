"""An image into a volume: streamed, checked, and only then under its name.

libvirt cannot rename a volume. So the image goes into a volume with a name of its own (the part), is checked
there, and is copied by the host to the name that machines are made from; while that lasts, an empty volume
(the mark) says so. What is left of an import that was killed is such a part: the next import removes it, and
with it, where there is a mark, a copy that may not have been finished. An image without a mark is not ours to
doubt, and one that other volumes are backed by was finished: both stay.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING, Final

from purevirt.errors import LibvirtError, NoStorageVol, PurevirtError
from purevirt.provider.core.backend import BackendError
from purevirt.provider.hostcheck.direct import DirectHost
from purevirt.provider.hostcheck.image_source import SECTOR_BYTES, ImportFailed, open_source
from purevirt.provider.hostcheck.progress import showing
from purevirt.provider.hostcheck.qcow2_extent import UnusableTables, needed_bytes
from purevirt.provider.libvirt import reply_xml
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.image_format import COMPRESSED
from purevirt.provider.libvirt.names import PREFIX
from purevirt.provider.libvirt.volumes import Volumes, download, volume_xml
from purevirt.rpc.aio import connect
from purevirt.rpc.gen.enums import StorageVolUploadFlags

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from purevirt.provider.hostcheck.image_source import Checksum, ImageSource
    from purevirt.provider.hostcheck.progress import Progress
    from purevirt.rpc.aio import Connection, Stream
    from purevirt.rpc.gen.remote import StoragePool, StorageVol

PIECE_BYTES: Final = 1 << 20
HOLE_BYTES: Final = 64 << 10
"""Runs of zeros this long are sent as holes: most of a raw image is."""

CLEAN_UP_S: Final = 20.0
_SEEN_AS: Final = {"qcow2": ("qcow2",), "raw": ("raw", "iso")}
"""What libvirt calls them; as which it would read the one when it makes the other of it."""

_NO_DISKS: Final = ("bz2", "zip", "tar", "html", *COMPRESSED)

WATCH_S: Final = 2.0
"""A part that does not change for so long is nobody's."""


def part_name(image: str) -> str:
    """Return the name of the volume that an image of that name is received in."""
    return f"{PREFIX}import-{hashlib.sha256(image.encode()).hexdigest()[:20]}.part"


def mark_name(image: str) -> str:
    """Return the name of the volume that says that an image of that name is being copied from its part."""
    return part_name(image).removesuffix("part") + "copying"


class Import:
    """One import of `source` as volume `image` of a pool."""

    def __init__(
        self,
        zone: str,
        uri: str,
        connection: Connection,
        pool: str,
        image: str,
        checksum: Checksum | None,
        tell: Callable[[str], None],
    ) -> None:
        self._zone = zone
        self._uri = uri
        self._connection = connection
        self._pool_name = pool
        self._image = image
        self._part = part_name(image)
        self._mark = mark_name(image)
        self._copying = False
        self._checksum = checksum
        self._tell = tell
        self._volumes = Volumes(DirectHost(zone, connection), pool)

    async def remove_unfinished(self) -> bool:
        """Remove what a killed import of this image left; return whether it left the image itself in doubt.

        Raises:
            ImportFailed: another import of it is under way.
            LibvirtError: the host says no.
        """
        listed = {volume.name: volume for volume in await self._volumes.listed()}
        part = listed.get(self._part)
        if part is None:
            # With its part gone, the copy was whole.
            if self._mark in listed:
                await self._volumes.delete(self._mark)
            return False
        before = await self._look(part)
        await asyncio.sleep(WATCH_S)
        if await self._look(part) != before:
            raise ImportFailed(
                f"zone {self._zone}: {self._image} is being imported ({self._part} grows); wait for it"
            )
        doubtful = self._image in listed and self._mark in listed
        if doubtful and await self._volumes.backed_by([self._image], list(listed.values())):
            doubtful = False
        if doubtful:
            await self._volumes.delete(self._image)
        await self._volumes.delete(self._part)
        await self._volumes.delete(self._mark)
        return doubtful

    async def run(self, text: str) -> str:
        """Import from the path or URL in `text`, and return what was imported, on one line.

        Raises:
            ConfigError: `text` is neither.
            ImportFailed: it was not imported, and nothing of it is left.
            LibvirtError, ConnectionLost: the host says no, or is gone; what can be removed is.
        """
        kind = "sha256" if self._checksum is None else self._checksum.kind
        source = await asyncio.to_thread(open_source, text, kind)
        with source:
            self._check(source)
            try:
                return await self._receive(source)
            except BaseException:
                source.abort()
                await self._clean_up()
                raise

    def _check(self, source: ImageSource) -> None:
        header = source.header
        if header.format not in ("raw", "qcow2"):
            cure = "convert it: qemu-img convert -O qcow2"
            if header.format in _NO_DISKS:
                cure = "name the image itself: raw or qcow2, or that in xz, gz or zst"
            raise ImportFailed(f"{source.shown}: is {header.format}; {cure}")
        if header.problem:
            raise ImportFailed(f"{source.shown}: is a qcow2 image, but {header.problem}; use another")
        if header.refers:
            # It would show machines whatever file of the host it names.
            raise ImportFailed(
                f"{source.shown}: is qcow2, and reads another file; make it whole: qemu-img convert -O qcow2"
            )

    async def _receive(self, source: ImageSource) -> str:
        connection = self._connection
        pool = await connection.storage_pool_lookup_by_name(self._pool_name)
        free = (await connection.storage_pool_get_info(pool)).available
        if source.length is not None:
            self._check_room(source, source.length, free)
        part = await self._create(pool, self._part)
        with showing(f"zone {self._zone}: {self._image}", source.total) as progress:
            await self._upload(source, part, free, progress)
        digest = await asyncio.to_thread(source.digest)
        if self._checksum is not None and digest != self._checksum.digits:
            raise ImportFailed(
                f"{source.shown}: its {self._checksum.kind} is {digest}, not {self._checksum.digits}; "
                "nothing was imported"
            )
        if source.header.format == "raw" and (source.given % SECTOR_BYTES or not source.given):
            raise ImportFailed(f"{source.shown}: {source.given} bytes are not a disk's: no multiple of 512")
        if source.header.format == "qcow2":
            await self._check_whole(source, part)
        await self._copy(pool, part, source)
        golden = await self._volumes.golden(self._image)
        await self._volumes.delete(self._part)
        self._copying = False
        await self._volumes.delete(self._mark)
        kind = "sha256" if self._checksum is None else self._checksum.kind
        return f"{golden.format} of {golden.virtual_bytes} bytes, {kind} {digest} of {source.shown}"

    def _check_room(self, source: ImageSource, length: int, free: int) -> None:
        if length > free:
            raise ImportFailed(
                f"{source.shown}: unpacks to {length} bytes or more, pool {self._pool_name} has {free} free; "
                "make room"
            )

    async def _create(self, pool: StoragePool, name: str) -> StorageVol:
        xml = volume_xml(name, capacity_bytes=0, format_="raw")
        return await self._volumes.when_not_busy(
            f"creating volume {name}",
            lambda connection: connection.storage_vol_create_xml(pool, xml, 0),
            repeatable=False,
        )

    async def _upload(self, source: ImageSource, part: StorageVol, free: int, progress: Progress) -> None:
        """Send the image; the volume grows with it, since nobody knows before how much is unpacked."""
        async with self._connection.stream() as stream:
            flags = int(StorageVolUploadFlags.SPARSE_STREAM)
            await self._connection.storage_vol_upload(stream, part, 0, 0, flags)
            while piece := await asyncio.to_thread(source.read, PIECE_BYTES):
                self._check_room(source, source.given, free)
                await _send(stream, piece)
                progress(source.arrived)
            await stream.finish()

    async def _check_whole(self, source: ImageSource, part: StorageVol) -> None:
        """See that all is there that a qcow2 image points to: in the part, which can be read anywhere."""
        walk = needed_bytes(source.given)
        piece = None
        try:
            # in a thread, since a table may have a quarter of a million entries
            while not isinstance(step := await asyncio.to_thread(_step, walk, piece), int):
                piece = await self._read(part, *step)
        except UnusableTables as error:
            raise ImportFailed(
                f"{source.shown}: is a qcow2 image, but {error}; fetch it again, or use another"
            ) from None
        if step > source.given:
            raise ImportFailed(
                f"{source.shown}: is a qcow2 image of {source.given} bytes, and has to have {step} or more; "
                "fetch it again"
            )

    async def _read(self, part: StorageVol, offset: int, size: int) -> bytes:
        piece = await self._volumes.when_not_busy(
            f"reading volume {part.name}",
            lambda connection: download(connection, part, offset, size),
            repeatable=True,
        )
        if len(piece) != size:
            raise ImportFailed(f"volume {part.name}: has changed while it was read; import it again")
        return piece

    async def _copy(self, pool: StoragePool, part: StorageVol, source: ImageSource) -> None:
        """Make the image from the part; the host copies."""
        # What the part is, libvirt knows once it has looked; the end of the upload only begins that.
        await self._volumes.refresh()
        header = source.header
        seen = reply_xml.parse(await self._look(part), self._part).find("target/format")
        kind = "raw" if seen is None else seen.get("type", "raw")
        if kind not in _SEEN_AS[header.format]:
            raise ImportFailed(
                f"{source.shown}: is {header.format}, but libvirt takes it for {kind}; convert it"
            )
        xml = volume_xml(
            self._image,
            capacity_bytes=source.given if header.virtual_bytes is None else header.virtual_bytes,
            format_="raw" if header.format == "raw" else "qcow2",
        )
        await self._create(pool, self._mark)
        self._copying = True
        try:
            await self._volumes.when_not_busy(
                f"creating volume {self._image}",
                lambda connection: connection.storage_vol_create_xml_from(pool, xml, part, 0),
                repeatable=False,
            )
        except (LibvirtError, BackendError):
            # The host says no, and has removed what it began; what has that name is somebody's.
            self._copying = False
            raise

    async def _look(self, part: StorageVol) -> str:
        try:
            return await self._connection.storage_vol_get_xml_desc(part, 0)
        except NoStorageVol:
            return ""

    async def _clean_up(self) -> None:
        """Remove what was made, on a new connection if the old one is gone."""
        cleaning = asyncio.ensure_future(self._remove_made())
        try:
            # Shielded: a second Ctrl-C must not leave the part behind.
            await asyncio.shield(cleaning)
        except asyncio.CancelledError:
            await asyncio.wait([cleaning])
            raise

    async def _remove_made(self) -> None:
        try:
            async with asyncio.timeout(CLEAN_UP_S):
                try:
                    await self._remove_with(self._volumes)
                except LibvirtError:
                    raise
                except PurevirtError:
                    async with await connect(self._uri) as connection:
                        await self._remove_with(Volumes(DirectHost(self._zone, connection), self._pool_name))
        except (TimeoutError, PurevirtError) as error:
            reason = one_line(str(error)) or "took too long"
            self._tell(f"WARNING: volume {self._part} was not removed: {reason}; the next run does it")

    async def _remove_with(self, volumes: Volumes) -> None:
        """Remove the copy first: while it is there, part and mark say what it is."""
        for name in (self._image,) * self._copying + (self._part, self._mark):
            await volumes.delete(name)


def _step(walk: Generator[tuple[int, int], bytes, int], piece: bytes | None) -> tuple[int, int] | int:
    """Return what a walk wants next, or what it returns."""
    try:
        return next(walk) if piece is None else walk.send(piece)
    except StopIteration as end:
        needed: int = end.value
        return needed


async def _send(stream: Stream, piece: bytes) -> None:
    """Send a piece, its zeros as holes."""
    for start in range(0, len(piece), HOLE_BYTES):
        run = piece[start : start + HOLE_BYTES]
        if len(run) == HOLE_BYTES and run.count(0) == HOLE_BYTES:
            await stream.write_hole(HOLE_BYTES)
        else:
            await stream.write(run)
