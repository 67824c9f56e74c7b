"""What an observation of the hosts changes in the fleet. Pure.

The record is the truth about every machine that this provider has worked on; the hosts are the truth about
what the record does not know, such as after the loss of the state file. So an observation only

- brings a SPECULATIVE machine that runs after all to IDLE, or to CONFIGURED where the host says that it is
  bound;
- binds an IDLE machine whose host says that it is bound: handing it to another cluster would be worse;
- corrects the name of a host;
- surfaces what carries an id of ours and has no slot, so that it can be drained and deleted;
- fails an IDLE or CONFIGURED machine whose host is not there any more, or is in lasting trouble;
- takes an IDLE machine whose host was switched off back to SPECULATIVE, where a Create starts it again, just
  as a state that knows nothing would have it; one without a slot stays, to be reaped.

The last two need a second look, some seconds later. Until then the machine is in doubt.

A machine in the middle of a transition, or changed since the observation began, or FAILED, is left as it is,
and so is every machine of a zone that is down or was not examined completely.
Source: libvirt-provider contract, "Reconcile"; capacity-provider contract, sections 4 and 6.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from purevirt.provider.core.lifecycle import failed
from purevirt.provider.core.model import MAX_ID_BYTES, NO_OPERATIONS, Machine, MachineState, slot_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from purevirt.provider.core.backend import Observation, ObservedMachine
    from purevirt.provider.core.model import Slot

DOUBT_S = 3.0
"""For how long what one look finds has to be so: somebody may be restarting it."""

BOUND_OFF_S = 20.0
"""The same for a machine of a cluster whose host is switched off: FAILED has no way back, and a guest may be
started again by hand, or go down a little before its whole host does."""

MAX_SURFACED = 16_384
"""How many machines without a slot are kept: as many as one host can list. A host that makes up new ids at
each look must not fill the memory that the other hosts' machines are in."""

MAX_REMARKS = 50
"""How much one look may say; a host is looked at once a second while it tells of changes."""

HOSTED_STATES = frozenset({MachineState.IDLE, MachineState.CONFIGURED})


