"""Fence marks: those of machines are kept for ever, those of nothing within a bound."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from purevirt.provider.core import marks as module
from purevirt.provider.core.fencing import Mark, MarkKey, Token
from purevirt.provider.core.marks import Marks
from purevirt.provider.core.model import Kind
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import Fenced, MachineNotFound
from tests.provider.fakes import bench, command, slot

if TYPE_CHECKING:
    from pathlib import Path

BOUND = 5


@pytest.fixture(autouse=True)
def _small_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_STRAYS", BOUND)


def key(number: int, shard: str = "s") -> MarkKey:
    """Return the key of a mark."""
    return MarkKey(shard, f"m{number}")


def move(marks: Marks, *keys: MarkKey) -> list[MarkKey]:
    """Move marks as the engine does; return what was dropped for it."""
    dropped = marks.surplus(keys)
    marks.publish({one: Mark(1, 1) for one in keys}, dropped)
    return dropped


def test_strays_that_moved_longest_ago_are_dropped_first() -> None:
    """At the bound each new stray drops the oldest; one that moves again becomes the newest."""
    marks = Marks({}, lambda _: False)
    for number in range(BOUND):
        assert move(marks, key(number)) == []
    assert move(marks, key(0)) == []
    assert move(marks, key(10)) == [key(1)]
    assert move(marks, key(11), key(12)) == [key(2), key(3)]
    assert set(marks.all()) == {key(4), key(0), key(10), key(11), key(12)}


def test_marks_of_machines_are_never_dropped() -> None:
    """Known machines have as many marks as there are shards, and do not count towards the bound."""
    marks = Marks({}, lambda machine_id: machine_id == "m0")
    for number in range(BOUND * 3):
        assert move(marks, key(0, f"shard-{number}")) == []
    assert len(marks) == BOUND * 3
    for number in range(1, BOUND + 1):
        assert move(marks, key(number)) == []


def test_mark_of_a_machine_that_appeared_meanwhile_is_kept() -> None:
    """What was a stray when it moved is none any more once its machine is in the inventory."""
    known: set[str] = set()
    marks = Marks({}, known.__contains__)
    move(marks, *(key(number) for number in range(BOUND)))
    known.add("m0")
    assert move(marks, key(10)) == [key(1)]
    assert marks.get(key(0)) == Mark(1, 1)


def test_group_of_more_strays_than_the_bound_drops_all_older_ones() -> None:
    """The strays of one commit are never dropped by that commit."""
    marks = Marks({}, lambda _: False)
    move(marks, key(0))
    assert move(marks, *(key(number) for number in range(1, BOUND + 3))) == [key(0)]
    assert len(marks) == BOUND + 2


async def test_strays_stay_bounded_on_the_disk_and_over_a_restart_oldest_first(tmp_path: Path) -> None:
    """The state file holds what the process holds, in the order in which the marks moved."""
    path = tmp_path / "state.db"

    async def send(machine_id: str, sequence: int) -> None:
        async with bench(SqliteStore.open(path)) as b:
            with pytest.raises(MachineNotFound):
                await b.engine.submit(
                    command(Kind.DELETE, machine_id=machine_id, token=Token("s", 1, sequence))
                )

    async with bench(SqliteStore.open(path)) as b:
        await b.engine.submit(command(Kind.CREATE, token=Token("s", 1, 1)))
        for number in (3, 1, 2, 0, 4):
            with pytest.raises(MachineNotFound):
                await b.engine.submit(command(Kind.DELETE, machine_id=f"m{number}", token=Token("s", 1, 1)))
    await send("m5", 1)
    with closing(SqliteStore.open(path)) as store:
        kept = list(store.load().marks)
    assert kept == [MarkKey("s", slot().id), key(1), key(2), key(0), key(4), key(5)]
    async with bench(SqliteStore.open(path)) as b:
        with pytest.raises(Fenced):
            await b.engine.submit(command(Kind.DELETE, machine_id="m5", token=Token("s", 1, 1)))
