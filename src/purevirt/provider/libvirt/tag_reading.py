"""Asking domains whose they are: one call each, a second for the size of those that are ours.

A few are asked over the connection that all share, with four calls in flight. Many have a connection of
their own for as long as it takes: a thousand are then two round trips and the time that the daemon works.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

import structlog

from purevirt.errors import ConnectionLost, LibvirtError, NoDomain, NoDomainMetadata
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import metadata
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.hosts import HostUnavailable
from purevirt.provider.libvirt.tag_cache import Known
from purevirt.rpc.gen.enums import DomainMetadataType

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from purevirt.provider.libvirt.hosts import Host
    from purevirt.rpc.aio import Connection
    from purevirt.rpc.gen.remote import Domain

    T = TypeVar("T")

log = structlog.get_logger(__name__)

FEW = 16
"""Four round trips with four calls in flight: as many as it takes to dial."""


async def read_tags(
    host: Host,
    domains: Sequence[Domain],
    note: Callable[[Domain, Known], None] = lambda _domain, _known: None,
) -> list[Known | str | None]:
    """Return what each of `domains` says; why it is not known, as a text; or None if it went away.

    `note` is told of each answer when it comes, so that of a round that is given up something stays.

    Raises:
        HostUnavailable: the host does not answer.
    """
    if len(domains) <= FEW:
        return await asyncio.gather(*(_Shared(host).noted(domain, note) for domain in domains))
    try:
        async with host.bulk() as connection:
            own = _Own(host, connection)
            return await asyncio.gather(*(own.noted(domain, note) for domain in domains))
    except ConnectionLost as error:
        raise HostUnavailable(
            one_line(f"zone {host.zone}: reading metadata: the connection to the host was lost: {error}")
        ) from None


class _Shared:
    """Asks over the connection that all share."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def call(self, what: str, function: Callable[[Connection], Awaitable[T]]) -> T:
        """Make a call that may be repeated."""
        return await self._host.call(what, function, repeatable=True)

    async def noted(self, domain: Domain, note: Callable[[Domain, Known], None]) -> Known | str | None:
        """Ask one domain, and tell `note` what it said."""
        answer = await self.read(domain)
        if isinstance(answer, Known):
            note(domain, answer)
        return answer

    async def read(self, domain: Domain) -> Known | str | None:
        """Ask one domain."""
        try:
            xml = await self.call(
                f"reading metadata of {domain.name}",
                lambda connection: connection.domain_get_metadata(
                    domain, DomainMetadataType.ELEMENT, metadata.NAMESPACE, 0
                ),
            )
            tag = metadata.parse_tag(xml)
            info = await self.call(
                f"reading {domain.name}", lambda connection: connection.domain_get_info(domain)
            )
        except NoDomainMetadata:
            return Known(None)
        except NoDomain:
            return None
        except LibvirtError as error:
            return one_line(f"metadata of {domain.name}: {error.message} (libvirt code {error.code})", 200)
        except HostUnavailable:
            raise
        except BackendError as error:
            # It names no machine, so it is none of ours, whatever it was meant to be.
            log.warning(
                "foreign_metadata",
                zone=self._host.zone,
                domain=one_line(domain.name, 200),
                reason=one_line(str(error), 200),
            )
            return Known(None)
        return Known(tag, info.nr_virt_cpu, info.max_mem >> 10)


class _Own(_Shared):
    """Asks over a connection of its own."""

    def __init__(self, host: Host, connection: Connection) -> None:
        super().__init__(host)
        self._connection = connection

    async def call(self, what: str, function: Callable[[Connection], Awaitable[T]]) -> T:
        del what  # a lost connection ends the whole round
        return await function(self._connection)
