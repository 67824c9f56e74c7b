"""Fetch what `xdrgen parse` reads: a libvirt release's sources, and the description of its C API.

Both come from Debian, checked against its signed index: the upstream tarball of the source package, and the
XML files of libvirt-dev.

    python tools/fetch_libvirt_source.py [TARGET] [--version 11.3.0] [--suite trixie]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from debian_sources import Apt, FetchError, find_mirror

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main", "replaceable"]

_API_FILES = "usr/share/libvirt/api"


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
        apt = Apt(Path(folder), find_mirror(Path("/etc/apt")), suite)
        apt.update()
        tarball = apt.fetch("libvirt", apt.tarballs("libvirt", version))
        apt.run("apt-get", "download", "-qq", f"libvirt-dev/{suite}")
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
