"""Every phase of a stream against everything that can happen to it, through the session."""

import pytest

from purevirt.errors import LocalProtocolError
from purevirt.rpc.session_events import (
    CallCompleted,
    CallFailed,
    StreamChannel,
    StreamClosed,
    StreamDataReceived,
    StreamEnded,
)
from purevirt.rpc.streams.state import TRANSITIONS, StreamEffect, StreamInput, StreamPhase
from tests.rpc import wire
from tests.rpc.driven import Driven

P, S, E = StreamPhase, StreamInput, StreamEffect
SPEC = wire.CONSOLE  # both directions
LOCAL = (S.SEND, S.FINISH, S.ABORT)

# What is left of the life of a stream after each step, written down from the protocol and not from the code:
# phase -> input -> (phase after, what is sent, what is told). What is not here has no meaning.
EXPECTED: dict[StreamPhase, dict[StreamInput, tuple[StreamPhase, int | None, str]]] = {
    P.OPENING: {
        S.ABORT: (P.OPENING_ABORTED, None, ""),
        S.OPENED: (P.ACTIVE, None, "completed"),
        S.REFUSED: (P.CLOSED, None, "failed, closed with error"),
        S.DATA: (P.OPENING, None, "data"),
        S.END: (P.OPENING, None, "end"),
        S.ERROR: (P.CLOSED, None, "closed with error"),
    },
    P.OPENING_ABORTED: {
        S.ABORT: (P.OPENING_ABORTED, None, ""),
        S.OPENED: (P.ABORTING, wire.ERROR, "completed"),
        S.REFUSED: (P.CLOSED, None, "failed, closed"),
        S.ERROR: (P.CLOSED, None, "closed"),
    },
    P.ACTIVE: {
        S.SEND: (P.ACTIVE, wire.CONTINUE, ""),
        S.FINISH: (P.FINISHING, wire.OK, ""),
        S.ABORT: (P.ABORTING, wire.ERROR, ""),
        S.DATA: (P.ACTIVE, None, "data"),
        S.END: (P.ENDED, None, "end"),
        S.CONFIRM: (P.CLOSED, None, "closed with error"),
        S.ERROR: (P.CLOSED, None, "closed with error"),
    },
    P.ENDED: {
        S.SEND: (P.ENDED, wire.CONTINUE, ""),
        S.FINISH: (P.FINISHING, wire.OK, ""),
        S.ABORT: (P.ABORTING, wire.ERROR, ""),
        S.CONFIRM: (P.CLOSED, None, "closed with error"),
        S.ERROR: (P.CLOSED, None, "closed with error"),
    },
    P.FINISHING: {
        S.ABORT: (P.FINISHING, None, ""),
        S.CONFIRM: (P.CLOSED, None, "closed"),
        S.ERROR: (P.CLOSED, None, "closed with error"),
    },
    P.ABORTING: {
        S.ABORT: (P.ABORTING, None, ""),
        S.CONFIRM: (P.CLOSED, None, "closed"),
        S.ERROR: (P.CLOSED, None, "closed"),
    },
    P.CLOSED: {S.ABORT: (P.CLOSED, None, "")},
}  # fmt: skip


def test_the_table_has_these_entries_and_no_others() -> None:
    """The table's keys and targets are the protocol's."""
    expected = {(phase, step): row[0] for phase, rows in EXPECTED.items() for step, row in rows.items()}
    assert {key: phase for key, (phase, _) in TRANSITIONS.items()} == expected


def test_every_effect_is_used() -> None:
    """Nothing in the table's vocabulary is dead."""
    assert {effect for _, effect in TRANSITIONS.values()} == set(E)


def in_phase(driven: Driven, phase: StreamPhase) -> StreamChannel:
    """Return a stream that has been brought to `phase` by what the protocol has for it."""
    if phase in (P.OPENING, P.OPENING_ABORTED):
        stream = driven.stream(SPEC)
        if phase is P.OPENING_ABORTED:
            driven.session.abort_stream(stream)
    else:
        stream = driven.opened(SPEC)
        serial = stream.call.serial
        if phase is P.ENDED:
            driven.feed(wire.packet(SPEC, serial, b""))
        elif phase is P.FINISHING:
            driven.session.finish_stream(stream)
        elif phase is P.ABORTING:
            driven.session.abort_stream(stream)
        elif phase is P.CLOSED:
            driven.feed(wire.stream_error(SPEC, serial))
    driven.sent()
    assert stream.phase is phase
    return stream


def act(driven: Driven, stream: StreamChannel, step: StreamInput) -> list[str]:
    """Have `step` happen; return what was told, in words."""
    serial = stream.call.serial
    requests = {
        S.SEND: lambda: driven.session.send_stream_data(stream, b"x"),
        S.FINISH: lambda: driven.session.finish_stream(stream),
        S.ABORT: lambda: driven.session.abort_stream(stream),
    }
    frames = {
        S.OPENED: wire.reply(SPEC, serial),
        S.REFUSED: wire.refusal(SPEC, serial),
        S.DATA: wire.packet(SPEC, serial, b"x"),
        S.END: wire.packet(SPEC, serial, b""),
        S.CONFIRM: wire.confirm(SPEC, serial),
        S.ERROR: wire.stream_error(SPEC, serial),
    }
    if step in requests:
        requests[step]()
        return []
    told = []
    for event in driven.feed(frames[step]):
        match event:
            case CallCompleted():
                told.append("completed")
            case CallFailed():
                told.append("failed")
            case StreamDataReceived(_, b"x"):
                told.append("data")
            case StreamEnded():
                told.append("end")
            case StreamClosed(_, error):
                told.append("closed" if error is None else "closed with error")
            case _:
                told.append(repr(event))
    return told


@pytest.mark.parametrize("step", S)
@pytest.mark.parametrize("phase", P)
def test_phase_and_input(phase: StreamPhase, step: StreamInput) -> None:
    """S6-S9, S19, S20: each pair does what the protocol says; a request without meaning is refused, a packet
    without meaning dropped, and neither changes anything."""
    driven = Driven()
    stream = in_phase(driven, phase)
    row = EXPECTED[phase].get(step)
    replied = phase not in (P.OPENING, P.OPENING_ABORTED)
    if step is S.REFUSED and replied and phase is not P.CLOSED:
        row = EXPECTED[phase][S.ERROR]  # S16: an error in a late REPLY is the stream's
    if row is None and step in LOCAL:
        with pytest.raises(LocalProtocolError, match=f"cannot {step.value}, it is {phase.value}"):
            act(driven, stream, step)
        assert (stream.phase, driven.sent()) == (phase, [])
        return
    told = act(driven, stream, step)
    after, status, words = row or (phase, None, "")
    assert stream.phase is after
    assert ", ".join(told) == words
    assert [message.status for message in driven.sent()] == ([] if status is None else [status])
    assert (stream.call.serial in driven.session._streams) == (after is not P.CLOSED)


@pytest.mark.parametrize("phase", P)
def test_the_end_of_the_connection_in_every_phase(phase: StreamPhase) -> None:
    """S23: a stream that is not over is told so once, in whatever phase it is."""
    driven = Driven()
    stream = in_phase(driven, phase)
    closed = [event for event in driven.fail() if isinstance(event, StreamClosed)]
    assert [event.stream for event in closed] == ([] if phase is P.CLOSED else [stream])
    assert stream.phase is P.CLOSED
