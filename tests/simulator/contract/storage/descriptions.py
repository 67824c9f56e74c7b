"""What the storage tests of the contract share: descriptions, and a pool of a test's own."""

import os
import uuid
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from purevirt import Connection
from purevirt.rpc.gen.remote import StoragePool, StorageVol

MIB = 1 << 20


def mode_of(path: Path) -> int:
    """Return the permissions of a file."""
    return path.stat().st_mode & 0o777


def owner_of(path: Path) -> int:
    """Return whom a file belongs to."""
    return path.stat().st_uid


def pool_xml(name: str, path: Path | str, pool_uuid: bytes | None = None, more: str = "") -> str:
    """Return the description of a pool of type dir."""
    given = "" if pool_uuid is None else f"<uuid>{uuid.UUID(bytes=pool_uuid)}</uuid>"
    return f"<pool type='dir'><name>{name}</name>{given}<target><path>{path}</path>{more}</target></pool>"


def volume_xml(name: str, capacity: int | None = MIB, more: str = "") -> str:
    """Return the description of a volume, raw if `more` does not say otherwise."""
    size = "" if capacity is None else f"<capacity>{capacity}</capacity>"
    return f"<volume><name>{name}</name>{size}{more}</volume>"


def qcow2(backing: Path | str | None = None, backing_format: str | None = "qcow2") -> str:
    """Return the part of a description that asks for qcow2, upon another file if one is given."""
    target = "<target><format type='qcow2'/><compat>1.1</compat></target>"
    if backing is None:
        return target
    kind = "" if backing_format is None else f"<format type='{backing_format}'/>"
    return f"<backingStore><path>{backing}</path>{kind}</backingStore>{target}"


@dataclass(frozen=True)
class OwnPool:
    """An active pool, and its folder."""

    conn: Connection
    pool: StoragePool
    folder: Path

    async def make(
        self, name: str, capacity: int | None = MIB, more: str = "<allocation>0</allocation>", flags: int = 0
    ) -> StorageVol:
        """Make a volume that takes no space."""
        return await self.conn.storage_vol_create_xml(self.pool, volume_xml(name, capacity, more), flags)

    def missing(self, name: str = "missing") -> StorageVol:
        """Return a volume that there is not."""
        return StorageVol(pool=self.pool.name, name=name, key=str(self.folder / name))

    async def names(self) -> list[str]:
        """Return the names of its volumes, sorted."""
        found = await self.conn.storage_pool_list_all_volumes(self.pool, 1)
        return sorted(volume.name for volume in found.vols)


def write(path: Path, data: bytes) -> None:
    """Write a file behind the daemon's back."""
    path.write_bytes(data)


def write_at(path: Path, pieces: dict[int, bytes]) -> None:
    """Write into a file at offsets, behind the daemon's back."""
    with path.open("r+b") as file:
        for offset, data in pieces.items():
            file.seek(offset)
            file.write(data)


def read(path: Path) -> bytes:
    """Return what is in a file."""
    return path.read_bytes()


def fill_folder(folder: Path) -> None:
    """Put all kinds of files into a folder."""
    folder.joinpath("file").write_bytes(b"x" * 1000)
    folder.joinpath(".hidden").write_bytes(b"x")
    folder.joinpath("empty").touch()
    folder.joinpath("folder").mkdir()
    folder.joinpath("link").symlink_to("file")
    folder.joinpath("broken").symlink_to("nowhere")
    folder.joinpath("bad.qcow2").write_bytes(b"QFI\xfb" + bytes(10))
    folder.joinpath("cd.iso").write_bytes((bytes(0x8000) + b"\x01CD001").ljust(133000, b"\0"))
    os.mkfifo(folder / "pipe")


async def described(conn: Connection, volume: StorageVol) -> ET.Element:
    """Return a volume's description."""
    return ET.fromstring(await conn.storage_vol_get_xml_desc(volume))


async def sizes(conn: Connection, volume: StorageVol) -> tuple[int, int]:
    """Return a volume's capacity and allocation."""
    info = await conn.storage_vol_get_info(volume)
    return info.capacity, info.allocation


def format_of(root: ET.Element) -> str | None:
    """Return the format that a description names."""
    node = root.find("target/format")
    return None if node is None else node.get("type")
