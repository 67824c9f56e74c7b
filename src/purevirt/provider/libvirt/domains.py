"""What is done to the domains of one host. Nothing here touches a domain without our tag."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from purevirt.errors import InvalidArgument, LibvirtError, NoDomain, NoDomainMetadata, OperationInvalid
from purevirt.provider.backend import BackendError
from purevirt.provider.libvirt import metadata
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.hosts import HostUnavailable
from purevirt.provider.libvirt.metadata import Tag
from purevirt.rpc.gen.enums import (
    DomainMetadataType,
    DomainModificationImpact,
    DomainPausedReason,
    DomainState,
    DomainUndefineFlagsValues,
)

if TYPE_CHECKING:
    from purevirt.provider.libvirt.hosts import Host
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import Domain

_OFF = frozenset({DomainState.SHUTOFF, DomainState.CRASHED})
_USABLE = frozenset({DomainState.RUNNING, DomainState.BLOCKED})
_SETTLE_S = 0.2
_SETTLE_ROUNDS = 50

_UNDEFINE_FLAGS = (
    DomainUndefineFlagsValues.TPM,
    DomainUndefineFlagsValues.CHECKPOINTS_METADATA,
    DomainUndefineFlagsValues.NVRAM,
    DomainUndefineFlagsValues.SNAPSHOTS_METADATA,
    DomainUndefineFlagsValues.MANAGED_SAVE,
)
"""Newest first: what a daemon or a driver does not know is left out in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """Every domain of a host, sorted by whose it is.

    `unknown` are those whose metadata could not be read for another reason than having none: they may be
    anyone's, so that nothing may be concluded from a machine's absence in `ours`.
    """

    ours: tuple[tuple[Domain, Tag], ...]
    unknown: tuple[str, ...]


