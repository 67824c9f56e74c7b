"""Every subject that is simulated."""

from __future__ import annotations

from purevirt.testing.simulator import (
    connect,
    domain_disks,
    domain_handlers,
    domain_hotplug,
    domain_interfaces,
    domain_lists,
    domain_metadata,
    domain_power,
    domain_signals,
    domain_stats,
    domain_streams,
    domain_tuning,
    moment_handlers,
    network_handlers,
    network_update,
    node,
    node_devices,
    registrations,
    secret_store,
)
from purevirt.testing.simulator.agent import guest_info
from purevirt.testing.simulator.agent import handlers as agent_handlers
from purevirt.testing.simulator.registry import Registry
from purevirt.testing.simulator.storage import making, pool_lives, pools, transfers, volumes

__all__ = ["SUBJECTS", "new_registry"]

SUBJECTS = (
    agent_handlers.handles,
    guest_info.handles,
    connect.handles,
    domain_disks.handles,
    domain_handlers.handles,
    domain_hotplug.handles,
    domain_interfaces.handles,
    domain_lists.handles,
    domain_metadata.handles,
    domain_power.handles,
    domain_streams.handles,
    domain_signals.handles,
    domain_stats.handles,
    domain_tuning.handles,
    moment_handlers.handles,
    network_handlers.handles,
    network_update.handles,
    node.handles,
    node_devices.handles,
    registrations.handles,
    secret_store.handles,
    pools.handles,
    pool_lives.handles,
    volumes.handles,
    making.handles,
    transfers.handles,
)


def new_registry() -> Registry:
    """Return the handlers of a new daemon."""
    return Registry(SUBJECTS)
