"""How a failure of a host reads: one line, safe to show to everybody."""

from __future__ import annotations

import unicodedata

from purevirt.errors import LibvirtError, PurevirtError
from purevirt.provider.core.backend import BackendError

MAX_TEXT_CHARS = 1024


def one_line(text: str, limit: int = MAX_TEXT_CHARS) -> str:
    """Return `text` on one line of at most `limit` characters, its end cut off.

    Control and bidirectional characters, which names on a host may hold, become `?`: they could rewrite what
    an operator sees in a terminal.
    """
    line = " ".join(text.split())
    clean = "".join("?" if unicodedata.category(char).startswith("C") else char for char in line)
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


def backend_error(zone: str, step: str, error: PurevirtError) -> BackendError:
    """Return what to raise for a failed `step` on the host of `zone`."""
    if isinstance(error, LibvirtError):
        return BackendError(one_line(f"zone {zone}: {step}: {error.message} (libvirt code {error.code})"))
    return BackendError(one_line(f"zone {zone}: {step}: {error}"))
