"""PV-LIFE: a machine's life, and that there is no other way through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import pytest

from tests.conformance.calls import KINDS, Code, Fields, S, refusal
from tests.conformance.registry import OWN, check
from tests.conformance.target import PATHS

if TYPE_CHECKING:
    from tests.conformance.calls import Kind
    from tests.conformance.target import Shard, Target

METADATA = {"pool": "gpu", "": "empty key", "empty": "", "nul\0": "\U0001f600 ü"}
BOUND = Fields(cluster="c-metadata", metadata=METADATA)


def refuses(shard: Shard, machine_id: str, *kinds: Kind) -> None:
    """Each of these is refused, as out of position."""
    for kind in kinds:
        shard.refused(kind, machine_id, Code.INTERNAL)


@check("PV-LIFE-01")
def test_create_makes_a_host(target: Target) -> None:
    """Create is acknowledged in CREATING without a host, and ends in IDLE with one, bound to nothing."""
    shard, machine_id = target.shard(), target.take_one()
    ack = shard.do("create", machine_id)
    assert ack.operation_id
    assert (ack.machine.id, ack.machine.state) == (machine_id, S.MACHINE_STATE_CREATING)
    assert not ack.machine.HasField("host")
    idle = shard.until(machine_id, S.MACHINE_STATE_IDLE)
    assert idle.host.ref
    assert idle.host.provider
    assert (idle.id, idle.cluster, dict(idle.shard_metadata), idle.last_error) == (machine_id, "", {}, "")


@check("PV-LIFE-02")
def test_configure_binds_from_its_beginning(target: Target) -> None:
    """Cluster and metadata are there in CONFIGURING and CONFIGURED, byte for byte, and the host stays."""
    shard, machine_id = target.shard(), target.take_one()
    host = shard.idle(machine_id).host
    ack = shard.do("configure", machine_id, fields=BOUND)
    assert ack.machine.state == S.MACHINE_STATE_CONFIGURING
    for seen in (ack.machine, shard.until(machine_id, S.MACHINE_STATE_CONFIGURED)):
        assert (seen.cluster, dict(seen.shard_metadata), seen.host) == (BOUND.cluster, METADATA, host)


@check("PV-LIFE-03")
def test_drain_unbinds_at_its_end(target: Target) -> None:
    """The binding is there through DRAINING; cluster and metadata are cleared together; the host stays."""
    shard, machine_id = target.shard(), target.take_one()
    host = shard.configured(machine_id, BOUND).host
    ack = shard.do("drain", machine_id, fields=Fields(grace_s=30))
    assert ack.machine.state == S.MACHINE_STATE_DRAINING
    assert (ack.machine.cluster, dict(ack.machine.shard_metadata)) == (BOUND.cluster, METADATA)
    seen = shard.get(machine_id)
    while seen.state == S.MACHINE_STATE_DRAINING:
        assert (seen.cluster, dict(seen.shard_metadata)) == (BOUND.cluster, METADATA)
        seen = shard.get(machine_id)
    assert (seen.state, seen.cluster, dict(seen.shard_metadata)) == (S.MACHINE_STATE_IDLE, "", {})
    assert seen.host == host


@check("PV-LIFE-04")
def test_delete_gives_the_host_up(target: Target) -> None:
    """Delete is acknowledged in DELETING, and ends in SPECULATIVE without a host; the id stays."""
    shard, machine_id = target.shard(), target.take_one()
    shard.configured(machine_id, BOUND)
    shard.finish("drain", machine_id)
    assert shard.do("delete", machine_id).machine.state == S.MACHINE_STATE_DELETING
    free = shard.until(machine_id, S.MACHINE_STATE_SPECULATIVE)
    assert not free.HasField("host")
    assert (free.id, free.cluster, dict(free.shard_metadata)) == (machine_id, "", {})


@check("PV-LIFE-05")
def test_speculative_takes_no_configure_and_no_drain(target: Target) -> None:
    """Out of position: INTERNAL, never FAILED_PRECONDITION, and machine and revision stay."""
    refuses(target.shard(), target.take_one(), "configure", "drain")


@check("PV-LIFE-06", needs=OWN)
def test_speculative_that_never_lived_takes_no_delete(target: Target) -> None:
    """There is no Delete on record that this one could repeat."""
    refuses(target.shard(), target.take_one(), "delete")


@check("PV-LIFE-07")
def test_idle_takes_no_drain(target: Target) -> None:
    """A machine that was never bound in this life has nothing to drain."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    refuses(shard, machine_id, "drain")


