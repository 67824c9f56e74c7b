"""PV-FLEET: thousands of machines; that answers are of the size of what was asked, not of the fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.conformance.calls import S
from tests.conformance.registry import check

if TYPE_CHECKING:
    from tests.conformance.target import Target

LEAST = 1000


@check("PV-FLEET-01", on="fleet")
def test_full_list_is_one_answer(target: Target) -> None:
    """Every machine once, in the same order each time."""
    first = [machine.id for machine in target.calls.list().machines]
    assert len(set(first)) == len(first) >= LEAST
    # Two lists of thousands that differ take pytest minutes to show.
    is_same = [machine.id for machine in target.calls.list().machines] == first
    assert is_same


@check("PV-FLEET-02", on="fleet")
def test_delta_is_of_the_size_of_what_changed(target: Target) -> None:
    """One machine changed: one machine in the delta, whatever the fleet's size."""
    shard, machine_id = target.shard(), target.take_one()
    target.settle()
    since = target.calls.list().revision
    shard.idle(machine_id)
    filtered = pb.ListFilter(since_revision=since).SerializeToString()
    answered = target.calls.raw("List", filtered)
    assert [machine.id for machine in pb.MachineList.FromString(answered).machines] == [machine_id]
    assert len(answered) < 2000


@check("PV-FLEET-03", on="fleet")
def test_walk_of_a_fleet_is_whole_while_it_changes(target: Target) -> None:
    """Pages of 400, a Create between any two: every machine once."""
    shard, changing = target.shard(), target.take(20)
    everything = sorted(machine.id for machine in target.calls.list().machines)
    met: list[str] = []
    page = target.calls.list(cap=400)
    while page.machines:
        met += [machine.id for machine in page.machines]
        assert len(met) <= len(everything)
        shard.do("create", changing[len(met) % len(changing)])
        page = target.calls.list(cap=400, since=page.revision)
    assert sorted(met) == everything


@check("PV-FLEET-04", on="fleet")
def test_every_caller_for_one_slot_gets_another(target: Target) -> None:
    """Five hundred in a row."""
    states = (S.MACHINE_STATE_SPECULATIVE,)
    target.settle()
    met = {target.calls.list(states=states, cap=1).machines[0].id for _ in range(500)}
    assert len(met) == 500


@check("PV-FLEET-05", on="fleet")
def test_cap_of_a_few_states_is_exact(target: Target) -> None:
    """Where few of many machines match, each of them is found, however small the pages are."""
    shard, machines = target.shard(), target.take(201)[::50]
    for machine_id in machines:
        shard.configured(machine_id)
    states, met = (S.MACHINE_STATE_CONFIGURED,), list[str]()
    page = target.calls.list(states=states, cap=2)
    while page.machines:
        met += [machine.id for machine in page.machines]
        assert len(set(met)) == len(met)
        page = target.calls.list(states=states, cap=2, since=page.revision)
    assert sorted(met) == sorted(machine.id for machine in target.calls.list(states=states).machines)
    assert set(machines) <= set(met)
