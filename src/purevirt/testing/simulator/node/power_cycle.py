"""What a reboot of the host leaves: definitions, disks, and what is to start by itself."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from purevirt.testing.simulator.host import Host

__all__ = ["power_cycle"]


def power_cycle(host: Host) -> None:
    """Lose all that runs, and what is transient; then start what starts with the host.

    Nobody is told: the daemon, and so every connection to it, is gone while this happens. The numbers of
    running domains begin anew.
    """
    host.domains.power_off()
    host.networks.power_cycle()
    host.storage.power_cycle()
    for domain in [one for one in host.domains if one.autostart]:
        # one that cannot be started stays off, as on a real host
        with contextlib.suppress(SimulatedError):
            domain.start(paused=False)
