"""The simulated libvirtd: where it listens, and how it starts and ends."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import time
import traceback
from pathlib import Path
from socket import AF_UNIX
from socket import socket as new_socket
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from purevirt.rpc.aio.memory import MemoryTransport, memory_pair
from purevirt.testing.simulator.catalogue import new_registry
from purevirt.testing.simulator.faults.host_faults import HostFaults
from purevirt.testing.simulator.host import Host, Machine
from purevirt.testing.simulator.loop_thread import LoopThread, call_in_loop
from purevirt.testing.simulator.node.power_cycle import power_cycle
from purevirt.testing.simulator.own_folder import OwnFolder
from purevirt.testing.simulator.timeline import Timeline
from purevirt.testing.simulator.wire.link import Link
from purevirt.testing.simulator.wire.site import Settings, Site
from purevirt.testing.simulator.wire.tls import Handshake

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Self

    from purevirt.testing.simulator.registry import Registry

__all__ = ["SimulatedLibvirtd"]

T = TypeVar("T")


class SimulatedLibvirtd:
    """A libvirtd that needs nothing but Python; an async context manager.

        async with SimulatedLibvirtd() as sim, await purevirt.connect(sim.uri) as conn:
            print(await conn.connect_get_hostname())

    It speaks libvirt's RPC protocol, so any libvirt client can be used with it, and keeps one simulated QEMU
    host behind it. Its state begins empty but for what a fresh host has, and lasts until its context
    is left, with all bytes of the host's disks: `stop` and `start` are a restart of the daemon.

    Args:
        socket: where its unix socket is made; by default in a folder of its own, which goes with it.
        tls: certificate files as for `server_context`, or a context, to listen for TLS too.
        tls_address: where it listens for TLS; port 0 takes a free one (`tls_port`).
        machine: what the host is made of.
        settings: what libvirtd.conf says elsewhere.
        seed: where all chance begins.
        clock: seconds of a steady clock; by default the event loop's time.
        wall_clock: seconds since 1970.

    Attributes:
        host: the simulated machine; a test may look at it, and change it, from the same event loop.
        registry: the handlers; `registry.override` puts a function in the place of one.
        faults: what goes wrong; nothing at first.
    """

    def __init__(
        self,
        socket: str | os.PathLike[str] | None = None,
        *,
        tls: ssl.SSLContext | None = None,
        tls_address: tuple[str, int] = ("127.0.0.1", 0),
        machine: Machine | None = None,
        settings: Settings | None = None,
        seed: int = 0,
        clock: Callable[[], float] | None = None,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self.registry: Registry = new_registry()
        self.host = Host(machine or Machine(), Timeline(clock or time.monotonic), wall_clock, seed)
        self.faults = HostFaults(self.host)
        self._site = Site(self.host, self.registry, self.faults, settings or Settings())
        self._wanted_socket = None if socket is None else Path(socket)
        self._folder: OwnFolder | None = None
        self._socket: Path | None = None
        self._tls = tls
        self._tls_address = tls_address
        self._servers: list[asyncio.Server] = []
        self._tls_server: asyncio.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._end: asyncio.Event | None = None

    def __repr__(self) -> str:
        where = self._socket if self._loop is not None else "not running"
        return f"<SimulatedLibvirtd {where}, {len(self._site.links)} clients>"

    @property
    def socket(self) -> Path:
        """The path of its unix socket.

        Raises:
            RuntimeError: it is not running.
        """
        if self._socket is None:
            raise RuntimeError(f"{self!r}: start it, or enter its context, before asking for its socket")
        return self._socket

    @property
    def uri(self) -> str:
        """The URI of its QEMU driver, over the unix socket."""
        return f"qemu+unix:///system?socket={quote(os.fsencode(self.socket), safe='/')}"

    @property
    def tls_port(self) -> int:
        """The port at which it listens for TLS.

        Raises:
            RuntimeError: it does not.
        """
        if self._tls_server is None:
            raise RuntimeError(f"{self!r} does not listen for TLS: pass tls=")
        port: int = self._tls_server.sockets[0].getsockname()[1]
        return port

    @property
    def client_count(self) -> int:
        """How many clients are connected."""
        return len(self._site.links)

    # its life

    async def start(self) -> None:
        """Listen.

        Raises:
            OSError: the socket or the port cannot be listened at, or another daemon listens at the socket.
        """
        if self._loop is not None:
            raise RuntimeError(f"{self!r} is running already")
        self._loop = asyncio.get_running_loop()
        self._site.is_open = True
        self.host.timeline.on_change = self._arm
        try:
            await self._listen()
        except BaseException:
            await self.stop()
            raise
        self._arm()

    async def _listen(self) -> None:
        assert self._loop is not None
        path = self._wanted_socket
        if path is None:
            path = self._own_folder() / "libvirt-sock"
        _refuse_to_displace(path)
        servers = self._servers
        # cancelled while a server begins to listen, asyncio forgets it, and leaves it listening
        unix = await self._loop.create_unix_server(
            lambda: Link(self._site, "unix"), str(path), start_serving=False
        )
        servers.append(unix)
        self._socket = path
        if (context := self._tls) is not None:
            server = await self._loop.create_server(
                lambda: Handshake(self._site, context), *self._tls_address, start_serving=False
            )
            if self._servers is not servers:
                # it has been stopped meanwhile
                server.close()
                return
            self._tls_server = server
            servers.append(server)
        for server in servers:
            # a turn of the loop each: it may have been stopped again
            if self._servers is servers:
                await server.start_serving()

    def _own_folder(self) -> Path:
        """Return the folder of the socket, which stays the same over restarts."""
        if self._folder is None:
            self._folder = OwnFolder("purevirt-")
        return self._folder.path

    async def stop(self) -> None:
        """Stop listening and end all connections; returns when nothing is left of them. State stays."""
        if self._end is not None:
            # of who came first; what is done at the end of it is not done again to whom starts then
            await self._end.wait()
            return
        self._end = asyncio.Event()
        try:
            await self._stop()
        finally:
            self._end.set()
            self._end = None

    async def _stop(self) -> None:
        self._site.is_open = False
        servers, self._servers = self._servers, []
        for server in servers:
            server.close()
        self._tls_server = None
        links: list[Handshake | Link] = [*self._site.handshakes, *self._site.links.values()]
        for link in links:
            link.drop()
        try:
            for link in links:
                await link.ended()
        finally:
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None
            self.host.timeline.on_change = _nothing
            if self._socket is not None:
                self._socket.unlink(missing_ok=True)
                self._socket = None
            self._loop = None

    async def reboot_host(self) -> None:
        """Reboot the host: running domains and transient things are gone, what starts with it is started."""
        await self.stop()
        power_cycle(self.host)
        await self.start()

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except BaseException:
            self._remove_folders()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.stop()
        except BaseException:
            self._remove_folders()
            raise
        await asyncio.to_thread(self._remove_folders)
        failures = self._site.failures
        if error is None and failures:
            raise BaseExceptionGroup("handlers of the simulated libvirtd failed", failures)
        if error is not None and failures:
            # it may be but what followed from them
            trace_text = "".join(traceback.format_exception(failures[0])).rstrip()
            error.add_note(
                f"failures in the simulated libvirtd before: {len(failures)}, the first:\n{trace_text}"
            )

    def _remove_folders(self) -> None:
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.remove()
        self.host.close()

    def open_memory(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a new connection to it in memory, for `purevirt.connect_stream`; it must be running."""
        if self._loop is None:
            raise RuntimeError(f"{self!r}: start it, or enter its context, before connecting to it")
        reader = asyncio.StreamReader(loop=self._loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=self._loop)
        transport: MemoryTransport
        transport, _ = memory_pair(protocol, Link(self._site, "memory"))
        return reader, asyncio.StreamWriter(transport, protocol, reader, self._loop)

    @contextlib.contextmanager
    def in_thread(self) -> Iterator[Self]:
        """Run it on an event loop in a thread of its own, for clients that block.

            with SimulatedLibvirtd().in_thread() as sim, purevirt.sync.connect(sim.uri) as conn:
                ...

        Its model then belongs to that thread: look at it, and change it, through `run`.
        """
        with LoopThread() as thread:
            thread.run(self.__aenter__())
            try:
                yield self
            except BaseException as error:
                thread.run(self.__aexit__(type(error), error, error.__traceback__))
                raise
            thread.run(self.__aexit__(None, None, None))

    def run(self, function: Callable[[], T]) -> T:
        """Return what `function` returns in the daemon's own thread; for `in_thread`.

        Raises:
            RuntimeError: the daemon is not running, or runs in this thread.
        """
        if self._loop is None:
            raise RuntimeError(f"{self!r}: start it, or enter its context, before asking it for something")
        return call_in_loop(self._loop, function)

    # the host's time

    def _arm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = self.host.timeline.next_due()
        if due is not None and self._loop is not None:
            delay_s = max(0.0, due - self.host.timeline.now)
            self._alarm = self._loop.call_later(delay_s, self._run_due)

    def _run_due(self) -> None:
        self._alarm = None
        try:
            self.host.timeline.run_due()
        except Exception as error:  # noqa: BLE001 - kept, and raised when the daemon is closed
            # what comes behind it is still due
            self._site.failed(error)
        self._arm()


def _refuse_to_displace(path: Path) -> None:
    """Return if nobody listens at the path: asyncio would take the place of whoever does, without a word.

    Raises:
        OSError: somebody does, or it is not for us to know.
    """
    with new_socket(AF_UNIX) as probe:
        probe.setblocking(False)
        number = probe.connect_ex(str(path))
    if number in (0, errno.EAGAIN):
        number = errno.EADDRINUSE
    if number in (errno.EADDRINUSE, errno.EACCES, errno.EPERM):
        raise OSError(number, os.strerror(number), str(path))


def _nothing() -> None:
    """Stand for a loop that has stopped."""
