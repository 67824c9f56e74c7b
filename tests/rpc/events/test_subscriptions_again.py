"""The books of subscriptions when another connection follows, and whatever happens in whatever order."""

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from purevirt.rpc.events.stream import Resync
from purevirt.rpc.events.subscriptions import RegistrationCall
from purevirt.rpc.gen.event_kinds import DOMAIN_LIFECYCLE, DOMAIN_REBOOT
from tests.rpc import wire
from tests.rpc.events.books import LOST, Books, taken

if TYPE_CHECKING:
    from purevirt.rpc.events.kind import EventKind
    from purevirt.rpc.events.subscriber import Subscriber


@pytest.fixture
def books() -> Books:
    """Empty ones."""
    return Books()


def test_resync_in_order(books: Books) -> None:
    """Registered again; old events, the marker, then new ones: those that came before the answer included."""
    subscriber = books.joined(7)
    books.push(1)
    books.subscriptions.suspend()
    books.push(2)
    books.subscriptions.resume()
    call = books.call()
    late = books.join()
    books.push(3, callback_id=11)
    books.answer(call, 11)
    books.push(4, callback_id=11)
    books.push(5, callback_id=7)
    assert taken(subscriber) == [1, Resync(), 3, 4]
    assert taken(late) == [3, 4]


def test_calls_that_were_not_made(books: Books) -> None:
    """Taken back they are asked for again, but not on another connection; a second answer means nothing."""
    subscriber = books.join()
    call = books.call()
    books.subscriptions.take_back([call])
    assert books.call() is call
    books.answer(call, 5)
    books.answer(call, 6)
    books.push(1, callback_id=5)
    assert taken(subscriber) == [1]
    other = books.join(DOMAIN_REBOOT.topic())
    call = books.call()
    books.subscriptions.suspend()
    books.subscriptions.take_back([call])
    assert books.subscriptions.calls() == []
    assert not other.settled


def test_answers_of_an_older_connection_mean_nothing(books: Books) -> None:
    """Neither a number nor an error from before is taken for the new registration's."""
    subscriber = books.join()
    old = books.call()
    books.subscriptions.suspend()
    books.subscriptions.resume()
    new = books.call()
    books.answer(old, 3)
    books.subscriptions.failed(old, LOST)
    assert not subscriber.settled
    books.answer(new, 4)
    books.push(1, callback_id=4)
    assert taken(subscriber) == [1], "no resync: it was never subscribed before"


def test_subscribers_come_and_go_while_there_is_no_connection(books: Books) -> None:
    """Who left is not registered again; who came waits for the connection."""
    gone = books.joined()
    books.subscriptions.suspend()
    assert books.subscriptions.leave(gone) is None
    waiting = books.join(DOMAIN_REBOOT.topic())
    abandoned = books.join(DOMAIN_LIFECYCLE.topic(wire.DOMAIN))
    books.subscriptions.leave(abandoned)
    assert books.subscriptions.calls() == []
    books.subscriptions.resume()
    call = books.call()
    assert call.registration.topic is waiting.topic


def test_abandoned_registrations_end_with_their_connection(books: Books) -> None:
    """One that was being registered for nobody is not made again."""
    subscriber = books.join()
    books.call()
    books.subscriptions.leave(subscriber)
    books.subscriptions.suspend()
    books.subscriptions.resume()
    assert books.subscriptions.calls() == []


def test_resyncs_do_not_pile_up(books: Books) -> None:
    """A connection that comes and goes leaves one marker; a dropped marker is kept in the gap's place."""
    subscriber = books.joined(max_events=2)
    for number in range(3):
        books.subscriptions.suspend()
        books.subscriptions.resume()
        books.answer(books.call(), number)
    assert taken(subscriber) == [Resync()]
    books.subscriptions.suspend()
    books.subscriptions.resume()
    books.answer(books.call())
    books.push(1, 2, 3)
    assert taken(subscriber) == [Resync(1), 2, 3]


@settings(max_examples=200)
@given(st.data())
def test_nothing_is_left_behind(data: st.DataObject) -> None:
    """However joins, leaves, answers and changes of the connection fall, the daemon keeps what has
    subscribers, and nothing else, and no books stay open."""
    books = Books()
    kinds: tuple[EventKind[Any], ...] = (DOMAIN_LIFECYCLE, DOMAIN_REBOOT)
    topics = [kind.topic(dom) for kind in kinds for dom in (None, wire.DOMAIN)]
    pending: list[RegistrationCall] = []
    daemon: dict[int, object] = {}
    here: list[Subscriber[Any]] = []
    numbers = iter(range(10_000))

    def answer(call: RegistrationCall) -> None:
        if call.registers:
            number = next(numbers)
            daemon[number] = call.registration.topic.key
            books.answer(call, number)
        else:
            del daemon[call.args.callback_id]
            books.subscriptions.completed(call, None)

    for step in data.draw(st.lists(st.sampled_from(("join", "leave", "answer", "lose")), max_size=30)):
        if step == "join":
            here.append(books.join(data.draw(st.sampled_from(topics))))
        elif step == "leave" and here:
            books.subscriptions.leave(here.pop(data.draw(st.integers(0, len(here) - 1))))
        elif step == "answer" and pending:
            answer(pending.pop(data.draw(st.integers(0, len(pending) - 1))))
        elif step == "lose":
            books.subscriptions.suspend()
            pending.clear()
            daemon.clear()
            books.subscriptions.resume()
        pending += books.subscriptions.calls()
    while pending:
        answer(pending.pop(0))
        pending += books.subscriptions.calls()
    assert sorted(map(str, daemon.values())) == sorted({str(one.topic.key) for one in here})
    assert all(one.settled for one in here)
    assert books.subscriptions._parking == {}
    assert books.subscriptions._deregistering == {}
    assert len(books.subscriptions._active) == len(daemon)
