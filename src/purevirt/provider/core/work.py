"""The work of accepted operations: for each of them a task that calls the backend, and a timer.

The end and the timeout of an operation are reported to the writer, which decides what they mean; whichever
comes first counts. A timeout cancels the task; one that ignores that is left to run, and kept referenced
until it ends. Nothing here changes a machine.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import structlog

from purevirt.provider.core.backend import BackendError, BackendMachine
from purevirt.provider.core.lifecycle import Failed, Outcome, Succeeded
from purevirt.provider.core.model import Kind, Machine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from purevirt.provider.core.backend import Backend
    from purevirt.provider.core.lifecycle import Accepted, Command
    from purevirt.provider.core.signals import Observer

# Part of the ten seconds that a termination may take in all; work that is cancelled may clean up meanwhile.
CLOSE_S: Final = 4.5

log = structlog.get_logger(__name__)


class Handle(Protocol):
    """A timer that can be stopped."""

    def cancel(self) -> None:
        """Stop the timer; no effect after it has fired."""
        ...


class Clock(Protocol):
    """The event loop's clock, or one that a test moves."""

    def time(self) -> float:
        """Return seconds on a monotonic clock."""
        ...

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Handle:
        """Call `callback` on the event loop after `delay` seconds."""
        ...


@dataclass(frozen=True, slots=True)
class End:
    """The backend's part of an operation has ended."""

    machine_id: str
    operation_id: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Timeout:
    """An operation has run over its limit."""

    machine_id: str
    operation_id: str
    limit_s: float


@dataclass(slots=True, eq=False)
class _UnderWay:
    kind: Kind
    task: asyncio.Task[None]
    timer: Handle
    started_s: float


class Work:
    """The operations under way.

    `report` takes what the writer has to decide. `unexpected` is told of exceptions that nobody planned for.
    """

    def __init__(
        self,
        backend: Backend,
        limits_s: Mapping[Kind, float],
        observer: Observer,
        *,
        report: Callable[[End | Timeout], None],
        unexpected: Callable[[str, Exception], None],
    ) -> None:
        self._backend = backend
        self._limits_s = dict(limits_s)
        self._observer = observer
        self._report = report
        self._unexpected = unexpected
        self._under_way: dict[str, _UnderWay] = {}
        # By machine; a task that ignores its cancellation stays here until it ends.
        self._tasks: dict[asyncio.Task[None], str] = {}

    def __len__(self) -> int:
        return len(self._under_way)

    def busy(self, machine_id: str) -> bool:
        """Return whether a task of that machine's still runs, one that has ended for the record included."""
        return machine_id in self._tasks.values()

    def start(self, command: Command, accepted: Accepted, clock: Clock) -> None:
        """Start the accepted operation and its timer."""
        operation_id, machine = accepted.operation_id, accepted.machine
        limit_s = self._limits_s[command.kind]
        log.info(
            "accepted",
            kind=str(command.kind),
            machine=machine.id,
            operation=operation_id,
            by=str(command.by),
        )
        task = asyncio.create_task(
            self._perform(command, machine, operation_id), name=f"{command.kind}-{operation_id}"
        )
        self._tasks[task] = machine.id
        task.add_done_callback(self._tasks.pop)
        timeout = Timeout(machine.id, operation_id, limit_s)
        timer = clock.call_later(limit_s, lambda: self._report(timeout))
        self._under_way[operation_id] = _UnderWay(command.kind, task, timer, clock.time())
        self._observer.transition_started(command.kind)

    def end(self, operation_id: str, machine: Machine, result: str, now_s: float) -> None:
        """Note how an operation ended, and stop what is left of it."""
        work = self._under_way.pop(operation_id, None)
        if work is None:
            # Every transition in the record was started by this process: the others failed at its start.
            log.error("an operation ended that was not under way; please report this", operation=operation_id)
            return
        work.timer.cancel()
        work.task.cancel()
        elapsed_s = now_s - work.started_s
        self._observer.transition_ended(work.kind, result, elapsed_s)
        report = log.info if result == "succeeded" else log.warning
        report(
            "ended",
            kind=str(work.kind),
            machine=machine.id,
            operation=operation_id,
            result=result,
            elapsed_s=round(elapsed_s, 3),
            last_error=machine.last_error or None,
        )

    async def close(self) -> None:
        """Cancel everything, and wait at most CLOSE_S for what it still does then."""
        for work in self._under_way.values():
            work.timer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=CLOSE_S)

    async def _perform(self, command: Command, machine: Machine, operation_id: str) -> None:
        """Run the backend's part and report how it ended.

        Cancelled by a timeout or by closing, it reports nothing: the first is decided already, and the second
        leaves the record as it is.
        """
        outcome: Outcome
        try:
            outcome = Succeeded(await self._call_backend(command, _told(machine), operation_id))
        except BackendError as error:
            outcome = Failed(str(error))
        except Exception as error:  # noqa: BLE001 - the machine must not stay in its transition
            self._unexpected(str(command.kind), error)
            outcome = Failed(f"{command.kind} failed for an unexpected reason; see the provider's log")
        self._report(End(machine.id, operation_id, outcome))

    async def _call_backend(self, command: Command, told: BackendMachine, operation_id: str) -> str | None:
        """Call the coroutine of the command's kind; return the host's name after a Create."""
        if command.kind is Kind.CREATE:
            return await self._backend.create(told, operation_id)
        if command.kind is Kind.CONFIGURE:
            await self._backend.configure(told, command.cluster_id, command.blob, operation_id)
        elif command.kind is Kind.DRAIN:
            await self._backend.drain(told, command.grace_s, operation_id)
        else:
            await self._backend.delete(told, operation_id)
        return None


def _told(machine: Machine) -> BackendMachine:
    """Return what the backend is told of a machine."""
    return BackendMachine(
        id=machine.id,
        instance_type=machine.slot.instance_type,
        zone=machine.slot.zone,
        vcpu=machine.slot.vcpu,
        memory_mib=machine.slot.memory_mib,
        host_ref=machine.host_ref,
        cluster=machine.cluster,
    )
