"""The daemon's half of a connection, without I/O: frames in, events and frames out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from purevirt.errors import InternalError
from purevirt.rpc import xdr
from purevirt.rpc.framing import Frame, FrameReader, encode_frame
from purevirt.rpc.gen import procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.rpc.gen.net import MessageError, StreamHole
from purevirt.rpc.procedure import AnyProcedure
from purevirt.testing.simulator.wire.failure import SimulatedError
from purevirt.testing.simulator.wire.session import ServerSession
from purevirt.testing.simulator.wire.session_events import (
    CallArrived,
    ClientFailed,
    Data,
    Finish,
    Hole,
    IncomingCall,
    ServerEvent,
    StreamAborted,
    StreamArrived,
    StreamPort,
)

_HOSTNAME, _UPLOAD = procedures.CONNECT_GET_HOSTNAME, procedures.STORAGE_VOL_UPLOAD
_CALL, _REPLY, _MESSAGE, _STREAM, _HOLE = 0, 1, 2, 3, 6
_OK, _ERROR, _CONTINUE = 0, 1, 2
_KEEPALIVE = 0x6B656570
_PING = encode_frame(_KEEPALIVE, 1, 1, _MESSAGE, 0, 0)
_FAILURE = SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.STORAGE, "broken")


def message(
    spec: AnyProcedure, serial: int, kind: int = _CALL, status: int = _OK, payload: bytes = b""
) -> bytes:
    """Return a client's message."""
    return encode_frame(spec.program, 1, spec.number, kind, serial, status, payload)


def drained(session: ServerSession) -> list[ServerEvent]:
    """Return all events that there is a place for."""
    found = []
    while (event := session.next_event()) is not None:
        found.append(event)
    return found


def sent(session: ServerSession) -> list[Frame]:
    """Return what the daemon has to say."""
    return FrameReader().feed(session.data_to_send())


def arrived(session: ServerSession, spec: AnyProcedure, serial: int) -> IncomingCall:
    """Return a call that the client makes."""
    session.receive_data(message(spec, serial), 0.0)
    event = session.next_event()
    assert isinstance(event, CallArrived)
    return event.call


def stream(session: ServerSession, *, sparse: bool = False) -> StreamPort:
    """Return a stream that the client has opened with serial 5."""
    call = arrived(session, _UPLOAD, 5)
    session.reply(call, b"")
    session.all_written()
    port = session.open_stream(call, sparse=sparse)
    session.data_to_send()
    return port


def packet(status: int, payload: bytes = b"", kind: int = _STREAM) -> bytes:
    """Return a packet of that stream."""
    return message(_UPLOAD, 5, kind, status, payload)


def test_five_requests_are_worked_on_and_the_sixth_waits() -> None:
    """A place is free again when an answer has been given and taken; order is kept."""
    session = ServerSession()
    session.receive_data(b"".join(message(_HOSTNAME, serial) for serial in range(1, 8)), 0.0)
    calls = [event.call for event in drained(session) if isinstance(event, CallArrived)]
    assert [call.frame.serial for call in calls] == [1, 2, 3, 4, 5]
    assert session.is_throttled
    session.reply(calls[2], b"")
    assert session.is_throttled
    session.all_written()
    (event,) = drained(session)
    assert isinstance(event, CallArrived)
    assert event.call.frame.serial == 6
    assert [frame.serial for frame in sent(session)] == [3]


def test_ping_waits_behind_five_requests() -> None:
    """CASES K8: the daemon does not see what is behind them, and so does not answer it."""
    session = ServerSession()
    session.receive_data(b"".join(message(_HOSTNAME, serial) for serial in range(1, 6)) + _PING, 0.0)
    calls = [event.call for event in drained(session) if isinstance(event, CallArrived)]
    assert sent(session) == []
    session.refuse(calls[0], _FAILURE)
    session.all_written()
    assert drained(session) == []
    assert [(frame.program, frame.procedure) for frame in sent(session)] == [
        (_HOSTNAME.program, _HOSTNAME.number),
        (_KEEPALIVE, 2),
    ]


