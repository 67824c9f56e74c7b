"""Frames of libvirt's RPC protocol: bytes to (header, payload) and back.

A frame is a length word that counts itself, six header words, and a payload. The length word is checked
as soon as its four bytes are there, before anything is kept for it: a frame that breaks the rules has no
end that could be trusted, so the error is final for the connection.

Source: src/rpc/virnetprotocol.x (virNetMessageHeader); src/rpc/virnetmessage.c for the limits.
"""

from __future__ import annotations

import enum
import struct
from typing import NamedTuple

from purevirt.errors import RemoteProtocolError
from purevirt.rpc.limits import LENGTH_BYTES, MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES, MIN_FRAME_BYTES

__all__ = ["Frame", "FrameReader", "MessageStatus", "MessageType", "encode_frame", "encode_header"]

_FRAME = struct.Struct(">IIIiiIi")
_LENGTH = struct.Struct(">I")


class MessageType(enum.IntEnum):
    """What a frame is (virNetMessageType)."""

    CALL = 0
    REPLY = 1
    MESSAGE = 2
    STREAM = 3
    CALL_WITH_FDS = 4
    REPLY_WITH_FDS = 5
    STREAM_HOLE = 6


class MessageStatus(enum.IntEnum):
    """How it went (virNetMessageStatus)."""

    OK = 0
    ERROR = 1
    CONTINUE = 2


class Frame(NamedTuple):
    """One frame; the numbers are as they came, judged by the session."""

    program: int
    version: int
    procedure: int
    type: int
    serial: int
    status: int
    payload: bytes


def encode_frame(
    program: int, version: int, procedure: int, type_: int, serial: int, status: int, payload: bytes = b""
) -> bytes:
    """Return the bytes of one frame.

    Raises:
        ValueError: the payload is over what one frame may carry (33554408 bytes).
    """
    return encode_header(program, version, procedure, type_, serial, status, len(payload)) + payload


def encode_header(
    program: int, version: int, procedure: int, type_: int, serial: int, status: int, payload_bytes: int
) -> bytes:
    """Return what comes before a payload of so many bytes.

    Raises:
        ValueError: that is over what one frame may carry (33554408 bytes).
    """
    if payload_bytes > MAX_PAYLOAD_BYTES:
        raise ValueError(
            f"a payload of {payload_bytes} bytes: one message carries at most {MAX_PAYLOAD_BYTES}"
        )
    return _FRAME.pack(MIN_FRAME_BYTES + payload_bytes, program, version, procedure, type_, serial, status)


class FrameReader:
    """Cuts a byte stream into frames, however it was split on the way.

    Attributes:
        error: set once a length word was out of range. The stream cannot be followed any more, and
            nothing that is fed afterwards is looked at.
    """

    __slots__ = ("_buffer", "error")

    def __init__(self) -> None:
        self._buffer = bytearray()
        self.error: RemoteProtocolError | None = None

    @property
    def buffered_bytes(self) -> int:
        """How many bytes of an unfinished frame are held."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[Frame]:
        """Return the frames that `data` completes, in order; look at `error` afterwards."""
        if self.error is not None:
            return []
        if not self._buffer:
            frames, pos = self._cut(data)
            if pos < len(data):
                self._buffer += data[pos:] if pos else data
            return frames
        self._buffer += data
        # a slice of the buffer itself would be one more copy of each payload
        with memoryview(self._buffer) as view:
            frames, pos = self._cut(view)
        if pos:
            del self._buffer[:pos]
        return frames

    def _cut(self, buffer: bytes | memoryview) -> tuple[list[Frame], int]:
        """Return the whole frames, and what is done with: up to their end, or all after an error."""
        frames: list[Frame] = []
        pos, end = 0, len(buffer)
        while end - pos >= LENGTH_BYTES:
            (length,) = _LENGTH.unpack_from(buffer, pos)
            if not MIN_FRAME_BYTES <= length <= MAX_FRAME_BYTES:
                self.error = RemoteProtocolError(
                    f"length word {length:#x} is outside {MIN_FRAME_BYTES} to {MAX_FRAME_BYTES}: "
                    "the peer does not speak libvirt's RPC protocol"
                )
                return frames, end
            after = pos + length
            if after > end:
                break
            _, program, version, procedure, type_, serial, status = _FRAME.unpack_from(buffer, pos)
            payload = bytes(buffer[pos + MIN_FRAME_BYTES : after])
            frames.append(Frame(program, version, procedure, type_, serial, status, payload))
            pos = after
        return frames, pos
