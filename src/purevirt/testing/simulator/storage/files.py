"""The simulated host's file systems: real sparse files in a folder of the host's own, and how full they are.

A path of the simulated host that lies in the folder is that file; any other stands for a file beneath the
folder. Nothing outside of it is ever touched.

Space that a volume has reserved, but nothing was written to, is counted and not really taken from the machine
that the simulator runs on.
"""

from __future__ import annotations

import contextlib
import errno
import os
import posixpath
import stat
import weakref
from pathlib import Path
from typing import NamedTuple, Self

from purevirt.testing.simulator.own_folder import OwnFolder

__all__ = ["DEFAULT_CAPACITY_BYTES", "MAX_FILE_BYTES", "FileStatus", "HostFiles", "OpenFile", "Space"]

DEFAULT_CAPACITY_BYTES = 1 << 40
MAX_FILE_BYTES = (1 << 44) - 4096
"""As on ext4, which most hosts keep their images on."""

_BLOCK = 4096


def _os_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class FileStatus(NamedTuple):
    """What the file system knows of a file."""

    size: int
    allocation: int
    mode: int
    owner: int
    group: int
    atime_ns: int
    mtime_ns: int
    ctime_ns: int
    inode: int

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return stat.S_ISDIR(self.mode)

    @property
    def is_file(self) -> bool:
        """Whether it is an ordinary file."""
        return stat.S_ISREG(self.mode)


class Space:
    """One file system: its size, and what is taken of it, in bytes."""

    def __init__(self, root: Path, capacity: int) -> None:
        self.root = root
        self.capacity = capacity
        self.used = 0

    def __repr__(self) -> str:
        return f"<Space {self.root}, {self.used} of {self.capacity} bytes used>"

    @property
    def available(self) -> int:
        """What may still be written."""
        return max(0, self.capacity - self.used)


