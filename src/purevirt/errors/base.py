"""The root, and what can go wrong on this side or on the wire."""

from __future__ import annotations

__all__ = [
    "BadDiscriminantError",
    "ConnectionClosed",
    "ConnectionLost",
    "DecodeError",
    "EncodeError",
    "EventOverflow",
    "GuestDataTooLarge",
    "GuestResultLost",
    "InternalError",
    "LimitExceededError",
    "LocalProtocolError",
    "ProtocolError",
    "PurevirtError",
    "RemoteProtocolError",
    "StreamAborted",
    "TruncatedError",
    "XdrError",
]


class PurevirtError(Exception):
    """Root of all errors raised by purevirt.

    All of them can be pickled, so that a worker process may raise them to its parent.
    """

    def __reduce__(self) -> tuple[object, ...]:
        # Exception's own would call the class with the message alone, without what its keywords say
        return _restore, (type(self), self.args, self.__dict__)


def _restore(
    class_: type[PurevirtError], args: tuple[object, ...], state: dict[str, object]
) -> PurevirtError:
    error = class_.__new__(class_)
    error.args = args
    error.__dict__.update(state)
    return error


class InternalError(PurevirtError):
    """An invariant of ours does not hold: a bug in purevirt, please report it."""


class XdrError(PurevirtError, ValueError):
    """A value does not fit the wire, or bytes do not form a value.

    Attributes:
        path: the field, as ``struct.field`` with wire names.
    """

    def __init__(self, message: str, *, path: str) -> None:
        super().__init__(message)
        self.path = path


class EncodeError(XdrError):
    """An argument is out of range or over a declared bound; nothing was sent."""


class DecodeError(XdrError):
    """A payload from the peer could not be decoded; the connection stays usable.

    Attributes:
        offset: where in the payload, in bytes.
    """

    def __init__(self, message: str, *, path: str, offset: int) -> None:
        super().__init__(message, path=path)
        self.offset = offset


class TruncatedError(DecodeError):
    """The payload ends inside a value."""


class LimitExceededError(DecodeError):
    """A count is over the bound that the protocol declares.

    Attributes:
        limit: the bound.
        actual: what the payload claims.
    """

    def __init__(self, message: str, *, path: str, offset: int, limit: int, actual: int) -> None:
        super().__init__(message, path=path, offset=offset)
        self.limit = limit
        self.actual = actual


class BadDiscriminantError(DecodeError):
    """An optional or a union says neither of its arms."""


class ProtocolError(PurevirtError):
    """The rules of the RPC protocol were broken."""


class LocalProtocolError(ProtocolError, RuntimeError):
    """The caller broke a rule, e.g. wrote to a finished stream; the connection stays usable."""


class RemoteProtocolError(ProtocolError):
    """The peer broke a rule.

    After a bad frame or header the connection is dead: there is no way to find the next frame.
    """


class ConnectionLost(PurevirtError, ConnectionError):
    """The connection ended while something waited on it.

    Attributes:
        maybe_executed: the call may have been carried out; False only if it certainly was not.
    """

    def __init__(self, message: str, *, maybe_executed: bool) -> None:
        super().__init__(message)
        self.maybe_executed = maybe_executed


class ConnectionClosed(ConnectionLost):
    """This side closed the connection."""


class StreamAborted(PurevirtError):
    """A stream ended before its data did.

    Attributes:
        by_peer: the daemon ended it.
    """

    def __init__(self, message: str, *, by_peer: bool) -> None:
        super().__init__(message)
        self.by_peer = by_peer


class EventOverflow(PurevirtError):
    """A subscriber was slower than the events came, and had chosen that its stream ends then.

    Attributes:
        dropped: how many events it has missed so far.
    """

    def __init__(self, message: str, *, dropped: int) -> None:
        super().__init__(message)
        self.dropped = dropped


class GuestResultLost(PurevirtError):
    """A process was started in a guest, and how it ended cannot be known any more.

    Attributes:
        pid: its number in the guest; None if not even that is known.
    """

    def __init__(self, message: str, *, pid: int | None) -> None:
        super().__init__(message)
        self.pid = pid


class GuestDataTooLarge(PurevirtError, ValueError):
    """More data than the caller, or one agent command, allows.

    Attributes:
        limit: the bound, in bytes.
    """

    def __init__(self, message: str, *, limit: int) -> None:
        super().__init__(message)
        self.limit = limit
