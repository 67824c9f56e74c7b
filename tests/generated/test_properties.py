"""Any value of any shape survives the wire, and any bytes give a value or a DecodeError."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from purevirt.errors import DecodeError
from purevirt.rpc.xdr import decode, encode
from tests.generated.oracle import RANGES, Type, committed

WIRES = [
    "remote_nonnull_domain",
    "remote_domain_stats_record",
    "remote_node_get_info_ret",
    "remote_domain_interface",
    "remote_network_dhcp_lease",
    "remote_error",
    "remote_auth_sasl_start_args",
    "remote_domain_get_vcpus_ret",
    "remote_connect_baseline_cpu_args",
    "remote_domain_get_security_label_list_ret",
    "virNetMessageHeader",
    "virNetMessageError",
    "qemu_domain_monitor_event_msg",
]
SMALL = 6


@cache
def values(wire: str) -> st.SearchStrategy[Any]:
    """Values of a struct."""
    return _strategy({"kind": "ref", "name": wire})


def _strategy(type_: Type) -> st.SearchStrategy[Any]:
    oracle = committed()
    type_ = oracle.resolve(type_)
    match type_["kind"]:
        case "scalar" if type_["scalar"] in RANGES:
            return st.integers(*RANGES[type_["scalar"]])
        case "scalar":
            return st.floats(allow_nan=False)
        case "enum":
            return st.integers(*RANGES["int"])
        case "string":
            return st.text(
                st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
                max_size=type_["limit"] // 4,
            ).map(
                lambda text: text[:SMALL],
            )
        case "opaque":
            return _bytes(type_["size"])
        case "array" if oracle.is_chars(type_):
            return _bytes(type_["size"])
        case "array":
            return st.lists(_strategy(type_["of"]), max_size=3)
        case "optional":
            return st.none() | _strategy(type_["of"])
        case "union":
            arms = [(arm["labels"][0], _strategy(arm["field"]["type"])) for arm in type_["arms"]]
            return st.one_of(*(st.tuples(st.just(label), value) for label, value in arms))
        case _:
            fields = {one["name"]: _strategy(one["type"]) for one in type_["fields"]}
            return st.fixed_dictionaries(fields).map(lambda made: oracle.build(type_["name"], made))


def _bytes(size: dict[str, Any]) -> st.SearchStrategy[bytes]:
    if size["fixed"]:
        return st.binary(min_size=size["limit"], max_size=size["limit"])
    return st.binary(max_size=min(size["limit"], SMALL))


@pytest.mark.parametrize("wire", WIRES)
@given(data=st.data())
@settings(max_examples=60)
def test_any_value_survives_the_wire(wire: str, data: st.DataObject) -> None:
    """decode(encode(x)) is x, with nothing left over, and the bytes are the oracle's."""
    value = data.draw(values(wire))
    payload = encode(value)
    assert payload == committed().packed({"kind": "ref", "name": wire}, value)
    assert decode(type(value), payload + b"....") == (value, 4)


@pytest.mark.parametrize("wire", WIRES)
@given(data=st.data())
@settings(max_examples=60)
def test_any_bytes_give_a_value_or_a_decode_error(wire: str, data: st.DataObject) -> None:
    """A broken reply fails its own call, with nothing but a DecodeError; what passes encodes again."""
    cls = committed().python_class(wire)
    good = encode(data.draw(values(wire)))
    start = data.draw(st.integers(0, len(good)))
    payload = good[:start] + data.draw(st.binary(max_size=16)) + good[data.draw(st.integers(0, len(good))) :]
    try:
        value, surplus = decode(cls, payload)
    except DecodeError:
        return
    assert 0 <= surplus <= len(payload)
    if not _has_nan(value) and "\\x00" not in repr(value):
        assert decode(cls, encode(value))[0] == value


def _has_nan(value: Any) -> bool:
    if isinstance(value, float):
        return math.isnan(value)
    if isinstance(value, list | tuple):
        return any(_has_nan(one) for one in value)
    return any(_has_nan(getattr(value, name)) for name in getattr(type(value), "__match_args__", ()))
