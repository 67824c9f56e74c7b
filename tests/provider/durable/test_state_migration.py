"""An older version's state file becomes the newest, or stays as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

import pytest

from purevirt.provider.core.fencing import Mark, MarkKey
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.core.store import Delta, Snapshot
from purevirt.provider.durable import sqlite_schema as schema
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import StoreError
from tests.provider.fakes import slot

DATA = Path(__file__).parent / "data"


def old_file(folder: Path, version: int = 1) -> Path:
    """Make the state file that the program of that version would have left."""
    path = folder / "state.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((DATA / f"state-schema-{version}.sql").read_text())
    return path


def dump(path: Path) -> list[str]:
    """Return the content, version included."""
    with closing(sqlite3.connect(path)) as database:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        return [str(version), *database.iterdump()]


def load(path: Path) -> Snapshot:
    """Open, read, close."""
    with closing(SqliteStore.open(path)) as store:
        return store.load()


@pytest.mark.parametrize("version", range(1, schema.SCHEMA_VERSION))
def test_file_of_each_older_version_keeps_all_and_has_the_schema_of_a_new_one(
    tmp_path: Path, version: int
) -> None:
    """Machines, marks and counters come through; the tables are then those of a new file."""
    path = old_file(tmp_path, version)
    found = load(path)
    assert {one.id: one.state for one in found.machines.values()} == {
        slot(0).id: MachineState.CONFIGURED,
        slot(1).id: MachineState.FAILED,
    }
    first = found.machines[slot(0).id]
    assert (first.cluster, first.metadata, first.slot.labels) == ("c1", {"k": "v"}, {"rack": "ü"})
    assert first.operations == {Kind.CREATE: "1-a", Kind.CONFIGURE: "2-a"}
    assert found.marks == {MarkKey("s", slot(0).id): Mark(3, 4), MarkKey("s", "nobody"): Mark(1, 1)}
    assert (found.revision, found.operation) == (5, 2)
    fresh = tmp_path / "fresh.db"
    SqliteStore.open(fresh).close()

    def columns(of: Path, table: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(of)) as database:
            return database.execute(f"PRAGMA table_info({table})").fetchall()

    for table in ("counter", "mark", "machine"):
        assert columns(path, table) == columns(fresh, table)
    assert dump(path)[0] == str(schema.SCHEMA_VERSION)


def test_migrated_file_takes_commits_and_opens_again(tmp_path: Path) -> None:
    """What is committed after the migration is there at the next start, beside what was before."""
    path = old_file(tmp_path)
    with closing(SqliteStore.open(path)) as store:
        store.load()
        store.commit(Delta(marks={MarkKey("t", "m"): Mark(9, 9)}, revision=6, operation=2))
    again = load(path)
    assert again.marks[MarkKey("t", "m")] == Mark(9, 9)
    assert list(again.marks)[-1] == MarkKey("t", "m")  # the newest is the last
    assert len(again.machines) == 2


def test_migration_that_dies_half_way_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that fails takes the steps before it back; the next start begins anew."""
    path = old_file(tmp_path)
    before = dump(path)
    broken = MappingProxyType({1: (*schema.MIGRATIONS[1], "CREATE TABLE counter (twice)")})
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", broken)
        with pytest.raises(StoreError, match=r"state\.db"):
            SqliteStore.open(path)
    assert dump(path) == before
    assert load(path).operation == 2


def test_schema_version_that_never_was_is_refused(tmp_path: Path) -> None:
    """A file of ours without a version is damaged, not old."""
    path = old_file(tmp_path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 0")
    with pytest.raises(StoreError, match="schema 0 never was"):
        SqliteStore.open(path)
