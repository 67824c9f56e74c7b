"""Debian programs that are unpacked, never installed: cloud-init would take over at the next boot."""

import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from tests.lab.builder.debian import release
from tests.lab.errors import LabError
from tests.lab.locations import cache_folder
from tests.lab.process import run

PACKAGES: Final = (
    "cloud-init",  # the reader of the seed disk
    "genisoimage",  # isoinfo, another reader of it
    # What cloud-init's data sources import, on the system's python3.
    "python3-certifi",
    "python3-chardet",
    "python3-configobj",
    "python3-idna",
    "python3-netifaces",
    "python3-oauthlib",
    "python3-requests",
    "python3-six",
    "python3-urllib3",
    "python3-yaml",
)
PYTHON: Final = Path("/usr/bin/python3")

_APT_S: Final = 300.0


def unpacked_tree() -> Path:
    """Return the folder that stands for `/` in the packages, fetched now if it is not there.

    Raises:
        LabError: A package cannot be fetched.
    """
    parent = cache_folder() / "packages" / release()
    parent.mkdir(parents=True, exist_ok=True)
    tree = parent / "unpacked"
    with (parent / "unpacked.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = tree / "packages"
        if not stamp.exists() or stamp.read_text().split() != list(PACKAGES):
            shutil.rmtree(tree, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=parent) as folder:
                made = Path(folder) / "tree"
                made.mkdir()
                _unpack(Path(folder), made)
                (made / "packages").write_text("\n".join(PACKAGES))
                made.rename(tree)
    return tree


def environment(tree: Path) -> dict[str, str]:
    """Return the variables with which the system's python3 finds the unpacked modules."""
    return {"PYTHONPATH": str(tree / "usr/lib/python3/dist-packages"), "PYTHONDONTWRITEBYTECODE": "1"}


def _unpack(folder: Path, into: Path) -> None:
    # apt would hand the download to a user who cannot write here.
    as_root = ["-o", "APT::Sandbox::User=root"] if os.geteuid() == 0 else []
    download = ["apt-get", "download", "-qq", *as_root, *PACKAGES]
    try:
        run(download, timeout_s=_APT_S, cwd=folder)
    except LabError:
        # A fresh machine has no package lists yet.
        run(["apt-get", "update", "-qq"], timeout_s=_APT_S)
        run(download, timeout_s=_APT_S, cwd=folder)
    for file in folder.glob("*.deb"):
        run(["dpkg-deb", "-x", file, into], timeout_s=_APT_S)
