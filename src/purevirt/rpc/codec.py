"""Arguments to payloads, payloads to replies and events: what both clients do around a call. Pure."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, cast

from purevirt.errors import DecodeError
from purevirt.rpc import xdr
from purevirt.rpc.gen.procedures import BY_ID

if TYPE_CHECKING:
    from purevirt.errors import PurevirtError
    from purevirt.rpc.procedure import AnyProcedure, ProcedureSpec
    from purevirt.rpc.session_events import EventReceived
    from purevirt.rpc.xdr import XdrType

    ArgsT = TypeVar("ArgsT", bound=XdrType | None)
    RetT = TypeVar("RetT", bound=XdrType | None)

__all__ = ["Codec", "EventSink", "ServerEvent"]

_log = logging.getLogger("purevirt.rpc")


class ServerEvent(NamedTuple):
    """One event.

    Attributes:
        spec: which event, e.g. ``REMOTE_PROC_DOMAIN_EVENT_CALLBACK_LIFECYCLE``.
        message: its decoded payload, or None for an event without one.
        size: of its payload, in bytes of the wire.
    """

    spec: AnyProcedure
    message: XdrType | None
    size: int = 0


class EventSink(Protocol):
    """What a connection tells of its events, in order; must not wait, and must not fail."""

    def push(self, event: ServerEvent) -> None:
        """Take an event."""

    def end(self, error: PurevirtError) -> None:
        """Note that the connection has ended: no more events will come."""


class Codec:
    """Encodes and decodes for one connection; says once for each procedure that a reply has a surplus."""

    def __init__(self) -> None:
        self._surplus_logged: set[str] = set()

    @staticmethod
    def encode(args: XdrType | None) -> bytes:
        """Return the payload of a call.

        Raises:
            EncodeError: an argument does not fit the protocol.
        """
        return b"" if args is None else xdr.encode(args)

    def decode(self, spec: ProcedureSpec[ArgsT, RetT], reply: bytes) -> RetT:
        """Return what a reply says.

        Raises:
            DecodeError: it does not make sense.
        """
        if spec.ret is None:
            return cast("RetT", None)
        value, surplus = xdr.decode(cast("type[XdrType]", spec.ret), reply)
        if surplus and spec.name not in self._surplus_logged:
            self._surplus_logged.add(spec.name)
            _log.warning("%s: %d bytes after the reply, from a newer daemon?", spec.name, surplus)
        return cast("RetT", value)

    @staticmethod
    def decode_event(event: EventReceived) -> ServerEvent | None:
        """Return what an event says, or None (and a line in the log) when it makes no sense."""
        spec = BY_ID.get((event.program, event.procedure))
        if spec is None or not spec.is_event:
            _log.warning("unknown event: program %#x procedure %d", event.program, event.procedure)
            return None
        if spec.ret is None:
            return ServerEvent(spec, None)
        try:
            message, _ = xdr.decode(spec.ret, event.payload)
        except DecodeError as error:
            _log.warning("%s (%d): %s", spec.name, spec.number, error)
            return None
        return ServerEvent(spec, message, len(event.payload))
