"""A pool and its volumes, as the daemon knows them: files that it did not see are none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import remote
from purevirt.testing.simulator.storage.failures import internal, invalid

if TYPE_CHECKING:
    from purevirt.testing.simulator.storage.pool_xml import PoolDefinition

__all__ = ["Pool", "Volume"]


class Volume:
    """One volume.

    Attributes:
        name: of the file.
        path: of the file, which is its key too.
        format: of the image; ``dir`` for a folder.
        capacity, allocation, physical: in bytes, as the last look found them.
        backing_path, backing_format: the file that it builds upon, or None.
        compat, cluster_bytes, features: of a qcow2 image; None where nothing is known.
        is_building: it is being made.
        users: how many copies and wipes work with it.
        seen: the state of the file in which it was recognised; None when that says nothing.
    """

    __slots__ = (
        "allocation", "backing_format", "backing_path", "capacity", "cluster_bytes", "compat", "features",
        "format", "is_building", "name", "path", "physical", "seen", "users",
    )  # fmt: skip

    def __init__(self, name: str, path: str, image_format: str) -> None:
        self.name = name
        self.path = path
        self.format = image_format
        self.capacity = 0
        self.allocation = 0
        self.physical = 0
        self.backing_path: str | None = None
        self.backing_format: str | None = None
        self.compat: str | None = None
        self.cluster_bytes: int | None = None
        self.features: frozenset[str] | None = None
        self.is_building = False
        self.users = 0
        self.seen: tuple[int, int, int, int] | None = None

    def __repr__(self) -> str:
        return f"<Volume {self.path}>"

    def require_idle(self) -> None:
        """Refuse to change what something else works with.

        Raises:
            SimulatedError: it is in use, or still being made.
        """
        if self.users:
            raise invalid(f"volume '{self.name}' is still in use.")
        if self.is_building:
            raise invalid(f"volume '{self.name}' is still being allocated.")


class Pool:
    """One pool.

    Attributes:
        definition: what it is now.
        new_definition: what it will be once it has stopped; None for the same.
        is_active, is_persistent, is_autostart: as the names say.
        volumes: those that the daemon knows, by name.
        job_count: how many volumes are being made or copied.
    """

    __slots__ = (
        "definition", "is_active", "is_autostart", "is_persistent", "job_count", "new_definition", "volumes",
    )  # fmt: skip

    def __init__(self, definition: PoolDefinition, *, is_persistent: bool) -> None:
        self.definition = definition
        self.new_definition: PoolDefinition | None = None
        self.is_active = False
        self.is_persistent = is_persistent
        self.is_autostart = False
        self.volumes: dict[str, Volume] = {}
        self.job_count = 0

    def __repr__(self) -> str:
        return f"<Pool {self.name}>"

    @property
    def name(self) -> str:
        """Its name."""
        return self.definition.name

    @property
    def wire(self) -> remote.StoragePool:
        """The pool as clients name it."""
        return remote.StoragePool(name=self.definition.name, uuid=self.definition.uuid)

    def wire_volume(self, volume: Volume) -> remote.StorageVol:
        """Return a volume as clients name it."""
        return remote.StorageVol(pool=self.name, name=volume.name, key=volume.path)

    def require_active(self) -> None:
        """Refuse what only an active pool can do.

        Raises:
            SimulatedError: it is not active.
        """
        if not self.is_active:
            raise invalid(f"storage pool '{self.name}' is not active")

    def require_no_jobs(self) -> None:
        """Refuse what would pull the volumes from under those who make them.

        Raises:
            SimulatedError: some are being made.
        """
        if self.job_count:
            raise internal(f"pool '{self.name}' has asynchronous jobs running.")
