"""A session driven by hand: what it wants written, as frames, and shorthands for what it is told."""

from typing import Any

from purevirt.errors import ConnectionLost, PurevirtError
from purevirt.rpc.procedure import AnyProcedure
from purevirt.rpc.session import Session
from purevirt.rpc.session_events import Call, SessionEvent, StreamChannel
from tests.rpc import wire
from tests.rpc.wire import Message

LOST = ConnectionLost("the cable was cut", maybe_executed=True)


class Driven:
    """A session at time 0 and the frames that it has sent."""

    def __init__(self, **options: Any) -> None:
        self.session = Session(0.0, **options)

    def sent(self) -> list[Message]:
        """Return the frames that are to be written now, and forget them."""
        return wire.unpack(b"".join(self.session.data_to_send()))

    def call(self, context: object = None, spec: AnyProcedure = wire.HOSTNAME, payload: bytes = b"") -> Call:
        """Enter a call."""
        return self.session.start_call(spec, payload, context)

    def feed(self, *frames: bytes, now: float = 0.0) -> list[SessionEvent]:
        """Tell the session what came."""
        return self.session.receive_data(b"".join(frames), now)

    def fail(self, error: PurevirtError = LOST) -> list[SessionEvent]:
        """End the session."""
        return self.session.fail(error)

    def stream(self, spec: AnyProcedure = wire.DOWNLOAD, *, sparse: bool = False) -> StreamChannel:
        """Enter a call that opens a stream, in whose books it is both contexts' name."""
        return self.session.open_stream(spec, b"", "opener", "reader", sparse=sparse)

    def opened(self, spec: AnyProcedure = wire.DOWNLOAD, *, sparse: bool = False) -> StreamChannel:
        """Open a stream and have its call answered; nothing is left to be sent."""
        stream = self.stream(spec, sparse=sparse)
        self.feed(wire.reply(spec, stream.call.serial))
        self.sent()
        return stream
