"""The reader of XDR: one contract for every primitive, and each one's values."""

import itertools
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
import xdrlib3

from purevirt.errors import BadDiscriminantError, DecodeError, LimitExceededError, TruncatedError
from purevirt.rpc import xdr
from purevirt.rpc.gen.net import StreamHole
from purevirt.rpc.xdr import Reader

PATH = "remote_thing.field"
Read = Callable[[Reader], Any]


class Primitive:
    """What holds for every primitive; subclasses say how to read it and give (hex, value) rows."""

    rows: ClassVar[list[tuple[str, Any]]]

    @staticmethod
    def read(reader: Reader) -> Any:
        """Read one value."""
        raise NotImplementedError

    @pytest.fixture(params=range(8))
    def row(self, request: pytest.FixtureRequest) -> tuple[bytes, Any]:
        """A row of the table; a short table comes round again."""
        text, value = self.rows[request.param % len(self.rows)]
        return bytes.fromhex(text), value

    def test_reads_the_value_and_moves_past_it(self, row: tuple[bytes, Any]) -> None:
        """The bytes mean the value, wherever they begin, and nothing behind them is looked at."""
        data, value = row
        reader = Reader(b"\xaa" * 4 + data + b"\xbb" * 4, 4)
        assert self.read(reader) == value
        assert reader.pos == 4 + len(data)
        assert reader.remaining == 4

    def test_underflow_at_every_prefix_leaves_the_position(self, row: tuple[bytes, Any]) -> None:
        """A payload cut anywhere inside the value is refused by name, and the value's start stays put."""
        data, _ = row
        for size in range(len(data)):
            reader = Reader(b"\xaa" * 4 + data[:size], 4)
            with pytest.raises(TruncatedError, match=PATH) as caught:
                self.read(reader)
            assert caught.value.path == PATH
            assert caught.value.offset in (4, 8), "the value, or what its count announced"
            assert reader.pos == caught.value.offset


class Scalar(Primitive):
    """A primitive that moves the position only when it succeeds."""

    def test_underflow_is_reported_at_the_value(self) -> None:
        """The offset of the error is where the value begins."""
        reader = Reader(b"\0" * 7, 4)
        with pytest.raises(TruncatedError) as caught:
            self.read(reader)
        assert (caught.value.offset, reader.pos) == (4, 4)
        assert "7 bytes" in str(caught.value)


class TestInt(Scalar):
    rows: ClassVar = [("00000000", 0), ("ffffffff", -1), ("7fffffff", 2**31 - 1), ("80000000", -(2**31))]
    read = staticmethod(lambda reader: reader.read_int(PATH))


class TestUint(Scalar):
    rows: ClassVar = [("00000000", 0), ("ffffffff", 2**32 - 1), ("80000000", 2**31), ("00000102", 258)]
    read = staticmethod(lambda reader: reader.read_uint(PATH))


class TestHyper(Scalar):
    rows: ClassVar = [
        ("00" * 8, 0),
        ("ff" * 8, -1),
        ("7f" + "ff" * 7, 2**63 - 1),
        ("80" + "00" * 7, -(2**63)),
    ]
    read = staticmethod(lambda reader: reader.read_hyper(PATH))


class TestUhyper(Scalar):
    rows: ClassVar = [("00" * 8, 0), ("ff" * 8, 2**64 - 1), ("0000000100000000", 2**32)]
    read = staticmethod(lambda reader: reader.read_uhyper(PATH))


class TestShort(Scalar):
    rows: ClassVar = [("00007fff", 0x7FFF), ("ffff8000", -0x8000), ("00018000", -0x8000), ("ffffffff", -1)]
    read = staticmethod(lambda reader: reader.read_short(PATH))


class TestUshort(Scalar):
    rows: ClassVar = [("0000ffff", 0xFFFF), ("00010001", 1), ("ffffffff", 0xFFFF), ("00000000", 0)]
    read = staticmethod(lambda reader: reader.read_ushort(PATH))


class TestChar(Scalar):
    rows: ClassVar = [
        ("0000007f", 127),
        ("ffffff80", -128),
        ("000000ff", -1),
        ("00000180", -128),
        ("00000000", 0),
    ]
    read = staticmethod(lambda reader: reader.read_char(PATH))


class TestUchar(Scalar):
    rows: ClassVar = [("000000ff", 255), ("00000101", 1), ("ffffffff", 255), ("00000000", 0)]
    read = staticmethod(lambda reader: reader.read_uchar(PATH))


class TestBool(Scalar):
    rows: ClassVar = [("00000000", False), ("00000001", True), ("00000002", True), ("80000000", True)]
    read = staticmethod(lambda reader: reader.read_bool(PATH))


class TestFloat(Scalar):
    rows: ClassVar = [("3fc00000", 1.5), ("80000000", -0.0), ("7f800000", float("inf")), ("c2480000", -50.0)]
    read = staticmethod(lambda reader: reader.read_float(PATH))


class TestDouble(Scalar):
    rows: ClassVar = [
        ("3ff8000000000000", 1.5),
        ("fff0000000000000", float("-inf")),
        ("4059000000000000", 100.0),
    ]
    read = staticmethod(lambda reader: reader.read_double(PATH))


class TestOptional(Scalar):
    rows: ClassVar = [("00000000", False), ("00000001", True)]
    read = staticmethod(lambda reader: reader.read_optional(PATH))

    @pytest.mark.parametrize("flag", [2, 0x8000_0000, 0xFFFF_FFFF])
    def test_rejects_another_discriminant(self, flag: int) -> None:
        """P22: only 0 and 1 are arms of an optional."""
        reader = Reader(b"\0" * 4 + flag.to_bytes(4), 4)
        with pytest.raises(BadDiscriminantError, match=f"{PATH}.*{flag}") as caught:
            reader.read_optional(PATH)
        assert (caught.value.offset, reader.pos) == (4, 4)


