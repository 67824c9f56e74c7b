"""State files that time, people and broken disks have been at: never a silent fresh start."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from purevirt.provider.core.fencing import Mark, MarkKey
from purevirt.provider.core.model import MachineState
from purevirt.provider.core.store import Delta
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import StoreError
from tests.provider.fakes import machine_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMMITS = 5
MARK = MarkKey("s", "m")
PAGE_BYTES = 4096
FRAME_HEADER_BYTES = 24
WAL_HEADER_BYTES = 32


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A state file with its log, as a killed process leaves them: everything is in the log still."""
    live, left = tmp_path / "live", tmp_path / "left"
    live.mkdir()
    left.mkdir()
    store = SqliteStore.open(live / "state.db")
    store.load()
    for number in range(COMMITS):
        machines = [machine_of(MachineState.IDLE)]
        store.commit(
            Delta(machines=machines, marks={MARK: Mark(1, number)}, revision=number + 1, operation=number)
        )
    for file in live.iterdir():
        (left / file.name).write_bytes(file.read_bytes())
    store.close()
    return left / "state.db"


def wal(state: Path) -> Path:
    """Return the log of a state file."""
    return state.with_name("state.db-wal")


def opened(state: Path) -> SqliteStore:
    """Open and load a state file; close it again if it is refused."""
    store = SqliteStore.open(state)
    try:
        assert store.load().marks == {MARK: Mark(1, COMMITS - 1)}
    except BaseException:
        store.close()
        raise
    return store


def flip(file: Path, at: int) -> None:
    """Turn the bits of one byte over."""
    content = bytearray(file.read_bytes())
    content[at] ^= 0xFF
    file.write_bytes(content)


def test_what_a_killed_process_leaves_is_whole(killed: Path) -> None:
    """Everything committed is there, also when it is opened a second time after an orderly end."""
    for _ in range(2):
        opened(killed).close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda state: wal(state).unlink(),
        lambda state: os.truncate(wal(state), wal(state).stat().st_size - PAGE_BYTES),
        lambda state: os.truncate(wal(state), 0),
        lambda state: flip(wal(state), 20),
        lambda state: flip(wal(state), WAL_HEADER_BYTES + FRAME_HEADER_BYTES + 100),
        lambda state: flip(wal(state), wal(state).stat().st_size - 100),
    ],
    ids=["gone", "cut", "empty", "header", "first page", "last page"],
)
def test_damage_to_the_log_is_refused(killed: Path, damage: Callable[[Path], None]) -> None:
    """SQLite would open the file as it was before, without a word; and it stays refused."""
    damage(killed)
    for _ in range(2):
        with pytest.raises(StoreError, match=f"of {COMMITS}: .*damaged or missing"):
            opened(killed)


def test_the_loss_can_be_accepted(killed: Path) -> None:
    """The message names the file whose removal says so."""
    wal(killed).unlink()
    killed.with_name("state.db.lock").unlink()
    store = SqliteStore.open(killed)
    assert not store.load().marks
    store.close()


@pytest.mark.parametrize("witness", ["state.db-wal", "state.db.lock"])
def test_a_state_file_that_went_missing_is_not_begun_afresh(killed: Path, witness: str) -> None:
    """Either of what lies beside it is enough to know that there was one."""
    for file in killed.parent.iterdir():
        if file.name != witness:
            file.unlink()
    with pytest.raises(StoreError, match=f"{witness} beside it"):
        SqliteStore.open(killed)
    assert not killed.exists()


def test_the_number_is_kept_while_the_state_is_refused(killed: Path) -> None:
    """A refusal between a damage and its repair forgets nothing."""
    good = wal(killed).read_bytes()
    whole = killed.read_bytes()
    wal(killed).unlink()
    with pytest.raises(StoreError):
        opened(killed)
    killed.write_bytes(whole)
    wal(killed).write_bytes(good)
    opened(killed).close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM counter",
        "UPDATE counter SET value = 'many' WHERE name = 'operation'",
        "UPDATE mark SET epoch = 'abc'",
        "UPDATE machine SET id = x'fffe'",
        "UPDATE machine SET host_ref = x'fffe'",
        "UPDATE machine SET metadata = '" + "[" * 100_000 + "'",
    ],
    ids=["no counters", "counter", "mark", "id", "host", "deep"],
)
def test_rows_that_make_no_sense_are_refused_in_one_line(killed: Path, statement: str) -> None:
    """A wrong type is damage, told as such, and never met by the first call that needs it."""
    opened(killed).close()
    with closing(sqlite3.connect(killed)) as database:
        database.execute(statement)
        database.commit()
    with pytest.raises(StoreError, match="is damaged") as caught:
        opened(killed)
    assert "\n" not in str(caught.value)
