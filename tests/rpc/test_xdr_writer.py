"""The writer of XDR: values that fit become bytes, all others an error that names field and limit."""

from collections.abc import Callable
from typing import Any

import pytest
import xdrlib3

from purevirt.errors import EncodeError, InternalError
from purevirt.rpc import xdr
from purevirt.rpc.gen.net import StreamHole
from purevirt.rpc.gen.remote import TypedParam
from purevirt.rpc.xdr import Reader, Writer

PATH = "remote_thing.field"
NAN = float("nan")
Write = Callable[[Writer, Any], None]


def written(write: Write, value: Any) -> bytes:
    """Return what a method writes."""
    writer = Writer()
    write(writer, value)
    return writer.get_buffer()


def limited(name: str, *limit: int) -> Write:
    """Return the writer's method with its limit and path filled in."""
    return lambda writer, value: getattr(writer, name)(value, *limit, PATH)


GOOD: list[tuple[str, tuple[int, ...], Any, str]] = [
    ("write_int", (), -(2**31), "80000000"),
    ("write_int", (), 2**31 - 1, "7fffffff"),
    ("write_uint", (), 0, "00000000"),
    ("write_uint", (), 2**32 - 1, "ffffffff"),
    ("write_hyper", (), -(2**63), "8000000000000000"),
    ("write_hyper", (), 2**63 - 1, "7fffffffffffffff"),
    ("write_uhyper", (), 0, "0000000000000000"),
    ("write_uhyper", (), 2**64 - 1, "ffffffffffffffff"),
    ("write_short", (), -0x8000, "ffff8000"),
    ("write_short", (), 0x7FFF, "00007fff"),
    ("write_ushort", (), 0, "00000000"),
    ("write_ushort", (), 0xFFFF, "0000ffff"),
    ("write_char", (), -0x80, "ffffff80"),
    ("write_char", (), 0x7F, "0000007f"),
    ("write_uchar", (), 0, "00000000"),
    ("write_uchar", (), 0xFF, "000000ff"),
    ("write_bool", (), False, "00000000"),
    ("write_bool", (), True, "00000001"),
    ("write_bool", (), 2, "00000001"),
    ("write_float", (), 1.5, "3fc00000"),
    ("write_double", (), -1.5, "bff8000000000000"),
    ("write_double", (), 3, "4008000000000000"),
    ("write_fixed_opaque", (5,), b"\1\2\3\4\5", "0102030405000000"),
    ("write_fixed_opaque", (4,), bytearray(b"abcd"), "61626364"),
    ("write_opaque", (3,), b"", "00000000"),
    ("write_opaque", (3,), b"\1\2\3", "0000000301020300"),
    ("write_fixed_chars", (2,), b"A\xff", "00000041000000ff"),
    ("write_chars", (2,), b"A\xff", "0000000200000041000000ff"),
    ("write_chars", (2,), b"", "00000000"),
    ("write_string", (3,), "", "00000000"),
    ("write_string", (3,), "€", "00000003e282ac00"),
    ("write_string", (4,), "a\udcffb", "0000000361ff6200"),
    ("write_count", (2,), [1, 2], "00000002"),
    ("write_count", (2,), (), "00000000"),
    ("write_fixed_count", (2,), [1, 2], ""),
    ("write_nothing", (), None, ""),
]
BAD: list[tuple[str, tuple[int, ...], Any, str]] = [
    ("write_int", (), 2**31, "32-bit signed.*2147483648"),
    ("write_int", (), -(2**31) - 1, "32-bit signed"),
    ("write_int", (), "1", "got str"),
    ("write_int", (), 1.0, "got 1.0"),
    ("write_int", (), None, "got NoneType"),
    ("write_uint", (), 2**32, "32-bit unsigned"),
    ("write_uint", (), -1, "32-bit unsigned.*-1"),
    ("write_uint", (), None, "got NoneType"),
    ("write_hyper", (), 2**63, "64-bit signed"),
    ("write_hyper", (), -(2**63) - 1, "64-bit signed"),
    ("write_hyper", (), 1.5, "got 1.5"),
    ("write_uhyper", (), 2**64, "64-bit unsigned"),
    ("write_uhyper", (), -1, "64-bit unsigned"),
    ("write_uhyper", (), "1", "got str"),
    ("write_short", (), 0x8000, "16-bit signed"),
    ("write_short", (), -0x8001, "16-bit signed"),
    ("write_short", (), "1", "got str"),
    ("write_ushort", (), 0x10000, "16-bit unsigned"),
    ("write_ushort", (), -1, "16-bit unsigned"),
    ("write_ushort", (), "1", "got str"),
    ("write_char", (), 0x80, "8-bit signed"),
    ("write_char", (), -0x81, "8-bit signed"),
    ("write_char", (), b"A", "got bytes"),
    ("write_uchar", (), 0x100, "8-bit unsigned"),
    ("write_uchar", (), -1, "8-bit unsigned"),
    ("write_uchar", (), b"A", "got bytes"),
    ("write_bool", (), "yes", "a boolean.*got str"),
    ("write_float", (), 1e39, "32-bit floating"),
    ("write_float", (), "1", "got str"),
    ("write_double", (), 10**400, "64-bit floating"),
    ("write_double", (), None, "got NoneType"),
    ("write_fixed_opaque", (4,), b"abc", "exactly 4 bytes.*got 3"),
    ("write_fixed_opaque", (4,), b"abcde", "exactly 4 bytes.*got 5"),
    ("write_fixed_opaque", (4,), "abcd", "bytes are needed, got str"),
    ("write_opaque", (3,), b"abcd", "4 bytes, the protocol allows 3"),
    ("write_opaque", (3,), [1], "got list"),
    ("write_fixed_chars", (2,), b"A", "exactly 2 characters.*got 1"),
    ("write_fixed_chars", (2,), "AB", "got str"),
    ("write_chars", (2,), b"ABC", "3 characters, the protocol allows 2"),
    ("write_chars", (2,), "AB", "got str"),
    ("write_string", (3,), "abcd", "4 bytes of UTF-8, the protocol allows 3"),
    ("write_string", (3,), "€x", "4 bytes of UTF-8"),
    ("write_string", (9,), "test\0zzz", "NUL at byte 4"),
    ("write_string", (9,), "a\ud800", "character 1 is half of a pair"),
    ("write_string", (9,), b"abc", r"text \(str\) is needed, got bytes"),
    ("write_string", (9,), None, "got NoneType"),
    ("write_count", (2,), [1, 2, 3], "3 elements, the protocol allows 2"),
    ("write_count", (9,), "abc", "a list is needed, got str"),
    ("write_count", (9,), None, "a list is needed, got NoneType"),
    ("write_fixed_count", (2,), [1], "exactly 2 elements are needed, got 1"),
    ("write_fixed_count", (2,), {1, 2}, "a list is needed, got set"),
    ("write_nothing", (), 0, "None is needed, got 0"),
]


