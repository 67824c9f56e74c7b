"""Making a host fit for machines: what is missing is made, what is there is left as it is."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from purevirt.errors import LibvirtError, NoNetwork, NoStoragePool, PurevirtError, SystemCallError
from purevirt.provider.core.backend import BackendError
from purevirt.provider.errors import ProviderError
from purevirt.provider.hostcheck import cures
from purevirt.provider.hostcheck.checks import connected
from purevirt.provider.hostcheck.direct import DirectHost
from purevirt.provider.hostcheck.image_import import Import
from purevirt.provider.libvirt import reply_xml
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.volumes import Volumes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from purevirt.provider.hostcheck.image_source import Checksum
    from purevirt.provider.libvirt.config import LibvirtBackendConfig
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import StoragePool

POOL_FOLDER: Final = "/var/lib/libvirt/images"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What `prepare` is told beside what the server would be.

    `image_source` is a path or URL, `pool_path` the folder of a pool that has to be made.
    """

    image_source: str | None = None
    checksum: Checksum | None = None
    pool_path: str = POOL_FOLDER


class NotPrepared(ProviderError):
    """Something is missing that cannot be made here; the message has the cure."""


async def prepare_host(
    zone: str, uri: str, config: LibvirtBackendConfig, wishes: Wishes, say: Callable[[str], None]
) -> bool:
    """Make what is missing on the host of `zone`; return whether all is there now.

    Every step says in one line what it did or found. A failed step is no obstacle to the others, except that
    without a pool there is no image.
    """

    def tell(text: str) -> None:
        say(f"zone {zone}: {one_line(text, 2048)}")

    try:
        connection = await connected(uri)
    except (PurevirtError, TimeoutError) as error:
        tell(f"FAILED: {error}; cure: {cures.connect_cure(error)}")
        return False
    async with connection:
        host = _Preparation(zone, uri, connection, config, wishes, tell)
        pool = await _done(host.pool(), tell)
        networks = [await _done(host.network(name), tell) for name in config.networks()]
        image = pool and await _done(host.image(), tell)
    return pool and all(networks) and image


async def _done(step: Awaitable[None], tell: Callable[[str], None]) -> bool:
    try:
        await step
    except LibvirtError as error:
        tell(f"FAILED: {error.message} (libvirt code {error.code})")
        return False
    except PurevirtError as error:
        tell(f"FAILED: {error}")
        return False
    return True


class _Preparation:
    def __init__(
        self,
        zone: str,
        uri: str,
        connection: Connection,
        config: LibvirtBackendConfig,
        wishes: Wishes,
        tell: Callable[[str], None],
    ) -> None:
        self._zone = zone
        self._uri = uri
        self._connection = connection
        self._config = config
        self._wishes = wishes
        self._tell = tell

    async def pool(self) -> None:
        """Have the pool defined, active and started at boot."""
        name = self._config.storage_pool
        connection = self._connection
        did = []
        try:
            pool = await connection.storage_pool_lookup_by_name(name)
        except NoStoragePool:
            pool = await connection.storage_pool_define_xml(_pool_xml(name, self._wishes.pool_path), 0)
            await connection.storage_pool_build(pool, 0)
            did.append(f"defined at {self._wishes.pool_path}")
        path = await self._path(pool)
        if not await connection.storage_pool_is_active(pool):
            await self._start(pool, path)
            did.append("started")
        if not await connection.storage_pool_get_autostart(pool):
            await connection.storage_pool_set_autostart(pool, 1)
            did.append("set to start at boot")
        self._tell(f"pool {name}: {', '.join(did) or 'as it should be'}")
        if path != self._wishes.pool_path:
            self._tell(
                f"pool {name}: WARNING: it is at {path}, not at {self._wishes.pool_path}; it is used as it is"
            )

    async def _start(self, pool: StoragePool, path: str) -> None:
        """Start a pool; a folder that is missing is not made, since it may be one to mount something on."""
        try:
            await self._connection.storage_pool_create(pool, 0)
        except SystemCallError as error:
            cure = cures.pool_unreadable_cure(pool.name, path).replace("pool-refresh", "pool-start")
            raise NotPrepared(f"pool {pool.name} at {path}: {error.message}; cure: {cure}") from None

    async def _path(self, pool: StoragePool) -> str:
        xml = await self._connection.storage_pool_get_xml_desc(pool, 0)
        return reply_xml.parse(xml, f"pool {pool.name}").findtext("target/path") or "?"

    async def network(self, name: str) -> None:
        """Have a network active and started at boot; one that is missing is not made.

        Its addresses and its bridge are the operator's to choose.
        """
        connection = self._connection
        did = []
        try:
            network = await connection.network_lookup_by_name(name)
        except NoNetwork:
            raise NotPrepared(
                f"network {name}: does not exist; cure: {cures.network_missing_cure(name)}"
            ) from None
        if not await connection.network_is_active(network):
            await connection.network_create(network)
            did.append("started")
        if not await connection.network_get_autostart(network):
            await connection.network_set_autostart(network, 1)
            did.append("set to start at boot")
        self._tell(f"network {name}: {', '.join(did) or 'as it should be'}")

    async def image(self) -> None:
        """Have the golden volume, imported if it is missing."""
        name, pool = self._config.image, self._config.storage_pool
        work = Import(self._zone, self._uri, self._connection, pool, name, self._wishes.checksum, self._tell)
        volumes = Volumes(DirectHost(self._zone, self._connection), pool)
        if await work.remove_unfinished():
            self._tell(f"image {name}: an import had not ended; what it left is removed")
        if name in {volume.name for volume in await volumes.listed()}:
            golden = await self._judged(volumes)
            self._tell(f"image {name}: as it should be ({golden})")
            return
        if self._wishes.image_source is None:
            raise NotPrepared(
                f"image {name}: does not exist in pool {pool}; cure: name where it is with --image-source"
            )
        text = await work.run(self._wishes.image_source)
        self._tell(f"image {name}: imported: {text}")
        if self._wishes.checksum is None:
            self._tell(f"image {name}: WARNING: no --checksum was given, so nothing vouches for it")

    async def _judged(self, volumes: Volumes) -> str:
        name = self._config.image
        try:
            golden = await volumes.golden(name)
        except BackendError as error:
            cure = cures.image_cure(name)
            raise NotPrepared(
                f"image {name}: {str(error).removeprefix(f'zone {self._zone}: ')}; cure: {cure}"
            ) from None
        return golden.format


def _pool_xml(name: str, path: str) -> str:
    pool = ET.Element("pool", type="dir")
    ET.SubElement(pool, "name").text = name
    ET.SubElement(ET.SubElement(pool, "target"), "path").text = path
    return ET.tostring(pool, encoding="unicode")
