"""Machines, slots and what makes a record of one valid.

Values only: everything here is frozen, and a change makes a new `Machine`.
Source: capacity-provider contract, sections 1, 2 and 4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

# Identifiers are keys of durable tables that callers can make grow.
MAX_ID_BYTES: Final = 1024
# What clients are known to send; it is held in memory until it has been delivered to the guest.
MAX_BLOB_BYTES: Final = 3 * 1024 * 1024
# Keys and values together; twice what clients are known to send at once, and it is rewritten on every change.
MAX_METADATA_BYTES: Final = 3 * 1024 * 1024
MAX_METADATA_KEYS: Final = 4096
# last_error goes out with every List; a backend's text may quote what a guest printed.
MAX_LAST_ERROR_CHARS: Final = 4096

EMPTY: Final[Mapping[str, str]] = MappingProxyType({})
FORBIDDEN_LABELS: Final = frozenset({"instance_type", "zone", "capacity_type"})


class MachineState(IntEnum):
    """Where a machine is in its life; numbered as on the wire."""

    UNSPECIFIED = 0
    SPECULATIVE = 1
    CREATING = 2
    IDLE = 3
    CONFIGURING = 4
    CONFIGURED = 5
    DRAINING = 6
    DELETING = 7
    FAILED = 8


class CapacityType(IntEnum):
    """How the capacity is paid for; numbered as on the wire."""

    UNSPECIFIED = 0
    BARE_METAL = 1
    RESERVED = 2
    ON_DEMAND = 3
    SPOT = 4


class Kind(StrEnum):
    """The four operations; the value is what logs, errors and the state file call it."""

    CREATE = "create"
    CONFIGURE = "configure"
    DRAIN = "drain"
    DELETE = "delete"


NO_OPERATIONS: Final[Mapping[Kind, str]] = MappingProxyType({})


def allocatable(vcpu: int, memory_mib: int) -> Mapping[str, str]:
    """Return the whole hardware as Kubernetes quantities: Gi where it is whole, else Mi; empty if unknown."""
    if vcpu <= 0 or memory_mib <= 0:
        return EMPTY
    memory = f"{memory_mib // 1024}Gi" if memory_mib % 1024 == 0 else f"{memory_mib}Mi"
    return MappingProxyType({"cpu": str(vcpu), "memory": memory})


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What a machine is, whatever state it is in. `resources` is the shape of one replica's request."""

    id: str
    instance_type: str
    zone: str
    capacity_type: CapacityType
    price_per_hour: float
    interruption_probability: float = 0.0
    vcpu: int = 0
    memory_mib: int = 0
    resources: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    labels: Mapping[str, str] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """One machine at one moment.

    `operations` holds, by kind, the id of the last accepted operation of this life. `retired` is true when
    no offering stands behind the slot any more: such a machine can be reaped, not created.
    """

    slot: Slot
    state: MachineState = MachineState.SPECULATIVE
    host_ref: str | None = None
    cluster: str | None = None
    metadata: Mapping[str, str] = field(default_factory=lambda: EMPTY, repr=False)
    last_error: str = ""
    operations: Mapping[Kind, str] = field(default_factory=lambda: NO_OPERATIONS)
    retired: bool = False

    @property
    def id(self) -> str:
        """Return the slot's id, which is the machine's for its whole life."""
        return self.slot.id

    @property
    def gone(self) -> bool:
        """Return whether nothing is left of it: no host and no offering. It leaves the inventory then."""
        return self.retired and self.state is MachineState.SPECULATIVE


HAS_HOST: Final = frozenset(
    {
        MachineState.IDLE,
        MachineState.CONFIGURING,
        MachineState.CONFIGURED,
        MachineState.DRAINING,
        MachineState.DELETING,
    }
)


def slot_problem(slot: Slot) -> str | None:
    """Return why `slot` must not be served, as `field: reason`, or None when it is valid.

    Source: capacity-provider contract, section 4.
    """
    problem: str | None = None
    if not slot.id:
        problem = "id: must not be empty"
    elif len(slot.id.encode()) > MAX_ID_BYTES:
        problem = f"id: must be at most {MAX_ID_BYTES} bytes"
    elif not slot.instance_type:
        problem = "instance_type: must not be empty"
    elif not slot.zone:
        problem = "zone: must not be empty"
    elif slot.capacity_type is CapacityType.UNSPECIFIED:
        problem = "capacity_type: must be specified"
    elif not 0.0 <= slot.price_per_hour < math.inf:
        problem = f"price_per_hour: must be 0 or more, and finite, got {slot.price_per_hour}"
    elif not 0.0 <= slot.interruption_probability <= 1.0:
        problem = f"interruption_probability: must be within [0, 1], got {slot.interruption_probability}"
    elif slot.capacity_type is CapacityType.SPOT and slot.interruption_probability == 0:
        problem = "interruption_probability: must not be 0 for spot capacity"
    elif FORBIDDEN_LABELS & slot.labels.keys():
        name = min(FORBIDDEN_LABELS & slot.labels.keys())
        problem = f"labels.{name}: is a field of its own and must not be a label"
    return problem


def machine_problem(machine: Machine) -> str | None:
    """Return why the record must not be served, as `field: reason`, or None when it is valid.

    A FAILED machine may or may not have a host, depending on what failed.
    Source: capacity-provider contract, sections 2 and 4.
    """
    problem = slot_problem(machine.slot)
    if problem is not None:
        return problem
    state = machine.state
    if state is MachineState.UNSPECIFIED:
        problem = "state: must be specified"
    elif state is MachineState.SPECULATIVE and machine.host_ref is not None:
        problem = "host: must not be set on a SPECULATIVE machine"
    elif state in HAS_HOST and not machine.host_ref:
        problem = f"host: must be set on a machine that is {state.name}"
    elif machine.last_error and state is not MachineState.FAILED:
        problem = f"last_error: must not be set on a machine that is {state.name}"
    return problem
