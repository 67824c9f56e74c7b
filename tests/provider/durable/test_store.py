"""The state file: what it keeps, and what it refuses to be opened with."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from purevirt.provider.core.fencing import Mark, MarkKey, Token
from purevirt.provider.core.lifecycle import UNDER_WAY
from purevirt.provider.core.model import CapacityType, Kind, MachineState
from purevirt.provider.core.store import Delta, MemoryStore, Snapshot
from purevirt.provider.durable import sqlite_schema
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import StoreError
from purevirt.provider.secret import Secret
from tests.provider.fakes import bench, command, machine, machine_of, slot

S = MachineState
HUGE = 2**63 - 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the state file of this test is."""
    return tmp_path / "state.db"


def make(path: Path, *deltas: Delta) -> None:
    """Write a state file and close it."""
    with closing(SqliteStore.open(path)) as store:
        store.load()
        for delta in deltas:
            store.commit(delta)


def load(path: Path) -> Snapshot:
    """Read a state file."""
    with closing(SqliteStore.open(path)) as store:
        return store.load()


def test_store_returns_what_was_committed(path: Path) -> None:
    """Machines in every detail, marks with int64 maxima, counters: as they went in, over a reopen."""
    shape = slot(
        5,
        capacity_type=CapacityType.BARE_METAL,
        price_per_hour=0.1 + 0.2,
        resources={"cpu": "500m"},
        labels={"rack": "ü/1"},
    )
    first = replace(
        machine_of(S.CONFIGURED, {Kind.CREATE: "1-a", Kind.CONFIGURE: "2-a"}),
        slot=shape,
        metadata={"k\0": "\U0001f600"},
    )
    second = machine_of(S.FAILED)
    marks = {MarkKey("s", "nobody"): Mark(HUGE, HUGE), MarkKey("", "m"): Mark(-1, 0)}
    make(path, Delta(machines=[first, second], marks=marks, revision=7, operation=3))
    assert load(path) == Snapshot(
        machines={first.id: first, second.id: second}, marks=marks, revision=7, operation=3
    )


def test_store_replaces_and_forgets(path: Path) -> None:
    """A later delta wins, and a forgotten machine is gone while its marks stay."""
    key = MarkKey("s", slot().id)
    make(
        path,
        Delta(machines=[machine(0), machine(1)], marks={key: Mark(1, 1)}, revision=2, operation=0),
        Delta(machines=[machine_of(S.FAILED)], marks={key: Mark(1, 2)}, revision=3, operation=1),
        Delta(forgotten=[slot(1).id], revision=4, operation=1),
    )
    found = load(path)
    assert list(found.machines) == [slot(0).id]
    assert found.machines[slot(0).id].state is S.FAILED
    assert found.marks == {key: Mark(1, 2)}
    assert (found.revision, found.operation) == (4, 1)


def test_store_keeps_metadata_of_two_mebibytes_byte_for_byte(path: Path) -> None:
    """A map at the size that clients are known to send comes back whole."""
    metadata = {f"key-{number:04d}": chr(65 + number % 26) * 4096 for number in range(512)}
    make(
        path, Delta(machines=[replace(machine_of(S.CONFIGURED), metadata=metadata)], revision=1, operation=0)
    )
    assert load(path).machines[slot().id].metadata == metadata


def test_failed_commit_leaves_nothing_of_the_delta(path: Path) -> None:
    """A delta that breaks half way is rolled back whole, and the store goes on."""
    with closing(SqliteStore.open(path)) as store:
        broken = replace(machine(1), last_error=None)  # type: ignore[arg-type] # the column refuses NULL
        with pytest.raises(StoreError, match="cannot write it"):
            store.commit(Delta(machines=[machine(0), broken], revision=9, operation=9))
        assert store.load() == Snapshot()
        store.commit(Delta(machines=[machine(0)], revision=1, operation=0))
        assert list(store.load().machines) == [slot(0).id]


def test_second_owner_is_refused_with_the_first_ones_pid(path: Path) -> None:
    """Two live owners of one state are never possible; after close the next one may."""
    with (
        closing(SqliteStore.open(path)),
        pytest.raises(StoreError, match=rf"in use by a live process \(pid {os.getpid()}\)"),
    ):
        SqliteStore.open(path)
    load(path)


