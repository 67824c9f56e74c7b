"""What one daemon's connections share: its model, its handlers, its faults, its books."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from purevirt.rpc.limits import DEFAULT_KEEPALIVE_COUNT, DEFAULT_KEEPALIVE_INTERVAL_S
from purevirt.testing.simulator.wire.session import DEFAULT_MAX_REQUESTS

if TYPE_CHECKING:
    from purevirt.testing.simulator.faults.host_faults import CallGate
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.registry import Registry
    from purevirt.testing.simulator.wire.link import Link
    from purevirt.testing.simulator.wire.tls import Handshake

__all__ = ["Settings", "Site"]

_MAX_FAILURES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What libvirtd.conf says on a real host.

    Attributes:
        max_requests: how many calls of one client are worked on at once (max_client_requests).
        keepalive_interval_s: how long a client may be silent before it is asked; 0 never asks.
        keepalive_count: how often it is asked before it is given up.
    """

    max_requests: int = DEFAULT_MAX_REQUESTS
    keepalive_interval_s: float = DEFAULT_KEEPALIVE_INTERVAL_S
    keepalive_count: int = DEFAULT_KEEPALIVE_COUNT


@dataclass(slots=True)
class Site:
    """One running daemon, as its links see it.

    Attributes:
        host: the model.
        registry: the handlers.
        gate: what is asked before each of them.
        settings: the daemon's.
        links: the open connections, by client number.
        handshakes: those that are to become one by TLS.
        is_open: clients are let in.
        failures: what handlers raised that is no answer: bugs, to be raised when the daemon is closed.
    """

    host: Host
    registry: Registry
    gate: CallGate
    settings: Settings
    links: dict[int, Link] = field(default_factory=dict)
    handshakes: set[Handshake] = field(default_factory=set)
    failures: list[BaseException] = field(default_factory=list)
    client_count: int = 0
    is_open: bool = False

    def next_client_number(self) -> int:
        """Return a number for a client that has just come."""
        self.client_count += 1
        return self.client_count

    def link_opened(self, link: Link) -> None:
        """Note a connection."""
        self.links[link.client.number] = link

    def link_closed(self, link: Link) -> None:
        """Forget a connection, and all that its client has registered for."""
        self.links.pop(link.client.number, None)
        for fault in self.gate.wire:
            fault.forget(link.client)
        self.host.client_gone(link.client)

    def failed(self, error: BaseException) -> None:
        """Keep what a handler raised that is no answer."""
        if len(self.failures) < _MAX_FAILURES:
            self.failures.append(error)
