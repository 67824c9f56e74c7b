"""Uploads to volumes and downloads from them: bytes of the file itself, whatever its format.

An upload writes where it is told and never more than it announced. A hole in it cuts the file at the hole's
end, as libvirt's thread does that serves such a stream. When an upload has ended, in whichever way, the pool
is looked through: that is when the daemon notices the image's new format and size.

Source: src/util/virfdstream.c for the rules, measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.registry import Streamed
from purevirt.testing.simulator.storage.busy import StorageSubject
from purevirt.testing.simulator.storage.failures import invalid, system_error
from purevirt.testing.simulator.storage.files import MAX_FILE_BYTES
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags
from purevirt.testing.simulator.wire.stream import Data, Finish

if TYPE_CHECKING:
    from purevirt.rpc.gen.net import MessageError
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.storage.faults import TransferFault
    from purevirt.testing.simulator.storage.files import OpenFile
    from purevirt.testing.simulator.wire.stream import Hole, ServerStream

__all__ = ["handles"]

handles = StorageSubject("volume transfers")

_STREAMS = ErrorDomain.STREAMS
_PIECE_BYTES = 1 << 18
"""As much as libvirt reads at once."""


def _open(host: Host, path: str, flags: int, offset: int) -> OpenFile:
    if offset > MAX_FILE_BYTES:
        raise system_error(f"Unable to seek {path} to {offset}", errno.EINVAL, _STREAMS)
    try:
        return host.storage.files.open(path, flags)
    except OSError as error:
        raise system_error(f"Unable to open stream for '{path}'", error, _STREAMS) from None


def _silent_failure() -> SimulatedError:
    # libvirtd's own words for a failure of which nobody has said what it was
    text = "Library function returned error but did not set virError"
    return _UnexplainedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, text)


class _UnexplainedError(SimulatedError):
    """An error that has a text and no other field."""

    def __init__(self, code: ErrorNumber, domain: ErrorDomain, text: str) -> None:
        super().__init__(code, domain, text)
        self.args = (text,)

    def message(self) -> MessageError:
        """Return the error's form on the wire."""
        message = super().message()
        message.str1 = message.str2 = None
        message.int1 = message.int2 = 0
        return message


# uploads


@handles(procedures.STORAGE_VOL_UPLOAD)
def upload(host: Host, client: Client, args: remote.StorageVolUploadArgs) -> Streamed[None]:
    """Let a client write to a volume's file."""
    check_flags(
        args.flags, enums.StorageVolUploadFlags.SPARSE_STREAM, "storageVolUpload", ErrorDomain.STORAGE
    )
    pool, volume = host.storage.require_volume(args.vol)
    volume.require_idle()
    path = volume.path
    file = _open(host, path, os.O_RDWR, args.offset)
    sink = _Sink(file, path, args.offset, args.length, host.storage.faults.take_write(path))
    pool_name = pool.name

    async def serve(stream: ServerStream) -> None:
        try:
            while not isinstance(packet := await stream.receive(), Finish):
                sink.take(packet)
        finally:
            file.close()
            host.storage.upload_ended(pool_name)

    return Streamed(None, serve)


