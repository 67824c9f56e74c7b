"""PV-WIRE: names and numbers, written and read by hand here, so that no generated code vouches for itself."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc_health.v1 import health_pb2

from tests.conformance.calls import SERVICE, Code, Fields, S, refusal
from tests.conformance.registry import check

if TYPE_CHECKING:
    from tests.conformance.target import Target


def number(field: int, value: int) -> bytes:
    """Return a varint field."""
    return varint(field << 3) + varint(value)


def text(field: int, value: bytes) -> bytes:
    """Return a field of bytes."""
    return varint(field << 3 | 2) + varint(len(value)) + value


def varint(value: int) -> bytes:
    """Return a number in base 128."""
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])


def fields(content: bytes) -> dict[int, list[int | bytes | float]]:
    """Return the fields of a message by number."""
    found: dict[int, list[int | bytes | float]] = {}
    at = 0

    def take_varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = content[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    while at < len(content):
        key = take_varint()
        value: int | bytes | float
        if key & 7 == 0:
            value = take_varint()
        elif key & 7 == 1:
            value = struct.unpack_from("<d", content, at)[0]
            at += 8
        else:
            assert key & 7 == 2, key
            size = take_varint()
            value = content[at : at + size]
            at += size
        found.setdefault(key >> 3, []).append(value)
    return found


def inner(value: object) -> dict[int, list[int | bytes | float]]:
    """Return the fields of a message within one."""
    assert isinstance(value, bytes)
    return fields(value)


def entries(values: list[int | bytes | float]) -> dict[bytes, bytes]:
    """Return a map<string, string>."""
    pairs = [inner(value) for value in values]
    return {bytes(pair.get(1, [b""])[0]): bytes(pair.get(2, [b""])[0]) for pair in pairs}  # type: ignore[arg-type] # of bytes


@check("PV-WIRE-01")
def test_requests_and_answers_have_their_numbers(target: Target) -> None:
    """A whole life in hand-made bytes: the fields of requests and answers are where the contract has them."""
    shard = target.shard()
    machine_id = target.take_one().encode()
    name = shard.id.encode()

    def token(first: int) -> bytes:
        _, epoch, sequence = shard.next()
        return text(first, name) + number(first + 1, epoch) + number(first + 2, sequence)

    def ended(state: int) -> dict[int, list[int | bytes | float]]:
        while (seen := fields(target.calls.raw("Get", text(1, machine_id))))[2] != [state]:
            assert seen[2][0] in (2, 4, 6, 7), seen
        return seen

    def acknowledged(method: str, content: bytes, state: int) -> dict[int, list[int | bytes | float]]:
        ack = fields(target.calls.raw(method, text(1, machine_id) + content))
        assert set(ack) == {1, 2}
        assert ack[1] != [b""]
        machine = inner(ack[2][0])
        assert (machine[1], machine[2]) == ([machine_id], [state])
        return machine

    acknowledged("Create", token(3), 2)
    idle = ended(3)
    assert set(inner(idle[3][0])) == {1, 2}
    assert all(isinstance(price, float) for price in idle.get(7, []))
    metadata = text(7, text(1, b"key") + text(2, b"value"))
    bound = acknowledged("Configure", text(2, b"c-wire") + text(3, b"blob") + token(4) + metadata, 4)
    assert bound[14] == [b"c-wire"]
    assert entries(bound[15]) == {b"key": b"value"}
    assert ended(5)[14] == [b"c-wire"]
    acknowledged("Drain", number(2, 30) + token(3), 6)
    assert not {14, 15} & set(ended(3))
    acknowledged("Delete", token(2), 7)
    assert 3 not in ended(1)


@check("PV-WIRE-02")
def test_machine_has_its_fields_and_no_others(target: Target) -> None:
    """Numbers and types of everything that a free machine has; nothing reserved."""
    found = fields(target.calls.raw("Get", text(1, target.take_one().encode())))
    assert set(found) <= {1, 2, 4, 5, 6, 7, 8, 9, 10, 13}
    assert {1, 2, 4, 5, 6, 9, 13} <= set(found)
    assert all(isinstance(found[one][0], bytes) for one in (1, 4, 5, 9, 13))
    assert found[2] == [1]
    assert found[6][0] in (1, 2, 3, 4)
    for resources in (found[9][0], found[13][0]):
        assert b"cpu" in entries(inner(resources)[1])


@check("PV-WIRE-03")
def test_list_has_its_numbers(target: Target) -> None:
    """Machines in 1 and a revision in 2; states, packed or not, cap and cursor are heard."""
    full = fields(target.calls.raw("List", b""))
    assert set(full) == {1, 2}
    [revision] = full[2]
    assert isinstance(revision, bytes)
    page = fields(target.calls.raw("List", number(4, 2)))
    assert len(page[1]) == 2
    target.settle()
    [revision] = fields(target.calls.raw("List", b""))[2]
    assert isinstance(revision, bytes)
    assert 1 not in fields(target.calls.raw("List", text(5, revision)))
    for states in (number(1, 1) + number(1, 3), text(1, bytes((1, 3)))):
        for machine in fields(target.calls.raw("List", states))[1]:
            assert inner(machine)[2][0] in (1, 3)


@check("PV-WIRE-04")
def test_unknown_fields_are_ignored(target: Target) -> None:
    """Those of a later version, and reserved ones."""
    shard, machine_id = target.shard(), target.take_one()
    _, epoch, sequence = shard.next()
    known = text(1, machine_id.encode()) + text(3, shard.id.encode()) + number(4, epoch) + number(5, sequence)
    target.calls.raw("Create", number(2, 7) + known + text(99, b"later"))
    assert shard.until(machine_id, S.MACHINE_STATE_IDLE).host.ref


@check("PV-WIRE-05")
def test_bytes_that_are_no_request_are_malformed(target: Target) -> None:
    """INVALID_ARGUMENT: cut short, of a wrong type, or no UTF-8; and the connection goes on."""
    for content in (b"\xff", text(1, b"\xff\xfe"), text(1, b"x")[:-1], b"\x0a\xff\xff\xff\xff\x0f", b"\x00"):
        for method in ("Create", "Configure", "Drain", "Delete", "Get"):
            assert target.calls.raw_answer(method, content).code is Code.INVALID_ARGUMENT, (method, content)
    assert target.calls.list(cap=1).machines


@check("PV-WIRE-06")
def test_nothing_else_is_served_here(target: Target) -> None:
    """There is no Watch, and no call of an operator."""
    for method in ("Watch", "Repair", "create", ""):
        assert target.calls.raw_answer(method, b"").code is Code.UNIMPLEMENTED, method


@check("PV-WIRE-07")
def test_health_is_told(target: Target) -> None:
    """Of the whole server, and of the service by its name; of another one NOT_FOUND."""
    call: Any = target.calls.channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    for name in ("", SERVICE):
        answered = call(health_pb2.HealthCheckRequest(service=name), timeout=target.patience_s)
        assert answered.status == health_pb2.HealthCheckResponse.SERVING
    with pytest.raises(grpc.RpcError) as caught:
        call(health_pb2.HealthCheckRequest(service="another"), timeout=target.patience_s)
    assert refusal(caught.value).code is Code.NOT_FOUND


@check("PV-WIRE-08")
def test_ack_has_no_secret(target: Target) -> None:
    """What was sent as a blob comes back in no answer."""
    shard, machine_id = target.shard(), target.take_one()
    shard.configured(machine_id, Fields(blob=b"canary-of-the-blob"))
    ack = shard.do("configure", machine_id, fields=Fields(blob=b"canary-of-the-blob"))
    assert b"canary" not in ack.SerializeToString()
    assert b"canary" not in target.calls.raw("List", b"")
