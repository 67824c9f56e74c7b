"""The life of a machine: one table of edges, and pure functions that walk it.

Theory of operation
-------------------
A machine rests in SPECULATIVE, IDLE or CONFIGURED. Four operations lead from one resting state to the next,
each through a transitional state of its own, so that such a state names the operation that is under way:

    SPECULATIVE --create--> (CREATING) --> IDLE --configure--> (CONFIGURING) --> CONFIGURED
    SPECULATIVE <--(DELETING) <--delete-- IDLE <--(DRAINING) <--drain-- CONFIGURED

Every transitional state can also end in FAILED: the work failed, ran over its time, or was interrupted by a
restart. FAILED has no edge out of it here.

A command is judged by six checks whose order is a promise to callers: shape, fence, found, idempotent,
position, accept. The fence comes before "found" so that a fenced-out shard learns nothing; a token that
passes moves the mark even where a later check refuses. `decide` runs all six and returns what follows: the
mark to make durable, and either an accepted transition, an earlier operation that the command repeats, or a
refusal.

An operation id is minted for each accepted transition. `complete` and `timeout` name the id, and do nothing
unless the machine is still in the transitional state of exactly that operation: a late result of an operation
that has ended in another way is discarded.

What is on record: `operations` by kind. A new life starts with Create, and forgets the ids of the last one,
so that an IDLE machine repeats a Drain only if that drain is what brought it there in this life.
Binding: `cluster` and `metadata` are set together when CONFIGURING begins and cleared together when the drain
or the delete completes. Nothing here knows a clock, a disk, a backend or the wire.
Source: capacity-provider contract, section 2.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from purevirt.provider.errors import (
    DeleteUnsupported,
    InvalidRequest,
    InvalidTransition,
    MachineNotFound,
    ProviderError,
)
from purevirt.provider.fencing import Mark, Token, advance
from purevirt.provider.model import (
    EMPTY,
    MAX_BLOB_BYTES,
    MAX_ID_BYTES,
    MAX_LAST_ERROR_CHARS,
    MAX_METADATA_BYTES,
    MAX_METADATA_KEYS,
    Kind,
    Machine,
    MachineState,
)
from purevirt.provider.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Mapping


class Edge(NamedTuple):
    """One operation: where it starts, what it is called while it lasts, where it ends."""

    kind: Kind
    start: MachineState
    through: MachineState
    end: MachineState


EDGES: Final[Mapping[Kind, Edge]] = MappingProxyType(
    {
        edge.kind: edge
        for edge in (
            Edge(Kind.CREATE, MachineState.SPECULATIVE, MachineState.CREATING, MachineState.IDLE),
            Edge(Kind.CONFIGURE, MachineState.IDLE, MachineState.CONFIGURING, MachineState.CONFIGURED),
            Edge(Kind.DRAIN, MachineState.CONFIGURED, MachineState.DRAINING, MachineState.IDLE),
            Edge(Kind.DELETE, MachineState.IDLE, MachineState.DELETING, MachineState.SPECULATIVE),
        )
    }
)
UNDER_WAY: Final[Mapping[MachineState, Edge]] = MappingProxyType(
    {edge.through: edge for edge in EDGES.values()}
)

NO_BLOB: Final = Secret(b"")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One mutating request. The fields after `token` belong to Configure, and `grace_s` to Drain."""

    kind: Kind
    machine_id: str
    token: Token | None = None
    cluster_id: str = ""
    blob: Secret = NO_BLOB
    metadata: Mapping[str, str] = field(default_factory=lambda: EMPTY, repr=False)
    grace_s: int = 0


