"""The drawing in docs/design.md is the tables, and the tables are what the code does."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

import lifecycle_diagram
from purevirt.provider.core.backend import Observation, ObservedMachine, ObservedZone
from purevirt.provider.core.lifecycle import MOVES
from purevirt.provider.core.model import MachineState
from purevirt.provider.core.reconcile import plan
from tests.provider.core.test_reconcile import FakeFleet
from tests.provider.fakes import found_slot, machine_of, slot

STATES = [state for state in MachineState if state is not MachineState.UNSPECIFIED]


def test_drawing_is_what_the_tables_say() -> None:
    """docs/design.md shows the edges that there are."""
    page = lifecycle_diagram.PAGE.read_text(encoding="utf-8")
    assert lifecycle_diagram.drawn(page) == page


def test_page_without_markers_is_refused() -> None:
    """A drawing that has lost its place is noticed."""
    with pytest.raises(ValueError, match="markers"):
        lifecycle_diagram.drawn("# no drawing\n")


def test_observations_make_exactly_the_moves_of_the_table() -> None:
    """Every state x what a host can show x since when: each move is in MOVES, and each is met."""
    zone = ObservedZone(name="a", up=True, complete=True)
    met: set[tuple[MachineState, MachineState]] = set()
    shown = [None] + [
        ObservedMachine(
            machine_id=slot().id,
            zone="a",
            host_ref="host-0",
            running=running,
            cluster=cluster,
            off=off and not running,
            trouble="it is off" if not running else "",
        )
        for running, cluster, off in product((True, False), (None, "c2"), (True, False))
    ]
    for state, observed, doubt_s, retired in product(STATES, shown, (0.0, 1000.0), (False, True)):
        one = replace(machine_of(state), retired=retired)
        made = plan(
            Observation(machines=[] if observed is None else [observed], zones=[zone]),
            FakeFleet(one),
            doubts_s={one.id: doubt_s},
            slot_for=found_slot,
        )
        met.update((state, changed.state) for changed in made.changes if changed.state is not state)
    assert met == {(move.start, move.end) for move in MOVES}
