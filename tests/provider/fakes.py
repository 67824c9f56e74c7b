"""A scriptable backend, a clock that tests move, an observer that tests can wait on, and builders."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from purevirt.provider.core.backend import BackendMachine, Observation, ObservedMachine, ObservedZone
from purevirt.provider.core.engine import Engine
from purevirt.provider.core.inventory import Inventory
from purevirt.provider.core.lifecycle import Command
from purevirt.provider.core.model import CapacityType, Kind, Machine, MachineState, Slot
from purevirt.provider.core.recovery import recover
from purevirt.provider.core.store import MemoryStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from purevirt.provider.core.store import Store
    from purevirt.provider.secret import Secret

LIMITS_S: Mapping[Kind, float] = {Kind.CREATE: 300, Kind.CONFIGURE: 480, Kind.DRAIN: 900, Kind.DELETE: 300}


def slot(number: int = 0, **changes: object) -> Slot:
    """Return a valid slot."""
    made = Slot(
        id=f"libvirt/OnDemand/kvm.small/a/{number:03d}",
        instance_type="kvm.small",
        zone="a",
        capacity_type=CapacityType.ON_DEMAND,
        price_per_hour=0.01,
        vcpu=2,
        memory_mib=4096,
    )
    return replace(made, **changes)  # type: ignore[arg-type] # the tests name real fields


def machine(number: int = 0, **changes: object) -> Machine:
    """Return a machine of `slot(number)`."""
    return replace(Machine(slot=slot(number)), **changes)  # type: ignore[arg-type] # as above


def machine_of(state: MachineState, operations: Mapping[Kind, str] | None = None) -> Machine:
    """Return a machine that is validly in `state`."""
    hosted = state not in (MachineState.SPECULATIVE, MachineState.CREATING)
    bound = state in (MachineState.CONFIGURING, MachineState.CONFIGURED, MachineState.DRAINING)
    return machine(
        state=state,
        host_ref="host-0" if hosted else None,
        cluster="c1" if bound else None,
        metadata={"k": "v"} if bound else {},
        last_error="it broke" if state is MachineState.FAILED else "",
        operations=dict(operations or {}),
    )


@dataclass(eq=False)
class Call:
    """One call of the backend that a test holds in its hand."""

    kind: Kind
    machine: BackendMachine
    operation_id: str
    cluster_id: str = ""
    blob: Secret | None = None
    grace_s: int = 0
    stubborn: bool = False
    answer: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)

    def finish(self) -> None:
        """Let the call succeed."""
        self.answer.set_result(None)

    def fail(self, error: Exception) -> None:
        """Let the call raise."""
        self.answer.set_exception(error)


class FakeBackend:
    """A backend in memory. Calls of the kinds in `held` wait for the test, others succeed at once."""

    def __init__(self) -> None:
        self.held: set[Kind] = set()
        self.stubborn: set[Kind] = set()
        self.errors: dict[Kind, Exception] = {}
        self.counts: Counter[Kind] = Counter()
        self.calls: asyncio.Queue[Call] = asyncio.Queue()
        self.observed: list[ObservedMachine] = []
        self.observed_zones: list[ObservedZone] = [ObservedZone(name="a", up=True, complete=True)]
        self.describe_error: Exception | None = None
        self.on_describe: Callable[[], Awaitable[object]] | None = None

    async def create(self, machine: BackendMachine, operation_id: str) -> str:
        """Return a host named after the operation."""
        await self._called(Call(Kind.CREATE, machine, operation_id))
        return f"host-{operation_id}"

    async def configure(
        self, machine: BackendMachine, cluster_id: str, blob: Secret, operation_id: str
    ) -> None:
        """Succeed, fail or wait, as told."""
        await self._called(Call(Kind.CONFIGURE, machine, operation_id, cluster_id=cluster_id, blob=blob))

    async def drain(self, machine: BackendMachine, grace_s: int, operation_id: str) -> None:
        """Succeed, fail or wait, as told."""
        await self._called(Call(Kind.DRAIN, machine, operation_id, grace_s=grace_s))

    async def delete(self, machine: BackendMachine, operation_id: str) -> None:
        """Succeed, fail or wait, as told."""
        await self._called(Call(Kind.DELETE, machine, operation_id))

    async def describe(self) -> Observation:
        """Return what the test has set."""
        if self.on_describe is not None:
            await self.on_describe()
        if self.describe_error is not None:
            raise self.describe_error
        return Observation(machines=list(self.observed), zones=list(self.observed_zones))

    async def _called(self, call: Call) -> None:
        self.counts[call.kind] += 1
        if call.kind in self.errors:
            raise self.errors[call.kind]
        if call.kind not in self.held:
            return
        call.stubborn = call.kind in self.stubborn
        self.calls.put_nowait(call)
        while True:
            try:
                await asyncio.shield(call.answer)
            except asyncio.CancelledError:
                call.cancelled.set()
                if not call.stubborn:
                    raise
            else:
                return


class FakeClock:
    """Time that only a test moves."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self._timers: list[tuple[float, int, FakeTimer]] = []

    def time(self) -> float:
        """Return the time."""
        return self.now_s

    def call_later(self, delay: float, callback: Callable[[], object], /) -> FakeTimer:
        """Note a callback."""
        timer = FakeTimer(callback)
        heapq.heappush(self._timers, (self.now_s + delay, id(timer), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Move the time on, and call what falls due."""
        self.now_s += seconds
        while self._timers and self._timers[0][0] <= self.now_s:
            _, _, timer = heapq.heappop(self._timers)
            if not timer.cancelled:
                timer.callback()

    @property
    def pending(self) -> int:
        """Return how many timers wait."""
        return sum(not timer.cancelled for _, _, timer in self._timers)


class FakeTimer:
    """What `call_later` returns."""

    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        """Stop it."""
        self.cancelled = True


class Recorder:
    """An observer whose reports a test can wait for."""

    def __init__(self) -> None:
        self.ends: asyncio.Queue[tuple[Kind, str, float]] = asyncio.Queue()
        self.commits: list[bool] = []
        self.failed_commits: asyncio.Queue[None] = asyncio.Queue()
        self.strange: list[str] = []
        self.reconciles: list[bool] = []
        self.started: list[Kind] = []
        self.calls: list[tuple[str, str]] = []

    def transition_started(self, kind: Kind) -> None:
        """Record."""
        self.started.append(kind)

    def transition_ended(self, kind: Kind, result: str, elapsed_s: float) -> None:
        """Record."""
        self.ends.put_nowait((kind, result, elapsed_s))

    def committed(self, elapsed_s: float, *, success: bool) -> None:
        """Record."""
        self.commits.append(success)
        if not success:
            self.failed_commits.put_nowait(None)

    def reconciled(self, *, success: bool) -> None:
        """Record."""
        self.reconciles.append(success)

    def called(self, method: str, code: str, elapsed_s: float) -> None:
        """Record."""
        self.calls.append((method, code))

    def unexpected(self, where: str) -> None:
        """Record."""
        self.strange.append(where)


def found_slot(observed: ObservedMachine) -> Slot:
    """Describe a machine that has no slot."""
    return replace(slot(), id=observed.machine_id, zone=observed.zone, vcpu=0, memory_mib=0)


@dataclass(eq=False)
class Bench:
    """An engine with everything around it."""

    engine: Engine
    inventory: Inventory
    backend: FakeBackend
    clock: FakeClock
    observer: Recorder
    health: list[bool]

    def state(self, number: int = 0) -> MachineState:
        """Return the state of a machine."""
        return self.get(number).state

    def get(self, number: int = 0) -> Machine:
        """Return a machine."""
        found = self.inventory.get(slot(number).id)
        assert found is not None
        return found

    async def run(self, kind: Kind, number: int = 0, **fields: object) -> Machine:
        """Submit an unfenced command, wait until its operation has ended, return the machine."""
        await self.engine.submit(command(kind, number, **fields))
        await self.observer.ends.get()
        return self.get(number)


def command(kind: Kind, number: int = 0, **fields: object) -> Command:
    """Return a command; a Configure is for cluster c1 unless told otherwise."""
    fields.setdefault("machine_id", slot(number).id)
    if kind is Kind.CONFIGURE:
        fields.setdefault("cluster_id", "c1")
    return Command(kind=kind, **fields)  # type: ignore[arg-type] # the tests name real fields


@asynccontextmanager
async def bench(
    store: Store | None = None,
    *,
    slots: int = 4,
    deletable: bool = True,
    encode: Callable[[Machine], bytes] | None = None,
    backend: FakeBackend | None = None,
) -> AsyncIterator[Bench]:
    """Run an engine over `store`, recovered as a start-up does, and close it afterwards."""
    store = store or MemoryStore()
    snapshot = store.load()
    recovered = recover(snapshot, [slot(number) for number in range(slots)])
    inventory = Inventory(encode or (lambda one: one.id.encode()), recovered.machines, snapshot.revision)
    backend, clock, observer = backend or FakeBackend(), FakeClock(), Recorder()
    health: list[bool] = []
    engine = Engine(
        backend=backend,
        store=store,
        inventory=inventory,
        marks=snapshot.marks,
        operation=snapshot.operation,
        limits_s=LIMITS_S,
        slot_for=found_slot,
        deletable=deletable,
        clock=clock,
        observer=observer,
        on_health=health.append,
    )
    await engine.start()
    try:
        async with asyncio.timeout(20):
            yield Bench(engine, inventory, backend, clock, observer, health)
    finally:
        await engine.close()
