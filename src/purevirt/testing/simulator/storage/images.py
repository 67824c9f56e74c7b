"""What is inside a file: its format, the disk that a guest sees in it, and the file that it builds upon.

libvirt tells a qcow2 image and a CD by their magic bytes, as here; everything else is raw.
"""

from __future__ import annotations

import os
import posixpath
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from purevirt.testing.simulator.storage.failures import system_error
from purevirt.testing.simulator.storage.qcow2 import HEADER_MAX_BYTES, Qcow2Header, parse_header

if TYPE_CHECKING:
    from purevirt.testing.simulator.storage.files import HostFiles

__all__ = ["ImageFacts", "Images", "Stamp", "is_settled"]

Stamp: TypeAlias = tuple[int, int, int]
"""A file's time of change, its length and its number: what tells that it has not changed."""

_ISO_OFFSET = 0x8001
_ISO_MAGIC = b"CD001"
_MAX_CHAIN = 200
_MAX_REMEMBERED = 100_000
_SETTLED_NS = 100_000_000


def is_settled(mtime_ns: int) -> bool:
    """Return whether a file's next change will show in its times, which file systems keep only roughly."""
    return time.time_ns() - mtime_ns > _SETTLED_NS


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageFacts:
    """A file as libvirt finds it.

    Attributes:
        path: on the host.
        format: raw, qcow2 or iso.
        capacity: the size of the disk that a guest sees, in bytes.
        allocation: what it takes of the file system, in bytes.
        physical: its length in bytes.
        backing_path, backing_format: the file that it builds upon, or None; the format None where the image
            does not say.
        header: of a qcow2 image.
    """

    path: str
    format: str
    capacity: int
    allocation: int
    physical: int
    backing_path: str | None = None
    backing_format: str | None = None
    header: Qcow2Header | None = None


class Images:
    """Looks into files, and remembers what it saw for as long as they do not change."""

    def __init__(self, files: HostFiles) -> None:
        self._files = files
        self._seen: dict[str, tuple[Stamp, str, Qcow2Header | None]] = {}

    def look(self, path: str, image_format: str | None = None) -> ImageFacts:
        """Return what is in a file.

        Args:
            path: of the file, on the host.
            image_format: what it is to be taken for; None for what it looks like.

        Raises:
            OSError: there is no such file.
        """
        status = self._files.status(path)
        found, header = self._probe(path, (status.mtime_ns, status.size, status.inode))
        if image_format is not None and image_format != found:
            found, header = image_format, header if image_format == "qcow2" else None
        backing = None
        if header is not None and header.backing_name is not None:
            backing = posixpath.join(posixpath.dirname(path), header.backing_name)
        return ImageFacts(
            path=path,
            format=found,
            capacity=status.size if header is None else header.size,
            allocation=status.allocation,
            physical=status.size,
            backing_path=backing,
            backing_format=None if header is None else header.backing_format,
            header=header,
        )

    def chain(self, path: str, image_format: str | None = None) -> list[ImageFacts]:
        """Return an image and all that it builds upon, as a domain that starts looks at them.

        Raises:
            SimulatedError: one is missing, in the words in which a start fails.
        """
        links: list[ImageFacts] = []
        wanted: str | None = path
        while wanted is not None and len(links) < _MAX_CHAIN:
            try:
                facts = self.look(wanted, image_format)
            except OSError as error:
                what = f"Cannot access storage file '{wanted}' (as uid:0, gid:0)"
                if links:
                    user = links[-1].path
                    what = f"Cannot access backing file '{wanted}' of storage file '{user}' (as uid:0, gid:0)"
                raise system_error(what, error) from None
            links.append(facts)
            wanted, image_format = facts.backing_path, facts.backing_format
        return links

    def _probe(self, path: str, stamp: Stamp) -> tuple[str, Qcow2Header | None]:
        seen = self._seen.get(path)
        if seen is not None and seen[0] == stamp:
            return seen[1], seen[2]
        with self._files.open(path, os.O_RDONLY) as file:
            header = parse_header(file.read(0, HEADER_MAX_BYTES))
            magic = file.read(_ISO_OFFSET, len(_ISO_MAGIC))
        found = "raw"
        if header is not None:
            found = "qcow2"
        elif magic == _ISO_MAGIC:
            found = "iso"
        if is_settled(stamp[0]):
            if len(self._seen) >= _MAX_REMEMBERED:
                self._seen.clear()
            self._seen[path] = stamp, found, header
        return found, header
