"""One client as the handlers see it: what it opened, how, and what it wants to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType

__all__ = ["Client", "ClientWire"]


class ClientWire(Protocol):
    """What a client's connection does for it."""

    def send_event(self, spec: AnyProcedure, message: XdrType | None) -> None:
        """Report something unasked."""

    def start_keepalive(self) -> None:
        """Ask from now on whether the client lives."""

    def close_after_reply(self) -> None:
        """Close the connection once the answer to the running call is written."""


class Client:
    """One connected client.

    Attributes:
        number: counts the daemon's clients from 1.
        transport: "unix", "tls" or "memory".
        uri: what it opened; None before CONNECT_OPEN.
        readonly: it opened read-only: calls that change something are refused.
        wants_close_reason: it asked to be told why the hypervisor's connection closes.
        wire: its connection.
    """

    def __init__(self, number: int, wire: ClientWire, transport: str) -> None:
        self.number = number
        self.transport = transport
        self.uri: str | None = None
        self.readonly = False
        self.wants_close_reason = False
        self.wire = wire

    def __repr__(self) -> str:
        return f"<Client {self.number} {self.transport} {self.uri}>"

    def send_event(self, spec: AnyProcedure, message: XdrType | None) -> None:
        """Send an event, now."""
        self.wire.send_event(spec, message)
