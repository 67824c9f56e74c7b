"""The commands, and what they leave on the disk."""

from __future__ import annotations

import runpy
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.xdrgen.small_tree import SOURCES, write_tree
from xdrgen import cli
from xdrgen.emit.package import GEN, TESTS, emit
from xdrgen.source import read_tree
from xdrgen.write import MARK, replace_files, stale_files

if TYPE_CHECKING:
    from pathlib import Path

IR = "schema/small.ir.json"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository to write to, beside a small source tree."""
    write_tree(tmp_path / "libvirt")
    monkeypatch.setattr(cli, "read_tree", lambda tree: read_tree(tree, SOURCES))
    monkeypatch.setattr(cli, "emit", partial(emit, secrets={}))
    (tmp_path / "repository").mkdir()
    return tmp_path / "repository"


def _run(root: Path, *arguments: str) -> int:
    return cli.main(["--root", str(root), "--ir", IR, *arguments])


def _generate(root: Path) -> None:
    assert _run(root, "generate", str(root.parent / "libvirt")) == 0


def test_generate_writes_what_check_accepts(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """parse and emit in one, and emit alone changes nothing more."""
    _generate(root)
    assert (root / IR).exists()
    before = {file: file.read_text() for file in root.rglob("*.py")}
    assert before
    assert _run(root, "check") == 0
    assert _run(root, "emit") == 0
    assert {file: file.read_text() for file in root.rglob("*.py")} == before
    assert f"files are what {IR} gives" in capsys.readouterr().out


def test_parse_writes_where_it_is_told(root: Path) -> None:
    """-o names the IR; without it, --ir does."""
    tree = str(root.parent / "libvirt")
    assert _run(root, "parse", tree) == 0
    assert _run(root, "parse", tree, "-o", str(root / "other.json")) == 0
    assert (root / "other.json").read_text() == (root / IR).read_text()


def test_check_says_what_drifted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each file by name, with its first differing lines; missing and left-over files as well."""
    _generate(root)
    remote, enums = root / GEN / "remote.py", root / GEN / "enums.py"
    remote.write_text(remote.read_text().replace("REMOTE_NAME_MAX = 8", "REMOTE_NAME_MAX = 9"))
    enums.unlink()
    (root / GEN / "gone.py").write_text(f"# {MARK}\n")
    (root / GEN / "by_hand.py").write_text("# not emitted\n")
    lines = (root / GEN / "procedures.py").read_text().splitlines()
    (root / GEN / "procedures.py").write_text("\n".join(f"{line} #" for line in lines))
    assert _run(root, "check") == 1
    said = capsys.readouterr().err
    assert f"{GEN}/remote.py: 2 lines differ\n  -REMOTE_NAME_MAX = 9\n  +REMOTE_NAME_MAX = 8\n" in said
    assert f"{GEN}/enums.py: missing" in said
    assert f"{GEN}/gone.py: emitted once, and no longer" in said
    assert "by_hand" not in said
    assert f"  ... {2 * len(lines) - 12} more" in said
    assert "run `xdrgen emit`" in said


def test_emit_removes_what_is_no_longer_emitted(root: Path) -> None:
    """A module of a protocol that is gone goes too; what was written by hand stays."""
    _generate(root)
    (root / GEN / "gone.py").write_text(f"# {MARK}\n")
    (root / TESTS / "by_hand.py").write_text("# not emitted\n")
    assert _run(root, "emit") == 0
    assert not (root / GEN / "gone.py").exists()
    assert (root / TESTS / "by_hand.py").exists()


def test_fault_is_one_line_and_changes_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A syntax error is told with its place, and no file is touched."""
    _generate(root)
    before = {file: file.read_text() for file in root.rglob("*") if file.is_file()}
    protocol = root.parent / "libvirt/src/remote/remote_protocol.x"
    protocol.write_text(protocol.read_text().replace("REMOTE_NAME_MAX = 8;", "REMOTE_NAME_MAX = 8,"))
    assert _run(root, "generate", str(root.parent / "libvirt")) == 1
    assert capsys.readouterr().err == "xdrgen: src/remote/remote_protocol.x:4:26: expected ';', got ','\n"
    assert {file: file.read_text() for file in root.rglob("*") if file.is_file()} == before


def test_missing_ir_is_told_with_the_cure(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """check and emit need an IR."""
    assert _run(root, "check") == 1
    assert "run `xdrgen parse` first" in capsys.readouterr().err


def test_write_that_fails_leaves_the_old_files(tmp_path: Path) -> None:
    """All files, or none: the new texts are complete before the first is put in place."""
    (tmp_path / "a.py").write_text("old")
    (tmp_path / "b").write_text("a file where a folder is needed")
    with pytest.raises(OSError, match="b"):
        replace_files(tmp_path, {"a.py": "new", "b/c.py": "new"}, folders=())
    assert (tmp_path / "a.py").read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.py", "b"]


def test_stale_files_are_told_by_their_banner(tmp_path: Path) -> None:
    """Only what the generator wrote is its to remove."""
    (tmp_path / "one.py").write_text(f'"""{MARK} from somewhere."""')
    (tmp_path / "two.py").write_text('"""Written by hand."""')
    assert stale_files(tmp_path, {}, folders=(".",)) == ["one.py"]
    assert stale_files(tmp_path, {"one.py": ""}, folders=(".",)) == []


def test_module_runs_as_a_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`python -m xdrgen` is the command, and its status is the command's."""
    monkeypatch.setattr(sys, "argv", ["xdrgen", "--root", str(tmp_path), "check"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("xdrgen", run_name="__main__")
    assert ended.value.code == 1
