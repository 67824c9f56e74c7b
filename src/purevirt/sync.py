"""The blocking client: `purevirt.sync.connect(uri)`."""

from purevirt.rpc.sync import Connection, Stream, connect

__all__ = ["Connection", "Stream", "connect"]
