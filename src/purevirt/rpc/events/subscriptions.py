"""Who subscribes to what: registrations shared by subscribers, bounded queues, early and late events. Pure.

Theory of operation
-------------------
The shell tells what happens (`join`, `leave`, `push`, `completed`, `failed`, `end`), and after each makes
the calls that `calls` returns, on the connection of the moment.

A `Registration` is one at the daemon, for one topic, shared by all who subscribe to it. It is IDLE until its
call is made, REGISTERING until that is answered, then ACTIVE. When its last subscriber leaves, an active one
is forgotten at once, so that late events find nobody, and its number is deregistered. One that is being
registered then is kept until the answer tells the number to deregister: nothing is left behind at the
daemon, whoever was cancelled when. While a topic is being deregistered it is not registered anew, because a
daemon works on several calls at once, and a registration without a number would be undone by the older call.

An event can come before the answer to its registration does. So while a kind is being registered, events of
that kind with unknown numbers are parked, and delivered or dropped once the answers are there.

Where another connection may follow the one that ended (`suspend`, then `resume`), all registrations are made
again, and each subscriber that was there before finds a `Resync` in front of what comes after. Answers from
an earlier connection mean nothing: calls carry the number of theirs.
"""

from __future__ import annotations

import enum
import logging
from typing import TYPE_CHECKING, Any

from purevirt.rpc.events.queue import EventQueue
from purevirt.rpc.events.table import kind_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from purevirt.errors import PurevirtError
    from purevirt.rpc.codec import ServerEvent
    from purevirt.rpc.events.kind import Topic
    from purevirt.rpc.events.subscriber import Subscriber
    from purevirt.rpc.events.table import AnyKind
    from purevirt.rpc.procedure import AnyProcedure

__all__ = ["MAX_PARKED_EVENTS", "RegistrationCall", "Subscriptions"]

MAX_PARKED_EVENTS = 1024
"""Events of one kind that wait for the answers to its registrations; the oldest are dropped, and told of.
The bound on their bytes is a subscriber's."""

_log = logging.getLogger("purevirt.rpc")


class _Phase(enum.Enum):
    IDLE = "idle"
    REGISTERING = "registering"
    ACTIVE = "active"


class _Registration:
    """One topic at the daemon, and who shares it."""

    __slots__ = ("callback_id", "phase", "subscribers", "topic")

    def __init__(self, topic: Topic[Any]) -> None:
        self.topic = topic
        self.subscribers: list[Subscriber[Any]] = []
        self.phase = _Phase.IDLE
        self.callback_id = 0


class RegistrationCall:
    """A call that the shell has to make.

    Attributes:
        done: it was answered, or its connection is gone.
    """

    __slots__ = ("args", "done", "generation", "registers", "registration", "spec")

    def __init__(
        self, registration: _Registration, spec: AnyProcedure, args: Any, generation: int, *, registers: bool
    ) -> None:
        self.registration = registration
        self.spec = spec
        self.args = args
        self.generation = generation
        self.registers = registers
        self.done = False


class _Parking:
    """Events of one kind that came before the answers to its registrations, which are `pending_count`."""

    __slots__ = ("events", "missed", "pending_count")

    def __init__(self) -> None:
        self.pending_count = 0
        self.missed = 0
        self.events: EventQueue[tuple[int, Any, int]] = EventQueue(MAX_PARKED_EVENTS)


