"""Any bytes in any split give the same known events, each waiter told once, and never an exception.

The input is a split and then bytes, either raw or as records that are made into frames with a right length.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from fuzz.choices import Choices
from purevirt.errors import ConnectionLost, PurevirtError
from purevirt.rpc import xdr
from purevirt.rpc.codec import Codec
from purevirt.rpc.framing import encode_frame
from purevirt.rpc.gen import net, procedures, remote
from purevirt.rpc.keepalive import KEEPALIVE_PROGRAM
from purevirt.rpc.session import Session
from purevirt.rpc.session_events import (
    CallCompleted,
    CallFailed,
    ConnectionFailed,
    EventReceived,
    StreamClosed,
    StreamDataReceived,
    StreamEnded,
    StreamHoleReceived,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.session_events import SessionEvent, StreamChannel

_KNOWN = (
    CallCompleted,
    CallFailed,
    ConnectionFailed,
    EventReceived,
    StreamClosed,
    StreamDataReceived,
    StreamEnded,
    StreamHoleReceived,
)
_HOSTNAME = procedures.CONNECT_GET_HOSTNAME
_UPLOAD, _DOWNLOAD = procedures.STORAGE_VOL_UPLOAD, procedures.STORAGE_VOL_DOWNLOAD
_LIFECYCLE = procedures.DOMAIN_EVENT_CALLBACK_LIFECYCLE
_PROGRAMS = (_HOSTNAME.program, procedures.QEMU_DOMAIN_MONITOR_EVENT.program, KEEPALIVE_PROGRAM, 0)
_PROCEDURES = (_HOSTNAME.number, _DOWNLOAD.number, _UPLOAD.number, _LIFECYCLE.number, 1, 2)
_CALM, _BUSY = 2, 4
"""How many calls are made beside one that opens a stream and one that was cancelled; four have a place."""
_REPLY, _MESSAGE, _STREAM, _HOLE = 1, 2, 3, 6
_LOST = ConnectionLost("the cable was cut", maybe_executed=True)


def check(data: bytes) -> None:
    """Feed a session that has calls and streams in every phase."""
    choices = Choices(data)
    raw = choices.byte() & 1
    cuts = [choices.byte() for _ in range(choices.byte() & 7)]
    wire = choices.rest() if raw else b"".join(_frames(choices))
    # a call that waits for a place is sent by what frees it, so that an answer before the question is
    # heard or not, according to the split: the two are compared without one
    _outcome([wire], _BUSY)
    assert _outcome(_pieces(wire, cuts), _CALM) == _outcome([wire], _CALM), "the split changed what is told"


def _frames(choices: Choices) -> Iterator[bytes]:
    while choices.more:
        program = _PROGRAMS[choices.byte() & 3]
        procedure = _PROCEDURES[choices.byte() % len(_PROCEDURES)]
        kind, serial, status = choices.byte() % 8, choices.byte() % 9, choices.byte() % 4
        payload = choices.take(choices.byte())
        yield encode_frame(program, 1 if kind else 0, procedure, kind, serial, status, payload)


def _pieces(wire: bytes, cuts: list[int]) -> list[bytes]:
    if not cuts:
        return [wire[at : at + 1] for at in range(len(wire))] if len(wire) <= 1024 else [wire]
    edges = [0, *sorted(cut % (len(wire) + 1) for cut in cuts), len(wire)]
    return [wire[start:end] for start, end in pairwise(edges)]


def _outcome(pieces: list[bytes], live: int) -> tuple[list[str], list[bytes], int]:
    session = _prepared(live)
    events: list[SessionEvent] = []
    sent: list[bytes] = []
    for piece in pieces:
        events += session.receive_data(piece, 0.0)
        sent += map(bytes, session.data_to_send())
        if events and isinstance(events[-1], ConnectionFailed):
            break
    assert all(isinstance(event, _KNOWN) for event in events)
    assert not any(isinstance(event, ConnectionFailed) for event in events[:-1]), "words after the last one"
    told = [repr(event) for event in events]
    for event in events:
        if isinstance(event, EventReceived):
            Codec.decode_event(event)
    ended = [*events, *session.fail(_LOST)]
    assert session.fail(_LOST) == []
    calls = [id(event.call) for event in ended if isinstance(event, CallCompleted | CallFailed)]
    assert len(calls) == len(set(calls)) == live + 1, "a call was told twice, or not at all"
    failures = [event.error for event in ended if isinstance(event, CallFailed | ConnectionFailed)]
    assert all(isinstance(error, PurevirtError) for error in failures)
    closed = [id(event.stream) for event in ended if isinstance(event, StreamClosed)]
    assert len(closed) == len(set(closed)), "a stream was closed twice"
    # pongs are sent at the end of what was read, so that only their place depends on the split
    pong = encode_frame(KEEPALIVE_PROGRAM, 1, 2, _MESSAGE, 0, 0)
    frames = [frame for frame in sent if frame != pong]
    return told, frames, session.dropped_count


def _prepared(live: int) -> Session:
    session = Session(0.0)
    opened, ended = _opened(session, _DOWNLOAD, sparse=True), _opened(session, _DOWNLOAD)
    upload = _opened(session, _UPLOAD)
    session.receive_data(_frame(_DOWNLOAD, _STREAM, ended.call.serial, 2), 0.0)
    session.finish_stream(upload)
    session.abort_stream(opened)
    session.open_stream(_DOWNLOAD, b"", "opener", "reader")
    abandoned = session.start_call(_HOSTNAME, b"", "abandoned")
    for number in range(live):
        session.start_call(_HOSTNAME, b"", number)
    session.cancel_call(abandoned)
    session.data_to_send()
    return session


def _opened(session: Session, spec: AnyProcedure, *, sparse: bool = False) -> StreamChannel:
    stream = session.open_stream(spec, b"", "opener", "reader", sparse=sparse)
    session.receive_data(_frame(spec, _REPLY, stream.call.serial, 0), 0.0)
    return stream


def _frame(spec: AnyProcedure, kind: int, serial: int, status: int, payload: bytes = b"") -> bytes:
    return encode_frame(spec.program, 1, spec.number, kind, serial, status, payload)


def seeds() -> Iterator[bytes]:
    """Yield what a daemon says, right and a little wrong."""
    hostname = xdr.encode(remote.ConnectGetHostnameRet(hostname="host"))
    refusal = xdr.encode(net.MessageError(42, 10, "no domain", 2, None, None, None, None, -1, -1, None))
    guest = remote.Domain(name="guest", uuid=bytes(16), id=1)
    inner = remote.DomainEventLifecycleMsg(dom=guest, event=2, detail=0)
    event = xdr.encode(remote.DomainEventCallbackLifecycleMsg(callback_id=1, msg=inner))
    hole = xdr.encode(net.StreamHole(length=4096, flags=0))
    wires = [
        b"".join(_frame(_HOSTNAME, _REPLY, serial, 0, hostname) for serial in range(9)),
        b"".join(_frame(_HOSTNAME, _REPLY, serial, 1, refusal) for serial in range(5, 9)),
        _frame(_LIFECYCLE, _MESSAGE, 1, 0, event) * 2,
        encode_frame(KEEPALIVE_PROGRAM, 1, 1, _MESSAGE, 0, 0),
        b"".join(_frame(_DOWNLOAD, _STREAM, serial, 2, b"data") for serial in range(1, 5)),
        b"".join(_frame(_DOWNLOAD, _STREAM, serial, 0) for serial in range(1, 5)),
        _frame(_DOWNLOAD, _REPLY, 4, 0) + _frame(_DOWNLOAD, _STREAM, 4, 2, b"x") * 3,
        _frame(_DOWNLOAD, _HOLE, 1, 2, hole),
        _frame(_DOWNLOAD, _HOLE, 2, 2, hole) * 2,
        _frame(_DOWNLOAD, _HOLE, 2, 2, hole[:-1]) * 2,
        _frame(_UPLOAD, _STREAM, 3, 1, refusal),
        _frame(_UPLOAD, _REPLY, 3, 1, refusal),
        _frame(_HOSTNAME, _REPLY, 6, 0)[:-10],
        b"\xff" * 28,
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
    ]
    for wire in wires:
        yield b"\x01\x00" + wire
        yield b"\x01\x03\x04\x1d\x2a" + wire
    for kind in (_REPLY, _MESSAGE, _STREAM, _HOLE):
        for status in range(3):
            records = (
                bytes((0, procedure, kind, serial, status, len(payload))) + payload
                for procedure in range(4)
                for serial in range(1, 8, 2)
                for payload in (b"", hole)
            )
            yield b"\x00\x02\x11\x51" + b"".join(records)
