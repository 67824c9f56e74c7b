"""Kernel modules in the order in which they can be loaded one by one, without depmod and modprobe."""

import lzma
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

# What the root file system needs, in the initramfs.
ROOT_MODULES: Final = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4")
# Disks that are not virtio-blk, tried there when no root was found.
DISK_MODULES: Final = ("virtio_scsi", "ata_piix", "ahci", "sd_mod")
# Everything else, loaded from the root.
LATE_MODULES: Final = (
    "virtio_console",
    "virtio_net",
    "virtio_scsi",
    "sr_mod",
    "isofs",
    "ata_piix",
    "ahci",
    "sd_mod",
    "evdev",
    "button",
    "virtio_rng",
    "virtio_balloon",
)

_DEPENDS: Final = re.compile(rb"(?:^|\0)depends=([^\0]*)\0")


class Modules:
    """The modules of one kernel.

    Args:
        folder: Its `lib/modules/VERSION`.
    """

    def __init__(self, folder: Path) -> None:
        self._files = {
            file.name.partition(".ko")[0].replace("-", "_"): file
            for file in folder.rglob("*.ko*")
            if file.name.endswith((".ko", ".ko.xz"))
        }

    def ordered(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return name -> content of the modules and all they depend on, each after its dependencies.

        A name that is not there is left out: it is built in, or the kernel lacks it.
        """
        found: dict[str, bytes] = {}
        for name in names:
            self._add(name, found, frozenset())
        return found

    def _add(self, name: str, found: dict[str, bytes], above: frozenset[str]) -> None:
        if name in found or name in above or name not in self._files:
            return
        content = self._files[name].read_bytes()
        if self._files[name].suffix == ".xz":
            content = lzma.decompress(content)
        depends = _DEPENDS.search(content)
        for needed in depends[1].decode().replace("-", "_").split(",") if depends else ():
            self._add(needed, found, above | {name})
        found[name] = content
