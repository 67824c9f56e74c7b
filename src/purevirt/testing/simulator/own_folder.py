"""A folder that is this process's own, and does not outlive it."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

__all__ = ["OwnFolder"]


class OwnFolder:
    """A new temporary folder.

    It is removed by `remove`, or when the process ends; never when it is collected as garbage, which can
    happen in the middle of anybody's event loop, where removing a large tree would hold up all else.

    Args:
        prefix: what its name begins with.

    Attributes:
        path: where it is.
    """

    def __init__(self, prefix: str) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=prefix))
        _left[self.path] = os.getpid()

    def __repr__(self) -> str:
        return f"<OwnFolder {self.path}>"

    def remove(self) -> None:
        """Remove it with all that is in it; a second time changes nothing. It blocks."""
        if _left.pop(self.path, None) is not None:
            shutil.rmtree(self.path, ignore_errors=True)


_left: dict[Path, int] = {}
"""The folders that are there, and the process that made each: a forked child leaves its parent's alone."""


@atexit.register
def _remove_what_is_left() -> None:
    for path, process in _left.items():
        if process == os.getpid():
            shutil.rmtree(path, ignore_errors=True)
