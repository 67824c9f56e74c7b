"""Supervised connections that do not pause for long, and dials that do what a test wants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import purevirt
from purevirt import Connection, Reconnecting

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Dialler:
    """Dials a peer, or does what a test wants instead, and counts.

    Attributes:
        failures: raised by the next dials, one each.
    """

    def __init__(self, uri: str, *failures: BaseException) -> None:
        self.uri = uri
        self.count = 0
        self.failures = list(failures)

    async def __call__(self) -> Connection:
        self.count += 1
        if self.failures:
            raise self.failures.pop(0)
        return await purevirt.connect(self.uri)


def quick(dial: Callable[[], Awaitable[Connection]] | str, **options: Any) -> Reconnecting:
    """Return one that does not pause for long."""
    options = {"first_pause_s": 0.001, "last_pause_s": 0.01, "slow_pause_s": 0.001, **options}
    return Reconnecting(dial, **options)


async def hostname(conn: Connection) -> str:
    """Make a call."""
    return await conn.connect_get_hostname()
