"""Frames out of a byte stream, whatever its pieces."""

import struct

import pytest

from purevirt.errors import RemoteProtocolError
from purevirt.rpc.framing import Frame, FrameReader, encode_frame
from purevirt.rpc.limits import MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES
from tests.rpc import wire

REPLY = wire.reply(wire.HOSTNAME, 5, wire.hostname("h"))
VOID = wire.reply(wire.LOOKUP, 0xFFFF_FFFF)
EVENT = wire.lifecycle(2)
THREE = [REPLY, VOID, EVENT]


def fed(*pieces: bytes) -> list[bytes]:
    """Return the frames that a reader makes of the pieces, as bytes again."""
    reader = FrameReader()
    return [wire.pack(f[0], f[2], *f[3:], version=f[1]) for piece in pieces for f in reader.feed(piece)]


def test_fields_are_where_the_protocol_has_them() -> None:
    """The header's words, status and type signed, serial and program not."""
    data = wire.pack(0xFFFF_FFFE, 7, -1, 0xFFFF_FFFF, -2, b"payload!", version=3)
    assert FrameReader().feed(data) == [Frame(0xFFFF_FFFE, 3, 7, -1, 0xFFFF_FFFF, -2, b"payload!")]


def test_encode_is_the_inverse() -> None:
    """What is encoded is what an independent packer makes."""
    assert encode_frame(1, 2, 3, 4, 5, 1, b"abcd") == wire.pack(1, 3, 4, 5, 1, b"abcd", version=2)
    assert len(encode_frame(1, 2, 3, 4, 5, 0)) == 28


def test_one_byte_at_a_time() -> None:
    """P1: a frame that comes byte by byte is one frame, at its last byte."""
    reader = FrameReader()
    for byte in REPLY[:-1]:
        assert reader.feed(bytes([byte])) == []
    assert len(reader.feed(REPLY[-1:])) == 1
    assert reader.buffered_bytes == 0


def test_every_split_of_three_frames() -> None:
    """P2: two cuts anywhere, within length words too, change nothing."""
    data = b"".join(THREE)
    for first in range(len(data)):
        assert fed(data[:first], data[first:]) == THREE
        for second in range(first, len(data), 7):
            assert fed(data[:first], data[first:second], data[second:]) == THREE


def test_whole_frames_come_at_once() -> None:
    """P2: of two frames and half a length word, two are there now."""
    reader = FrameReader()
    assert len(reader.feed(REPLY + VOID + EVENT[:2])) == 2
    assert reader.buffered_bytes == 2
    assert len(reader.feed(EVENT[2:])) == 1
    assert reader.buffered_bytes == 0


@pytest.mark.parametrize("length", [0, 3, 4, 27, 33_554_437, 0x8000_0000, 0xFFFF_FFFF])
def test_a_length_out_of_range_is_final(length: int) -> None:
    """P3, P6: refused at its fourth byte; what came before stands, what comes after is not looked at."""
    reader = FrameReader()
    word = struct.pack(">I", length)
    assert len(reader.feed(REPLY + word[:3])) == 1
    errors = [reader.error]
    assert reader.feed(word[3:]) == []
    errors.append(reader.error)
    assert [type(error) for error in errors] == [type(None), RemoteProtocolError]
    assert f"{length:#x}" in str(errors[1])
    assert reader.buffered_bytes == 0
    assert reader.feed(REPLY) == []
    assert reader.buffered_bytes == 0


def test_a_length_out_of_range_in_one_piece_with_good_frames() -> None:
    """P3: a bad frame does not take the good ones before it along."""
    reader = FrameReader()
    assert len(reader.feed(REPLY + VOID + b"\0\0\0\0" + EVENT)) == 2
    assert reader.error is not None


def test_smallest_and_largest_frame() -> None:
    """P4, P5: 28 and 33554436 are the first and the last legal length; a void payload is one."""
    (void,) = FrameReader().feed(VOID)
    assert void.payload == b""
    payload = bytes(MAX_PAYLOAD_BYTES)
    data = encode_frame(1, 1, 1, 1, 1, 0, payload)
    assert struct.unpack_from(">I", data) == (MAX_FRAME_BYTES,) == (33_554_436,)
    (frame,) = FrameReader().feed(data)
    assert frame.payload == payload


def test_a_payload_over_the_limit_is_not_encoded() -> None:
    """P6: what no peer would take is not made."""
    with pytest.raises(ValueError, match=r"33554409 bytes.*at most 33554408"):
        encode_frame(1, 1, 1, 1, 1, 0, bytes(MAX_PAYLOAD_BYTES + 1))


def test_payloads_are_bytes_of_their_own() -> None:
    """A payload does not change when the buffer it came through does, and slices of it are bytes."""
    reader = FrameReader()
    reader.feed(REPLY[:10])
    (first,) = reader.feed(REPLY[10:])
    kept = first.payload
    reader.feed(EVENT[:40])
    assert type(kept) is bytes
    assert kept == wire.hostname("h")
