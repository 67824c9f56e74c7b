"""Where what goes wrong is decided: before each call, for a daemon that is otherwise well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.testing.simulator.client import Client

__all__ = ["CallGate", "OpenGate"]


class CallGate(Protocol):
    """Asked before each handler.

    Attributes:
        is_open: nothing would happen: the call is carried out in the same turn of the event loop.
    """

    @property
    def is_open(self) -> bool: ...  # noqa: D102 - see the class

    async def before(self, client: Client, spec: AnyProcedure, args: object) -> None:
        """Return when the call may be carried out, at once or later.

        Raises:
            SimulatedError: it is refused so.
            DropConnection: the client's connection is closed instead.
        """


class OpenGate:
    """Lets everything through."""

    is_open = True

    async def before(self, client: Client, spec: AnyProcedure, args: object) -> None:
        """Return at once."""
