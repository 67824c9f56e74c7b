"""What the session keeps of a call and of a stream, and what it tells the shell."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

from purevirt.rpc.procedure import StreamDirection
from purevirt.rpc.streams.state import StreamPhase

if TYPE_CHECKING:
    from purevirt.errors import PurevirtError
    from purevirt.rpc.procedure import AnyProcedure

__all__ = [
    "Call",
    "CallCompleted",
    "CallFailed",
    "CallState",
    "ConnectionFailed",
    "EventReceived",
    "SessionEvent",
    "StreamChannel",
    "StreamClosed",
    "StreamDataReceived",
    "StreamEnded",
    "StreamHoleReceived",
]


class CallState(enum.Enum):
    """See the table of calls in session.py."""

    WAITING = "waiting"
    SENT = "sent"
    ABANDONED = "abandoned"
    DONE = "done"


class Call:
    """One call in the session's books; `context` belongs to the shell.

    Attributes:
        serial: 0 until the call is sent.
    """

    __slots__ = ("context", "payload", "serial", "spec", "state", "stream")

    def __init__(self, spec: AnyProcedure, payload: bytes, context: object) -> None:
        self.serial = 0
        self.spec = spec
        self.payload = payload
        self.context = context
        self.state = CallState.WAITING
        self.stream: StreamChannel | None = None

    def __repr__(self) -> str:
        return f"<Call {self.serial} {self.spec.name} {self.state.value}>"


class StreamChannel:
    """One stream in the session's books; `context` belongs to the shell.

    Attributes:
        can_read, can_write: which way data may go.
        sparse: holes may go through it; a hole on another stream would end the connection.
        phase: where it is in the table of stream_state.py.
        closed_reported: its `StreamClosed` has been returned; there is never a second one.
    """

    __slots__ = ("call", "can_read", "can_write", "closed_reported", "context", "phase", "sparse")

    def __init__(self, call: Call, direction: StreamDirection, *, sparse: bool, context: object) -> None:
        self.call = call
        self.can_read = direction is not StreamDirection.WRITE
        self.can_write = direction is not StreamDirection.READ
        self.sparse = sparse
        self.context = context
        self.phase = StreamPhase.OPENING
        self.closed_reported = False

    def __repr__(self) -> str:
        return f"<StreamChannel {self.call.serial} {self.call.spec.name} {self.phase.value}>"


class CallCompleted(NamedTuple):
    """The daemon answered; `payload` is the encoded result."""

    call: Call
    payload: bytes


class CallFailed(NamedTuple):
    """The daemon answered with an error, its answer made no sense, or the connection is gone."""

    call: Call
    error: PurevirtError


class EventReceived(NamedTuple):
    """The daemon reports something unasked."""

    program: int
    procedure: int
    payload: bytes


class StreamDataReceived(NamedTuple):
    """Bytes came through a stream."""

    stream: StreamChannel
    data: bytes


class StreamHoleReceived(NamedTuple):
    """`length` zero bytes that were not sent as such."""

    stream: StreamChannel
    length: int


class StreamEnded(NamedTuple):
    """The daemon has sent all; `finish` is the answer."""

    stream: StreamChannel


class StreamClosed(NamedTuple):
    """The stream is over: confirmed (`error` is None), or failed."""

    stream: StreamChannel
    error: PurevirtError | None


class ConnectionFailed(NamedTuple):
    """The connection cannot be used any more; the shell closes the transport and calls `fail`."""

    error: PurevirtError


SessionEvent = (
    CallCompleted
    | CallFailed
    | EventReceived
    | StreamDataReceived
    | StreamHoleReceived
    | StreamEnded
    | StreamClosed
    | ConnectionFailed
)
