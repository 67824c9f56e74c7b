"""Every subject that is simulated."""

from __future__ import annotations

from purevirt.testing.simulator import (
    connect,
    domain_handlers,
    domain_lists,
    domain_metadata,
    domain_power,
    domain_tuning,
    moment_handlers,
    network_handlers,
    registrations,
)
from purevirt.testing.simulator.registry import Registry

__all__ = ["SUBJECTS", "new_registry"]

SUBJECTS = (
    connect.handles,
    domain_handlers.handles,
    domain_lists.handles,
    domain_metadata.handles,
    domain_power.handles,
    domain_tuning.handles,
    moment_handlers.handles,
    network_handlers.handles,
    registrations.handles,
)


def new_registry() -> Registry:
    """Return the handlers of a new daemon."""
    return Registry(SUBJECTS)
