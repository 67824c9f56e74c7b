"""The blocking client: `connect`, and one method per procedure."""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import TYPE_CHECKING, Any, TypeVar, cast

from purevirt.errors import ConnectionLost, DecodeError, LocalProtocolError, ProtocolError, PurevirtError
from purevirt.rpc.codec import Codec
from purevirt.rpc.dialling.errors import no_answer, no_greeting
from purevirt.rpc.dialling.plan import ConnectPlan, endpoint_of
from purevirt.rpc.dialling.uri import plan_connection
from purevirt.rpc.gen.procedures import CONNECT_CLOSE
from purevirt.rpc.gen.sync_methods import RemoteMethods
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
from purevirt.rpc.sync.batch import Batch
from purevirt.rpc.sync.dial import Secrets, dial
from purevirt.rpc.sync.events import ConnectionEvents
from purevirt.rpc.sync.stream import Stream
from purevirt.rpc.sync.wire import Wire

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence
    from types import TracebackType
    from typing import Self

    from purevirt.rpc.auth.credentials import AskCredentials, Credentials, SignIn
    from purevirt.rpc.caller import SyncStreamHandle
    from purevirt.rpc.codec import EventSink
    from purevirt.rpc.dialling.tls_credentials import TlsCredentials
    from purevirt.rpc.procedure import AnyProcedure, ProcedureSpec
    from purevirt.rpc.session_events import EventReceived
    from purevirt.rpc.ssh.options import SshOptions
    from purevirt.rpc.step import Step
    from purevirt.rpc.sync.dial import AskSecret
    from purevirt.rpc.sync.events import Events
    from purevirt.rpc.sync.waiter import Waiter
    from purevirt.rpc.xdr import XdrType

    ArgsT = TypeVar("ArgsT", bound=XdrType | None)
    RetT = TypeVar("RetT", bound=XdrType | None)

__all__ = ["Connection", "connect", "connect_socket"]

_log = logging.getLogger("purevirt.rpc")


