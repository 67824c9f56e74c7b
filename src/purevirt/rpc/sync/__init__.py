"""The blocking client, for scripts."""

from purevirt.rpc.sync.connection import Connection, connect, connect_socket
from purevirt.rpc.sync.stream import Stream

__all__ = ["Connection", "Stream", "connect", "connect_socket"]
