"""Each construct of the language: the emitted text, and what it does on the wire."""

from __future__ import annotations

import os
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.errors import BadDiscriminantError, DecodeError, EncodeError, TruncatedError
from purevirt.rpc.xdr import Reader, decode, encode
from tests.generated.cases import Cases
from tests.xdrgen.construct import FOLDER, NAMES, emitted, imported, oracle_of, spec_of
from xdrgen.errors import XdrSemanticError, XdrSyntaxError
from xdrgen.parser import parse


def _read(name: str) -> str:
    return (FOLDER / f"{name}.x").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_emitted_text_is_the_golden_one(name: str) -> None:
    """The text that is emitted changes only on purpose (XDRGEN_REGENERATE=1 accepts it)."""
    golden = FOLDER / f"{name}.golden"
    text = emitted(spec_of(_read(name), file=f"{name}.x"))
    if os.environ.get("XDRGEN_REGENERATE") == "1":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_emitted_code_agrees_with_an_independent_codec(name: str) -> None:
    """Round trips, truncation at every byte, bounds and misfits, for each type of each construct."""
    oracle = oracle_of(spec_of(_read(name)))
    cases = Cases(oracle)
    wires = [wire for wire, (_, one) in oracle.definitions.items() if one["kind"] in {"struct", "union"}]
    assert wires
    for wire in wires:
        cases.round_trip(wire)
        cases.bounds(wire)


def _module(name: str) -> Any:
    return imported(emitted(spec_of(_read(name))), "demo_emitted")


def test_unknown_enum_number_decodes_to_a_plain_int() -> None:
    """A newer peer may send a number that we have no name for."""
    demo = _module("enums")
    value, surplus = decode(demo.Paint, struct.pack(">iIiii", 16, 2, -1, 99, 7))
    assert surplus == 0
    assert value.colour is demo.Colour.BLUE
    assert value.more == [demo.Colour.RED, 99]
    assert type(value.more[1]) is int
    assert value.gloss == 7


def test_any_nonzero_number_decodes_to_true() -> None:
    """libvirt's own decoder takes any non-zero number for true, in a union's discriminant as well."""
    demo = _module("unions")
    assert demo.decode_by_bool(Reader(struct.pack(">iii", 2, 3, 4))) == (True, demo.Pair(3, 4))
    arrays = _module("arrays")
    payload = encode(arrays.Arrays([], [1, 2], [], [True], [0, 0], [], [arrays.Point(1, 2)] * 2, [], 9))
    assert payload.count(struct.pack(">II", 1, 1)) == 1
    value, _ = decode(arrays.Arrays, payload.replace(struct.pack(">II", 1, 1), struct.pack(">II", 1, 77)))
    assert value.flags == [True]


def test_stacked_labels_and_default_keep_their_discriminant() -> None:
    """Two labels of one arm stay apart, and a default keeps the number that chose it."""
    demo = _module("unions")
    assert demo.decode_by_int(Reader(struct.pack(">ii", 2, 5))) == (2, 5)
    assert demo.decode_with_default(Reader(struct.pack(">II4s", 4_000_000_000, 1, b"x"))) == (
        4_000_000_000,
        "x",
    )
    assert demo.decode_void_default(Reader(struct.pack(">i", -9))) == (-9, None)
    with pytest.raises(BadDiscriminantError, match=r"demo_by_int\.kind: discriminant 9 at byte 4"):
        demo.decode_by_int(Reader(struct.pack(">iii", 0, 9, 5), 4))


def test_optional_flag_other_than_zero_and_one_is_refused() -> None:
    """Anything but absent and present is a broken payload (RFC 4506 section 4.19)."""
    demo = _module("optionals")
    with pytest.raises(BadDiscriminantError, match=r"demo_optionals\.note: discriminant 2 at byte 0"):
        decode(demo.Optionals, struct.pack(">IIII", 2, 0, 0, 0))


def test_padding_content_is_not_checked_but_must_be_there() -> None:
    """Junk in padding passes, as in libvirt; missing padding does not."""
    demo = _module("optionals")
    assert decode(demo.Thing, b"\0\0\0\1x\7\7\7")[0].name == "x"
    with pytest.raises(TruncatedError):
        decode(demo.Thing, b"\0\0\0\1x\7\7")


def test_text_that_is_not_utf8_survives_a_round_trip() -> None:
    """A name that libvirt lists can be sent back, whatever its bytes."""
    demo = _module("optionals")
    payload = b"\0\0\0\2\xff\xfe\0\0"
    value, _ = decode(demo.Thing, payload)
    assert encode(value) == payload


def test_parameters_follow_the_wire_and_defaults_come_last() -> None:
    """flags and need_results have defaults; in the middle of a struct they are keyword-only."""
    demo = _module("names")
    assert demo.Trailing(5) == demo.Trailing(id=5, need_results=1, flags=0)
    assert demo.Trailing(5, 0, 2).flags == 2
    value = demo.Class(1, 2, 3, 4, 5, flags=6)
    assert (value.class_, value.from_, value.decode_, value.type, value.self_) == (1, 2, 3, 4, 5)
    assert (value.flags, value.need_results) == (6, 1)
    with pytest.raises(TypeError):
        demo.Class(1, 2, 3, 4, 5, 6, 7)


