"""From what the state file holds and the offerings say to the fleet that this process starts with. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from purevirt.provider.core.lifecycle import restart
from purevirt.provider.core.model import Machine, machine_problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from purevirt.provider.core.model import Slot
    from purevirt.provider.core.store import Snapshot


@dataclass(frozen=True, slots=True)
class Recovered:
    """The fleet, and what of it has to be made durable before it is served.

    `problems` names, one line each, records that must not be served; a start-up with any is refused.
    """

    machines: Sequence[Machine]
    changed: Sequence[Machine]
    forgotten: Sequence[str]
    problems: Sequence[str]


def recover(snapshot: Snapshot, slots: Iterable[Slot]) -> Recovered:
    """Return the fleet: the slots in their order, then the machines whose slot is no longer offered.

    A slot's shape (price, size, labels) comes from the offerings, its state from the snapshot. What was
    under way has FAILED. A machine without an offering and without a host is forgotten.
    """
    machines: list[Machine] = []
    changed: list[Machine] = []
    offered: set[str] = set()
    problems: list[str] = []
    for slot in slots:
        if slot.id in offered:
            problems.append(f"machine {slot.id!r}: offered twice")
            continue
        offered.add(slot.id)
        stored = snapshot.machines.get(slot.id)
        if stored is None:
            machines.append(Machine(slot=slot))
            continue
        # The common case of a large fleet, and the cheap one.
        machine = stored if stored.slot == slot else replace(stored, slot=slot)
        restarted = restart(machine)
        machines.append(restarted)
        if restarted is not stored:
            changed.append(restarted)
    forgotten: list[str] = []
    for stored in snapshot.machines.values():
        if stored.id in offered:
            continue
        machine = replace(restart(stored), retired=True)
        if machine.gone:
            forgotten.append(machine.id)
            continue
        machines.append(machine)
        if machine.state is not stored.state:
            changed.append(machine)
    for machine in machines:
        problem = machine_problem(machine)
        if problem is not None:
            problems.append(f"machine {machine.id!r}: {problem}")
    return Recovered(machines, changed, forgotten, problems)
