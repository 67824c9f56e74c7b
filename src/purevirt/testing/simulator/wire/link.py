"""One client's connection: asyncio around the session; calls to handlers, streams to their coroutines."""

from __future__ import annotations

import asyncio
import inspect
import logging
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.client import Client
from purevirt.testing.simulator.wire.dispatch import encode_answer, prepare
from purevirt.testing.simulator.wire.failure import DropConnection, SimulatedError
from purevirt.testing.simulator.wire.session import ServerSession
from purevirt.testing.simulator.wire.session_events import (
    CallArrived,
    ClientFailed,
    StreamAborted,
    StreamArrived,
)
from purevirt.testing.simulator.wire.stream import ServerStream

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from purevirt.rpc.procedure import AnyProcedure
    from purevirt.rpc.xdr import XdrType
    from purevirt.testing.simulator.registry import StreamServer
    from purevirt.testing.simulator.wire.dispatch import Prepared
    from purevirt.testing.simulator.wire.session_events import IncomingCall, StreamPacket, StreamPort
    from purevirt.testing.simulator.wire.site import Site

__all__ = ["Link"]

_log = logging.getLogger("purevirt.testing.simulator")

_MAX_UNREAD_BYTES = 256 << 20
"""A client that takes nothing of what it is sent is hung up on; five of the largest answers are less."""


