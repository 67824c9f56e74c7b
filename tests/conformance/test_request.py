"""PV-REQ: a malformed request touches nothing, whatever else is true of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import pytest

from tests.conformance.calls import KINDS, Code, Fields, Token, refusal
from tests.conformance.registry import check

if TYPE_CHECKING:
    from tests.conformance.target import Target


@check("PV-REQ-01")
def test_empty_machine_id_is_malformed(target: Target) -> None:
    """INVALID_ARGUMENT for all four operations."""
    shard = target.shard()
    for kind in KINDS:
        assert shard.ask(kind, "").code is Code.INVALID_ARGUMENT


@check("PV-REQ-02")
def test_negative_grace_is_malformed_and_moves_no_mark(target: Target) -> None:
    """The token of the refused request can be used again, once."""
    shard, machine_id = target.shard(), target.take_one()
    token, bad = shard.next(), Fields(grace_s=-1)
    shard.refused("drain", machine_id, Code.INVALID_ARGUMENT, token=token, fields=bad)
    assert shard.ask("drain", machine_id, token).code is Code.INTERNAL
    assert shard.ask("drain", machine_id, token).code is Code.FAILED_PRECONDITION


@check("PV-REQ-03")
def test_negative_epoch_and_sequence_are_malformed(target: Target) -> None:
    """INVALID_ARGUMENT before FAILED_PRECONDITION and before NOT_FOUND."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    for named in (machine_id, "conformance/no-such-machine"):
        for kind in KINDS:
            for epoch, sequence in ((-1, 1), (shard.epoch, -1), (-(2**63), -(2**63))):
                given = shard.ask(kind, named, Token(shard.id, epoch, sequence))
                assert given.code is Code.INVALID_ARGUMENT, (kind, epoch, sequence)


@check("PV-REQ-04")
def test_malformed_comes_before_the_fence(target: Target) -> None:
    """A stale token in a malformed request is not what it is refused for."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    given = shard.ask("drain", machine_id, shard.token(0, 0), Fields(grace_s=-1))
    assert given.code is Code.INVALID_ARGUMENT


@check("PV-REQ-05")
def test_configure_without_a_cluster_is_refused(target: Target) -> None:
    """A binding to nothing would be none: INVALID_ARGUMENT, and the machine stays IDLE."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    shard.refused("configure", machine_id, Code.INVALID_ARGUMENT, fields=Fields(cluster=""))


@check("PV-REQ-06")
def test_negative_cap_is_malformed(target: Target) -> None:
    """A List of fewer than none."""
    with pytest.raises(grpc.RpcError) as caught:
        target.calls.list(cap=-1)
    assert refusal(caught.value).code is Code.INVALID_ARGUMENT


@check("PV-REQ-07")
def test_refusals_are_one_plain_line(target: Target) -> None:
    """Each is one printable line that names the machine or the field, and has nothing of a blob."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    secret = Fields(blob=b"canary-blob", cluster="")
    refusals = {
        "machine_id": shard.ask("create", ""),
        "grace_period_seconds": shard.ask("drain", machine_id, fields=Fields(grace_s=-1)),
        "cluster_id": shard.ask("configure", machine_id, fields=secret),
        machine_id: shard.ask("drain", machine_id),
        "no-such-machine": shard.ask("delete", "no-such-machine"),
        shard.id: shard.ask("delete", machine_id, shard.token(0, 0)),
    }
    for name, given in refusals.items():
        assert given.code is not Code.OK, name
        assert name in given.text
        assert given.text.isprintable(), given
        assert "canary" not in given.text
