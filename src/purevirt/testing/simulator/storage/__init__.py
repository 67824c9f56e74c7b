"""Storage pools and volumes of the simulated host, with real bytes."""

from __future__ import annotations

from purevirt.testing.simulator.storage.faults import StorageFaults
from purevirt.testing.simulator.storage.files import HostFiles
from purevirt.testing.simulator.storage.images import ImageFacts
from purevirt.testing.simulator.storage.model import Storage
from purevirt.testing.simulator.storage.pool import Pool, Volume

__all__ = ["HostFiles", "ImageFacts", "Pool", "Storage", "StorageFaults", "Volume"]
