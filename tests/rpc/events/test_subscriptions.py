"""The books of subscriptions, told by hand what happens."""

from typing import Any

import pytest

from purevirt.errors import ConnectionLost, EventOverflow, LocalProtocolError, PurevirtError
from purevirt.rpc.codec import ServerEvent
from purevirt.rpc.events.stream import Gap
from purevirt.rpc.events.subscriber import Subscriber
from purevirt.rpc.events.subscriptions import MAX_PARKED_EVENTS
from purevirt.rpc.events.table import CONNECTION_CLOSED
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.event_kinds import DOMAIN_LIFECYCLE, DOMAIN_REBOOT
from purevirt.rpc.limits import MAX_WAITING_EVENT_BYTES
from tests.rpc import wire
from tests.rpc.events.books import LOST, Books, message, taken


@pytest.fixture
def books() -> Books:
    """Empty ones."""
    return Books()


def test_the_first_registers_the_last_deregisters(books: Books) -> None:
    """Three share one registration, whenever they come; it ends with the third, by its number."""
    first = books.join()
    call = books.call()
    assert call.spec is procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY
    assert call.args == remote.ConnectDomainEventCallbackRegisterAnyArgs(0, None)
    second = books.join()
    assert (books.subscriptions.calls(), first.settled, second.settled) == ([], False, False)
    books.answer(call)
    assert first.settled
    assert second.settled
    third = books.join()
    assert third.settled
    books.push(1)
    assert [taken(one) for one in (first, second, third)] == [[1]] * 3
    assert books.subscriptions.leave(second) is None
    assert books.subscriptions.leave(first) is None
    assert books.subscriptions.calls() == []
    last = books.subscriptions.leave(third)
    assert last is books.call()
    assert last.spec is procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY
    assert last.args == remote.ConnectDomainEventCallbackDeregisterAnyArgs(7)
    before = last.done
    books.subscriptions.completed(last, None)
    assert (before, last.done) == (False, True)
    assert books.subscriptions.leave(third) is None


def test_any_and_one_are_two_registrations(books: Books) -> None:
    """V1: each subscriber hears what its own registration does, once."""
    every = books.joined(1)
    one = books.joined(2, DOMAIN_LIFECYCLE.topic(wire.DOMAIN))
    books.push(5, callback_id=1)
    books.push(5, callback_id=2)
    assert taken(every) == taken(one) == [5]


def test_early_events_are_parked(books: Books) -> None:
    """V5: what comes before the answer is delivered after it, in order; what is another's is not."""
    first = books.join()
    register = books.call()
    other = books.join(DOMAIN_LIFECYCLE.topic(wire.DOMAIN))
    register_other = books.call()
    books.push(1, callback_id=3)
    books.push(2, callback_id=4)
    books.push(3, callback_id=3)
    books.push(9, callback_id=99)
    books.answer(register_other, 4)
    assert taken(other) == [2]
    books.push(4, callback_id=3)
    books.answer(register, 3)
    books.push(5, callback_id=3)
    assert taken(first) == [1, 3, 4, 5]
    assert books.subscriptions.dropped_count == 1
    assert books.subscriptions._parking == {}


def test_parking_is_bounded_and_loss_is_told(books: Books) -> None:
    """V5: the oldest are dropped, and whose registration was waited for finds a gap in their place."""
    subscriber = books.join(max_events=2 * MAX_PARKED_EVENTS)
    call = books.call()
    books.push(*range(MAX_PARKED_EVENTS + 3))
    books.answer(call)
    assert taken(subscriber) == [Gap(3), *range(3, MAX_PARKED_EVENTS + 3)]
    assert subscriber.dropped_count == 3
    closing = books.join(DOMAIN_LIFECYCLE.topic(wire.DOMAIN), 2 * MAX_PARKED_EVENTS, "close")
    call = books.call()
    books.push(*range(MAX_PARKED_EVENTS + 1), callback_id=8)
    books.answer(call, 8)
    with pytest.raises(EventOverflow):
        closing.take()


