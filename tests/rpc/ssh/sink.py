"""A protocol that writes down what its transport tells it."""

import asyncio


class Sink(asyncio.Protocol):
    """Keeps the order of the calls, and what was received."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.data = bytearray()
        self.calls: list[str] = []
        self.error: Exception | None = None
        self.gone = asyncio.Event()
        self.arrived = asyncio.Event()
        self.writable = asyncio.Event()
        self.writable.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.calls.append("made")

    def data_received(self, data: bytes) -> None:
        self.data += data
        self.arrived.set()

    def pause_writing(self) -> None:
        self.calls.append("pause")
        self.writable.clear()

    def resume_writing(self) -> None:
        self.calls.append("resume")
        self.writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.calls.append("lost")
        self.error = exc
        self.gone.set()
