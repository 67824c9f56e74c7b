"""Calls in the session: serials, places, replies, cancellation."""

from collections.abc import Callable

import pytest

from purevirt.errors import (
    ConnectionLost,
    DecodeError,
    EncodeError,
    LocalProtocolError,
    NoDomain,
    RemoteProtocolError,
)
from purevirt.rpc import session as session_module
from purevirt.rpc.limits import MAX_PAYLOAD_BYTES
from purevirt.rpc.procedure import AnyProcedure
from purevirt.rpc.session import Session, SessionPhase
from purevirt.rpc.session_events import CallCompleted, CallFailed, CallState, ConnectionFailed, EventReceived
from tests.rpc import wire
from tests.rpc.driven import Driven
from tests.rpc.wire import Message


def test_a_call_is_one_frame() -> None:
    """P4: program, version, procedure, CALL, a serial of its own, OK, the payload."""
    driven = Driven()
    first = driven.call(payload=b"args")
    second = driven.call(spec=wire.LOOKUP)
    assert driven.sent() == [
        Message(0x20008086, 1, wire.HOSTNAME.number, wire.CALL, first.serial, wire.OK, b"args"),
        Message(0x20008086, 1, wire.LOOKUP.number, wire.CALL, second.serial, wire.OK, b""),
    ]
    assert 0 < first.serial < second.serial
    assert driven.sent() == []


def test_a_reply_completes_its_call() -> None:
    """The payload comes with the call it belongs to, once, and the place is free."""
    driven = Driven()
    call = driven.call("context")
    assert driven.feed(wire.reply(wire.HOSTNAME, call.serial, b"data")) == [CallCompleted(call, b"data")]
    assert (call.context, call.state) == ("context", CallState.DONE)
    assert driven.session.in_flight_count == 0
    assert driven.feed(wire.reply(wire.HOSTNAME, call.serial, b"data")) == []


def test_replies_out_of_order() -> None:
    """P8: each caller gets its own."""
    driven = Driven()
    one, two, three = (driven.call() for _ in range(3))
    events = driven.feed(*(wire.reply(wire.HOSTNAME, c.serial, bytes([c.serial])) for c in (one, three, two)))
    assert events == [CallCompleted(c, bytes([c.serial])) for c in (one, three, two)]


def test_four_in_flight_and_the_rest_in_order() -> None:
    """K8, K9: the fifth call waits here; each reply lets exactly one go, the first that came."""
    driven = Driven()
    calls = [driven.call() for _ in range(7)]
    assert [message.serial for message in driven.sent()] == [call.serial for call in calls[:4]]
    assert [call.serial for call in calls[4:]] == [0, 0, 0]
    assert (driven.session.in_flight_count, driven.session.waiting_count) == (4, 3)
    driven.feed(wire.reply(wire.HOSTNAME, calls[2].serial))
    assert [message.serial for message in driven.sent()] == [calls[4].serial]
    driven.feed(wire.reply(wire.HOSTNAME, calls[0].serial), wire.reply(wire.HOSTNAME, calls[1].serial))
    assert [message.serial for message in driven.sent()] == [calls[5].serial, calls[6].serial]


def test_a_late_caller_does_not_overtake() -> None:
    """K9: one that comes while others wait goes behind them."""
    driven = Driven(max_calls=1)
    first, second = driven.call(), driven.call()
    driven.feed(wire.reply(wire.HOSTNAME, first.serial))
    third = driven.call()
    assert [m.serial for m in driven.sent()] == [first.serial, second.serial]
    assert third.state is CallState.WAITING


def test_max_calls_is_at_least_one() -> None:
    """A session that may never call is refused."""
    with pytest.raises(ValueError, match="max_calls: at least 1, got 0"):
        Session(0.0, max_calls=0)


def test_cancelling_a_waiting_call_forgets_it() -> None:
    """K9: it was certainly not carried out, is never sent, and the order of the others stays."""
    driven = Driven(max_calls=1)
    first, second, third = (driven.call() for _ in range(3))
    assert driven.session.cancel_call(second) is False
    assert second.state is CallState.DONE
    driven.feed(wire.reply(wire.HOSTNAME, first.serial))
    assert [message.serial for message in driven.sent()] == [first.serial, third.serial]
    assert driven.session.waiting_count == 0


