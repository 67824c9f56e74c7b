"""Who wants to be told what: the registrations of one kind of objects, and the way to all who asked.

libvirtd numbers registrations over all clients of a driver, from 0. A client may have one for each event and
object; a second one like it is refused, in whichever style it asks. Domains know two styles: the older calls
are answered without a number, and their events carry none.

Source: src/conf/object_event.c for the rules, measured on libvirtd 9.0.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType
    from purevirt.testing.simulator.client import Client

__all__ = ["EventHub", "Registration"]

_MAX_REGISTRATIONS = 65_536
_Topic = tuple[int, "bytes | str | None"]


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


def _by_number(registration: Registration) -> int:
    return registration.callback_id


class EventHub:
    """The registrations for one kind of objects."""

    def __init__(self) -> None:
        self._registrations: dict[int, Registration] = {}
        self._by_subject: dict[_Topic, dict[int, Registration]] = {}
        self._by_client: dict[Client, dict[_Topic, Registration]] = {}
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
        topic = event_id, subject
        own = self._by_client.setdefault(client, {})
        if topic in own:
            raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.NONE, "event callback already tracked")
        if len(self._registrations) >= _MAX_REGISTRATIONS:
            raise SimulatedError(ErrorNumber.NO_MEMORY, ErrorDomain.NONE)
        callback_id = self._next_id
        self._next_id += 1
        registration = Registration(client, callback_id, event_id, subject, is_legacy)
        self._registrations[callback_id] = own[topic] = registration
        self._by_subject.setdefault(topic, {})[callback_id] = registration
        return callback_id

    def find(self, client: Client, callback_id: int) -> Registration | None:
        """Return a client's registration by its number."""
        registration = self._registrations.get(callback_id)
        return registration if registration is not None and registration.client is client else None

    def find_event(self, client: Client, event_id: int) -> Registration | None:
        """Return a client's registration for an event of all objects, in whichever style."""
        return self._by_client.get(client, {}).get((event_id, None))

    def remove(self, registration: Registration) -> None:
        """Forget a registration."""
        topic = registration.event_id, registration.subject
        if self._registrations.pop(registration.callback_id, None) is None:
            return
        del self._by_client[registration.client][topic]
        same = self._by_subject[topic]
        del same[registration.callback_id]
        if not same:
            del self._by_subject[topic]

    def forget_client(self, client: Client) -> None:
        """Forget all of a client's registrations."""
        for registration in tuple(self._by_client.get(client, {}).values()):
            self.remove(registration)
        self._by_client.pop(client, None)

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
        of_all = self._by_subject.get((event_id, None), {})
        of_one = self._by_subject.get((event_id, subject), {})
        for registration in sorted((*of_all.values(), *of_one.values()), key=_by_number):
            if not registration.is_legacy:
                registration.client.send_event(spec, message(registration.callback_id))
            elif legacy is not None:
                registration.client.send_event(legacy[0], legacy[1]())
