"""The daemon's half of one connection, without I/O: bytes and time come in, bytes and events go out.

Theory of operation
-------------------
The shell drives the session with these calls:

    receive_data(data, now)   bytes from the client
    next_event()              what they mean, one at a time; None while there is nothing, or no place for it
    reply, refuse, send_event, stream_...   what the daemon has to say
    data_to_send()            bytes that are to be written now
    next_timeout()            when handle_timeout(now) wants to be called

Requests. As libvirtd does, the session takes no further message while `max_requests` are being worked on:
calls that have not been answered, answers that the client has not taken, pongs and refusals among them, and
stream packets that nobody has taken. Whatever comes behind them, keepalive included, waits in order; the
shell stops reading while `is_throttled` says so. A client that keeps five calls busy is thus found dead by
keepalive although it answered every ping, as with libvirtd.

Keepalive. A ping is answered whenever it is its turn. The daemon itself asks only after `start_keepalive`,
which is what feature 10 does, and gives a client up after interval x (count + 1).

Streams live on the serial of the call that opened them. A packet belongs to one by program, procedure and
serial; one that belongs to none is dropped, since streams are ended by either side at any time:

    client sends OK       Finish is put in the inbox; answered by stream_confirm or stream_fail
    client sends ERROR    confirmed with OK at once; the inbox is dropped, StreamAborted returned
    daemon sends ERROR    the stream is forgotten: a finish that crosses it is never answered
    a hole, not sparse    the connection is closed

Every other message of a client is answered as libvirtd's RPC layer does, or dropped: replies and events
make no sense from a client, and only calls get errors.

Source: src/rpc/virnetserverclient.c, virnetserverprogram.c, src/remote/remote_daemon_stream.c for the rules,
measured on libvirtd 9.0.0.
"""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING

from purevirt.errors import DecodeError, EncodeError, InternalError, RemoteProtocolError
from purevirt.rpc import xdr
from purevirt.rpc.framing import Frame, FrameReader, MessageStatus, MessageType, encode_frame
from purevirt.rpc.gen import lxc, qemu, remote
from purevirt.rpc.gen.net import StreamHole
from purevirt.rpc.gen.procedures import BY_ID
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
    MAX_PAYLOAD_BYTES,
    MAX_STREAM_PACKET_BYTES,
)
from purevirt.testing.simulator.wire.failure import SimulatedError, rpc_error
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
    StreamPacket,
    StreamPort,
)

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType

__all__ = ["DEFAULT_MAX_REQUESTS", "ServerSession"]

_log = logging.getLogger("purevirt.testing.simulator")

DEFAULT_MAX_REQUESTS = 5
"""libvirtd's own default of max_client_requests."""

_CALL, _REPLY, _MESSAGE, _STREAM = (
    int(one) for one in (MessageType.CALL, MessageType.REPLY, MessageType.MESSAGE, MessageType.STREAM)
)
_HOLE = int(MessageType.STREAM_HOLE)
_CALLS = (_CALL, int(MessageType.CALL_WITH_FDS))
_OK, _ERROR, _CONTINUE = int(MessageStatus.OK), int(MessageStatus.ERROR), int(MessageStatus.CONTINUE)
_EVENT_SERIAL = 1
_PROGRAMS = frozenset((program, 1) for program in (remote.REMOTE_PROGRAM, qemu.QEMU_PROGRAM, lxc.LXC_PROGRAM))


