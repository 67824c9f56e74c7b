"""One connection, used as the backend's parts use theirs, but never made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from purevirt.rpc.aio import Connection

    T = TypeVar("T")


class DirectHost:
    """A `purevirt.provider.libvirt.volumes.Caller` on one connection."""

    def __init__(self, zone: str, connection: Connection) -> None:
        self.zone = zone
        self.connection = connection

    async def call(self, what: str, function: Callable[[Connection], Awaitable[T]], *, repeatable: bool) -> T:
        """Return what `function` returns; nothing is tried twice."""
        del what, repeatable
        return await function(self.connection)
