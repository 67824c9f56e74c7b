"""The state file: one SQLite database that one live process owns.

WAL mode with synchronous=FULL: a commit that has returned survives kill -9 and loss of power. The file holds
fence marks, machines with their operation ids and bindings, and two counters; it never holds a bootstrap blob
or a credential.

A write-ahead log that is damaged or gone is no error to SQLite: it opens the file as it was before. So
commits are numbered, and the number of the last one is kept a second time, in the lock file beside the state,
written after the commit and before its answer. A file whose own number is lower has lost what was answered.

What cannot be trusted (damaged, incomplete, missing, empty, of a newer schema, of
somebody else, owned by a live process) is refused, and never replaced by a fresh start.
Source: capacity-provider contract, section 6.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from typing import TYPE_CHECKING, Self

from purevirt.provider.core.fencing import Mark, MarkKey
from purevirt.provider.core.store import Delta, Snapshot, new_identity
from purevirt.provider.durable import sqlite_schema as schema
from purevirt.provider.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class SqliteStore:
    """The state file at one path, owned by this process until `close`."""

    def __init__(self, path: Path, lock: _Lock, database: sqlite3.Connection) -> None:
        self._path = path
        self._lock = lock
        self._database = database
        self._commits = lock.commits

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the state file, or make one where none exists; take its lock and check its integrity.

        Raises:
            StoreError: owned by a live process, not ours, damaged, less than what was committed, of a newer
                schema, or not writable.
        """
        lock = _Lock(path)
        try:
            with _reported(path, "open"):
                if not path.exists():
                    _check_new(path, lock.commits)
                    _create(path)
                database = _connect(path)
            try:
                _verify(path, database)
            except BaseException:
                database.close()
                raise
        except BaseException:
            lock.release()
            raise
        return cls(path, lock, database)

    @classmethod
    def write(cls, path: Path, snapshot: Snapshot) -> None:
        """Make a new state file that holds `snapshot`; it appears whole, or not at all.

        Raises:
            StoreError: a file is or was there, or nothing can be written there.
        """
        lock = _Lock(path)
        draft = path.with_name(path.name + ".import")
        try:
            with _reported(path, "write"):
                if path.exists():
                    raise StoreError(
                        f"state file {path}: is there already; move it away, or give another name"
                    )
                _check_new(path, lock.commits)
                for left_over in (draft, _beside(draft, ".lock"), _beside(draft, "-wal")):
                    left_over.unlink(missing_ok=True)
                with contextlib.closing(cls.open(draft)) as store:
                    store._identify(int(snapshot.identity, 16))  # noqa: SLF001 - its own class
                    store.load()
                    store.commit(
                        Delta(
                            machines=snapshot.machines.values(),
                            marks=snapshot.marks,
                            revision=snapshot.revision,
                            operation=snapshot.operation,
                        )
                    )
                    commits = store._commits  # noqa: SLF001 - its own class
                _beside(draft, ".lock").unlink()
                draft.rename(path)
                _sync(path.parent)
                lock.note(commits)
        finally:
            lock.release()

    def load(self) -> Snapshot:
        """Return all that was committed, the marks in the order in which they last moved.

        Raises:
            StoreError: a row makes no sense; the message names it.
        """
        with _reported(self._path, "read"):
            counters = dict(self._database.execute("SELECT name, value FROM counter").fetchall())
            if not all(isinstance(counters.get(name), int) for name in ("revision", "operation", "commits")):
                raise _damaged(self._path, "a counter is missing")
            self._commits = counters["commits"]
            identity = counters.get("identity")
            if identity is None:
                identity = new_identity()
                self._identify(identity)
            if not isinstance(identity, int) or not 0 <= identity < 1 << 63:
                raise _damaged(self._path, "the identity is no number")
            if self._commits < self._lock.commits:
                raise StoreError(
                    f"state file {self._path}: ends at commit {self._commits} of {self._lock.commits}: its "
                    "-wal file is damaged or missing, or it is an older copy; restore both, or remove "
                    f"{self._lock.path.name} to accept the loss"
                )
            marks = {}
            for shard, machine, epoch, sequence in self._database.execute(schema.SELECT_MARKS):
                if not (isinstance(epoch, int) and isinstance(sequence, int)):
                    raise _damaged(self._path, f"the mark of {shard!r} for {machine!r}")
                marks[MarkKey(shard, machine)] = Mark(epoch, sequence)
            machines = {}
            reader = schema.RowReader()
            for row in self._database.execute(schema.SELECT_MACHINES):
                try:
                    machines[row[0]] = reader.machine(row)
                except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
                    raise StoreError(
                        f"state file {self._path}: machine {row[0]!r} is damaged; restore a backup"
                    ) from error
        return Snapshot(
            machines=machines,
            marks=marks,
            revision=counters["revision"],
            operation=counters["operation"],
            identity=identity.to_bytes(8).hex(),
        )

    def commit(self, delta: Delta) -> None:
        """Make `delta` durable in one transaction.

        Raises:
            StoreError: the disk refused; the transaction was rolled back.
        """
        number = self._commits + 1
        with _reported(self._path, "write"):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                self._database.executemany(
                    schema.PUT_MACHINE, [schema.row_of(machine) for machine in delta.machines]
                )
                self._database.executemany(
                    schema.PUT_MARK, [(*key, *mark, number) for key, mark in delta.marks.items()]
                )
                self._database.executemany(
                    "DELETE FROM mark WHERE shard_id = ? AND machine_id = ?", delta.dropped
                )
                self._database.executemany(
                    "DELETE FROM machine WHERE id = ?", [(name,) for name in delta.forgotten]
                )
                self._database.executemany(
                    "UPDATE counter SET value = ? WHERE name = ?",
                    [(delta.revision, "revision"), (delta.operation, "operation"), (number, "commits")],
                )
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    with contextlib.suppress(sqlite3.Error):
                        self._database.execute("ROLLBACK")
                raise
        self._commits = number
        self._lock.note(number)

    def _identify(self, identity: int) -> None:
        """Give a file that has none its identity."""
        self._database.execute("INSERT INTO counter VALUES ('identity', ?)", (identity,))

    def close(self) -> None:
        """Close the file and give up its lock."""
        with contextlib.suppress(sqlite3.Error):
            self._database.close()
        self._lock.release()


