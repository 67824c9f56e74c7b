"""Whole transfers between files and storage volumes: exact lengths, holes kept as holes.

The daemon confirms an upload that is shorter than it announced as if it were whole, lets one without a
length grow past the volume's capacity, and reports one that is longer as a full disk. So the length is
always exact here, and a source that does not keep to it ends the transfer with an error.

Source: virStorageVolUpload and virStorageVolDownload; flag SPARSE_STREAM of both.
"""

from __future__ import annotations

import asyncio
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from purevirt.rpc.gen.enums import StorageVolDownloadFlags, StorageVolUploadFlags
from purevirt.rpc.shared.exact_length import ExactLength
from purevirt.rpc.shared.sparse_file import FileReader, FileWriter
from purevirt.rpc.shared.transfer_file import open_part, open_source, part_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.aio.connection import Connection
    from purevirt.rpc.gen.remote import StorageVol
    from purevirt.rpc.shared.sparse_file import Digest

__all__ = ["download_file", "upload", "upload_file"]

T = TypeVar("T")

_BATCH_BYTES = 1 << 20
"""Of a download, before they are worth handing to a thread."""


async def upload(
    conn: Connection, vol: StorageVol, source: AsyncIterator[bytes], length: int, *, offset: int = 0
) -> None:
    """Write exactly `length` bytes from `source` into a volume, from `offset` on.

    Raises:
        LocalProtocolError: the source had fewer or more bytes; the transfer was aborted.
        LibvirtError: the daemon failed it, e.g. its disk is full.
        ConnectionLost: the connection ended.
    """
    exact = ExactLength(length, vol.name)
    async with conn.stream() as stream:
        await conn.storage_vol_upload(stream, vol, offset, length)
        async for piece in source:
            exact.count(piece)
            await stream.write(piece)
        exact.check_end()
        await stream.finish()


async def upload_file(
    conn: Connection,
    vol: StorageVol,
    path: str | os.PathLike[str],
    *,
    sparse: bool = False,
    progress: Callable[[int], None] | None = None,
    digest: Digest | None = None,
) -> int:
    """Write a file into a volume and return its size in bytes; its holes are sent as holes if `sparse`.

    Where the file has a hole, the daemon leaves what the volume held, and calls that a success: `sparse` is
    for volumes that are new, and has to be asked for.

    Args:
        conn: where the volume is.
        vol: the volume.
        path: the file, or a block device.
        sparse: see above.
        progress: is told how many bytes have been sent, at least every few MiB of data.
        digest: one of `hashlib`'s objects; is told of the whole content, holes as zeros.

    Raises:
        OSError: the file cannot be read.
        LocalProtocolError: it is empty, or has no length, as a FIFO; or it shrank or grew meanwhile, and the
            transfer was aborted.
        LibvirtError, ConnectionLost: as `upload`.
    """
    file = await _opened(partial(open_source, path))
    try:
        reader = FileReader(file, vol.name, sparse=sparse, digest=digest)
        flags = int(StorageVolUploadFlags.SPARSE_STREAM) if sparse else 0
        work: _Work[bytes | int | None] = _Work()
        # the daemon is let go of first: a read from a device that hangs may take long to end
        async with work, conn.stream() as stream:
            await conn.storage_vol_upload(stream, vol, 0, reader.length, flags)
            work.start(reader.read)
            while (item := await work.result()) is not None:
                position = reader.position
                work.start(reader.read)
                if isinstance(item, int):
                    await stream.write_hole(item)
                else:
                    await stream.write(item)
                if progress is not None:
                    progress(position)
            await stream.finish()
    finally:
        os.close(file)
    return reader.length


async def download_file(
    conn: Connection,
    vol: StorageVol,
    path: str | os.PathLike[str],
    *,
    sparse: bool = True,
    progress: Callable[[int], None] | None = None,
    digest: Digest | None = None,
) -> int:
    """Write a volume's content into a new file and return its size in bytes; holes stay holes if `sparse`.

    The file appears under its name only when it is complete.

    Args:
        conn: where the volume is.
        vol: the volume.
        path: the file.
        sparse: see above.
        progress: is told how many bytes have been written, at least every few MiB of data.
        digest: one of `hashlib`'s objects; is told of the whole content, holes as zeros.

    Raises:
        OSError: the file cannot be written, or is being written by another download.
        RemoteProtocolError: more would have to be written than a file can be long.
        LibvirtError, ConnectionLost: as `upload`.
    """
    part = part_of(path)
    flags = int(StorageVolDownloadFlags.SPARSE_STREAM) if sparse else 0
    remove = partial(Path(part).unlink, missing_ok=True)
    file = await _opened(partial(open_part, path), remove)
    writer = FileWriter(file, vol.name, digest=digest)
    try:
        async with conn.stream() as stream:
            await conn.storage_vol_download(stream, vol, 0, 0, flags)
            while items := await stream.read_many(_BATCH_BYTES):
                await _to_its_end(partial(writer.write, items), writer)
                if progress is not None:
                    progress(writer.position)
        await _to_its_end(partial(writer.complete, part, path))
    except BaseException:
        # to its end, whoever cancels: the lock goes with the descriptor, and the part may be another's then
        await _to_its_end(remove)
        raise
    finally:
        os.close(file)
    return writer.position


def _in_thread(function: Callable[[], T]) -> asyncio.Future[T]:
    """Run it in a thread. The future is no task, which the end of the loop would cancel while it works."""
    return asyncio.get_running_loop().run_in_executor(None, function)


async def _opened(function: Callable[[], int], remove: Callable[[], None] | None = None) -> int:
    """Return the descriptor of the file that is opened; `remove` undoes it, if that was to make it."""
    opening = _in_thread(function)
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(partial(_discard, remove))
        raise


def _discard(remove: Callable[[], None] | None, opening: asyncio.Future[int]) -> None:
    if opening.cancelled() or opening.exception() is not None:
        return
    if remove is None:
        os.close(opening.result())
        return
    try:
        removing = _in_thread(remove)
    except RuntimeError:  # the loop ends, and has no threads any more
        remove()
        os.close(opening.result())
    else:
        removing.add_done_callback(lambda _: os.close(opening.result()))


class _Work(Generic[T]):
    """Something done in a thread ahead of its use; the block is not left before it has ended."""

    def __init__(self) -> None:
        self._work: asyncio.Future[T] | None = None

    def start(self, function: Callable[[], T]) -> None:
        """Begin; what was begun before has been asked for its result."""
        self._work = _in_thread(function)

    async def result(self) -> T:
        """Return what it gives, or raise what it raises."""
        assert self._work is not None
        return await asyncio.shield(self._work)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._work is not None:
            await _ended(self._work)


async def _to_its_end(function: Callable[[], T], writer: FileWriter | None = None) -> T:
    """Return what `function` does in a thread; when cancelled, not before it has ended.

    The caller closes the descriptor afterwards, and its number may then be another file's. A `writer` is
    told to hurry: a digest of a hole of terabytes takes long.
    """
    work = _in_thread(function)
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        if writer is not None:
            writer.stopped = True
        await _ended(work)
        raise


async def _ended(work: asyncio.Future[T]) -> None:
    """Return once it has ended, whoever cancels; a cancellation is raised then."""
    cancelled = None
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError as error:
            cancelled = error
    if not work.cancelled():
        work.exception()  # whoever left early does not ask for it
    if cancelled is not None:
        raise cancelled
