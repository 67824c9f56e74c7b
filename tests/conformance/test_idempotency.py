"""PV-IDEM: a retry gets the operation that was, a new cycle a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.conformance.calls import Code, Fields, S
from tests.conformance.registry import OWN, check

if TYPE_CHECKING:
    from tests.conformance.calls import Kind
    from tests.conformance.target import Shard, Target


def repeats(shard: Shard, kind: Kind, machine_id: str, operation: str) -> None:
    """The same request, with a newer token, gets that operation, and changes nothing."""
    with shard.unchanged(machine_id) as before:
        for _ in range(3):
            ack = shard.do(kind, machine_id)
            assert (ack.operation_id, ack.machine) == (operation, before)


def retried(target: Target, kind: Kind, *before: Kind) -> None:
    """An operation is retried once its machine is where it led."""
    shard, machine_id = target.shard(), target.take_one()
    for earlier in before:
        shard.finish(earlier, machine_id)
    operation = shard.do(kind, machine_id).operation_id
    shard.rest(machine_id)
    repeats(shard, kind, machine_id, operation)


def retried_on_the_way(target: Target, kind: Kind, *before: Kind) -> None:
    """An operation is retried while its work lasts."""
    shard, machine_id = target.shard(), target.take_one()
    for earlier in before:
        shard.finish(earlier, machine_id)
    with target.held(machine_id):
        operation = shard.do(kind, machine_id).operation_id
        repeats(shard, kind, machine_id, operation)
    shard.rest(machine_id)
    repeats(shard, kind, machine_id, operation)


@check("PV-IDEM-01")
def test_create_again(target: Target) -> None:
    """A second Create of an IDLE machine is a no-op that returns the first one's operation."""
    retried(target, "create")


@check("PV-IDEM-02")
def test_configure_again(target: Target) -> None:
    """As Create, of a CONFIGURED machine."""
    retried(target, "configure", "create")


@check("PV-IDEM-03")
def test_drain_again(target: Target) -> None:
    """As Create, of a machine that is IDLE because it was drained."""
    retried(target, "drain", "create", "configure")


@check("PV-IDEM-04")
def test_delete_again(target: Target) -> None:
    """As Create, of a machine that is SPECULATIVE because it was deleted."""
    retried(target, "delete", "create")


@check("PV-IDEM-05", needs=OWN)
def test_create_again_on_the_way(target: Target) -> None:
    """In CREATING, and then in IDLE: one operation."""
    retried_on_the_way(target, "create")


@check("PV-IDEM-06", needs=OWN)
def test_configure_again_on_the_way(target: Target) -> None:
    """In CONFIGURING, and then in CONFIGURED."""
    retried_on_the_way(target, "configure", "create")


@check("PV-IDEM-07", needs=OWN)
def test_drain_again_on_the_way(target: Target) -> None:
    """In DRAINING, and then in IDLE."""
    retried_on_the_way(target, "drain", "create", "configure")


@check("PV-IDEM-08", needs=OWN)
def test_delete_again_on_the_way(target: Target) -> None:
    """In DELETING, and then in SPECULATIVE."""
    retried_on_the_way(target, "delete", "create")


@check("PV-IDEM-09")
def test_state_alone_does_not_tell_create_from_drain(target: Target) -> None:
    """Both end in IDLE; there, each retry gets its own kind's operation."""
    shard, machine_id = target.shard(), target.take_one()
    create = shard.do("create", machine_id).operation_id
    shard.until(machine_id, S.MACHINE_STATE_IDLE)
    shard.finish("configure", machine_id)
    drain = shard.do("drain", machine_id).operation_id
    shard.until(machine_id, S.MACHINE_STATE_IDLE)
    assert create != drain
    repeats(shard, "create", machine_id, create)
    repeats(shard, "drain", machine_id, drain)
    repeats(shard, "create", machine_id, create)


@check("PV-IDEM-10")
def test_a_new_cycle_is_a_new_operation(target: Target) -> None:
    """Two whole lives, the second with two bindings: ten operations, ten ids."""
    shard, machine_id = target.shard(), target.take_one()
    met: list[str] = []
    cycle: tuple[Kind, ...] = ("create", "configure", "drain", "delete")
    for kind in (*cycle, "create", "configure", "drain", "configure", "drain", "delete"):
        met.append(shard.do(kind, machine_id).operation_id)
        shard.rest(machine_id)
    assert len(set(met)) == len(met) == 10


@check("PV-IDEM-11")
def test_configure_for_another_cluster_is_no_retry(target: Target) -> None:
    """Refused, not as fenced; the binding stays, and its own retry still works."""
    shard, machine_id = target.shard(), target.take_one()
    shard.idle(machine_id)
    operation = shard.do("configure", machine_id).operation_id
    shard.until(machine_id, S.MACHINE_STATE_CONFIGURED)
    shard.refused("configure", machine_id, Code.INTERNAL, fields=Fields(cluster="another"))
    repeats(shard, "configure", machine_id, operation)


@check("PV-IDEM-12")
def test_a_new_life_has_no_drain_of_the_last_one(target: Target) -> None:
    """An IDLE machine that was not drained in this life has no Drain to repeat."""
    shard, machine_id = target.shard(), target.take_one()
    for kind in ("create", "configure", "drain", "delete", "create"):
        shard.finish(kind, machine_id)
    shard.refused("drain", machine_id, Code.INTERNAL)


@check("PV-IDEM-13")
def test_ids_differ_between_machines(target: Target) -> None:
    """Sixteen machines, sixteen operations."""
    shard = target.shard()
    machines = target.take(16)
    assert len({shard.do("create", machine_id).operation_id for machine_id in machines}) == 16
    for machine_id in machines:
        shard.until(machine_id, S.MACHINE_STATE_IDLE)


@check("PV-IDEM-14")
def test_retry_keeps_the_binding_that_was(target: Target) -> None:
    """A second Configure for the same cluster with other metadata changes nothing."""
    shard, machine_id = target.shard(), target.take_one()
    first = shard.configured(machine_id, Fields(metadata={"k": "first"}))
    ack = shard.do("configure", machine_id, fields=Fields(metadata={"k": "second"}))
    assert ack.machine == first == shard.get(machine_id)
