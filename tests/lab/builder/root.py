"""The guest's root tree: busybox, the agent with its libraries, late modules and the lab's own files."""

import os
import shutil
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tests.lab.builder.debian import Unpacked
from tests.lab.errors import LabError
from tests.lab.process import run

_FOLDERS: Final = (
    *("bin", "sbin", "usr/bin", "usr/sbin", "usr/local/bin", "usr/local/sbin"),
    *("etc/qemu", "etc/bigfleet/kubectl.d", "lib/modules/lab", "lib64", "lib/x86_64-linux-gnu"),
    *("proc", "sys", "dev", "run", "tmp", "root", "mnt/cidata"),
    *("var/log", "var/lib/bigfleet", "opt/bigfleet"),
)
_LOADER: Final = "ld-linux-x86-64.so.2"
_SHT_DYNAMIC: Final = 6
_DT_NEEDED: Final = 1


def build(root: Path, unpacked: Unpacked, modules: Mapping[str, bytes], own_files: Path) -> None:
    """Make the tree in the folder `root`.

    Raises:
        LabError: A library that the agent needs is in none of the packages.
    """
    for folder in _FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "tmp").chmod(0o1777)
    (root / "var" / "run").symlink_to("../run")
    _lay_busybox(root, unpacked.busybox / "bin" / "busybox")
    agent = root / "usr" / "sbin" / "qemu-ga"
    shutil.copy(unpacked.agent / "usr" / "sbin" / "qemu-ga", agent)
    _lay_libraries(root, agent, unpacked.libraries)
    for name, content in modules.items():
        (root / "lib" / "modules" / "lab" / f"{name}.ko").write_bytes(content)
    (root / "etc" / "lab-modules").write_text("".join(f"{name}\n" for name in modules))
    for source in own_files.rglob("*"):
        if source.is_file():
            target = root / source.relative_to(own_files)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            shutil.copyfile(source, target)
            target.chmod(0o755 if os.access(source, os.X_OK) else 0o644)


def _lay_busybox(root: Path, busybox: Path) -> None:
    shutil.copy(busybox, root / "bin" / "busybox")
    for path in run([busybox, "--list-full"], timeout_s=30).decode().split():
        link = root / path
        link.parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(link):
            link.symlink_to("/bin/busybox")


def _lay_libraries(root: Path, program: Path, trees: Iterable[Path]) -> None:
    """Copy what the program and its libraries need, and the loader."""
    there: dict[str, Path] = {}
    for tree in trees:
        for file in sorted(tree.rglob("*.so*")):
            there.setdefault(file.name, file)
    todo, laid = [program], set[str]()
    while todo:
        wanted_by = todo.pop()
        for name in needed_libraries(wanted_by.read_bytes()):
            if name in laid:
                continue
            laid.add(name)
            if name not in there:
                raise LabError(f"library {name}, needed by {wanted_by.name}: in none of the fetched packages")
            target = root / "lib" / "x86_64-linux-gnu" / name
            shutil.copy(there[name].resolve(), target)
            todo.append(target)
    shutil.copy(there[_LOADER].resolve(), root / "lib64" / _LOADER)


def needed_libraries(elf: bytes) -> list[str]:
    """Return the names of the libraries that a 64-bit little-endian ELF file asks for."""
    (table,) = struct.unpack_from("<Q", elf, 40)
    size, count, _ = struct.unpack_from("<HHH", elf, 58)
    sections = [struct.unpack_from("<IIQQQQII", elf, table + index * size) for index in range(count)]
    names: list[str] = []
    for _, kind, _, _, offset, length, link, _ in sections:
        if kind != _SHT_DYNAMIC:
            continue
        strings = sections[link][4]
        for tag, value in struct.iter_unpack("<QQ", elf[offset : offset + length]):
            if tag == _DT_NEEDED:
                start = strings + value
                names.append(elf[start : elf.index(b"\0", start)].decode())
    return names
