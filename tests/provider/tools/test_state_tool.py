"""`purevirt-provider state`: backups that come back whole, and files that are looked at without a trace."""

from __future__ import annotations

import io
import json
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from purevirt.provider.__main__ import main
from purevirt.provider.core.fencing import Mark, MarkKey
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.core.store import Delta, Snapshot
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.durable.state_document import DocumentError, dump, parse
from purevirt.provider.tools import state_tool
from tests.provider.durable.test_state_migration import dump as content
from tests.provider.durable.test_state_migration import old_file
from tests.provider.fakes import machine_of, slot

if TYPE_CHECKING:
    from pathlib import Path

FIRST = replace(
    machine_of(MachineState.CONFIGURED, {Kind.CREATE: "1-a", Kind.CONFIGURE: "2-a"}),
    slot=slot(0, labels={"rack": "ü/1"}, resources={"cpu": "500m"}, price_per_hour=0.1 + 0.2),
    metadata={"k\0": "\U0001f600"},
)
SNAPSHOT = Snapshot(
    machines={one.id: one for one in (FIRST, replace(machine_of(MachineState.FAILED), slot=slot(1)))},
    marks={MarkKey("s", "nobody"): Mark(2**63 - 1, 0), MarkKey("", "m"): Mark(-1, 0)},
    revision=7,
    operation=2,
)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state file that holds SNAPSHOT."""
    path = tmp_path / "state.db"
    SqliteStore.write(path, SNAPSHOT)
    return path


def names_in(folder: Path) -> list[str]:
    """Return what is there."""
    return sorted(one.name for one in folder.iterdir())


def load(path: Path) -> Snapshot:
    """Read a state file as the provider does."""
    with closing(SqliteStore.open(path)) as store:
        return store.load()


def test_export_and_import_give_the_same_state(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Machines in every detail, marks and counters, over a file that only its owner reads."""
    document, restored = tmp_path / "backup.json", tmp_path / "restored.db"
    assert main(["state", "export", "--state", str(state), "--output", str(document)]) == 0
    assert document.stat().st_mode & 0o777 == 0o600
    assert main(["state", "import", "--state", str(restored), str(document)]) == 0
    assert load(restored) == SNAPSHOT
    assert load(restored).identity == SNAPSHOT.identity == load(state).identity
    assert "2 machines, 2 marks" in capsys.readouterr().out


