"""The asyncio client."""

from purevirt.rpc.aio.connection import Connection, connect, connect_stream
from purevirt.rpc.aio.listener import EventListener
from purevirt.rpc.aio.stream import Stream
from purevirt.rpc.codec import ServerEvent
from purevirt.rpc.event_stream import AsyncEventStream as EventStream
from purevirt.rpc.event_stream import Gap, Resync

__all__ = [
    "Connection",
    "EventListener",
    "EventStream",
    "Gap",
    "Resync",
    "ServerEvent",
    "Stream",
    "connect",
    "connect_stream",
]