class HostFiles:
    """All files of one host.

    Attributes:
        folder: where they are; removed when the host is not used any more, or Python ends.
    """

    def __init__(self, capacity: int = DEFAULT_CAPACITY_BYTES) -> None:
        self._own_folder = OwnFolder("purevirt-disk-")
        self.folder = self._own_folder.path
        self._spaces = [Space(self.folder, capacity)]
        self._reserved: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"<HostFiles {self.folder}>"

    def close(self) -> None:
        """Remove all of them; what is open keeps its bytes until it is closed. It blocks."""
        self._own_folder.remove()

    @property
    def capacity(self) -> int:
        """The size of the host's root file system in bytes; may be set."""
        return self._spaces[-1].capacity

    @capacity.setter
    def capacity(self, value: int) -> None:
        self._spaces[-1].capacity = value

    def mount(self, path: str, capacity: int) -> Path:
        """Make a file system of so many bytes at a path of the host; return where its files are."""
        root = self.real(path)
        root.mkdir(parents=True, exist_ok=True)
        self._spaces = [one for one in self._spaces if one.root != root]
        self._spaces.append(Space(root, capacity))
        # the innermost first
        self._spaces.sort(key=lambda one: len(one.root.parts), reverse=True)
        self.recount(path)
        return root

    def real(self, path: str) -> Path:
        """Return the file that a path of the host stands for."""
        clean = posixpath.normpath("/" + path.lstrip("/"))
        if clean == str(self.folder) or clean.startswith(f"{self.folder}/"):
            return Path(clean)
        return self.folder / clean.lstrip("/")

    def space(self, path: str) -> Space:
        """Return the file system that a path lies in."""
        return self._space_of(self.real(path))

    def _space_of(self, real: Path) -> Space:
        for space in self._spaces:
            if real.is_relative_to(space.root):
                return space
        return self._spaces[-1]

    def recount(self, path: str) -> Space:
        """Return a path's file system, all its files counted again: some may have been put there by hand."""
        space = self.space(path)
        inner = {one.root for one in self._spaces if one is not space}
        space.used = self._used_in(str(space.root), {str(root) for root in inner})
        return space

    def _used_in(self, folder: str, without: set[str]) -> int:
        used = 0
        with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    used += 0 if entry.path in without else self._used_in(entry.path, without)
                else:
                    with contextlib.suppress(FileNotFoundError):
                        used += self._allocation(entry.stat(follow_symlinks=False), entry.path)
        return used

    # files

    def status(self, path: str) -> FileStatus:
        """Return what is known of a file; a link stands for what it points to.

        Raises:
            OSError: there is none, or it cannot be looked at.
        """
        return self.status_of(self.real(path).stat(), str(self.real(path)))

    def status_of(self, found: os.stat_result, real: str) -> FileStatus:
        """Return a file's status from what the operating system says of it."""
        return FileStatus(
            found.st_size, self._allocation(found, real), found.st_mode, found.st_uid, found.st_gid,
            found.st_atime_ns, found.st_mtime_ns, found.st_ctime_ns, found.st_ino,
        )  # fmt: skip

    def exists(self, path: str) -> bool:
        """Whether there is something at a path."""
        return self.real(path).exists()

    def open(self, path: str, flags: int, mode: int = 0o600) -> OpenFile:
        """Open a file by its path, as os.open.

        Raises:
            OSError: it cannot be.
        """
        real = str(self.real(path))
        return OpenFile(self, self._space_of(Path(real)), real, os.open(real, flags | os.O_CLOEXEC, mode))

    def make_folder(self, path: str, mode: int) -> None:
        """Make a folder, and those that it lies in; one that is there is left as it is.

        Raises:
            OSError: it cannot be.
        """
        real = self.real(path)
        if not real.is_dir():
            real.parent.mkdir(parents=True, exist_ok=True)
            real.mkdir()
            real.chmod(mode)

    def remove(self, path: str) -> None:
        """Remove a file, or an empty folder.

        Raises:
            OSError: it cannot be.
        """
        real = self.real(path)
        found = real.lstat()
        if stat.S_ISDIR(found.st_mode):
            real.rmdir()
            return
        taken = self._allocation(found, str(real))
        real.unlink()
        self._reserved.pop(str(real), None)
        space = self._space_of(real)
        space.used = max(0, space.used - taken)

    # for open files

    def reserved(self, real: str) -> int:
        """Return how much of a file's begin is reserved."""
        return self._reserved.get(real, 0)

    def reserve(self, real: str, length: int) -> None:
        """Note how much of a file's begin is reserved."""
        if length:
            self._reserved[real] = length
        else:
            self._reserved.pop(real, None)

    def _allocation(self, found: os.stat_result, real: str) -> int:
        if not stat.S_ISREG(found.st_mode):
            return 0
        reserved = min(self._reserved.get(real, 0), found.st_size)
        return max(found.st_blocks * 512, -(-reserved // _BLOCK) * _BLOCK)


class OpenFile:
    """A file of the host that is open; a context manager.

    Its methods work at an offset, and raise OSError as the operating system does: ENOSPC when the simulated
    file system is full.
    """

    def __init__(self, files: HostFiles, space: Space, real: str, descriptor: int) -> None:
        self._files = files
        self._space = space
        self._real = real
        self._descriptor = descriptor
        # a stream that its client leaves before it begins is never served, nor is its file closed by anybody
        self._close = weakref.finalize(self, os.close, descriptor)
        self._counted = self._taken()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close it; a second time changes nothing."""
        self._close()

    @property
    def size(self) -> int:
        """Its length."""
        return os.fstat(self._descriptor).st_size

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder, which can be opened and not be read."""
        return stat.S_ISDIR(os.fstat(self._descriptor).st_mode)

    def read(self, offset: int, length: int) -> bytes:
        """Return bytes; fewer at the end of the file."""
        return os.pread(self._descriptor, length, offset)

    def data_from(self, offset: int) -> tuple[int, int] | None:
        """Return where the next data begin, and where they end; None when nothing but a hole follows."""
        if not hasattr(os, "SEEK_DATA"):
            return (offset, self.size) if offset < self.size else None
        try:
            begin = os.lseek(self._descriptor, offset, os.SEEK_DATA)
            return begin, os.lseek(self._descriptor, begin, os.SEEK_HOLE)
        except OSError as error:
            if error.errno == errno.ENXIO:
                return None
            raise

    def write(self, offset: int, data: bytes) -> None:
        """Write all bytes; where the file system gets full, those before are written."""
        if offset + len(data) > MAX_FILE_BYTES:
            raise _os_error(errno.EFBIG)
        view = memoryview(data)
        if self._space.available >= len(data) + _BLOCK:
            self._put(offset, view)
            self._count()
            return
        while view:
            piece = view[: _BLOCK - offset % _BLOCK]
            if self._space.available < _BLOCK and not self._is_taken(offset - offset % _BLOCK):
                raise _os_error(errno.ENOSPC)
            self._put(offset, piece)
            self._count()
            offset += len(piece)
            view = view[len(piece) :]

    def cut(self, size: int) -> None:
        """Make the file so long, with a hole at its end if it grows."""
        if size > MAX_FILE_BYTES:
            raise _os_error(errno.EFBIG)
        os.ftruncate(self._descriptor, size)
        self._files.reserve(self._real, min(self._files.reserved(self._real), size))
        self._count()

    def require_space(self, length: int) -> None:
        """Refuse a length that there is no space for, besides what the file takes already."""
        more = -(-length // _BLOCK) * _BLOCK - self._taken()
        if more > self._space.available:
            raise _os_error(errno.ENOSPC)

    def allocate(self, length: int) -> None:
        """Reserve space for so many bytes from the begin; the file grows if it is shorter."""
        if length > MAX_FILE_BYTES:
            raise _os_error(errno.EFBIG)
        self.require_space(length)
        if length > self.size:
            os.ftruncate(self._descriptor, length)
        self._files.reserve(self._real, max(length, self._files.reserved(self._real)))
        self._count()

    def set_permissions(self, mode: int, owner: int | None = None, group: int | None = None) -> None:
        """Set its permissions; whom it belongs to only where the simulator may do that."""
        if owner is not None or group is not None:
            with contextlib.suppress(PermissionError):
                os.fchown(self._descriptor, -1 if owner is None else owner, -1 if group is None else group)
        os.fchmod(self._descriptor, mode)

    def _put(self, offset: int, view: memoryview) -> None:
        while view:
            done = os.pwrite(self._descriptor, view, offset)
            offset += done
            view = view[done:]

    def _is_taken(self, offset: int) -> bool:
        if offset < self._files.reserved(self._real):
            return True
        data = self.data_from(offset)
        return data is not None and data[0] == offset

    def _taken(self) -> int:
        return self._files.status_of(os.fstat(self._descriptor), self._real).allocation

    def _count(self) -> None:
        taken = self._taken()
        self._space.used = max(0, self._space.used + taken - self._counted)
        self._counted = taken
