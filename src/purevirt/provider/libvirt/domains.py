"""What is done to the domains of one host. Nothing here touches a domain without our tag."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from purevirt.errors import InvalidArgument, LibvirtError, NoDomain, OperationInvalid
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import metadata
from purevirt.provider.libvirt.condition import OFF, USABLE
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.tag_cache import Known, TagCache
from purevirt.provider.libvirt.tag_reading import read_tags
from purevirt.rpc import typed_params
from purevirt.rpc.gen.enums import (
    DomainMetadataType,
    DomainModificationImpact,
    DomainPausedReason,
    DomainState,
    DomainStatsTypes,
    DomainUndefineFlagsValues,
)

if TYPE_CHECKING:
    from purevirt.provider.libvirt.hosts import Host
    from purevirt.provider.libvirt.metadata import Tag
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import Domain

_SETTLE_S = 0.2
_SETTLE_ROUNDS = 50
_LOOKS = 3
_REMOVE_ROUNDS = 3

_UNDEFINE_FLAGS = (
    DomainUndefineFlagsValues.TPM,
    DomainUndefineFlagsValues.CHECKPOINTS_METADATA,
    DomainUndefineFlagsValues.NVRAM,
    DomainUndefineFlagsValues.SNAPSHOTS_METADATA,
    DomainUndefineFlagsValues.MANAGED_SAVE,
)
"""Newest first: what a daemon or a driver does not know is left out in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """A domain of ours, and what it said."""

    domain: Domain
    tag: Tag
    vcpu: int
    memory_mib: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """Every domain of a host, sorted by whose it is.

    `unknown` are those whose metadata could not be read for another reason than having none: they may be
    anyone's, so that nothing may be concluded from a machine's absence in `ours`.
    """

    ours: tuple[Owned, ...]
    unknown: tuple[str, ...]


