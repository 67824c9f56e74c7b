"""Streams in the session, packet by packet."""

import struct
from collections.abc import Callable
from functools import partial

import pytest

from purevirt.errors import (
    ConnectionLost,
    DecodeError,
    LibvirtError,
    LocalProtocolError,
    RemoteProtocolError,
    StreamAborted,
    SystemCallError,
)
from purevirt.rpc.procedure import AnyProcedure
from purevirt.rpc.session_events import (
    CallCompleted,
    CallFailed,
    CallState,
    StreamClosed,
    StreamDataReceived,
    StreamEnded,
    StreamHoleReceived,
)
from purevirt.rpc.streams.state import StreamPhase
from tests.rpc import wire
from tests.rpc.driven import Driven
from tests.rpc.wire import Message

DOWN, UP = wire.DOWNLOAD, wire.UPLOAD


def stream_frame(spec: AnyProcedure, serial: int, status: int, data: bytes = b"") -> Message:
    """Return a STREAM packet as it should be sent."""
    return Message(spec.program, 1, spec.number, wire.STREAM, serial, status, data)


def test_download_to_its_confirmation() -> None:
    """S4, S5: data, the empty packet, our OK, the daemon's OK."""
    driven = Driven()
    stream = driven.opened()
    serial = stream.call.serial
    assert driven.feed(wire.packet(DOWN, serial, b"abc"), wire.packet(DOWN, serial, b"d")) == [
        StreamDataReceived(stream, b"abc"),
        StreamDataReceived(stream, b"d"),
    ]
    assert driven.feed(wire.packet(DOWN, serial, b"")) == [StreamEnded(stream)]
    driven.session.finish_stream(stream)
    assert driven.sent() == [stream_frame(DOWN, serial, wire.OK)]
    assert driven.feed(wire.confirm(DOWN, serial)) == [StreamClosed(stream, None)]
    assert stream.phase is StreamPhase.CLOSED


def test_upload_to_its_confirmation() -> None:
    """S1: packets with CONTINUE, then OK, and only the confirmation ends it."""
    driven = Driven()
    stream = driven.opened(UP)
    serial = stream.call.serial
    driven.session.send_stream_data(stream, b"one")
    driven.session.send_stream_data(stream, b"two")
    driven.session.finish_stream(stream)
    assert driven.sent() == [
        stream_frame(UP, serial, wire.CONTINUE, b"one"),
        stream_frame(UP, serial, wire.CONTINUE, b"two"),
        stream_frame(UP, serial, wire.OK),
    ]
    assert stream.phase is StreamPhase.FINISHING
    assert driven.feed(wire.confirm(UP, serial)) == [StreamClosed(stream, None)]


@pytest.mark.parametrize("size", [0, 262_121])
def test_packets_of_another_size_are_refused(size: int) -> None:
    """S2, S3: an empty packet would end the stream, a larger one is for newer daemons only."""
    driven = Driven()
    stream = driven.opened(UP)
    with pytest.raises(LocalProtocolError, match=f"{size} bytes: a packet carries 1 to 262120"):
        driven.session.send_stream_data(stream, bytes(size))
    assert driven.sent() == []
    for good in (1, 262_120):
        driven.session.send_stream_data(stream, bytes(good))
    assert [len(message.payload) for message in driven.sent()] == [1, 262_120]


def test_holes_out() -> None:
    """S13: a hole is its own type of message, CONTINUE, 12 bytes."""
    driven = Driven()
    stream = driven.opened(UP, sparse=True)
    driven.session.send_stream_hole(stream, 1 << 40)
    (message,) = driven.sent()
    assert (message.type, message.status) == (wire.HOLE, wire.CONTINUE)
    assert message.payload == struct.pack(">qI", 1 << 40, 0)


@pytest.mark.parametrize("length", [0, -1])
def test_a_hole_of_no_length_is_refused(length: int) -> None:
    """S16: the daemon's answer to one could not be followed."""
    driven = Driven()
    stream = driven.opened(UP, sparse=True)
    with pytest.raises(LocalProtocolError, match=f"a hole of {length} bytes"):
        driven.session.send_stream_hole(stream, length)
    assert driven.sent() == []