@pytest.mark.parametrize(("name", "limit", "value", "hexed"), GOOD)
def test_writes_what_fits(name: str, limit: tuple[int, ...], value: Any, hexed: str) -> None:
    """A value at the edge of its range becomes exactly these bytes."""
    assert written(limited(name, *limit), value).hex() == hexed


@pytest.mark.parametrize(("name", "limit", "value", "match"), BAD)
def test_refuses_what_does_not_fit(name: str, limit: tuple[int, ...], value: Any, match: str) -> None:
    """A value outside is a ValueError that names field and limit, and nothing is written."""
    writer = Writer()
    with pytest.raises(EncodeError, match=match) as caught:
        limited(name, *limit)(writer, value)
    assert caught.value.path == PATH
    assert str(caught.value).startswith(f"{PATH}: ")
    assert isinstance(caught.value, ValueError)
    assert writer.get_buffer() == b""


def test_a_secret_is_not_in_the_error() -> None:
    """What is too long or of the wrong type may be a password: the error has its kind and size only."""
    for name, limit, value in (("write_string", (3,), "hunter2"), ("write_opaque", (3,), b"hunter2")):
        with pytest.raises(EncodeError) as caught:
            written(limited(name, *limit), value)
        assert "hunter2" not in str(caught.value)


def test_four_mebibytes_of_text_fit() -> None:
    """P23, P24: libvirt's longest string passes, one byte more does not."""
    limit = 4_194_304
    assert len(written(limited("write_string", limit), "x" * limit)) == 4 + limit
    with pytest.raises(EncodeError, match="4194305 bytes of UTF-8, the protocol allows 4194304"):
        written(limited("write_string", limit), "x" * (limit + 1))


def test_agrees_with_xdrlib() -> None:
    """An independent decoder reads back what was written."""
    writer = Writer()
    writer.write_hyper(-(2**62), PATH)
    writer.write_double(0.1, PATH)
    writer.write_opaque(b"\0\1\2", 9, PATH)
    writer.write_string("grün", 9, PATH)
    writer.write_ushort(65535, PATH)
    unpacker = xdrlib3.Unpacker(writer.get_buffer())
    assert unpacker.unpack_hyper() == -(2**62)
    assert unpacker.unpack_double() == 0.1
    assert unpacker.unpack_opaque() == b"\0\1\2"
    assert unpacker.unpack_string() == "grün".encode()
    assert unpacker.unpack_uint() == 65535
    unpacker.done()


def test_not_a_number_survives() -> None:
    """The one float that is not equal to itself keeps being one."""
    value = Reader(written(limited("write_double"), NAN)).read_double(PATH)
    assert value != value  # noqa: PLR0124 # only NaN is not equal to itself


def test_write_struct_checks_the_class() -> None:
    """A structure of another class is refused by the name of what is needed."""
    hole = StreamHole(length=1)
    assert written(lambda writer, value: writer.write_struct(value, StreamHole, PATH), hole) == xdr.encode(
        hole
    )
    with pytest.raises(EncodeError, match=f"{PATH}: a StreamHole is needed, got dict"):
        written(lambda writer, value: writer.write_struct(value, StreamHole, PATH), {})


@pytest.mark.parametrize("value", [None, 1, (1,), (1, 2, 3), ("1", 2), [1, 2]])
def test_pair_refuses_what_is_none(value: object) -> None:
    """A union is a tuple of its discriminant and its value."""
    with pytest.raises(EncodeError, match=f"{PATH}: a pair .* is needed"):
        Writer().pair(value, PATH)
    assert Writer().pair((1, "x"), PATH) == (1, "x")


@pytest.mark.parametrize("kind", [0, 8, -1])
def test_a_union_refuses_an_unknown_arm(kind: int) -> None:
    """A typed parameter's type is one of the seven that the protocol has."""
    with pytest.raises(EncodeError, match="remote_typed_param"):
        xdr.encode(TypedParam("weight", (kind, 1)))  # type: ignore[arg-type] # mypy refuses it too


def test_an_encoder_that_loses_the_alignment_is_our_bug() -> None:
    """Everything in XDR is a multiple of four: what is not says so, instead of going to the daemon."""

    class Odd:
        def encode(self, writer: Writer) -> None:
            writer._Packer__buf.write(b"abc")  # type: ignore[attr-defined] # xdrlib3's own buffer

        @classmethod
        def decode(cls, reader: Reader) -> "Odd":
            raise NotImplementedError

    with pytest.raises(InternalError, match="Odd encoded to 3 bytes"):
        xdr.encode(Odd())
