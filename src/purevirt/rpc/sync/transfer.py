"""Whole transfers between files and storage volumes: exact lengths, holes kept as holes.

The blocking form of aio/transfer.py, where the reasons are; names, defaults and errors are the same.

Source: virStorageVolUpload and virStorageVolDownload; flag SPARSE_STREAM of both.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from purevirt.rpc.gen.enums import StorageVolDownloadFlags, StorageVolUploadFlags
from purevirt.rpc.shared.exact_length import ExactLength
from purevirt.rpc.shared.sparse_file import FileReader, FileWriter
from purevirt.rpc.shared.transfer_file import open_part, open_source, part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from purevirt.rpc.gen.remote import StorageVol
    from purevirt.rpc.shared.sparse_file import Digest
    from purevirt.rpc.sync.connection import Connection

__all__ = ["download_file", "upload", "upload_file"]


def upload(
    conn: Connection, vol: StorageVol, source: Iterable[bytes], length: int, *, offset: int = 0
) -> None:
    """Write exactly `length` bytes from `source` into a volume, from `offset` on.

    Raises:
        LocalProtocolError: the source had fewer or more bytes; the transfer was aborted.
        LibvirtError: the daemon failed it, e.g. its disk is full.
        ConnectionLost: the connection ended.
    """
    exact = ExactLength(length, vol.name)
    with conn.stream() as stream:
        conn.storage_vol_upload(stream, vol, offset, length)
        for piece in source:
            exact.count(piece)
            stream.write(piece)
        exact.check_end()
        stream.finish()


def upload_file(
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
    file = open_source(path)
    try:
        reader = FileReader(file, vol.name, sparse=sparse, digest=digest)
        flags = int(StorageVolUploadFlags.SPARSE_STREAM) if sparse else 0
        with conn.stream() as stream:
            conn.storage_vol_upload(stream, vol, 0, reader.length, flags)
            while (item := reader.read()) is not None:
                if isinstance(item, int):
                    stream.write_hole(item)
                else:
                    stream.write(item)
                if progress is not None:
                    progress(reader.position)
            stream.finish()
    finally:
        os.close(file)
    return reader.length


def download_file(
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
    file = open_part(path)
    writer = FileWriter(file, vol.name, digest=digest)
    try:
        with conn.stream() as stream:
            conn.storage_vol_download(stream, vol, 0, 0, flags)
            while (item := stream.read()) is not None:
                writer.write([item])
                if progress is not None:
                    progress(writer.position)
        writer.complete(part, path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
    finally:
        os.close(file)
    return writer.position
