"""Where sources come from, as far as that needs no network."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

import debian_sources as sources

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
    assert sources.find_mirror(tmp_path) == sources.Mirror("http://mirror.example/debian", "/k/debian.gpg")


@pytest.mark.parametrize(
    ("line", "keyring"),
    [
        ("deb http://mirror.example/debian x main", sources.KEYRING),
        ("deb-src [arch=amd64 signed-by=/k/d.gpg] http://mirror.example/debian x main", "/k/d.gpg"),
    ],
)
def test_mirror_of_a_one_line_source(tmp_path: Path, line: str, keyring: str) -> None:
    """The older format of apt's sources."""
    _write(tmp_path, "sources.list", f"# deb http://commented.example/debian x main\n{line}\n")
    assert sources.find_mirror(tmp_path) == sources.Mirror("http://mirror.example/debian", keyring)


def test_machine_without_debian_is_told_so(tmp_path: Path) -> None:
    """No mirror is guessed."""
    _write(tmp_path, "sources.list", "deb http://mirror.example/ubuntu x main\n")
    with pytest.raises(sources.FetchError, match="no Debian mirror"):
        sources.find_mirror(tmp_path)


def _stanza(revision: str, *files: tuple[str, str]) -> str:
    sums = "".join(f" {digit * 64} 10 {name}\n" for digit, name in files)
    return f"Package: thing\nVersion: {revision}\nFiles:\n {'0' * 32} 10 x\nChecksums-Sha256:\n{sums}\n"


INDEX = (
    _stanza("1:1.9-1", ("1", "thing_1.9.orig.tar.gz"))
    + _stanza(
        "1:1.10-2",
        ("2", "thing_1.10-2.dsc"),
        ("3", "thing_1.10.orig-www.tar.xz"),
        ("4", "thing_1.10.orig.tar.xz"),
        ("5", "thing_1.10.orig.tar.xz.asc"),
        ("6", "thing_1.10-2.debian.tar.xz"),
    )
    + _stanza("1:1.10-1", ("4", "thing_1.10.orig.tar.xz"))
)
OLD = sources.Tarball("thing_1.9.orig.tar.gz", "1" * 64, "1:1.9-1")
NEW = sources.Tarball("thing_1.10.orig.tar.xz", "4" * 64, "1:1.10-2")


@pytest.mark.parametrize(("version", "expected"), [("", (NEW, OLD)), ("1.9", (OLD,)), ("1.10", (NEW,))])
def test_tarball_is_known_by_the_signed_index(version: str, expected: tuple[sources.Tarball, ...]) -> None:
    """Upstream's tarballs and no other file, each once, the newest first."""
    assert sources.tarballs_of(INDEX, "thing", version) == expected


@pytest.mark.parametrize(("package", "version"), [("thing", "1"), ("thing", "1.11"), ("hing", "")])
def test_tarball_that_is_not_there(package: str, version: str) -> None:
    """Another version is not taken for the one that was asked for, nor another package."""
    with pytest.raises(sources.FetchError, match=f"no {package} ?{version}: choose another suite"):
        sources.tarballs_of(INDEX, package, version)


@pytest.mark.parametrize(
    ("mirror", "expected"),
    [
        ({"1": b"old", "2": b"new"}, "2"),
        ({"1": b"old"}, "1"),
        ({"1": b"old", "2": b"ne"}, "1"),
        ({"2": b"old"}, None),
        ({}, None),
    ],
)
def test_newest_that_the_mirror_has_whole(
    mirror: dict[str, bytes], expected: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was cut off or exchanged is not handed out: then an older one is, or none."""
    apt = sources.Apt(tmp_path / "state", sources.Mirror("http://mirror.example/debian", "/k"), "suite")

    def run(_apt: sources.Apt, *arguments: str, may_fail: bool = False) -> str:
        assert may_fail
        version = arguments[-1].removeprefix("thing=").removesuffix("-1")
        if version in mirror:
            (apt.files / f"thing_{version}.orig.tar.xz").write_bytes(mirror[version])
        return ""

    monkeypatch.setattr(sources.Apt, "run", run)
    tarballs = [
        sources.Tarball(f"thing_{version}.orig.tar.xz", hashlib.sha256(content).hexdigest(), f"{version}-1")
        for version, content in (("2", b"new"), ("1", b"old"))
    ]
    if expected is None:
        with pytest.raises(sources.FetchError, match=r"thing_2\S* or thing_1\S* could not be fetched whole"):
            apt.fetch("thing", tarballs)
    else:
        assert apt.fetch("thing", tarballs) == apt.files / f"thing_{expected}.orig.tar.xz"