def connect(
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

    Arguments and errors are those of the asyncio client's `purevirt.connect`, except that `ask` is an
    ordinary function, which is called from another thread; one for `credentials` is called in this thread,
    and `timeout_s` does not cut it short. Over TLS and SSH a thread of this connection's
    copies bytes; like the thread that every connection has, it does not outlive a fork: connect in the
    process that is to use the connection.
    """
    plan = plan_connection(uri, environ=os.environ, uid=os.geteuid(), readonly=readonly)
    assert plan.dial is not None
    deadline = time.monotonic() + timeout_s
    session = _session(max_calls, keepalive_interval_s, keepalive_count)
    sign_in = new_sign_in(credentials, os.environ)
    for warning in plan.warnings:
        _log.warning("%s", warning)
    try:
        dialled = dial(plan.dial, Secrets(tls, ssh, ask), deadline)
    except TimeoutError:
        raise no_answer(plan, endpoint_of(plan.dial), timeout_s) from None
    wire = Wire(dialled.sock, session, dialled.endpoint, dialled.carrier)
    return _open(
        wire, plan, deadline, timeout_s, sign_in, readonly=readonly, keepalive=keepalive_interval_s > 0
    )


def connect_socket(
    sock: socket.socket,
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
        sock: the connected socket; it is this connection's from now on, and is closed with it.
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
    sign_in = new_sign_in(credentials, os.environ)
    wire = Wire(sock, _session(max_calls, keepalive_interval_s, keepalive_count), endpoint)
    deadline = time.monotonic() + timeout_s
    return _open(
        wire, plan, deadline, timeout_s, sign_in, readonly=readonly, keepalive=keepalive_interval_s > 0
    )


def _session(max_calls: int, keepalive_interval_s: float, keepalive_count: int) -> Session:
    return Session(
        time.monotonic(),
        max_calls=max_calls,
        keepalive_interval_s=keepalive_interval_s,
        keepalive_count=keepalive_count,
    )


def _open(
    wire: Wire,
    plan: ConnectPlan,
    deadline: float,
    timeout_s: float,
    sign_in: SignIn,
    *,
    readonly: bool,
    keepalive: bool,
) -> Connection:
    try:
        connection = Connection(wire)
        connection.open(plan, readonly=readonly, keepalive=keepalive, sign_in=sign_in, deadline=deadline)
    except BaseException as error:
        wire.close()
        if isinstance(error, TimeoutError) and not isinstance(error, PurevirtError):
            raise no_answer(plan, wire.endpoint, timeout_s) from None
        if isinstance(error, ConnectionLost | ProtocolError | DecodeError):
            raise no_greeting(plan, wire.endpoint, error) from error
        raise
    return connection


class Connection(RemoteMethods):
    """A connection to one libvirt daemon; made by `connect`.

    Every procedure is a method, named after its wire name. Any number of threads may call at once; Ctrl-C
    during a call leaves the connection usable.

    All methods raise `LibvirtError` when the daemon reports a failure, `EncodeError` when an argument
    does not fit the protocol (nothing is sent), `DecodeError` when the answer does not, and
    `ConnectionLost` when the connection ends first.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._codec = Codec()
        self._greeting: Greeting | None = None
        self._events = ConnectionEvents(wire, self.begin)
        self._sinks: list[EventSink] = [self._events]
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
    def is_entered(self) -> bool:
        """Whether this thread is inside one of its calls: true in a signal's handler only."""
        return self._wire.is_entered

    @property
    def uri(self) -> str:
        """The URI that the daemon opened."""
        return self._greeting.uri if self._greeting is not None else ""

    def open(
        self, plan: ConnectPlan, *, readonly: bool, keepalive: bool, sign_in: SignIn, deadline: float
    ) -> None:
        """Authenticate and open the plan's URI; called by `connect`."""
        endpoint = self._wire.endpoint
        steps = handshake(plan, endpoint, readonly=readonly, keepalive=keepalive, sign_in=sign_in)
        try:
            step = next(steps)
            while True:
                try:
                    answer = self._take(step, deadline)
                except (PurevirtError, OSError) as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            self._greeting = cast("Greeting", done.value)

    def _take(self, step: Step, deadline: float) -> object:
        return step() if callable(step) else self._call_until(deadline, *step)

    @property
    def events(self) -> Events:
        """Subscriptions to the daemon's events, by kind: `conn.events.domain_lifecycle()`."""
        return self._events

    def stream(self) -> Stream:
        """Return a new stream, to be passed to a call that takes one."""
        return Stream(self._wire)

    def call(self, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT, *, timeout_s: float | None = None) -> RetT:
        """Make one call by its row of `purevirt.rpc.gen.procedures`, as all other methods do.

        Raises:
            TimeoutError: no answer came within `timeout_s` seconds; the daemon may still carry it out.
        """
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        return self._call_until(deadline, spec, args)

    def call_each(
        self,
        spec: ProcedureSpec[ArgsT, RetT],
        args: Sequence[ArgsT],
        *,
        timeout_s: float | None = None,
    ) -> list[RetT | PurevirtError]:
        """Make a call for each of `args`, as fast as the daemon answers; return what came of each, in order.

        Cheaper than one after another, where each waits for the one before, and than a thread for each; no
        more than a few queue at a time, so that other threads get their turn. What a single call would raise
        stands in its place: that one of a thousand domains is gone is no reason to learn nothing of the
        others.

        Raises:
            ConnectionLost: the connection ended before the last answer.
            TimeoutError: not all were answered within `timeout_s` seconds. The daemon may still carry out
                those that were sent; the others are not made.
        """
        return Batch(self._wire, self._codec, spec, args, timeout_s).run()

    def begin(
        self, spec: AnyProcedure, args: XdrType | None, then: Callable[[Any, PurevirtError | None], None]
    ) -> None:
        """Start a call and return; `then` gets the reply, or what the call failed with.

        It is called on whichever thread reads the answer, with the connection's mutex held: it must not
        wait, and must not fail.

        Raises:
            ConnectionLost: the connection has ended; the call was not made.
            EncodeError: an argument does not fit the protocol.
        """

        def answered(waiter: Waiter) -> None:
            try:
                if waiter.error is not None:
                    raise waiter.error
                reply = self._codec.decode(spec, waiter.payload)
            except PurevirtError as error:
                then(None, error)
            else:
                then(reply, None)

        self._wire.begin(spec, self._codec.encode(args), answered)

    def attach(self, sink: EventSink) -> None:
        """Have `sink` told of every event from now on, and of the connection's end.

        On whichever thread reads them, with the connection's mutex held.
        """

        def attached() -> None:
            self._sinks.append(sink)
            if self._wire.failure is not None:
                sink.end(self._wire.failure)

        self._wire.wait(lambda: True, attached)

    def detach(self, sink: EventSink) -> None:
        """Tell `sink` nothing more."""
        self._wire.wait(lambda: True, lambda: self._sinks.remove(sink))

    def tend(self) -> None:
        """Return once the connection has ended; until then, deliver what comes as soon as it comes."""
        self._wire.tend()

    def close(self) -> None:
        """Say good-bye to the daemon and close; calls under way end with `ConnectionClosed`.

        In a signal's handler that has interrupted this very connection it returns at once, and another
        thread closes as soon as the handler is done.
        """
        if self.is_entered:
            threading.Thread(target=self.close, name="purevirt-close", daemon=True).start()
            return
        try:
            if self.is_open:
                self._call_until(time.monotonic() + CLOSE_TIMEOUT_S, CONNECT_CLOSE, None)
        except (PurevirtError, TimeoutError) as error:
            _log.debug("%s: CONNECT_CLOSE: %s", self._wire.endpoint, error)
        finally:
            self._wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # what the emitted methods call

    def _call(self, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT) -> RetT:
        return self._call_until(None, spec, args)

    def _call_until(self, deadline: float | None, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT) -> RetT:
        reply = self._wire.call(spec, self._codec.encode(args), deadline)
        return self._codec.decode(spec, reply)

    def _call_stream(self, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT, stream: SyncStreamHandle) -> RetT:
        if isinstance(stream, Stream) and stream.wire is not self._wire:
            # it would open on the other connection, which may be another host's
            raise LocalProtocolError(
                f"{spec.name}: the stream is of {stream.wire.endpoint}, the call of {self._wire.endpoint}; "
                "use a stream that this connection made"
            )
        sparse = bool(spec.sparse_flag & getattr(args, "flags", 0))
        reply = stream.open(spec, self._codec.encode(args), sparse=sparse)
        return self._codec.decode(spec, reply)

    # events

    def _on_event(self, event: EventReceived) -> None:
        decoded = self._codec.decode_event(event)
        if decoded is not None:
            for sink in self._sinks:
                sink.push(decoded)

    def _on_lost(self, error: PurevirtError) -> None:
        for sink in self._sinks:
            sink.end(error)
