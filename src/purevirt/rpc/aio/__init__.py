"""The asyncio client."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from purevirt.rpc.aio.connection import Connection, connect, connect_stream
from purevirt.rpc.aio.listener import EventListener
from purevirt.rpc.aio.stream import Stream
from purevirt.rpc.codec import ServerEvent
from purevirt.rpc.event_stream import AsyncEventStream as EventStream
from purevirt.rpc.event_stream import Gap, Resync

if TYPE_CHECKING:
    from purevirt.rpc.aio.reconnecting import Health, LinkState, Reconnecting

_LATER = {
    "Health": "reconnecting",
    "LinkState": "reconnecting",
    "Reconnecting": "reconnecting",
}
"""What a connection does not need is imported when it is first used."""

__all__ = [
    "Connection",
    "EventListener",
    "EventStream",
    "Gap",
    "Health",
    "LinkState",
    "Reconnecting",
    "Resync",
    "ServerEvent",
    "Stream",
    "connect",
    "connect_stream",
]


def __getattr__(name: str) -> object:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module 'purevirt.rpc.aio' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"purevirt.rpc.aio.{module}"), name)
    globals()[name] = value
    return value