class Domains:
    """The domains of one host."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def inventory(self) -> Inventory:
        """Look at every domain of the host, running or not."""
        listed = await self._host.call(
            "listing domains",
            lambda connection: connection.connect_list_all_domains(need_results=1, flags=0),
            repeatable=True,
        )
        tags = await asyncio.gather(*(self._tag_or_reason(domain) for domain in listed.domains))
        ours, unknown = [], []
        for domain, tag in zip(listed.domains, tags, strict=True):
            if isinstance(tag, Tag):
                ours.append((domain, tag))
            elif tag is not None:
                unknown.append(tag)
        return Inventory(ours=tuple(ours), unknown=tuple(unknown))

    async def find(self, machine_id: str, host_ref: str | None = None) -> tuple[Domain, Tag] | None:
        """Return the one domain that carries `machine_id`, or None if there certainly is none.

        `host_ref` is its name where that is known, to be looked at first.

        Raises:
            BackendError: there are several, or it cannot be told.
        """
        if host_ref is not None:
            named = await self._by_name(host_ref)
            tag = await self._tag(named) if named is not None else None
            if named is not None and tag is not None and tag.machine_id == machine_id:
                return named, tag
        inventory = await self.inventory()
        found = [(domain, tag) for domain, tag in inventory.ours if tag.machine_id == machine_id]
        if len(found) > 1:
            names = ", ".join(sorted(domain.name for domain, _ in found))
            raise BackendError(
                one_line(
                    f"zone {self._host.zone}: domains {names} all carry {machine_id}; remove all but one"
                )
            )
        if not found and inventory.unknown:
            raise BackendError(
                one_line(
                    f"zone {self._host.zone}: whether a domain for {machine_id} exists cannot be told: "
                    f"{'; '.join(inventory.unknown)}"
                )
            )
        return found[0] if found else None

    async def holder(self, uuid: bytes) -> str | None:
        """Return the name of the domain of that UUID, whoever's it is, or None."""

        async def attempt(connection: Connection) -> str | None:
            try:
                return (await connection.domain_lookup_by_uuid(uuid)).name
            except NoDomain:
                return None

        return await self._host.call("looking up a domain", attempt, repeatable=True)

    async def is_usable(self, domain: Domain) -> bool:
        """Tell whether the guest runs; paused, for whatever reason, is not running."""
        state, _ = await self._state(domain)
        return state in _USABLE

    async def is_active(self, domain: Domain) -> bool:
        """Tell whether the domain has a running or paused guest, in any state but off."""
        state, _ = await self._state(domain)
        return state not in _OFF

    async def ensure_running(self, domain: Domain) -> None:
        """Start a domain that is off, resume one that is paused, wait out one that is shutting down.

        Raises:
            BackendError: it will not run.
        """
        step = f"starting {domain.name}"
        last: tuple[int, int] | None = None
        refusal: OperationInvalid | None = None
        for _ in range(_SETTLE_ROUNDS):
            state, reason = now = await self._state(domain)
            if state in _USABLE:
                return
            if refusal is not None and now == last:
                raise refusal
            if now == last and (state, reason) == (DomainState.PAUSED, DomainPausedReason.IOERROR):
                break
            last, refusal = now, None
            try:
                if state in _OFF:
                    await self._host.call(
                        step,
                        lambda connection: connection.domain_create_with_flags(domain, 0),
                        repeatable=True,
                    )
                elif state == DomainState.PAUSED:
                    await self._host.call(
                        step, lambda connection: connection.domain_resume(domain), repeatable=True
                    )
                elif state == DomainState.PMSUSPENDED:
                    await self._host.call(
                        step, lambda connection: connection.domain_pm_wakeup(domain, 0), repeatable=True
                    )
                    # Unlike the other two, this returns before the guest runs.
                    await asyncio.sleep(_SETTLE_S)
                else:
                    await asyncio.sleep(_SETTLE_S)
            except OperationInvalid as error:
                # Either it changed its state between our look and our call, which the next look shows, or it
                # is refused for good, e.g. for a network that is not active.
                refusal = error
        raise BackendError(
            one_line(f"zone {self._host.zone}: {step}: it does not run (state, reason: {last})")
        )

    async def bind(self, domain: Domain, tag: Tag) -> None:
        """Write `tag`, for the running guest and for its next start, as far as there is one."""
        flags = DomainModificationImpact.CONFIG
        persistent, active = await asyncio.gather(
            self._host.call(
                "reading a domain",
                lambda connection: connection.domain_is_persistent(domain),
                repeatable=True,
            ),
            self._host.call(
                "reading a domain", lambda connection: connection.domain_is_active(domain), repeatable=True
            ),
        )
        if active:
            flags = DomainModificationImpact.LIVE | (flags if persistent else 0)
        await self._host.call(
            f"writing metadata of {domain.name}",
            lambda connection: connection.domain_set_metadata(
                domain,
                DomainMetadataType.ELEMENT,
                metadata.bare_xml(tag),
                metadata.KEY,
                metadata.NAMESPACE,
                flags,
            ),
            repeatable=True,
        )

    async def xml(self, domain: Domain) -> str | None:
        """Return the definition of a domain, or None if it is gone."""
        try:
            return await self._host.call(
                f"reading {domain.name}",
                lambda connection: connection.domain_get_xml_desc(domain, 0),
                repeatable=True,
            )
        except NoDomain:
            return None

    async def remove(self, domain: Domain) -> None:
        """Stop a domain and forget its definition; already stopped and already gone are success."""
        step = f"removing {domain.name}"
        try:
            await self._host.call(step, lambda connection: connection.domain_destroy(domain), repeatable=True)
        except NoDomain:
            return
        except OperationInvalid:
            pass  # it is off
        flags = set(_UNDEFINE_FLAGS)
        for spare in (*_UNDEFINE_FLAGS, None):
            wanted = sum(flags)
            try:
                await self._host.call(
                    step,
                    partial(_undefine, domain=domain, flags=wanted),
                    repeatable=True,
                )
            except NoDomain:
                return
            except InvalidArgument:
                if spare is None:
                    raise
                flags.discard(spare)
            else:
                return

    async def _state(self, domain: Domain) -> tuple[int, int]:
        answer = await self._host.call(
            f"reading the state of {domain.name}",
            lambda connection: connection.domain_get_state(domain, 0),
            repeatable=True,
        )
        return answer.state, answer.reason

    async def _by_name(self, name: str) -> Domain | None:
        try:
            return await self._host.call(
                f"looking up {name}",
                lambda connection: connection.domain_lookup_by_name(name),
                repeatable=True,
            )
        except NoDomain:
            return None

    async def _tag(self, domain: Domain) -> Tag | None:
        try:
            xml = await self._host.call(
                f"reading metadata of {domain.name}",
                lambda connection: connection.domain_get_metadata(
                    domain, DomainMetadataType.ELEMENT, metadata.NAMESPACE, 0
                ),
                repeatable=True,
            )
        except (NoDomainMetadata, NoDomain):
            return None
        tag = metadata.parse_tag(xml)
        try:
            domain.name.encode()
        except UnicodeEncodeError:
            # It becomes the machine's host, which goes to disk and to callers as text.
            raise BackendError(one_line(f"domain {domain.name}: its name is not UTF-8; rename it")) from None
        return tag

    async def _tag_or_reason(self, domain: Domain) -> Tag | str | None:
        """Return the tag, None for a domain that is not ours or just went away, or why it is not known."""
        try:
            return await self._tag(domain)
        except LibvirtError as error:
            return one_line(f"metadata of {domain.name}: {error.message} (libvirt code {error.code})", 200)
        except HostUnavailable:
            raise
        except BackendError as error:
            return one_line(f"{domain.name}: {error}", 200)


async def _undefine(connection: Connection, *, domain: Domain, flags: int) -> None:
    await connection.domain_undefine_flags(domain, flags)
