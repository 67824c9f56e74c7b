"""What a large fleet asks of Python's garbage collector.

A fleet of 100,000 machines is millions of objects that live as long as the process. Looking through them over
and over while they are loaded doubles the time of a start, and a full collection later stops all calls for
the better part of a second. So nothing is collected while a fleet is loaded, and what a start has made is
left out of every later collection.
"""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Collect nothing until the end of the block."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def settle() -> None:
    """Leave all objects that there are out of later collections; only for the process as a whole to call."""
    gc.collect()
    gc.freeze()
