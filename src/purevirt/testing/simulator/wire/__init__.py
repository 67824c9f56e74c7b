"""The daemon's half of a connection: bytes, calls, streams, events, and where it listens."""