class ServerSession:
    """The state of one client's connection; see the module's theory of operation."""

    def __init__(
        self,
        *,
        max_requests: int = DEFAULT_MAX_REQUESTS,
        keepalive_interval_s: float = DEFAULT_KEEPALIVE_INTERVAL_S,
        keepalive_count: int = DEFAULT_KEEPALIVE_COUNT,
    ) -> None:
        if max_requests < 1:
            raise ValueError(f"max_requests: at least 1, got {max_requests}")
        self.dropped_count = 0
        self._max_requests = max_requests
        self._keepalive_settings = keepalive_interval_s, keepalive_count
        self._keepalive: Keepalive | None = None
        self._reader = FrameReader()
        self._arrived: deque[Frame] = deque()
        self._busy = 0
        self._unwritten = 0
        self._ports: dict[tuple[int, int, int], StreamPort] = {}
        self._out: list[bytes] = []
        self._is_over = False

    # what the client sends

    @property
    def is_throttled(self) -> bool:
        """Whether nothing more should be read: what has come waits for requests that are being worked on."""
        return self._busy + self._unwritten >= self._max_requests

    @property
    def is_waiting(self) -> bool:
        """Whether something has come that `next_event` would take now."""
        return bool(self._arrived) and not self._is_over and not self.is_throttled

    @property
    def request_count(self) -> int:
        """How many calls and stream packets are being worked on."""
        return self._busy

    @property
    def stream_count(self) -> int:
        """How many streams are open."""
        return len(self._ports)

    def receive_data(self, data: bytes, now: float) -> None:
        """Take bytes from the client; `next_event` says what they mean."""
        if self._keepalive is not None:
            self._keepalive.received(now)
        self._arrived.extend(self._reader.feed(data))

    def next_event(self) -> ServerEvent | None:
        """Return what has come next, or None while there is nothing, or no place for it."""
        while not self._is_over and not self.is_throttled:
            if not self._arrived:
                if self._reader.error is not None:
                    return self._fail(self._reader.error)
                return None
            event = self._take(self._arrived.popleft())
            if event is not None:
                return event
        return None

    def _fail(self, error: RemoteProtocolError) -> ClientFailed:
        self._is_over = True
        self._arrived.clear()
        return ClientFailed(error)

    def _take(self, frame: Frame) -> ServerEvent | None:
        if frame.program == KEEPALIVE_PROGRAM and frame.version == KEEPALIVE_VERSION:
            if frame.type in _CALLS:
                return self._take_call(frame)
            if frame.procedure == KeepaliveProcedure.PING:
                self._send_keepalive(KeepaliveProcedure.PONG)
                self._unwritten += 1
            return None
        if frame.type in _CALLS:
            return self._take_call(frame)
        if frame.type in (_STREAM, _HOLE):
            port = self._ports.get((frame.program, frame.procedure, frame.serial))
            if port is not None and port.is_open:
                return self._take_packet(port, frame)
        self.dropped_count += 1
        _log.debug("dropped: type %d, procedure %d, serial %d", frame.type, frame.procedure, frame.serial)
        return None

    def _take_call(self, frame: Frame) -> ServerEvent | None:
        if (frame.program, frame.version) not in _PROGRAMS:
            # both numbers are echoed, and printed as C's signed integers
            program, version = (
                number - (1 << 32) if number >> 31 else number for number in (frame.program, frame.version)
            )
            self._refuse(frame, rpc_error(f"Cannot find program {program} version {version}"))
        elif frame.status != _OK:
            self._refuse(frame, rpc_error(f"Unexpected message status {frame.status & 0xFFFF_FFFF}"))
        else:
            spec = BY_ID.get((frame.program, frame.procedure))
            if spec is None or spec.is_event:
                self._refuse(frame, rpc_error(f"unknown procedure: {frame.procedure}"))
            else:
                self._busy += 1
                return CallArrived(IncomingCall(frame, spec))
        return None

    def _take_packet(self, port: StreamPort, frame: Frame) -> ServerEvent | None:
        packet: StreamPacket
        if frame.type == _HOLE:
            if not port.sparse:
                return self._fail(RemoteProtocolError("a hole on a stream that was not opened as sparse"))
            try:
                hole, _ = xdr.decode(StreamHole, frame.payload)
            except DecodeError as error:
                return self._fail(RemoteProtocolError(f"a hole that does not decode: {error}"))
            packet = Hole(hole.length, hole.flags)
        elif frame.status == _CONTINUE:
            packet = Data(frame.payload)
        elif frame.status == _OK:
            packet = Finish()
        else:
            if frame.status == _ERROR:
                self.stream_confirm(port)
            else:
                self.stream_fail(port, rpc_error(f"stream aborted with unexpected status {frame.status}"))
            return StreamAborted(port)
        self._busy += 1
        port.inbox.append(packet)
        return StreamArrived(port)

    # what the daemon says

    def reply(self, call: IncomingCall, payload: bytes) -> None:
        """Answer a call with its encoded result; one that does not fit a message becomes an error."""
        if len(payload) > MAX_PAYLOAD_BYTES:
            self.refuse(call, rpc_error("Unable to encode message payload"))
            return
        self._answered(call)
        self._answer(call.frame, _OK, payload)

    def refuse(self, call: IncomingCall, error: SimulatedError) -> None:
        """Answer a call with an error."""
        self._answered(call)
        self._refuse(call.frame, error)

    def _answered(self, call: IncomingCall) -> None:
        if call.answered:
            raise InternalError(f"{call!r}: answered twice")
        call.answered = True
        self._busy -= 1

    def all_written(self) -> None:
        """Note that the client takes what it is sent: answers do not count as requests any more."""
        self._unwritten = 0

    def _refuse(self, frame: Frame, error: SimulatedError) -> None:
        self._answer(frame, _ERROR, xdr.encode(error.message()))

    def _answer(self, frame: Frame, status: int, payload: bytes) -> None:
        self._unwritten += 1
        self._send(frame, _REPLY, status, payload)

    def _send(self, frame: Frame, type_: int, status: int, payload: bytes = b"") -> None:
        self._out.append(
            encode_frame(frame.program, frame.version, frame.procedure, type_, frame.serial, status, payload)
        )

    def send_event(self, spec: AnyProcedure, message: XdrType | None) -> bool:
        """Report something unasked; return whether it was sent: one that does not fit is dropped.

        Events carry serial 1, as libvirtd's do, although the protocol's comment says 0.
        """
        try:
            payload = b"" if message is None else xdr.encode(message)
        except EncodeError:
            self.dropped_count += 1
            return False
        self._out.append(
            encode_frame(spec.program, spec.version, spec.number, _MESSAGE, _EVENT_SERIAL, _OK, payload)
        )
        return True

    # streams

    def open_stream(self, call: IncomingCall, *, sparse: bool) -> StreamPort:
        """Return the stream of a call that has been replied to, or is about to be."""
        frame = call.frame
        port = StreamPort(call, sparse=sparse)
        self._ports[frame.program, frame.procedure, frame.serial] = port
        return port

    def take_packet(self, port: StreamPort) -> StreamPacket | None:
        """Return the next of a stream's inbox, and make place for another; None when it is empty."""
        if not port.inbox:
            return None
        self._busy -= 1
        return port.inbox.popleft()

    def stream_data(self, port: StreamPort, data: bytes) -> None:
        """Send bytes, in packets of 262120 at most."""
        for start in range(0, len(data), MAX_STREAM_PACKET_BYTES):
            self._send_packet(port, _STREAM, _CONTINUE, data[start : start + MAX_STREAM_PACKET_BYTES])

    def stream_hole(self, port: StreamPort, length: int) -> None:
        """Send a hole; only on a sparse stream."""
        if not port.sparse:
            raise InternalError(f"{port!r}: a hole on a stream that is not sparse")
        self._send_packet(port, _HOLE, _CONTINUE, xdr.encode(StreamHole(length=length, flags=0)))

    def stream_end(self, port: StreamPort) -> None:
        """Say that all has been sent; the client finishes then."""
        self._send_packet(port, _STREAM, _CONTINUE, b"")

    def stream_confirm(self, port: StreamPort) -> None:
        """Confirm the client's finish, and forget the stream."""
        self._send_packet(port, _STREAM, _OK, b"")
        self.forget_stream(port)

    def stream_fail(self, port: StreamPort, error: SimulatedError, *, as_reply: bool = False) -> None:
        """Fail the stream and forget it.

        Args:
            port: which.
            error: why.
            as_reply: the error is typed as a reply, which is what libvirtd answers a bad hole with.
        """
        type_ = _REPLY if as_reply else _STREAM
        self._send_packet(port, type_, _ERROR, xdr.encode(error.message()))
        self.forget_stream(port)

    def forget_stream(self, port: StreamPort) -> None:
        """End a stream without a word; what is in its inbox, or still comes, is dropped."""
        port.is_open = False
        self._busy -= len(port.inbox)
        port.inbox.clear()
        frame = port.call.frame
        key = frame.program, frame.procedure, frame.serial
        # a client that opens a second stream on a serial in use has lost the first one
        if self._ports.get(key) is port:
            del self._ports[key]

    def _send_packet(self, port: StreamPort, type_: int, status: int, payload: bytes) -> None:
        if port.is_open:
            self._send(port.call.frame, type_, status, payload)

    # keepalive

    def start_keepalive(self, now: float) -> None:
        """Ask the client from now on whether it lives; a second time changes nothing."""
        if self._keepalive is None:
            self._keepalive = Keepalive(*self._keepalive_settings, now)

    def next_timeout(self) -> float | None:
        """Return when `handle_timeout` wants to be called, or None."""
        return None if self._keepalive is None else self._keepalive.deadline

    def handle_timeout(self, now: float) -> bool:
        """Send a ping if one is due; return False when the client is given up."""
        if self._keepalive is None:
            return True
        action = self._keepalive.poll(now)
        if action is KeepaliveAction.PING:
            self._send_keepalive(KeepaliveProcedure.PING)
        return action is not KeepaliveAction.GIVE_UP

    def _send_keepalive(self, procedure: KeepaliveProcedure) -> None:
        self._out.append(encode_frame(KEEPALIVE_PROGRAM, KEEPALIVE_VERSION, procedure, _MESSAGE, 0, _OK, b""))

    def data_to_send(self) -> bytes:
        """Return the bytes that are to be written now, and forget them."""
        if not self._out:
            return b""
        data = self._out[0] if len(self._out) == 1 else b"".join(self._out)
        self._out.clear()
        return data
