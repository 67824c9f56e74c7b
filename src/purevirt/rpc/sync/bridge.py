"""The transports that need an event loop, for the blocking client.

A bridge is a thread with an event loop of its own. It dials as the asyncio client does, and then copies
bytes both ways between the daemon and a pair of sockets, whose other end the blocking client drives like any
socket. Each direction holds no more than the buffers of its two sides: when one side takes no more, the
other is not read.

It ends when either side does: with the daemon's, after all that came before is copied, and then knows the
reason; with the client's, at once. It does not outlive a fork.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import socket
import threading
import time
from typing import TYPE_CHECKING

from purevirt.rpc.aio.dial import Secrets, dial
from purevirt.rpc.sync.carrier import Carrier

if TYPE_CHECKING:
    from purevirt.rpc.dialling.plan import DialPlan
    from purevirt.rpc.dialling.tls_credentials import TlsCredentials
    from purevirt.rpc.ssh.options import SshOptions
    from purevirt.rpc.ssh.plan import AskSecret as AsyncAskSecret
    from purevirt.rpc.ssh.plan import SecretRequest
    from purevirt.rpc.sync.dial import AskSecret

__all__ = ["Bridge"]

_HIGH_BYTES = 1 << 20
"""Above this much that one side has not taken, the other is not read: a few stream packets."""


class Bridge(Carrier):
    """The thread, the loop, and the bytes on their way.

    Attributes:
        socket: the client's end; whoever uses it closes it.
    """

    def __init__(
        self,
        plan: DialPlan,
        tls: TlsCredentials | None,
        ssh: SshOptions | None,
        ask: AskSecret | None,
    ) -> None:
        self.socket, self._far_socket = socket.socketpair()
        self._plan = plan
        self._secrets = Secrets(tls, ssh, None if ask is None else _in_a_thread(ask))
        self._dialled: concurrent.futures.Future[None] = concurrent.futures.Future()
        self._reason = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._started = threading.Event()
        self._ending = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="purevirt-bridge", daemon=True)

    def dial(self, deadline: float) -> None:
        """Start, and return once the daemon is reached; otherwise nothing is left.

        Raises:
            ConnectError: as for the asyncio client.
            TimeoutError: the deadline, a moment of the monotonic clock, has passed.
        """
        self._thread.start()
        try:
            self._started.wait()
            self._dialled.result(max(0.0, deadline - time.monotonic()))
        except BaseException:
            self.end()
            self.socket.close()
            self.join()
            raise

    def reason(self) -> str:
        """Return why the daemon's side ended; empty if it just did."""
        return self._reason

    def end(self) -> None:
        """Stop dialling or copying; returns at once."""
        self._started.wait()
        # once only: a second cancellation would cut the cleaning up short
        if self._loop is not None and self._task is not None and self._ending.acquire(blocking=False):
            with contextlib.suppress(RuntimeError):  # the loop is closed: all has ended
                self._loop.call_soon_threadsafe(self._task.cancel)

    def join(self) -> None:
        """Wait until the thread has ended."""
        self._thread.join()

    # in the thread

    def _run(self) -> None:
        try:
            with asyncio.Runner() as runner:
                runner.run(self._main())
        except BaseException as error:  # noqa: BLE001 # raised where the caller waits
            self._settle(error)
        finally:
            self._far_socket.close()
            self._started.set()

    def _settle(self, error: BaseException | None) -> None:
        if self._dialled.done():
            return
        if error is None:
            self._dialled.set_result(None)
        else:
            self._dialled.set_exception(error)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._started.set()
        ended = asyncio.Event()
        near, far = _Side(ended), _Side(ended)
        near.other, far.other = far, near
        try:
            await self._loop.create_unix_connection(lambda: near, sock=self._far_socket)
            await dial(self._plan, far, self._secrets)
            self._settle(None)
            await ended.wait()
            if far.is_gone.is_set():
                # known before the client can see the end
                self._reason = far.reason
                near.close()
                await near.is_gone.wait()
        finally:
            for side in (far, near):
                side.abort()
                await side.is_gone.wait()


class _Side(asyncio.Protocol):
    """One end of the bridge."""

    def __init__(self, ended: asyncio.Event) -> None:
        self.other: _Side
        self.is_gone = asyncio.Event()
        self.is_gone.set()
        self.reason = ""
        self._ended = ended
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.set_write_buffer_limits(high=_HIGH_BYTES)
        self._transport = transport
        self.is_gone.clear()

    def data_received(self, data: bytes) -> None:
        self.other.write(data)

    def pause_writing(self) -> None:
        self.other.read(wanted=False)

    def resume_writing(self) -> None:
        self.other.read(wanted=True)

    def connection_lost(self, exc: Exception | None) -> None:
        self.reason = "" if exc is None else str(exc)
        self._transport = None
        self.is_gone.set()
        self._ended.set()

    # what the other side and the bridge ask for; nothing if it is gone

    def write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def read(self, *, wanted: bool) -> None:
        if self._transport is not None and not self._transport.is_closing():
            if wanted:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


def _in_a_thread(ask: AskSecret) -> AsyncAskSecret:
    async def answer(request: SecretRequest) -> str | None:
        return await asyncio.to_thread(ask, request)

    return answer
