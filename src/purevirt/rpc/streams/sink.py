"""Where a shell's streams take what the session has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from purevirt.rpc.session_events import StreamClosed, StreamDataReceived, StreamEnded, StreamHoleReceived

if TYPE_CHECKING:
    from purevirt.errors import PurevirtError

__all__ = ["StreamSink", "dispatch_stream_event"]


class StreamSink(Protocol):
    """What a shell gives the session as a stream's context."""

    def on_data(self, data: bytes) -> None:
        """Take bytes."""

    def on_hole(self, length: int) -> None:
        """Take a hole."""

    def on_end(self) -> None:
        """Note that no more data will come."""

    def on_closed(self, error: PurevirtError | None) -> None:
        """Note that the stream is over."""


def dispatch_stream_event(
    event: StreamDataReceived | StreamHoleReceived | StreamEnded | StreamClosed,
) -> None:
    """Hand a stream's event to its sink."""
    sink = cast("StreamSink", event.stream.context)
    if isinstance(event, StreamDataReceived):
        sink.on_data(event.data)
    elif isinstance(event, StreamHoleReceived):
        sink.on_hole(event.length)
    elif isinstance(event, StreamEnded):
        sink.on_end()
    else:
        sink.on_closed(event.error)
