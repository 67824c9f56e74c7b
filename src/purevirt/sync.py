"""The blocking client: `purevirt.sync.connect(uri)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import purevirt.rpc.sync as _client
from purevirt.rpc.sync import __all__

if TYPE_CHECKING:
    from purevirt.rpc.sync import *  # noqa: F403 # the names are listed once, there


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(_client, name)
    raise AttributeError(f"module 'purevirt.sync' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
