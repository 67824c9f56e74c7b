"""What the streams of both shells have in common. Pure: the shells add the waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.errors import LocalProtocolError
from purevirt.rpc.limits import MAX_STREAM_PACKET_BYTES
from purevirt.rpc.streams.buffer import StreamBuffer
from purevirt.rpc.streams.state import StreamPhase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from purevirt.rpc.session import Session
    from purevirt.rpc.session_events import StreamChannel

__all__ = ["StreamCore"]


class StreamCore:
    """One stream: not opened, then a channel of the session, then over.

    Attributes:
        buffer: what has come and was not read.
    """

    def __init__(self, session: Session, changed: Callable[[], None]) -> None:
        self.buffer = StreamBuffer(changed)
        self._session = session
        self._channel: StreamChannel | None = None

    def __repr__(self) -> str:
        return f"<Stream {self._channel!r}>" if self._channel else "<Stream, not opened>"

    def attach(self, channel: StreamChannel) -> None:
        """Note the channel, once its call has been entered."""
        self._channel = channel

    @property
    def is_attached(self) -> bool:
        """Whether a call has taken the stream."""
        return self._channel is not None

    def check_unused(self) -> None:
        """Raise LocalProtocolError if a call has taken the stream already."""
        if self._channel is not None:
            raise LocalProtocolError(f"{self!r}: a stream serves one call; make another")

    def check(self) -> StreamChannel:
        """Return the channel; raise what ended the stream, or LocalProtocolError if nothing opened it."""
        if self._channel is None:
            raise LocalProtocolError("the stream is not open; pass it to a call that takes one first")
        if self.buffer.error is not None:
            raise self.buffer.error
        return self._channel

    def check_readable(self) -> None:
        """Raise as `check` does, and LocalProtocolError for a stream that only carries data to the daemon."""
        channel = self.check()
        if not channel.can_read:
            raise LocalProtocolError(f"{self!r}: it only carries data to the daemon; write, then finish()")

    @staticmethod
    def packets(data: bytes | bytearray | memoryview) -> Iterator[bytes | memoryview]:
        """Yield `data` in packets of a legal size, which do not change with it; nothing for no data."""
        view = memoryview(data).cast("B")
        for start in range(0, len(view), MAX_STREAM_PACKET_BYTES):
            packet = view[start : start + MAX_STREAM_PACKET_BYTES]
            yield packet if isinstance(data, bytes) else bytes(packet)

    def send(self, packet: bytes | memoryview) -> None:
        """Enter one packet into what is to be sent."""
        self._session.send_stream_data(self.check(), packet)

    def send_hole(self, length: int) -> None:
        """Enter a hole into what is to be sent."""
        self._session.send_stream_hole(self.check(), length)

    def begin_finish(self) -> None:
        """Say that all is done, unless that was said, or the stream is over."""
        channel = self.check()
        if not self.buffer.closed and channel.phase is not StreamPhase.FINISHING:
            self._session.finish_stream(channel)

    def give_up(self, reason: str) -> None:
        """Abort, unless the stream is over; `buffer.closed` tells when the daemon has done so too."""
        channel = self._channel
        if channel is None or self.buffer.closed:
            return
        self._session.abort_stream(channel)
        if channel.phase is StreamPhase.CLOSED:
            self.buffer.closed = True
        self.buffer.discard(f"{channel.call.spec.name}: {reason}")

    def shed(self) -> None:
        """Give the stream up if its reader is too far behind."""
        if self.buffer.overflowed:
            self.give_up("its reader is more than 64 MiB behind while other calls wait")
