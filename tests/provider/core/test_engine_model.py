"""The engine is what the model says, and the model would notice if it were not."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from purevirt.provider.core import draft, engine, fencing, lifecycle, recovery, work
from purevirt.provider.core.fencing import Mark
from purevirt.provider.core.inventory import Inventory
from purevirt.provider.core.lifecycle import Decision, Outcome, Refused
from purevirt.provider.core.model import Kind, MachineState
from tests.provider import engine_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.provider.core.fencing import Token
    from purevirt.provider.core.model import Machine

STEPS = 1000


def test_engine_store_and_clock_do_what_the_model_does() -> None:
    """Commands, retries, races, zombies, full disks and restarts: no difference in any step."""
    assert engine_model.play(STEPS) >= STEPS


def equal_tokens_pass(patch: pytest.MonkeyPatch) -> None:
    """Let a token that was used before pass once more."""
    right = fencing.advance

    def advance(mark: Mark | None, token: Token) -> Mark:
        given = Mark(token.epoch, token.sequence)
        return given if mark == given else right(mark, token)

    patch.setattr(lifecycle, "advance", advance)


def refusals_move_no_mark(patch: pytest.MonkeyPatch) -> None:
    """Forget the token of an operation that fails."""
    right = lifecycle.decide

    def decide(*given: Any, **named: Any) -> Decision:
        made = right(*given, **named)
        return replace(made, mark=None) if isinstance(made.outcome, Refused) else made

    patch.setattr(lifecycle, "decide", decide)


def late_results_count(patch: pytest.MonkeyPatch) -> None:
    """Believe a result that comes after its operation has failed."""
    right = lifecycle.complete

    def complete(machine: Machine, operation_id: str, outcome: Outcome) -> Machine | None:
        if machine.state is MachineState.FAILED and machine.operations.get(Kind.CREATE) == operation_id:
            machine = replace(machine, state=MachineState.CREATING, last_error="")
        return right(machine, operation_id, outcome)

    patch.setattr(lifecycle, "complete", complete)


def ends_are_lost_with_the_disk(patch: pytest.MonkeyPatch) -> None:
    """Do not try again what could not be committed."""
    patch.setattr(engine.Engine, "_requeue", lambda self: setattr(self, "_retry", None))


def memory_runs_ahead_of_the_disk(patch: pytest.MonkeyPatch) -> None:
    """Publish before the commit."""
    right = draft.Draft.delta

    def delta(self: draft.Draft) -> object:
        made = right(self)
        for machine in self.machines.values():
            self._inventory.put(machine)
        return made

    patch.setattr(draft.Draft, "delta", delta)


def restarts_leave_transitions(patch: pytest.MonkeyPatch) -> None:
    """Start with machines in the middle of what nobody does any more."""
    patch.setattr(recovery, "restart", lambda machine: machine)


def repairs_do_not_wait(patch: pytest.MonkeyPatch) -> None:
    """Tear down what a zombie still works on."""
    patch.setattr(work.Work, "busy", lambda *_: False)


def decisions_of_a_group_do_not_see_each_other(patch: pytest.MonkeyPatch) -> None:
    """Decide each command on what is published."""
    patch.setattr(draft.Draft, "get", lambda self, machine_id: self._inventory.get(machine_id))


def operation_ids_come_again(patch: pytest.MonkeyPatch) -> None:
    """Mint the same ids in each life of the process."""
    patch.setattr(secrets, "token_hex", lambda _: "0")
    patch.setattr(draft.Draft, "delta", _without_counter(draft.Draft.delta))


def _without_counter(right: Callable[[draft.Draft], Any]) -> Callable[[draft.Draft], Any]:
    return lambda self: replace(right(self), operation=0)


def deltas_forget(patch: pytest.MonkeyPatch) -> None:
    """Leave a change out of the order of changes."""
    right = Inventory._few

    def few(self: Inventory, since: int, states: frozenset[Any]) -> list[int] | None:
        found = right(self, since, states)
        return found[1:] if found and since else found

    patch.setattr(Inventory, "_few", few)


@pytest.mark.parametrize(
    "mutant",
    [
        equal_tokens_pass,
        refusals_move_no_mark,
        late_results_count,
        ends_are_lost_with_the_disk,
        memory_runs_ahead_of_the_disk,
        restarts_leave_transitions,
        repairs_do_not_wait,
        decisions_of_a_group_do_not_see_each_other,
        operation_ids_come_again,
        deltas_forget,
    ],
)
def test_model_notices_each_broken_engine(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that breaks one rule differs from the model within a few thousand steps."""
    mutant(monkeypatch)
    with pytest.raises((AssertionError, BaseExceptionGroup)):
        engine_model.play(5000, shrink=False)
