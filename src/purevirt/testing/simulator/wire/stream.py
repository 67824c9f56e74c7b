"""A stream as the coroutine sees it that serves it on the daemon's side.

A handler whose call opens a stream returns ``Streamed(reply, serve)``. Once the reply is on its way,
``serve(stream)`` runs as a task of its own:

    async def serve(stream: ServerStream) -> None:
        while not isinstance(packet := await stream.receive(), Finish):   # an upload
            ...                                                           # Data or Hole
        for piece in pieces:                                              # a download
            await stream.send(piece)

When it returns, the stream ends well: what the client reads is closed by an end of data, its finish is
awaited, what it sends until then is dropped, and then it gets its confirmation. `SimulatedError` fails the
stream: the client gets the error, and no answer to anything it sends through the stream afterwards. When
the client aborts, or its connection ends, the coroutine is cancelled; an abort has been confirmed by then.
`DropConnection` hangs up on the client.

Back-pressure works both ways. `send` waits until the client's connection takes more. What is not received
counts as a request, of which a client has five: then its connection is not read any more.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from purevirt.rpc.procedure import StreamDirection
from purevirt.testing.simulator.wire.failure import DropConnection, SimulatedError
from purevirt.testing.simulator.wire.session_events import Data, Finish, Hole

if TYPE_CHECKING:
    from purevirt.testing.simulator.registry import StreamServer
    from purevirt.testing.simulator.wire.link import Link
    from purevirt.testing.simulator.wire.session_events import StreamPacket, StreamPort

__all__ = ["Data", "Finish", "Hole", "ServerStream"]


class ServerStream:
    """The daemon's end of one stream."""

    def __init__(self, link: Link, port: StreamPort) -> None:
        self._link = link
        self._port = port
        self._arrival = asyncio.Event()
        self._finish_taken = False
        self._end_sent = False
        self._last_was_hole = False

    def __repr__(self) -> str:
        return f"<ServerStream {self._port!r}>"

    @property
    def sparse(self) -> bool:
        """Whether holes may go through it: the client asked for that with the call's flag."""
        return self._port.sparse

    async def receive(self) -> StreamPacket:
        """Return what the client sent next, or wait for it; `Finish` is the last."""
        while (packet := self._link.take_packet(self._port)) is None:
            self._arrival.clear()
            await self._arrival.wait()
        self._finish_taken = isinstance(packet, Finish)
        self._last_was_hole = isinstance(packet, Hole)
        return packet

    async def send(self, data: bytes) -> None:
        """Send bytes in packets of 262120 at most, as fast as the client takes them; nothing when empty."""
        await self._link.writable()
        self._link.session.stream_data(self._port, data)
        self._link.flush()

    async def send_hole(self, length: int) -> None:
        """Send a hole of so many bytes; only on a sparse stream."""
        await self._link.writable()
        self._link.session.stream_hole(self._port, length)
        self._link.flush()

    async def send_end(self) -> None:
        """Say that all has been sent; done by itself when the serving coroutine returns."""
        await self._link.writable()
        self._end_sent = True
        self._link.session.stream_end(self._port)
        self._link.flush()

    def vanish(self) -> None:
        """End the stream without a word, as a daemon does that has lost it; for faults."""
        self._link.session.forget_stream(self._port)
        self._link.pump()

    # for the link

    def arrived(self) -> None:
        """Wake `receive`."""
        self._arrival.set()

    async def run(self, serve: StreamServer) -> None:
        """Serve the stream to its end."""
        try:
            await serve(self)
            await self._end_well()
        except SimulatedError as error:
            # libvirtd types the answer to a hole that it cannot make as a reply
            self._link.session.stream_fail(self._port, error, as_reply=self._last_was_hole)
            self._link.pump()
        except DropConnection:
            self._link.drop()

    async def _end_well(self) -> None:
        if not self._port.is_open:
            # it vanished
            return
        direction = self._port.call.spec.stream
        if direction is not StreamDirection.WRITE and not self._end_sent and not self._finish_taken:
            await self.send_end()
        while not self._finish_taken:
            await self.receive()
        self._link.session.stream_confirm(self._port)
        self._link.pump()
