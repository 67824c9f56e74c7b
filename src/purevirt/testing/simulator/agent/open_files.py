"""The files that a guest's agent has open, by handle."""

from __future__ import annotations

import errno
import itertools
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from purevirt.testing.simulator.agent.files import GuestFile, GuestFiles

__all__ = ["MODES", "OpenFile", "OpenFiles"]

MODES = frozenset(
    ("r", "rb", "w", "wb", "a", "ab", "r+", "rb+", "r+b", "w+", "wb+", "w+b", "a+", "ab+", "a+b")
)
"""Those of C's fopen."""

_FIRST_HANDLE = 1000
_MAX_OPEN = 1000
"""About what a process may have open; who never closes one meets it on a real guest, too."""

_WHENCE_CUR, _WHENCE_END = 1, 2


class OpenFile:
    """One open file; `is_at_end` once a read found less than it asked for."""

    __slots__ = ("_file", "_files", "_mode", "_position", "is_at_end")

    def __init__(self, files: GuestFiles, file: GuestFile, mode: str) -> None:
        self._files = files
        self._file = file
        self._mode = mode
        self._position = 0
        self.is_at_end = False

    def read(self, count: int) -> bytes:
        """Return up to `count` bytes.

        Raises:
            OSError: it is open for writing only (EBADF).
        """
        if "r" not in self._mode and "+" not in self._mode:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        data = bytes(self._file.content[self._position : self._position + count])
        self._position += len(data)
        self.is_at_end = self.is_at_end or len(data) < count
        return data

    def write(self, data: bytes) -> None:
        """Write at the position, or at the end in a mode that appends.

        Raises:
            OSError: it is open for reading only (EBADF), or there is no room (ENOSPC).
        """
        if "r" in self._mode and "+" not in self._mode:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        if "a" in self._mode:
            self._position = len(self._file.content)
        self._files.put(self._file, self._position, data)
        self._position += len(data)

    def seek(self, offset: int, whence: int) -> int:
        """Move, and return the new position.

        Raises:
            OSError: it would be before the beginning (EINVAL).
        """
        base = {_WHENCE_CUR: self._position, _WHENCE_END: len(self._file.content)}.get(whence, 0)
        if base + offset < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        self._position = base + offset
        self.is_at_end = False
        return self._position


class OpenFiles:
    """All of them; handles count from 1000, as the agent's do."""

    def __init__(self, files: GuestFiles) -> None:
        self._files = files
        self._next = itertools.count(_FIRST_HANDLE)
        self._open: dict[int, OpenFile] = {}

    def __len__(self) -> int:
        return len(self._open)

    def open(self, path: str, mode: str) -> int:
        """Open a file, and return its handle.

        Raises:
            OSError: it is not there (ENOENT), or a folder (EISDIR), or too many are open (EMFILE).
        """
        if len(self._open) >= _MAX_OPEN:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)
        if mode.startswith("r"):
            file = self._files.require(path)
        else:
            file = self._files.make(path)
            if mode.startswith("w"):
                file.content.clear()
        handle = next(self._next)
        self._open[handle] = OpenFile(self._files, file, mode)
        return handle

    def find(self, handle: int) -> OpenFile | None:
        """Return an open file."""
        return self._open.get(handle)

    def close(self, handle: int) -> None:
        """Forget an open file."""
        del self._open[handle]
