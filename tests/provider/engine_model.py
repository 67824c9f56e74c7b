"""The engine, its store and its clock against a model: `python -m tests.provider.engine_model STEPS [SEED]`.

Hypothesis plays commands alone and in groups, retries, old tokens, repairs, ends, timeouts, both at once,
results of operations that have long ended, commits that fail, and restarts from the state file. After every
step the whole fleet, all marks, a client that lives on deltas, and health are what the model says.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from purevirt.provider.core.backend import BackendError
from purevirt.provider.core.engine import RETRY_S, Ack
from purevirt.provider.core.fencing import Token
from purevirt.provider.core.lifecycle import By, Command
from purevirt.provider.core.model import Kind, Machine, MachineState
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import (
    MachineNotFound,
    StoreError,
)
from purevirt.provider.logs import configure_logs
from tests.provider.engine_oracle import Op, World
from tests.provider.fakes import LIMITS_S, Bench, Call, bench, slot

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from purevirt.provider.core.cursor import Cursor
    from purevirt.provider.core.store import Delta

S = MachineState
SLOTS = 2
STEPS = 50
# No sums of these are a limit apart from each other, so that no two timers are ever due at one moment.
PAUSES_S = (0.37, 1.13, 290.77, 500.19, 901.03)


class FailingStore(SqliteStore):
    """A state file whose disk can be full."""

    full = False

    def commit(self, delta: Delta) -> None:
        """Commit, unless the disk is full."""
        if self.full:
            raise StoreError("the disk is full")
        super().commit(delta)


def encode(one: Machine) -> bytes:
    """Return what a client would see, as text."""
    parts = (one.id, one.state.name, one.cluster, dict(one.metadata), one.last_error, one.host_ref)
    return repr(parts).encode()


@st.composite
def commands(draw: st.DrawFn) -> tuple[int, Command]:
    """Return a command near what is possible, with a token near what was sent before."""
    number = draw(st.integers(0, SLOTS))
    kind = draw(st.sampled_from(list(Kind)))
    token = None
    if draw(st.booleans()):
        token = Token(draw(st.sampled_from("ab")), draw(st.integers(0, 2)), draw(st.integers(0, 5)))
    cluster = draw(st.sampled_from(("c1", "c1", "c2", ""))) if kind is Kind.CONFIGURE else ""
    metadata = {"of": cluster} if kind is Kind.CONFIGURE else {}
    return number, Command(
        kind=kind, machine_id=slot(number).id, token=token, cluster_id=cluster, metadata=metadata
    )


class EngineMachine(RuleBasedStateMachine):
    """Plays, and compares."""

    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory(prefix="pv-model-")
        self.world = World(SLOTS)
        self.minted: set[str] = set()
        self.calls: dict[str, Call] = {}
        self.ops: dict[str, Op] = {}
        self.kept: list[tuple[Op, str]] = []
        self.retry_s: float | None = None
        self.healthy = True

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a step to its end."""
        EngineMachine.steps += 1
        self.runner.run(work)

    @initialize()
    def start(self) -> None:
        """Start from an empty file."""
        self.run(self._start())

    async def _start(self) -> None:
        self.store = FailingStore.open(Path(self.folder.name) / "state.db")
        self.scope = bench(self.store, slots=SLOTS, encode=encode)
        self.b: Bench = await self.scope.__aenter__()
        self.b.backend.held = set(Kind)
        self.cursor: Cursor | None = None
        self.seen: dict[str, bytes] = {}

    async def settle(self) -> None:
        """Let everything happen that is due: a command that changes nothing goes through behind it."""
        for _ in range(3):
            for _ in range(6):
                await asyncio.sleep(0)
            with contextlib.suppress(MachineNotFound, StoreError):
                await self.b.engine.submit(Command(kind=Kind.DELETE, machine_id="nobody"))
        while not self.b.backend.calls.empty():
            call = self.b.backend.calls.get_nowait()
            self.calls[call.operation_id] = call
        # Work that was cancelled has ended, unless it ignores that.
        ended = [name for name, call in self.calls.items() if call.cancelled.is_set() and not call.stubborn]
        for name in ended:
            del self.calls[name]

    def commit(self, after: World) -> bool:
        """Take `after` over if the disk does; return whether it did."""
        self.healthy = not self.store.full
        if self.store.full:
            if self.retry_s is None:
                self.retry_s = self.b.clock.now_s + RETRY_S
            return False
        self.world = after
        return True

    def busy(self, number: int) -> bool:
        """Return whether work on a machine still runs."""
        return any(self.ops[name].number == number for name in self.calls)

    @rule(
        group=st.lists(commands(), min_size=1, max_size=4),
        stubborn=st.booleans(),
        full=st.sampled_from((False, False, False, True)),
    )
    def submit(self, group: list[tuple[int, Command]], stubborn: bool, full: bool) -> None:
        """Send commands at once."""
        self.run(self._submit(group, stubborn, full))

    @rule(number=st.integers(0, SLOTS))
    def repair(self, number: int) -> None:
        """Let an operator repair a machine."""
        given = Command(kind=Kind.DELETE, by=By.OPERATOR, machine_id=slot(number).id)
        self.run(self._submit([(number, given)], False, False))

    @rule(number=st.integers(0, SLOTS - 1), back=st.booleans(), stubborn=st.booleans())
    def go_on(self, number: int, back: bool, stubborn: bool) -> None:
        """Take a machine one step further in its life, so that the rarer states are met as well."""
        machine = self.world.machines[number]
        if machine.running is not None:
            if machine.running.id in self.calls:
                self.run(self._finish(sorted(self.calls).index(machine.running.id), "", False, 0.0))
            return
        kind = {
            S.SPECULATIVE: Kind.CREATE,
            S.IDLE: Kind.DELETE if back else Kind.CONFIGURE,
            S.CONFIGURED: Kind.DRAIN,
            S.FAILED: Kind.DELETE,
        }[machine.state]
        bound = {"cluster_id": "c1", "metadata": {"of": "c1"}} if kind is Kind.CONFIGURE else {}
        by = By.OPERATOR if machine.state is S.FAILED else By.SHARD
        given = Command(kind=kind, machine_id=slot(number).id, by=by, **bound)  # type: ignore[arg-type] # as named
        self.run(self._submit([(number, given)], stubborn, False))

    @rule(number=st.integers(0, SLOTS - 1), stubborn=st.booleans())
    def live(self, number: int, stubborn: bool) -> None:
        """Take it two steps further."""
        self.go_on(number, False, stubborn)
        self.go_on(number, False, stubborn)

    @precondition(lambda self: any(one.running for one in self.world.machines.values()))
    @rule()
    def time_out(self) -> None:
        """Let the time of whatever is under way run out."""
        self.run(self._wait(PAUSES_S[-1], False))

    @rule(given=commands(), times=st.integers(2, 4))
    def retry(self, given: tuple[int, Command], times: int) -> None:
        """Send one command several times at once, its token growing or not."""
        number, first = given
        token = first.token
        group = [
            (
                number,
                first if token is None else replace(first, token=replace(token, sequence=token.sequence + n)),
            )
            for n in range(times)
        ]
        self.run(self._submit(group, False, False))

    async def _submit(self, group: list[tuple[int, Command]], stubborn: bool, full: bool) -> None:
        self.store.full = full
        self.b.backend.stubborn = set(Kind) if stubborn else set()
        after = self.world.copy()
        expected = [
            after.command(given, number, self.b.clock.now_s, busy=self.busy(number))
            for number, given in group
        ]
        accepted = [one for one in expected if isinstance(one, Op) and not one.id]
        if (accepted or after.marks != self.world.marks) and not self.commit(after):
            expected = [StoreError] * len(group)
        answers = await asyncio.gather(
            *(self.b.engine.submit(given) for _, given in group), return_exceptions=True
        )
        for want, answer in zip(expected, answers, strict=True):
            if isinstance(want, Op):
                assert isinstance(answer, Ack), (want, answer)
                if not want.id:
                    assert answer.operation_id not in self.minted
                    self.minted.add(answer.operation_id)
                    want.id = answer.operation_id
                    self.ops[want.id] = want
                assert answer.operation_id == want.id
            else:
                assert type(answer) is want, (want, answer)
        await self.settle()
        self.store.full = False

    @precondition(lambda self: self.calls)
    @rule(
        pick=st.integers(0, 99),
        error=st.sampled_from(("", "", "it broke", "bug")),
        full=st.sampled_from((False, False, False, True)),
        pause_s=st.sampled_from((0.0, 0.0, 0.0, *PAUSES_S)),
    )
    def finish(self, pick: int, error: str, full: bool, pause_s: float) -> None:
        """Let the backend end a call, at the very moment at which a timeout may be due."""
        self.run(self._finish(pick, error, full, pause_s))

    async def _finish(self, pick: int, error: str, full: bool, pause_s: float) -> None:
        name = sorted(self.calls)[pick % len(self.calls)]
        call, op = self.calls.pop(name), self.ops[name]
        self.store.full = full
        if error:
            call.fail(BackendError(error) if error == "it broke" else RuntimeError("a secret"))
        else:
            call.finish()
        reason = "failed for an unexpected reason" if error == "bug" else error
        if pause_s:
            # The timers fire before the task that has just been woken can say anything.
            self._advance(pause_s)
        else:
            self._apply([(op, reason)])
        await self.settle()
        if pause_s:
            self._late(op, reason)
            await self.settle()
        self.store.full = False

    def _late(self, op: Op, reason: str) -> None:
        """Apply an end that was reported behind timeouts, which were a group of their own or the same."""
        after = self.world.copy()
        if after.end(op, reason) and not self.commit(after):
            self.kept.append((op, reason))

    @rule(pause_s=st.sampled_from(PAUSES_S), full=st.sampled_from((False, False, True)))
    def wait(self, pause_s: float, full: bool) -> None:
        """Let time pass."""
        self.run(self._wait(pause_s, full))

    async def _wait(self, pause_s: float, full: bool) -> None:
        self.store.full = full
        self._advance(pause_s)
        await self.settle()
        self.store.full = False

    def _advance(self, pause_s: float) -> None:
        """Move the clock, and apply what falls due in the order of its time."""
        now_s = self.b.clock.now_s + pause_s
        due: list[tuple[float, list[tuple[Op, str]], bool]] = []
        for machine in self.world.machines.values():
            op = machine.running
            if op is not None and not op.fired and op.deadline_s <= now_s:
                op.fired = True
                limit_s = LIMITS_S[op.kind]
                due.append((op.deadline_s, [(op, f"{op.kind} timed out after {limit_s:g} s")], False))
        if self.retry_s is not None and self.retry_s <= now_s:
            due.append((self.retry_s, self.kept, True))
            self.kept, self.retry_s = [], None
        self.b.clock.advance(pause_s)
        items = [item for _, group, _ in sorted(due, key=lambda one: one[0]) for item in group]
        self._apply(items, probe=any(probe for _, _, probe in due))

    def _apply(self, items: list[tuple[Op, str]], *, probe: bool = False) -> None:
        """Apply ends as one group."""
        after = self.world.copy()
        counted = [after.end(op, error) for op, error in items]
        if (any(counted) or probe) and not self.commit(after):
            self.kept.extend(items)

    @rule()
    def restart(self) -> None:
        """Stop, and start from the file."""
        self.run(self._restart())

    async def _stop(self) -> None:
        for call in self.calls.values():
            call.stubborn = False
        self.calls.clear()
        await self.scope.__aexit__(None, None, None)

    async def _restart(self) -> None:
        await self._stop()
        for machine in self.world.machines.values():
            op = machine.running
            if op is not None:
                machine.state = S.FAILED
                machine.error = f"{op.kind} was interrupted by a restart of the provider (operation {op.id})"
        self.kept, self.retry_s, self.healthy = [], None, True
        await self._start()

    @invariant()
    def same(self) -> None:
        """Compare everything."""
        if not hasattr(self, "b"):
            return
        for number, want in self.world.machines.items():
            got = self.b.get(number)
            assert got.state is want.state, (number, got, want)
            assert (got.host_ref is not None, got.cluster) == (want.host, want.cluster), (number, got, want)
            assert dict(got.metadata) == ({"of": want.cluster} if want.cluster else {}), (got, want)
            assert want.error in got.last_error, (got, want)
            assert bool(want.error) == bool(got.last_error), (got, want)
            assert {kind: op.id for kind, op in want.ops.items()} == dict(got.operations), (got, want)
        assert self.b.engine.snapshot("").marks == self.world.marks
        assert self.b.engine.healthy is self.healthy
        page = self.b.inventory.page(frozenset(), 0, self.cursor)
        self.seen.update((chunk.decode().split("'")[1], chunk) for chunk in page.chunks)
        self.cursor = page.cursor
        assert sorted(self.seen.values()) == sorted(encode(self.b.get(number)) for number in range(SLOTS))

    def teardown(self) -> None:
        """Close everything."""
        if hasattr(self, "b"):
            self.runner.run(self._stop())
        self.runner.close()
        self.folder.cleanup()


def play(steps: int, first_seed: int = 0, *, shrink: bool = True) -> int:
    """Play `steps` steps or a few more, and return how many it were.

    The same seed gives the same steps. `shrink` looks for a small failing case, which takes its time.
    """
    EngineMachine.steps = 0
    configure_logs(level=logging.CRITICAL)
    number = first_seed
    while EngineMachine.steps < steps:
        profile = settings(
            max_examples=max(1, min(100, (steps - EngineMachine.steps) // STEPS)),
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            phases=(Phase.generate, Phase.shrink) if shrink else (Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        run_machine(seed(number)(type("Seeded", (EngineMachine,), {})), settings=profile)
        number += 1
    return EngineMachine.steps


if __name__ == "__main__":
    given = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    sys.stdout.write(f"seed {given}: {play(int(sys.argv[1]), given)} steps without a difference\n")
