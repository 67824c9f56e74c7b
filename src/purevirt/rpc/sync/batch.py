"""Many calls of one kind behind one another, by one thread."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from purevirt.errors import ConnectionLost, PurevirtError
from purevirt.rpc.outcomes import MAX_ENTERED, Outcomes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.rpc.codec import Codec
    from purevirt.rpc.procedure import ProcedureSpec
    from purevirt.rpc.session_events import Call
    from purevirt.rpc.sync.waiter import Waiter
    from purevirt.rpc.sync.wire import Wire
    from purevirt.rpc.xdr import XdrType  # named in the bounds below, as text

__all__ = ["Batch"]

ArgsT = TypeVar("ArgsT", bound="XdrType | None")
RetT = TypeVar("RetT", bound="XdrType | None")


class Batch(Generic[ArgsT, RetT]):
    """One call for each of `args`; to be run once.

    Whichever thread reads an answer only puts it down; arguments are encoded and replies decoded by the one
    that runs this, with no mutex held.
    """

    def __init__(
        self,
        wire: Wire,
        codec: Codec,
        spec: ProcedureSpec[ArgsT, RetT],
        args: Sequence[ArgsT],
        timeout_s: float | None,
    ) -> None:
        self._wire = wire
        self._codec = codec
        self._spec = spec
        self._args = [*args]
        self._timeout_s = timeout_s
        self._started = 0
        self._calls: dict[int, Call] = {}
        self._settled: list[tuple[int, Waiter]] = []
        self._outcomes: Outcomes[RetT] = Outcomes(codec, spec)

    def run(self) -> list[RetT | PurevirtError]:
        """Return a result or an error for each call, in the order of the arguments."""
        deadline = None if self._timeout_s is None else time.monotonic() + self._timeout_s
        try:
            self._begin_some(deadline)
            while self._calls:
                self._take_some(deadline)
                self._begin_some(deadline)
        except BaseException:
            self._wire.forget(self._calls.values())
            raise
        return self._outcomes.results()

    def _begin_some(self, deadline: float | None) -> None:
        if deadline is not None and self._started < len(self._args) and time.monotonic() >= deadline:
            raise self._too_late()
        while not self._outcomes.lost and self._started < len(self._args) and len(self._calls) < MAX_ENTERED:
            index = self._started
            self._started += 1
            try:
                payload = self._codec.encode(self._args[index])
                self._calls[index] = self._wire.begin(self._spec, payload, partial(self._settle, index))
            except PurevirtError as error:
                self._outcomes.refused(index, error)

    def _settle(self, index: int, waiter: Waiter) -> None:
        # on any thread, with the wire's mutex held
        self._settled.append((index, waiter))

    def _take_some(self, deadline: float | None) -> None:
        try:
            settled = self._wire.wait(lambda: bool(self._settled), self._collect, deadline)
        except TimeoutError:
            raise self._too_late() from None
        if not settled:  # the answers went down with a thread that was interrupted while handling them
            raise ConnectionLost(f"{self._spec.name}: answers are lost", maybe_executed=True)
        for index, waiter in settled:
            del self._calls[index]
            self._outcomes.ended(index, waiter.payload if waiter.error is None else waiter.error)

    def _collect(self) -> list[tuple[int, Waiter]]:
        settled, self._settled = self._settled, []
        return settled

    def _too_late(self) -> TimeoutError:
        return TimeoutError(
            f"{self._spec.name}: {len(self._outcomes)} of {len(self._args)} calls were answered within "
            f"{self._timeout_s:g} s; allow more time, or ask for fewer at once"
        )
