"""The identity of a state: what tells a restart from another provider."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

import pytest

from purevirt.provider.core.store import Delta, MemoryStore
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path


def identity(path: Path) -> str:
    """Return the identity of a state file, which is made if it is not there."""
    with contextlib.closing(SqliteStore.open(path)) as store:
        return store.load().identity


def test_identity_outlives_the_process_and_is_no_other_states(tmp_path: Path) -> None:
    """Made with the state, kept through commits, and different for every state."""
    path = tmp_path / "state.db"
    with contextlib.closing(SqliteStore.open(path)) as store:
        first = store.load().identity
        store.commit(Delta(revision=1, operation=1))
    assert identity(path) == first
    assert identity(tmp_path / "other.db") != first
    assert len(first) == 16
    assert MemoryStore().load().identity != MemoryStore().load().identity


@pytest.mark.parametrize("damage", ["-1", "'x'"])
def test_damaged_identity_is_refused(tmp_path: Path, damage: str) -> None:
    """A number that we never made is damage, not a new identity."""
    path = tmp_path / "state.db"
    identity(path)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE counter SET value = {damage} WHERE name = 'identity'")
    with contextlib.closing(SqliteStore.open(path)) as store, pytest.raises(StoreError, match="identity"):
        store.load()
