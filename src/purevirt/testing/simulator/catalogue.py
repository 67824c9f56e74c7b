"""Every subject that is simulated."""

from __future__ import annotations

from purevirt.testing.simulator import connect
from purevirt.testing.simulator.registry import Registry

__all__ = ["SUBJECTS", "new_registry"]

SUBJECTS = (connect.handles,)


def new_registry() -> Registry:
    """Return the handlers of a new daemon."""
    return Registry(SUBJECTS)
