"""`purevirt-provider state`: what a state file holds, as JSON and back. Needs nothing beyond Python.

`inspect` and `export` look at a copy, so that the file stays as it is, also where its schema is an older one
or its disk read-only. None of the three goes near a file that a live process owns.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.durable.state_document import DocumentError, dump, parse
from purevirt.provider.errors import ConfigError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from purevirt.provider.core.store import Snapshot

MAX_DOCUMENT_CHARS: Final = 1 << 30
"""Four times what a fleet may hold, for what JSON adds."""

# What belongs to a state file, by the ending of its name.
_PARTS: Final = ("", "-wal", ".lock")


class Parser(argparse.ArgumentParser):
    """argparse that raises instead of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line.

        Raises:
            ConfigError: always.
        """
        raise ConfigError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str]) -> int:
    """Run `purevirt-provider state ARGUMENTS`; return the exit status.

    Raises:
        ConfigError: the command line is wrong.
        StoreError: the state file cannot be read or written.
        DocumentError: the same of the document, or it makes no sense.
        SystemExit: --help was asked for and has been printed.
    """
    given = _parser().parse_args(list(arguments))
    if given.state is None:
        raise ConfigError("--state: is required; name the state file")
    state = Path(given.state)
    if given.command == "import":
        snapshot = _read(given.input)
        SqliteStore.write(state, snapshot)
        print_lines([f"{state}: {len(snapshot.machines)} machines, {len(snapshot.marks)} marks"])
        return 0
    snapshot = load_copy(state)
    if given.command == "inspect":
        print_lines(_summary(state, snapshot))
        return 0
    text = json.dumps(dump(snapshot), indent=1) + "\n"
    if given.output is None:
        sys.stdout.write(text)
    else:
        _write(Path(given.output), text)
    return 0


def _parser() -> Parser:
    parser = Parser(prog="purevirt-provider state", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="inspect | export | import")
    for name, text in (
        ("inspect", "print what a state file holds, in a few lines"),
        ("export", "print a state file as one JSON document"),
        ("import", "make a new state file of such a document"),
    ):
        command = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        command.add_argument(
            "--state",
            metavar="FILE",
            default=os.environ.get("PUREVIRT_STATE") or None,
            help="the state file (or PUREVIRT_STATE)",
        )
        if name == "export":
            command.add_argument(
                "--output", metavar="FILE", help="a new file for the document (default: print)"
            )
        if name == "import":
            command.add_argument(
                "input", metavar="DOCUMENT", help="the document's file, - for standard input"
            )
    return parser


def load_copy(state: Path) -> Snapshot:
    """Return what the state file holds, and leave it exactly as it is.

    Raises:
        StoreError: there is none, a live process owns it, or the provider would refuse it too.
    """
    if state.exists() and not state.is_file():
        # Copying a device might never end.
        raise StoreError(f"state file {state}: is no file")
    with tempfile.TemporaryDirectory(prefix="purevirt-state-") as folder:
        copy = Path(folder) / state.name
        with _not_owned(state):
            for ending in _PARTS:
                part = state.with_name(state.name + ending)
                try:
                    shutil.copyfile(part, copy.with_name(state.name + ending))
                except FileNotFoundError as error:
                    if not ending:
                        raise StoreError(f"state file {state}: there is none") from error
                except OSError as error:
                    raise StoreError(f"state file {part}: cannot read it ({error.strerror})") from error
        try:
            with contextlib.closing(SqliteStore.open(copy)) as store:
                return store.load()
        except StoreError as error:
            raise StoreError(str(error).replace(str(copy), str(state))) from error


@contextlib.contextmanager
def _not_owned(state: Path) -> Iterator[None]:
    """Keep any process from becoming the owner meanwhile."""
    lock = state.with_name(state.name + ".lock")
    try:
        descriptor = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        # Whoever owns a state has its lock file.
        yield
        return
    except OSError as error:
        raise StoreError(f"state file {lock}: cannot read it ({error.strerror})") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(
                f"state file {state}: in use by a live process; stop it, or ask it through its admin socket "
                "(purevirt-provider machines --admin-socket)"
            ) from error
        yield
    finally:
        os.close(descriptor)


def _read(name: str) -> Snapshot:
    """Return the snapshot of a document's file."""
    try:
        # A device has no end.
        with contextlib.nullcontext(sys.stdin) if name == "-" else Path(name).open(encoding="utf-8") as file:
            text = file.read(MAX_DOCUMENT_CHARS + 1)
    except OSError as error:
        raise DocumentError(f"{name}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise DocumentError(f"{name}: is not UTF-8 text") from error
    if len(text) > MAX_DOCUMENT_CHARS:
        raise DocumentError(f"{name}: is longer than {MAX_DOCUMENT_CHARS} characters, which no export is")
    try:
        return parse(json.loads(text))
    except (ValueError, RecursionError) as error:
        # Without json's own text, which may quote the content.
        raise DocumentError(f"{name}: is not a JSON document") from error
    except DocumentError as error:
        raise DocumentError(f"{name}: {error}") from error


def _write(path: Path, text: str) -> None:
    """Write a file that only its owner reads, under its name once it is whole."""
    draft = path.with_name(path.name + ".new")
    try:
        if path.exists():
            raise DocumentError(f"{path}: is there already; move it away, or give another name")
        draft.unlink(missing_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except OSError as error:
        raise DocumentError(f"{path}: cannot be written ({error.strerror})") from error


def _summary(state: Path, snapshot: Snapshot) -> list[str]:
    """Return the lines of `inspect`."""
    states = Counter(machine.state.name for machine in snapshot.machines.values())
    zones = Counter(machine.slot.zone for machine in snapshot.machines.values())
    shards = Counter(key.shard_id for key in snapshot.marks)
    return [
        f"file        {state}, {state.stat().st_size} bytes",
        f"revision    {snapshot.revision}",
        f"operations  {snapshot.operation} minted",
        f"machines    {len(snapshot.machines)}",
        *(f"  {name:13} {count}" for name, count in sorted(states.items())),
        *(f"  zone {name}: {count}" for name, count in sorted(zones.items())),
        f"marks       {len(snapshot.marks)} of {len(shards)} shards",
    ]


def print_lines(lines: Sequence[str]) -> None:
    """Print lines for a person."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