def test_a_hole_in_a_dense_stream_is_refused() -> None:
    """S17: the daemon would close the connection."""
    driven = Driven()
    with pytest.raises(LocalProtocolError, match="not opened as a sparse one"):
        driven.session.send_stream_hole(driven.opened(UP), 1)


def test_holes_in() -> None:
    """S13, S14: holes come between the data, with their length; one of nothing is nothing."""
    driven = Driven()
    stream = driven.opened(sparse=True)
    serial = stream.call.serial
    events = driven.feed(
        wire.hole(DOWN, serial, 1 << 20), wire.packet(DOWN, serial, b"x"), wire.hole(DOWN, serial, 0)
    )
    assert events == [StreamHoleReceived(stream, 1 << 20), StreamDataReceived(stream, b"x")]


BAD_HOLES = [
    (False, lambda serial: wire.hole(DOWN, serial, 5), "hole of 5 bytes"),
    (True, lambda serial: wire.hole(DOWN, serial, -1), "hole of -1 bytes"),
    (True, lambda serial: wire.frame(DOWN, wire.HOLE, serial, wire.CONTINUE, b"\0" * 8), "virNetStreamHole"),
]


@pytest.mark.parametrize(("sparse", "bad", "words"), BAD_HOLES)
def test_a_bad_hole_gives_the_stream_up(sparse: bool, bad: Callable[[int], bytes], words: str) -> None:
    """S16: the reader is told once, the daemon is told to stop, and the connection goes on."""
    driven = Driven()
    stream = driven.opened(sparse=sparse)
    serial = stream.call.serial
    events = driven.feed(bad(serial), wire.packet(DOWN, serial, b"x"), bad(serial))
    (event,) = events
    assert isinstance(event, StreamClosed)
    assert isinstance(event.error, RemoteProtocolError)
    assert words in str(event.error)
    assert driven.sent() == [stream_frame(DOWN, serial, wire.ERROR)]
    assert driven.feed(wire.confirm(DOWN, serial)) == []
    assert stream.phase is StreamPhase.CLOSED


def test_an_error_in_a_reply_ends_the_stream() -> None:
    """S16: the daemon reports a hole it did not like in a REPLY; the OK that may follow is nobody's."""
    driven = Driven()
    stream = driven.opened(UP, sparse=True)
    serial = stream.call.serial
    (event,) = driven.feed(wire.refusal(UP, serial, 38, "bad hole"), wire.confirm(UP, serial))
    assert isinstance(event, StreamClosed)
    assert isinstance(event.error, SystemCallError)
    assert driven.session.dropped_count == 1


def test_a_second_good_reply_is_dropped() -> None:
    """A REPLY with OK on an open stream means nothing."""
    driven = Driven()
    stream = driven.opened()
    assert driven.feed(wire.reply(DOWN, stream.call.serial)) == []
    assert (stream.phase, driven.session.dropped_count) == (StreamPhase.ACTIVE, 1)


def test_the_daemon_fails_the_stream() -> None:
    """S7, S8: its error ends the stream at once; a finish would never be answered and is refused."""
    driven = Driven()
    stream = driven.opened(UP)
    (event,) = driven.feed(wire.stream_error(UP, stream.call.serial))
    assert isinstance(event, StreamClosed)
    assert isinstance(event.error, SystemCallError)
    assert event.error.errno == 28
    assert event.error.procedure == "REMOTE_PROC_STORAGE_VOL_UPLOAD"
    for refused in (
        partial(driven.session.send_stream_data, stream, b"x"),
        partial(driven.session.finish_stream, stream),
    ):
        with pytest.raises(LocalProtocolError, match="it is closed"):
            refused()
    driven.session.abort_stream(stream)
    assert driven.sent() == []


def test_finish_crosses_the_error() -> None:
    """S9: the error is the answer, whatever we were waiting for."""
    driven = Driven()
    stream = driven.opened(UP)
    driven.session.finish_stream(stream)
    (event,) = driven.feed(wire.stream_error(UP, stream.call.serial))
    assert isinstance(event, StreamClosed)
    assert isinstance(event.error, LibvirtError)