class _Sink:
    """Where an upload goes."""

    def __init__(
        self, file: OpenFile, path: str, offset: int, length: int, fault: TransferFault | None
    ) -> None:
        self._file = file
        self._path = path
        self._offset = offset
        self._length = length
        self._fault = fault
        self._done = 0
        self._is_over = False

    def take(self, packet: Data | Hole) -> None:
        """Write a packet.

        Raises:
            SimulatedError: it does not fit what was announced, or the disk fails.
        """
        if not isinstance(packet, Data):
            self._skip(packet)
        elif not packet.data:
            # what a file takes for its end; it takes nothing more
            self._is_over = True
        else:
            self._write(packet.data)

    def _write(self, data: bytes) -> None:
        if self._is_over:
            raise system_error("cannot write to stream", errno.EBADF, _STREAMS)
        room = self._length - self._done if self._length else len(data)
        fit = data if room >= len(data) else data[:room]
        if fit:
            self._put(fit)
        if len(fit) < len(data):
            raise system_error("cannot write to stream", errno.ENOSPC, _STREAMS)

    def _put(self, data: bytes) -> None:
        fault = self._fault
        if fault is not None and self._done + len(data) > fault.after_bytes:
            data = data[: max(0, fault.after_bytes - self._done)]
        else:
            fault = None
        try:
            self._file.write(self._offset + self._done, data)
        except OSError as error:
            raise system_error(f"Unable to write {self._path}", error, _STREAMS) from None
        self._done += len(data)
        if fault is not None:
            raise system_error(f"Unable to write {self._path}", fault.errno, _STREAMS)

    def _skip(self, hole: Hole) -> None:
        if hole.length <= 0 or hole.flags:
            raise _silent_failure()
        length = hole.length
        if self._length:
            length = min(length, self._length - self._done)
        try:
            self._file.cut(self._offset + self._done + length)
        except OSError as error:
            raise system_error(f"unable to truncate {self._path}", error, _STREAMS) from None
        self._done += length


# downloads


@handles(procedures.STORAGE_VOL_DOWNLOAD)
def download(host: Host, client: Client, args: remote.StorageVolDownloadArgs) -> Streamed[None]:
    """Let a client read a volume's file."""
    check_flags(
        args.flags, enums.StorageVolDownloadFlags.SPARSE_STREAM, "storageVolDownload", ErrorDomain.STORAGE
    )
    volume = host.storage.require_volume(args.vol)[1]
    if volume.is_building:
        raise invalid(f"volume '{volume.name}' is still being allocated.")
    path = volume.path
    file = _open(host, path, os.O_RDONLY, args.offset)
    source = _Source(file, path, args.offset, args.length, host.storage.faults.take_read(path))

    async def serve(stream: ServerStream) -> None:
        with file:
            if stream.sparse:
                await source.send_sparse(stream)
            else:
                await source.send_plain(stream)

    return Streamed(None, serve)


class _Source:
    """Where a download comes from."""

    def __init__(
        self, file: OpenFile, path: str, offset: int, length: int, fault: TransferFault | None
    ) -> None:
        self._file = file
        self._path = path
        self._offset = offset
        self._end = offset + length if length else None
        self._fault = fault
        self._done = 0

    def _left(self) -> int:
        return _PIECE_BYTES if self._end is None else self._end - self._offset

    async def send_plain(self, stream: ServerStream) -> None:
        """Send all bytes, zeros too."""
        while (left := self._left()) > 0 and (data := self._read(min(_PIECE_BYTES, left))):
            await stream.send(data)

    async def send_sparse(self, stream: ServerStream) -> None:
        """Send data as data, and holes as holes."""
        size = self._file.size
        if self._offset > size:
            raise _silent_failure()
        end = size if self._end is None else min(size, self._end)
        while self._offset < end:
            data = self._file.data_from(self._offset)
            hole_end = end if data is None else min(end, data[0])
            if hole_end > self._offset:
                length = hole_end - self._offset
                self._offset = hole_end
                await stream.send_hole(length)
            elif data is not None:
                await stream.send(self._read(min(_PIECE_BYTES, min(end, data[1]) - self._offset)))

    def _read(self, length: int) -> bytes:
        fault = self._fault
        if fault is not None and self._done >= fault.after_bytes:
            raise system_error(f"Unable to read {self._path}", fault.errno, _STREAMS)
        if fault is not None:
            length = min(length, fault.after_bytes - self._done)
        try:
            data = self._file.read(self._offset, length)
        except OSError as error:
            raise system_error(f"Unable to read {self._path}", error, _STREAMS) from None
        self._offset += len(data)
        self._done += len(data)
        return data