def test_answer_is_given_once() -> None:
    """A second one would be matched to nothing, or to a later call."""
    session = ServerSession()
    call = arrived(session, _HOSTNAME, 1)
    session.reply(call, b"")
    with pytest.raises(InternalError):
        session.refuse(call, _FAILURE)


def test_reply_that_is_too_large_becomes_an_error() -> None:
    """CASES E14: the answer does not fit, and the client is told so."""
    session = ServerSession()
    session.reply(arrived(session, _HOSTNAME, 1), bytes(33_554_412))
    (frame,) = sent(session)
    found, _ = xdr.decode(MessageError, frame.payload)
    assert (frame.status, found.code, found.message) == (_ERROR, 39, "Unable to encode message payload")


def test_event_that_is_too_large_is_dropped() -> None:
    """Nobody waits for it."""
    session = ServerSession()
    wire = remote.Domain(name="n" * 4_194_305, uuid=bytes(16), id=1)
    body = remote.DomainEventRebootMsg(wire)
    assert not session.send_event(procedures.DOMAIN_EVENT_REBOOT, body)
    assert sent(session) == []


def test_daemon_pings_only_when_told_to() -> None:
    """CASES K3 and K4: two unanswered pings, and one more interval."""
    session = ServerSession(keepalive_interval_s=2.0, keepalive_count=2)
    assert session.next_timeout() is None
    assert session.handle_timeout(1000.0)
    session.start_keepalive(10.0)
    assert session.next_timeout() == 12.0
    assert [session.handle_timeout(now) for now in (12.0, 14.0)] == [True, True]
    assert [frame.procedure for frame in sent(session)] == [1, 1]
    assert not session.handle_timeout(16.0)


def test_anything_from_the_client_proves_that_it_lives() -> None:
    """Not only a pong."""
    session = ServerSession(keepalive_interval_s=2.0, keepalive_count=1)
    session.start_keepalive(0.0)
    session.handle_timeout(2.0)
    session.receive_data(message(_HOSTNAME, 1), 3.0)
    assert session.handle_timeout(5.0)
    assert not session.handle_timeout(7.0)


def test_stream_packets_count_until_they_are_taken() -> None:
    """Back-pressure: five that nobody takes, and nothing more is read (CASES S27)."""
    session = ServerSession()
    port = stream(session)
    session.receive_data(b"".join(packet(_CONTINUE, bytes([n])) for n in range(7)), 0.0)
    assert drained(session) == [StreamArrived(port)] * 5
    assert session.is_throttled
    assert session.take_packet(port) == Data(b"\0")
    assert drained(session) == [StreamArrived(port)]
    assert [session.take_packet(port) for _ in range(6)] == [*(Data(bytes([n])) for n in range(1, 6)), None]


def test_finish_is_confirmed_when_the_daemon_says_so() -> None:
    """The client waits for the daemon's OK."""
    session = ServerSession()
    port = stream(session)
    session.receive_data(packet(_OK), 0.0)
    assert drained(session) == [StreamArrived(port)]
    assert session.take_packet(port) == Finish()
    assert sent(session) == []
    session.stream_confirm(port)
    assert [(frame.type, frame.serial, frame.status) for frame in sent(session)] == [(_STREAM, 5, _OK)]
    assert session.stream_count == 0


def test_abort_is_confirmed_at_once() -> None:
    """CASES S6: with OK, and what had come is forgotten."""
    session = ServerSession()
    port = stream(session)
    session.receive_data(packet(_CONTINUE, b"x") + packet(_ERROR), 0.0)
    assert drained(session) == [StreamArrived(port), StreamAborted(port)]
    assert [(frame.type, frame.status) for frame in sent(session)] == [(_STREAM, _OK)]
    assert session.request_count == 0


def test_abort_with_another_status_is_an_error() -> None:
    """There are only three."""
    session = ServerSession()
    port = stream(session)
    session.receive_data(packet(7), 0.0)
    assert drained(session) == [StreamAborted(port)]
    (frame,) = sent(session)
    found, _ = xdr.decode(MessageError, frame.payload)
    assert found.message == "stream aborted with unexpected status 7"


