"""The initramfs: loads the modules for the root, finds it by its label and goes over to it."""

import io
import stat
import zlib
from collections.abc import Iterable, Mapping
from typing import Final

ROOT_LABEL: Final = "labroot"

_INIT: Final = """#!/busybox sh
b=/busybox
$b mount -t proc proc /proc
$b mount -t sysfs sysfs /sys
$b mount -t devtmpfs dev /dev
for module in {root_modules}; do $b insmod /modules/$module.ko; done
root=$($b findfs LABEL={label} 2>/dev/null)
if [ -z "$root" ]; then
    for module in {disk_modules}; do [ -d /sys/module/$module ] || $b insmod /modules/$module.ko; done
fi
tries=0
while [ -z "$root" ] && [ $tries -lt 200 ]; do
    $b usleep 50000
    tries=$((tries + 1))
    root=$($b findfs LABEL={label} 2>/dev/null)
done
if ! $b mount -t ext4 -o noatime "$root" /root; then
    echo "initramfs: no file system with the label {label}"
    exec $b sh
fi
for folder in proc sys dev; do $b mount --move /$folder /root/$folder; done
exec $b switch_root /root /sbin/init
"""

_Entry = tuple[str, int, bytes, tuple[int, int]]


def _cpio(entries: Iterable[_Entry]) -> bytes:
    """Return an archive in the `newc` format: each entry is (name, mode, content, (major, minor))."""
    archive = io.BytesIO()
    for inode, (name, mode, content, device) in enumerate(
        [*entries, ("TRAILER!!!", 0, b"", (0, 0))], start=1
    ):
        path = name.encode() + b"\0"
        fields = (inode, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(path), 0)
        for part in (b"070701" + b"".join(b"%08X" % field for field in fields) + path, content):
            archive.write(part)
            archive.write(b"\0" * (-archive.tell() % 4))
    return archive.getvalue()


def build(busybox: bytes, root_modules: Mapping[str, bytes], disk_modules: Mapping[str, bytes]) -> bytes:
    """Return the initramfs, compressed."""
    init = _INIT.format(
        label=ROOT_LABEL, root_modules=" ".join(root_modules), disk_modules=" ".join(disk_modules)
    )
    none = (0, 0)
    program, plain = stat.S_IFREG | 0o755, stat.S_IFREG | 0o644
    entries: list[_Entry] = [
        *((name, stat.S_IFDIR | 0o755, b"", none) for name in ("proc", "sys", "dev", "root", "modules")),
        ("dev/console", stat.S_IFCHR | 0o600, b"", (5, 1)),
        ("busybox", program, busybox, none),
        ("init", program, init.encode(), none),
        *(
            (f"modules/{name}.ko", plain, content, none)
            for name, content in {**root_modules, **disk_modules}.items()
        ),
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return packer.compress(_cpio(entries)) + packer.flush()
