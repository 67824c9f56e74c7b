"""The storage of a host: its pools, whoever looks for them, and what is found in them."""

from __future__ import annotations

import contextlib
import os
import stat
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain
from purevirt.testing.simulator.storage.busy import BusyPools
from purevirt.testing.simulator.storage.failures import failed, invalid, no_pool, no_volume, system_error
from purevirt.testing.simulator.storage.faults import StorageFaults
from purevirt.testing.simulator.storage.files import FileStatus, HostFiles
from purevirt.testing.simulator.storage.images import ImageFacts, Images, is_settled
from purevirt.testing.simulator.storage.pool import Pool, Volume
from purevirt.testing.simulator.storage.pool_xml import Permissions, PoolDefinition
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator

    from purevirt.testing.simulator.host import Host

__all__ = ["DEFAULT_POOL", "Storage"]

DEFAULT_POOL = "default"


class Storage:
    """All storage of one host.

    Attributes:
        files: its file systems: how large they are, and where a path's bytes are.
        images: looks into files.
        faults: what goes wrong.
        busy: which pools are being looked through.
        image_is_held: whether a running domain has an image open, by its path; set by the domains.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self.files = HostFiles()
        self.images = Images(self.files)
        self.faults = StorageFaults()
        self.busy = BusyPools()
        self.image_is_held: Callable[[str], bool] = _never
        self._pools: dict[str, Pool] = {}
        path = str(self.files.folder / "images")
        self.files.make_folder(path, 0o711)
        default = Pool(
            PoolDefinition(name=DEFAULT_POOL, uuid=host.new_uuid().bytes, path=path), is_persistent=True
        )
        default.is_autostart = True
        self._pools[DEFAULT_POOL] = default
        self.look_through(default)
        default.is_active = True

    def __repr__(self) -> str:
        return f"<Storage {len(self._pools)} pools in {self.files.folder}>"

    def __iter__(self) -> Iterator[Pool]:
        return iter(self._pools.values())

    # for the rest of the host

    def look(self, path: str, image_format: str | None = None) -> ImageFacts | None:
        """Return what is in a file of the host, or None when there is none; see `Images.look`."""
        try:
            return self.images.look(path, image_format)
        except OSError:
            return None

    def chain(self, path: str, image_format: str | None = None) -> list[ImageFacts]:
        """Return an image and all that it builds upon; see `Images.chain`."""
        return self.images.chain(path, image_format)

    def volume_path(self, pool_name: str, volume_name: str) -> str:
        """Return the path of a volume, as a domain's disk of type volume asks for it.

        Raises:
            SimulatedError: there is no such volume, or its pool is not active.
        """
        return self.require_volume(remote.StorageVol(pool=pool_name, name=volume_name, key=""))[1].path

    def power_cycle(self) -> None:
        """Be as after a reboot of the host: transient pools are gone, those with autostart are active."""
        for pool in list(self._pools.values()):
            pool.volumes.clear()
            pool.job_count = 0
            if pool.is_active:
                self._deactivate(pool)
            if pool.is_autostart and pool.name in self._pools:
                with contextlib.suppress(SimulatedError):
                    self.look_through(pool)
                    pool.is_active = True

    # who is meant

    def find(self, name: str) -> Pool | None:
        """Return a pool by its name."""
        return self._pools.get(name)

    def find_uuid(self, uuid_bytes: bytes) -> Pool | None:
        """Return a pool by its UUID."""
        return next((pool for pool in self if pool.definition.uuid == uuid_bytes), None)

    def require(self, wanted: remote.StoragePool) -> Pool:
        """Return the pool that a client means: by UUID alone, as libvirt looks.

        Raises:
            SimulatedError: there is none.
        """
        pool = self.find_uuid(wanted.uuid)
        if pool is None:
            raise no_pool(f"uuid '{uuid.UUID(bytes=wanted.uuid)}' ({wanted.name})")
        return pool

    def require_volume(self, wanted: remote.StorageVol) -> tuple[Pool, Volume]:
        """Return the volume that a client means, and its pool: by their names, as libvirt looks.

        Raises:
            SimulatedError: there is none, or its pool is not active.
        """
        pool = self._pools.get(wanted.pool)
        if pool is None:
            raise no_pool(f"name '{wanted.pool}'")
        pool.require_active()
        volume = pool.volumes.get(wanted.name)
        if volume is None:
            raise no_volume(f"name '{wanted.name}'")
        return pool, volume

    # pools come and go

    def add(self, definition: PoolDefinition, *, is_live: bool) -> Pool:
        """Return the pool of a definition: a new one, or the one that it is another definition for.

        Args:
            definition: what it shall be.
            is_live: it is about to be started with it; otherwise it is defined so.

        Raises:
            SimulatedError: its name, UUID or folder belongs to another, or it is active and `is_live`.
        """
        pool = self._same(definition, is_live=is_live)
        if pool is None:
            pool = Pool(definition, is_persistent=False)
            self._pools[definition.name] = pool
        elif is_live:
            if pool.is_persistent:
                pool.new_definition = pool.new_definition or pool.definition
            pool.definition = definition
        elif pool.is_active:
            pool.new_definition = definition
        else:
            pool.definition = definition
        return pool

    def _same(self, definition: PoolDefinition, *, is_live: bool) -> Pool | None:
        same = self.find_uuid(definition.uuid)
        namesake = self._pools.get(definition.name)
        if same is not None:
            if same.name != definition.name:
                raise failed(f"pool '{same.name}' is already defined with uuid {_uuid_of(same)}")
            if is_live and same.is_active:
                raise invalid(f"pool is already active as '{same.name}'")
        elif namesake is not None:
            raise failed(f"pool '{namesake.name}' already exists with uuid {_uuid_of(namesake)}")
        for other in self:
            if other is not same and other.definition.path == definition.path:
                raise failed(f"Storage source conflict with pool: '{other.name}'")
        return same

    def remove(self, pool: Pool) -> None:
        """Forget a pool."""
        self._pools.pop(pool.name, None)

    def deactivate(self, pool: Pool) -> None:
        """Stop a pool: a transient one is gone then."""
        pool.volumes.clear()
        self._deactivate(pool)

    def _deactivate(self, pool: Pool) -> None:
        pool.is_active = False
        self.settle(pool)

    def settle(self, pool: Pool) -> None:
        """Make a pool that does not run what it is while it does not: as it was defined last, or gone."""
        if not pool.is_persistent:
            self.remove(pool)
        elif pool.new_definition is not None:
            pool.definition, pool.new_definition = pool.new_definition, None

    # what is in them

    def look_through(self, pool: Pool) -> None:
        """Find out what is in a pool's folder, and how much space there is.

        Raises:
            SimulatedError: there is no such folder.
        """
        definition = pool.definition
        self._discover_all(pool)
        status = self.files.status(definition.path)
        space = self.files.recount(definition.path)
        pool.definition = replace(
            definition,
            permissions=Permissions(stat.S_IMODE(status.mode), status.owner, status.group),
            capacity=space.capacity,
            allocation=min(space.used, space.capacity),
            available=space.available,
        )

    def _discover_all(self, pool: Pool) -> None:
        path = pool.definition.path
        try:
            with os.scandir(self.files.real(path)) as entries:
                found = sorted(entries, key=lambda one: one.name)
        except OSError as error:
            raise system_error(f"cannot open directory '{path}'", error, ErrorDomain.NONE) from None
        volumes: dict[str, Volume] = {}
        for entry in found:
            # a link without an end, or a file that has just gone
            with contextlib.suppress(OSError):
                volume = self._discover(pool, entry)
                if volume is not None:
                    volumes[volume.name] = volume
        pool.volumes = volumes

    def _discover(self, pool: Pool, entry: os.DirEntry[str]) -> Volume | None:
        status = entry.stat()
        if stat.S_ISDIR(status.st_mode):
            return Volume(entry.name, f"{pool.definition.path}/{entry.name}", "dir")
        if not stat.S_ISREG(status.st_mode):
            return None
        seen = status.st_mtime_ns, status.st_size, status.st_ino, status.st_blocks
        known = pool.volumes.get(entry.name)
        if known is not None and known.seen == seen:
            return known
        volume = Volume(entry.name, f"{pool.definition.path}/{entry.name}", "raw")
        self.recognise(volume)
        volume.seen = seen if is_settled(status.st_mtime_ns) else None
        return volume

    def recognise(self, volume: Volume) -> None:
        """Take a volume for what its file looks like.

        Raises:
            OSError: there is no file.
        """
        facts = self.images.look(volume.path)
        volume.format = facts.format
        volume.capacity, volume.allocation, volume.physical = facts.capacity, facts.allocation, facts.physical
        volume.backing_path, volume.backing_format = facts.backing_path, facts.backing_format
        header = facts.header
        is_new = header is not None and header.version > 2
        volume.cluster_bytes = None if header is None else header.cluster_bytes
        volume.compat = "1.1" if is_new else None
        volume.features = None
        if header is not None and is_new:
            volume.features = frozenset(["lazy_refcounts"] if header.lazy_refcounts else [])

    def update(self, volume: Volume) -> FileStatus:
        """Measure a volume's file, and return what is known of it.

        Raises:
            SimulatedError: there is no file.
        """
        try:
            status = self.files.status(volume.path)
            if not status.is_folder:
                facts = self.images.look(volume.path, volume.format)
                volume.capacity = facts.capacity
                volume.allocation, volume.physical = facts.allocation, facts.physical
        except OSError:
            raise no_volume(f"path '{volume.path}'") from None
        return status

    # slow looks

    def begin_look(self, pool: Pool) -> asyncio.Event | None:
        """Hold a pool's lock for as long as a look through it takes; return what is set then, or None."""
        if self.faults.refresh_s <= 0:
            return None
        name = pool.name
        self._host.timeline.after(self.faults.refresh_s, lambda: self.busy.end(name))
        return self.busy.begin(name)

    def upload_ended(self, pool_name: str) -> None:
        """Look through a pool whose file has been written to, and tell; at once, or as slow as it is."""
        if self.faults.refresh_s > 0:
            self.busy.begin(pool_name)

            def look() -> None:
                self.busy.end(pool_name)
                self._look_after_upload(pool_name)

            self._host.timeline.after(self.faults.refresh_s, look)
        else:
            self._look_after_upload(pool_name)

    def _look_after_upload(self, pool_name: str) -> None:
        pool = self._pools.get(pool_name)
        if pool is None or not pool.is_active or pool.job_count:
            return
        with contextlib.suppress(SimulatedError):
            self._discover_all(pool)
            space = self.files.space(pool.definition.path)
            pool.definition = replace(
                pool.definition,
                capacity=space.capacity,
                allocation=min(space.used, space.capacity),
                available=space.available,
            )
        self.tell_refresh(pool)

    # events

    def tell(self, pool: Pool, event: enums.StoragePoolEventLifecycleType) -> None:
        """Tell that a pool has been defined, started, ..."""
        self._host.events.storage_pool.emit(
            enums.StoragePoolEventID.LIFECYCLE,
            pool.definition.uuid,
            procedures.STORAGE_POOL_EVENT_LIFECYCLE,
            lambda callback_id: remote.StoragePoolEventLifecycleMsg(
                callback_id=callback_id, pool=pool.wire, event=event, detail=0
            ),
        )

    def tell_refresh(self, pool: Pool) -> None:
        """Tell that a pool has been looked through."""
        self._host.events.storage_pool.emit(
            enums.StoragePoolEventID.REFRESH,
            pool.definition.uuid,
            procedures.STORAGE_POOL_EVENT_REFRESH,
            lambda callback_id: remote.StoragePoolEventRefreshMsg(callback_id=callback_id, pool=pool.wire),
        )


def _uuid_of(pool: Pool) -> str:
    return str(uuid.UUID(bytes=pool.definition.uuid))


def _never(_path: str) -> bool:
    return False
