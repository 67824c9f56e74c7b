"""Properties of the core over generated input: any split, any garbage, any value."""

import itertools
import struct
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from purevirt.errors import DecodeError, EncodeError, PurevirtError
from purevirt.rpc.codec import Codec
from purevirt.rpc.dialling.uri import plan_connection
from purevirt.rpc.gen import net, remote
from purevirt.rpc.gen.procedures import BY_ID
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
from purevirt.rpc.ssh.plan import SshPlan
from purevirt.rpc.xdr import Reader, Writer, decode, encode
from tests.rpc import wire
from tests.rpc.driven import Driven

KNOWN = (
    CallCompleted,
    CallFailed,
    EventReceived,
    StreamDataReceived,
    StreamHoleReceived,
    StreamEnded,
    StreamClosed,
    ConnectionFailed,
)
WORD = st.one_of(st.integers(0, 9), st.sampled_from([-1, 28, 0x7FFF_FFFF, -(2**31), 4194305]))
PROGRAMS = st.sampled_from([0x20008086, 0x20008087, wire.KEEPALIVE, 0])
PROCEDURES = st.sampled_from([wire.HOSTNAME.number, wire.DOWNLOAD.number, wire.UPLOAD.number, 318, 1, 2])


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """Return a frame that is nearly right: true words in any combination, and any payload."""
    return wire.pack(
        draw(PROGRAMS),
        draw(PROCEDURES),
        draw(st.one_of(st.sampled_from([wire.REPLY, wire.MESSAGE, wire.STREAM, wire.HOLE]), WORD)),
        draw(st.integers(0, 6)),
        draw(st.one_of(st.integers(0, 2), WORD)),
        draw(st.one_of(st.binary(max_size=40), st.just(wire.error_payload(42, "no")), st.just(bytes(12)))),
    )


def prepared() -> Driven:
    """Return a session with calls, a waiting call and streams in several phases."""
    driven = Driven()
    opened, ended, upload = driven.opened(sparse=True), driven.opened(), driven.opened(wire.UPLOAD)
    driven.feed(wire.packet(wire.DOWNLOAD, ended.call.serial, b""))
    driven.session.finish_stream(upload)
    driven.session.abort_stream(opened)
    driven.stream()
    abandoned = driven.call()
    for _ in range(4):
        driven.call()
    driven.session.cancel_call(abandoned)
    driven.sent()
    return driven


def outcome(pieces: list[bytes]) -> tuple[list[str], list[wire.Message], int]:
    """Return what a prepared session tells and sends."""
    driven = prepared()
    events = []
    for piece in pieces:
        events += driven.feed(piece)
        if events and isinstance(events[-1], ConnectionFailed):
            break
    return [repr(event) for event in events], driven.sent(), driven.session.dropped_count


@given(st.lists(frames(), max_size=8), st.lists(st.integers(0, 600), max_size=8))
def test_any_split_gives_the_same_events(data: list[bytes], cuts: list[int]) -> None:
    """P1, P2: how the bytes were cut on the way changes nothing that is told, nor, while it lives, sent."""
    whole = b"".join(data)
    edges = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    pieces = [whole[a:b] for a, b in itertools.pairwise(edges)]
    told, sent, dropped = outcome(pieces)
    expected_told, expected_sent, expected_dropped = outcome([whole])
    assert told == expected_told
    assert dropped == expected_dropped
    if not (told and told[-1].startswith("ConnectionFailed")):
        assert sorted(sent) == sorted(expected_sent)


@given(st.lists(st.one_of(frames(), st.binary(max_size=80)), max_size=8))
def test_any_garbage_gives_events(data: list[bytes]) -> None:
    """P3-P12: whatever comes, the session tells something known and never raises; an end is the last word."""
    driven = prepared()
    events = []
    for piece in data:
        new = driven.feed(piece)
        events += new
        if new and isinstance(new[-1], ConnectionFailed):
            break
    assert all(isinstance(event, KNOWN) for event in events)
    assert not any(isinstance(event, ConnectionFailed) for event in events[:-1])
    assert all(isinstance(event[-1], PurevirtError) for event in events if isinstance(event, CallFailed))
    told = [event.call for event in events if isinstance(event, CallCompleted | CallFailed)]
    told += [event.call for event in driven.fail() if isinstance(event, CallFailed)]
    assert len(told) == len(set(map(id, told))) == 5, "five live calls, each told once"
    closed = [event.stream for event in events if isinstance(event, StreamClosed)]
    assert len(closed) == len(set(map(id, closed)))


