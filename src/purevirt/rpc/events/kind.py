"""What there is to subscribe to: kinds of events, and one kind of one object. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

    from purevirt.rpc.procedure import AnyProcedure, ProcedureSpec
    from purevirt.rpc.xdr import XdrType

__all__ = ["EventKind", "Topic"]

MsgT = TypeVar("MsgT", bound="XdrType")


class EventKind(Generic[MsgT]):
    """A class of events, and the calls by which the daemon is asked to send them and to stop.

    Attributes:
        name: of the method that subscribes, e.g. ``domain_lifecycle``.
        event: the procedure whose messages they are.
        register, deregister: the calls. Where the registration is answered with a number, that number is
            the first field of every message sent for it, and what is passed to the deregistration.
        event_id: which of the register call's events; -1 where it has but one.

    Source: remote_protocol.x, the *_EVENT_*REGISTER_ANY procedures.
    """

    __slots__ = ("deregister", "event", "event_id", "name", "register")

    def __init__(
        self,
        name: str,
        event: ProcedureSpec[None, MsgT],
        register: AnyProcedure,
        deregister: AnyProcedure,
        event_id: int = -1,
    ) -> None:
        self.name = name
        self.event = event
        self.register = register
        self.deregister = deregister
        self.event_id = event_id

    def __repr__(self) -> str:
        return f"<EventKind {self.name}>"

    @property
    def has_callback_id(self) -> bool:
        """Whether registrations are told apart by a number."""
        return self.register.ret is not None

    def topic(self, subject: XdrType | None = None) -> Topic[MsgT]:
        """Return these events of `subject` (a domain, a network, ...), or of all if it is None."""
        if self.register.args is None:
            return Topic(self, (self.name,), None)
        ident: object = None
        if subject is not None:
            ident = getattr(subject, "uuid", None) or getattr(subject, "name", None)
        return Topic(self, (self.name, ident), self.register.args(self.event_id, subject))


class Topic(Generic[MsgT]):
    """What one registration at the daemon is for.

    Attributes:
        key: equal for all who can share the registration.
        args: of the register call.
    """

    __slots__ = ("args", "key", "kind")

    def __init__(self, kind: EventKind[MsgT], key: Hashable, args: Any) -> None:
        self.kind = kind
        self.key = key
        self.args = args

    def __repr__(self) -> str:
        return f"<Topic {self.key!r}>"
