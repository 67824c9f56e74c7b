"""No piece has bytes of two messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.rpc.message_split import MessageSplitter
from tests.rpc import wire


@given(
    st.lists(st.binary(max_size=40), max_size=6),
    st.lists(st.integers(1, 60), max_size=20),
)
def test_any_messages_in_any_pieces(payloads: list[bytes], sizes: list[int]) -> None:
    """The bytes stay the same, and every end of a message is the end of a piece."""
    messages = [
        wire.pack(1, 1, wire.CALL, number, wire.OK, payload) for number, payload in enumerate(payloads)
    ]
    data = b"".join(messages)
    ends, total = set(), 0
    for message in messages:
        total += len(message)
        ends.add(total)
    splitter, written, cuts, position = MessageSplitter(), b"", set(), 0
    for size in [*sizes, len(data)]:
        for piece in splitter.split(data[position : position + size]):
            assert len(piece) > 0
            written += piece
            cuts.add(len(written))
        position += size
    assert written == data
    assert ends <= cuts


@pytest.mark.parametrize("word", [b"\0\0\0\0", b"\0\0\0\x03", b"\0\0\0\x04"])
def test_lengths_that_are_none(word: bytes) -> None:
    """What no message can be still goes out as it is: the session alone says what is written."""
    pieces = MessageSplitter().split(word + b"rest")
    assert b"".join(pieces) == word + b"rest"


def test_whole_messages_are_not_copied() -> None:
    """A piece is a view of what was given."""
    data = wire.ping() + wire.pong()
    pieces = MessageSplitter().split(data)
    assert [piece.obj is data for piece in pieces] == [True, True]
    assert [bytes(piece) for piece in pieces] == [wire.ping(), wire.pong()]