class Subscriptions:
    """The books of one client; see the module's theory of operation.

    Attributes:
        dropped_count: events that came for nobody.
    """

    def __init__(self) -> None:
        self.dropped_count = 0
        self._error: PurevirtError | None = None
        self._online = True
        self._generation = 0
        self._registrations: dict[Hashable, _Registration] = {}
        self._active: dict[tuple[AnyKind, int], _Registration] = {}
        self._parking: dict[AnyKind, _Parking] = {}
        self._deregistering: dict[Hashable, RegistrationCall] = {}
        self._calls: list[RegistrationCall] = []

    # subscribers

    def join(self, subscriber: Subscriber[Any]) -> None:
        """Enter a subscriber; it is `settled` once its registration is there."""
        if self._error is not None:
            subscriber.end(self._error)
            return
        key = subscriber.topic.key
        registration = self._registrations.get(key)
        if registration is None:
            registration = self._registrations[key] = _Registration(subscriber.topic)
        registration.subscribers.append(subscriber)
        if registration.phase is _Phase.ACTIVE:
            subscriber.settle()
        else:
            self._register(registration)

    def leave(self, subscriber: Subscriber[Any]) -> RegistrationCall | None:
        """Remove a subscriber; return the call by which the last one has the daemon forget them, if any."""
        key = subscriber.topic.key
        registration = self._registrations.get(key)
        if registration is None or subscriber not in registration.subscribers:
            return None
        registration.subscribers.remove(subscriber)
        if registration.subscribers or registration.phase is _Phase.REGISTERING:
            return None
        del self._registrations[key]
        if registration.phase is _Phase.IDLE:
            return None
        self._active.pop((registration.topic.kind, registration.callback_id), None)
        return self._deregister(registration)

    # the connection

    def push(self, event: ServerEvent) -> None:
        """Deliver an event to whom it is for, or park or drop it."""
        kind = kind_of(event.spec)
        if kind is None:
            return
        message: Any = event.message
        callback_id: int = message.callback_id if kind.has_callback_id else 0
        registration = self._active.get((kind, callback_id))
        if registration is not None:
            for subscriber in registration.subscribers:
                subscriber.push(message, event.size)
            return
        parking = self._parking.get(kind)
        if parking is None:
            self.dropped_count += 1
            return
        while not parking.events.has_room(event.size):
            parking.events.take()
            parking.missed += 1
        parking.events.put((callback_id, message, event.size), event.size)

    def end(self, error: PurevirtError) -> None:
        """End every stream, and all that will be asked for, with `error`."""
        if self._error is None:
            self._error = error
            self.suspend()
            for registration in self._registrations.values():
                for subscriber in registration.subscribers:
                    subscriber.end(error)
            self._registrations.clear()

    def suspend(self) -> None:
        """Note that the connection is gone, and with it all registrations."""
        self._online = False
        self._generation += 1
        for call in [*self._calls, *self._deregistering.values()]:
            call.done = True
        self._calls.clear()
        self._active.clear()
        self._parking.clear()
        self._deregistering.clear()
        for key, registration in [*self._registrations.items()]:
            registration.phase = _Phase.IDLE
            if not registration.subscribers:
                del self._registrations[key]
            for subscriber in registration.subscribers:
                subscriber.stale = subscriber.settled

    def resume(self) -> None:
        """Note that there is a new connection, on which everything is to be registered again."""
        self._online = self._error is None
        for registration in self._registrations.values():
            self._register(registration)

    # calls

    def calls(self) -> list[RegistrationCall]:
        """Return what is to be called now, and forget it."""
        calls = self._calls
        self._calls = []
        return calls

    def take_back(self, calls: Iterable[RegistrationCall]) -> None:
        """Note that some were not made after all, since who was to make them was interrupted."""
        left = [call for call in calls if not call.done and call.generation == self._generation]
        self._calls[:0] = left

    def completed(self, call: RegistrationCall, reply: Any) -> None:
        """Note the reply to a call; None where it is empty."""
        if self._is_outdated(call):
            return
        if call.registers:
            self._registered(call.registration, 0 if reply is None else reply.callback_id)
        else:
            self._deregistered(call)

    def failed(self, call: RegistrationCall, error: PurevirtError) -> None:
        """Note that a call failed."""
        if self._is_outdated(call):
            return
        if call.registers:
            registration = call.registration
            del self._registrations[registration.topic.key]
            self._unpark(registration.topic.kind, None)
            for subscriber in registration.subscribers:
                subscriber.end(error)
        else:
            _log.debug("%s: %s", call.spec.name, error)
            self._deregistered(call)

    # inside

    def _is_outdated(self, call: RegistrationCall) -> bool:
        # an interrupted one may have been made, and be answered, twice
        outdated = call.done or call.generation != self._generation
        call.done = True
        return outdated

    def _register(self, registration: _Registration) -> None:
        topic = registration.topic
        if self._online and registration.phase is _Phase.IDLE and topic.key not in self._deregistering:
            registration.phase = _Phase.REGISTERING
            self._parking.setdefault(topic.kind, _Parking()).pending_count += 1
            self._call(registration, topic.kind.register, topic.args, registers=True)

    def _deregister(self, registration: _Registration) -> RegistrationCall:
        spec = registration.topic.kind.deregister
        args = None if spec.args is None else spec.args(registration.callback_id)
        call = self._call(registration, spec, args, registers=False)
        self._deregistering[registration.topic.key] = call
        return call

    def _call(
        self, registration: _Registration, spec: AnyProcedure, args: Any, *, registers: bool
    ) -> RegistrationCall:
        call = RegistrationCall(registration, spec, args, self._generation, registers=registers)
        self._calls.append(call)
        return call

    def _registered(self, registration: _Registration, callback_id: int) -> None:
        registration.callback_id = callback_id
        missed, events = self._unpark(registration.topic.kind, callback_id)
        if not registration.subscribers:
            del self._registrations[registration.topic.key]
            self._deregister(registration)
            return
        registration.phase = _Phase.ACTIVE
        self._active[registration.topic.kind, callback_id] = registration
        for subscriber in registration.subscribers:
            subscriber.settle()
            if missed:
                subscriber.miss(missed)
            for message, size in events:
                subscriber.push(message, size)

    def _unpark(self, kind: AnyKind, callback_id: int | None) -> tuple[int, list[tuple[Any, int]]]:
        """Return how many events of the kind were dropped, and those that wait for `callback_id`."""
        parking = self._parking[kind]
        parking.pending_count -= 1
        mine: list[tuple[Any, int]] = []
        for _ in range(len(parking.events)):
            one, message, size = parking.events.take()
            if one == callback_id:
                mine.append((message, size))
            else:
                parking.events.put((one, message, size), size)
        if not parking.pending_count:
            del self._parking[kind]
            self.dropped_count += len(parking.events)
        return parking.missed, mine

    def _deregistered(self, call: RegistrationCall) -> None:
        key = call.registration.topic.key
        del self._deregistering[key]
        registration = self._registrations.get(key)
        if registration is not None:
            self._register(registration)