@pytest.mark.parametrize("end", [wire.confirm, wire.stream_error])
def test_abort_is_confirmed_either_way(end: Callable[[AnyProcedure, int], bytes]) -> None:
    """S6: ERROR goes out, what still comes is dropped, OK or ERROR ends it without an error of its own."""
    driven = Driven()
    stream = driven.opened()
    serial = stream.call.serial
    driven.session.abort_stream(stream)
    assert driven.sent() == [stream_frame(DOWN, serial, wire.ERROR)]
    assert driven.feed(wire.packet(DOWN, serial, b"x"), wire.packet(DOWN, serial, b"")) == []
    assert driven.feed(end(DOWN, serial)) == [StreamClosed(stream, None)]
    assert driven.feed(wire.packet(DOWN, serial, b"x")) == []
    assert driven.session.dropped_count == 1


def test_the_daemon_ends_it_unasked() -> None:
    """A confirmation that nobody asked for is a stream cut short, not one complete."""
    driven = Driven()
    stream = driven.opened()
    (event,) = driven.feed(wire.confirm(DOWN, stream.call.serial))
    assert isinstance(event, StreamClosed)
    assert isinstance(event.error, StreamAborted)
    assert event.error.by_peer


def test_packets_before_the_reply() -> None:
    """S19: data, and even the end, that overtake the reply are kept in order."""
    driven = Driven()
    stream = driven.stream()
    serial = stream.call.serial
    early = driven.feed(wire.packet(DOWN, serial, b"x"), wire.packet(DOWN, serial, b""))
    assert early == [StreamDataReceived(stream, b"x"), StreamEnded(stream)]
    assert driven.feed(wire.reply(DOWN, serial)) == [CallCompleted(stream.call, b"")]
    driven.session.finish_stream(stream)
    assert driven.feed(wire.confirm(DOWN, serial)) == [StreamClosed(stream, None)]


def test_refused_opening() -> None:
    """E11: the call fails, and with it the stream; its serial is free."""
    driven = Driven()
    stream = driven.stream()
    events = driven.feed(wire.refusal(DOWN, stream.call.serial, 50, "no volume"))
    assert [type(event) for event in events] == [CallFailed, StreamClosed]
    assert all(isinstance(event[-1], LibvirtError) for event in events)
    assert stream.phase is StreamPhase.CLOSED
    assert driven.session._streams == {}


def test_nothing_is_sent_before_the_reply() -> None:
    """A stream is written to only once the daemon has opened it."""
    driven = Driven()
    stream = driven.stream(UP)
    for refused in (
        partial(driven.session.send_stream_data, stream, b"x"),
        partial(driven.session.finish_stream, stream),
    ):
        with pytest.raises(LocalProtocolError, match="it is opening"):
            refused()
    assert [message.type for message in driven.sent()] == [wire.CALL]


@pytest.mark.parametrize("how", ["cancel", "abort"])
def test_given_up_while_opening(how: str) -> None:
    """E11: the abort goes out when the reply has come, and is confirmed as any other."""
    driven = Driven()
    stream = driven.stream()
    serial = stream.call.serial
    driven.sent()
    if how == "cancel":
        assert driven.session.cancel_call(stream.call) is True
    else:
        driven.session.abort_stream(stream)
    assert driven.sent() == []
    assert driven.feed(wire.packet(DOWN, serial, b"x")) == []
    told = driven.feed(wire.reply(DOWN, serial))
    assert told == ([] if how == "cancel" else [CallCompleted(stream.call, b"")])
    assert driven.sent() == [stream_frame(DOWN, serial, wire.ERROR)]
    assert driven.feed(wire.confirm(DOWN, serial)) == [StreamClosed(stream, None)]


def test_given_up_while_opening_and_refused() -> None:
    """E11: a refusal ends it without an abort."""
    driven = Driven()
    stream = driven.stream()
    driven.session.cancel_call(stream.call)
    driven.sent()
    assert driven.feed(wire.refusal(DOWN, stream.call.serial)) == [StreamClosed(stream, None)]
    assert driven.sent() == []


