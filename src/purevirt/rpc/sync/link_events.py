"""Subscriptions of the blocking client that outlive connections."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from purevirt.errors import ConnectionLost, PurevirtError
from purevirt.rpc.sync.events import Events

if TYPE_CHECKING:
    from purevirt.rpc.events.subscriptions import RegistrationCall
    from purevirt.rpc.sync.events import BeginCall
    from purevirt.rpc.sync.monitor import Monitor

__all__ = ["LinkEvents"]


class LinkEvents(Events):
    """The events of each of several connections in turn.

    The books are guarded by the link's mutex, which is taken while a connection's is held, and never the
    other way round: calls are begun after it is let go.
    """

    __slots__ = ("_begin", "_monitor")

    def __init__(self, monitor: Monitor) -> None:
        super().__init__(monitor)
        self._monitor = monitor
        self._begin: BeginCall | None = None
        self._subscriptions.suspend()

    def changed(self) -> None:
        """Wake those who wait."""
        self._monitor.notify()

    def connected(self, begin: BeginCall) -> None:
        """Register for everything, anew if need be, by `begin`; called with the mutex held.

        `advance` has to follow, without it.
        """
        self._begin = begin
        self._subscriptions.resume()

    def disconnected(self) -> None:
        """Wait for another connection; called with the mutex held."""
        self._subscriptions.suspend()
        self._monitor.notify()

    def end(self, error: PurevirtError) -> None:
        """End all streams; called with the mutex held."""
        self._subscriptions.end(error)
        self._monitor.notify()

    def advance(self) -> None:
        """Begin the calls that the subscriptions want made; called without the mutex."""
        while True:
            with self._monitor.mutex:
                calls, begin = self._subscriptions.calls(), self._begin
            if not calls:
                return
            assert begin is not None
            for index, call in enumerate(calls):
                then = partial(self._then, call)
                try:
                    begin(call.spec, call.args, then)
                except PurevirtError as error:
                    then(None, error)
                except BaseException:
                    self._monitor.act(self._subscriptions.take_back, calls[index:])
                    raise

    def _then(self, call: RegistrationCall, reply: Any, error: PurevirtError | None) -> None:
        # one that went down with its connection is made again on the next
        if not isinstance(error, ConnectionLost):
            with self._monitor.mutex:
                self.answered(call, reply, error)
                self._monitor.notify()
            self.advance()
