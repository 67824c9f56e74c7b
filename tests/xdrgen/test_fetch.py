"""Fetching libvirt's sources, as far as that needs no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import fetch_libvirt_source as fetch
from debian_sources import FetchError, Mirror

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def _write(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_failure_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The command says what went wrong, and its status says so too."""

    def nothing(_folder: Path) -> Mirror:
        message = "no mirror here"
        raise FetchError(message)

    monkeypatch.setattr(fetch, "find_mirror", nothing)
    assert fetch.main([str(tmp_path), "--version", "1.2.3"]) == 1
    assert capsys.readouterr().err == "fetch_libvirt_source: no mirror here\n"


def test_folder_with_something_else_is_not_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only an empty folder and an older source tree give way."""
    assert fetch.replaceable(tmp_path / "new")
    assert fetch.replaceable(tmp_path)
    _write(tmp_path, "src/remote/remote_protocol.x", "")
    assert fetch.replaceable(tmp_path)
    _write(tmp_path, "home/thesis.txt", "")
    assert fetch.main([str(tmp_path / "home")]) == 1
    assert "something else than libvirt's sources" in capsys.readouterr().err
    assert (tmp_path / "home/thesis.txt").exists()