def test_export_through_a_pipe_is_the_same_document(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --output it is printed, and `-` reads it."""
    assert main(["state", "export", "--state", str(state)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO(capsys.readouterr().out))
    assert main(["state", "import", "--state", str(tmp_path / "restored.db"), "-"]) == 0
    assert load(tmp_path / "restored.db") == SNAPSHOT


def test_inspect_counts_what_is_there(
    state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """States, zones, marks and counters, in lines; the file can be named by its variable."""
    monkeypatch.setenv("PUREVIRT_STATE", str(state))
    assert main(["state", "inspect"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    for line in ("revision 7", "operations 2 minted", "machines 2", "CONFIGURED 1", "FAILED 1", "zone a: 2"):
        assert line in lines
    assert "marks 2 of 2 shards" in lines


@pytest.mark.parametrize("command", ["inspect", "export"])
def test_looking_changes_nothing_and_migrates_nothing(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of an older schema is read, and stays of that schema; no file appears beside it."""
    path = old_file(tmp_path)
    before, names = content(path), names_in(tmp_path)
    assert main(["state", command, "--state", str(path)]) == 0
    assert "FAILED" in capsys.readouterr().out
    assert (content(path), names_in(tmp_path)) == (before, names)


def test_what_a_killed_owner_left_in_the_log_is_exported(tmp_path: Path) -> None:
    """Commits that are only in the -wal file are part of the state."""
    state, crashed = tmp_path / "state.db", tmp_path / "crashed"
    crashed.mkdir()
    with closing(SqliteStore.open(state)) as store:
        store.load()
        store.commit(Delta(machines=[machine_of(MachineState.IDLE)], revision=1, operation=0))
        for ending in ("", "-wal", ".lock"):
            (crashed / f"state.db{ending}").write_bytes((tmp_path / f"state.db{ending}").read_bytes())
    output = tmp_path / "out.json"
    assert main(["state", "export", "--state", str(crashed / "state.db"), "--output", str(output)]) == 0
    assert json.loads(output.read_text())["machines"][0]["state"] == "IDLE"


@pytest.mark.parametrize("command", ["inspect", "export"])
def test_state_of_a_live_process_is_left_alone(
    state: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tool that looks never gets in the way of the owner."""
    with closing(SqliteStore.open(state)):
        assert main(["state", command, "--state", str(state)]) == 2
    assert "in use by a live process" in capsys.readouterr().err


@pytest.mark.parametrize("leave", ["", ".lock", "-wal"])
def test_import_never_replaces_a_state(
    state: Path, tmp_path: Path, leave: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A state that is there, or whose traces are, is not overwritten by a backup."""
    document = tmp_path / "backup.json"
    main(["state", "export", "--state", str(state), "--output", str(document)])
    kept = (tmp_path / f"state.db{leave}").read_bytes() if leave != "-wal" else b""
    for ending in ("", ".lock", "-wal"):
        (tmp_path / f"state.db{ending}").unlink(missing_ok=True)
    (tmp_path / f"state.db{leave}").write_bytes(kept)
    assert main(["state", "import", "--state", str(state), str(document)]) == 2
    assert "state.db" in capsys.readouterr().err


def test_export_never_replaces_a_file(state: Path, tmp_path: Path) -> None:
    """A backup does not overwrite the one before."""
    document = tmp_path / "backup.json"
    document.write_text("kept")
    assert main(["state", "export", "--state", str(state), "--output", str(document)]) == 1
    assert document.read_text() == "kept"


@pytest.mark.parametrize("command", ["inspect", "export"])
def test_device_is_no_state(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy of it would never end."""
    assert main(["state", command, "--state", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "purevirt-provider: --state: state file /dev/zero: is no file\n"


def test_missing_state_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No file, and no --state at all, are named; nothing is made."""
    assert main(["state", "inspect", "--state", str(tmp_path / "none.db")]) == 2
    assert main(["state", "inspect"]) == 2
    assert main(["state"]) == 2
    error = capsys.readouterr().err
    assert "none.db: there is none" in error
    assert "--state: is required" in error
    assert names_in(tmp_path) == []


def changed(change: str, value: object) -> dict[str, Any]:
    """Return SNAPSHOT's document with one field replaced; `change` is its path."""
    document: dict[str, Any] = json.loads(json.dumps(dump(SNAPSHOT)))
    *path, name = change.split(".")
    place: Any = document
    for step in path:
        place = place[int(step)] if step.isdecimal() else place[step]
    if value is None:
        del place[name]
    else:
        place[name] = value
    return document


@pytest.mark.parametrize(
    ("change", "value", "said"),
    [
        ("format", "other", "format: must be 'purevirt-provider-state'"),
        ("version", 2, "version: this program reads version 1, got 2"),
        ("identity", "f" * 16, "identity: must be 16 hexadecimal digits"),
        ("revision", -1, "revision: must be from 0"),
        ("operation", True, "operation: must be of type int"),
        ("operation", 2**63, "operation: must be from 0"),
        ("machines", {}, "machines: must be of type list"),
        ("machines", [1], "machines[0]: must be an object"),
        ("machines.1.id", None, "machines[1].id: must be of type str, is missing"),
        ("machines.1.id", slot(0).id, "machines[1].id: "),
        ("machines.1.state", "LOST", "machines[1].state: must be one of "),
        ("machines.0.last_error", "no", "machines[0].last_error: must not be set"),
        ("machines.0.price_per_hour", float("nan"), "machines[0].price_per_hour: must be 0 or more"),
        ("machines.0.price_per_hour", 10**400, "machines[0].price_per_hour: must be from 0"),
        ("machines.0.metadata", {"k": 1}, "machines[0].metadata.k: must be of type str"),
        ("machines.0.labels", {"zone": "a"}, "machines[0].labels.zone: "),
        ("machines.0.cluster", "\ud800", "machines[0].cluster: is not UTF-8"),
        ("machines.0.operations", {"repair me": "1"}, "machines[0].operations.repair me: is not one of"),
        ("marks.0.epoch", "1", "marks[0].epoch: must be of type int"),
        ("marks.0.sequence", 2**63, "marks[0].sequence: must be from"),
        ("marks.1", {"shard_id": "s", "machine_id": "nobody", "epoch": 1, "sequence": 1}, "has two marks"),
    ],
)
def test_document_that_makes_no_sense_is_refused_by_path(change: str, value: object, said: str) -> None:
    """Each field is checked before it is believed."""
    if change == "marks.1":
        document = changed("revision", 7)
        document["marks"][1] = value
    else:
        document = changed(change, value)
    with pytest.raises(DocumentError) as caught:
        parse(document)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["", "[" * 100_000, "\xff", "null"])
def test_import_of_garbage_is_one_line_and_makes_no_file(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is no document leaves nothing behind."""
    document = tmp_path / "document"
    document.write_bytes(text.encode("latin-1"))
    assert main(["state", "import", "--state", str(tmp_path / "state.db"), str(document)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert names_in(tmp_path) == ["document"]


def test_import_of_what_has_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A device is read as far as a document can be long, and no further."""
    monkeypatch.setattr(state_tool, "MAX_DOCUMENT_CHARS", 1000)
    assert main(["state", "import", "--state", str(tmp_path / "state.db"), "/dev/zero"]) == 1
    assert capsys.readouterr().err == (
        "purevirt-provider: /dev/zero: is longer than 1000 characters, which no export is\n"
    )
    assert names_in(tmp_path) == []
