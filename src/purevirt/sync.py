"""The blocking client: `purevirt.sync.connect(uri)`."""

from purevirt.rpc.sync import Connection, EventStream, Gap, Stream, connect

__all__ = ["Connection", "EventStream", "Gap", "Stream", "connect"]
