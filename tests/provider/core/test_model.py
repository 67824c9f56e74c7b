"""Which records are refused, and how a start-up is built from the state and the offerings."""

from __future__ import annotations

import math
import pickle

import pytest

from purevirt.provider.core.model import (
    MAX_ID_BYTES,
    CapacityType,
    Kind,
    Machine,
    MachineState,
    allocatable,
    machine_problem,
    slot_problem,
)
from purevirt.provider.core.recovery import recover
from purevirt.provider.core.store import Snapshot
from purevirt.provider.secret import Secret
from tests.provider.fakes import machine, machine_of, slot

S = MachineState

BAD_SLOTS: dict[str, dict[str, object]] = {
    "id: must not be empty": {"id": ""},
    f"id: must be at most {MAX_ID_BYTES} bytes": {"id": "x" * (MAX_ID_BYTES + 1)},
    "instance_type: must not be empty": {"instance_type": ""},
    "zone: must not be empty": {"zone": ""},
    "capacity_type: must be specified": {"capacity_type": CapacityType.UNSPECIFIED},
    "price_per_hour: must be 0 or more, and finite, got -0.1": {"price_per_hour": -0.1},
    "price_per_hour: must be 0 or more, and finite, got nan": {"price_per_hour": math.nan},
    "price_per_hour: must be 0 or more, and finite, got inf": {"price_per_hour": math.inf},
    "interruption_probability: must be within [0, 1], got -0.1": {"interruption_probability": -0.1},
    "interruption_probability: must be within [0, 1], got 1.5": {"interruption_probability": 1.5},
    "interruption_probability: must be within [0, 1], got nan": {"interruption_probability": math.nan},
    "interruption_probability: must not be 0 for spot capacity": {"capacity_type": CapacityType.SPOT},
    "labels.zone: is a field of its own and must not be a label": {"labels": {"zone": "a"}},
    "labels.instance_type: is a field of its own and must not be a label": {"labels": {"instance_type": "a"}},
    "labels.capacity_type: is a field of its own and must not be a label": {"labels": {"capacity_type": "a"}},
}


@pytest.mark.parametrize("problem", BAD_SLOTS)
def test_slot_that_breaks_a_rule_is_named_with_field_and_value(problem: str) -> None:
    """One rule of the contract's section 4 each."""
    assert slot_problem(slot(0, **BAD_SLOTS[problem])) == problem


def test_slot_at_the_bounds_is_valid() -> None:
    """Free, certain to be interrupted, and with the longest id."""
    edge = slot(
        id="x" * MAX_ID_BYTES,
        price_per_hour=0.0,
        capacity_type=CapacityType.SPOT,
        interruption_probability=1.0,
    )
    assert slot_problem(edge) is None


BAD_MACHINES: dict[str, Machine] = {
    "state: must be specified": machine(state=S.UNSPECIFIED),
    "host: must not be set on a SPECULATIVE machine": machine(host_ref="h"),
    "host: must be set on a machine that is IDLE": machine(state=S.IDLE),
    "host: must be set on a machine that is CONFIGURED": machine(state=S.CONFIGURED, host_ref=""),
    "last_error: must not be set on a machine that is IDLE": machine(
        state=S.IDLE, host_ref="h", last_error="x"
    ),
    "zone: must not be empty": machine(slot=slot(zone="")),
}


@pytest.mark.parametrize("problem", BAD_MACHINES)
def test_machine_that_breaks_a_rule_is_named(problem: str) -> None:
    """Host set on SPECULATIVE or unset elsewhere, an error outside FAILED, a bad slot."""
    assert machine_problem(BAD_MACHINES[problem]) == problem


@pytest.mark.parametrize("host_ref", [None, "h"])
def test_failed_machine_may_have_a_host_or_not(host_ref: str | None) -> None:
    """It depends on what failed."""
    assert machine_problem(machine(state=S.FAILED, host_ref=host_ref, last_error="x")) is None


@pytest.mark.parametrize(
    ("vcpu", "memory_mib", "shown"),
    [
        (2, 4096, {"cpu": "2", "memory": "4Gi"}),
        (1, 1536, {"cpu": "1", "memory": "1536Mi"}),
        (0, 4096, {}),
        (2, 0, {}),
    ],
)
def test_allocatable_is_written_as_kubernetes_writes_it(
    vcpu: int, memory_mib: int, shown: dict[str, str]
) -> None:
    """Gi where whole, else Mi, nothing where unknown."""
    assert dict(allocatable(vcpu, memory_mib)) == shown


def test_recovery_takes_shape_from_offerings_and_state_from_the_snapshot() -> None:
    """A new price applies to a machine that is bound; only what differs has to be written."""
    bound = machine_of(S.CONFIGURED, {Kind.CREATE: "1"})
    made = recover(Snapshot(machines={bound.id: bound}), [slot(0, price_per_hour=9.0), slot(1)])
    assert [one.slot.price_per_hour for one in made.machines] == [9.0, 0.01]
    assert made.machines[0].state is S.CONFIGURED
    assert list(made.changed) == [made.machines[0]]
    again = recover(Snapshot(machines={bound.id: made.machines[0]}), [slot(0, price_per_hour=9.0), slot(1)])
    assert list(again.changed) == []


def test_recovery_keeps_what_has_a_host_and_forgets_what_has_none() -> None:
    """Machines without an offering: reapable while there is a host, failed if they were at work."""
    stored = [machine(5), machine(6, state=S.IDLE, host_ref="h"), machine(7, state=S.CREATING)]
    made = recover(Snapshot(machines={one.id: one for one in stored}), [slot(0)])
    assert [(one.id, one.state, one.retired) for one in made.machines] == [
        (slot(0).id, S.SPECULATIVE, False),
        (slot(6).id, S.IDLE, True),
        (slot(7).id, S.FAILED, True),
    ]
    assert list(made.forgotten) == [slot(5).id]
    assert [one.id for one in made.changed] == [slot(7).id]


def test_recovery_reports_each_record_that_must_not_be_served() -> None:
    """Twice the same slot, and a stored record that breaks a rule."""
    ghost = machine(0, host_ref="ghost")
    made = recover(Snapshot(machines={ghost.id: ghost}), [slot(0), slot(1), slot(1)])
    assert list(made.problems) == [
        f"machine {slot(1).id!r}: offered twice",
        f"machine {slot(0).id!r}: host: must not be set on a SPECULATIVE machine",
    ]


def test_secret_shows_and_serializes_nothing() -> None:
    """No repr, str, format or pickle gives the content away."""
    secret = Secret(b"canary")
    assert len(secret) == 6
    assert secret.reveal() == b"canary"
    for shown in (repr(secret), str(secret), f"{secret}"):
        assert "canary" not in shown
    with pytest.raises(TypeError, match="never serialized"):
        pickle.dumps(secret)
