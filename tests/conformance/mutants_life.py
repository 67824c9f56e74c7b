"""Broken edges and ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import grpc

from purevirt.provider.core import lifecycle
from purevirt.provider.core.engine import Ack, Engine
from purevirt.provider.core.lifecycle import Failed, Refused, Succeeded
from purevirt.provider.core.model import Kind, Machine, MachineState
from purevirt.provider.errors import MachineNotFound, ProviderError
from purevirt.provider.serving import service
from tests.conformance.broken import mutant, put, wrap
from tests.conformance.mutants_fence import decides

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.provider.core.lifecycle import Command, Decision, Outcome

S = MachineState
EDGES = {edge.kind: edge for edge in lifecycle.EDGES if edge.by is lifecycle.By.SHARD}


def accepts(kind: Kind, state: MachineState) -> None:
    """Accept an operation where it does not start."""

    def make(right: Any) -> Any:
        def locate(command: Command, machine: Machine | None, *rest: Any) -> Any:
            if machine is not None and command.kind is kind and machine.state is state:
                machine = replace(machine, state=EDGES[kind].start, last_error="", operations={})
            return right(command, machine, *rest)

        return locate

    wrap(lifecycle, "_locate", make)


def enters(change: Callable[[Machine, Machine, Command], Machine]) -> None:
    """Change what a machine is at the beginning of an edge: given before, after, and the command."""

    def make(right: Any) -> Any:
        def entered(machine: Machine, edge: Any, command: Command, operation_id: str) -> Machine:
            return change(machine, right(machine, edge, command, operation_id), command)

        return entered

    wrap(lifecycle, "_entered", make)


def ends(change: Callable[[Machine, Machine], Machine]) -> None:
    """Change what a machine is at the end of an edge: given before and after."""
    right = lifecycle.complete

    def complete(machine: Machine, operation_id: str, outcome: Outcome) -> Machine | None:
        ended = right(machine, operation_id, outcome)
        return None if ended is None else change(machine, ended)

    put(lifecycle, "complete", complete)


@mutant("PV-LIFE-05")
def configure_starts_anywhere_free() -> None:
    accepts(Kind.CONFIGURE, S.SPECULATIVE)


@mutant("PV-LIFE-06")
def nothing_can_be_deleted() -> None:
    accepts(Kind.DELETE, S.SPECULATIVE)


@mutant("PV-LIFE-07", "PV-IDEM-12", "PV-PROP-02")
def idle_can_be_drained() -> None:
    accepts(Kind.DRAIN, S.IDLE)


@mutant("PV-LIFE-08")
def bound_can_be_deleted() -> None:
    accepts(Kind.DELETE, S.CONFIGURED)


@mutant("PV-LIFE-08")
def bound_can_be_created() -> None:
    accepts(Kind.CREATE, S.CONFIGURED)


@mutant("PV-LIFE-09")
def creating_can_be_deleted() -> None:
    accepts(Kind.DELETE, S.CREATING)


@mutant("PV-LIFE-10")
def configuring_can_be_drained() -> None:
    accepts(Kind.DRAIN, S.CONFIGURING)


@mutant("PV-LIFE-11")
def draining_can_be_configured() -> None:
    accepts(Kind.CONFIGURE, S.DRAINING)


@mutant("PV-LIFE-12")
def deleting_can_be_created() -> None:
    accepts(Kind.CREATE, S.DELETING)


@mutant("PV-FAULT-06")
def failed_can_be_deleted() -> None:
    accepts(Kind.DELETE, S.FAILED)


@mutant("PV-LIFE-01")
def answers_wait_for_the_work() -> None:
    def make(right: Any) -> Any:
        async def submit(self: Any, command: Command) -> Ack:
            ack: Ack = await right(self, command)
            while self._work._under_way.get(ack.operation_id):  # noqa: ASYNC110 - whose end wakes nobody
                await asyncio.sleep(0.001)
            return Ack(ack.operation_id, self._inventory.get(command.machine_id))

        return submit

    wrap(Engine, "submit", make)


@mutant("PV-LIFE-02")
def binding_comes_late() -> None:
    enters(
        lambda before, after, command: (
            replace(after, cluster=None, metadata=before.metadata)
            if command.kind is Kind.CONFIGURE
            else after
        )
    )


@mutant("PV-LIFE-03")
def drain_unbinds_at_its_beginning() -> None:
    enters(
        lambda _, after, command: (
            replace(after, cluster=None, metadata={}) if command.kind is Kind.DRAIN else after
        )
    )


@mutant("PV-LIFE-03", "PV-LIMIT-01", "PV-SHAPE-03")
def drain_leaves_the_metadata() -> None:
    ends(
        lambda before, after: (
            replace(after, metadata={"left": "over"})
            if after.state is S.IDLE
            else replace(after, metadata=before.metadata)
        )
    )


@mutant("PV-LIFE-03", "PV-PROP-02")
def drain_leaves_the_cluster() -> None:
    ends(lambda before, after: replace(after, cluster=before.cluster))


@mutant("PV-LIFE-15")
def bindings_are_merged() -> None:
    kept: dict[str, dict[str, str]] = {}

    def change(_: Machine, after: Machine, command: Command) -> Machine:
        if command.kind is not Kind.CONFIGURE:
            return after
        merged = kept.setdefault(after.id, {})
        merged.update(after.metadata)
        return replace(after, metadata=dict(merged))

    enters(change)


@mutant("PV-LIFE-04", "PV-SHAPE-09")
def delete_leaves_the_host() -> None:
    ends(
        lambda before, after: replace(after, host_ref=after.host_ref or before.host_ref, slot=_dearer(after))
    )


def _dearer(machine: Machine) -> Any:
    return replace(machine.slot, price_per_hour=machine.slot.price_per_hour + 1)


@mutant("PV-LIFE-14")
def hosts_are_named_after_machines() -> None:
    ends(lambda _, after: replace(after, host_ref=f"host-{after.id}" if after.host_ref else None))


@mutant("PV-LIFE-13", "PV-PROP-01")
def unknown_is_an_accident() -> None:
    codes: Any = service.STATUS_CODES
    codes[MachineNotFound] = grpc.StatusCode.INTERNAL


@mutant("PV-LIFE-16")
def bare_metal_can_be_deleted() -> None:
    wrap(
        lifecycle,
        "decide",
        lambda right: lambda *given, **named: right(*given, **{**named, "deletable": True}),
    )


# What fails.


@mutant("PV-FAULT-01", "PV-FAULT-02", "PV-FAULT-05")
def failures_are_successes() -> None:
    right = lifecycle.complete

    def complete(machine: Machine, operation_id: str, outcome: Outcome) -> Machine | None:
        return right(machine, operation_id, Succeeded("host") if isinstance(outcome, Failed) else outcome)

    put(lifecycle, "complete", complete)


@mutant("PV-FAULT-03")
def timeouts_say_nothing() -> None:
    wrap(lifecycle, "timeout", lambda right: lambda *given: _renamed(right(*given), "it failed"))


def _renamed(machine: Machine | None, error: str) -> Machine | None:
    return None if machine is None else replace(machine, last_error=error)


@mutant("PV-FAULT-04")
def late_results_count() -> None:
    right = lifecycle.complete

    def complete(machine: Machine, operation_id: str, outcome: Outcome) -> Machine | None:
        if machine.state is S.FAILED and machine.operations.get(Kind.CONFIGURE) == operation_id:
            machine = replace(machine, state=S.CONFIGURING, last_error="")
        return right(machine, operation_id, outcome)

    put(lifecycle, "complete", complete)


@mutant("PV-FAULT-02")
def errors_have_several_lines() -> None:
    wrap(
        lifecycle,
        "failed",
        lambda right: (
            lambda machine, reason: replace(right(machine, reason), last_error=f"{reason}\nat line 3")
        ),
    )


@mutant("PV-REQ-07")
def refusals_have_several_lines() -> None:
    def change(_c: Command, _m: Machine | None, _k: object, made: Decision) -> Decision:
        if isinstance(made.outcome, Refused):
            error: ProviderError = made.outcome.error
            return replace(made, outcome=Refused(type(error)(f"{error}\nTraceback")))
        return made

    decides(change)
