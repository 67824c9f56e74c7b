"""PV-LIMIT: large, and whole."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.conformance.calls import Code, Fields, S
from tests.conformance.registry import check

if TYPE_CHECKING:
    from tests.conformance.target import Target

MIB = 1 << 20


def echoed(target: Target, fields: Fields) -> None:
    """A Configure is accepted, and its metadata is the same in ack, Get and List, and cleared by a Drain."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    since = target.calls.list().revision
    wanted = dict(fields.metadata or {})
    assert dict(shard.do("configure", machine_id, fields=fields).machine.shard_metadata) == wanted
    assert dict(shard.until(machine_id, S.MACHINE_STATE_CONFIGURED).shard_metadata) == wanted
    [listed] = [one for one in target.calls.list(since=since).machines if one.id == machine_id]
    assert dict(listed.shard_metadata) == wanted
    assert not shard.finish("drain", machine_id).shard_metadata


@check("PV-LIMIT-01")
def test_512_keys_of_a_kibibyte(target: Target) -> None:
    """Byte for byte."""
    echoed(target, Fields(metadata={f"key-{number:03d}": os.urandom(512).hex() for number in range(512)}))


@check("PV-LIMIT-02")
def test_two_mebibytes_of_metadata(target: Target) -> None:
    """In one value, and in characters of several bytes."""
    echoed(target, Fields(metadata={"k": "ä" * (MIB - 8)}))


@check("PV-LIMIT-03")
def test_blob_of_three_mebibytes(target: Target) -> None:
    """It is accepted, and is in no answer."""
    echoed(target, Fields(blob=os.urandom(3 * MIB), metadata={"k": "v"}))


@check("PV-LIMIT-04")
def test_request_of_four_mebibytes(target: Target) -> None:
    """Blob and metadata together."""
    echoed(target, Fields(blob=os.urandom(2 * MIB - 512), metadata={"k": "v" * (2 * MIB - 512)}))


@check("PV-LIMIT-05")
def test_too_large_is_refused_and_never_cut(target: Target) -> None:
    """Whole, or INVALID_ARGUMENT; for metadata in few and in many keys, and for a blob."""
    for fields in (
        Fields(metadata={"k": "x" * (7 * MIB // 2)}),
        Fields(metadata={f"key-{number}": "" for number in range(100_000)}),
        Fields(blob=bytes(7 * MIB // 2)),
    ):
        shard, machine_id = target.shard(), target.take_one()
        idle = shard.idle(machine_id)
        given = shard.ask("configure", machine_id, fields=fields)
        if given.ack is None:
            assert given.code is Code.INVALID_ARGUMENT, given
            assert shard.get(machine_id) == idle
        else:
            assert dict(given.ack.machine.shard_metadata) == dict(fields.metadata or {})


@check("PV-LIMIT-06")
def test_request_beyond_all_bounds_is_refused_and_the_next_one_served(target: Target) -> None:
    """RESOURCE_EXHAUSTED, by the transport, on a connection that goes on."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    calls = target.connect()
    given = calls.ask("configure", machine_id, shard.next(), Fields(blob=bytes(40 * MIB)))
    assert given.code is Code.RESOURCE_EXHAUSTED
    assert calls.get(machine_id).state == S.MACHINE_STATE_IDLE


@check("PV-LIMIT-07")
def test_text_of_every_kind_is_kept(target: Target) -> None:
    """Empty, NUL, combining, right to left, outside the basic plane: keys, values and cluster."""
    odd = {
        "": "",
        "\0": "\0",
        "e\u0301": "é",
        "\u202eabc": "\ufeff",
        "\U0001f600": "\U0010ffff",
        "a\nb": "\r\n\t",
    }
    shard, machine_id = target.shard(), target.take_one()
    bound = shard.configured(machine_id, Fields(cluster="\u202ec\U0001f600", metadata=odd))
    assert (bound.cluster, dict(bound.shard_metadata)) == ("\u202ec\U0001f600", odd)


@check("PV-LIMIT-08")
def test_answer_larger_than_grpcs_default(target: Target) -> None:
    """A List of several bindings of 2 MiB comes in one answer."""
    shard, machines = target.shard(), target.take(3)
    for machine_id in machines:
        shard.configured(machine_id, Fields(metadata={"k": "x" * (2 * MIB - 1)}))
    answered = target.calls.raw(
        "List", pb.ListFilter(states=[S.MACHINE_STATE_CONFIGURED]).SerializeToString()
    )
    assert len(answered) > 6 * MIB
    for machine_id in machines:
        shard.finish("drain", machine_id)


@check("PV-LIMIT-09")
def test_longest_grace_is_taken(target: Target) -> None:
    """int64's largest, and none at all."""
    shard, machines = target.shard(), target.take(2)
    for machine_id, grace_s in zip(machines, (2**63 - 1, 0), strict=True):
        shard.configured(machine_id)
        shard.finish("drain", machine_id, Fields(grace_s=grace_s))
