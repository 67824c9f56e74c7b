"""The thread that does for a connection what must happen while nobody calls."""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from purevirt.rpc.sync.wire import Wire

__all__ = ["start_keeper"]

KEEPER_INTERVAL_S = 1.0


def start_keeper(wire: Wire, stop: threading.Event) -> threading.Thread:
    """Have `wire` looked after once a second until `stop` is set; return the thread."""
    kept = (weakref.ref(wire), stop)
    keeper = threading.Thread(target=_keep, args=kept, name="purevirt-keepalive", daemon=True)
    keeper.start()
    return keeper


def _keep(kept: weakref.ref[Wire], stop: threading.Event) -> None:
    # a wire that everybody else has forgotten is not kept alive: its socket closes, and says so
    while not stop.wait(KEEPER_INTERVAL_S) and (wire := kept()) is not None:
        wire.look_after()
        del wire
