"""Streams of the blocking client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.errors import ConnectionLost, LocalProtocolError
from purevirt.rpc.streams.core import StreamCore
from purevirt.rpc.sync.stream_file import StreamFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from purevirt.errors import PurevirtError
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.sync.wire import Wire

__all__ = ["Stream"]


class Stream:
    """A stream of one connection, made by `Connection.stream` and opened by a call that takes one.

    As in the asyncio client: leaving the block before the stream is finished aborts it, and in a sparse
    stream an int stands for a hole of that many bytes. While other threads keep calling, up to 64 MiB
    wait unread; a stream whose reader is further behind fails with `StreamAborted`.

    For what wants a file there is `file`.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._core = StreamCore(wire.session, self._on_change)

    def __repr__(self) -> str:
        return repr(self._core)

    @property
    def wire(self) -> Wire:
        """The wire of the connection that made it."""
        return self._wire

    @property
    def directions(self) -> tuple[bool, bool]:
        """Whether data comes from the daemon, and whether it goes there.

        Raises:
            LocalProtocolError: no call has taken the stream yet.
        """
        channel = self._core.check()
        return channel.can_read, channel.can_write

    @property
    def is_over(self) -> bool:
        """Whether it was finished, aborted, or has failed."""
        return self._core.buffer.closed or self._core.buffer.error is not None

    @property
    def failure(self) -> PurevirtError | None:
        """Why it failed or was aborted; None while it was not, and once it is finished."""
        return self._core.buffer.error

    def file(self) -> StreamFile:
        """Return a view as a file, once a call has opened the stream; see `StreamFile`.

        Raises:
            LocalProtocolError: no call has taken the stream yet.
        """
        return StreamFile(self)

    def open(self, spec: AnyProcedure, payload: bytes, *, sparse: bool) -> bytes:
        """Open the stream by its call and return the encoded reply; called by the connection."""
        self._core.check_unused()
        return self._wire.open_stream(spec, payload, self._core, sparse=sparse)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes of any length; returns when they are written but for about 1 MiB.

        Raises:
            LibvirtError: the daemon failed the stream, e.g. its disk is full.
            LocalProtocolError: the stream is not open for writing.
            ConnectionLost: the connection ended.
        """
        for packet in self._core.packets(data):
            self._wire.act(self._core.send, packet)
        self._core.check()

    def write_hole(self, length: int) -> None:
        """Send a hole of `length` bytes (at least 1) through a stream opened as a sparse one."""
        self._wire.act(self._core.send_hole, length)
        self._core.check()

    def read(self) -> bytes | int | None:
        """Return the next piece, or None after the last; an int is a hole of that many bytes.

        After the last piece the stream is confirmed to the daemon, so None means a complete transfer.

        Raises:
            LibvirtError: the daemon failed the stream.
            ConnectionLost: the connection ended.
        """
        buffer = self._core.buffer
        if not buffer.settled:
            self._core.check_readable()
        item = self._wire.wait(lambda: buffer.settled, lambda: buffer.take() if buffer.has_item else None)
        if item is None:
            self.finish()
        return item

    def __iter__(self) -> Iterator[bytes]:
        """Yield the bytes of a stream without holes, to its confirmed end."""
        while (item := self.read()) is not None:
            if isinstance(item, int):
                raise LocalProtocolError(f"{self!r}: a hole in the data; use read() for sparse streams")
            yield item

    def finish(self) -> None:
        """Say that all is done, and wait for the daemon's confirmation.

        Raises:
            LibvirtError: the daemon failed the stream instead.
            ConnectionLost: the connection ended before the confirmation.
        """
        self._wire.act(self._core.begin_finish)
        self._wait_closed()
        channel = self._core.check()
        if not self._core.buffer.closed:
            # another thread was interrupted while it handled what would have told
            text = f"stream of {channel.call.spec.name}: the connection ended before it was confirmed"
            raise ConnectionLost(text, maybe_executed=True)

    def abort(self) -> None:
        """Give the stream up, and wait until the daemon has done so; data not yet read is dropped."""
        if self._core.is_attached:
            self._wire.act(self._core.give_up, "given up by this side")
            self._wait_closed()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.abort()

    def _wait_closed(self) -> None:
        self._wire.wait(lambda: self._core.buffer.closed, lambda: None)

    def _on_change(self) -> None:
        self._core.shed()
        self._wire.set_full(self, self._core.buffer.is_holding)
