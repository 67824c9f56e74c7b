"""What an observation of the hosts changes, and above all what it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from purevirt.provider.core import reconcile
from purevirt.provider.core.backend import Observation, ObservedMachine, ObservedZone
from purevirt.provider.core.model import Kind, Machine, MachineState, machine_problem
from purevirt.provider.core.reconcile import BOUND_OFF_S, DOUBT_S, Plan, plan
from tests.provider.fakes import bench, command, found_slot, machine, machine_of, slot

S = MachineState
UP = ObservedZone(name="a", up=True, complete=True)


class FakeFleet:
    """A fleet of a few machines; those in `moving` have changed since the observation began."""

    def __init__(self, *machines: Machine, moving: frozenset[str] = frozenset()) -> None:
        self._machines = {one.id: one for one in machines}
        self._moving = moving

    def get(self, machine_id: str) -> Machine | None:
        return self._machines.get(machine_id)

    def settled(self, machine_id: str) -> bool:
        return machine_id not in self._moving

    def hosted(self) -> list[Machine]:
        return [one for one in self._machines.values() if one.state in (S.IDLE, S.CONFIGURED)]

    def surfaced(self) -> int:
        return sum(one.retired for one in self._machines.values())


def seen(number: int = 0, **changes: object) -> ObservedMachine:
    """A running, unbound domain of machine `number`."""
    made = ObservedMachine(machine_id=slot(number).id, zone="a", host_ref="host-0", running=True)
    return replace(made, **changes)  # type: ignore[arg-type] # the tests name real fields


def follow(
    fleet: FakeFleet,
    *observed: ObservedMachine,
    zone: ObservedZone = UP,
    missing: frozenset[str] = frozenset(),
    doubted_s: float = BOUND_OFF_S,
) -> Plan:
    """Plan from an observation of one zone."""
    return plan(
        Observation(machines=observed, zones=[zone]),
        fleet,
        doubts_s=dict.fromkeys(missing, doubted_s),
        slot_for=found_slot,
    )


def test_machine_of_another_provider_is_not_surfaced() -> None:
    """What `slot_for` disowns changes nothing and is not remarked on at every look."""
    made = plan(
        Observation(machines=[seen(9)], zones=[UP]),
        FakeFleet(machine()),
        doubts_s={},
        slot_for=lambda _observed: None,
    )
    assert (made.changes, made.remarks) == ([], [])


def test_running_domain_of_a_fresh_slot_is_idle() -> None:
    """The loss of the state file loses no machine."""
    [found] = follow(FakeFleet(machine()), seen()).changes
    assert (found.state, found.host_ref, found.cluster) == (S.IDLE, "host-0", None)
    assert machine_problem(found) is None


def test_running_bound_domain_of_a_fresh_slot_is_configured() -> None:
    """Nor does it lose a binding."""
    [found] = follow(FakeFleet(machine()), seen(cluster="c9")).changes
    assert (found.state, found.host_ref, found.cluster) == (S.CONFIGURED, "host-0", "c9")


def test_domain_that_is_off_leaves_its_slot_speculative() -> None:
    """Create will switch it on again."""
    assert follow(FakeFleet(machine()), seen(running=False)).changes == []


OFF: dict[str, Any] = {"running": False, "off": True, "trouble": "it is off (destroyed)"}
PAUSED: dict[str, Any] = {"running": False, "trouble": "it is paused (I/O error)"}


@pytest.mark.parametrize(
    ("state", "seen_as", "becomes", "error"),
    [
        (S.IDLE, OFF, S.SPECULATIVE, ""),
        (S.IDLE, PAUSED, S.FAILED, "host host-0: it is paused (I/O error)"),
        (S.CONFIGURED, OFF, S.FAILED, "host host-0: it is off (destroyed)"),
        (S.CONFIGURED, PAUSED, S.FAILED, "host host-0: it is paused (I/O error)"),
    ],
)
def test_machine_whose_host_is_in_trouble_is_not_usable(
    state: MachineState, seen_as: dict[str, Any], becomes: MachineState, error: str
) -> None:
    """Off: a Create starts it again, unless it was bound; in lasting trouble: FAILED with the reason (L9)."""
    fleet = FakeFleet(machine_of(state, {Kind.CREATE: "op"}))
    first = follow(fleet, seen(**seen_as))
    assert first.changes == []
    assert first.doubted == {slot().id}
    enough_s = BOUND_OFF_S if seen_as is OFF and state is S.CONFIGURED else DOUBT_S
    soon = follow(fleet, seen(**seen_as), missing=first.doubted, doubted_s=enough_s - 0.1)
    assert (soon.changes, soon.doubted) == (first.changes, first.doubted)
    made = follow(fleet, seen(**seen_as), missing=first.doubted, doubted_s=enough_s)
    [found] = made.changes
    assert (found.state, found.last_error, made.doubted) == (becomes, error, frozenset())
    assert machine_problem(found) is None
    assert bool(found.operations) is (becomes is S.FAILED)


@pytest.mark.parametrize("state", [S.IDLE, S.CONFIGURED])
def test_machine_whose_host_will_run_again_is_left_alone(state: MachineState) -> None:
    """Paused by somebody, migrating, starting: no trouble that lasts, and nothing changes."""
    made = follow(FakeFleet(machine_of(state)), seen(running=False), missing=frozenset({slot().id}))
    assert (made.changes, made.doubted) == ([], frozenset())


def test_machine_without_a_slot_stays_reapable_while_it_is_off() -> None:
    """Back in SPECULATIVE it would leave the inventory, and its host would stand there for ever."""
    retired = replace(machine_of(S.IDLE), retired=True)
    assert follow(FakeFleet(retired), seen(**OFF), missing=frozenset({slot().id})).changes == []


@pytest.mark.parametrize("state", [S.CREATING, S.CONFIGURING, S.CONFIGURED, S.DRAINING, S.DELETING, S.FAILED])
def test_machines_at_work_bound_or_failed_are_left_alone(state: MachineState) -> None:
    """The record wins over the host, whatever the host says; FAILED stays verbatim."""
    for observed in (seen(), seen(running=False), seen(cluster="c1"), seen(cluster="other")):
        assert follow(FakeFleet(machine_of(state)), observed).changes == []


def test_idle_machine_whose_host_says_bound_is_configured() -> None:
    """Such a machine must not be handed to another cluster."""
    [found] = follow(FakeFleet(machine_of(S.IDLE)), seen(cluster="c9")).changes
    assert (found.state, found.cluster) == (S.CONFIGURED, "c9")


def test_name_of_a_host_is_corrected() -> None:
    """An IDLE machine keeps its state and gets the host's present name."""
    [found] = follow(FakeFleet(machine_of(S.IDLE)), seen(host_ref="renamed")).changes
    assert found == replace(machine_of(S.IDLE), host_ref="renamed")


