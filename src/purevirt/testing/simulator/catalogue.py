"""Every subject that is simulated."""

from __future__ import annotations

from purevirt.testing.simulator import connect, registrations
from purevirt.testing.simulator.agent import guest_info
from purevirt.testing.simulator.agent import handlers as agent_handlers
from purevirt.testing.simulator.domains import disks as domain_disks
from purevirt.testing.simulator.domains import handlers as domain_handlers
from purevirt.testing.simulator.domains import hotplug as domain_hotplug
from purevirt.testing.simulator.domains import interfaces as domain_interfaces
from purevirt.testing.simulator.domains import lists as domain_lists
from purevirt.testing.simulator.domains import metadata as domain_metadata
from purevirt.testing.simulator.domains import moment_handlers
from purevirt.testing.simulator.domains import power as domain_power
from purevirt.testing.simulator.domains import signals as domain_signals
from purevirt.testing.simulator.domains import stats as domain_stats
from purevirt.testing.simulator.domains import tuning as domain_tuning
from purevirt.testing.simulator.networks import handlers as network_handlers
from purevirt.testing.simulator.networks import update as network_update
from purevirt.testing.simulator.node import devices as node_devices
from purevirt.testing.simulator.node import handlers as node
from purevirt.testing.simulator.node import secret_store
from purevirt.testing.simulator.registry import Registry
from purevirt.testing.simulator.storage import making, pool_lives, pools, transfers, volumes
from purevirt.testing.simulator.terminals import handlers as domain_streams

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
