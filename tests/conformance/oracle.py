"""What a provider should answer, written as small as it can be: machines at rest, marks, operations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.conformance.calls import UNFENCED, Answer, Code, Kind, S, Token
from tests.conformance.target import PATHS

if TYPE_CHECKING:
    import grpc

    from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb


@dataclass
class Known:
    """A machine."""

    state: pb.MachineState = S.MACHINE_STATE_SPECULATIVE
    cluster: str = ""
    operations: dict[Kind, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Expected:
    """An answer: its code; where it is OK, the operation that it repeats, or that it starts a new one."""

    code: grpc.StatusCode
    repeats: str = ""


class Oracle:
    """Everything that answers depend on, where each operation ends before the next request."""

    def __init__(self, machines: list[str]) -> None:
        self.machines = {machine_id: Known() for machine_id in machines}
        self.marks: dict[tuple[str, str], tuple[int, int]] = {}
        self.minted: set[str] = set()

    def expect(self, kind: Kind, machine_id: str, token: Token, cluster: str) -> Expected:
        """Return the answer, and move the mark."""
        if token != UNFENCED:
            key, pair = (token.shard_id, machine_id), (token.epoch, token.sequence)
            if key in self.marks and pair <= self.marks[key]:
                return Expected(Code.FAILED_PRECONDITION)
            self.marks[key] = pair
        machine = self.machines.get(machine_id)
        if machine is None:
            return Expected(Code.NOT_FOUND)
        start, _, end = PATHS[kind]
        if machine.state == end and kind in machine.operations:
            if kind == "configure" and cluster != machine.cluster:
                return Expected(Code.INTERNAL)
            return Expected(Code.OK, machine.operations[kind])
        return Expected(Code.OK if machine.state == start else Code.INTERNAL)

    def learn(self, kind: Kind, machine_id: str, cluster: str, expected: Expected, given: Answer) -> bool:
        """Hold an answer against what was expected; return whether a new operation was started."""
        assert given.code is expected.code, f"{kind}: {given.code} {given.text}, not {expected.code}"
        if given.ack is None:
            return False
        if expected.repeats:
            assert given.operation == expected.repeats
            return False
        assert given.operation not in self.minted
        self.minted.add(given.operation)
        machine = self.machines[machine_id]
        if kind == "create":
            machine.operations = {}
        machine.operations[kind] = given.operation
        machine.state = PATHS[kind][2]
        machine.cluster = cluster if kind == "configure" else ""
        return True