@given(st.binary(max_size=200), st.sampled_from(sorted(BY_ID)))
def test_any_payload_decodes_or_says_why(payload: bytes, key: tuple[int, int]) -> None:
    """P19-P22, V10: no reply and no event makes the decoder raise anything but DecodeError."""
    spec = BY_ID[key]
    try:
        Codec().decode(spec, payload)
    except DecodeError as error:
        seen = error
        assert 0 <= seen.offset <= len(payload)
        assert seen.path in str(seen)
    assert Codec.decode_event(EventReceived(*key, payload)) is None or spec.is_event


TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
RAW_TEXT = st.binary(max_size=20).filter(lambda data: b"\0" not in data)


@given(RAW_TEXT)
def test_any_bytes_survive_as_text(data: bytes) -> None:
    """E6: a name that is not UTF-8 can be listed, and looked up by what was listed."""
    wire_form = len(data).to_bytes(4) + data + bytes(-len(data) % 4)
    text = Reader(wire_form).read_string(20, "x")
    writer = Writer()
    writer.write_string(text, 20, "x")
    assert writer.get_buffer() == wire_form


@given(st.text(max_size=20))
def test_any_text_is_written_or_refused(text: str) -> None:
    """P24, P25: no string makes the writer raise anything but EncodeError, and what is written reads back."""
    writer = Writer()
    try:
        writer.write_string(text, 20, "x")
    except EncodeError:
        assert writer.get_buffer() == b""
    else:
        assert Reader(writer.get_buffer()).read_string(20, "x") == text


@given(
    st.lists(
        st.tuples(TEXT, st.binary(min_size=16, max_size=16), st.integers(-(2**31), 2**31 - 1)), max_size=5
    ),
    st.integers(0, 2**32 - 1),
)
def test_lists_round_trip(rows: list[tuple[str, bytes, int]], ret: int) -> None:
    """What is encoded decodes to an equal value, and every prefix of it is refused."""
    value = remote.ConnectListAllDomainsRet([remote.Domain(*row) for row in rows], ret)
    data = encode(value)
    assert decode(remote.ConnectListAllDomainsRet, data) == (value, 0)
    for size in range(0, len(data), 3):
        try:
            decode(remote.ConnectListAllDomainsRet, data[:size])
        except DecodeError:
            continue
        raise AssertionError(f"a prefix of {size} of {len(data)} bytes was taken for the whole")


@given(
    st.tuples(*[st.integers(-(2**31), 2**31 - 1)] * 2),
    st.lists(st.one_of(st.none(), TEXT), min_size=4, max_size=4),
)
def test_errors_round_trip(numbers: tuple[int, int], texts: list[str | None]) -> None:
    """E1, E2: every combination of present and absent texts comes back."""
    error: Any = net.MessageError(*numbers, texts[0], 2, None, texts[1], texts[2], texts[3], -1, 5, None)
    assert decode(net.MessageError, encode(error)) == (error, 0)


@given(
    st.one_of(
        st.text(max_size=60),
        st.builds(
            "{}{}://{}/{}?{}={}".format,
            st.sampled_from(["qemu", "test", "remote", "lxc", ""]),
            st.sampled_from(["", "+unix", "+ssh", "+"]),
            st.text(max_size=8),
            st.text(max_size=8),
            st.sampled_from(["socket", "name", "mode", "x", "auth"]),
            st.text(max_size=12),
        ),
    )
)
def test_any_text_is_a_uri_or_a_uri_error(text: str) -> None:
    """U10, U14: a URI plans something to dial, or is refused; nothing else is raised."""
    try:
        plan = plan_connection(text, environ={"HOME": "/h"}, uid=1000)
    except PurevirtError as error:
        assert isinstance(error, ValueError)  # noqa: PT017 # not raised by every example
    else:
        paths = getattr(plan.dial, "socket_paths", ("/",))
        assert paths or isinstance(plan.dial, SshPlan)
        assert all(path and "\0" not in path for path in paths)


@given(st.integers(0, 2**32 - 1), st.binary(max_size=30))
def test_a_length_word_decides_at_once(length: int, rest: bytes) -> None:
    """P3, P6: the connection ends at the fourth byte exactly if the length is out of range."""
    driven = Driven()
    driven.feed(struct.pack(">I", length)[:3])
    events = driven.feed(struct.pack(">I", length)[3:])
    assert (not 28 <= length <= 33_554_436) == any(isinstance(event, ConnectionFailed) for event in events)
