"""What the server's session keeps of calls and streams, and what it tells the shell. Pure."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from purevirt.errors import ProtocolError
    from purevirt.rpc.framing import Frame
    from purevirt.rpc.procedure import AnyProcedure

__all__ = [
    "CallArrived",
    "ClientFailed",
    "Data",
    "Finish",
    "Hole",
    "IncomingCall",
    "ServerEvent",
    "StreamAborted",
    "StreamArrived",
    "StreamPacket",
    "StreamPort",
]


class IncomingCall:
    """A call that has to be answered once, by `ServerSession.reply` or `ServerSession.refuse`."""

    __slots__ = ("answered", "frame", "spec")

    def __init__(self, frame: Frame, spec: AnyProcedure) -> None:
        self.frame = frame
        self.spec = spec
        self.answered = False

    def __repr__(self) -> str:
        return f"<IncomingCall {self.frame.serial} {self.spec.name}>"


class Data(NamedTuple):
    """A packet of a stream; empty where the client sent one so, which a file takes for its end."""

    data: bytes


class Hole(NamedTuple):
    """So many zero bytes that were not sent as such; the numbers are as they came."""

    length: int
    flags: int


class Finish(NamedTuple):
    """The client has sent, or has seen, all."""


StreamPacket = Data | Hole | Finish


class StreamPort:
    """The server's end of one stream, on the serial of the call that opened it.

    Attributes:
        inbox: what has come and was not taken; at most as many as there may be requests.
        is_open: packets may be sent. It is not once either side has ended the stream.
    """

    __slots__ = ("call", "inbox", "is_open", "sparse")

    def __init__(self, call: IncomingCall, *, sparse: bool) -> None:
        self.call = call
        self.sparse = sparse
        self.inbox: deque[StreamPacket] = deque()
        self.is_open = True

    def __repr__(self) -> str:
        return f"<StreamPort {self.call.frame.serial} {self.call.spec.name}>"


class CallArrived(NamedTuple):
    """The client asks for something."""

    call: IncomingCall


class StreamArrived(NamedTuple):
    """The port's inbox has got something."""

    port: StreamPort


class StreamAborted(NamedTuple):
    """The client gave the stream up, and has been answered; nothing more can be sent through it."""

    port: StreamPort


class ClientFailed(NamedTuple):
    """What the client sent cannot be followed: its connection is to be closed."""

    error: ProtocolError


ServerEvent = CallArrived | StreamArrived | StreamAborted | ClientFailed
