"""What the threads of a wire wait for in poll(), and how they are called out of it."""

from __future__ import annotations

import select
import socket
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Polls"]


class Polls:
    """The sets of descriptors for poll(); guarded by the wire's mutex, which nobody holds while in poll().

    One thread at a time waits until there is something to read, others until the socket takes more. Once
    armed, `wake` has all of them come out, each by a waker of its own: who is out first must not take
    from the others what they have not seen yet.
    """

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._input = select.poll()
        self._input.register(sock, select.POLLIN)
        self._both = select.poll()
        self._both.register(sock, select.POLLIN | select.POLLOUT)
        self._waker: _Waker | None = None
        self._writers: list[_Waker] = []

    def reading(self, *, writes: bool) -> select.poll:
        """Return what the one who reads waits for."""
        return self._both if writes else self._input

    @contextmanager
    def writing(self) -> Iterator[select.poll]:
        """Give what another thread waits for, with bytes to write."""
        poll = select.poll()
        poll.register(self._socket, select.POLLOUT)
        if self._waker is None:
            yield poll
            return
        waker = _Waker(poll)
        self._writers.append(waker)
        try:
            yield poll
        finally:
            self._writers.remove(waker)
            waker.close()

    def arm(self) -> None:
        """Have `wake` reach whoever begins to wait from now on; it takes two descriptors.

        Raises:
            OSError: this process has no more of them.
        """
        if self._waker is None:
            self._waker = _Waker(self._input, self._both)

    def wake(self, *, reader: bool) -> None:
        """Have those who wait come out, and the one who reads among them if there is one."""
        if reader and self._waker is not None:
            self._waker.wake()
        for waker in self._writers:
            waker.wake()

    def rest(self) -> None:
        """Note that the one who reads has come out."""
        if self._waker is not None:
            self._waker.rest()

    def close(self) -> None:
        """Let go of what `arm` has taken; nobody waits any more."""
        if self._waker is not None:
            # the last to come out has yet to rest
            waker, self._waker = self._waker, None
            waker.close()


class _Waker:
    """A pair of sockets by which a thread in poll() is told to come out."""

    __slots__ = ("_far", "_is_awake", "_near")

    def __init__(self, *polls: select.poll) -> None:
        self._near, self._far = socket.socketpair()
        self._near.setblocking(False)
        self._far.setblocking(False)
        self._is_awake = False
        for poll in polls:
            poll.register(self._near, select.POLLIN)

    def wake(self) -> None:
        if not self._is_awake:
            self._is_awake = True
            with suppress(BlockingIOError):
                self._far.send(b"\0")

    def rest(self) -> None:
        if self._is_awake:
            with suppress(BlockingIOError):
                self._near.recv(16)
            self._is_awake = False

    def close(self) -> None:
        self._near.close()
        self._far.close()