def test_second_process_is_refused(path: Path) -> None:
    """The lock holds between processes, and the refusal is one line."""
    code = (
        "import sys; from pathlib import Path\n"
        "from purevirt.provider.durable.sqlite_store import SqliteStore\n"
        "try: SqliteStore.open(Path(sys.argv[1]))\n"
        "except Exception as error: print(type(error).__name__, error)\n"
    )
    with closing(SqliteStore.open(path)):
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], check=True, capture_output=True, text=True, timeout=60
        )
    assert done.stdout.startswith("StoreError state file")
    assert f"pid {os.getpid()}" in done.stdout
    assert done.stdout.count("\n") == 1


def test_empty_file_is_refused_as_damaged(path: Path) -> None:
    """A state file cut to nothing is never taken for a fresh start."""
    path.touch()
    with pytest.raises(StoreError, match="is empty, so it is damaged"):
        SqliteStore.open(path)
    assert path.stat().st_size == 0


def test_garbage_is_refused_as_damaged(path: Path) -> None:
    """A file that is no database is refused and left alone."""
    path.write_bytes(b"not a database " * 1000)
    with pytest.raises(StoreError, match="is damaged"):
        SqliteStore.open(path)
    assert path.read_bytes().startswith(b"not a database")


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_overwritten_page_is_refused_as_damaged(path: Path, part: float) -> None:
    """Bytes overwritten inside the file are noticed at open, or at the latest at load."""
    machines = [machine(number, state=S.IDLE, host_ref="h" * 500) for number in range(300)]
    make(path, Delta(machines=machines, revision=1, operation=0))
    content = bytearray(path.read_bytes())
    where = int(len(content) * part) // 4096 * 4096
    content[where : where + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        load(path)


def test_truncated_file_is_refused_as_damaged(path: Path) -> None:
    """A file cut in half is noticed at open."""
    machines = [machine(number, state=S.IDLE, host_ref="h" * 500) for number in range(300)]
    make(path, Delta(machines=machines, revision=1, operation=0))
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 // 4096 * 4096)
    with pytest.raises(StoreError, match="damaged"):
        load(path)


def test_newer_schema_is_refused(path: Path) -> None:
    """A file of a later version is not touched, and the line says what to do."""
    make(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {sqlite_schema.SCHEMA_VERSION + 1}")
    with pytest.raises(StoreError, match="has schema 3, this version knows up to 2; start the newer version"):
        SqliteStore.open(path)


def test_database_of_something_else_is_refused(path: Path) -> None:
    """Somebody else's SQLite file is not made ours."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE precious (x)")
    with pytest.raises(StoreError, match="database of something else"):
        SqliteStore.open(path)


@pytest.mark.parametrize(
    "change",
    [
        "state = 99",
        'operations = \'{"paint": "x"}\'',
        "metadata = 'nonsense'",
        "labels = '[1]'",
        "capacity_type = 'x'",
    ],
)
def test_row_that_makes_no_sense_is_refused_by_name(path: Path, change: str) -> None:
    """A record that cannot be understood stops the start instead of being dropped."""
    make(path, Delta(machines=[machine(3)], revision=1, operation=0))
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"UPDATE machine SET {change}")
        database.commit()
    with pytest.raises(StoreError, match=rf"machine '{slot(3).id}' is damaged"):
        load(path)


def test_state_in_a_missing_directory_is_a_clear_error(tmp_path: Path) -> None:
    """The line names the flag and what it needs."""
    with pytest.raises(StoreError, match=r"--state needs a writable directory"):
        SqliteStore.open(tmp_path / "absent" / "state.db")


def test_directory_as_state_is_a_clear_error(tmp_path: Path) -> None:
    """A path that is no file is refused in one line."""
    with pytest.raises(StoreError, match="state file"):
        SqliteStore.open(tmp_path)


def test_start_that_died_half_way_is_followed_by_a_fresh_one(path: Path) -> None:
    """What a killed first start leaves under the temporary name is no obstacle."""
    path.with_name("state.db.new").write_bytes(b"half a database")
    assert load(path) == Snapshot()
    assert not path.with_name("state.db.new").exists()


def test_commits_are_forced_to_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What kill -9 cannot show, a loss of power would: modes, and syncs of a new file and its name."""
    synced = []
    original = os.fsync

    def fsync(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink())
        original(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    with closing(SqliteStore.open(path)) as store:
        modes = [
            store._database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous")
        ]
    assert modes == ["wal", 2]
    assert synced == [path.with_name("state.db.new"), path.parent]


def test_files_of_the_state_are_their_owners_alone(path: Path) -> None:
    """Cluster names and shard metadata are nobody else's business."""
    with closing(SqliteStore.open(path)) as store:
        store.commit(Delta(machines=[machine()], revision=1, operation=0))
        files = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert files == {"state.db": 0o600, "state.db-wal": 0o600, "state.db.lock": 0o600}


def test_close_twice_is_harmless(path: Path) -> None:
    """Closing again does nothing, and does not close somebody else's descriptor."""
    store = SqliteStore.open(path)
    store.close()
    with closing(SqliteStore.open(path)) as other:
        store.close()
        with pytest.raises(StoreError, match="in use"):
            SqliteStore.open(path)
        other.commit(Delta(revision=1, operation=0))


def test_memory_store_keeps_nothing() -> None:
    """Its load is always empty."""
    store = MemoryStore()
    store.commit(Delta(machines=[machine()], revision=1, operation=1))
    assert store.load() == Snapshot()
    store.close()


async def test_blob_never_reaches_the_state_file(path: Path) -> None:
    """After a Configure neither the database nor its log holds any of the blob."""
    canary = b"canary-7f3a-in-the-blob"
    async with bench(SqliteStore.open(path)) as b:
        await b.run(Kind.CREATE)
        await b.run(Kind.CONFIGURE, blob=Secret(canary), metadata={"public": "seen-in-state"})
        files = {name.name: name.read_bytes() for name in path.parent.iterdir()}
    assert any(b"seen-in-state" in content for content in files.values())
    assert not any(canary in content for content in files.values())


async def test_restart_keeps_what_was_answered_and_fails_what_was_under_way(path: Path) -> None:
    """Marks, ids and bindings survive; a transition under way is FAILED; ids are never minted again."""
    async with bench(SqliteStore.open(path)) as b:
        await b.engine.submit(command(Kind.CREATE, token=Token("s1", 1, 5)))
        await b.observer.ends.get()
        bound = await b.run(Kind.CONFIGURE, metadata={"a": "b"})
        b.backend.held.add(Kind.CREATE)
        lost = await b.engine.submit(command(Kind.CREATE, 1))
    async with bench(SqliteStore.open(path)) as b:
        assert b.get() == bound
        assert b.get(1).state is S.FAILED
        assert b.get(1).last_error == (
            f"create was interrupted by a restart of the provider (operation {lost.operation_id})"
        )
        repeated = await b.engine.submit(command(Kind.CONFIGURE))
        assert repeated.operation_id == bound.operations[Kind.CONFIGURE]
        with pytest.raises(Exception, match="fenced"):
            await b.engine.submit(command(Kind.DRAIN, token=Token("s1", 1, 5)))
        fresh = await b.engine.submit(command(Kind.CREATE, 2))
        assert fresh.operation_id not in {lost.operation_id, *bound.operations.values()}
        assert int(fresh.operation_id.split("-")[0], 16) > int(lost.operation_id.split("-")[0], 16)


@pytest.mark.parametrize("answers", [1, 2, 40])
def test_kill_minus_nine_loses_nothing_that_was_answered(path: Path, answers: int) -> None:
    """A process killed at a moment of the test's choosing: every answer that it gave is in the file."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.provider.durable_writer", str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process.stdout:
        lines = [process.stdout.readline().split() for _ in range(answers)]
        process.kill()
        lines += [line.split() for line in process.stdout.read().splitlines()]
        process.wait()
    assert len(lines) >= answers
    found = load(path)
    for number, kind, operation_id in lines:
        one = found.machines[slot(int(number)).id]
        assert one.operations[Kind(kind)] == operation_id
        if kind == "configure":
            assert (one.cluster, one.metadata) == ("c1", {"n": number})
        else:
            assert found.marks[MarkKey("s1", one.id)] == Mark(1, int(number) + 1)
    ids = [name for one in found.machines.values() for name in one.operations.values()]
    assert len(set(ids)) == len(ids)
    assert found.operation >= len(lines)
    # What was under way when the process died is one machine at most, and the next start fails it.
    assert sum(one.state in UNDER_WAY for one in found.machines.values()) <= 2
