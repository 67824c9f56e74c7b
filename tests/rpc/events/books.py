"""The books of subscriptions, with shorthands to tell them what happens."""

from typing import Any, Literal

from purevirt.errors import ConnectionLost
from purevirt.rpc.codec import ServerEvent
from purevirt.rpc.events.kind import Topic
from purevirt.rpc.events.subscriber import Subscriber
from purevirt.rpc.events.subscriptions import RegistrationCall, Subscriptions
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.event_kinds import DOMAIN_LIFECYCLE
from tests.rpc import wire

LOST = ConnectionLost("the cable was cut", maybe_executed=True)
Lifecycle = remote.DomainEventCallbackLifecycleMsg


def message(number: int, callback_id: int) -> Lifecycle:
    """Return a lifecycle event's message."""
    inner = remote.DomainEventLifecycleMsg(dom=wire.DOMAIN, event=number, detail=0)
    return Lifecycle(callback_id=callback_id, msg=inner)


class Books:
    """Subscriptions, with shorthands."""

    def __init__(self) -> None:
        self.subscriptions = Subscriptions()

    def join(
        self,
        topic: Topic[Any] | None = None,
        max_events: int = 8,
        overflow: Literal["drop-oldest", "close"] = "drop-oldest",
    ) -> Subscriber[Any]:
        """Enter a subscriber."""
        subscriber: Subscriber[Any] = Subscriber(
            topic or DOMAIN_LIFECYCLE.topic(), max_events, overflow, lambda: None
        )
        self.subscriptions.join(subscriber)
        return subscriber

    def call(self) -> RegistrationCall:
        """Return the one call that is to be made."""
        (call,) = self.subscriptions.calls()
        return call

    def answer(self, call: RegistrationCall, callback_id: int = 7) -> None:
        """Answer a registration."""
        self.subscriptions.completed(
            call, remote.ConnectDomainEventCallbackRegisterAnyRet(callback_id=callback_id)
        )

    def joined(
        self, callback_id: int = 7, topic: Topic[Any] | None = None, **options: Any
    ) -> Subscriber[Any]:
        """Enter a subscriber and answer its registration."""
        subscriber = self.join(topic, **options)
        self.answer(self.call(), callback_id)
        return subscriber

    def push(self, *numbers: int, callback_id: int = 7, size: int = 100) -> None:
        """Have events come, each of `size` bytes of the wire."""
        for number in numbers:
            self.subscriptions.push(
                ServerEvent(procedures.DOMAIN_EVENT_CALLBACK_LIFECYCLE, message(number, callback_id), size)
            )


def taken(subscriber: Subscriber[Any]) -> list[object]:
    """Return what waits: numbers of events, and markers."""
    items: list[object] = []
    while subscriber._queue or (subscriber._missed and not subscriber._overflowed):
        item: Any = subscriber.take()
        if isinstance(item, Lifecycle):
            items.append(item.msg.event)
        else:
            items.append(getattr(item, "reason", item))
    return items
