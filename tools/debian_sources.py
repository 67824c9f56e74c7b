"""Upstream tarballs of Debian's source packages, by an apt with a state of its own.

The machine's lists and sources stay as they are; the mirror is the one that the machine's own sources name.
What is handed out has been checked against Debian's signed index.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["KEYRING", "Apt", "FetchError", "Mirror", "Tarball", "find_mirror", "tarballs_of"]

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


class FetchError(Exception):
    """Nothing was unpacked."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """Where Debian's packages come from, and the keyring that signs them."""

    uri: str
    keyring: str


@dataclass(frozen=True, slots=True)
class Tarball:
    """An upstream tarball as the index has it.

    Attributes:
        sha256: hexadecimal.
        revision: the version of Debian's newest package of it.
    """

    name: str
    sha256: str
    revision: str


def find_mirror(folder: Path) -> Mirror:
    """Return the Debian mirror that the apt sources under `folder` (/etc/apt) name.

    Raises:
        FetchError: none of them is Debian's main archive.
    """
    for uri, keyring in (*_deb822(folder), *_one_line(folder)):
        if re.search(r"/debian/?$", uri):
            return Mirror(uri.rstrip("/"), keyring or KEYRING)
    message = f"no Debian mirror in {folder}: run this on Debian"
    raise FetchError(message)


def _deb822(folder: Path) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.glob("sources.list.d/*.sources")):
        for stanza in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")):
            fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.*)$", stanza, re.MULTILINE))
            for uri in fields.get("URIs", "").split():
                yield uri, fields.get("Signed-By", "")


def _one_line(folder: Path) -> Iterator[tuple[str, str]]:
    for file in (folder / "sources.list", *sorted(folder.glob("sources.list.d/*.list"))):
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        for options, uri in re.findall(r"^deb(?:-src)?\s+(?:\[([^\]]*)\]\s+)?(\S+)", text, re.MULTILINE):
            keyring = re.search(r"signed-by=(\S+)", options)
            yield uri, keyring.group(1) if keyring else ""


def tarballs_of(showsrc: str, package: str, version: str = "") -> tuple[Tarball, ...]:
    """Return the upstream tarballs in what ``apt-cache showsrc`` printed, the newest first.

    Raises:
        FetchError: there is none, or none is of the upstream `version` that was asked for.
    """
    wanted = re.escape(version) if version else r"[^_\s]+"
    pattern = rf"^ ([0-9a-f]{{64}}) \d+ ({re.escape(package)}_{wanted}\.orig\.tar\.\w+)$"
    found = []
    for stanza in re.split(r"\n\s*\n", showsrc):
        revision = re.search(r"^Version: (\S+)$", stanza, re.MULTILINE)
        checksum = re.search(pattern, stanza, re.MULTILINE)
        if revision and checksum:
            found.append(Tarball(checksum.group(2), checksum.group(1), revision.group(1)))
    if not found:
        message = f"the index has no {package} {version}".rstrip() + ": choose another suite"
        raise FetchError(message)
    found.sort(key=lambda tarball: [int(digits) for digits in re.findall(r"\d+", tarball.revision)])
    return tuple({tarball.name: tarball for tarball in found}.values())[::-1]


class Apt:
    """apt-get and apt-cache with lists, cache and sources below one folder, for one suite.

    Attributes:
        files: the folder where what it downloads arrives.
    """

    def __init__(self, state: Path, mirror: Mirror, suite: str) -> None:
        self._options: list[str] = []
        self._suite = suite
        for name in ("lists/partial", "cache/archives/partial", "parts", "preferences", "files"):
            (state / name).mkdir(parents=True)
        (state / "status").touch()
        lines = [
            f"{kind} [signed-by={mirror.keyring}] {mirror.uri} {suite} main\n" for kind in ("deb", "deb-src")
        ]
        (state / "sources.list").write_text("".join(lines), encoding="utf-8")
        for name, value in (
            ("Dir::Etc::SourceList", "sources.list"),
            ("Dir::Etc::SourceParts", "parts"),
            ("Dir::Etc::PreferencesParts", "preferences"),
            ("Dir::State::Lists", "lists"),
            ("Dir::State::status", "status"),
            ("Dir::Cache", "cache"),
        ):
            self._options += ["-o", f"{name}={state / value}"]
        self._options += ["-o", "APT::Sandbox::User=root", "-o", "APT::Update::Error-Mode=any"]
        self.files = state / "files"

    def run(self, program: str, *arguments: str, may_fail: bool = False) -> str:
        """Return what one of the two printed.

        Raises:
            FetchError: it failed, and may not.
        """
        done = subprocess.run(
            [program, *self._options, *arguments],
            cwd=self.files,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode and not may_fail:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            message = f"{program} {' '.join(arguments)}: {re.sub(r'https?://[^/ ]+', 'MIRROR', last)}"
            raise FetchError(message)
        return done.stdout

    def update(self) -> None:
        """Fetch the index; without that there is nothing to ask for.

        Raises:
            FetchError: it did not come, or nobody we know has signed it.
        """
        try:
            self.run("apt-get", "update", "-qq")
        except FetchError as error:
            message = (
                f"the index of {self._suite} did not come: {error}; try again where its mirror is reached"
            )
            raise FetchError(message) from error

    def tarballs(self, package: str, version: str = "") -> tuple[Tarball, ...]:
        """Return the upstream tarballs of a package that the suite has, the newest first.

        Raises:
            FetchError: the suite has no such package, or none of `version`.
        """
        printed = self.run("apt-cache", "showsrc", "--only-source", package, may_fail=True)
        return tarballs_of(printed, package, version)

    def fetch(self, package: str, tarballs: Iterable[Tarball]) -> Path:
        """Download the first of a package's tarballs that the mirror has, and return its file.

        Raises:
            FetchError: none came as the index has it.
        """
        names = []
        for tarball in tarballs:
            # What left the archive may be in the index and not on the mirror, and a .dsc before its tarball.
            revision = f"{package}={tarball.revision}"
            self.run("apt-get", "source", "-qq", "--download-only", "--only-source", revision, may_fail=True)
            file = self.files / tarball.name
            if file.exists() and hashlib.sha256(file.read_bytes()).hexdigest() == tarball.sha256:
                return file
            names.append(tarball.name)
        message = f"{' or '.join(names)} could not be fetched whole: try again, or choose another suite"
        raise FetchError(message)
