"""Many calls of one kind behind one another, without a task and a future for each."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, TypeVar

from purevirt.errors import PurevirtError
from purevirt.rpc.outcomes import MAX_ENTERED, Outcomes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.rpc.aio.connection import CallWatcher
    from purevirt.rpc.aio.wire import Wire
    from purevirt.rpc.codec import Codec
    from purevirt.rpc.procedure import ProcedureSpec
    from purevirt.rpc.session_events import Call
    from purevirt.rpc.xdr import XdrType  # named in the bounds below, as text

__all__ = ["Batch"]

ArgsT = TypeVar("ArgsT", bound="XdrType | None")
RetT = TypeVar("RetT", bound="XdrType | None")


class Batch(Generic[ArgsT, RetT]):
    """One call for each of `args`; to be run once."""

    def __init__(
        self,
        wire: Wire,
        codec: Codec,
        spec: ProcedureSpec[ArgsT, RetT],
        args: Sequence[ArgsT],
        watcher: CallWatcher | None,
    ) -> None:
        self._wire = wire
        self._codec = codec
        self._spec = spec
        self._args = [*args]
        self._watcher = watcher
        self._clock = asyncio.get_running_loop().time
        self._begun_s: dict[int, float] = {}
        self._started = 0
        self._outcomes: Outcomes[RetT] = Outcomes(codec, spec)
        self._calls: dict[int, Call] = {}
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> list[RetT | PurevirtError]:
        """Return a result or an error for each call, in the order of the arguments."""
        self._fill()
        try:
            await self._done
        except BaseException as error:
            for index, call in self._calls.items():
                self._wire.forget(call)
                self._tell(index, error)
            raise
        return self._outcomes.results()

    def settle(self, index: int, outcome: bytes | PurevirtError) -> None:
        """Take a reply or an error; make the next call."""
        del self._calls[index]
        self._tell(index, outcome if isinstance(outcome, PurevirtError) else None)
        self._outcomes.ended(index, outcome)
        self._fill()

    def _fill(self) -> None:
        # also where a reply is handled: what is raised there would be the connection's end
        try:
            self._begin_some()
        except Exception as error:  # noqa: BLE001 - it is the caller's, who waits
            self._started = len(self._args)
            self._done.set_exception(error)
        if not self._calls and not self._done.done():
            self._done.set_result(None)

    def _begin_some(self) -> None:
        while not self._outcomes.lost and self._started < len(self._args) and len(self._calls) < MAX_ENTERED:
            index = self._started
            self._started += 1
            try:
                payload = self._codec.encode(self._args[index])
                if self._watcher is not None:
                    self._begun_s[index] = self._clock()
                self._calls[index] = self._wire.begin(self._spec, payload, _Slot(self, index))
            except PurevirtError as error:
                self._outcomes.refused(index, error)

    def _tell(self, index: int, error: BaseException | None) -> None:
        if self._watcher is not None:
            self._watcher(self._spec.name, self._clock() - self._begun_s.pop(index), error)


class _Slot:
    """Stands where the future of a single call would."""

    __slots__ = ("_batch", "_index")

    def __init__(self, batch: Batch[ArgsT, RetT], index: int) -> None:
        self._batch = batch
        self._index = index

    def done(self) -> bool:
        """Return False: the batch is told once, and forgets its calls otherwise."""
        return False

    def set_result(self, payload: bytes, /) -> None:
        """Take the encoded reply."""
        self._batch.settle(self._index, payload)

    def set_exception(self, error: Exception, /) -> None:
        """Take what the call failed with."""
        assert isinstance(error, PurevirtError)
        self._batch.settle(self._index, error)