def test_keyword_only_is_what_something_without_default_follows() -> None:
    """need_results closes demo_class, so it stays positional; flags before self cannot."""
    text = emitted(spec_of(_read("names")))
    assert "self_: int, need_results: int = 1, *, flags: int = 0) -> None" in text


# Typed parameters: the guessing decoder must never be wrong, whatever the order and however the payload ends.

_labels = st.one_of(st.sampled_from(["a", "bb", "state.reason", "ü"]), st.text("xyz", max_size=90))
_values = st.one_of(
    st.tuples(st.just(1), st.integers(-(2**31), 2**31 - 1)),
    st.tuples(st.just(2), st.integers(0, 2**64 - 1)),
    st.tuples(st.just(3), st.floats(allow_nan=False)),
    st.tuples(st.just(7), st.text("pqrä", max_size=20)),
)
_tagged = _module("tagged")


@given(st.lists(st.lists(st.tuples(_labels, _values), max_size=8), min_size=1, max_size=6), st.data())
def test_tagged_list_decodes_to_what_was_encoded_after_any_other_list(
    lists: Any, data: st.DataObject
) -> None:
    """What was guessed from earlier lists changes neither a value nor an error."""
    for pairs in lists:
        value = _tagged.Params([_tagged.Param(label, one) for label, one in pairs])
        payload = encode(value)
        assert decode(_tagged.Params, payload) == (value, 0)
        end = data.draw(st.integers(0, max(len(payload) - 1, 0)))
        with pytest.raises(DecodeError):
            decode(_tagged.Params, payload[:end])


@given(st.binary(max_size=64))
def test_tagged_list_of_garbage_gives_a_value_or_a_decode_error(garbage: bytes) -> None:
    """Garbage never gives anything else, and what it gives encodes again."""
    try:
        value, surplus = decode(_tagged.Params, garbage)
    except DecodeError:
        return
    assert decode(_tagged.Params, encode(value))[0] == value or "nan" in repr(value)
    assert surplus >= 0


def test_first_guess_cannot_be_forged() -> None:
    """Before anything is known, no bytes pass for a known prefix."""
    fresh = _module("tagged")
    for junk in (b"no guess yet" + bytes(20), b"\xff" * 32, b"-" * 32):
        with pytest.raises(DecodeError):
            decode(fresh.Params, b"\0\0\0\1" + junk)


def test_names_are_remembered_within_bounds() -> None:
    """The store is emptied when it is full, and long names never enter it."""
    fresh = _module("tagged")
    many = fresh.Params([fresh.Param(f"name.{number}", (1, number)) for number in range(5000)])
    assert decode(fresh.Params, encode(many))[0] == many
    assert len(fresh._param_prefixes) == 5000 - 4096
    long = fresh.Params([fresh.Param("n" * 300, (7, "t")), fresh.Param("short", (1, 1))])
    assert decode(fresh.Params, encode(long))[0] == long
    assert all(len(key) <= 264 for key in fresh._param_prefixes)
    assert decode(fresh.Params, encode(long))[0] == long


def test_tagged_errors_name_the_place() -> None:
    """Wrong discriminant, over-long text and an early end are reported where they are, known name or not."""
    fresh = _module("tagged")
    good = encode(fresh.Params([fresh.Param("ab", (7, "t"))]))
    for _ in range(2):
        with pytest.raises(BadDiscriminantError, match=r"demo_value\.type: discriminant 5 at byte 12"):
            decode(fresh.Params, good[:12] + struct.pack(">iI", 5, 0))
        with pytest.raises(DecodeError, match=r"demo_value\.s: 301 at byte 16, the protocol allows 300"):
            decode(fresh.Params, good[:16] + struct.pack(">I", 301) + bytes(400))
        with pytest.raises(TruncatedError, match=r"demo_value\.s"):
            decode(fresh.Params, good[:16] + struct.pack(">I", 5) + b"abcd")
        with pytest.raises(TruncatedError, match="demo_value"):
            decode(fresh.Params, good[:16])
        assert decode(fresh.Params, good)[1] == 0


def test_value_of_a_tagged_pair_must_fit_its_discriminant() -> None:
    """The tag decides what may be encoded."""
    for bad in ((1, "text"), (7, 1), (9, 1), (1, 2**31)):
        with pytest.raises(EncodeError):
            encode(_tagged.Param("a", bad))


def test_two_texts_are_not_the_guessable_shape() -> None:
    """A union with two strings gets the ordinary class."""
    text = emitted(spec_of(_read("tagged")))
    assert "class _ParamPrefix" in text
    assert "class _NamedPrefix" not in text


def test_array_of_void_is_no_array() -> None:
    """void has no size, so nothing can be counted with it."""
    with pytest.raises(XdrSyntaxError, match="expected a field"):
        parse("struct s { void x<3>; };", "s.x")
    with pytest.raises(XdrSyntaxError, match="expected a type, got 'void'"):
        parse("typedef void x<3>;", "s.x")


def test_recursive_type_is_refused() -> None:
    """How deep a value nests would be the peer's choice."""
    with pytest.raises(XdrSemanticError, match="cannot contain itself, not even by a pointer"):
        spec_of("struct node { int v; node *next; };")
