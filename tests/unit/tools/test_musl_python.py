"""Building a Python on musl, as far as that needs no compiler."""

from __future__ import annotations

import io
import shutil
import tarfile
from typing import TYPE_CHECKING

import pytest

import musl_python as musl
from debian_sources import Tarball

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def plan(tmp_path: Path) -> musl.Plan:
    tarballs = {name: (Tarball(f"{name}_1.orig.tar.gz", "a" * 64, "1-1"),) for name in musl.PACKAGES}
    return musl.Plan(tmp_path / "musl", "x86_64", tarballs)


@pytest.fixture
def fetch(tmp_path: Path) -> Callable[[str], Path]:
    """The same tarball for each package, with a configure that fails."""
    file = tmp_path / "all.tar"
    script = b"#!/bin/sh\necho one >&2\necho no such machine; echo; exit 3\n"
    with tarfile.open(file, "w") as archive:
        member = tarfile.TarInfo("tree-1/configure")
        member.mode, member.size = 0o755, len(script)
        archive.addfile(member, io.BytesIO(script))
    return lambda _package: file


def test_all_packages_have_a_recipe(plan: musl.Plan) -> None:
    """What is fetched is built, in the same order: each needs those before it."""
    assert tuple(plan.recipes()) == musl.PACKAGES


def test_built_once(plan: musl.Plan) -> None:
    """Nothing is built again, until the suite has another version or the interpreter is gone."""
    assert not plan.is_done()
    plan.interpreter.parent.mkdir(parents=True)
    plan.interpreter.touch()
    (plan.folder / ".ready").write_text(plan.state())
    assert plan.is_done()
    newer = {**plan.tarballs, "openssl": (Tarball("openssl_2.orig.tar.gz", "b" * 64, "2-1"),)}
    assert not musl.Plan(plan.folder, plan.machine, newer).is_done()
    plan.interpreter.unlink()
    assert not plan.is_done()


def test_failure_names_the_log_and_its_last_line(plan: musl.Plan, fetch: Callable[[str], Path]) -> None:
    """One line; the step after the one that failed is not run, and nothing says that it is ready."""
    with pytest.raises(musl.BuildError) as caught:
        musl.build(plan, fetch)
    log = plan.folder / "build.log"
    tree = plan.folder / "build" / "musl" / "tree-1"
    command = f"./configure --prefix={plan.folder}"
    assert str(caught.value) == f"{command} failed in {tree}, see {log}: no such machine"
    assert log.read_text().count("$ ") == 1
    assert not plan.is_done()


def test_failed_build_is_begun_again(plan: musl.Plan, fetch: Callable[[str], Path]) -> None:
    """What it left is no reason to refuse the folder."""
    for _ in range(2):
        with pytest.raises(musl.BuildError, match="no such machine"):
            musl.build(plan, fetch)


def test_folder_with_something_else_is_not_replaced(plan: musl.Plan) -> None:
    """Only an empty folder and an older build give way; nothing is fetched for it."""
    plan.folder.mkdir()
    (plan.folder / "thesis.txt").touch()
    (plan.folder / "build.log").write_text("of the thesis")
    with pytest.raises(musl.BuildError, match="something else"):
        musl.build(plan, lambda package: pytest.fail(f"{package} was fetched"))
    assert (plan.folder / "thesis.txt").exists()


def test_machine_that_lacks_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each lack is a line with what to type; a machine that has all is told nothing."""
    for name in ("linux", "asm-generic"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(shutil, "which", lambda program: f"/bin/{program}")
    assert "riscv64 is not a machine" in musl.missing("riscv64", tmp_path)
    assert "no kernel headers" in musl.missing("aarch64", tmp_path)
    (tmp_path / "aarch64-linux-gnu" / "asm").mkdir(parents=True)
    assert not musl.missing("aarch64", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda program: None if program == "tclsh" else "/bin/it")
    assert musl.missing("aarch64", tmp_path) == "no tclsh: apt-get install tcl"


def test_failure_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command's status says it too, and no path is printed that would be taken for an interpreter's."""
    monkeypatch.setattr(musl, "missing", lambda _machine: "no gcc: apt-get install gcc")
    assert musl.main([str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", "musl_python: no gcc: apt-get install gcc\n")
