"""Who wants to be told what: the registrations of one kind of objects, and the way to all who asked.

libvirtd numbers registrations over all clients of a driver, from 0. A client may have one for each event and
object; a second one like it is refused, in whichever style it asks. Domains know two styles: the older calls
are answered without a number, and their events carry none.

Source: src/conf/object_event.c for the rules, measured on libvirtd 9.0.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.failure import SimulatedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType
    from purevirt.testing.simulator.client import Client

__all__ = ["EventHub", "Registration"]

_MAX_REGISTRATIONS = 65_536


class Registration(NamedTuple):
    """One client's wish.

    Attributes:
        client: who.
        callback_id: its number.
        event_id: which event (VIR_DOMAIN_EVENT_ID_... and its siblings).
        subject: which object, by UUID or name; None for all.
        is_legacy: registered in the style without numbers.
    """

    client: Client
    callback_id: int
    event_id: int
    subject: bytes | str | None
    is_legacy: bool


class EventHub:
    """The registrations for one kind of objects."""

    def __init__(self) -> None:
        self._registrations: dict[int, Registration] = {}
        self._by_event: dict[int, list[Registration]] = {}
        self._next_id = 0

    def __len__(self) -> int:
        return len(self._registrations)

    def register(
        self, client: Client, event_id: int, subject: bytes | str | None = None, *, is_legacy: bool = False
    ) -> int:
        """Note a wish and return its number.

        Raises:
            SimulatedError: the client has one for this event and object already.
        """
        for other in self._by_event.get(event_id, ()):
            if other.client is client and other.subject == subject:
                raise SimulatedError(
                    ErrorNumber.INVALID_ARG, ErrorDomain.NONE, "event callback already tracked"
                )
        if len(self._registrations) >= _MAX_REGISTRATIONS:
            raise SimulatedError(ErrorNumber.NO_MEMORY, ErrorDomain.NONE)
        callback_id = self._next_id
        self._next_id += 1
        registration = Registration(client, callback_id, event_id, subject, is_legacy)
        self._registrations[callback_id] = registration
        self._by_event.setdefault(event_id, []).append(registration)
        return callback_id

    def find(self, client: Client, callback_id: int) -> Registration | None:
        """Return a client's registration by its number."""
        registration = self._registrations.get(callback_id)
        return registration if registration is not None and registration.client is client else None

    def find_event(self, client: Client, event_id: int) -> Registration | None:
        """Return a client's registration for an event of all objects, in whichever style."""
        for registration in self._by_event.get(event_id, ()):
            if registration.client is client and registration.subject is None:
                return registration
        return None

    def remove(self, registration: Registration) -> None:
        """Forget a registration."""
        self._registrations.pop(registration.callback_id, None)
        self._by_event[registration.event_id].remove(registration)

    def forget_client(self, client: Client) -> None:
        """Forget all of a client's registrations."""
        for registration in [one for one in self._registrations.values() if one.client is client]:
            self.remove(registration)

    def emit(
        self,
        event_id: int,
        subject: bytes | str,
        spec: AnyProcedure,
        message: Callable[[int], XdrType],
        legacy: tuple[AnyProcedure, Callable[[], XdrType]] | None = None,
    ) -> None:
        """Tell all who want to know.

        Args:
            event_id: which event.
            subject: the object's UUID or name, as in registrations.
            spec: the event's procedure.
            message: makes the event for a registration's number.
            legacy: the procedure and the event for registrations in the style without numbers.
        """
        for registration in tuple(self._by_event.get(event_id, ())):
            if registration.subject is not None and registration.subject != subject:
                continue
            if not registration.is_legacy:
                registration.client.send_event(spec, message(registration.callback_id))
            elif legacy is not None:
                registration.client.send_event(legacy[0], legacy[1]())
