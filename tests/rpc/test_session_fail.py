"""The end of a session, and keepalive in it."""

import pytest

from purevirt.errors import ConnectionClosed, ConnectionLost, RemoteProtocolError
from purevirt.rpc.session import SessionPhase
from purevirt.rpc.session_events import CallFailed, CallState, ConnectionFailed, StreamClosed
from purevirt.rpc.streams.state import StreamPhase
from tests.rpc import wire
from tests.rpc.driven import LOST, Driven


def test_each_waiter_is_told_once_and_the_truth() -> None:
    """P7, S23: what was sent may have been carried out, what waited not; what was abandoned is silent."""
    driven = Driven(max_calls=3)
    stream = driven.opened()
    sent, abandoned, opening = driven.call("sent"), driven.call("abandoned"), driven.stream()
    waiting, waiting_stream = driven.call("waiting"), driven.stream()
    driven.session.cancel_call(abandoned)
    told = {}
    for event in driven.fail():
        assert isinstance(event, CallFailed | StreamClosed)
        assert event[0] not in told
        assert isinstance(event.error, ConnectionLost)
        assert event.error.__cause__ is LOST
        told[event[0]] = event.error.maybe_executed
    assert told == {
        sent: True,
        opening.call: True,
        waiting: False,
        waiting_stream.call: False,
        stream: True,
        opening: True,
        waiting_stream: False,
    }
    assert {c.state for c in (sent, abandoned, waiting, opening.call)} == {CallState.DONE}
    assert stream.phase is waiting_stream.phase is StreamPhase.CLOSED


def test_after_the_end_there_is_nothing() -> None:
    """Nothing is told twice, written, taken in or timed."""
    driven = Driven()
    call = driven.call()
    stream = driven.stream()
    assert driven.fail()
    assert driven.fail() == []
    assert driven.sent() == []
    assert driven.feed(wire.reply(wire.HOSTNAME, call.serial)) == []
    assert driven.session.handle_timeout(1e9) == []
    assert driven.session.next_timeout is None
    assert driven.session.phase is SessionPhase.FAILED
    driven.session.abort_stream(stream)
    driven.session.reassure()
    assert driven.session.cancel_call(call) is True
    assert driven.sent() == []


@pytest.mark.parametrize(
    ("error", "class_"),
    [
        (ConnectionClosed("closed by us", maybe_executed=True), ConnectionClosed),
        (ConnectionLost("end of file", maybe_executed=True), ConnectionLost),
        (RemoteProtocolError("nonsense"), ConnectionLost),
    ],
)
def test_waiters_get_the_kind_of_the_end(error: ConnectionLost, class_: type[ConnectionLost]) -> None:
    """Who waits when we close gets ConnectionClosed; with any other end ConnectionLost, and its cause."""
    driven = Driven()
    call = driven.call()
    (event,) = driven.fail(error)
    assert isinstance(event, CallFailed)
    assert type(event.error) is class_
    assert str(event.error) == f"{call.spec.name}: {error}"
    assert event.error.__cause__ is error


def test_a_stream_that_was_told_its_end_is_not_told_again() -> None:
    """A stream given up for a bad hole is over for its reader; the connection's end adds nothing."""
    driven = Driven()
    stream = driven.opened()
    (event,) = driven.feed(wire.hole(wire.DOWNLOAD, stream.call.serial, 5))
    assert isinstance(event, StreamClosed)
    assert driven.fail() == []


def test_ping_is_answered_at_once_and_first() -> None:
    """K1: a pong of the same shape, before what was queued, with no event."""
    driven = Driven()
    call = driven.call()
    assert driven.feed(wire.ping()) == []
    pong, first = driven.sent()
    assert pong == wire.unpack(wire.pong())[0]
    assert first.serial == call.serial


def test_pong_is_silent() -> None:
    """An answer needs no answer."""
    driven = Driven()
    assert driven.feed(wire.pong()) == []
    assert driven.sent() == []
    assert driven.session.dropped_count == 0


def test_ping_in_the_middle_of_a_large_reply() -> None:
    """K1: a ping between the pieces of other traffic is answered with the next write."""
    driven = Driven()
    call = driven.call()
    driven.sent()
    reply = wire.reply(wire.HOSTNAME, call.serial, bytes(1 << 20))
    driven.feed(wire.ping() + reply[: 1 << 19])
    assert [message.procedure for message in driven.sent()] == [wire.PONG]
    driven.feed(reply[1 << 19 :] + wire.ping())
    assert [message.procedure for message in driven.sent()] == [wire.PONG]


def test_a_silent_daemon_is_asked_and_given_up() -> None:
    """K6: pings at each interval, then ConnectionFailed with a ConnectionLost that tells the time."""
    driven = Driven(keepalive_interval_s=2.0, keepalive_count=2)
    assert driven.session.next_timeout == 2.0
    assert driven.session.handle_timeout(1.9) == []
    assert driven.sent() == []
    for now in (2.0, 4.0):
        assert driven.session.handle_timeout(now) == []
        assert driven.sent() == wire.unpack(wire.ping())
    (event,) = driven.session.handle_timeout(6.0)
    assert isinstance(event, ConnectionFailed)
    assert isinstance(event.error, ConnectionLost)
    assert "did not answer for 6 s" in str(event.error)


def test_any_byte_proves_life() -> None:
    """K1: half a frame is a sign of life too, and so is one for nobody."""
    driven = Driven(keepalive_interval_s=2.0, keepalive_count=0)
    driven.feed(wire.ping()[:5], now=1.5)
    assert driven.session.next_timeout == 3.5
    assert driven.session.handle_timeout(3.0) == []
    assert len(driven.session.handle_timeout(3.5)) == 1


def test_keepalive_off() -> None:
    """K3: without an interval there is no timer, but pings are answered."""
    driven = Driven(keepalive_interval_s=0)
    assert driven.session.next_timeout is None
    assert driven.session.handle_timeout(1e9) == []
    driven.feed(wire.ping())
    assert len(driven.sent()) == 1


def test_reassure_is_a_pong_unasked() -> None:
    """S22: while nothing is read, the daemon is told that we live, in a way that asks for no answer."""
    driven = Driven()
    driven.session.reassure()
    assert driven.sent() == wire.unpack(wire.pong())
