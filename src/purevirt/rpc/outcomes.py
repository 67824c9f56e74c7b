"""What came of many calls of one kind: replies, errors in the place of others, or one loss for all. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from purevirt.errors import ConnectionLost, PurevirtError

if TYPE_CHECKING:
    from purevirt.rpc.codec import Codec
    from purevirt.rpc.procedure import ProcedureSpec
    from purevirt.rpc.xdr import XdrType  # named in the bound below, as text

__all__ = ["MAX_ENTERED", "Outcomes"]

RetT = TypeVar("RetT", bound="XdrType | None")

MAX_ENTERED = 16
"""Calls entered at once: one is ready whenever a place is free, and other callers do not queue for long."""


class Outcomes(Generic[RetT]):
    """The outcomes of calls that are known by numbers from 0 on.

    Attributes:
        lost: how the connection ended, if it did: nothing more is to be asked.
    """

    def __init__(self, codec: Codec, spec: ProcedureSpec[Any, RetT]) -> None:
        self.lost: ConnectionLost | None = None
        self._codec = codec
        self._spec = spec
        self._results: dict[int, RetT | PurevirtError] = {}
        self._maybe_executed = False

    def __len__(self) -> int:
        return len(self._results)

    def refused(self, index: int, error: PurevirtError) -> None:
        """Note why a call was not made."""
        if isinstance(error, ConnectionLost):
            self.lost = error
        else:
            self._results[index] = error

    def ended(self, index: int, outcome: bytes | PurevirtError) -> None:
        """Note the encoded reply to a call that was made, or what it failed with."""
        if not isinstance(outcome, ConnectionLost) or outcome.maybe_executed:
            self._maybe_executed = True
        if isinstance(outcome, PurevirtError):
            self.refused(index, outcome)
            return
        try:
            self._results[index] = self._codec.decode(self._spec, outcome)
        except PurevirtError as error:
            self._results[index] = error

    def results(self) -> list[RetT | PurevirtError]:
        """Return the outcome of each call by its number; all of them are there.

        Raises:
            ConnectionLost: the connection has ended; of all the calls, whether any may have been carried out.
        """
        last = self.lost
        if last is None:
            return [self._results[index] for index in range(len(self._results))]
        if last.maybe_executed is not self._maybe_executed:
            lost = type(last)(str(last), maybe_executed=self._maybe_executed)
            lost.__cause__ = last.__cause__
            raise lost
        raise last
