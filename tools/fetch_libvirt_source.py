"""Fetch what `xdrgen parse` reads: a libvirt release's sources, and the description of its C API.

Both come from Debian: the upstream tarball of the source package, and the XML files of libvirt-dev. apt runs
with a state of its own, so the machine's lists and sources stay as they are, and from the mirror that the
machine's own sources name. What is unpacked has been checked against Debian's signed index.

    python tools/fetch_libvirt_source.py [TARGET] [--version 11.3.0] [--suite trixie]
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["FetchError", "Mirror", "find_mirror", "main", "replaceable", "tarball_of"]

_API_FILES = "usr/share/libvirt/api"
_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


class FetchError(Exception):
    """Nothing was unpacked."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """Where Debian's packages come from, and the keyring that signs them."""

    uri: str
    keyring: str


def find_mirror(folder: Path) -> Mirror:
    """Return the Debian mirror that the apt sources under `folder` (/etc/apt) name.

    Raises:
        FetchError: none of them is Debian's main archive.
    """
    for uri, keyring in (*_deb822(folder), *_one_line(folder)):
        if re.search(r"/debian/?$", uri):
            return Mirror(uri.rstrip("/"), keyring or _KEYRING)
    message = f"no Debian mirror in {folder}: run this on Debian, or unpack the sources of libvirt by hand"
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


def tarball_of(showsrc: str, version: str) -> tuple[str, str]:
    """Return name and sha256 of the upstream tarball of `version`, out of what ``apt-cache showsrc`` printed.

    Raises:
        FetchError: the index has no such version.
    """
    pattern = rf"^ ([0-9a-f]{{64}}) \d+ (libvirt_{re.escape(version)}\.orig\.tar\.\w+)$"
    found = re.search(pattern, showsrc, re.MULTILINE)
    if found is None:
        message = f"the index has no libvirt {version}: choose another --suite"
        raise FetchError(message)
    return found.group(2), found.group(1)


class _Apt:
    """apt-get and apt-cache with lists, cache and sources below one folder."""

    def __init__(self, state: Path, mirror: Mirror, suite: str) -> None:
        self._options: list[str] = []
        self._folder = state
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
        self._options += ["-o", "APT::Sandbox::User=root"]
        self.files = state / "files"

    def run(self, program: str, *arguments: str, may_fail: bool = False) -> str:
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


def replaceable(target: Path) -> bool:
    """Say whether `target` may be replaced: it is not there, it is empty, or it is a libvirt source tree."""
    return (
        not target.exists() or not any(target.iterdir()) or (target / "src/remote/remote_protocol.x").exists()
    )


def _fetch(version: str, suite: str, target: Path) -> None:
    if not replaceable(target):
        message = f"{target} holds something else than libvirt's sources: name another folder"
        raise FetchError(message)
    with tempfile.TemporaryDirectory(prefix="libvirt-source-") as folder:
        apt = _Apt(Path(folder), find_mirror(Path("/etc/apt")), suite)
        apt.run("apt-get", "update", "-qq")
        name, sha256 = tarball_of(apt.run("apt-cache", "showsrc", "--only-source", "libvirt"), version)
        # A mirror may lack the .dsc of a version that has left the archive; the tarball is what is wanted.
        apt.run(
            "apt-get", "source", "--download-only", "-qq", "--only-source", f"libvirt/{suite}", may_fail=True
        )
        apt.run("apt-get", "download", "-qq", f"libvirt-dev/{suite}")
        tarball = apt.files / name
        if not tarball.exists() or hashlib.sha256(tarball.read_bytes()).hexdigest() != sha256:
            message = f"{name} could not be fetched whole: try again, or choose another --suite"
            raise FetchError(message)
        packages = sorted(apt.files.glob(f"libvirt-dev_{version}-*.deb"))
        if not packages:
            message = f"{suite} has another version of libvirt-dev than {version}: choose another --suite"
            raise FetchError(message)
        unpacked = Path(folder) / "unpacked"
        with tarfile.open(tarball) as archive:
            archive.extractall(unpacked / "source", filter="data")
        subprocess.run(["dpkg-deb", "-x", str(packages[0]), str(unpacked / "dev")], check=True)
        (root,) = (unpacked / "source").iterdir()
        for file in (unpacked / "dev" / _API_FILES).glob("*.xml"):
            shutil.copy(file, root / "docs")
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            shutil.rmtree(target)
        shutil.move(root, target)


def main(argv: Sequence[str]) -> int:
    """Fetch and unpack; return 0, or 1 with a line on stderr."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", default="11.3.0", help="libvirt's version (default: %(default)s)")
    parser.add_argument(
        "--suite", default="trixie", help="the Debian suite that has it (default: %(default)s)"
    )
    parser.add_argument("target", type=Path, nargs="?", help="folder (default: .cache/libvirt-VERSION)")
    options = parser.parse_args(argv)
    target = options.target or Path(".cache") / f"libvirt-{options.version}"
    try:
        _fetch(options.version, options.suite, target)
    except (FetchError, OSError, subprocess.CalledProcessError) as error:
        print(f"fetch_libvirt_source: {error}", file=sys.stderr)
        return 1
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