class _Lock:
    """Ownership of a state file: an advisory lock on a file beside it, dropped with the process.

    The file stays when the lock is released: removing it would let two processes lock two different files.

    Attributes:
        path: the file: a line with the owner's pid, and one with the number of the last commit, each of a
            fixed width, so that it is overwritten in one piece and needs no space on a full disk.
        commits: that number as the last owner left it, 0 if there was none.
    """

    def __init__(self, state: Path) -> None:
        path = _beside(state, ".lock")
        self.path = path
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(
                f"state file {state}: cannot make {path.name} beside it ({error.strerror}); "
                "--state needs a writable directory"
            ) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            owner = (self._lines() or ["unknown"])[0]
            os.close(self._descriptor)
            raise StoreError(
                f"state file {state}: in use by a live process (pid {owner}); stop it or give another --state"
            ) from error
        lines = self._lines()
        self.commits = int(lines[1]) if len(lines) > 1 and lines[1].isdecimal() else 0
        self.note(self.commits)

    def note(self, commits: int) -> None:
        """Keep the number of the last commit. Lost, it only means that less is noticed later."""
        with contextlib.suppress(OSError):
            os.pwrite(self._descriptor, f"{os.getpid():10d}\n{commits:20d}\n".encode(), 0)

    def _lines(self) -> list[str]:
        return os.pread(self._descriptor, 64, 0).decode("ascii", "replace").split()

    def release(self) -> None:
        """Give up the lock; a second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


@contextlib.contextmanager
def _reported(path: Path, doing: str) -> Iterator[None]:
    """Turn what SQLite and the file system raise into one clear line."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise StoreError(f"state file {path}: cannot {doing} it ({reason})") from error


def _check_new(path: Path, commits: int) -> None:
    """Return if there never was a state file at `path`, as far as what lies beside it tells."""
    witness = path.name + (".lock" if commits else "-wal")
    if commits or path.with_name(witness).exists():
        raise StoreError(
            f"state file {path}: is missing, and {witness} beside it shows that there was one; restore it, "
            "or remove all that begins with its name to start afresh"
        )


def _create(path: Path) -> None:
    """Make a complete, empty state file under its name in one step.

    A file under the final name is therefore always whole, and an empty or headless one is damage.
    """
    fresh = _beside(path, ".new")
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as database:
        database.execute("BEGIN")
        for statement in schema.SCHEMA:
            database.execute(statement)
        database.execute("COMMIT")
    _sync(fresh)
    fresh.rename(path)
    _sync(path.parent)


def _beside(path: Path, ending: str) -> Path:
    """Return the path of a file that belongs to the state file at `path`."""
    return path.with_name(path.name + ending)


def _sync(path: Path) -> None:
    """Force a file, or the names in a directory, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _connect(path: Path) -> sqlite3.Connection:
    """Open an existing database for the one writer, which runs in a thread of its own."""
    if path.stat().st_size == 0:
        raise StoreError(f"state file {path}: is empty, so it is damaged; restore a backup, or move it away")
    database = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        # Exclusive locking keeps the WAL index in memory: no shared-memory file, no second reader or writer.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        # KiB: a fleet of 100,000 fits, so that a commit reads nothing.
        database.execute("PRAGMA cache_size = -32768")
    except sqlite3.DatabaseError as error:
        database.close()
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise _damaged(path, str(error)) from error
    return database


def _verify(path: Path, database: sqlite3.Connection) -> None:
    """Return if the file is ours, whole and of a schema that this version knows."""
    try:
        application = database.execute("PRAGMA application_id").fetchone()[0]
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if application != schema.APPLICATION_ID:
            raise StoreError(f"state file {path}: is a database of something else; give another --state")
        if version > schema.SCHEMA_VERSION:
            raise StoreError(
                f"state file {path}: has schema {version}, this version knows up to {schema.SCHEMA_VERSION}; "
                "start the newer version"
            )
        found = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise _damaged(path, " ".join(str(found).split()))
        # Fails where the disk is read-only, at start-up rather than at the first call.
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE counter SET value = value")
        if version < schema.SCHEMA_VERSION:
            schema.migrate(database, version)
        database.execute("COMMIT")
    except sqlite3.OperationalError as error:
        raise StoreError(f"state file {path}: cannot write it ({error})") from error
    except KeyError as error:
        raise _damaged(path, f"schema {version} never was") from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path, str(error)) from error


def _damaged(path: Path, reason: str) -> StoreError:
    return StoreError(f"state file {path}: is damaged ({reason}); restore a backup, or move it away")
