"""Opening the file at this end of a transfer. Blocking, but never for long.

A download writes into a part, a file beside the target, which is locked: of two downloads to one target the
second would otherwise write into what the first has already given its name. The lock goes with the process,
so that the part of one that was killed is simply written anew.

Source: flock(2); open(2), O_NONBLOCK, for what is opened by mistake: a FIFO would wait for its other end.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import time
from pathlib import Path

from purevirt.errors import LocalProtocolError

__all__ = ["open_part", "open_source", "part_of"]

_COMMON = os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""Of a file system that has none; then two downloads are told apart by their callers."""

PATIENCE_S = 0.5
"""How long another's lock may last: one that was cancelled while it was opened lets go in a moment."""

_PAUSE_S = 0.01


def open_source(path: str | os.PathLike[str]) -> int:
    """Return a descriptor for an upload.

    Raises:
        OSError: it cannot be opened.
        LocalProtocolError: it is neither a file nor a block device.
    """
    file = os.open(path, os.O_RDONLY | _COMMON, 0)
    mode = os.fstat(file).st_mode
    if stat.S_ISREG(mode) or stat.S_ISBLK(mode):
        return file
    os.close(file)
    text = "neither a file nor a block device, so it has no length; give that to upload()"
    raise LocalProtocolError(f"{os.fspath(path)}: {text}")


def part_of(path: str | os.PathLike[str]) -> str:
    """Return the name of the part of a target."""
    return f"{os.fspath(path)}.part"


def open_part(path: str | os.PathLike[str]) -> int:
    """Return a descriptor of the empty part of a target, which is its owner's alone.

    Raises:
        OSError: it cannot be written; another download writes it; or there is something under the target's
            name that is no file.
    """
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise FileExistsError(errno.EEXIST, "There is something that is no file", os.fspath(path))
    part = part_of(path)
    deadline = time.monotonic() + PATIENCE_S
    while True:
        file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | _COMMON, 0o600)
        try:
            if _is_ours(file, part):
                return file
        except BlockingIOError:
            os.close(file)
            if time.monotonic() >= deadline:
                raise FileExistsError(errno.EEXIST, "Another download writes this file", part) from None
            time.sleep(_PAUSE_S)
        except BaseException:
            os.close(file)
            raise
        else:
            os.close(file)


def _is_ours(file: int, part: str) -> bool:
    """Lock and empty a part; return False if it has got its name, or lost it, before it was locked.

    Raises BlockingIOError if it is another's.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    mine = os.fstat(file)
    if not stat.S_ISREG(mine.st_mode):
        raise FileExistsError(errno.EEXIST, "There is something that is no file", part)
    try:
        named = os.lstat(part)
    except FileNotFoundError:
        return False
    if not os.path.samestat(mine, named):
        return False
    os.ftruncate(file, 0)
    return True