@pytest.mark.parametrize("running", [True, False])
def test_domain_without_a_slot_surfaces_and_can_be_reaped(running: bool) -> None:
    """On or off, it appears under its own id where Delete starts, or Drain where it is bound."""
    [idle] = follow(FakeFleet(), seen(7, running=running)).changes
    assert (idle.id, idle.state, idle.retired) == (slot(7).id, S.IDLE, True)
    [bound] = follow(FakeFleet(), seen(7, running=running, cluster="c1")).changes
    assert (bound.state, bound.cluster) == (S.CONFIGURED, "c1")


@pytest.mark.parametrize("running", [True, False])
def test_host_of_a_retired_slot_comes_back_reapable(running: bool) -> None:
    """A slot without an offering is not created again, so its host surfaces even while it is off."""
    [found] = follow(FakeFleet(machine(retired=True)), seen(running=running)).changes
    assert (found.state, found.host_ref, found.retired) == (S.IDLE, "host-0", True)


def test_invalid_record_is_skipped_with_a_remark() -> None:
    """A domain whose id breaks the rules of the wire is not served."""
    made = follow(FakeFleet(), seen(machine_id="x" * 2000))
    assert made.changes == []
    assert "at most 1024 bytes" in made.remarks[0]


def test_machine_seen_in_another_zone_is_not_touched() -> None:
    """Its operations would go to the wrong host; it is not missing either."""
    made = follow(FakeFleet(machine(), machine_of(S.IDLE)), seen(zone="b"))
    assert made.changes == []
    assert made.doubted == frozenset()
    assert "zone 'b'" in made.remarks[0]


def test_twins_are_remarked_and_the_running_one_counts() -> None:
    """Two domains with one id: one machine, an operator is told."""
    made = follow(FakeFleet(machine()), seen(host_ref="a-off", running=False), seen(host_ref="b-on"))
    assert [found.host_ref for found in made.changes] == ["b-on"]
    assert "claimed by 'b-on' and 'a-off'" in made.remarks[0]


