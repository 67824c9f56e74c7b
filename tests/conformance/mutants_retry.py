"""Broken retries and races."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from purevirt.provider.core import lifecycle
from purevirt.provider.core.draft import Draft
from purevirt.provider.core.engine import Ack, Engine
from purevirt.provider.core.lifecycle import Accepted, Repeated
from purevirt.provider.core.model import Kind, Machine
from purevirt.provider.errors import Unavailable
from tests.conformance.broken import mutant, put, wrap
from tests.conformance.mutants_fence import decides
from tests.conformance.mutants_life import enters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.provider.core.lifecycle import Command, Decision


@mutant("PV-IDEM-01", "PV-IDEM-02", "PV-IDEM-03", "PV-IDEM-04", "PV-DUR-02")
def retries_have_ids_of_their_own() -> None:
    numbers = count()

    def change(_c: Command, _m: Machine | None, _k: object, made: Decision) -> Decision:
        if isinstance(made.outcome, Repeated):
            return replace(made, outcome=Repeated(made.outcome.machine, f"again-{next(numbers)}"))
        return made

    decides(change)


@mutant("PV-IDEM-05", "PV-IDEM-06", "PV-IDEM-07", "PV-IDEM-08")
def retries_on_the_way_are_refused() -> None:
    def make(right: Any) -> Any:
        def locate(command: Command, machine: Machine | None, *rest: Any) -> Any:
            if machine is not None and machine.state in lifecycle.UNDER_WAY:
                machine = replace(machine, operations={})
            return right(command, machine, *rest)

        return locate

    wrap(lifecycle, "_locate", make)


@mutant("PV-IDEM-09", "PV-PROP-02")
def state_alone_tells_a_retry() -> None:
    def change(_c: Command, _m: Machine | None, _k: object, made: Decision) -> Decision:
        if isinstance(made.outcome, Repeated):
            latest = list(made.outcome.machine.operations.values())[-1]
            return replace(made, outcome=Repeated(made.outcome.machine, latest))
        return made

    decides(change)


@mutant("PV-IDEM-10", "PV-PROP-02")
def cycles_share_their_ids() -> None:
    def change(command: Command, machine: Machine | None, _k: object, made: Decision) -> Decision:
        old = None if machine is None else machine.operations.get(command.kind)
        if old and isinstance(made.outcome, Accepted):
            after = made.outcome.machine
            operations: Mapping[Kind, str] = MappingProxyType({**after.operations, command.kind: old})
            return replace(made, outcome=Accepted(replace(after, operations=operations), old))
        return made

    decides(change)


@mutant("PV-IDEM-13")
def ids_are_per_machine() -> None:
    def make(right: Any) -> Any:
        def decide(command: Command, *given: Any, **named: Any) -> Any:
            return right(command, *given, **{**named, "operation_id": f"{command.kind}-1"})

        return decide

    wrap(lifecycle, "decide", make)


@mutant("PV-IDEM-11", "PV-RACE-04", "PV-PROP-02")
def another_cluster_is_a_retry() -> None:
    def make(right: Any) -> Any:
        def locate(command: Command, machine: Machine | None, *rest: Any) -> Any:
            if machine is not None and machine.cluster and command.kind is Kind.CONFIGURE:
                command = replace(command, cluster_id=machine.cluster)
            return right(command, machine, *rest)

        return locate

    wrap(lifecycle, "_locate", make)


@mutant("PV-IDEM-12")
def lives_share_their_records() -> None:
    enters(lambda before, after, _: replace(after, operations={**before.operations, **after.operations}))


@mutant("PV-IDEM-14")
def retries_bind_anew() -> None:
    def change(command: Command, _m: Machine | None, _k: object, made: Decision) -> Decision:
        if isinstance(made.outcome, Repeated) and command.kind is Kind.CONFIGURE:
            after = replace(made.outcome.machine, metadata=command.metadata)
            return replace(made, outcome=Repeated(after, made.outcome.operation_id))
        return made

    decides(change)


@mutant("PV-RACE-02", "PV-RACE-03", "PV-RACE-05")
def requests_of_a_group_do_not_see_each_other() -> None:
    class Slow(asyncio.Queue[Any]):
        """What comes within some time is one group."""

        async def get(self) -> Any:
            item = await super().get()
            await asyncio.sleep(0.2)
            return item

    def make(right: Any) -> Any:
        def init(self: Any, **named: Any) -> None:
            put(asyncio, "Queue", Slow)
            right(self, **named)
            put(asyncio, "Queue", Slow.__base__)

        return init

    wrap(Engine, "__init__", make)
    put(Draft, "get", lambda self, machine_id: self._inventory.get(machine_id))
    put(Draft, "mark", lambda self, key: self._published_marks.get(key))


@mutant("PV-RACE-07")
def one_in_fifty_is_turned_away() -> None:
    numbers = count(1)

    def make(right: Any) -> Any:
        async def submit(self: Any, command: Command) -> Ack:
            if next(numbers) % 50 == 0:
                raise Unavailable("busy")
            ack: Ack = await right(self, command)
            return ack

        return submit

    wrap(Engine, "submit", make)
