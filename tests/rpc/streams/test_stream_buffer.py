"""What a stream keeps for its reader, and how much."""

from collections.abc import Callable

import pytest

from purevirt.errors import LibvirtError, StreamAborted, libvirt_error
from purevirt.rpc.streams.buffer import HIGH_UNREAD_BYTES, LOW_UNREAD_BYTES, MAX_UNREAD_BYTES, StreamBuffer

ERROR: LibvirtError = libvirt_error(code=38, domain=0, message="disk full", level=2)
PIECE = bytes(1 << 18)


class Changes:
    """Counts what a buffer tells its shell."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


@pytest.fixture
def changes() -> Changes:
    """A counter of changes."""
    return Changes()


def fill(buffer: StreamBuffer) -> int:
    """Add pieces until the buffer is full; return how many it took."""
    count = 0
    while not buffer.full:
        buffer.on_data(PIECE)
        count += 1
    return count


def state(buffer: StreamBuffer) -> tuple[bool, bool, bool, bool]:
    """Return whether it is settled, full, holding and overflowed."""
    return buffer.settled, buffer.full, buffer.is_holding, buffer.overflowed


@pytest.fixture
def buffer(changes: Changes) -> StreamBuffer:
    """An empty buffer."""
    return StreamBuffer(changes)


def test_order_is_kept_and_every_arrival_told(buffer: StreamBuffer, changes: Changes) -> None:
    """S13: data and holes come out as they came in."""
    buffer.on_data(b"one")
    buffer.on_hole(1 << 40)
    buffer.on_data(b"two")
    buffer.on_end()
    assert changes.count == 4
    assert [buffer.take(), buffer.take(), buffer.take()] == [b"one", 1 << 40, b"two"]
    assert not buffer.has_item
    assert buffer.settled


def test_settled_only_when_there_is_something_to_say(buffer: StreamBuffer) -> None:
    """A reader waits for an item, the end, the close or an error, and for nothing else."""
    seen = [buffer.settled]
    for happens in (lambda: buffer.on_data(b"x"), buffer.take, buffer.on_end):
        happens()
        seen.append(buffer.settled)
    assert seen == [False, True, False, True]


@pytest.mark.parametrize("error", [None, ERROR])
def test_closing_settles(buffer: StreamBuffer, error: LibvirtError | None) -> None:
    """S23: a stream that is over keeps no reader waiting."""
    buffer.on_closed(error)
    assert (buffer.settled, buffer.closed, buffer.error) == (True, True, error)


def test_the_first_error_stays(buffer: StreamBuffer) -> None:
    """A confirmation that comes after the reader gave up does not hide why."""
    buffer.discard("given up")
    buffer.on_closed(ERROR)
    assert isinstance(buffer.error, StreamAborted)
    assert not buffer.error.by_peer
    assert str(buffer.error) == "given up"


def test_discard_drops_all_and_keeps_nothing_new(buffer: StreamBuffer, changes: Changes) -> None:
    """S6, S20: what is unread, and what still comes, costs nothing once a stream is given up."""
    fill(buffer)
    before = changes.count
    buffer.discard("enough")
    assert changes.count == before + 1
    buffer.on_data(PIECE)
    buffer.on_hole(5)
    assert (buffer.has_item, buffer.full, buffer.overflowed) == (False, False, False)


def test_discard_keeps_an_earlier_error(buffer: StreamBuffer) -> None:
    """S7: the daemon's error is not replaced by our giving up."""
    buffer.on_closed(ERROR)
    buffer.discard("later")
    assert buffer.error is ERROR


def test_full_above_high_until_low(buffer: StreamBuffer, changes: Changes) -> None:
    """S22: full begins above 4 MiB and ends at 1 MiB, and its end is told."""
    kept = fill(buffer)
    assert (kept - 1) * len(PIECE) < HIGH_UNREAD_BYTES <= kept * len(PIECE)
    before = changes.count
    while buffer.full:
        buffer.take()
        kept -= 1
    assert (kept + 1) * len(PIECE) >= LOW_UNREAD_BYTES > kept * len(PIECE)
    assert changes.count == before + 1


def test_exactly_1_mib_is_low(buffer: StreamBuffer) -> None:
    """S22: the bound itself ends the fullness; what is left counts with what a piece costs."""
    buffer.on_data(bytes(HIGH_UNREAD_BYTES))
    buffer.on_data(bytes(LOW_UNREAD_BYTES - 64))
    seen = [buffer.full]
    buffer.take()
    assert buffer._unread_bytes == LOW_UNREAD_BYTES
    seen.append(buffer.full)
    assert seen == [True, False]


@pytest.mark.parametrize("end", [StreamBuffer.on_end, lambda buffer: buffer.on_closed(None)])
def test_holding_ends_with_the_data(buffer: StreamBuffer, end: Callable[[StreamBuffer], None]) -> None:
    """Reading is not held up for a stream for which nothing more will come."""
    fill(buffer)
    assert state(buffer) == (True, True, True, False)
    end(buffer)
    assert state(buffer) == (True, True, False, False)


def test_overflow_is_above_64_mib(buffer: StreamBuffer) -> None:
    """S22: what may be unread has an end, and it is the declared one."""
    piece = bytes(MAX_UNREAD_BYTES // 4 - 64)
    for _ in range(4):
        buffer.on_data(piece)
    seen = [buffer.overflowed]
    for happens in (lambda: buffer.on_hole(1), buffer.take):
        happens()
        seen.append(buffer.overflowed)
    assert seen == [False, True, False]


def test_a_flood_of_holes_is_bounded_too(buffer: StreamBuffer) -> None:
    """A hole has no bytes, but it is counted, and taking it gives back what it counted."""
    count = 0
    while not buffer.full:
        buffer.on_hole(1)
        count += 1
    assert count == HIGH_UNREAD_BYTES // 64 + 1
    for _ in range(count):
        buffer.take()
    assert buffer._unread_bytes == 0


def test_a_reader_that_wants_many_is_woken_once(buffer: StreamBuffer, changes: Changes) -> None:
    """What is too little is kept without a word; then all of it is given at once."""
    buffer.wanted = 3 * len(PIECE)
    for _ in range(2):
        buffer.on_data(PIECE)
    assert (changes.count, buffer.sated) == (0, False)
    buffer.on_data(PIECE)
    assert (changes.count, buffer.sated) == (1, True)
    buffer.on_hole(5)
    assert buffer.take_all() == [PIECE, PIECE, PIECE, 5]
    assert not buffer.has_item
    assert not buffer.sated


@pytest.mark.parametrize("how", ["end", "closed", "error"])
def test_a_reader_that_wants_many_gets_what_there_is(
    buffer: StreamBuffer, changes: Changes, how: str
) -> None:
    """S4, S23: when no more will come, however that is, nobody waits for it."""
    buffer.wanted = HIGH_UNREAD_BYTES
    buffer.on_data(b"a")
    if how == "end":
        buffer.on_end()
    else:
        buffer.on_closed(ERROR if how == "error" else None)
    assert (changes.count, buffer.sated) == (1, True)
    assert buffer.take_all() == [b"a"]


def test_taking_all_lets_the_daemon_go_on(buffer: StreamBuffer, changes: Changes) -> None:
    """S19: a full buffer is not full once it is empty, and the shell is told."""
    count = fill(buffer)
    told = changes.count
    assert len(buffer.take_all()) == count
    assert changes.count == told + 1
    assert state(buffer) == (False, False, False, False)