@pytest.mark.parametrize("state", [S.IDLE, S.CONFIGURED])
def test_host_that_is_gone_fails_its_machine_when_missed_twice(state: MachineState) -> None:
    """Once is a race, twice is a fact, in a zone that was examined completely."""
    fleet = FakeFleet(machine_of(state))
    first = follow(fleet)
    assert first.changes == []
    assert first.doubted == {slot().id}
    assert follow(fleet, missing=first.doubted, doubted_s=DOUBT_S - 0.1) == first
    [failed] = follow(fleet, missing=first.doubted, doubted_s=DOUBT_S).changes
    assert (failed.state, failed.last_error) == (S.FAILED, "host host-0 is not in zone a any more")
    assert follow(fleet, seen(), missing=first.doubted).doubted == frozenset()


@pytest.mark.parametrize(
    "zone",
    [
        ObservedZone(name="a", up=False, complete=False),
        ObservedZone(name="a", up=True, complete=False),
        ObservedZone(name="b", up=True, complete=True),
    ],
)
def test_machines_of_an_unknown_zone_are_kept_as_they_are(zone: ObservedZone) -> None:
    """Down, half examined or not reported at all: nothing of it is missing, however often."""
    made = follow(FakeFleet(machine_of(S.IDLE)), zone=zone, missing=frozenset({slot().id}))
    assert (made.changes, made.doubted) == ([], frozenset())


def test_machine_that_changed_during_the_observation_is_not_touched() -> None:
    """What was observed may be older than the change."""
    moving = frozenset({slot().id})
    assert follow(FakeFleet(machine(), moving=moving), seen()).changes == []
    fleet = FakeFleet(machine_of(S.IDLE), moving=moving)
    assert follow(fleet, missing=frozenset({slot().id})).changes == []


async def test_surfaced_machine_can_be_deleted_and_then_leaves_full_lists() -> None:
    """Over the engine: surfaced, deleted, gone from a full answer, and shown once more in the delta."""
    async with bench(slots=1) as b:
        b.backend.observed = [seen(9)]
        assert await b.engine.reconcile() == 1
        before = b.inventory.head
        await b.run(Kind.DELETE, 9)
        everything = b.inventory.page(frozenset(), 0, None)
        assert everything.chunks == [slot().id.encode()]
        assert b.get(9).state is S.SPECULATIVE
        assert b.inventory.head > before


async def test_idle_reconcile_changes_no_revision_and_a_racing_command_wins() -> None:
    """Twice the same observation changes nothing; a Create accepted while describing keeps its machine."""
    async with bench() as b:
        b.backend.observed = [seen(1)]
        await b.engine.reconcile()
        head = b.inventory.head
        assert await b.engine.reconcile() == 0
        assert b.inventory.head == head
        b.backend.held.add(Kind.CREATE)
        ack = await b.engine.submit(command(Kind.CREATE))
        b.backend.observed.append(seen(0))
        assert await b.engine.reconcile() == 0
        assert b.get().operations[Kind.CREATE] == ack.operation_id
        assert b.state() is S.CREATING


def test_host_that_makes_up_machines_fills_neither_memory_nor_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no slot is surfaced up to a bound, over all looks, and what is said of the rest is bounded."""
    monkeypatch.setattr(reconcile, "MAX_SURFACED", 5)
    monkeypatch.setattr(reconcile, "MAX_REMARKS", 7)
    made = follow(FakeFleet(machine(0, retired=True)), *(seen(number) for number in range(1, 100)))
    assert len(made.changes) == 4
    assert len(made.remarks) == 8
    assert made.remarks[6].endswith("machines without a slot already; delete some, and restart the provider")
    assert made.remarks[7] == "and 92 remarks more of this kind"


async def test_machines_without_a_slot_are_counted_over_all_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the engine, whatever was decided before in the same group."""
    monkeypatch.setattr(reconcile, "MAX_SURFACED", 3)
    async with bench() as b:
        for first in (10, 20):
            b.backend.observed = [seen(number) for number in range(first, first + 2)]
            await b.engine.reconcile()
        retired = [one.id for one in b.inventory.in_states(tuple(S)) if one.retired]
    assert len(retired) == 3
