"""The engine: one task that decides, makes durable, answers, and only then starts the work.

Theory of operation
-------------------
Everything that can change a machine goes through one queue: commands from callers, the ends of operations,
timeouts, and observations of the hosts. One writer task takes what waits as a group and, for the group,

1. decides each item in order, with the pure functions of `lifecycle`, `fencing` and `reconcile`, into a
draft; 2. commits the draft in one transaction, in a worker thread, so that the event loop is never blocked;
3. publishes the draft to the inventory, which is all that readers see; 4. answers the callers; 5. starts and
stops the work that follows.

While a commit is on its way to the disk the next group gathers, so throughput grows with the load and the
order on disk is the order of the answers. There are no locks: the writer is the only one that changes
anything, and steps 1, 3, 4 and 5 run without giving up the event loop.

A commit that fails publishes nothing. Every command of the group is refused with StoreError, `healthy` turns
false, and what must not be lost (ends, timeouts) goes back into the queue after RETRY_S, together with a
probe that turns `healthy` true again once the disk takes it.

The work of an operation runs in a task of its own under a timer (`work`). The end and the timeout both name
the operation id and race fairly: whichever is decided first counts, and the other one is discarded. A timeout
cancels the task; one that ignores that runs on, and until it ends no repair of its machine is accepted.

Bounds: at most MAX_WAITING commands are in the queue at a time, further callers wait in line. The other items
are bounded by the operations under way (an end and a timeout each), and there is at most one observation.

Closing: no more commands are taken, the writer finishes what waits, work under way is cancelled and stays
recorded as under way, which the next start turns into FAILED.
"""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from purevirt.errors import InternalError, PurevirtError
from purevirt.provider.core import lifecycle
from purevirt.provider.core.backend import BackendError, ObservedZone, ZonedBackend
from purevirt.provider.core.draft import Draft, DraftSince
from purevirt.provider.core.fencing import MarkKey
from purevirt.provider.core.lifecycle import Accepted, By, Command, Refused, metadata_bytes
from purevirt.provider.core.marks import Marks
from purevirt.provider.core.model import Kind, Machine, MachineState
from purevirt.provider.core.reconcile import plan
from purevirt.provider.core.signals import Observer, Silent
from purevirt.provider.core.store import Snapshot
from purevirt.provider.core.work import End, Timeout, Work
from purevirt.provider.errors import InvalidTransition, ProviderError, StoreError, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from purevirt.provider.core.backend import Backend, Observation, ObservedMachine
    from purevirt.provider.core.fencing import Mark
    from purevirt.provider.core.inventory import Inventory
    from purevirt.provider.core.model import Slot
    from purevirt.provider.core.store import Store
    from purevirt.provider.core.work import Clock, Handle

# A group is one transaction: large enough for every caller of a busy server, small enough to answer soon.
MAX_GROUP: Final = 256
MAX_WAITING: Final = 1024
RETRY_S: Final = 1.0
# A full List is one message of at most 256 MiB, so the fleet must not outgrow it: a binding that would not
# fit is refused. What is left over is for last_error and names of hosts, which callers do not choose.
MAX_FLEET_BYTES: Final = 240 * 1024 * 1024
# What the wire puts around an entry of a map, at most.
FRAME_BYTES: Final = 16

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Ack:
    """The answer to a command: the operation, and the machine as it is made durable."""

    operation_id: str
    machine: Machine


@dataclass(slots=True, eq=False)
class _Request:
    command: Command
    answer: asyncio.Future[Ack]


@dataclass(slots=True, eq=False)
class _Observed:
    observation: Observation
    since: int
    answer: asyncio.Future[int]


class _Probe:
    """Asks for a commit even where nothing has changed."""


class _Stop:
    """Ends the writer."""


_Item = _Request | End | Timeout | _Observed | _Probe


