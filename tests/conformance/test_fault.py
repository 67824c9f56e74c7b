"""PV-FAULT: work that fails, never ends, or ends too late; the faults of the contract's section 8."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.conformance.calls import KINDS, Code, Fields, S
from tests.conformance.registry import check
from tests.conformance.target import FAULT_LABEL

if TYPE_CHECKING:
    from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
    from tests.conformance.target import Target

FAULT_SLOTS = 8
TIMED_OUT = re.compile(r"configure timed out after [0-9.]+ ?m?s\b")


def failed_configure(target: Target, *clusters: str) -> list[pb.Machine]:
    """Bind machines to these clusters, all at once, and return them as they have FAILED."""
    shard, machines = target.shard(), target.take(len(clusters))
    for machine_id in machines:
        shard.idle(machine_id)
    for machine_id, cluster in zip(machines, clusters, strict=True):
        ack = shard.do("configure", machine_id, fields=Fields(cluster=cluster, blob=b"canary-blob"))
        assert ack.machine.state == S.MACHINE_STATE_CONFIGURING
    return [shard.until(machine_id, S.MACHINE_STATE_FAILED) for machine_id in machines]


@check("PV-FAULT-01", on="faults")
def test_create_fails_after_its_answer(target: Target) -> None:
    """The slots that say so: acknowledged in CREATING, then FAILED with a reason and without a host."""
    shard, machine_id = target.shard(), target.take_broken()
    labelled = [one for one in target.calls.list().machines if one.labels.get(FAULT_LABEL) == "error"]
    assert len(labelled) == FAULT_SLOTS
    assert shard.do("create", machine_id).machine.state == S.MACHINE_STATE_CREATING
    failed = shard.until(machine_id, S.MACHINE_STATE_FAILED)
    assert failed.last_error
    assert not failed.HasField("host")


@check("PV-FAULT-02", on="faults")
def test_hook_that_fails_fails_the_machine(target: Target) -> None:
    """FAILED with a reason, on one plain line, that quotes nothing of the blob."""
    [failed] = failed_configure(target, "fault-error")
    assert failed.last_error.isprintable()
    assert failed.last_error
    assert "canary" not in failed.last_error


@check("PV-FAULT-03", on="faults")
def test_what_never_ends_times_out(target: Target) -> None:
    """The hook, or the readiness probe: FAILED, saying which operation and after how long."""
    for failed in failed_configure(target, "fault-timeout", "fault-readiness-block"):
        assert TIMED_OUT.search(failed.last_error), failed.last_error


@check("PV-FAULT-04", on="faults")
def test_late_success_is_discarded(target: Target) -> None:
    """It comes a second after the limit; what was FAILED stays so, word for word, through a delta."""
    shard = target.shard()
    [failed] = failed_configure(target, "fault-slow-ok")
    assert TIMED_OUT.search(failed.last_error), failed.last_error
    since = target.calls.list().revision
    # Another machine runs over the same limit meanwhile, which is longer than the second.
    failed_configure(target, "fault-timeout")
    assert shard.get(failed.id) == failed
    assert failed.id not in {machine.id for machine in target.calls.list(since=since).machines}


@check("PV-FAULT-05", on="faults")
def test_drain_that_fails_is_no_false_idle(target: Target) -> None:
    """FAILED with a reason, and still bound: nobody may take it for free."""
    shard, machine_id = target.shard(), target.take_one()
    shard.configured(machine_id, Fields(cluster="fault-drain-error"))
    assert shard.do("drain", machine_id).machine.state == S.MACHINE_STATE_DRAINING
    failed = shard.until(machine_id, S.MACHINE_STATE_FAILED)
    assert failed.last_error
    assert failed.HasField("host")
    assert failed.cluster == "fault-drain-error"


@check("PV-FAULT-06", on="faults")
def test_failed_is_refused_everything_and_stays(target: Target) -> None:
    """No mutation, none of them FAILED_PRECONDITION; state and last_error word for word; reads go on."""
    shard, machine_id = target.shard(), target.take_broken()
    shard.do("create", machine_id)
    failed = shard.until(machine_id, S.MACHINE_STATE_FAILED)
    for kind in KINDS:
        shard.refused(kind, machine_id, Code.INTERNAL)
    assert shard.get(machine_id) == failed
    assert machine_id in {one.id for one in target.calls.list(states=(S.MACHINE_STATE_FAILED,)).machines}


@check("PV-FAULT-07", on="faults")
def test_failed_machine_is_still_fenced(target: Target) -> None:
    """The fence comes before the position, here as well."""
    shard, machine_id = target.shard(), target.take_broken()
    token = shard.next()
    shard.do("create", machine_id, token)
    shard.until(machine_id, S.MACHINE_STATE_FAILED)
    shard.refused("delete", machine_id, Code.FAILED_PRECONDITION, token=token)


@check("PV-FAULT-08", on="faults")
def test_other_clusters_succeed(target: Target) -> None:
    """With faults on, what names none goes well."""
    shard, machine_id = target.shard(), target.take_one()
    shard.configured(machine_id, Fields(cluster="fault"))
    shard.finish("drain", machine_id)
    shard.finish("delete", machine_id)