class Domains:
    """The domains of one host."""

    def __init__(self, host: Host, tags: TagCache | None = None) -> None:
        self._host = host
        self._tags = tags or TagCache()

    async def inventory(self) -> Inventory:
        """Look at every domain of the host, running or not.

        One round trip, where events have told of every change since the last time; otherwise as many as it
        takes to ask those domains that may have changed. Given up in the middle, the next one goes on there.
        """
        listed = await self._host.call(
            "listing domains",
            lambda connection: connection.connect_list_all_domains(need_results=1, flags=0),
            repeatable=True,
        )
        self._tags.keep({domain.uuid for domain in listed.domains})
        known = {
            domain.uuid: found
            for domain in listed.domains
            if (found := self._tags.get(domain.uuid)) is not None
        }
        unread = [domain for domain in listed.domains if domain.uuid not in known]
        with self._tags.reading() as reading:

            def note(domain: Domain, answer: Known) -> None:
                known[domain.uuid] = answer
                self._tags.store(reading, domain.uuid, answer)

            answers = await read_tags(self._host, unread, note)
        ours = tuple(
            Owned(domain=domain, tag=found.tag, vcpu=found.vcpu, memory_mib=found.memory_mib)
            for domain in listed.domains
            if (found := known.get(domain.uuid)) is not None and found.tag is not None
        )
        return Inventory(ours=ours, unknown=tuple(one for one in answers if isinstance(one, str)))

    async def find(self, machine_id: str, host_ref: str | None = None) -> tuple[Domain, Tag] | None:
        """Return the one domain that carries `machine_id`, or None if there certainly is none.

        `host_ref` is its name where that is known, to be looked at first. What is returned was just asked.

        Raises:
            BackendError: there are several, or it cannot be told, or its name cannot be recorded.
        """
        if host_ref is not None:
            named = await self._by_name(host_ref)
            tag = await self._tag(named) if named is not None else None
            if named is not None and tag is not None and tag.machine_id == machine_id:
                return named, tag
        for _ in range(_LOOKS):
            inventory = await self.inventory()
            found = [one for one in inventory.ours if one.tag.machine_id == machine_id]
            if len(found) > 1:
                names = ", ".join(sorted(one.domain.name for one in found))
                raise BackendError(
                    one_line(
                        f"zone {self._host.zone}: domains {names} all carry {machine_id}; remove all but one"
                    )
                )
            if not found:
                self._require_known(machine_id, inventory)
                return None
            domain = found[0].domain
            tag = await self._tag(domain)
            if tag is not None and tag.machine_id == machine_id:
                return _recordable(domain), tag
            # It has become another machine, or went away, since it was read.
            self._tags.forget(domain.uuid)
        raise BackendError(one_line(f"zone {self._host.zone}: what carries {machine_id} keeps changing"))

    def _require_known(self, machine_id: str, inventory: Inventory) -> None:
        if inventory.unknown:
            raise BackendError(
                one_line(
                    f"zone {self._host.zone}: whether a domain for {machine_id} exists cannot be told: "
                    f"{'; '.join(inventory.unknown)}"
                )
            )

    async def states(self) -> dict[bytes, tuple[int, int]]:
        """Return state and reason of every domain by its UUID, in one round trip.

        Empty where the host cannot tell of all at once.
        """
        try:
            records = await self._host.call(
                "reading the states of all domains",
                lambda connection: connection.connect_get_all_domain_stats([], DomainStatsTypes.STATE, 0),
                repeatable=True,
            )
        except LibvirtError:
            return {}
        found: dict[bytes, tuple[int, int]] = {}
        for record in records:
            values = typed_params.to_dict(record.params)
            state, reason = values.get("state.state"), values.get("state.reason")
            if isinstance(state, int) and isinstance(reason, int):
                found[record.dom.uuid] = state, reason
        return found

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
        state, _ = await self.state(domain)
        return state in USABLE

    async def is_active(self, domain: Domain) -> bool:
        """Tell whether the domain has a running or paused guest, in any state but off."""
        state, _ = await self.state(domain)
        return state not in OFF

    async def ensure_running(self, domain: Domain) -> None:
        """Start a domain that is off, resume one that is paused, wait out one that is shutting down.

        Raises:
            BackendError: it will not run.
        """
        step = f"starting {domain.name}"
        last: tuple[int, int] | None = None
        refusal: OperationInvalid | None = None
        for _ in range(_SETTLE_ROUNDS):
            state, reason = now = await self.state(domain)
            if state in USABLE:
                return
            if refusal is not None and now == last:
                raise refusal
            if now == last and (state, reason) == (DomainState.PAUSED, DomainPausedReason.IOERROR):
                break
            last, refusal = now, None
            try:
                if state in OFF:
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
        # The event that tells of it may come later than the next look.
        self._tags.forget(domain.uuid)

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
        """Stop a domain and forget its definition; already stopped and already gone are success.

        A host that reboots between the two starts it again, and one that is undefined while it runs goes on
        without a definition, on disks that are deleted next: so it is gone only when it cannot be found.

        Raises:
            BackendError: somebody makes it again, or another one with its UUID.
        """
        holder: str | None = domain.name
        try:
            for _ in range(_REMOVE_ROUNDS):
                if not await self._stop(domain) or not await self._forget(domain):
                    return
                holder = await self.holder(domain.uuid)
                if holder is None:
                    return
                if holder != domain.name:
                    break
        finally:
            # Its successor has its UUID, and events may tell of the change only later.
            self._tags.forget(domain.uuid)
        raise BackendError(
            one_line(
                f"zone {self._host.zone}: {domain.name} was removed, and domain {holder} has its UUID again: "
                "its disks may be in use; undefine it"
            )
        )

    async def _stop(self, domain: Domain) -> bool:
        """Stop a domain, and tell whether it is there."""
        step = f"removing {domain.name}"
        try:
            with suppress(OperationInvalid):  # it is off
                await self._host.call(
                    step, lambda connection: connection.domain_destroy(domain), repeatable=True
                )
        except NoDomain:
            return False
        return True

    async def _forget(self, domain: Domain) -> bool:
        """Forget a domain's definition, and tell whether it was there."""
        step = f"removing {domain.name}"
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
                return False
            except InvalidArgument:
                if spare is None:
                    raise
                flags.discard(spare)
            else:
                break
        return True

    async def state(self, domain: Domain) -> tuple[int, int]:
        """Return the state of a domain and the reason for it.

        Raises:
            NoDomain: it is gone.
        """
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
        """Return the tag, or None for a domain that is gone or not ours.

        Raises:
            BackendError: it cannot be read.
        """
        (answer,) = await read_tags(self._host, [domain])
        if isinstance(answer, str):
            raise BackendError(one_line(f"zone {self._host.zone}: {answer}"))
        return None if answer is None else answer.tag


def _recordable(domain: Domain) -> Domain:
    """Return the domain if its name, which becomes the machine's host, can go to disk and to callers."""
    try:
        domain.name.encode()
    except UnicodeEncodeError:
        raise BackendError(one_line(f"domain {domain.name}: its name is not UTF-8; rename it")) from None
    return domain


async def _undefine(connection: Connection, *, domain: Domain, flags: int) -> None:
    await connection.domain_undefine_flags(domain, flags)