class Engine:
    """The one writer over an inventory, a store and a backend.

    Args:
        store: loaded already, and owned by the engine from `start` to `close`.
        inventory: holds what `store` holds; changed by the engine only from now on.
        marks: the store's fence marks; taken over.
        operation: the store's operation counter.
        limits_s: how long each operation may take, in seconds.
        deletable: false for a pool of bare metal.
        slot_for: describes a machine that was found on a host and has no slot; None if it is not ours.
        clock: the running event loop where None.
        on_health: called with the new value whenever `healthy` changes.
    """

    def __init__(
        self,
        *,
        backend: Backend,
        store: Store,
        inventory: Inventory,
        marks: Mapping[MarkKey, Mark],
        operation: int,
        limits_s: Mapping[Kind, float],
        slot_for: Callable[[ObservedMachine], Slot | None],
        deletable: bool = True,
        clock: Clock | None = None,
        observer: Observer | None = None,
        on_health: Callable[[bool], None] = lambda _: None,
    ) -> None:
        self._backend = backend
        self._store = store
        self._inventory = inventory
        self._marks = Marks(marks, lambda machine_id: inventory.get(machine_id) is not None)
        self._operation = operation
        # A state file restored from a backup sets the counter back; the nonce keeps ids unique all the same.
        self._nonce = secrets.token_hex(4)
        self._slot_for = slot_for
        self._deletable = deletable
        self._given_clock = clock
        self._observer = observer or Silent()
        self._on_health = on_health
        self._queue: asyncio.Queue[_Item | _Stop] = asyncio.Queue()
        self._admission = asyncio.Semaphore(MAX_WAITING)
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="purevirt-store")
        self._writer: asyncio.Task[None] | None = None
        self._work = Work(
            backend,
            limits_s,
            self._observer,
            report=self._queue.put_nowait,
            unexpected=self._unexpected,
        )
        self._doubts: dict[str, float] = {}
        self._zones: dict[str, ObservedZone] = {}
        self._retry: Handle | None = None
        self._kept: list[End | Timeout] = []
        self._healthy = True
        self._closing = False

    @property
    def healthy(self) -> bool:
        """Return whether the last commit succeeded."""
        return self._healthy

    @property
    def zones(self) -> Sequence[ObservedZone]:
        """Return the zones as they were last observed; empty before the first observation."""
        return tuple(self._zones.values())

    def doubts(self, zone: str | None = None) -> bool:
        """Return whether a machine, of that zone or of any, is in doubt until another look."""
        if zone is None:
            return bool(self._doubts)
        machines = (self._inventory.get(machine_id) for machine_id in self._doubts)
        return any(machine is not None and machine.slot.zone == zone for machine in machines)

    @property
    def under_way(self) -> int:
        """Return how many operations are under way."""
        return len(self._work)

    @property
    def _clock(self) -> Clock:
        return self._given_clock or asyncio.get_running_loop()

    async def start(self) -> None:
        """Start the writer. Call once, before anything else."""
        self._writer = asyncio.create_task(self._write_groups(), name="provider-writer")

    async def close(self) -> None:
        """Finish what waits, cancel the work under way, close the store. A second call does nothing.

        Takes at most `work.CLOSE_S` for what work still does once it is cancelled, besides the last commits.
        """
        if self._closing:
            return
        self._closing = True
        if self._writer is not None:
            self._queue.put_nowait(_Stop())
            await self._writer
        if self._retry is not None:
            self._retry.cancel()
        await self._work.close()
        self._disk.shutdown()
        self._store.close()

    def busy(self, machine_id: str) -> bool:
        """Return whether work on the machine still runs, also where the record says that it has ended."""
        return self._work.busy(machine_id)

    def snapshot(self, identity: str) -> Snapshot:
        """Return everything that is durable, in one piece, as the state of that identity."""
        machines = {machine.id: machine for machine in self._inventory.in_states(tuple(MachineState))}
        return Snapshot(
            machines=machines,
            marks=self._marks.all(),
            revision=self._inventory.head,
            operation=self._operation,
            identity=identity,
        )

    async def submit(self, command: Command) -> Ack:
        """Judge `command`, and return its answer once all that follows from it is durable.

        A caller that is cancelled before the decision leaves no trace; after it, the operation goes on.

        Raises:
            ProviderError: the refusal; the subclass says why.
        """
        # Not a lock: it bounds the queue, and callers beyond the bound wait in order.
        async with self._admission:
            if self._closing or self._writer is None:
                raise Unavailable("the provider is shutting down; retry against its successor")
            answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
            self._queue.put_nowait(_Request(command, answer))
            return await answer

    async def reconcile(self, zone: str | None = None) -> int:
        """Observe one zone, or all hosts, and apply what follows; return how many machines changed.

        Only one call at a time for a zone. A zone can be named where the backend is a `ZonedBackend`.

        Raises:
            BackendError: nothing could be observed.
            StoreError: what follows could not be made durable.
            Unavailable: the engine is closing.
        """
        since = self._inventory.head
        try:
            observation = await self._describe(zone)
        except Exception as error:
            self._observer.reconciled(success=False)
            if not isinstance(error, BackendError):
                self._unexpected("describe", error)
                error = BackendError("the hosts could not be observed for an unexpected reason")
            if zone is not None:
                self._zones[zone] = ObservedZone(name=zone, up=False, complete=False, detail=str(error))
            raise error from None
        if zone is None:
            self._zones.clear()
        self._zones.update({one.name: one for one in observation.zones})
        if self._closing:
            raise Unavailable("the provider is shutting down")
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Observed(observation, since, answer))
        try:
            changed = await answer
        except PurevirtError:
            self._observer.reconciled(success=False)
            raise
        self._observer.reconciled(success=True)
        return changed

    async def _describe(self, zone: str | None) -> Observation:
        if zone is None:
            return await self._backend.describe()
        if not isinstance(self._backend, ZonedBackend):
            raise InternalError(f"zone {zone}: the backend cannot observe one zone; please report this")
        return await self._backend.describe_zone(zone)

    # The writer.

    async def _write_groups(self) -> None:
        """Take groups from the queue until told to stop."""
        stopping = False
        while not stopping:
            group: list[_Item] = []
            item = await self._queue.get()
            while True:
                if isinstance(item, _Stop):
                    stopping = True
                    break
                group.append(item)
                if len(group) == MAX_GROUP or self._queue.empty():
                    break
                item = self._queue.get_nowait()
            if group:
                await self._write(group)
        while not self._queue.empty():
            late = self._queue.get_nowait()
            if isinstance(late, _Request | _Observed) and not late.answer.done():
                late.answer.set_exception(Unavailable("the provider is shutting down"))

    async def _write(self, group: list[_Item]) -> None:
        """Decide, commit, publish, answer and dispatch one group."""
        draft = Draft(self._inventory, self._marks, self._operation)
        followers: list[Callable[[], None]] = []
        for item in group:
            try:
                followers.append(self._decide(item, draft))
            except Exception as error:  # noqa: BLE001 - a bug in deciding one item must not stop the writer
                self._unexpected("decide", error)
                followers.append(
                    _refusal(item, InternalError("this request met a bug in the provider; please report it"))
                )
        if draft.changed or any(isinstance(item, _Probe) for item in group):
            started_s = self._clock.time()
            try:
                await asyncio.get_running_loop().run_in_executor(
                    self._disk, self._store.commit, draft.delta()
                )
            except Exception as error:  # noqa: BLE001 - whatever it was, the group is not durable
                self._observer.committed(self._clock.time() - started_s, success=False)
                self._commit_failed(group, error)
                return
            self._observer.committed(self._clock.time() - started_s, success=True)
            self._set_healthy(True)
            self._operation = draft.operation
            for machine in draft.machines.values():
                try:
                    self._inventory.put(machine)
                except Exception as error:  # noqa: BLE001 - one that cannot be shown must not stop the writer
                    self._unexpected("publish", error)
            self._marks.publish(draft.marks, draft.dropped)
        for follow in followers:
            follow()

    def _commit_failed(self, group: list[_Item], error: Exception) -> None:
        """Refuse the commands of a group that is not durable, and keep what must not be lost."""
        if isinstance(error, StoreError):
            reason = str(error)
        else:
            self._unexpected("commit", error)
            reason = "the state could not be made durable"
        log.error("commit failed", reason=reason, items=len(group))
        self._set_healthy(False)
        for item in group:
            if isinstance(item, End | Timeout):
                self._kept.append(item)
            else:
                _refusal(item, StoreError(reason))()
        if self._retry is None:
            self._retry = self._clock.call_later(RETRY_S, self._requeue)

    def _requeue(self) -> None:
        """Try again what a failed commit kept."""
        self._retry = None
        kept, self._kept = self._kept, []
        for item in (*kept, _Probe()):
            self._queue.put_nowait(item)

    def _set_healthy(self, healthy: bool) -> None:
        if healthy is not self._healthy:
            self._healthy = healthy
            self._on_health(healthy)

    def _decide(self, item: _Item, draft: Draft) -> Callable[[], None]:
        """Put what follows from `item` into the draft; return what to do once that is durable."""
        if isinstance(item, _Request):
            return self._decide_request(item, draft)
        if isinstance(item, End):
            return self._decide_end(item, draft)
        if isinstance(item, Timeout):
            return self._decide_timeout(item, draft)
        if isinstance(item, _Observed):
            return self._decide_observed(item, draft)
        return lambda: None

    def _decide_request(self, item: _Request, draft: Draft) -> Callable[[], None]:
        if item.answer.done():
            # The caller went away before the decision.
            return lambda: None
        command = item.command
        key = None if command.token is None else MarkKey(command.token.shard_id, command.machine_id)
        operation_id = f"{draft.operation + 1:x}-{self._nonce}"
        decision = lifecycle.decide(
            command,
            draft.get(command.machine_id),
            None if key is None else draft.mark(key),
            operation_id=operation_id,
            deletable=self._deletable,
            room_bytes=MAX_FLEET_BYTES - self._inventory.size_bytes - draft.growth_bytes,
        )
        if key is not None and decision.mark is not None:
            draft.marks[key] = decision.mark
        outcome = decision.outcome
        if isinstance(outcome, Refused):
            return _refusal(item, outcome.error)
        if isinstance(outcome, Accepted):
            if command.by is By.OPERATOR and self._work.busy(command.machine_id):
                return _refusal(item, _still_running(command.machine_id))
            draft.operation += 1
            draft.machines[outcome.machine.id] = outcome.machine
            draft.growth_bytes += _framed_bytes(command)

        def follow() -> None:
            if not item.answer.done():
                item.answer.set_result(Ack(outcome.operation_id, outcome.machine))
            if isinstance(outcome, Accepted):
                self._work.start(command, outcome, self._clock)

        return follow

    def _decide_end(self, item: End, draft: Draft) -> Callable[[], None]:
        machine = draft.get(item.machine_id)
        ended = None if machine is None else lifecycle.complete(machine, item.operation_id, item.outcome)
        if ended is None:

            def discard() -> None:
                log.info("late result discarded", machine=item.machine_id, operation=item.operation_id)

            return discard
        draft.machines[ended.id] = ended
        result = "failed" if ended.state is MachineState.FAILED else "succeeded"
        return lambda: self._work.end(item.operation_id, ended, result, self._clock.time())

    def _decide_timeout(self, item: Timeout, draft: Draft) -> Callable[[], None]:
        machine = draft.get(item.machine_id)
        ended = None if machine is None else lifecycle.timeout(machine, item.operation_id, item.limit_s)
        if ended is None:
            return lambda: None
        draft.machines[ended.id] = ended
        return lambda: self._work.end(item.operation_id, ended, "timed_out", self._clock.time())

    def _decide_observed(self, item: _Observed, draft: Draft) -> Callable[[], None]:
        now_s = self._clock.time()
        made = plan(
            item.observation,
            DraftSince(draft, self._inventory, item.since),
            doubts_s={machine_id: now_s - since_s for machine_id, since_s in self._doubts.items()},
            slot_for=self._slot_for,
        )
        for machine in made.changes:
            draft.machines[machine.id] = machine

        def follow() -> None:
            self._doubts = self._doubts_after(item.observation, made.doubted, now_s)
            for remark in made.remarks:
                log.warning("reconcile", remark=remark)
            for machine in made.changes:
                log.info("reconciled", machine=machine.id, state=machine.state.name)
            if not item.answer.done():
                item.answer.set_result(len(made.changes))

        return follow

    def _doubts_after(
        self, observation: Observation, doubted: frozenset[str], now_s: float
    ) -> dict[str, float]:
        """Return since when which machines are in doubt: what was not looked at stays as it is."""
        examined = {zone.name for zone in observation.zones if zone.up and zone.complete}
        kept: dict[str, float] = {}
        for machine_id, since_s in self._doubts.items():
            machine = self._inventory.get(machine_id)
            if machine is not None and machine.slot.zone not in examined:
                kept[machine_id] = since_s
        return kept | {machine_id: self._doubts.get(machine_id, now_s) for machine_id in doubted}

    def _unexpected(self, where: str, error: Exception) -> None:
        """Count and log an exception by its type only: its text may hold anything."""
        self._observer.unexpected(where)
        log.error("unexpected exception", where=where, type=type(error).__name__)


def _still_running(machine_id: str) -> InvalidTransition:
    return InvalidTransition(
        f"machine {machine_id!r}: an operation that ran over its time has still not ended; repair it "
        "later, or after a restart of the provider"
    )


def _framed_bytes(command: Command) -> int:
    """Return at most how much the binding of a command adds to its machine on the wire."""
    return (
        metadata_bytes(command.metadata)
        + FRAME_BYTES * (len(command.metadata) + 1)
        + len(command.cluster_id.encode())
    )


def _refusal(item: _Item, error: ProviderError | InternalError) -> Callable[[], None]:
    """Return what refuses `item`, where somebody waits for it."""

    def refuse() -> None:
        if isinstance(item, _Request | _Observed) and not item.answer.done():
            item.answer.set_exception(error)

    return refuse
