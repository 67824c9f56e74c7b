"""The golden guest image, built once and kept until something that it is made of changes."""

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.lab.builder import debian, disk, initramfs, root
from tests.lab.builder.modules import DISK_MODULES, LATE_MODULES, ROOT_MODULES, Modules
from tests.lab.errors import LabError
from tests.lab.locations import GUEST_FILES, cache_folder

_BUILDER: Final = Path(debian.__file__).parent
_KEPT_IMAGES: Final = 3


def image_key() -> str:
    """Return 16 hexadecimal digits that change with the guest's files, the builder and its packages."""
    digest = hashlib.sha256()
    digest.update(repr((debian.release(), debian.PACKAGES)).encode())
    sources = [Path(__file__), *sorted(_BUILDER.glob("*.py"))]
    for file in [*sources, *sorted(path for path in GUEST_FILES.rglob("*") if path.is_file())]:
        name = file.relative_to(Path(__file__).parent).as_posix()
        digest.update(repr((name, os.access(file, os.X_OK), file.read_bytes())).encode())
    return digest.hexdigest()[:16]


def image_path() -> Path:
    """Return where the image is, or will be."""
    return cache_folder() / f"golden-{image_key()}.qcow2"


def ensure_image() -> Path:
    """Return the image, built now if it is not there; several processes may ask at once.

    Raises:
        LabError: A package cannot be fetched, or a tool failed.
    """
    path = image_path()
    if path.exists():
        return path
    with _build_lock(path.parent):
        if not path.exists():
            _build(path)
            _forget_old(path)
    return path


@contextmanager
def _build_lock(folder: Path) -> Iterator[None]:
    with (folder / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="build-", dir=path.parent) as folder:
        work = Path(folder)
        unpacked = debian.unpack(path.parent, work / "packages")
        kernels = list((unpacked.kernel / "boot").glob("vmlinuz-*"))
        folders = list(unpacked.kernel.glob("**/lib/modules/*"))
        if len(kernels) != 1 or len(folders) != 1:
            raise LabError(
                f"package {unpacked.kernel.name}: {len(kernels)} kernels and {len(folders)} versions"
            )
        modules = Modules(folders[0])
        root_tree = work / "root"
        root.build(root_tree, unpacked, modules.ordered(LATE_MODULES), GUEST_FILES)
        first = initramfs.build(
            (unpacked.busybox / "bin" / "busybox").read_bytes(),
            modules.ordered(ROOT_MODULES),
            modules.ordered(DISK_MODULES),
        )
        parts = disk.Parts(kernels[0], first, root_tree, unpacked.boot_loader, unpacked.fat_tools)
        disk.build(parts, work, work / "golden.qcow2")
        (work / "golden.qcow2").replace(path)


def _forget_old(newest: Path) -> None:
    """Remove all but the newest few images: each change of a guest file makes another."""
    images = sorted(newest.parent.glob("golden-*.qcow2"), key=lambda path: path.stat().st_mtime)
    for image in images[:-_KEPT_IMAGES]:
        image.unlink(missing_ok=True)
