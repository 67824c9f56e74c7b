"""Waiting for what other threads do, also where interrupts (Ctrl-C) come at any moment."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from purevirt.errors import LocalProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Monitor", "doze", "is_held", "regain"]

P = ParamSpec("P")
T = TypeVar("T")


def is_held(mutex: threading.RLock) -> bool:
    """Return whether this thread holds a mutex."""
    held: bool = mutex._is_owned()  # type: ignore[attr-defined] # noqa: SLF001 # as Condition does
    return held


def regain(mutex: threading.RLock, held: object = None) -> None:
    """Take a mutex unless it is held, whatever interrupts come, and raise the last of them then.

    `held` is what its `_release_save` has given: it is taken as often as it was held before.
    """
    interrupt: BaseException | None = None
    while True:
        try:
            if is_held(mutex):
                break
            if held is None:
                mutex.acquire()
            else:
                mutex._acquire_restore(held)  # type: ignore[attr-defined] # noqa: SLF001 # as Condition does
        except BaseException as error:  # noqa: BLE001 # raised below, once the mutex is held again
            interrupt = error
    if interrupt is not None:
        raise interrupt


def doze(changed: threading.Condition, mutex: threading.RLock, deadline: float | None) -> None:
    """Wait for a condition's news or the deadline; `mutex`, which is its lock, is held afterwards."""
    try:
        changed.wait(None if deadline is None else max(0.0, deadline - time.monotonic()))
    finally:
        try:
            regain(mutex)
        finally:
            regain(mutex)  # an interrupt may have come at its very beginning


class Monitor:
    """A mutex, and threads that wait until what it guards has become as they want it.

    Attributes:
        mutex: held while anything that it guards is looked at or changed.
    """

    def __init__(self) -> None:
        self.mutex = threading.RLock()
        self._changed = threading.Condition(self.mutex)
        self._pid: int | None = None

    def belong(self) -> None:
        """Have it be of this process: what others are told of a fork's copy is an error."""
        self._pid = os.getpid()

    @property
    def is_foreign(self) -> bool:
        """Whether this is a fork's copy, whose mutex may be held for ever by a thread that is not here."""
        return self._pid not in (None, os.getpid())

    def notify(self) -> None:
        """Have all who wait look again; the mutex is held."""
        self._changed.notify_all()

    def act(self, action: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run `action` with the mutex held.

        Raises:
            LocalProtocolError: as for `wait`.
        """
        self._check_process()
        with self.mutex:
            action(*args, **kwargs)

    def wait(
        self, condition: Callable[[], bool], result: Callable[[], T], deadline: float | None = None
    ) -> T:
        """Wait until `condition` holds, and return what `result` gives; the mutex is held for both.

        Raises:
            TimeoutError: `deadline`, a moment of the monotonic clock, came first.
            LocalProtocolError: this is the copy of a fork.
        """
        self._check_process()
        with self.mutex:
            while not condition():
                if deadline is not None and time.monotonic() >= deadline:
                    raise TimeoutError
                doze(self._changed, self.mutex, deadline)
            return result()

    def _check_process(self) -> None:
        if self.is_foreign:
            text = f"begun before a fork, by process {self._pid}; begin it in the process that is to use it"
            raise LocalProtocolError(text)
