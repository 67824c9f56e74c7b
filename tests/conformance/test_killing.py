"""PV-KILL: kill -9 at random moments, under load."""

from __future__ import annotations

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tests.conformance.calls import Answer, Code, Fields, Kind, S, Token
from tests.conformance.registry import check
from tests.conformance.target import IN_BETWEEN, PATHS

if TYPE_CHECKING:
    from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
    from tests.conformance.target import Shard, Target

CLIENTS: Final = 8
MOST_ANSWERS: Final = 60
GONE: Final = (Code.UNAVAILABLE, Code.CANCELLED)
AFTER: Final[dict[pb.MachineState, tuple[Kind, ...]]] = {
    S.MACHINE_STATE_SPECULATIVE: ("create",),
    S.MACHINE_STATE_IDLE: ("configure", "configure", "delete"),
    S.MACHINE_STATE_CONFIGURED: ("drain",),
}


@dataclass(frozen=True)
class Asked:
    """An operation that was asked for; its id is empty where nobody answered."""

    kind: Kind
    fields: Fields
    operation: str = ""


@dataclass(eq=False)
class Shadow:
    """A machine as its client knows it."""

    machine_id: str
    shard: Shard
    chance: random.Random
    answered: Token | None = None
    last: Asked | None = None
    done: bool = True
    unanswered: Asked | None = None
    met: list[str] = field(default_factory=list)

    def live(self) -> None:
        """Lead the machine's life until nobody answers any more."""
        state: pb.MachineState = (
            S.MACHINE_STATE_SPECULATIVE if self.last is None else PATHS[self.last.kind][2]
        )
        while True:
            fields = Fields(
                cluster=f"c{self.chance.randrange(9)}", metadata={"n": "v" * self.chance.randrange(999)}
            )
            asked = Asked(self.chance.choice(AFTER[state]), fields)
            token = self.shard.next()
            self.unanswered = asked
            given = self.shard.ask(asked.kind, self.machine_id, token, fields)
            if given.code in GONE:
                return
            self.accept(asked, token, given)
            try:
                while (machine := self.shard.get(self.machine_id)).state in IN_BETWEEN:
                    time.sleep(0.002)
            except Exception as error:
                if getattr(error, "code", lambda: None)() in GONE:
                    return
                raise
            state = machine.state
            assert state == PATHS[asked.kind][2], machine
            self.done = True

    def accept(self, asked: Asked, token: Token, given: Answer) -> None:
        """Take over what was answered."""
        assert given.code is Code.OK, f"{asked.kind} of {self.machine_id}: {given.code} {given.text}"
        assert given.operation not in self.met
        self.met.append(given.operation)
        self.answered, self.unanswered, self.done = token, None, False
        self.last = Asked(asked.kind, asked.fields, given.operation)

    def verify(self) -> bool:
        """Hold the machine against what is known of it; return whether its life goes on."""
        machine = self.shard.get(self.machine_id)
        where = f"{self} {machine}"
        if self.answered is not None:
            assert (
                self.shard.ask("create", self.machine_id, self.answered).code is Code.FAILED_PRECONDITION
            ), where
        if machine.state == S.MACHINE_STATE_FAILED:
            possible = [self.unanswered] + ([self.last] if not self.done else [])
            causes = [
                one
                for one in possible
                if one and machine.last_error.startswith(f"{one.kind} was interrupted")
            ]
            assert causes, where
            return False
        cause = self.last
        if self.unanswered is not None and machine.state == PATHS[self.unanswered.kind][2]:
            cause = self.unanswered
        ended = S.MACHINE_STATE_SPECULATIVE if cause is None else PATHS[cause.kind][2]
        assert machine.state == ended, where
        bound = cause.fields if cause is not None and cause.kind == "configure" else Fields(cluster="")
        assert (machine.cluster, dict(machine.shard_metadata)) == (
            bound.cluster,
            dict(bound.metadata or {}),
        ), where
        if cause is not None:
            token = self.shard.next()
            given = self.shard.ask(cause.kind, self.machine_id, token, cause.fields)
            if cause is self.last:
                assert given.operation == cause.operation, where
                self.answered = token
            else:
                self.accept(cause, token, given)
        self.unanswered, self.done = None, True
        return True


def answers(shadows: list[Shadow]) -> int:
    """Return how many operations were answered so far."""
    return sum(len(shadow.met) for shadow in shadows)


@check("PV-KILL-01", on="durable")
def test_kills_under_load_lose_nothing_that_was_answered(target: Target) -> None:
    """Tokens, operation ids, bindings and metadata; nothing is stuck, and no id comes twice."""
    seed = int(os.environ.get("PUREVIRT_KILLS_SEED", "1"))
    chance = random.Random(seed)
    shadows: list[Shadow] = []
    everyone: list[Shadow] = []
    for _ in range(int(os.environ.get("PUREVIRT_CONFORMANCE_KILLS", "5"))):
        fresh = target.take(CLIENTS - len(shadows))
        added = [Shadow(one, target.shard(), random.Random(chance.random())) for one in fresh]
        shadows += added
        everyone += added
        with ThreadPoolExecutor(CLIENTS) as pool:
            living = [pool.submit(shadow.live) for shadow in shadows]
            wanted = answers(everyone) + chance.randrange(1, MOST_ANSWERS)
            while answers(everyone) < wanted and not all(one.done() for one in living):
                time.sleep(0.001)
            # The moment is what is random here; nothing waits for it.
            time.sleep(chance.uniform(0, 0.03))
            target.process.kill()
            for one in living:
                one.result()
        target.crash()
        assert not target.calls.list(states=tuple(IN_BETWEEN)).machines
        shadows = [shadow for shadow in shadows if shadow.verify()]
    met = [operation for shadow in everyone for operation in shadow.met]
    assert len(set(met)) == len(met) > CLIENTS
