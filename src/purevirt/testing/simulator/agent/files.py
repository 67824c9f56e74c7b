"""A guest's files, in memory."""

from __future__ import annotations

import errno
import os
import posixpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["MAX_FILE_BYTES", "GuestFile", "GuestFiles"]

MAX_FILE_BYTES = 1 << 30
"""How long a file can be: holes are zeros in memory."""

_FOLDERS = (
    *(
        "/",
        "/bin",
        "/dev",
        "/etc",
        "/home",
        "/opt",
        "/root",
        "/run",
        "/sbin",
        "/usr",
        "/usr/bin",
        "/usr/local",
    ),
    *("/usr/local/bin", "/usr/local/sbin", "/usr/sbin", "/var", "/var/lib", "/var/log"),
    *("/tmp", "/var/tmp"),  # noqa: S108 - the guest's
)


class GuestFile:
    """One file: its bytes and its permissions."""

    __slots__ = ("content", "mode")

    def __init__(self, content: bytes = b"", mode: int = 0o644) -> None:
        self.content = bytearray(content)
        self.mode = mode

    def __repr__(self) -> str:
        return f"<GuestFile of {len(self.content)} bytes, mode {self.mode:o}>"


class GuestFiles:
    """The file system of one guest. Paths are absolute; errors are those of the operating system.

    Args:
        files: what is in it at first, path to content; the folders on the way are made.

    Attributes:
        capacity_bytes: how much fits into it; None is no bound. What is beyond it is refused with ENOSPC.
    """

    def __init__(self, files: Mapping[str, bytes] | None = None, capacity_bytes: int | None = None) -> None:
        self.capacity_bytes: int | None = None
        self._folders = set(_FOLDERS)
        self._files: dict[str, GuestFile] = {}
        for path, content in (files or {}).items():
            self.make_folder(posixpath.dirname(path), parents=True)
            self.write(path, content)
        self.capacity_bytes = capacity_bytes

    def __repr__(self) -> str:
        return f"<GuestFiles, {len(self._files)} files of {self.used_bytes} bytes>"

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and (self._at(path) in self._files or self.is_folder(path))

    @property
    def used_bytes(self) -> int:
        """How much is in it."""
        return sum(len(one.content) for one in self._files.values())

    def is_folder(self, path: str) -> bool:
        """Tell whether there is a folder."""
        return self._at(path) in self._folders

    def find(self, path: str) -> GuestFile | None:
        """Return a file, or None where there is none."""
        return self._files.get(self._at(path))

    def require(self, path: str) -> GuestFile:
        """Return a file.

        Raises:
            OSError: there is none (ENOENT), or it is a folder (EISDIR).
        """
        found = self.find(path)
        if found is None:
            raise _failed(errno.EISDIR if self.is_folder(path) else errno.ENOENT, path)
        return found

    def make(self, path: str, mode: int = 0o644) -> GuestFile:
        """Return a file, made empty where there is none.

        Raises:
            OSError: its folder is missing (ENOENT), or it is a folder itself (EISDIR).
        """
        where = self._at(path)
        if where in self._folders:
            raise _failed(errno.EISDIR, path)
        if posixpath.dirname(where) not in self._folders:
            raise _failed(errno.ENOENT, path)
        return self._files.setdefault(where, GuestFile(mode=mode))

    def read(self, path: str) -> bytes:
        """Return a file's content.

        Raises:
            OSError: as `require`.
        """
        return bytes(self.require(path).content)

    def write(self, path: str, content: bytes, *, append: bool = False, mode: int = 0o644) -> None:
        """Write a file anew, or to its end.

        Raises:
            OSError: as `make` and `put`.
        """
        found = self.make(path, mode)
        if not append:
            found.content.clear()
        self.put(found, len(found.content), content)

    def put(self, file: GuestFile, position: int, content: bytes) -> None:
        """Write into a file at a place; the gap before it is zeros.

        Raises:
            OSError: there is no room for it (ENOSPC), or no file is so long (EFBIG); nothing is written then.
        """
        if position + len(content) > MAX_FILE_BYTES:
            raise _failed(errno.EFBIG, None)
        growth = position + len(content) - len(file.content)
        if growth > 0 and self.capacity_bytes is not None and self.used_bytes + growth > self.capacity_bytes:
            raise _failed(errno.ENOSPC, None)
        if position > len(file.content):
            file.content.extend(bytes(position - len(file.content)))
        file.content[position : position + len(content)] = content

    def remove(self, path: str) -> None:
        """Remove a file.

        Raises:
            OSError: as `require`.
        """
        self.require(path)
        del self._files[self._at(path)]

    def make_folder(self, path: str, *, parents: bool = False) -> None:
        """Make a folder.

        Raises:
            OSError: it is there (EEXIST, unless `parents`), or the one above it is not (ENOENT).
        """
        where = self._at(path)
        if where in self._files or (where in self._folders and not parents):
            raise _failed(errno.EEXIST, path)
        above = posixpath.dirname(where)
        if above not in self._folders:
            if not parents:
                raise _failed(errno.ENOENT, path)
            self.make_folder(above, parents=True)
        self._folders.add(where)

    def list_folder(self, path: str) -> list[str]:
        """Return the names in a folder, sorted.

        Raises:
            OSError: there is none (ENOENT), or it is a file (ENOTDIR).
        """
        where = self._at(path)
        if where not in self._folders:
            raise _failed(errno.ENOTDIR if where in self._files else errno.ENOENT, path)
        return sorted(posixpath.basename(one) for one in self._all() if posixpath.dirname(one) == where)

    def _all(self) -> Iterator[str]:
        yield from self._files
        yield from self._folders - {"/"}

    @staticmethod
    def _at(path: str) -> str:
        return posixpath.normpath("/" + path.lstrip("/"))


def _failed(number: int, path: str | None) -> OSError:
    return OSError(number, os.strerror(number), path)
