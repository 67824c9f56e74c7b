"""What the engine should do, written as small as it can be, and nothing of how it does it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from purevirt.provider.core.fencing import Mark, MarkKey
from purevirt.provider.core.lifecycle import By, Command
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.errors import Fenced, InvalidRequest, InvalidTransition, MachineNotFound, ProviderError
from tests.provider.fakes import LIMITS_S

S = MachineState
PATHS = {
    Kind.CREATE: (S.SPECULATIVE, S.CREATING, S.IDLE),
    Kind.CONFIGURE: (S.IDLE, S.CONFIGURING, S.CONFIGURED),
    Kind.DRAIN: (S.CONFIGURED, S.DRAINING, S.IDLE),
    Kind.DELETE: (S.IDLE, S.DELETING, S.SPECULATIVE),
}


@dataclass(eq=False)
class Op:
    """An accepted operation; its id is known once it is answered."""

    kind: Kind
    number: int
    deadline_s: float
    id: str = ""
    fired: bool = False


@dataclass
class Model:
    """A machine, as small as it can be."""

    state: MachineState = S.SPECULATIVE
    host: bool = False
    cluster: str | None = None
    error: str = ""
    ops: dict[Kind, Op] = field(default_factory=dict)

    @property
    def running(self) -> Op | None:
        """The operation under way."""
        return next((self.ops[kind] for kind in PATHS if PATHS[kind][1] is self.state), None)


Expected = type[ProviderError] | Op


class World:
    """Everything that is durable."""

    def __init__(self, slots: int) -> None:
        self.machines = {number: Model() for number in range(slots)}
        self.marks: dict[MarkKey, Mark] = {}

    def copy(self) -> World:
        """Return a copy whose machines can be changed; operations are shared."""
        made = World(0)
        made.machines = {number: replace(one, ops=dict(one.ops)) for number, one in self.machines.items()}
        made.marks = dict(self.marks)
        return made

    def command(self, given: Command, number: int, now_s: float, *, busy: bool) -> Expected:
        """Apply a command; return the operation that it starts or repeats, or the refusal."""
        token = given.token
        if token is not None:
            key, mark = MarkKey(token.shard_id, given.machine_id), Mark(token.epoch, token.sequence)
            if key in self.marks and mark <= self.marks[key]:
                return Fenced
            self.marks[key] = mark
        machine = self.machines.get(number)
        if machine is None:
            return MachineNotFound
        start, through, end = PATHS[given.kind]
        if given.by is By.OPERATOR:
            if machine.state is not S.FAILED or busy:
                return InvalidTransition
        elif given.kind in machine.ops and machine.state in (through, end):
            if given.kind is Kind.CONFIGURE and given.cluster_id != machine.cluster:
                return InvalidTransition
            return machine.ops[given.kind]
        elif machine.state is not start:
            return InvalidTransition
        elif given.kind is Kind.CONFIGURE:
            if not given.cluster_id:
                return InvalidRequest
            machine.cluster = given.cluster_id
        if given.kind is Kind.CREATE:
            machine.ops = {}
        op = Op(given.kind, number, now_s + LIMITS_S[given.kind])
        machine.state, machine.error, machine.ops[given.kind] = through, "", op
        return op

    def end(self, op: Op, error: str) -> bool:
        """Apply an end; return whether it counts."""
        machine = self.machines[op.number]
        if machine.running is not op:
            return False
        if error:
            machine.state, machine.error = S.FAILED, error
            return True
        machine.state = PATHS[op.kind][2]
        machine.host = machine.state is not S.SPECULATIVE
        if op.kind is not Kind.CONFIGURE:
            machine.cluster = None
        return True
