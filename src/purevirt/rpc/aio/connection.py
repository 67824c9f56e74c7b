"""The asyncio client: `connect`, and one method per procedure."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from purevirt.errors import ConnectionLost, DecodeError, LocalProtocolError, ProtocolError, PurevirtError
from purevirt.rpc.aio.adopt import adopt
from purevirt.rpc.aio.batch import Batch
from purevirt.rpc.aio.dial import Secrets, dial
from purevirt.rpc.aio.events import Events
from purevirt.rpc.aio.listener import EventListener
from purevirt.rpc.aio.stream import Stream
from purevirt.rpc.aio.wire import Wire
from purevirt.rpc.codec import Codec
from purevirt.rpc.dialling.errors import no_answer, no_greeting
from purevirt.rpc.dialling.plan import ConnectPlan, endpoint_of
from purevirt.rpc.dialling.uri import plan_connection
from purevirt.rpc.gen.aio_methods import RemoteMethods
from purevirt.rpc.gen.procedures import CONNECT_CLOSE
from purevirt.rpc.handshake import Greeting, handshake
from purevirt.rpc.limits import (
    CLOSE_TIMEOUT_S,
    DEFAULT_KEEPALIVE_COUNT,
    DEFAULT_KEEPALIVE_INTERVAL_S,
    DEFAULT_MAX_CALLS,
    DEFAULT_OPEN_TIMEOUT_S,
)
from purevirt.rpc.session import Session
from purevirt.rpc.shared.auth_local import new_sign_in

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.aio.adopt import ByteStream
    from purevirt.rpc.auth.credentials import AskCredentials, Credentials, SignIn
    from purevirt.rpc.caller import AsyncStreamHandle
    from purevirt.rpc.codec import EventSink
    from purevirt.rpc.dialling.tls_credentials import TlsCredentials
    from purevirt.rpc.procedure import ProcedureSpec
    from purevirt.rpc.session_events import EventReceived
    from purevirt.rpc.ssh.options import SshOptions
    from purevirt.rpc.ssh.plan import AskSecret
    from purevirt.rpc.step import Step
    from purevirt.rpc.xdr import XdrType

    ArgsT = TypeVar("ArgsT", bound=XdrType | None)
    RetT = TypeVar("RetT", bound=XdrType | None)
    T = TypeVar("T")

__all__ = ["Connection", "connect", "connect_stream"]

_log = logging.getLogger("purevirt.rpc")


async def connect(
    uri: str,
    *,
    readonly: bool = False,
    timeout_s: float = DEFAULT_OPEN_TIMEOUT_S,
    max_calls: int = DEFAULT_MAX_CALLS,
    keepalive_interval_s: float = DEFAULT_KEEPALIVE_INTERVAL_S,
    keepalive_count: int = DEFAULT_KEEPALIVE_COUNT,
    tls: TlsCredentials | None = None,
    ssh: SshOptions | None = None,
    ask: AskSecret | None = None,
    credentials: Credentials | AskCredentials | None = None,
) -> Connection:
    """Connect to a libvirt daemon, authenticate, and open `uri`.

    What is dangerous about a URI (plain text, a server that is not verified, a password in the URI) is done
    and logged as a warning, once per connection.

    Args:
        uri: a libvirt URI, e.g. ``qemu:///system``, ``qemu+tls://host/system``, ``qemu+ssh://host/system``.
        readonly: ask for a read-only connection, by the daemon's read-only socket.
        timeout_s: bound on all of it, in seconds; a polkit agent may be asking a person meanwhile.
        max_calls: calls the daemon works on at once; more wait in this process. The daemon's own limit
            (max_client_requests, 5 by default) must be higher, or it stops reading the connection.
        keepalive_interval_s: how long the daemon may be silent before it is asked; 0 turns keepalive off.
        keepalive_count: how many questions may stay unanswered before the connection is given up.
        tls: certificates in memory, or the passphrase of a key, for a URI that means TLS.
        ssh: what a URI cannot say, for one that means SSH.
        ask: gives passphrases, passwords and answers that neither of these has.
        credentials: name and password for a daemon that asks by SASL; or an ordinary function that gives
            them if libvirt's auth file does not, called in a thread. Without, the auth file is read.

    Raises:
        UriError: the URI is not one, or asks for what this client cannot do.
        ConnectError: nothing listens there, or no answer came in time; `TlsError` and `HostKeyError` are
            among its subclasses.
        AuthenticationError: the daemon wants what we cannot give, or refuses us.
        LibvirtError: the daemon refuses to open the URI.
    """
    plan = plan_connection(uri, environ=os.environ, uid=os.geteuid(), readonly=readonly)
    target = plan.dial
    assert target is not None
    wire = _wire(max_calls, keepalive_interval_s, keepalive_count)
    wire.endpoint = endpoint_of(target)

    async def dialled() -> str:
        for warning in plan.warnings:
            _log.warning("%s", warning)
        return await dial(target, wire, Secrets(tls, ssh, ask))

    sign_in = new_sign_in(credentials, os.environ)
    return await _open(wire, plan, dialled, readonly, timeout_s, sign_in, keepalive=keepalive_interval_s > 0)


async def connect_stream(
    stream: ByteStream,
    name: str = "",
    *,
    readonly: bool = False,
    timeout_s: float = DEFAULT_OPEN_TIMEOUT_S,
    max_calls: int = DEFAULT_MAX_CALLS,
    keepalive_interval_s: float = DEFAULT_KEEPALIVE_INTERVAL_S,
    keepalive_count: int = DEFAULT_KEEPALIVE_COUNT,
    endpoint: str = "stream",
    credentials: Credentials | AskCredentials | None = None,
) -> Connection:
    """Speak to a libvirt daemon over a connection that is made already, e.g. a tunnel.

    Args:
        stream: a connected socket, or a reader and a writer such as asyncio's or asyncssh's; it is this
            connection's from now on, and is closed with it.
        name: the URI that the daemon opens, without transport and server; empty lets it choose.
        readonly: as for `connect`, like all that follow but `endpoint`.
        timeout_s: see there.
        max_calls: see there.
        keepalive_interval_s: see there.
        keepalive_count: see there.
        endpoint: what errors call the other end.
        credentials: see there; PLAIN is not used, since who can see the connection is not known.

    Raises:
        ConnectError, AuthenticationError, LibvirtError: as for `connect`.
    """
    plan = ConnectPlan(None, name)
    wire = _wire(max_calls, keepalive_interval_s, keepalive_count)
    wire.endpoint = endpoint

    async def adopted() -> str:
        await adopt(stream, wire)
        return endpoint

    sign_in = new_sign_in(credentials, os.environ)
    return await _open(wire, plan, adopted, readonly, timeout_s, sign_in, keepalive=keepalive_interval_s > 0)


def _wire(max_calls: int, keepalive_interval_s: float, keepalive_count: int) -> Wire:
    session = Session(
        asyncio.get_running_loop().time(),
        max_calls=max_calls,
        keepalive_interval_s=keepalive_interval_s,
        keepalive_count=keepalive_count,
    )
    return Wire(session)


async def _open(
    wire: Wire,
    plan: ConnectPlan,
    dialled: Callable[[], Awaitable[str]],
    readonly: bool,
    timeout_s: float,
    sign_in: SignIn,
    *,
    keepalive: bool,
) -> Connection:
    deadline = asyncio.timeout(timeout_s)
    try:
        async with deadline:
            wire.endpoint = await dialled()
            connection = Connection(wire)
            await connection.open(plan, readonly=readonly, keepalive=keepalive, sign_in=sign_in)
    except BaseException as error:
        wire.close()
        if isinstance(error, TimeoutError) and deadline.expired():
            raise no_answer(plan, wire.endpoint, timeout_s) from None
        if isinstance(error, ConnectionLost | ProtocolError | DecodeError):
            raise no_greeting(plan, wire.endpoint, error) from error
        raise
    return connection


class CallWatcher(Protocol):
    """Is told of the end of a call."""

    def __call__(self, name: str, elapsed_s: float, error: BaseException | None, /) -> None:
        """Note how a call ended: what it raised, or None after a reply.

        `name` is the procedure's on the wire, e.g. ``REMOTE_PROC_DOMAIN_GET_STATE``; `elapsed_s` counts from
        when it was asked for, time in the queue included.
        """


async def _watched(watcher: CallWatcher, name: str, call: Coroutine[Any, Any, T]) -> T:
    clock = asyncio.get_running_loop().time
    begun_s = clock()
    try:
        reply = await call
    except BaseException as error:
        watcher(name, clock() - begun_s, error)
        raise
    watcher(name, clock() - begun_s, None)
    return reply


class Connection(RemoteMethods):
    """A connection to one libvirt daemon; made by `connect`.

    Every procedure is a method, named after its wire name. Any number of tasks may call at once.
    Cancelling a call, e.g. by `asyncio.timeout`, leaves the connection usable; the daemon may still carry
    the call out.

    All methods raise `LibvirtError` when the daemon reports a failure, `EncodeError` when an argument
    does not fit the protocol (nothing is sent), `DecodeError` when the answer does not, and
    `ConnectionLost` when the connection ends first.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._codec = Codec()
        self._greeting: Greeting | None = None
        self._sinks: list[EventSink] = []
        self._events: Events | None = None
        self.on_call: CallWatcher | None = None
        """Told of the end of every call, on the event loop; must not block or raise."""
        wire.on_event = self._on_event
        wire.on_lost = self._on_lost

    def __repr__(self) -> str:
        state = "open" if self.is_open else "closed"
        return f"<Connection {self._wire.endpoint} {state}>"

    @property
    def is_open(self) -> bool:
        """Whether calls can be made."""
        return self._wire.is_open

    @property
    def uri(self) -> str:
        """The URI that the daemon opened."""
        return self._greeting.uri if self._greeting is not None else ""

    async def open(self, plan: ConnectPlan, *, readonly: bool, keepalive: bool, sign_in: SignIn) -> None:
        """Authenticate and open the plan's URI; called by `connect`."""
        endpoint = self._wire.endpoint
        steps = handshake(plan, endpoint, readonly=readonly, keepalive=keepalive, sign_in=sign_in)
        try:
            step = next(steps)
            while True:
                try:
                    answer = await self._take(step)
                except (PurevirtError, OSError) as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            self._greeting = cast("Greeting", done.value)

    async def _take(self, step: Step) -> object:
        if callable(step):
            return await asyncio.to_thread(step)
        return await self._call(*step)

    def stream(self) -> Stream:
        """Return a new stream, to be passed to a call that takes one."""
        return Stream(self._wire)

    @property
    def events(self) -> Events:
        """Subscriptions to the daemon's events, by kind: `conn.events.domain_lifecycle()`."""
        if self._events is None:
            self._events = Events()
            self.attach(self._events)
            self._events.connected(self.call)
        return self._events

    def listen(self, max_events: int = 1024) -> EventListener:
        """Return an iterator over everything the daemon sends as events, as a context manager.

        The low-level tool: register for them with `connect_domain_event_callback_register_any` and its
        siblings, or let `events` do both.
        """
        listener = EventListener(self.detach, max_events)
        self.attach(listener)
        return listener

    def attach(self, sink: EventSink) -> None:
        """Have `sink` told of every event from now on, and of the connection's end."""
        self._sinks.append(sink)
        if self._wire.failure is not None:
            sink.end(self._wire.failure)

    def detach(self, sink: EventSink) -> None:
        """Tell `sink` nothing more."""
        self._sinks.remove(sink)

    async def call(self, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT) -> RetT:
        """Make one call by its row of `purevirt.rpc.gen.procedures`, as all other methods do."""
        return await self._call(spec, args)

    async def call_each(
        self, spec: ProcedureSpec[ArgsT, RetT], args: Sequence[ArgsT]
    ) -> list[RetT | PurevirtError]:
        """Make a call for each of `args`, as fast as the daemon answers; return what came of each, in order.

        Cheaper than a task for each, and no more than a few queue at a time, so that other callers get
        their turn. What a single call would raise stands in its place: that one of a thousand domains is
        gone is no reason to learn nothing of the others.

        Raises:
            ConnectionLost: the connection ended before the last answer.
        """
        return await Batch(self._wire, self._codec, spec, args, self.on_call).run()

    async def close(self) -> None:
        """Say good-bye to the daemon and close; calls under way end with `ConnectionClosed`."""
        try:
            if self.is_open:
                async with asyncio.timeout(CLOSE_TIMEOUT_S):
                    await self._call(CONNECT_CLOSE, None)
        except (PurevirtError, TimeoutError) as error:
            _log.debug("%s: CONNECT_CLOSE: %s", self._wire.endpoint, error)
        finally:
            self._wire.close()
        await self._wire.wait_gone()
        if self._events is not None:
            await self._events.settled()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # what the emitted methods call

    async def _call(self, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT) -> RetT:
        call = self._wire.call(spec, self._codec.encode(args))
        if self.on_call is not None:
            call = _watched(self.on_call, spec.name, call)
        return self._codec.decode(spec, await call)

    async def _call_stream(
        self, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT, stream: AsyncStreamHandle
    ) -> RetT:
        if isinstance(stream, Stream) and stream.wire is not self._wire:
            # it would open on the other connection, which may be another host's
            raise LocalProtocolError(
                f"{spec.name}: the stream is of {stream.wire.endpoint}, the call of {self._wire.endpoint}; "
                "use a stream that this connection made"
            )
        sparse = bool(spec.sparse_flag & getattr(args, "flags", 0))
        opening = stream.open(spec, self._codec.encode(args), sparse=sparse)
        if self.on_call is not None:
            opening = _watched(self.on_call, spec.name, opening)
        return self._codec.decode(spec, await opening)

    # events

    def _on_event(self, event: EventReceived) -> None:
        decoded = self._codec.decode_event(event)
        if decoded is not None:
            for sink in self._sinks:
                sink.push(decoded)

    def _on_lost(self, error: PurevirtError) -> None:
        for sink in self._sinks:
            sink.end(error)
