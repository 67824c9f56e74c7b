"""The life of a machine: one table of edges, and pure functions that walk it.

Theory of operation
-------------------
A machine rests in SPECULATIVE, IDLE or CONFIGURED, or lies in FAILED. `EDGES` has a row for every operation:
who may ask for it, where it starts, the transitional state that it goes through, and where it ends. Each kind
of operation has a transitional state of its own, so that the state names the operation that is under way.
Each of those states also ends in FAILED: the work failed, ran over its time, or was interrupted by a restart.
Shards have no edge out of FAILED. An operator has one, a Delete that starts there: what may stand behind the
machine is torn down, and the slot is free again. `MOVES` are what an observation of the hosts makes of
machines at rest.

What a machine has follows from where it rests (`HOLDINGS`): a host in IDLE and CONFIGURED, a binding
(`cluster` and `metadata`, always together) in CONFIGURED. The binding is set when CONFIGURING begins;
whatever the end of an edge does not hold is cleared when the edge ends there. FAILED keeps what there was.

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
Nothing here knows a clock, a disk, a backend or the wire: time comes in as the timeout that has passed.
Source: capacity-provider contract, section 2.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from purevirt.provider.core.fencing import Mark, Token, advance
from purevirt.provider.core.model import (
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
from purevirt.provider.errors import (
    DeleteUnsupported,
    InvalidRequest,
    InvalidTransition,
    MachineNotFound,
    ProviderError,
)
from purevirt.provider.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Mapping


class By(StrEnum):
    """Who asks for an operation."""

    SHARD = "shard"
    OPERATOR = "operator"


class Edge(NamedTuple):
    """One operation: who asks, where it starts, what it is called while it lasts, where it ends."""

    by: By
    kind: Kind
    start: MachineState
    through: MachineState
    end: MachineState


class Move(NamedTuple):
    """A change of state that nobody asked for, made at rest because of what the hosts show."""

    start: MachineState
    end: MachineState
    because: str


class Holding(NamedTuple):
    """What a machine has where it rests."""

    host: bool
    binding: bool


EDGES: Final = (
    Edge(By.SHARD, Kind.CREATE, MachineState.SPECULATIVE, MachineState.CREATING, MachineState.IDLE),
    Edge(By.SHARD, Kind.CONFIGURE, MachineState.IDLE, MachineState.CONFIGURING, MachineState.CONFIGURED),
    Edge(By.SHARD, Kind.DRAIN, MachineState.CONFIGURED, MachineState.DRAINING, MachineState.IDLE),
    Edge(By.SHARD, Kind.DELETE, MachineState.IDLE, MachineState.DELETING, MachineState.SPECULATIVE),
    Edge(By.OPERATOR, Kind.DELETE, MachineState.FAILED, MachineState.DELETING, MachineState.SPECULATIVE),
)
# `reconcile` makes these moves and no others.
MOVES: Final = (
    Move(MachineState.SPECULATIVE, MachineState.IDLE, "its host runs after all"),
    Move(MachineState.SPECULATIVE, MachineState.CONFIGURED, "its host runs, and is bound"),
    Move(
        MachineState.SPECULATIVE, MachineState.FAILED, "its host is in trouble, and is not offered any more"
    ),
    Move(MachineState.IDLE, MachineState.CONFIGURED, "its host is bound"),
    Move(MachineState.IDLE, MachineState.SPECULATIVE, "its host was switched off"),
    Move(MachineState.IDLE, MachineState.FAILED, "its host is gone, or in trouble"),
    Move(MachineState.CONFIGURED, MachineState.FAILED, "its host is gone, off, or in trouble"),
)
HOLDINGS: Final[Mapping[MachineState, Holding]] = MappingProxyType(
    {
        MachineState.SPECULATIVE: Holding(host=False, binding=False),
        MachineState.IDLE: Holding(host=True, binding=False),
        MachineState.CONFIGURED: Holding(host=True, binding=True),
    }
)
# Two indexes over the table. A transitional state says the kind of what is under way, whoever asked for it.
EDGE_OF: Final[Mapping[tuple[By, Kind], Edge]] = MappingProxyType(
    {(edge.by, edge.kind): edge for edge in EDGES}
)
UNDER_WAY: Final[Mapping[MachineState, Edge]] = MappingProxyType({edge.through: edge for edge in EDGES})

NO_BLOB: Final = Secret(b"")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One mutating request. The fields after `token` belong to Configure, and `grace_s` to Drain.

    An operator's command is a repair: a Delete, without a token, of a machine that has FAILED.
    """

    kind: Kind
    machine_id: str
    by: By = By.SHARD
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
    command: Command,
    machine: Machine | None,
    mark: Mark | None,
    *,
    operation_id: str,
    deletable: bool,
    room_bytes: int = MAX_METADATA_BYTES * 2,
) -> Decision:
    """Return what follows from `command`, given the machine of that id and the mark of that shard for it.

    `operation_id` is used only if the outcome is Accepted. `deletable` is false for a pool of bare metal.
    `room_bytes` is how much the fleet may still grow before a full List would not fit into one answer.
    """
    if command.kind is Kind.DELETE and command.by is By.SHARD and not deletable:
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
    return Decision(_locate(command, machine, operation_id, room_bytes), moved)


def _locate(
    command: Command, machine: Machine | None, operation_id: str, room_bytes: int
) -> Accepted | Repeated | Refused:
    """Run the checks after the fence."""
    edge = EDGE_OF[command.by, command.kind]
    # 3. found
    if machine is None or (machine.gone and command.kind is Kind.CREATE):
        return Refused(MachineNotFound(f"no machine {command.machine_id!r}"))
    # 4. idempotent
    on_record = machine.operations.get(command.kind)
    if command.by is By.SHARD and on_record is not None and machine.state in (edge.through, edge.end):
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
                f"machine {machine.id!r} is {machine.state.name}; "
                f"{'repair' if command.by is By.OPERATOR else command.kind} starts at {edge.start.name}"
            )
        )
    # 6. accept
    if command.kind is Kind.CONFIGURE:
        if not command.cluster_id:
            return Refused(InvalidRequest("cluster_id: must not be empty"))
        size = metadata_bytes(command.metadata)
        if size > room_bytes:
            return Refused(
                InvalidRequest(
                    f"shard_metadata: {size} bytes do not fit: one answer of List has to hold the whole "
                    f"fleet, and {max(room_bytes, 0)} are left; send less, or drain machines first"
                )
            )
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
    return replace(machine, state=edge.through, operations=operations, last_error="")


def metadata_bytes(metadata: Mapping[str, str]) -> int:
    """Return the size of keys and values, without what frames them."""
    return sum(len(key.encode()) + len(value.encode()) for key, value in metadata.items())


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
    size = metadata_bytes(command.metadata)
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
    host_ref = machine.host_ref
    if edge.kind is Kind.CREATE:
        if not outcome.host_ref or len(outcome.host_ref) > MAX_ID_BYTES:
            return failed(machine, "create ended without a usable name of what it created")
        host_ref = outcome.host_ref
    holds = HOLDINGS[edge.end]
    return replace(
        machine,
        state=edge.end,
        host_ref=host_ref if holds.host else None,
        cluster=machine.cluster if holds.binding else None,
        metadata=machine.metadata if holds.binding else EMPTY,
    )


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
