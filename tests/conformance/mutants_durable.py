"""Broken memories."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from purevirt.provider.core import lifecycle, recovery
from purevirt.provider.core.lifecycle import failed
from purevirt.provider.core.model import Kind, Machine, MachineState
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import StoreError
from tests.conformance.broken import mutant, put, wrap
from tests.conformance.mutants_life import enters

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from purevirt.provider.core.store import Delta, Snapshot


def commits(change: Callable[[Delta], Delta | None]) -> None:
    """Make something else durable, or nothing."""

    def make(right: Any) -> Any:
        def commit(self: Any, delta: Delta) -> None:
            changed = change(delta)
            if changed is not None:
                right(self, changed)

        return commit

    wrap(SqliteStore, "commit", make)


def loads(change: Callable[[Machine], Machine]) -> None:
    """Remember machines in another way."""

    def make(right: Any) -> Any:
        def load(self: Any) -> Snapshot:
            found: Snapshot = right(self)
            return replace(found, machines={name: change(one) for name, one in found.machines.items()})

        return load

    wrap(SqliteStore, "load", make)


@mutant("PV-DUR-01", "PV-DUR-11", "PV-KILL-01")
def marks_are_not_kept() -> None:
    commits(lambda delta: replace(delta, marks={}))


@mutant("PV-DUR-02", "PV-DUR-03", "PV-KILL-01")
def nothing_is_kept() -> None:
    commits(lambda _: None)


@mutant("PV-KILL-01")
def every_fourth_commit_is_lost() -> None:
    numbers = iter(range(10**9))
    commits(lambda delta: delta if next(numbers) % 4 else None)


@mutant("PV-DUR-02", "PV-KILL-01")
def operations_are_not_kept() -> None:
    loads(lambda machine: replace(machine, operations={}))


@mutant("PV-DUR-03")
def metadata_is_not_kept() -> None:
    loads(lambda machine: replace(machine, metadata={}))


@mutant("PV-DUR-10")
def errors_are_not_kept() -> None:
    loads(lambda machine: replace(machine, last_error="lost") if machine.last_error else machine)


@mutant("PV-DUR-04")
def transitions_outlive_the_process() -> None:
    put(recovery, "restart", lambda machine: machine)


@mutant("PV-DUR-04")
def interruptions_are_not_told() -> None:
    def restart(machine: Machine) -> Machine:
        return failed(machine, "it failed") if machine.state in lifecycle.UNDER_WAY else machine

    put(recovery, "restart", restart)


@mutant("PV-DUR-06")
def ids_come_again() -> None:
    put(secrets, "token_hex", lambda _=None: "0")
    commits(lambda delta: replace(delta, operation=0))


def opened(change: Callable[[Callable[[Path], SqliteStore], Path], SqliteStore]) -> None:
    """Open state files in another way."""
    right = SqliteStore.open
    put(SqliteStore, "open", classmethod(lambda _, path: change(right, path)))


@mutant("PV-DUR-07")
def a_state_in_use_is_begun_elsewhere() -> None:
    def change(right: Callable[[Path], SqliteStore], path: Path) -> SqliteStore:
        try:
            return right(path)
        except StoreError:
            return right(path.with_name("another.db"))

    opened(change)


@mutant("PV-DUR-08")
def damage_is_begun_afresh() -> None:
    def change(right: Callable[[Path], SqliteStore], path: Path) -> SqliteStore:
        try:
            return right(path)
        except StoreError:
            for file in path.parent.glob(f"{path.name}*"):
                file.unlink()
            return right(path)

    opened(change)


@mutant("PV-DUR-09", "PV-WIRE-08")
def blobs_are_metadata() -> None:
    enters(
        lambda _, after, command: (
            replace(
                after, metadata={**after.metadata, "blob": command.blob.reveal().decode(errors="replace")}
            )
            if command.kind is Kind.CONFIGURE
            else after
        )
    )


@mutant("PV-DUR-03")
def hosts_are_not_kept() -> None:
    loads(
        lambda machine: (
            replace(machine, host_ref="unknown") if machine.state is MachineState.CONFIGURED else machine
        )
    )
