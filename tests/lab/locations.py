"""Where the lab keeps things."""

import os
import re
from pathlib import Path
from typing import Final

GUEST_FILES: Final = Path(__file__).resolve().parent / "guest"

# A unix socket's path holds at most 107 bytes, so run folders cannot be below the repository or a long
# TMPDIR.
RUN_PARENT: Final = Path("/tmp")
RUN_PREFIX: Final = "pv-"

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")


def cache_folder() -> Path:
    """Return the folder of what outlives a run: `PUREVIRT_LAB_CACHE`, else `.cache/lab` of the repository."""
    chosen = os.environ.get("PUREVIRT_LAB_CACHE")
    folder = Path(chosen) if chosen else Path(__file__).resolve().parents[2] / ".cache" / "lab"
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()


def checked_name(name: str) -> str:
    """Return a host's name, which is its host name too.

    Raises:
        ValueError: It is not 1 to 31 lower-case letters, digits and dashes.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"host name {name!r}: use 1 to 31 of a-z, 0-9 and -, not beginning with -")
    return name