def test_cancelling_a_sent_call_keeps_its_place() -> None:
    """P16, K9: the daemon works on it still; its late reply is dropped, and only then is the place free."""
    driven = Driven(max_calls=1)
    first, second = driven.call(), driven.call()
    assert driven.session.cancel_call(first) is True
    assert (first.state, driven.session.in_flight_count) == (CallState.ABANDONED, 1)
    assert [message.serial for message in driven.sent()] == [first.serial]
    assert driven.feed(wire.reply(wire.HOSTNAME, first.serial, b"late")) == []
    assert first.state is CallState.DONE
    assert [message.serial for message in driven.sent()] == [second.serial]
    assert driven.session.dropped_count == 0


@pytest.mark.parametrize("late", [wire.refusal, wire.reply])
def test_nothing_is_told_of_an_abandoned_call(late: Callable[[AnyProcedure, int], bytes]) -> None:
    """P16: neither a late reply nor a late error."""
    driven = Driven()
    call = driven.call()
    driven.session.cancel_call(call)
    driven.session.cancel_call(call)
    assert driven.feed(late(wire.HOSTNAME, call.serial)) == []
    assert driven.session.cancel_call(call) is True


def test_an_error_reply_fails_its_call() -> None:
    """E4: the error has its class, and the connection goes on."""
    driven = Driven()
    call, other = driven.call(spec=wire.LOOKUP), driven.call()
    (event,) = driven.feed(wire.refusal(wire.LOOKUP, call.serial, 42, "Domain not found"))
    assert isinstance(event, CallFailed)
    assert event.call is call
    assert isinstance(event.error, NoDomain)
    assert event.error.procedure == "REMOTE_PROC_DOMAIN_LOOKUP_BY_NAME"
    assert driven.feed(wire.reply(wire.HOSTNAME, other.serial)) == [CallCompleted(other, b"")]


def test_an_error_that_does_not_decode_fails_its_call_only() -> None:
    """P19: a payload that makes no sense concerns nobody else."""
    driven = Driven()
    call = driven.call()
    (event,) = driven.feed(wire.frame(wire.HOSTNAME, wire.REPLY, call.serial, wire.ERROR, b"\0\0"))
    assert isinstance(event, CallFailed)
    assert isinstance(event.error, DecodeError)
    assert driven.session.phase is SessionPhase.OPEN


@pytest.mark.parametrize("status", [wire.CONTINUE, 7, -1])
def test_a_reply_with_another_status_fails_its_call(status: int) -> None:
    """P11: neither OK nor ERROR: that call is told, the connection goes on."""
    driven = Driven()
    call = driven.call()
    (event,) = driven.feed(wire.frame(wire.HOSTNAME, wire.REPLY, call.serial, status))
    assert isinstance(event, CallFailed)
    assert isinstance(event.error, RemoteProtocolError)
    assert f"status {status}" in str(event.error)
    assert driven.session.in_flight_count == 0


def test_an_unknown_serial_is_dropped() -> None:
    """P9: counted, and nobody is disturbed."""
    driven = Driven()
    call = driven.call()
    assert driven.feed(wire.reply(wire.HOSTNAME, call.serial + 1)) == []
    assert driven.session.dropped_count == 1
    assert driven.feed(wire.reply(wire.HOSTNAME, call.serial)) == [CallCompleted(call, b"")]


LIES = [
    lambda serial: wire.reply(wire.VERSION, serial),
    lambda serial: wire.pack(0x20008087, wire.HOSTNAME.number, wire.REPLY, serial, wire.OK),
    lambda serial: wire.pack(0x20008086, wire.HOSTNAME.number, wire.REPLY, serial, wire.OK, version=2),
]


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("abandoned", [False, True])
def test_a_reply_for_another_procedure_ends_the_connection(
    lie: Callable[[int], bytes], abandoned: bool
) -> None:
    """P10: its call is told what happened (once), and nothing after it is believed."""
    driven = Driven()
    call, other = driven.call(), driven.call()
    if abandoned:
        driven.session.cancel_call(call)
    data = lie(call.serial)
    events = driven.feed(data, wire.reply(wire.HOSTNAME, other.serial))
    assert [type(event) for event in events] == [CallFailed] * (not abandoned) + [ConnectionFailed]
    assert all(isinstance(event[-1], RemoteProtocolError) for event in events)
    failed = [event.call for event in driven.fail() if isinstance(event, CallFailed)]
    assert failed == [other]


@pytest.mark.parametrize("type_", [wire.CALL, wire.CALL_WITH_FDS, wire.REPLY_WITH_FDS, 7, -1])
def test_what_a_daemon_never_sends_ends_the_connection(type_: int) -> None:
    """P12, P27: a call to us, or a reply with file descriptors that we never asked for."""
    driven = Driven()
    call = driven.call()
    (event,) = driven.feed(wire.frame(wire.HOSTNAME, type_, call.serial))
    assert isinstance(event, ConnectionFailed)
    assert f"type {type_} " in str(event.error)


