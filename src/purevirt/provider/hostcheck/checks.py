"""The whole preflight of one host, over one connection like the provider's. It changes nothing."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Final

from purevirt.errors import (
    LibvirtError,
    NoNetwork,
    NoStoragePool,
    NoStorageVol,
    OperationDenied,
    PurevirtError,
    SystemCallError,
)
from purevirt.provider.core.backend import BackendError
from purevirt.provider.hostcheck import cures
from purevirt.provider.hostcheck.direct import DirectHost
from purevirt.provider.hostcheck.finding import Finding, Status
from purevirt.provider.libvirt import reply_xml
from purevirt.provider.libvirt.domain_xml import DomainSpec, domain_xml, parse_virtualization
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.volumes import Volumes
from purevirt.rpc.aio import agent_command, connect
from purevirt.rpc.gen.enums import StoragePoolState

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from purevirt.provider.libvirt.config import LibvirtBackendConfig
    from purevirt.provider.libvirt.domain_xml import Virtualization
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import StoragePool

CONNECT_S: Final = 20.0
STEP_S: Final = 20.0
AGENT_S: Final = 5
LITTLE_BYTES: Final = 5 << 30
FILE_POOLS: Final = ("dir", "fs", "netfs")
_SAMPLE: Final = 3


async def check_host(
    zone: str, uri: str, config: LibvirtBackendConfig, *, guest: str | None = None
) -> list[Finding]:
    """Return what was found on the host of `zone`, most basic first.

    What cannot be looked at after a failure is left out. Never raises for what a host does; each step takes
    at most 20 s.

    Args:
        zone: the zone.
        uri: its host.
        config: what the provider would run with.
        guest: a domain whose agent is asked too.
    """
    try:
        connection = await connected(uri)
    except (PurevirtError, TimeoutError) as error:
        return [_failed(zone, "daemon", str(error), cures.connect_cure(error))]
    async with connection:
        return await _Check(zone, connection, config).run(guest)


async def connected(uri: str) -> Connection:
    """Return a connection.

    Raises:
        ConnectError, UriError: there can be none.
        TimeoutError: there was none within 20 s.
    """
    try:
        async with asyncio.timeout(CONNECT_S):
            return await connect(uri)
    except TimeoutError:
        raise TimeoutError(f"no answer within {CONNECT_S:g} s") from None


def _failed(zone: str, what: str, detail: str, cure: str) -> Finding:
    return Finding(zone=zone, what=what, status=Status.FAIL, detail=one_line(detail), cure=cure)


class _Check:
    """One host's checks, each a coroutine that adds findings."""

    def __init__(self, zone: str, connection: Connection, config: LibvirtBackendConfig) -> None:
        self._zone = zone
        self._connection = connection
        self._config = config
        self._volumes = Volumes(DirectHost(zone, connection), config.storage_pool)
        self._found: list[Finding] = []

    async def run(self, guest: str | None) -> list[Finding]:
        """Return all findings."""
        await self._step("daemon", self._daemon())
        await self._step("identity", self._identity())
        await self._step("pool", self._pool())
        for name in self._config.networks():
            await self._step("network", self._network(name))
        await self._step("virtualization", self._virtualization())
        if guest is not None:
            await self._step("guest agent", self._agent(guest))
        return self._found

    def _add(self, what: str, status: Status, detail: str, cure: str = "") -> None:
        self._found.append(
            Finding(zone=self._zone, what=what, status=status, detail=one_line(detail), cure=cure)
        )

    async def _step(self, what: str, doing: Awaitable[None]) -> None:
        try:
            async with asyncio.timeout(STEP_S):
                await doing
        except TimeoutError:
            self._add(what, Status.FAIL, f"no answer within {STEP_S:g} s", "systemctl restart libvirtd")
        except OperationDenied as error:
            self._add(what, Status.FAIL, f"refused: {error.message}", cures.denied_cure())
        except LibvirtError as error:
            text = f"{error.message} (libvirt code {error.code})"
            self._add(what, Status.FAIL, text, "journalctl -u libvirtd has more")
        except PurevirtError as error:
            self._add(what, Status.FAIL, str(error), "journalctl -u libvirtd has more")

    async def _daemon(self) -> None:
        library = await self._connection.connect_get_lib_version()
        driver = await self._connection.connect_get_type()
        version = await self._connection.connect_get_version()
        name = await self._connection.connect_get_hostname()
        self._add("daemon", Status.OK, f"libvirt {_version(library)}, {driver} {_version(version)} on {name}")

    async def _identity(self) -> None:
        listed = await self._connection.connect_list_all_domains(need_results=1, flags=0)
        self._add("identity", Status.OK, f"may list domains, sees {len(listed.domains)}")

    async def _pool(self) -> None:
        name = self._config.storage_pool
        try:
            pool = await self._connection.storage_pool_lookup_by_name(name)
        except NoStoragePool:
            self._add("pool", Status.FAIL, f"{name} does not exist", cures.pool_missing_cure(name))
            return
        what = f"pool {name}"
        xml = reply_xml.parse(await self._connection.storage_pool_get_xml_desc(pool, 0), what)
        path = xml.findtext("target/path") or "?"
        kind = xml.get("type", "?")
        if kind not in FILE_POOLS:
            known = ", ".join(FILE_POOLS)
            detail = f"{name} is of type {kind}; machines' disks are files, which pools of type {known} have"
            self._add("pool", Status.FAIL, detail, "name another with --storage-pool")
            return
        info = await self._connection.storage_pool_get_info(pool)
        if info.state not in (StoragePoolState.RUNNING, StoragePoolState.DEGRADED):
            self._add("pool", Status.FAIL, f"{name} at {path} is not active", cures.pool_inactive_cure(name))
            return
        unreadable = await self._unreadable(pool)
        if unreadable:
            cure = cures.pool_unreadable_cure(name, path)
            self._add("pool", Status.FAIL, f"{name} at {path} cannot be read: {unreadable}", cure)
            return
        detail = f"{name} at {path}, {_size(info.available)} of {_size(info.capacity)} free"
        if info.available < LITTLE_BYTES:
            self._add("pool", Status.WARN, detail, f"make room: df -h {path}")
        elif not await self._connection.storage_pool_get_autostart(pool):
            self._add("pool", Status.WARN, detail + "; not started at boot", f"virsh pool-autostart {name}")
        else:
            self._add("pool", Status.OK, detail)
        await self._step("image", self._image(path))

    async def _unreadable(self, pool: StoragePool) -> str:
        """Return why the pool's folder cannot be read, empty if it can, or holds nothing.

        The pool itself knows it only after a refresh, which would switch off one that is in use.
        """
        listed = await self._connection.storage_pool_list_all_volumes(pool, need_results=1, flags=0)
        reason = ""
        for volume in listed.vols[:_SAMPLE]:
            try:
                await self._connection.storage_vol_get_xml_desc(volume, 0)
            except (SystemCallError, NoStorageVol) as error:
                reason = error.message
            else:
                return ""
        return reason

    async def _image(self, folder: str) -> None:
        name, pool = self._config.image, self._config.storage_pool
        try:
            golden = await self._volumes.golden(name)
        except BackendError as error:
            missing = "does not exist" in str(error)
            cure = cures.image_missing_cure(pool, name) if missing else cures.image_cure(f"{folder}/{name}")
            self._add("image", Status.FAIL, str(error).removeprefix(f"zone {self._zone}: "), cure)
            return
        except (SystemCallError, NoStorageVol) as error:
            self._add("image", Status.FAIL, error.message, cures.image_missing_cure(pool, name))
            return
        self._add(
            "image",
            Status.OK,
            f"{name} is {golden.format} of {_size(golden.virtual_bytes)}, at {golden.path}",
        )

    async def _network(self, name: str) -> None:
        try:
            network = await self._connection.network_lookup_by_name(name)
        except NoNetwork:
            self._add("network", Status.FAIL, f"{name} does not exist", cures.network_missing_cure(name))
            return
        if not await self._connection.network_is_active(network):
            self._add("network", Status.FAIL, f"{name} is not active", cures.network_inactive_cure(name))
        elif not await self._connection.network_get_autostart(network):
            detail = f"{name} is active, but not started at boot"
            self._add("network", Status.WARN, detail, f"virsh net-autostart {name}")
        else:
            self._add("network", Status.OK, f"{name} is active")

    async def _virtualization(self) -> None:
        what, wanted = "virtualization", self._config.virt_type
        capabilities = await self._connection.connect_get_domain_capabilities(None, None, None, None, 0)
        best = parse_virtualization(capabilities)
        cure = "switch on VT-x or AMD-V in the firmware, then: modprobe kvm_intel (or kvm_amd)"
        if wanted == "kvm" and best.virt_type != "kvm":
            self._add(what, Status.FAIL, "KVM is not offered, and --virt-type is kvm", cure)
        elif best.virt_type == "kvm" and wanted != "qemu":
            self._add(what, Status.OK, f"KVM on {best.arch}")
        elif wanted == "qemu":
            self._add(what, Status.OK, f"emulation (TCG) on {best.arch}, as --virt-type says")
        else:
            self._add(what, Status.WARN, f"no KVM: emulation (TCG) on {best.arch}, which is slow", cure)
        if self._config.domain_template is not None:
            self._template(best)

    def _template(self, best: Virtualization) -> None:
        try:
            domain_xml(
                DomainSpec(
                    name="check",
                    uuid=uuid.UUID(int=0),
                    machine_id="check",
                    vcpu=1,
                    memory_mib=1,
                    virtualization=best,
                    overlay_path="/",
                    seed_path="/",
                    network=self._config.network,
                    template=self._config.domain_template,
                )
            )
        except BackendError as error:
            self._add("template", Status.FAIL, str(error).removeprefix("check: "), "edit the template")
        else:
            self._add("template", Status.OK, "--domain-template fits the host")

    async def _agent(self, guest: str) -> None:
        try:
            domain = await self._connection.domain_lookup_by_name(guest)
            await agent_command(self._connection, domain, "guest-ping", answer_timeout_s=AGENT_S)
        except LibvirtError as error:
            text = f"{guest}: {error.message} (libvirt code {error.code})"
            self._add("guest agent", Status.FAIL, text, cures.agent_cure(guest, error))
        else:
            self._add("guest agent", Status.OK, f"that of {guest} answers")


def _version(number: int) -> str:
    return f"{number // 1_000_000}.{number // 1_000 % 1_000}.{number % 1_000}"


def _size(count: int) -> str:
    size = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.4g} {unit}"
        size /= 1024
    return f"{size:.4g} TiB"
