"""The asyncio client."""

from purevirt.rpc.aio.connection import Connection, connect, connect_stream
from purevirt.rpc.aio.listener import EventListener
from purevirt.rpc.aio.stream import Stream
from purevirt.rpc.codec import ServerEvent

__all__ = ["Connection", "EventListener", "ServerEvent", "Stream", "connect", "connect_stream"]