class Link(asyncio.Protocol):
    """Carries one client from its connection to its end.

    Args:
        site: the daemon that it belongs to.
        transport_name: see `Client.transport`.

    Attributes:
        client: what handlers see of it.
        session: the state of the connection.
    """

    def __init__(self, site: Site, transport_name: str) -> None:
        self._site = site
        self._loop = asyncio.get_running_loop()
        self.client = Client(site.next_client_number(), self, transport_name)
        self.session = ServerSession(
            max_requests=site.settings.max_requests,
            keepalive_interval_s=site.settings.keepalive_interval_s,
            keepalive_count=site.settings.keepalive_count,
        )
        self._transport: asyncio.Transport | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._streams: dict[StreamPort, tuple[ServerStream, asyncio.Task[None]]] = {}
        self._may_write = asyncio.Event()
        self._may_write.set()
        self._pumping = False
        self._closing_after_reply = False
        self._aborting: set[StreamPort] = set()
        self._unanswered: set[IncomingCall] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = asyncio.Event()

    # asyncio's protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        if not self._site.is_open:
            # accepted before the daemon stopped, and told of after it
            transport.abort()
            return
        self._transport = transport
        self._site.link_opened(self)

    def data_received(self, data: bytes) -> None:
        """Hear the client."""
        is_cut = False
        for fault in tuple(self._site.gate.wire):
            if fault.direction == "from_client" and not is_cut:
                data, is_cut = fault.apply(self.client, data)
        self.session.receive_data(data, self._loop.time())
        self.pump()
        if is_cut:
            self.drop()

    def pause_writing(self) -> None:
        """The client does not take what it is sent: streams wait, and answers count as requests."""
        self._may_write.clear()

    def resume_writing(self) -> None:
        """The client takes more."""
        self._may_write.set()
        self.pump()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """End all that belongs to the client."""
        self._transport = None
        if self._timer is not None:
            self._timer.cancel()
        streams = {task for _, task in self._streams.values()}
        for task in streams:
            self._cancel_stream(task)
        for task in self._tasks - streams:
            task.cancel()
        try:
            self._site.link_closed(self)
        except Exception as error:  # noqa: BLE001 - kept, and raised when the daemon is closed
            self._site.failed(error)
        finally:
            # who stops the daemon waits for it
            self._closed.set()

    # the session and the wire

    def pump(self) -> None:
        """Carry out what has come, as far as there is place for it, and write what there is to say."""
        if self._pumping:
            # a handler of this very loop: it goes on below
            return
        self._pumping = True
        try:
            self._take_all()
            # an answer is a request until it is written
            self.flush()
            while self.session.is_waiting and self._is_heard:
                self._take_all()
                self.flush()
        finally:
            self._pumping = False
        self._read_or_not()

    @property
    def _is_heard(self) -> bool:
        """Whether what has come is carried out now.

        Not behind what has closed the connection; and not behind an abort until its stream has let go of
        what it held, which libvirtd takes back before it looks at the next message.
        """
        transport = self._transport
        if transport is None or transport.is_closing():
            return False
        return not self._closing_after_reply and not self._aborting

    def _take_all(self) -> None:
        while self._is_heard and (event := self.session.next_event()) is not None:
            match event:
                case CallArrived():
                    self._call(event.call)
                case StreamArrived():
                    self._streams[event.port][0].arrived()
                case StreamAborted():
                    self._aborting.add(event.port)
                    self._cancel_stream(self._streams[event.port][1])
                case ClientFailed():
                    _log.debug("client %d: %s", self.client.number, event.error)
                    self.drop()

    def flush(self) -> None:
        """Write what the session has to say."""
        data = self.session.data_to_send()
        if self._transport is None:
            return
        if data:
            is_cut = False
            for fault in tuple(self._site.gate.wire):
                if fault.direction == "to_client" and not is_cut:
                    data, is_cut = fault.apply(self.client, data)
            self._transport.write(data)
            if self._transport.get_write_buffer_size() > _MAX_UNREAD_BYTES:
                _log.debug("client %d: does not read", self.client.number)
                self.drop()
            elif self._closing_after_reply or is_cut:
                self._transport.close()
        if self._may_write.is_set():
            self.session.all_written()

    def drop(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    async def ended(self) -> None:
        """Return when the connection is closed, and nothing works for it any more."""
        await self._closed.wait()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def writable(self) -> None:
        """Return when the client takes more."""
        await self._may_write.wait()

    def _read_or_not(self) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if self.session.is_throttled or self._aborting:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = self._loop.create_task(work, name=f"simulated libvirtd, client {self.client.number}: {name}")
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _cancel_stream(self, task: asyncio.Task[None]) -> None:
        # behind its first step: one that never begins does not clean up either
        self._loop.call_soon(task.cancel)

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._site.failed(error)
            self.drop()

    # calls

    def _call(self, call: IncomingCall) -> None:
        try:
            prepared = prepare(self._site.registry, self.client, call)
            if not self._site.gate.is_open:
                self._start(self._through_gate(call, prepared), call.spec.name)
                return
            self._carry_out(call, prepared)
        except SimulatedError as error:
            self.session.refuse(call, error)
        except DropConnection:
            self.drop()

    async def _through_gate(self, call: IncomingCall, prepared: Prepared) -> None:
        try:
            may_answer = await self._site.gate.before(self.client, prepared.spec, prepared.args)
            if not may_answer:
                self._unanswered.add(call)
            self._carry_out(call, prepared)
        except SimulatedError as error:
            self._refuse(call, error)
        except DropConnection:
            self.drop()
        except Exception as error:  # noqa: BLE001 - kept, and raised when the daemon is closed
            self._broken(call, error)
        self.pump()

    def _carry_out(self, call: IncomingCall, prepared: Prepared) -> None:
        try:
            answer = prepared.run(self._site.host, self.client)
            if inspect.iscoroutine(answer):
                task = self._start(self._wait_for(call, prepared, answer), prepared.spec.name)
                # a task that is cancelled before its first step has not begun to wait for it
                task.add_done_callback(lambda _task: answer.close())
            else:
                self._answer(call, prepared, answer)
        except (SimulatedError, DropConnection):
            raise
        except Exception as error:  # noqa: BLE001 - kept, and raised when the daemon is closed
            self._broken(call, error)

    async def _wait_for(
        self, call: IncomingCall, prepared: Prepared, answer: Coroutine[Any, Any, object]
    ) -> None:
        try:
            self._answer(call, prepared, await answer)
        except SimulatedError as error:
            self._refuse(call, error)
        except DropConnection:
            self.drop()
        except Exception as error:  # noqa: BLE001 - kept, and raised when the daemon is closed
            self._broken(call, error)
        self.pump()

    def _refuse(self, call: IncomingCall, error: SimulatedError) -> None:
        if call in self._unanswered:
            self.drop()
        else:
            self.session.refuse(call, error)

    def _broken(self, call: IncomingCall, error: Exception) -> None:
        self._site.failed(error)
        what = f"the simulator's handler of {call.spec.name} failed: {error!r}"
        self.session.refuse(call, SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.NONE, what))

    def _answer(self, call: IncomingCall, prepared: Prepared, answer: object) -> None:
        if call in self._unanswered:
            raise DropConnection
        payload, serve, sparse = encode_answer(prepared, answer)
        self.session.reply(call, payload)
        if serve is not None:
            self._open_stream(call, serve, sparse=sparse)

    # streams

    def _open_stream(self, call: IncomingCall, serve: StreamServer, *, sparse: bool) -> None:
        port = self.session.open_stream(call, sparse=sparse)
        stream = ServerStream(self, port)
        task = self._start(stream.run(serve), f"stream of {call.spec.name}")
        self._streams[port] = stream, task
        task.add_done_callback(lambda _task: self._stream_done(port))

    def _stream_done(self, port: StreamPort) -> None:
        self._streams.pop(port, None)
        self._aborting.discard(port)
        self.session.forget_stream(port)
        self.pump()

    def take_packet(self, port: StreamPort) -> StreamPacket | None:
        """Return a stream's next packet, and hear more if there is place now."""
        was_throttled = self.session.is_throttled
        packet = self.session.take_packet(port)
        if was_throttled and packet is not None:
            # in the loop's next turn: the packet that was taken is not handled yet
            self._loop.call_soon(self.pump)
        return packet

    # what handlers ask of the wire

    def send_event(self, spec: AnyProcedure, message: XdrType | None) -> None:
        """Report something unasked."""
        self.session.send_event(spec, message)
        if not self._pumping:
            self.flush()

    def start_keepalive(self) -> None:
        """Ask from now on whether the client lives."""
        self.session.start_keepalive(self._loop.time())
        self._arm()

    def close_after_reply(self) -> None:
        """Close the connection once the answer to the running call is written."""
        self._closing_after_reply = True

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = self.session.next_timeout()
        if due is not None and self._transport is not None:
            self._timer = self._loop.call_at(due, self._time_out)

    def _time_out(self) -> None:
        if not self.session.handle_timeout(self._loop.time()):
            _log.debug("client %d: no answer to keepalive", self.client.number)
            self.drop()
            return
        self.flush()
        self._arm()
