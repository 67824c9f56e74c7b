"""A stream of the blocking client as a file, for what reads from files or writes to them."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING

from purevirt.errors import LocalProtocolError, PurevirtError, StreamAborted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from _typeshed import ReadableBuffer, WriteableBuffer

    from purevirt.rpc.sync.stream import Stream

__all__ = ["StreamFile"]


class StreamFile(io.RawIOBase):
    """An open stream as an unbuffered binary file; made by `Stream.file`.

    For `shutil.copyfileobj`, `io.BufferedReader` and whatever else takes a file:

        with conn.stream() as stream:
            conn.storage_vol_upload(stream, vol, 0, length)
            with stream.file() as target:
                shutil.copyfileobj(source, target)

    Reading gives b"" once the daemon has sent all and has confirmed it, so that an end of file means a
    complete transfer; holes are read as zeros.

    What is written is a transfer only once it is finished, which tells the daemon that it was all. Leaving
    the block finishes a stream that only carries data to the daemon; leaving it by an exception aborts the
    stream. To close it otherwise before `finish` aborts it, and says so by an exception, because half a
    transfer must not look like a whole one. That holds for an `io.BufferedWriter` around it too, which only
    knows how to close: flush that, call `finish` here, then close it.

    A stream both ways (a console, a channel) is only ever closed, which hangs up.

    All methods raise what those of `Stream` do.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._reads, self._writes = stream.directions
        self._rest = memoryview(b"")
        self._hole = 0
        self._unsettled = False
        """Something was written of which the writer does not know yet what became."""

    def __repr__(self) -> str:
        return f"<StreamFile of {self._stream!r}>"

    def readable(self) -> bool:
        """Whether data comes from the daemon."""
        return self._reads

    def writable(self) -> bool:
        """Whether data goes to the daemon."""
        return self._writes

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read what is there, or wait for the next piece; return how many bytes it was, 0 at the end."""
        self._check_open()
        view = memoryview(buffer).cast("B")
        while view and not self._rest and not self._hole:
            item = self._stream.read()
            if item is None:
                return 0
            if isinstance(item, int):
                self._hole = item
            else:
                self._rest = memoryview(item)
        if self._hole:
            count = min(self._hole, len(view))
            view[:count] = bytes(count)
            self._hole -= count
        else:
            count = min(len(self._rest), len(view))
            view[:count] = self._rest[:count]
            self._rest = self._rest[count:]
        return count

    def write(self, data: ReadableBuffer, /) -> int:
        """Send bytes, all of them; return how many there were."""
        self._check_open()
        view = memoryview(data).cast("B")
        self._unsettled = self._unsettled or bool(view)
        with self._telling():
            self._stream.write(view)
        return len(view)

    def finish(self) -> None:
        """Say that all is done, and wait for the daemon's confirmation, as `Stream.finish`."""
        with self._telling():
            self._stream.finish()
        self._unsettled = False

    def close(self) -> None:
        """Abort the stream unless it is finished.

        Raises:
            LocalProtocolError: something had been written; see the class.
            LibvirtError, ConnectionLost: the stream had failed, which no write has told.
        """
        if self.closed:
            return
        error = self._unsaid() if self._unsettled and not self._reads else None
        try:
            self._stream.abort()
        finally:
            super().close()
        if error is not None:
            raise error

    def __enter__(self) -> Self:
        self._check_open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is not None:
                self._stream.abort()
            elif not self._reads and not self.closed:
                self.finish()
        finally:
            # it is finished, or what is raised says so: an interrupt is not to become something else
            self._unsettled = False
            self.close()

    def __del__(self) -> None:
        # a file's own finalizer closes it; this one would wait for the daemon, on whichever thread collects
        return

    def _unsaid(self) -> PurevirtError | None:
        """Return why what was written is no transfer; None if it is one, or was given up by its writer."""
        failure = self._stream.failure
        if isinstance(failure, StreamAborted) and not failure.by_peer:
            return None
        if failure is None and not self._stream.is_over:
            return LocalProtocolError(f"{self!r}: closed before finish(), so the transfer was aborted")
        return failure

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Note that what the block raises of the stream is told, so that closing need not tell it again."""
        try:
            yield
        except PurevirtError:
            self._unsettled = False
            raise

    def _check_open(self) -> None:
        if self.closed:
            raise ValueError(f"{self!r}: I/O operation on closed file")
