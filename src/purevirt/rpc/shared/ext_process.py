"""A program whose standard input and output are a connection; what it complains about, and its end.

One thread per program collects what it writes to its standard error, ends it when its connection ends, and
takes its exit status, so that it never stays behind as a zombie.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import threading
import time
from typing import TYPE_CHECKING

from purevirt.rpc.dialling.errors import command_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.rpc.dialling.plan import ExtPlan

__all__ = ["ExtProcess"]

_STDERR_TAIL_BYTES = 4096
_SHOWN_CHARACTERS = 300
_OWN_END_S = 0.2
"""How long a program whose connection has ended may take to end of itself, and say how."""

_TERM_S = 2.0
"""How long it may take once it was told to end."""


class ExtProcess:
    """A running program.

    Args:
        plan: which.
        on_gone: called once it has ended, from a thread of its own.

    Attributes:
        socket: our end of the connection; whoever uses it closes it.

    Raises:
        ConnectError: it could not be started.
    """

    def __init__(self, plan: ExtPlan, on_gone: Callable[[], None] = lambda: None) -> None:
        self.socket, theirs = socket.socketpair()
        with theirs:
            try:
                # a group of its own: a Ctrl-C meant for us is not for it, and what it starts ends with it
                self._process: subprocess.Popen[bytes] = subprocess.Popen(  # noqa: S603 # the user's own command, without a shell
                    [plan.command],
                    stdin=theirs.fileno(),
                    stdout=theirs.fileno(),
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
            except (OSError, ValueError) as error:
                self.socket.close()
                failure = error if isinstance(error, OSError) else OSError(str(error))
                raise command_error(plan, failure) from error
        self._tail = b""
        self._mutex = threading.Lock()
        self._ending = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._on_gone = on_gone
        self._minder = threading.Thread(target=self._mind, name="purevirt-ext", daemon=True)
        self._minder.start()

    @property
    def pid(self) -> int:
        """The program's process id."""
        return self._process.pid

    def end(self) -> None:
        """Have it ended if it does not end of itself now; returns at once."""
        with self._mutex:
            # once only: afterwards the descriptor may be another file's
            if not self._ending:
                self._ending = True
                os.write(self._wake_write, b"x")

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until it has ended."""
        self._minder.join(timeout_s)

    def last_words(self) -> str:
        """Return the last line of its standard error, and how it ended if badly; empty if neither is."""
        parts = []
        lines = self._tail.decode("utf-8", "replace").strip().splitlines()
        if lines:
            line = "".join(letter if letter.isprintable() else "?" for letter in lines[-1].strip())
            parts.append(line[:_SHOWN_CHARACTERS])
        status = self._process.returncode
        if status:
            parts.append(f"(exit status {status})" if status > 0 else f"(killed by signal {-status})")
        return " ".join(parts)

    def _mind(self) -> None:
        try:
            self._collect(None)
            self._stop()
        finally:
            assert self._process.stderr is not None
            self._process.stderr.close()
            os.close(self._wake_read)
            os.close(self._wake_write)
            self._on_gone()

    def _collect(self, bound_s: float | None) -> None:
        """Read standard error: until `end` is called, or to its end within the time."""
        assert self._process.stderr is not None
        fd = self._process.stderr.fileno()
        deadline = None if bound_s is None else time.monotonic() + bound_s
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        if deadline is None:
            poll.register(self._wake_read, select.POLLIN)
        while True:
            left_ms = None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000
            ready = [found for found, _ in poll.poll(left_ms)]
            if not ready or self._wake_read in ready:
                return
            data = os.read(fd, _STDERR_TAIL_BYTES)
            self._tail = (self._tail + data)[-_STDERR_TAIL_BYTES:]
            if not data and deadline is None:
                poll.unregister(fd)
            elif not data or left_ms == 0.0:
                return

    def _stop(self) -> None:
        self._collect(_OWN_END_S)
        self._wait(_OWN_END_S)
        for number in (signal.SIGTERM, signal.SIGKILL):
            # never once its exit status is taken: then its number, and the group's, may be another's
            if self._process.returncode is None:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, number)
                self._wait(_TERM_S)
        self._process.wait()
        self._collect(0.0)

    def _wait(self, timeout_s: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout_s)