@check("PV-LIFE-08")
def test_configured_takes_no_create_and_no_delete(target: Target) -> None:
    """A bound machine is drained first."""
    shard, machine_id = target.shard(), target.take_one()
    shard.configured(machine_id)
    refuses(shard, machine_id, "create", "delete")


def held_in(target: Target, kind: Kind) -> None:
    """While an operation lasts, the others are refused, and what can be seen is its transitional state."""
    shard, machine_id = target.shard(), target.take_one()
    before: tuple[Kind, ...] = {
        "create": (),
        "configure": ("create",),
        "drain": ("create", "configure"),
        "delete": ("create",),
    }[kind]  # type: ignore[assignment] # of kinds
    for earlier in before:
        shard.finish(earlier, machine_id)
    with target.held(machine_id):
        ack = shard.do(kind, machine_id)
        assert ack.machine.state == PATHS[kind][1]
        refuses(shard, machine_id, *(other for other in KINDS if other != kind))
        assert shard.get(machine_id) == ack.machine
        assert [one for one in target.calls.list().machines if one.id == machine_id] == [ack.machine]
    shard.until(machine_id, PATHS[kind][2])


@check("PV-LIFE-09", needs=OWN)
def test_creating_takes_nothing_else(target: Target) -> None:
    """The answer came while the work was held: it does not wait for it."""
    held_in(target, "create")


@check("PV-LIFE-10", needs=OWN)
def test_configuring_takes_nothing_else(target: Target) -> None:
    """As CREATING."""
    held_in(target, "configure")


@check("PV-LIFE-11", needs=OWN)
def test_draining_takes_nothing_else(target: Target) -> None:
    """As CREATING."""
    held_in(target, "drain")


@check("PV-LIFE-12", needs=OWN)
def test_deleting_takes_nothing_else(target: Target) -> None:
    """As CREATING."""
    held_in(target, "delete")


@check("PV-LIFE-13")
def test_unknown_machine_is_not_found(target: Target) -> None:
    """For all four operations, and for a Get, of an empty id too."""
    shard = target.shard()
    for kind in KINDS:
        assert shard.ask(kind, "conformance/no-such-machine").code is Code.NOT_FOUND
    for machine_id in ("conformance/no-such-machine", ""):
        with pytest.raises(grpc.RpcError) as caught:
            target.calls.get(machine_id)
        assert refusal(caught.value).code is Code.NOT_FOUND


@check("PV-LIFE-14")
def test_a_second_life_has_a_host_of_its_own(target: Target) -> None:
    """Delete and Create again: the same id, another host, and nothing of the first life's binding."""
    shard, machine_id = target.shard(), target.take_one()
    first = shard.configured(machine_id, BOUND).host.ref
    shard.finish("drain", machine_id)
    shard.finish("delete", machine_id)
    second = shard.idle(machine_id)
    assert second.host.ref not in ("", first)
    assert (second.cluster, dict(second.shard_metadata)) == ("", {})


@check("PV-LIFE-15")
def test_a_second_binding_has_nothing_of_the_first(target: Target) -> None:
    """Metadata is replaced as a whole, not merged."""
    shard, machine_id = target.shard(), target.take_one()
    shard.configured(machine_id, BOUND)
    shard.finish("drain", machine_id)
    bound = shard.finish("configure", machine_id, Fields(cluster="c-2", metadata={"pool": "cpu"}))
    assert (bound.cluster, dict(bound.shard_metadata)) == ("c-2", {"pool": "cpu"})


@check("PV-LIFE-16", on="metal")
def test_bare_metal_is_never_deleted(target: Target) -> None:
    """UNIMPLEMENTED, whatever machine, state and token are, and no mark moves."""
    shard, machine_id = target.shard(), target.take_one()
    token = shard.next()
    for named in (machine_id, "conformance/no-such-machine"):
        for _ in range(2):
            assert shard.ask("delete", named, token).code is Code.UNIMPLEMENTED
    shard.do("create", machine_id, token)
    shard.until(machine_id, S.MACHINE_STATE_IDLE)
    shard.refused("delete", machine_id, Code.UNIMPLEMENTED)
    shard.finish("configure", machine_id)
    shard.finish("drain", machine_id)
