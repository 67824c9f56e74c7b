"""Streams of a session: their states, and the buffers that bound them. Pure."""