class TestFixedOpaque(Primitive):
    rows: ClassVar = [("0102030405000000", b"\1\2\3\4\5"), ("0102030405ffeedd", b"\1\2\3\4\5")]
    read = staticmethod(lambda reader: reader.read_fixed_opaque(5, PATH))


class TestFixedChars(Primitive):
    rows: ClassVar = [("00000041 00000000 ffffffff", b"A\0\xff"), ("ffffff41 00000100 000000ff", b"A\0\xff")]
    read = staticmethod(lambda reader: reader.read_fixed_chars(3, PATH))


class Counted(Primitive):
    """A primitive behind a count that has a limit."""

    limit: ClassVar[int] = 6

    @pytest.mark.parametrize("count", [7, 0xFFFF_FFF0, 0xFFFF_FFFF])
    def test_rejects_a_count_over_the_limit(self, count: int) -> None:
        """P20: a count is refused before anything is made of it, with the limit and what was claimed."""
        reader = Reader(b"\0" * 4 + count.to_bytes(4) + b"\0" * 60, 4)
        with pytest.raises(LimitExceededError, match=f"{PATH}: {count} at byte 4.*{self.limit}") as caught:
            self.read(reader)
        assert (caught.value.limit, caught.value.actual, caught.value.offset) == (6, count, 4)
        assert reader.pos == 4

    def test_takes_a_count_at_the_limit(self) -> None:
        """The limit itself is allowed."""
        reader = Reader((6).to_bytes(4) + b"\0" * 24)
        assert len(self.read(reader)) == 6


class TestOpaque(Counted):
    rows: ClassVar = [("00000000", b""), ("00000003 01020300", b"\1\2\3"), ("00000004 01020304", b"\1\2\3\4")]
    read = staticmethod(lambda reader: reader.read_opaque(6, PATH))


class TestChars(Counted):
    rows: ClassVar = [("00000000", b""), ("00000002 00000041 ffffff80", b"A\x80")]
    read = staticmethod(lambda reader: reader.read_chars(6, PATH))


class TestString(Counted):
    rows: ClassVar = [
        ("00000000", ""),
        ("00000002 61620000", "ab"),
        ("00000003 e282ac00", "€"),
        ("00000003 61ff6200", "a\udcffb"),
    ]
    read = staticmethod(lambda reader: reader.read_string(6, PATH))


class TestCount:
    """The count of an array."""

    def test_limit(self) -> None:
        """P26: one element over the limit is refused, citing both."""
        assert Reader((16384).to_bytes(4)).read_count(16384, PATH) == 16384
        with pytest.raises(LimitExceededError, match=r"16385.*16384"):
            Reader((16385).to_bytes(4)).read_count(16384, PATH)


def test_agrees_with_xdrlib() -> None:
    """An independent decoder reads the same values from the same bytes."""
    packer = xdrlib3.Packer()
    packer.pack_int(-5)
    packer.pack_uint(2**32 - 1)
    packer.pack_hyper(-(2**40))
    packer.pack_uhyper(2**63)
    packer.pack_bool(True)
    packer.pack_float(0.25)
    packer.pack_double(-1e300)
    packer.pack_fopaque(3, b"abc")
    packer.pack_opaque(b"\0\xff" * 5)
    packer.pack_string("grün".encode())
    data = packer.get_buffer()
    mine, other = Reader(data), xdrlib3.Unpacker(data)
    pairs = [
        (mine.read_int(PATH), other.unpack_int()),
        (mine.read_uint(PATH), other.unpack_uint()),
        (mine.read_hyper(PATH), other.unpack_hyper()),
        (mine.read_uhyper(PATH), other.unpack_uhyper()),
        (mine.read_bool(PATH), other.unpack_bool()),
        (mine.read_float(PATH), other.unpack_float()),
        (mine.read_double(PATH), other.unpack_double()),
        (mine.read_fixed_opaque(3, PATH), other.unpack_fopaque(3)),
        (mine.read_opaque(99, PATH), other.unpack_opaque()),
        (mine.read_string(99, PATH).encode(), other.unpack_string()),
    ]
    assert [a for a, _ in pairs] == [b for _, b in pairs]
    assert mine.remaining == 0
    other.done()


def test_decode_counts_surplus() -> None:
    """P18: bytes after the value are counted, not refused."""
    payload = xdr.encode(StreamHole(length=4096, flags=1))
    for surplus in range(0, 12, 4):
        value, left = xdr.decode(StreamHole, payload + b"\0" * surplus)
        assert (value, left) == (StreamHole(4096, 1), surplus)


def test_decode_rejects_every_prefix() -> None:
    """P19: no prefix of a payload is taken for a whole one."""
    payload = xdr.encode(StreamHole(length=1, flags=0))
    for size in range(len(payload)):
        with pytest.raises(DecodeError, match="virNetStreamHole"):
            xdr.decode(StreamHole, payload[:size])


@pytest.mark.parametrize(
    ("secret", "shown"), [(None, "None"), (b"", "<0 withheld>"), ("tell", "<4 withheld>")]
)
def test_withheld_shows_only_the_length(secret: bytes | str | None, shown: str) -> None:
    """A secret's repr has its length and nothing of it."""
    assert xdr.withheld(secret) == shown


def test_error_offsets_are_of_the_whole_payload() -> None:
    """A reader that begins in the middle counts from the payload's start."""
    for start in itertools.islice(range(0, 40, 4), 1, None):
        with pytest.raises(TruncatedError) as caught:
            Reader(b"\0" * start, start).read_uint(PATH)
        assert caught.value.offset == start