class Fleet(Protocol):
    """What the plan needs to know of the record."""

    def get(self, machine_id: str) -> Machine | None:
        """Return the machine of that id, or None."""
        ...

    def settled(self, machine_id: str) -> bool:
        """Return whether the machine has not changed since the observation began."""
        ...

    def hosted(self) -> Iterable[Machine]:
        """Return the machines at rest that should have a host."""
        ...

    def surfaced(self) -> int:
        """Return how many machines have no slot."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """The machines to replace or add, those in doubt, and what an operator should know."""

    changes: Sequence[Machine]
    doubted: frozenset[str]
    remarks: Sequence[str]


def plan(
    observation: Observation,
    fleet: Fleet,
    *,
    doubts_s: Mapping[str, float],
    slot_for: Callable[[ObservedMachine], Slot | None],
) -> Plan:
    """Return what follows from `observation`.

    `doubts_s` says for how many seconds which machines have been in doubt without a break. `slot_for`
    describes a machine that has no slot, or says None: it is another provider's.
    """
    changes: list[Machine] = []
    remarks: list[str] = []
    doubted: set[str] = set()
    room: int | None = None
    seen: dict[str, ObservedMachine] = {}
    for observed in sorted(observation.machines, key=lambda one: _rank(one, fleet.get(one.machine_id))):
        problem = _text_problem(observed)
        if problem is not None:
            remarks.append(f"{observed.host_ref[:200]!r} in zone {observed.zone!r} is skipped: {problem}")
            continue
        first = seen.setdefault(observed.machine_id, observed)
        if first is not observed:
            remarks.append(
                f"machine {observed.machine_id!r} is claimed by {first.host_ref!r} and {observed.host_ref!r}"
            )
    for observed in seen.values():
        machine = fleet.get(observed.machine_id)
        if not fleet.settled(observed.machine_id):
            continue
        if machine is None:
            slot = slot_for(observed)
            if slot is None:
                continue
            problem = slot_problem(slot)
            if problem is not None:
                remarks.append(f"{observed.host_ref!r} in zone {observed.zone!r} is skipped: {problem}")
                continue
            room = MAX_SURFACED - fleet.surfaced() if room is None else room
            if room <= 0:
                remarks.append(
                    f"{observed.host_ref!r} in zone {observed.zone!r} is skipped: there are {MAX_SURFACED} "
                    "machines without a slot already; delete some, and restart the provider"
                )
                continue
            room -= 1
            changes.append(_found(Machine(slot=slot, retired=True), observed))
            remarks.append(f"machine {slot.id!r} has no slot; it can be drained and deleted")
        elif machine.slot.zone != observed.zone:
            remarks.append(
                f"machine {machine.id!r} of zone {machine.slot.zone!r} was seen in zone {observed.zone!r}"
            )
        else:
            changed = _corrected(machine, observed)
            fallen = _fallen(changed, observed)
            if fallen is not None:
                bound_off = observed.off and machine.state is MachineState.CONFIGURED
                if doubts_s.get(machine.id, 0.0) >= (BOUND_OFF_S if bound_off else DOUBT_S):
                    changed = fallen
                else:
                    doubted.add(machine.id)
            if changed is not machine:
                changes.append(changed)
    examined = {zone.name for zone in observation.zones if zone.up and zone.complete}
    claimed = {one.machine_id for one in observation.machines}
    for machine in fleet.hosted():
        if machine.slot.zone not in examined or machine.id in claimed or not fleet.settled(machine.id):
            continue
        if doubts_s.get(machine.id, 0.0) >= DOUBT_S:
            changes.append(
                failed(machine, f"host {machine.host_ref} is not in zone {machine.slot.zone} any more")
            )
        else:
            doubted.add(machine.id)
    if len(remarks) > MAX_REMARKS:
        remarks[MAX_REMARKS:] = [f"and {len(remarks) - MAX_REMARKS} remarks more of this kind"]
    return Plan(changes, frozenset(doubted), remarks)


def _rank(observed: ObservedMachine, machine: Machine | None) -> tuple[bool, bool, str]:
    """Return the sort key of those that claim one id: the host on record goes first.

    A copy of a domain has its metadata too, and must not take the place of the one that we made.
    """
    on_record = machine is not None and machine.host_ref == observed.host_ref
    return not on_record, not observed.running, observed.host_ref


def _text_problem(observed: ObservedMachine) -> str | None:
    """Return why what a host says cannot be recorded and sent on, or None."""
    for name in ("machine_id", "host_ref", "cluster"):
        value = getattr(observed, name) or ""
        try:
            size = len(value.encode())
        except UnicodeEncodeError:
            return f"{name}: is not UTF-8"
        if size > MAX_ID_BYTES:
            return f"{name}: must be at most {MAX_ID_BYTES} bytes, got {size}"
    return None


def _corrected(machine: Machine, observed: ObservedMachine) -> Machine:
    """Return the machine as the host shows it, or itself where nothing changes."""
    if machine.state is MachineState.SPECULATIVE:
        # What has no offering must stay reapable even while it is switched off.
        return _found(machine, observed) if observed.running or machine.retired else machine
    if machine.state is MachineState.IDLE and observed.cluster:
        return replace(
            machine, state=MachineState.CONFIGURED, cluster=observed.cluster, host_ref=observed.host_ref
        )
    if machine.state in HOSTED_STATES and machine.host_ref != observed.host_ref:
        return replace(machine, host_ref=observed.host_ref)
    return machine


def _fallen(machine: Machine, observed: ObservedMachine) -> Machine | None:
    """Return what becomes of a machine at rest whose host is in lasting trouble, or None."""
    if machine.state not in HOSTED_STATES or observed.running or not observed.trouble:
        return None
    if machine.state is MachineState.CONFIGURED or not observed.off:
        return failed(machine, f"host {observed.host_ref}: {observed.trouble}")
    if machine.retired:
        return None
    return replace(machine, state=MachineState.SPECULATIVE, host_ref=None, operations=NO_OPERATIONS)


def _found(machine: Machine, observed: ObservedMachine) -> Machine:
    """Return the machine at the beginning of a life that this record knows nothing of."""
    return replace(
        machine,
        state=MachineState.CONFIGURED if observed.cluster else MachineState.IDLE,
        host_ref=observed.host_ref,
        cluster=observed.cluster or None,
        operations=NO_OPERATIONS,
    )
