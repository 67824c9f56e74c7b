"""The blocking client, for scripts."""

from purevirt.rpc.event_stream import Gap
from purevirt.rpc.event_stream import SyncEventStream as EventStream
from purevirt.rpc.sync.connection import Connection, connect, connect_socket
from purevirt.rpc.sync.stream import Stream

__all__ = ["Connection", "EventStream", "Gap", "Stream", "connect", "connect_socket"]
