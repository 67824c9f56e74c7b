"""When a zone should be looked at again: what its host tells of itself.

Events only say when to look; what is so is always asked. Those that can change whose a domain is make its tag
be read again; the others, about machines of ours, make the host be listed again. Where events are missing,
and after each new connection, everything is asked anew.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import structlog

from purevirt.errors import ConnectionClosed, LibvirtError, PurevirtError
from purevirt.provider.libvirt.failure import one_line
from purevirt.provider.libvirt.metadata import NAMESPACE
from purevirt.rpc.events.stream import Gap, Resync
from purevirt.rpc.gen import event_kinds
from purevirt.rpc.gen.enums import DomainEventType, DomainMetadataType

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.provider.libvirt.hosts import Host
    from purevirt.provider.libvirt.tag_cache import TagCache
    from purevirt.rpc.events.kind import EventKind

log = structlog.get_logger(__name__)

GATHER_S = 0.1
"""Events come in bursts: a start is five of them."""

PAUSE_S = 1.0
"""Between the beginnings of two looks that events ask for: a busy host tells of something all the time."""

_RETRY_S = 5.0

_ESSENTIAL = (event_kinds.DOMAIN_LIFECYCLE, event_kinds.DOMAIN_METADATA_CHANGE)
"""Without these a domain may become another machine, and nobody would tell."""

_OTHERS = (
    event_kinds.DOMAIN_REBOOT,
    event_kinds.DOMAIN_IO_ERROR_REASON,
    event_kinds.DOMAIN_WATCHDOG,
    event_kinds.DOMAIN_AGENT_LIFECYCLE,
    event_kinds.DOMAIN_DEVICE_ADDED,
    event_kinds.DOMAIN_DEVICE_REMOVED,
)

_DEFINITION = frozenset({DomainEventType.DEFINED, DomainEventType.UNDEFINED})


class Watch:
    """Listens to one host for as long as it runs."""

    def __init__(self, host: Host, tags: TagCache) -> None:
        self._host = host
        self._tags = tags
        self._tasks: list[asyncio.Task[None]] = []
        self._heard = asyncio.Event()
        self._armed = asyncio.Event()
        self._missing = {kind.name for kind in _ESSENTIAL}
        self._looked_at: float | None = None

    def start(self) -> None:
        """Begin to listen; returns at once."""
        self._host.on_lost.append(self._lost)
        takers: list[tuple[EventKind[Any], Callable[[Any], None]]] = [
            (event_kinds.DOMAIN_LIFECYCLE, self._take_lifecycle),
            (event_kinds.DOMAIN_METADATA_CHANGE, self._take_metadata),
            *((kind, self._take) for kind in _OTHERS),
        ]
        loop = asyncio.get_running_loop()
        for kind, take in takers:
            name = f"watch {self._host.zone} {kind.name}"
            self._tasks.append(loop.create_task(self._follow(kind, take), name=name))

    async def stop(self) -> None:
        """Listen no more."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def armed(self, limit_s: float) -> None:
        """Return once events about tags are complete, or after `limit_s` seconds."""
        try:
            async with asyncio.timeout(limit_s):
                await self._armed.wait()
        except TimeoutError:
            return

    def looked(self) -> None:
        """Note that a look begins: what was told before it is seen by it."""
        self._looked_at = asyncio.get_running_loop().time()
        self._heard.clear()

    async def changed(self) -> None:
        """Return once something was told since the last look, and not too soon after it."""
        await self._heard.wait()
        soon = GATHER_S
        if self._looked_at is not None:
            soon = max(soon, self._looked_at + PAUSE_S - asyncio.get_running_loop().time())
        await asyncio.sleep(soon)

    async def _follow(self, kind: EventKind[Any], take: Callable[[Any], None]) -> None:
        while True:
            try:
                async with self._host.events.subscribe(kind.topic(None)) as stream:
                    self._subscribed(kind)
                    async for event in stream:
                        if isinstance(event, Resync):
                            self._subscribed(kind)
                            self._heard.set()
                        elif isinstance(event, Gap):
                            self._missed(kind)
                        else:
                            take(event)
            except ConnectionClosed:
                return
            except LibvirtError as error:
                reason = one_line(f"{error.message} (libvirt code {error.code})")
                log.warning("events_refused", zone=self._host.zone, kind=kind.name, reason=reason)
            except PurevirtError as error:
                log.warning("events_lost", zone=self._host.zone, kind=kind.name, reason=one_line(str(error)))
            if kind in _ESSENTIAL:
                self._missing.add(kind.name)
                self._tags.clear(complete=False)
            await asyncio.sleep(_RETRY_S)

    def _lost(self) -> None:
        """Believe nothing of what was heard: what happens until the next connection is not told."""
        self._missing = {kind.name for kind in _ESSENTIAL}
        self._armed.clear()
        self._tags.clear(complete=False)

    def _subscribed(self, kind: EventKind[Any]) -> None:
        if kind.name not in self._missing:
            return
        self._missing.discard(kind.name)
        if not self._missing:
            self._tags.clear(complete=True)
            self._armed.set()
            if self._looked_at is not None:
                self._heard.set()

    def _missed(self, kind: EventKind[Any]) -> None:
        """Note that events were dropped here."""
        if kind in _ESSENTIAL:
            self._tags.clear(complete=not self._missing)
        self._heard.set()

    def _take_lifecycle(self, event: Any) -> None:
        """A domain began, ended, went on or off: a foreign one that runs or not is no news."""
        message = event.msg
        uuid = message.dom.uuid
        known = self._tags.get(uuid)
        if message.event in _DEFINITION:
            self._tags.forget(uuid)
        elif known is not None and known.tag is None:
            return
        self._heard.set()

    def _take_metadata(self, event: Any) -> None:
        if event.type == DomainMetadataType.ELEMENT and event.nsuri == NAMESPACE:
            self._tags.forget(event.dom.uuid)
            self._heard.set()

    def _take(self, event: Any) -> None:
        if self._tags.is_ours(_subject(event)):
            self._heard.set()


def _subject(event: Any) -> bytes:
    """Return the UUID of the domain of an event; some kinds wrap what they say."""
    message = getattr(event, "msg", event)
    uuid: bytes = message.dom.uuid
    return uuid
