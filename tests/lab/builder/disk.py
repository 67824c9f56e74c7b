"""The disk: boot record, boot partition, root partition, and the qcow2 image of them."""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.lab.builder.initramfs import ROOT_LABEL
from tests.lab.process import SYSTEM_PATH, run

_MIB: Final = 1 << 20
_SECTORS_PER_MIB: Final = 2048
_ROOT_MIB: Final = 64
_TOOL_S: Final = 120.0
_TYPE_FAT16_LBA: Final = 0x0E
_TYPE_LINUX: Final = 0x83

# Most of these only save time: an emulated processor needs no mitigations, and has no entropy to wait for.
_KERNEL_ARGUMENTS: Final = (
    "console=ttyS0,115200 quiet loglevel=4 mitigations=off nokaslr panic=-1 no_timer_check "
    "random.trust_cpu=on net.ifnames=0"
)
_SYSLINUX_CONFIG: Final = f"""DEFAULT lab
PROMPT 0
TIMEOUT 0
LABEL lab
 LINUX vmlinuz
 INITRD initrd
 APPEND {_KERNEL_ARGUMENTS}
"""


@dataclass(frozen=True, slots=True)
class Parts:
    """What goes onto the disk.

    Args:
        kernel: The kernel's file.
        initramfs: Its content.
        root: The root's tree.
        boot_loader: SYSLINUX's tree.
        fat_tools: The mtools' tree.
    """

    kernel: Path
    initramfs: bytes
    root: Path
    boot_loader: Path
    fat_tools: Path


def build(parts: Parts, work: Path, image: Path) -> None:
    """Write the qcow2 image; `work` is a folder for what lies between.

    Raises:
        LabError: One of the tools failed.
    """
    boot_mib = (parts.kernel.stat().st_size + len(parts.initramfs)) // _MIB + 3
    boot = _boot_partition(parts, work, boot_mib)
    root = _root_partition(parts.root, work)
    record = (parts.boot_loader / "usr/lib/SYSLINUX/mbr.bin").read_bytes()
    raw = work / "disk.raw"
    with raw.open("wb") as disk:
        disk.write(_boot_record(record, boot_mib))
        disk.seek(_MIB)
        disk.write(boot.read_bytes())
        disk.write(root.read_bytes())
        disk.truncate((1 + boot_mib + _ROOT_MIB + 1) * _MIB)
    run(["qemu-img", "convert", "-q", "-f", "raw", "-O", "qcow2", raw, image], timeout_s=_TOOL_S)


def _empty(path: Path, mib: int) -> Path:
    with path.open("wb") as file:
        file.truncate(mib * _MIB)
    return path


def _boot_partition(parts: Parts, work: Path, mib: int) -> Path:
    fat = _empty(work / "boot.fat", mib)
    for name, content in (("initrd", parts.initramfs), ("syslinux.cfg", _SYSLINUX_CONFIG.encode())):
        (work / name).write_bytes(content)
    tools = parts.fat_tools / "usr" / "bin"
    # SYSLINUX's installer calls the mtools by name.
    environment = {"PATH": f"{tools}:{SYSTEM_PATH}", "MTOOLS_SKIP_CHECK": "1"}
    geometry = ["-T", str(mib * _SECTORS_PER_MIB), "-h", "16", "-s", "63", "-H", str(_SECTORS_PER_MIB)]
    copies = ((parts.kernel, "vmlinuz"), (work / "initrd", "initrd"), (work / "syslinux.cfg", "syslinux.cfg"))
    commands: list[tuple[str | Path, ...]] = [
        (tools / "mformat", "-i", fat, "-v", "LABBOOT", *geometry, "-c", "8", "::"),
        *((tools / "mcopy", "-i", fat, source, f"::{name}") for source, name in copies),
        (parts.boot_loader / "usr" / "bin" / "syslinux", "--install", fat),
    ]
    for command in commands:
        run(command, timeout_s=_TOOL_S, environment=environment)
    return fat


def _root_partition(tree: Path, work: Path) -> Path:
    ext4 = _empty(work / "root.ext4", _ROOT_MIB)
    # Features that only a long-lived disk needs cost time at each mount.
    without = ["-O", "^metadata_csum,^64bit", "-J", "size=4", "-m", "0"]
    at_once = ["-E", "lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0"]
    make = ["mke2fs", "-q", "-F", "-t", "ext4", "-L", ROOT_LABEL]
    run([*make, *without, *at_once, "-d", tree, ext4], timeout_s=_TOOL_S)
    return ext4


def _boot_record(code: bytes, boot_mib: int) -> bytes:
    """Return the disk's first sector: the boot code and a table of two partitions."""
    no_chs = b"\xfe\xff\xff"
    first, boot, root = (mib * _SECTORS_PER_MIB for mib in (1, boot_mib, _ROOT_MIB))
    table = struct.pack("<B3sB3sII", 0x80, no_chs, _TYPE_FAT16_LBA, no_chs, first, boot)
    table += struct.pack("<B3sB3sII", 0, no_chs, _TYPE_LINUX, no_chs, first + boot, root)
    return code[:440].ljust(446, b"\0") + table.ljust(64, b"\0") + b"\x55\xaa"