def test_parked_bytes_are_bounded(books: Books) -> None:
    """V5: the same limit, and each event keeps its size in the queue that it is delivered to."""
    subscriber = books.join()
    call = books.call()
    books.push(1, 2, 3, size=MAX_WAITING_EVENT_BYTES // 2)
    books.answer(call)
    books.push(4, size=MAX_WAITING_EVENT_BYTES // 2)
    assert taken(subscriber) == [Gap(2), 3, 4]
    assert subscriber.dropped_count == 2


def test_parked_for_a_registration_that_failed(books: Books) -> None:
    """What is parked for one registration survives the refusal of another."""
    refused, good = books.join(), books.join(DOMAIN_LIFECYCLE.topic(wire.DOMAIN))
    first, second = books.subscriptions.calls()
    books.push(1, callback_id=0)
    books.subscriptions.failed(first, LOST)
    with pytest.raises(ConnectionLost):
        refused.check_entered()
    books.answer(second, 0)
    assert taken(good) == [1]


def test_late_events_are_dropped(books: Books) -> None:
    """V6: after the last has left nobody hears; nor does the next one hear what is for the old number."""
    subscriber = books.joined()
    books.subscriptions.leave(subscriber)
    books.push(1)
    again = books.join()
    (deregister,) = books.subscriptions.calls()
    assert books.subscriptions.dropped_count == 1
    books.push(2)
    assert books.subscriptions.calls() == [], "registered while the older one is being undone"
    books.subscriptions.completed(deregister, None)
    books.answer(books.call(), 8)
    books.push(3)
    books.push(4, callback_id=8)
    assert taken(again) == [4]


def test_leaving_while_registering_leaves_nothing_behind(books: Books) -> None:
    """The answer to a registration that nobody wants any more is its deregistration."""
    subscriber = books.join()
    call = books.call()
    assert books.subscriptions.leave(subscriber) is None
    books.push(1)
    books.answer(call, 5)
    assert books.call().args == remote.ConnectDomainEventCallbackDeregisterAnyArgs(5)
    assert books.subscriptions._registrations == {}


def test_joining_what_another_gave_up(books: Books) -> None:
    """A registration under way that its first subscriber has left serves the next one."""
    first = books.join()
    call = books.call()
    books.subscriptions.leave(first)
    second = books.join()
    assert books.subscriptions.calls() == []
    books.answer(call)
    books.push(1)
    assert (taken(second), taken(first)) == ([1], [])


def test_a_refused_registration(books: Books) -> None:
    """V4: all who waited are told, and the next one asks again."""
    waiting = [books.join(), books.join()]
    error = PurevirtError("unsupported event ID 27")
    books.subscriptions.failed(books.call(), error)
    for subscriber in waiting:
        with pytest.raises(PurevirtError, match="27"):
            subscriber.check_entered()
        assert books.subscriptions.leave(subscriber) is None
    assert books.joined().settled


def test_a_refused_deregistration_is_as_good_as_any(books: Books) -> None:
    """The daemon does not know the number: then it is gone."""
    books.subscriptions.leave(books.joined())
    again = books.join()
    books.subscriptions.failed(books.call(), PurevirtError("not registered"))
    books.answer(books.call())
    assert again.settled


def test_a_kind_without_numbers(books: Books) -> None:
    """V11: the close callback: no arguments, an empty answer, and never undone by an older call."""
    first = books.join(CONNECTION_CLOSED.topic())
    register = books.call()
    assert (register.spec.number, register.args) == (360, None)
    books.subscriptions.completed(register, None)
    event = ServerEvent(
        procedures.CONNECT_EVENT_CONNECTION_CLOSED, remote.ConnectEventConnectionClosedMsg(reason=2)
    )
    books.subscriptions.push(event)
    assert taken(first) == [2]
    books.subscriptions.leave(first)
    books.join(CONNECTION_CLOSED.topic())
    (unregister,) = books.subscriptions.calls()
    assert (unregister.spec.number, unregister.args) == (361, None)
    books.subscriptions.completed(unregister, None)
    assert books.call().spec.number == 360


def test_events_of_no_kind(books: Books) -> None:
    """An event of the older style is nobody's here."""
    subscriber = books.joined()
    books.subscriptions.push(
        ServerEvent(procedures.DOMAIN_EVENT_LIFECYCLE, remote.DomainEventLifecycleMsg(wire.DOMAIN, 1, 0))
    )
    assert not subscriber.is_ready


def test_a_daemon_that_gives_a_number_twice(books: Books) -> None:
    """Its lie costs events, and nothing fails."""
    first = books.joined(7)
    second = books.joined(7, DOMAIN_LIFECYCLE.topic(wire.DOMAIN))
    books.subscriptions.leave(second)
    books.subscriptions.leave(first)
    assert len(books.subscriptions.calls()) == 2


def test_drop_oldest_leaves_a_gap_in_their_place(books: Books) -> None:
    """V8: the marker comes before what is left, once, with the number."""
    subscriber = books.joined(max_events=3)
    books.push(1, 2, 3, 4, 5)
    assert subscriber.take() == Gap(2)
    books.push(6)
    assert taken(subscriber) == [Gap(1), 4, 5, 6]
    books.push(7)
    assert taken(subscriber) == [7]
    assert subscriber.dropped_count == 3


def test_bytes_are_bounded_too(books: Books) -> None:
    """V8: as many as fit into the limit of bytes wait; a gap tells of the others, as for their number."""
    subscriber = books.joined(max_events=1000)
    quarter = MAX_WAITING_EVENT_BYTES // 4
    books.push(1, 2, 3, 4, size=quarter)
    assert subscriber.dropped_count == 0
    books.push(5, size=quarter)
    books.push(6, size=2 * quarter)
    assert taken(subscriber) == [Gap(3), 4, 5, 6]
    books.push(7, 8, size=quarter)
    assert taken(subscriber) == [7, 8]


def test_one_event_of_any_size_waits(books: Books) -> None:
    """What is larger than the limit is not lost for that, but nothing waits beside it."""
    subscriber = books.joined()
    books.push(1)
    books.push(2, size=32 << 20)
    assert taken(subscriber) == [Gap(1), 2]
    books.push(3, size=32 << 20)
    books.push(4)
    assert taken(subscriber) == [Gap(1), 4]


def test_close_for_too_many_bytes(books: Books) -> None:
    """V8: with overflow='close' bytes end the stream as numbers do."""
    subscriber = books.joined(max_events=1000, overflow="close")
    books.push(1, 2, 3, size=MAX_WAITING_EVENT_BYTES // 2)
    assert taken(subscriber) == [1, 2]
    with pytest.raises(EventOverflow, match=f"or {MAX_WAITING_EVENT_BYTES} bytes of them") as caught:
        subscriber.take()
    assert caught.value.dropped == 1


def test_close_ends_after_what_was_queued(books: Books) -> None:
    """V8: with overflow='close' what waits is delivered, then EventOverflow says how many are missing."""
    subscriber = books.joined(max_events=2, overflow="close")
    books.push(1, 2, 3)
    assert taken(subscriber) == [1, 2]
    books.push(4)
    with pytest.raises(EventOverflow, match="domain_lifecycle: more than 2 events") as caught:
        subscriber.take()
    assert caught.value.dropped == 2
    books.subscriptions.end(LOST)
    with pytest.raises(EventOverflow):
        subscriber.take()


def test_the_end(books: Books) -> None:
    """What was received first, then the error, for ever; later subscribers are told at once."""
    subscriber = books.joined()
    books.push(1)
    waiting = books.join(DOMAIN_REBOOT.topic())
    register = books.call()
    leaving = books.joined(9, DOMAIN_LIFECYCLE.topic(wire.DOMAIN))
    deregister = books.subscriptions.leave(leaving)
    assert deregister is not None
    books.subscriptions.end(LOST)
    books.subscriptions.end(ConnectionLost("again", maybe_executed=False))
    assert deregister.done
    assert taken(subscriber) == [1]
    for one in (subscriber, waiting, books.join()):
        with pytest.raises(ConnectionLost, match="cable"):
            one.take()
    books.answer(register)
    books.subscriptions.failed(register, LOST)
    books.subscriptions.resume()
    books.push(2)
    assert books.subscriptions.calls() == []


def test_what_comes_after_the_end(books: Books) -> None:
    """A stream that has ended takes nothing more, whoever pushes."""
    subscriber = books.joined()
    subscriber.end(LOST)
    subscriber.push(message(1, 7))
    with pytest.raises(ConnectionLost):
        subscriber.take()


def test_nothing_to_take(books: Books) -> None:
    """Taking without being ready is the caller's mistake, and says so."""
    with pytest.raises(LocalProtocolError, match="no event to take"):
        books.joined().take()


@pytest.mark.parametrize(("bound", "policy"), [(0, "close"), (1, "newest")])
def test_bad_bounds(bound: int, policy: Any) -> None:
    """Refused at once, with the value."""
    with pytest.raises(ValueError, match=r"got (0|'newest')"):
        Subscriber(DOMAIN_LIFECYCLE.topic(), bound, policy, lambda: None)