def test_a_bad_length_word_is_the_last_event() -> None:
    """P3: what came before it stands."""
    driven = Driven()
    call = driven.call()
    events = driven.feed(wire.reply(wire.HOSTNAME, call.serial), b"\0\0\0\0")
    assert [type(event) for event in events] == [CallCompleted, ConnectionFailed]
    assert [type(event) for event in driven.feed(b"more")] == [ConnectionFailed]


@pytest.mark.parametrize("serial", [0, 1])
def test_an_event_is_never_a_reply(serial: int) -> None:
    """P14, P15: an event with the serial of a call under way is an event, and the call waits on."""
    driven = Driven()
    call = driven.call()
    assert call.serial == 1
    (message,) = wire.unpack(wire.lifecycle(2, serial=serial))
    events = driven.feed(wire.lifecycle(2, serial=serial))
    assert events == [EventReceived(0x20008086, wire.LIFECYCLE.number, message.payload)]
    assert driven.feed(wire.reply(wire.HOSTNAME, 1)) == [CallCompleted(call, b"")]


def test_events_of_other_programs() -> None:
    """QEMU's own events come with their program."""
    driven = Driven()
    assert driven.feed(wire.pack(0x20008087, 6, wire.MESSAGE, 1, wire.OK, b"x")) == [
        EventReceived(0x20008087, 6, b"x")
    ]


@pytest.mark.parametrize("bad", [{"status": wire.ERROR}, {"status": wire.OK, "version": 2}])
def test_an_event_with_a_strange_header_is_dropped(bad: dict[str, int]) -> None:
    """V10: counted, and the stream of events goes on."""
    driven = Driven()
    assert (
        driven.feed(wire.pack(0x20008086, wire.LIFECYCLE.number, wire.MESSAGE, 1, payload=b"", **bad)) == []
    )
    assert driven.session.dropped_count == 1


@pytest.mark.parametrize("start", [0xFFFF_FFFD, 0xFFFF_FFFF])
def test_serials_wrap_past_those_in_use(start: int) -> None:
    """P17: after 0xffffffff comes 1 (0 is keepalive's), unless a call or a stream lives there."""
    driven = Driven(max_calls=9)
    first = driven.call()
    stream = driven.stream()
    driven.feed(wire.reply(wire.DOWNLOAD, stream.call.serial))
    assert (first.serial, stream.call.serial) == (1, 2)
    driven.session._serial = start
    assert [driven.call().serial for _ in range(4)] == [*range(start + 1, 0x1_0000_0000), 3, 4, 5, 6][:4]


def test_a_payload_too_large_is_refused_at_once() -> None:
    """P24: the caller is told, also when all places are taken, and nothing is sent or left behind."""
    driven = Driven(max_calls=1)
    driven.call(payload=bytes(MAX_PAYLOAD_BYTES))
    with pytest.raises(EncodeError, match="33554409 bytes, one message carries 33554408"):
        driven.call(payload=bytes(MAX_PAYLOAD_BYTES + 1))
    assert driven.session.waiting_count == 0


def test_waiting_calls_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A runaway caller is stopped before memory is."""
    monkeypatch.setattr(session_module, "MAX_WAITING_CALLS", 2)
    driven = Driven(max_calls=1)
    for _ in range(3):
        driven.call()
    with pytest.raises(LocalProtocolError, match="2 calls wait already; slow down"):
        driven.call()
    assert driven.session.waiting_count == 2


def test_a_failed_session_takes_no_calls() -> None:
    """After the end nothing is sent: certainly not carried out."""
    driven = Driven()
    driven.fail()
    with pytest.raises(ConnectionLost, match="the connection is closed") as caught:
        driven.call()
    assert not caught.value.maybe_executed
    assert driven.sent() == []


def test_reprs_tell_what_and_where() -> None:
    """A call in a log has its serial, procedure and state, and not its payload."""
    driven = Driven()
    call = driven.call(payload=b"hunter2")
    assert repr(call) == "<Call 1 REMOTE_PROC_CONNECT_GET_HOSTNAME sent>"
    assert repr(driven.stream()) == "<StreamChannel 2 REMOTE_PROC_STORAGE_VOL_DOWNLOAD opening>"
    assert repr(wire.HOSTNAME) == "<REMOTE_PROC_CONNECT_GET_HOSTNAME (59)>"