def test_cancelled_while_waiting_for_a_place() -> None:
    """K9: neither call nor stream ever existed for the daemon."""
    driven = Driven(max_calls=1)
    first = driven.call()
    stream = driven.stream()
    assert driven.session.cancel_call(stream.call) is False
    assert stream.phase is StreamPhase.CLOSED
    driven.feed(wire.reply(wire.HOSTNAME, first.serial))
    assert [message.serial for message in driven.sent()] == [first.serial]
    assert driven.fail() == []


def test_aborted_while_waiting_for_a_place() -> None:
    """Whoever makes the call is still answered: it goes out in its turn, and the stream is ended then."""
    driven = Driven(max_calls=1)
    first = driven.call()
    stream = driven.stream()
    driven.session.abort_stream(stream)
    assert stream.call.state is CallState.WAITING
    driven.feed(wire.reply(wire.HOSTNAME, first.serial))
    serial = stream.call.serial
    assert driven.feed(wire.reply(DOWN, serial)) == [CallCompleted(stream.call, b"")]
    assert driven.sent()[-1] == stream_frame(DOWN, serial, wire.ERROR)


def test_directions() -> None:
    """A download takes no data, an upload gives none; a console does both."""
    driven = Driven()
    with pytest.raises(LocalProtocolError, match="only carries data to the client"):
        driven.session.send_stream_data(driven.opened(DOWN), b"x")
    upload = driven.opened(UP, sparse=True)
    assert driven.feed(wire.packet(UP, upload.call.serial, b"x"), wire.hole(UP, upload.call.serial, 1)) == []
    assert driven.session.dropped_count == 2
    console = driven.opened(wire.CONSOLE)
    driven.session.send_stream_data(console, b"\xff")
    assert driven.feed(wire.packet(wire.CONSOLE, console.call.serial, b"\xff")) == [
        StreamDataReceived(console, b"\xff")
    ]


def test_only_some_procedures_open_streams() -> None:
    """A procedure without a stream is refused before anything is sent."""
    driven = Driven()
    with pytest.raises(LocalProtocolError, match="REMOTE_PROC_CONNECT_GET_HOSTNAME opens no stream"):
        driven.session.open_stream(wire.HOSTNAME, b"", None, None)
    assert driven.sent() == []


def test_packets_for_nobody_are_dropped() -> None:
    """S20: an unknown serial, another procedure, or a status that means nothing."""
    driven = Driven()
    stream = driven.opened()
    serial = stream.call.serial
    nonsense = (
        wire.packet(DOWN, serial + 1, b"x"),
        wire.packet(UP, serial, b"x"),
        wire.frame(DOWN, wire.STREAM, serial, 7, b"x"),
        wire.hole(DOWN, serial + 1, 5),
    )
    assert driven.feed(*nonsense) == []
    assert driven.session.dropped_count == len(nonsense)
    assert stream.phase is StreamPhase.ACTIVE


def test_a_failed_session_refuses_streams() -> None:
    """S23: after the end every request on a stream says that the connection is gone."""
    driven = Driven()
    stream = driven.opened(UP)
    driven.fail()
    for refused in (
        partial(driven.session.send_stream_data, stream, b"x"),
        partial(driven.session.finish_stream, stream),
        driven.stream,
    ):
        with pytest.raises(ConnectionLost):
            refused()


def test_an_error_that_does_not_decode_still_ends_the_stream() -> None:
    """P19: the stream is over, and says why."""
    driven = Driven()
    stream = driven.opened()
    (event,) = driven.feed(wire.frame(DOWN, wire.STREAM, stream.call.serial, wire.ERROR, b"\0"))
    assert isinstance(event, StreamClosed)
    assert isinstance(event.error, DecodeError)


def test_a_stream_takes_no_place() -> None:
    """S21, S27: eight open streams leave all four places to calls."""
    driven = Driven()
    for _ in range(8):
        driven.opened()
    for _ in range(4):
        driven.call()
    assert len(driven.sent()) == 4