def test_finish_after_an_error_is_not_answered() -> None:
    """CASES S8: the daemon has forgotten the stream."""
    session = ServerSession()
    port = stream(session)
    session.stream_fail(port, _FAILURE)
    assert [(frame.type, frame.status) for frame in sent(session)] == [(_STREAM, _ERROR)]
    session.receive_data(packet(_CONTINUE, b"x") + packet(_OK), 0.0)
    assert drained(session) == []
    assert sent(session) == []
    assert session.dropped_count == 2
    session.stream_data(port, b"late")
    assert sent(session) == []


def test_data_is_sent_in_packets_and_holes() -> None:
    """262120 bytes a packet; an end of data is an empty one."""
    session = ServerSession()
    port = stream(session, sparse=True)
    session.stream_data(port, bytes(262_121))
    session.stream_data(port, b"")
    session.stream_hole(port, 1 << 40)
    session.stream_end(port)
    assert [(frame.type, frame.status, len(frame.payload)) for frame in sent(session)] == [
        (_STREAM, _CONTINUE, 262_120),
        (_STREAM, _CONTINUE, 1),
        (_HOLE, _CONTINUE, 12),
        (_STREAM, _CONTINUE, 0),
    ]


def test_hole_comes_as_it_was_sent() -> None:
    """Its length is for whoever writes it to judge (CASES S16)."""
    session = ServerSession()
    port = stream(session, sparse=True)
    session.receive_data(packet(_CONTINUE, xdr.encode(StreamHole(length=-1, flags=9)), _HOLE), 0.0)
    assert drained(session) == [StreamArrived(port)]
    assert session.take_packet(port) == Hole(-1, 9)


@pytest.mark.parametrize(("sparse", "payload"), [(False, bytes(12)), (True, b"\0")])
def test_hole_that_cannot_be_closes_the_connection(sparse: bool, payload: bytes) -> None:
    """CASES S17: on a stream that is not sparse, and one that does not decode."""
    session = ServerSession()
    stream(session, sparse=sparse)
    session.receive_data(packet(_CONTINUE, payload, _HOLE) + message(_HOSTNAME, 9), 0.0)
    (event,) = drained(session)
    assert isinstance(event, ClientFailed)
    assert session.next_event() is None


@pytest.mark.parametrize("word", [0, 27, 33_554_437, 0xFFFF_FFFF])
def test_length_word_out_of_range_ends_the_connection(word: int) -> None:
    """What came before it is still answered (CASES P3, P6)."""
    session = ServerSession()
    session.receive_data(message(_HOSTNAME, 1) + word.to_bytes(4), 0.0)
    kinds = [type(event) for event in drained(session)]
    assert kinds == [CallArrived, ClientFailed]


@given(st.lists(st.binary(max_size=120), max_size=6))
def test_garbage_is_answered_dropped_or_final(pieces: list[bytes]) -> None:
    """Whatever comes, the session says so by an event or by nothing; it never raises."""
    session = ServerSession()
    for piece in pieces:
        framed = encode_frame(remote.REMOTE_PROGRAM, 1, 59, len(piece) % 8, 1, 0, piece)
        session.receive_data(framed + piece, 0.0)
        drained(session)
        session.data_to_send()


@settings(max_examples=30)
@given(st.data())
def test_splits_do_not_matter(data: st.DataObject) -> None:
    """The same bytes in other pieces are the same calls (CASES P1)."""
    whole = b"".join(message(_HOSTNAME, serial, payload=bytes(serial)) for serial in range(1, 6))
    session = ServerSession()
    found: list[ServerEvent] = []
    while whole:
        size = data.draw(st.integers(1, len(whole)))
        session.receive_data(whole[:size], 0.0)
        whole = whole[size:]
        found += drained(session)
    assert [one.call.frame.serial for one in found if isinstance(one, CallArrived)] == [1, 2, 3, 4, 5]
