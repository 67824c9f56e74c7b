"""The blocking client: `purevirt.sync.connect(uri)`."""

from purevirt.rpc.sync import Connection, EventStream, Gap, Stream, connect, connect_socket

__all__ = ["Connection", "EventStream", "Gap", "Stream", "connect", "connect_socket"]