@dataclass(frozen=True, slots=True)
class Accepted:
    """A new transition: `machine` is in its transitional state, and `operation_id` is new."""

    machine: Machine
    operation_id: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """The command was accepted before as `operation_id`; `machine` is unchanged, nothing is started."""

    machine: Machine
    operation_id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The command is refused with `error`; the machine is unchanged."""

    error: ProviderError


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows from a command. `mark`, where set, becomes durable whatever the outcome is."""

    outcome: Accepted | Repeated | Refused
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The work is done. `host_ref` is what Create made."""

    host_ref: str | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """The work failed; `reason` becomes last_error."""

    reason: str


Outcome = Succeeded | Failed


def decide(
    command: Command, machine: Machine | None, mark: Mark | None, *, operation_id: str, deletable: bool
) -> Decision:
    """Return what follows from `command`, given the machine of that id and the mark of that shard for it.

    `operation_id` is used only if the outcome is Accepted. `deletable` is false for a pool of bare metal.
    """
    if command.kind is Kind.DELETE and not deletable:
        return Decision(Refused(DeleteUnsupported("bare metal machines are never deleted")))
    # 1. shape
    try:
        check_shape(command)
    except InvalidRequest as error:
        return Decision(Refused(error))
    # 2. fence
    moved: Mark | None = None
    if command.token is not None:
        try:
            moved = advance(mark, command.token)
        except ProviderError as error:
            return Decision(Refused(error))
    return Decision(_locate(command, machine, operation_id), moved)


def _locate(command: Command, machine: Machine | None, operation_id: str) -> Accepted | Repeated | Refused:
    """Run the checks after the fence."""
    edge = EDGES[command.kind]
    # 3. found
    if machine is None or (machine.gone and command.kind is Kind.CREATE):
        return Refused(MachineNotFound(f"no machine {command.machine_id!r}"))
    # 4. idempotent
    on_record = machine.operations.get(command.kind)
    if on_record is not None and machine.state in (edge.through, edge.end):
        if command.kind is Kind.CONFIGURE and command.cluster_id != machine.cluster:
            return Refused(
                InvalidTransition(
                    f"machine {machine.id!r} is bound to cluster {machine.cluster!r} already; drain it first"
                )
            )
        return Repeated(machine, on_record)
    # 5. position
    if machine.state is not edge.start:
        return Refused(
            InvalidTransition(
                f"machine {machine.id!r} is {machine.state.name}; {command.kind} starts at {edge.start.name}"
            )
        )
    # 6. accept
    if command.kind is Kind.CONFIGURE and not command.cluster_id:
        return Refused(InvalidRequest("cluster_id: must not be empty"))
    return Accepted(_entered(machine, edge, command, operation_id), operation_id)


def _entered(machine: Machine, edge: Edge, command: Command, operation_id: str) -> Machine:
    """Return the machine at the beginning of `edge`."""
    kept = {} if edge.kind is Kind.CREATE else dict(machine.operations)
    operations = MappingProxyType({**kept, edge.kind: operation_id})
    if edge.kind is Kind.CONFIGURE:
        return replace(
            machine,
            state=edge.through,
            operations=operations,
            cluster=command.cluster_id,
            metadata=MappingProxyType(dict(command.metadata)),
        )
    return replace(machine, state=edge.through, operations=operations)


def check_shape(command: Command) -> None:
    """Return if the request is well formed whatever the state is.

    Raises:
        InvalidRequest: it is not; the message names the field, its value and the bound.
    """
    if not command.machine_id:
        raise InvalidRequest("machine_id: must not be empty")
    if command.grace_s < 0:
        raise InvalidRequest(f"grace_period_seconds: must be 0 or more, got {command.grace_s}")
    token = command.token
    if token is not None and token.shard_id:
        if token.epoch < 0:
            raise InvalidRequest(f"shard_epoch: must be 0 or more, got {token.epoch}")
        if token.sequence < 0:
            raise InvalidRequest(f"sequence_number: must be 0 or more, got {token.sequence}")
    ids = {"machine_id": command.machine_id, "cluster_id": command.cluster_id}
    if token is not None:
        ids["shard_id"] = token.shard_id
    for name, value in ids.items():
        if len(value.encode()) > MAX_ID_BYTES:
            raise InvalidRequest(f"{name}: must be at most {MAX_ID_BYTES} bytes, got {len(value.encode())}")
    if len(command.blob) > MAX_BLOB_BYTES:
        raise InvalidRequest(
            f"bootstrap_blob: must be at most {MAX_BLOB_BYTES} bytes, got {len(command.blob)}"
        )
    if len(command.metadata) > MAX_METADATA_KEYS:
        raise InvalidRequest(f"shard_metadata: at most {MAX_METADATA_KEYS} keys, got {len(command.metadata)}")
    size = sum(len(key.encode()) + len(value.encode()) for key, value in command.metadata.items())
    if size > MAX_METADATA_BYTES:
        raise InvalidRequest(f"shard_metadata: must be at most {MAX_METADATA_BYTES} bytes in all, got {size}")


def operation_under_way(machine: Machine) -> str | None:
    """Return the id of the operation that the machine is in the middle of, or None at rest."""
    edge = UNDER_WAY.get(machine.state)
    return None if edge is None else machine.operations.get(edge.kind)


def complete(machine: Machine, operation_id: str, outcome: Outcome) -> Machine | None:
    """Return the machine after its operation has ended, or None where that operation is not under way.

    A Create that succeeds without saying what it made has failed.
    """
    edge = UNDER_WAY.get(machine.state)
    if edge is None or machine.operations.get(edge.kind) != operation_id:
        return None
    if isinstance(outcome, Failed):
        return failed(machine, outcome.reason)
    if edge.kind is Kind.CREATE:
        if not outcome.host_ref or len(outcome.host_ref) > MAX_ID_BYTES:
            return failed(machine, "create ended without a usable name of what it created")
        return replace(machine, state=edge.end, host_ref=outcome.host_ref)
    if edge.kind is Kind.DRAIN:
        return replace(machine, state=edge.end, cluster=None, metadata=EMPTY)
    if edge.kind is Kind.DELETE:
        return replace(machine, state=edge.end, host_ref=None, cluster=None, metadata=EMPTY)
    return replace(machine, state=edge.end)


def timeout(machine: Machine, operation_id: str, limit_s: float) -> Machine | None:
    """Return the machine after its operation has run over `limit_s`, or None where it is not under way."""
    if operation_under_way(machine) != operation_id:
        return None
    kind = UNDER_WAY[machine.state].kind
    return failed(machine, f"{kind} timed out after {limit_s:g} s (operation {operation_id})")


def restart(machine: Machine) -> Machine:
    """Return the machine as it is after a restart of the process: what was under way has FAILED.

    Its inputs, the bootstrap blob above all, are gone, so it cannot be resumed.
    """
    edge = UNDER_WAY.get(machine.state)
    if edge is None:
        return machine
    operation_id = machine.operations.get(edge.kind, "unknown")
    return failed(
        machine, f"{edge.kind} was interrupted by a restart of the provider (operation {operation_id})"
    )


def failed(machine: Machine, reason: str) -> Machine:
    """Return the machine in FAILED; what it was bound to and what stands behind it stay on record."""
    # What a host says may hold halves of characters, which neither the wire nor the disk takes.
    line = " ".join(reason.encode("utf-8", "replace").decode().split()) or "failed without a reason"
    return replace(machine, state=MachineState.FAILED, last_error=line[:MAX_LAST_ERROR_CHARS])
