"""Typed parameters as mappings."""

from __future__ import annotations

import pytest

from purevirt.errors import EncodeError
from purevirt.rpc.gen.enums import TypedParameterType
from purevirt.rpc.gen.remote import TypedParam
from purevirt.rpc.typed_params import from_dict, to_dict

LIMITS = {
    TypedParameterType.INT: (-(2**31), 2**31 - 1),
    TypedParameterType.UINT: (0, 2**32 - 1),
    TypedParameterType.LLONG: (-(2**63), 2**63 - 1),
    TypedParameterType.ULLONG: (0, 2**64 - 1),
}


def test_list_becomes_a_mapping_in_its_order() -> None:
    """Numbers and text as they are, booleans as bool, the last of a repeated name."""
    params = [
        TypedParam("b", (6, 2)),
        TypedParam("a", (4, 2**63)),
        TypedParam("f", (5, 0.5)),
        TypedParam("s", (7, "x")),
        TypedParam("a", (1, -1)),
    ]
    found = to_dict(params)
    assert list(found.items()) == [("b", True), ("a", -1), ("f", 0.5), ("s", "x")]
    assert found["b"] is True


def test_python_types_choose_the_wire_types() -> None:
    """Without a hint: bool, unsigned 64 bits (signed when negative), double, string."""
    assert from_dict({"a": True, "b": 0, "c": -1, "d": 1.5, "e": "x"}) == [
        TypedParam("a", (6, 1)),
        TypedParam("b", (4, 0)),
        TypedParam("c", (3, -1)),
        TypedParam("d", (5, 1.5)),
        TypedParam("e", (7, "x")),
    ]


def test_hint_chooses_the_wire_type() -> None:
    """libvirt compares types strictly, so the caller may say each."""
    types = {
        "a": TypedParameterType.UINT,
        "b": TypedParameterType.INT,
        "c": TypedParameterType.DOUBLE,
        "d": 3,
    }
    assert from_dict({"a": 1, "b": 2, "c": 3, "d": 4}, types) == [
        TypedParam("a", (2, 1)),
        TypedParam("b", (1, 2)),
        TypedParam("c", (5, 3.0)),
        TypedParam("d", (3, 4)),
    ]


def test_list_of_text_becomes_repeated_parameters() -> None:
    """Migration names each disk in a parameter of its own."""
    assert from_dict({"migrate_disks": ["vda", "vdb"], "none": []}) == [
        TypedParam("migrate_disks", (7, "vda")),
        TypedParam("migrate_disks", (7, "vdb")),
    ]


@pytest.mark.parametrize("kind", LIMITS)
def test_integer_fits_its_type_or_is_refused(kind: TypedParameterType) -> None:
    """The ends of each range pass, one beyond does not; the error names the parameter."""
    lowest, highest = LIMITS[kind]
    for value in (lowest, highest):
        assert from_dict({"n": value}, {"n": kind}) == [TypedParam("n", (int(kind), value))]  # type: ignore[arg-type]  # the tag is a variable here
    for unfit in (lowest - 1, highest + 1, True, 1.0, "1"):
        with pytest.raises(EncodeError, match=f"typed parameter 'n': type {int(kind)} cannot hold"):
            from_dict({"n": unfit}, {"n": kind})


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1, 6),
        (1, 7),
        (True, 5),
        ("x", 5),
        (2**63, 5),
        ("secret", 6),
        (1, 0),
        (1, 8),
        (2**64, None),
        (-(2**63) - 1, None),
    ],
)
def test_value_of_another_type_is_refused(value: int | str, kind: int | None) -> None:
    """Nothing is converted behind the caller's back, and no text is shown."""
    with pytest.raises(EncodeError, match="typed parameter 'n'") as refused:
        from_dict({"n": value}, None if kind is None else {"n": kind})
    assert "secret" not in str(refused.value)
