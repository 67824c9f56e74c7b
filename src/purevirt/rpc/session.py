"""The client's half of one connection, without I/O: bytes and time come in, bytes and events go out.

Theory of operation
-------------------
The shell (rpc.aio, rpc.sync) drives the session with five calls, in any order:

    receive_data(data, now)   bytes from the peer; returns what they mean, in order
    start_call(...) and the stream methods, cancel_call(...)   what the user wants
    data_to_send()            bytes that are to be written now
    next_timeout()            when handle_timeout(now) wants to be called
    fail(error)               the connection is gone; returns what has to be told to whom

A connection is OPEN until `fail`, then FAILED for ever.

Two blast radii. A length word or a header that breaks the rules is final: without it there is no next
frame, so `ConnectionFailed` is the last event. A payload that does not decode concerns only its own call,
stream or event, since the length word keeps the framing sound.

Calls. A call is WAITING until a place is free, then SENT; its reply makes it DONE. At most `max_calls` are
SENT at once, because the daemon stops reading its socket at five requests, keepalive included. Cancelling
a WAITING call removes it: it was certainly not carried out. Cancelling a SENT call makes it ABANDONED: the
daemon still works on it, so it keeps its place and its serial until its reply has come and been dropped.

    state       place free   reply   cancel      fail
    WAITING     SENT         -       DONE        DONE, not carried out
    SENT        -            DONE    ABANDONED   DONE, maybe carried out
    ABANDONED   -            DONE    -           DONE, nobody is told

Routing is by type first, then by serial: events come with serial 1 from real daemons although the
protocol says 0, so a MESSAGE is never matched to a call. A reply has to repeat its call's program, version
and procedure; one that does not is a lie about every other reply too, and ends the connection. A reply
for a serial that nobody knows is dropped.

Streams live on the serial of the call that opened them; stream_state.py has their table. Stream packets
take no place: the daemon counts them, but they are what its fifth place is for.

Source: src/rpc/virnetclient.c and virnetserverclient.c for the rules, measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import enum
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING

from purevirt.errors import (
    ConnectionLost,
    DecodeError,
    EncodeError,
    LibvirtError,
    LocalProtocolError,
    PurevirtError,
    RemoteProtocolError,
    StreamAborted,
    libvirt_error,
)
from purevirt.rpc import xdr
from purevirt.rpc.framing import Frame, FrameReader, MessageStatus, MessageType, encode_frame, encode_header
from purevirt.rpc.gen.net import MessageError, StreamHole
from purevirt.rpc.keepalive import (
    KEEPALIVE_PROGRAM,
    KEEPALIVE_VERSION,
    Keepalive,
    KeepaliveAction,
    KeepaliveProcedure,
)
from purevirt.rpc.limits import (
    DEFAULT_KEEPALIVE_COUNT,
    DEFAULT_KEEPALIVE_INTERVAL_S,
    DEFAULT_MAX_CALLS,
    MAX_PAYLOAD_BYTES,
    MAX_STREAM_PACKET_BYTES,
    MAX_WAITING_CALLS,
)
from purevirt.rpc.session_events import (
    Call,
    CallCompleted,
    CallFailed,
    CallState,
    ConnectionFailed,
    EventReceived,
    SessionEvent,
    StreamChannel,
    StreamClosed,
    StreamDataReceived,
    StreamEnded,
    StreamHoleReceived,
)
from purevirt.rpc.streams.state import TRANSITIONS, StreamEffect, StreamInput, StreamPhase

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure

__all__ = ["Session", "SessionPhase", "decode_error"]

_log = logging.getLogger("purevirt.rpc")

_REPLY, _MESSAGE, _STREAM = int(MessageType.REPLY), int(MessageType.MESSAGE), int(MessageType.STREAM)
_HOLE = int(MessageType.STREAM_HOLE)
_OK, _ERROR, _CONTINUE = int(MessageStatus.OK), int(MessageStatus.ERROR), int(MessageStatus.CONTINUE)
_VERSION = 1


class SessionPhase(enum.Enum):
    """OPEN until the connection fails; there is no way back."""

    OPEN = "open"
    FAILED = "failed"


class Session:
    """The state of one connection; see the module's theory of operation."""

    def __init__(
        self,
        now: float,
        *,
        max_calls: int = DEFAULT_MAX_CALLS,
        keepalive_interval_s: float = DEFAULT_KEEPALIVE_INTERVAL_S,
        keepalive_count: int = DEFAULT_KEEPALIVE_COUNT,
    ) -> None:
        if max_calls < 1:
            raise ValueError(f"max_calls: at least 1, got {max_calls}")
        self.phase = SessionPhase.OPEN
        self.dropped_count = 0
        self._max_calls = max_calls
        self._reader = FrameReader()
        self._keepalive = Keepalive(keepalive_interval_s, keepalive_count, now)
        self._serial = 0
        self._sent: dict[int, Call] = {}
        # in order, and any of them leaves at once: ten thousand that are cancelled must not take seconds
        self._waiting: OrderedDict[Call, None] = OrderedDict()
        self._streams: dict[int, StreamChannel] = {}
        # one of a kind: a pong answers all pings before it, and a flood of them must not pile up pongs
        self._urgent: set[KeepaliveProcedure] = set()
        self._out: list[bytes | memoryview] = []

    # what the user wants

    @property
    def in_flight_count(self) -> int:
        """How many calls the daemon is working on, abandoned ones included."""
        return len(self._sent)

    @property
    def waiting_count(self) -> int:
        """How many calls wait for a place."""
        return len(self._waiting)

    def start_call(self, spec: AnyProcedure, payload: bytes, context: object) -> Call:
        """Enter a call and, if a place is free, its frame into what is to be sent.

        Raises:
            ConnectionLost: the session has failed.
            EncodeError: the payload is over what one message may carry.
            LocalProtocolError: MAX_WAITING_CALLS calls wait already.
        """
        return self._enter(Call(spec, payload, context))

    def open_stream(
        self,
        spec: AnyProcedure,
        payload: bytes,
        context: object,
        stream_context: object,
        *,
        sparse: bool = False,
    ) -> StreamChannel:
        """Enter a call that opens a stream; data may be sent once the call has completed.

        Raises:
            ConnectionLost: the session has failed.
            LocalProtocolError: the procedure opens no stream, or too many calls wait.
        """
        if spec.stream is None:
            raise LocalProtocolError(f"{spec.name} opens no stream")
        call = Call(spec, payload, context)
        stream = StreamChannel(call, spec.stream, sparse=sparse, context=stream_context)
        call.stream = stream
        self._enter(call)
        return stream

    def cancel_call(self, call: Call) -> bool:
        """Forget about a call's outcome; return whether it may have been carried out.

        A stream that the call was opening is given up with it.
        """
        if call.state is CallState.WAITING:
            self._waiting.pop(call, None)
            call.state = CallState.DONE
            if call.stream is not None:
                call.stream.phase = StreamPhase.CLOSED
            return False
        if call.state is CallState.SENT:
            call.state = CallState.ABANDONED
            if call.stream is not None:
                self.abort_stream(call.stream)
        return True

    def send_stream_data(self, stream: StreamChannel, data: bytes | memoryview) -> None:
        """Send one packet of 1 to MAX_STREAM_PACKET_BYTES bytes, which must not change any more.

        Raises:
            LocalProtocolError: the stream is not open for writing, or the size is out of range: an empty
                packet would end the stream, larger ones are refused by older daemons.
        """
        if not 0 < len(data) <= MAX_STREAM_PACKET_BYTES:
            raise LocalProtocolError(f"{len(data)} bytes: a packet carries 1 to {MAX_STREAM_PACKET_BYTES}")
        self._send_on(stream, _STREAM, data)

    def send_stream_hole(self, stream: StreamChannel, length: int) -> None:
        """Send a hole of `length` bytes.

        Raises:
            LocalProtocolError: the stream is not open for writing or not sparse, or the length is not
                positive: the daemon answers such a hole in ways that no client can follow.
        """
        if not stream.sparse:
            raise LocalProtocolError(f"{stream.call.spec.name}: the stream was not opened as a sparse one")
        if length < 1:
            raise LocalProtocolError(f"a hole of {length} bytes: at least 1 is needed")
        self._send_on(stream, _HOLE, xdr.encode(StreamHole(length=length, flags=0)))

    def finish_stream(self, stream: StreamChannel) -> None:
        """Say that all is done; `StreamClosed` is the answer.

        Raises:
            LocalProtocolError: the stream is not open.
        """
        self._apply(stream, StreamInput.FINISH)

    def abort_stream(self, stream: StreamChannel) -> None:
        """Give the stream up; `StreamClosed` tells when the daemon has done so too. Never refused."""
        if self.phase is SessionPhase.OPEN:
            self._apply(stream, StreamInput.ABORT)

    # what the shell does

    def data_to_send(self) -> list[bytes | memoryview]:
        """Return what is to be written now, in order, and forget it; not one element for each message."""
        out = [*map(_keepalive_frame, self._urgent), *self._out] if self._urgent else self._out
        self._urgent.clear()
        self._out = []
        return out

    @property
    def next_timeout(self) -> float | None:
        """When `handle_timeout` wants to be called; None when never."""
        return self._keepalive.deadline if self.phase is SessionPhase.OPEN else None

    def handle_timeout(self, now: float) -> list[SessionEvent]:
        """Ask a silent peer whether it lives, or give it up."""
        if self.phase is not SessionPhase.OPEN:
            return []
        action = self._keepalive.poll(now)
        if action is KeepaliveAction.PING:
            self._urgent.add(KeepaliveProcedure.PING)
        elif action is KeepaliveAction.GIVE_UP:
            silent = f"the daemon did not answer for {self._keepalive.patience_s:g} s"
            return [ConnectionFailed(ConnectionLost(silent, maybe_executed=True))]
        return []

    def reassure(self) -> None:
        """Have the daemon know that this side lives, though it reads nothing and so answers nothing.

        Anything that comes resets the daemon's count of unanswered pings, and a pong asks for no answer.
        """
        if self.phase is SessionPhase.OPEN:
            self._urgent.add(KeepaliveProcedure.PONG)

    def receive_data(self, data: bytes, now: float) -> list[SessionEvent]:
        """Return what `data` means, in order; `ConnectionFailed` is always the last."""
        if self.phase is not SessionPhase.OPEN:
            return []
        self._keepalive.received(now)
        events: list[SessionEvent] = []
        for frame in self._reader.feed(data):
            self._receive_frame(frame, events)
            if events and type(events[-1]) is ConnectionFailed:
                return events
        if self._reader.error is not None:
            events.append(ConnectionFailed(self._reader.error))
        elif self._waiting:
            self._fill_places()
        return events

    def fail(self, error: PurevirtError) -> list[SessionEvent]:
        """End the session; return each waiting call and open stream exactly once.

        A call that was sent fails with `maybe_executed`, one that still waited for a place without.
        """
        if self.phase is SessionPhase.FAILED:
            return []
        self.phase = SessionPhase.FAILED
        events: list[SessionEvent] = []
        calls = [*self._sent.values(), *self._waiting]
        streams = [(stream, True) for stream in self._streams.values()]
        streams += [(call.stream, False) for call in self._waiting if call.stream is not None]
        self._sent.clear()
        self._waiting.clear()
        self._streams.clear()
        self._urgent.clear()
        self._out = []
        for call in calls:
            if call.state is not CallState.ABANDONED:
                sent = call.state is CallState.SENT
                events.append(CallFailed(call, _lost(error, call.spec.name, maybe_executed=sent)))
            call.state = CallState.DONE
        for stream, sent in streams:
            stream.phase = StreamPhase.CLOSED
            if not stream.closed_reported:
                stream.closed_reported = True
                lost = _lost(error, f"stream of {stream.call.spec.name}", maybe_executed=sent)
                events.append(StreamClosed(stream, lost))
        return events

    # frames in

    def _receive_frame(self, frame: Frame, events: list[SessionEvent]) -> None:
        kind = frame.type
        if kind == _REPLY:
            self._receive_reply(frame, events)
        elif kind == _MESSAGE:
            self._receive_message(frame, events)
        elif kind in (_STREAM, _HOLE):
            self._receive_stream(frame, events)
        else:
            events.append(
                ConnectionFailed(
                    RemoteProtocolError(
                        f"a message of type {kind} for procedure {frame.procedure} of program "
                        f"{frame.program:#x}: a daemon never sends that to this client"
                    )
                )
            )

    def _receive_reply(self, frame: Frame, events: list[SessionEvent]) -> None:
        call = self._sent.get(frame.serial)
        if call is None:
            stream = self._streams.get(frame.serial)
            if stream is not None and frame.status == _ERROR:
                # the daemon reports a hole that it did not like in a reply, long after the call's own
                self._stream_error(stream, frame, events)
            else:
                self._drop("reply", frame)
            return
        spec = call.spec
        if (frame.program, frame.version, frame.procedure) != (spec.program, spec.version, spec.number):
            lie = RemoteProtocolError(
                f"{spec.name} (serial {frame.serial}) was answered for program {frame.program:#x} version "
                f"{frame.version} procedure {frame.procedure}"
            )
            if call.state is CallState.SENT:
                del self._sent[frame.serial]
                call.state = CallState.DONE
                events.append(CallFailed(call, lie))
            events.append(ConnectionFailed(lie))
            return
        del self._sent[frame.serial]
        abandoned = call.state is CallState.ABANDONED
        call.state = CallState.DONE
        error = self._reply_error(frame, spec.name)
        if not abandoned:
            events.append(CallCompleted(call, frame.payload) if error is None else CallFailed(call, error))
        if call.stream is not None:
            step = StreamInput.OPENED if error is None else StreamInput.REFUSED
            self._apply(call.stream, step, events, error=error)

    @staticmethod
    def _reply_error(frame: Frame, name: str) -> PurevirtError | None:
        if frame.status == _OK:
            return None
        if frame.status == _ERROR:
            return decode_error(frame.payload, name)
        return RemoteProtocolError(f"{name}: a reply has status {frame.status}, neither OK nor ERROR")

    def _receive_message(self, frame: Frame, events: list[SessionEvent]) -> None:
        if frame.program == KEEPALIVE_PROGRAM:
            if frame.procedure == KeepaliveProcedure.PING:
                self._urgent.add(KeepaliveProcedure.PONG)
        elif frame.version == _VERSION and frame.status == _OK:
            events.append(EventReceived(frame.program, frame.procedure, frame.payload))
        else:
            self._drop("event", frame)

    def _receive_stream(self, frame: Frame, events: list[SessionEvent]) -> None:
        stream = self._streams.get(frame.serial)
        if (
            stream is None
            or frame.procedure != stream.call.spec.number
            or (frame.status == _CONTINUE and frame.payload and not stream.can_read)
        ):
            self._drop("stream packet", frame)
        elif frame.status == _ERROR:
            self._stream_error(stream, frame, events)
        elif frame.type == _HOLE:
            self._receive_hole(stream, frame, events)
        elif frame.status == _OK:
            self._apply(stream, StreamInput.CONFIRM, events)
        elif frame.status == _CONTINUE:
            step = StreamInput.DATA if frame.payload else StreamInput.END
            self._apply(stream, step, events, data=frame.payload)
        else:
            self._drop("stream packet", frame)

    def _receive_hole(self, stream: StreamChannel, frame: Frame, events: list[SessionEvent]) -> None:
        try:
            hole, _ = xdr.decode(StreamHole, frame.payload)
        except DecodeError as error:
            self._give_up(stream, RemoteProtocolError(f"{stream.call.spec.name}: {error}"), events)
            return
        if not stream.sparse or hole.length < 0:
            text = f"{stream.call.spec.name}: a hole of {hole.length} bytes was not asked for"
            self._give_up(stream, RemoteProtocolError(text), events)
        elif hole.length and stream.phase in (StreamPhase.ACTIVE, StreamPhase.OPENING):
            events.append(StreamHoleReceived(stream, hole.length))

    def _give_up(self, stream: StreamChannel, error: PurevirtError, events: list[SessionEvent]) -> None:
        """Tell the shell that a stream is broken, once, and have the daemon end it."""
        if stream.closed_reported:
            return
        events.append(StreamClosed(stream, error))
        stream.closed_reported = True
        self._apply(stream, StreamInput.ABORT, events)

    def _stream_error(self, stream: StreamChannel, frame: Frame, events: list[SessionEvent]) -> None:
        error = decode_error(frame.payload, stream.call.spec.name)
        self._apply(stream, StreamInput.ERROR, events, error=error)

    def _drop(self, what: str, frame: Frame) -> None:
        self.dropped_count += 1
        _log.debug(
            "dropped a %s: program %#x procedure %d serial %d status %d",
            what,
            frame.program,
            frame.procedure,
            frame.serial,
            frame.status,
        )

    # frames out

    def _next_serial(self) -> int:
        serial = self._serial
        while True:
            serial = serial + 1 & 0xFFFF_FFFF
            if serial and serial not in self._sent and serial not in self._streams:
                self._serial = serial
                return serial

    def _enter(self, call: Call) -> Call:
        name = call.spec.name
        if self.phase is not SessionPhase.OPEN:
            raise ConnectionLost(f"{name}: the connection is closed", maybe_executed=False)
        if len(call.payload) > MAX_PAYLOAD_BYTES:
            # here, where the caller can be told, and not when the call's turn comes
            text = f"{name}: arguments of {len(call.payload)} bytes, one message carries {MAX_PAYLOAD_BYTES}"
            raise EncodeError(text, path=name)
        if len(self._waiting) >= MAX_WAITING_CALLS:
            raise LocalProtocolError(f"{name}: {MAX_WAITING_CALLS} calls wait already; slow down")
        if len(self._sent) < self._max_calls and not self._waiting:
            self._send_call(call)
        else:
            self._waiting[call] = None
        return call

    def _send_call(self, call: Call) -> None:
        spec = call.spec
        call.serial = self._next_serial()
        frame = encode_frame(
            spec.program, spec.version, spec.number, MessageType.CALL, call.serial, _OK, call.payload
        )
        self._out.append(frame)
        call.payload = b""
        call.state = CallState.SENT
        self._sent[call.serial] = call
        if call.stream is not None:
            self._streams[call.serial] = call.stream

    def _fill_places(self) -> None:
        while self._waiting and len(self._sent) < self._max_calls:
            self._send_call(self._waiting.popitem(last=False)[0])

    def _send_on(self, stream: StreamChannel, kind: int, payload: bytes | memoryview) -> None:
        if not stream.can_write:
            raise LocalProtocolError(f"{stream.call.spec.name}: its stream only carries data to the client")
        self._check_local(stream, StreamInput.SEND)
        self._send_packet(stream, kind, _CONTINUE, payload)

    def _send_packet(
        self, stream: StreamChannel, kind: int, status: int, payload: bytes | memoryview = b""
    ) -> None:
        spec, serial = stream.call.spec, stream.call.serial
        header = encode_header(spec.program, spec.version, spec.number, kind, serial, status, len(payload))
        # apart: the shell joins them with what else there is, and no byte is copied twice
        self._out += (header, payload) if payload else (header,)

    def _check_local(self, stream: StreamChannel, step: StreamInput) -> None:
        if self.phase is not SessionPhase.OPEN:
            name = stream.call.spec.name
            raise ConnectionLost(f"stream of {name}: the connection is closed", maybe_executed=True)
        if (stream.phase, step) not in TRANSITIONS:
            name = stream.call.spec.name
            raise LocalProtocolError(f"stream of {name}: cannot {step.value}, it is {stream.phase.value}")

    def _apply(
        self,
        stream: StreamChannel,
        step: StreamInput,
        events: list[SessionEvent] | None = None,
        *,
        data: bytes = b"",
        error: PurevirtError | None = None,
    ) -> None:
        """Move a stream along its table and carry out the effect."""
        if events is None:
            self._check_local(stream, step)
            events = []
        transition = TRANSITIONS.get((stream.phase, step))
        if transition is None:
            return
        stream.phase, effect = transition
        if effect is StreamEffect.DELIVER:
            events.append(StreamDataReceived(stream, data))
        elif effect is StreamEffect.DELIVER_END:
            events.append(StreamEnded(stream))
        elif effect is StreamEffect.SEND_FINISH:
            self._send_packet(stream, _STREAM, _OK)
        elif effect is StreamEffect.SEND_ABORT:
            self._send_packet(stream, _STREAM, _ERROR)
        elif effect is StreamEffect.CUT:
            name = stream.call.spec.name
            error = StreamAborted(f"{name}: the daemon ended the stream unasked", by_peer=True)
        if stream.phase is StreamPhase.CLOSED and self._streams.pop(stream.call.serial, None) is not None:
            failed = effect in (StreamEffect.FAILED, StreamEffect.CUT)
            if not stream.closed_reported:
                stream.closed_reported = True
                events.append(StreamClosed(stream, error if failed else None))


def decode_error(payload: bytes, procedure: str | None) -> LibvirtError | DecodeError:
    """Return the exception that an ERROR payload stands for (struct virNetMessageError)."""
    try:
        wire, _ = xdr.decode(MessageError, payload)
    except DecodeError as error:
        return error
    return libvirt_error(
        code=wire.code,
        domain=wire.domain,
        message=wire.message,
        level=wire.level,
        dom=wire.dom,
        str1=wire.str1,
        str2=wire.str2,
        str3=wire.str3,
        int1=wire.int1,
        int2=wire.int2,
        net=wire.net,
        procedure=procedure,
    )


def _lost(error: PurevirtError, what: str, *, maybe_executed: bool) -> PurevirtError:
    kind = type(error) if isinstance(error, ConnectionLost) else ConnectionLost
    lost = kind(f"{what}: {error}", maybe_executed=maybe_executed)
    lost.__cause__ = error
    return lost


def _keepalive_frame(procedure: KeepaliveProcedure) -> bytes:
    return encode_frame(KEEPALIVE_PROGRAM, KEEPALIVE_VERSION, procedure, MessageType.MESSAGE, 0, _OK)
