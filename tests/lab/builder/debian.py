"""Debian packages for the guest: which, fetched once, unpacked."""

import json
import platform
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from tests.lab.errors import LabError
from tests.lab.process import run

# The cloud kernel boots in half the time of the generic one, and it is what real guests run. It has no AHCI.
KERNEL: Final = "linux-image-cloud-amd64"
AGENT: Final = "qemu-guest-agent"
BUSYBOX: Final = "busybox-static"
BOOT_LOADER: Final = "syslinux"
FAT_TOOLS: Final = "mtools"
PACKAGES: Final = (KERNEL, AGENT, BUSYBOX, BOOT_LOADER, FAT_TOOLS)

_APT_S: Final = 300.0
_RECORD: Final = "packages.json"
_STRICTLY: Final = tuple(
    f"--no-{kind}" for kind in ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")
)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """Where the packages lie unpacked.

    Args:
        kernel: The kernel package's tree.
        agent: The guest agent's.
        busybox: Busybox's.
        boot_loader: SYSLINUX's.
        fat_tools: The mtools'.
        libraries: The trees of the libraries that the agent may need.
    """

    kernel: Path
    agent: Path
    busybox: Path
    boot_loader: Path
    fat_tools: Path
    libraries: tuple[Path, ...]


def release() -> str:
    """Return the machine's distribution and release, such as `debian-12`."""
    try:
        facts = platform.freedesktop_os_release()
    except OSError:
        return "unknown"
    return f"{facts.get('ID', 'unknown')}-{facts.get('VERSION_ID', 'testing')}"


def fetch(cache: Path) -> tuple[str, list[str], Path]:
    """Return the kernel package, the library packages and the folder that holds all packages' files.

    What is in the cache is not fetched again, and then no network is needed.

    Raises:
        LabError: apt does not know a package, or cannot fetch one.
    """
    folder = cache / "packages" / release()
    folder.mkdir(parents=True, exist_ok=True)
    record = folder / _RECORD
    if record.exists():
        known = cast("dict[str, object]", json.loads(record.read_text()))
        kernel, libraries = cast("str", known["kernel"]), cast("list[str]", known["libraries"])
        if all(_file(folder, package) for package in _all(kernel, libraries)):
            return kernel, libraries, folder
    try:
        kernel, libraries = _resolve()
    except LabError:
        # A fresh machine has no package lists yet.
        run(["apt-get", "update", "-qq"], timeout_s=_APT_S)
        kernel, libraries = _resolve()
    wanted = [package for package in _all(kernel, libraries) if not _file(folder, package)]
    with tempfile.TemporaryDirectory(dir=folder) as arriving:
        # apt would hand the download to a user who cannot write here.
        as_root = ["-o", "APT::Sandbox::User=root"]
        if wanted:
            run(["apt-get", "download", "-qq", *as_root, *wanted], timeout_s=_APT_S, cwd=Path(arriving))
        for file in Path(arriving).iterdir():
            file.replace(folder / file.name)
    record.write_text(json.dumps({"kernel": kernel, "libraries": libraries}))
    return kernel, libraries, folder


def unpack(cache: Path, into: Path) -> Unpacked:
    """Return the packages' trees, each in a folder of its own below `into`.

    Raises:
        LabError: See `fetch`.
    """
    kernel, libraries, folder = fetch(cache)
    trees: dict[str, Path] = {}
    for package in _all(kernel, libraries):
        file = _file(folder, package)
        if file is None:
            raise LabError(f"package {package}: apt-get download left no file in {folder}")
        trees[package] = into / package
        trees[package].mkdir(parents=True)
        run(["dpkg-deb", "-x", file, trees[package]], timeout_s=_APT_S)
    return Unpacked(
        kernel=trees[kernel],
        agent=trees[AGENT],
        busybox=trees[BUSYBOX],
        boot_loader=trees[BOOT_LOADER],
        fat_tools=trees[FAT_TOOLS],
        libraries=tuple(trees[library] for library in libraries),
    )


def _all(kernel: str, libraries: Iterable[str]) -> list[str]:
    return [kernel, *PACKAGES[1:], *libraries]


def _file(folder: Path, package: str) -> Path | None:
    return next(folder.glob(f"{package}_*.deb"), None)


def _depends(*arguments: str) -> dict[str, list[str]]:
    """Return package -> packages it depends on, as apt-cache lists them."""
    text = run(["apt-cache", "depends", *_STRICTLY, *arguments], timeout_s=_APT_S).decode()
    graph: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if line and not line.startswith((" ", "<")):
            current = graph.setdefault(line.strip(), [])
        elif found := re.match(r" [ |](?:Pre)?Depends: ([^<\s]+)$", line):
            current.append(found[1])
    return graph


def _resolve() -> tuple[str, list[str]]:
    """Return the kernel package that the metapackage stands for now, and the libraries under the agent."""
    kernel = next(
        (name for name in _depends(KERNEL).get(KERNEL, ()) if name.startswith("linux-image-")), None
    )
    if kernel is None:
        raise LabError(f"package {KERNEL}: apt-cache does not know which kernel it stands for")
    graph = _depends("--recurse", AGENT)
    libraries: list[str] = []
    todo = [AGENT]
    while todo:
        for name in graph.get(todo.pop(), ()):
            if name.startswith(("lib", "zlib")) and name not in libraries:
                libraries.append(name)
                todo.append(name)
    return kernel, sorted(libraries)
