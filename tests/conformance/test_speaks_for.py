"""PV-IDENT: a certificate with a shard's name speaks for that shard alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import grpc
import pytest

from tests.conformance.calls import KINDS, UNFENCED, Calls, Code, Token, refusal
from tests.conformance.profiles import SHARD
from tests.conformance.registry import OWN, check
from tests.provider.pki import authority

if TYPE_CHECKING:
    from tests.conformance.target import Target

HUGE = 2**63 - 1


def with_names(target: Target, *names: str) -> Calls:
    """Return calls with a certificate of these names."""
    made = authority().client(*names)
    return Calls(replace(target.access, cert=made.cert, key=made.key).channel())


@check("PV-IDENT-01", on="mtls", needs=OWN)
def test_another_shards_token_is_denied(target: Target) -> None:
    """PERMISSION_DENIED for all four operations, before the fence: the shard's own token still passes."""
    shard, machine_id = target.shard(), target.take_one()
    stranger = with_names(target, "bigfleet://shard/stranger")
    for kind in KINDS:
        given = stranger.ask(kind, machine_id, Token(SHARD, HUGE, HUGE))
        assert given.code is Code.PERMISSION_DENIED, kind
    shard.idle(machine_id)
    stranger.channel.close()


@check("PV-IDENT-02", on="mtls", needs=OWN)
def test_names_of_another_kind_speak_for_nobody(target: Target) -> None:
    """A cluster's, two shards', and a shard's beside a cluster's."""
    machine_id = target.take_one()
    for names in (
        (f"bigfleet://cluster/{SHARD}",),
        (f"bigfleet://shard/{SHARD}", "bigfleet://shard/other"),
        (f"bigfleet://shard/{SHARD}", "bigfleet://cluster/c"),
        (f"bigfleet://shard/{SHARD}/x",),
    ):
        calls = with_names(target, *names)
        assert calls.ask("create", machine_id, Token(SHARD, HUGE, 1)).code is Code.PERMISSION_DENIED, names
        calls.channel.close()


@check("PV-IDENT-03", on="mtls", needs=OWN)
def test_a_named_shard_is_always_fenced(target: Target) -> None:
    """Its certificate does not speak for a request that names no shard; one without a name may send it."""
    machine_id = target.take_one()
    assert target.calls.ask("create", machine_id, UNFENCED).code is Code.PERMISSION_DENIED
    nameless = with_names(target, "spiffe://elsewhere/x")
    assert nameless.ask("create", machine_id, UNFENCED).code is Code.OK
    nameless.channel.close()


@check("PV-IDENT-04", on="mtls", needs=OWN)
def test_reads_are_for_every_certificate(target: Target) -> None:
    """They name no shard."""
    stranger = with_names(target, "bigfleet://shard/stranger")
    assert stranger.list(cap=1).machines
    assert stranger.get(target.take_one()).id
    stranger.channel.close()


@check("PV-IDENT-05", on="mtls", needs=OWN)
def test_malformed_comes_before_identity(target: Target) -> None:
    """The order of checks: shape first, whoever sends it."""
    stranger = with_names(target, "bigfleet://shard/stranger")
    assert stranger.ask("create", "", Token(SHARD, 1, 1)).code is Code.INVALID_ARGUMENT
    stranger.channel.close()


@check("PV-IDENT-06", on="mtls", needs=OWN)
def test_no_certificate_is_no_call(target: Target) -> None:
    """Nor one of another CA; nothing arrives."""
    bare = Calls(replace(target.access, cert=None, key=None).channel())
    with pytest.raises(grpc.RpcError) as caught:
        bare.list(cap=1)
    assert refusal(caught.value).code is Code.UNAVAILABLE
    bare.channel.close()
