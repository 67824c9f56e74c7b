"""Where the sources come from, as far as that needs no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import fetch_libvirt_source as fetch

if TYPE_CHECKING:
    from pathlib import Path


def _write(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_mirror_is_the_machines_own(tmp_path: Path) -> None:
    """The main archive among the sources, security and strangers left aside."""
    _write(
        tmp_path,
        "sources.list.d/a.list",
        "deb [signed-by=/k/other.gpg] https://example.org/apt stable main\n",
    )
    _write(
        tmp_path,
        "sources.list.d/debian.sources",
        "Types: deb\nURIs: http://mirror.example/debian-security/\nSuites: x-security\n\n"
        "Types: deb\n# URIs: http://wrong.example/debian\nURIs: http://mirror.example/debian/\n"
        "Suites: x\nSigned-By: /k/debian.gpg\n",
    )
    assert fetch.find_mirror(tmp_path) == fetch.Mirror("http://mirror.example/debian", "/k/debian.gpg")


@pytest.mark.parametrize(
    ("line", "keyring"),
    [
        ("deb http://mirror.example/debian x main", fetch._KEYRING),
        ("deb-src [arch=amd64 signed-by=/k/d.gpg] http://mirror.example/debian x main", "/k/d.gpg"),
    ],
)
def test_mirror_of_a_one_line_source(tmp_path: Path, line: str, keyring: str) -> None:
    """The older format of apt's sources."""
    _write(tmp_path, "sources.list", f"# deb http://commented.example/debian x main\n{line}\n")
    assert fetch.find_mirror(tmp_path) == fetch.Mirror("http://mirror.example/debian", keyring)


def test_machine_without_debian_is_told_so(tmp_path: Path) -> None:
    """No mirror is guessed."""
    _write(tmp_path, "sources.list", "deb http://mirror.example/ubuntu x main\n")
    with pytest.raises(fetch.FetchError, match="no Debian mirror"):
        fetch.find_mirror(tmp_path)


def test_tarball_is_known_by_the_signed_index() -> None:
    """Name and digest of the version that is asked for, and of no other file."""
    sums = "".join(
        f" {digit * 64} 10 {name}\n"
        for digit, name in (
            ("a", "libvirt_1.2.3-4.dsc"),
            ("b", "libvirt_1.2.3.orig.tar.xz"),
            ("c", "libvirt_1.2.3.orig.tar.xz.asc"),
            ("d", "libvirt_1.2.30.orig.tar.xz"),
        )
    )
    assert fetch.tarball_of(f"Package: libvirt\nChecksums-Sha256:\n{sums}", "1.2.3") == (
        "libvirt_1.2.3.orig.tar.xz",
        "b" * 64,
    )
    with pytest.raises(fetch.FetchError, match=r"no libvirt 1\.2\.4"):
        fetch.tarball_of(sums, "1.2.4")


def test_failure_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The command says what went wrong, and its status says so too."""

    def nothing(_folder: Path) -> fetch.Mirror:
        message = "no mirror here"
        raise fetch.FetchError(message)

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
