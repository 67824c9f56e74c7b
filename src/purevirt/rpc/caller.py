"""What the emitted methods stand on: a way to make one call, which a client fills in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure, ProcedureSpec
    from purevirt.rpc.xdr import XdrType  # named in the bounds below, as text

__all__ = ["AsyncCaller", "AsyncStreamHandle", "SyncCaller", "SyncStreamHandle"]

ArgsT = TypeVar("ArgsT", bound="XdrType | None")
RetT = TypeVar("RetT", bound="XdrType | None")


class AsyncStreamHandle(Protocol):
    """A stream of an asynchronous client, made before the call that opens it on the wire."""

    async def open(self, spec: AnyProcedure, payload: bytes, *, sparse: bool) -> bytes:
        """Make the call that opens the stream, and return its encoded reply."""


class SyncStreamHandle(Protocol):
    """A stream of a blocking client, made before the call that opens it on the wire."""

    def open(self, spec: AnyProcedure, payload: bytes, *, sparse: bool) -> bytes:
        """Make the call that opens the stream, and return its encoded reply."""


class AsyncCaller:
    """Base of the emitted coroutines; a client overrides both hooks."""

    __slots__ = ()

    async def _call(self, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT) -> RetT:
        """Make one call and return its reply; None stands for an empty payload, both ways."""
        raise NotImplementedError

    async def _call_stream(
        self,
        spec: ProcedureSpec[ArgsT, RetT],
        args: ArgsT,
        stream: AsyncStreamHandle,
    ) -> RetT:
        """Make the call that opens `stream`, and return its reply."""
        raise NotImplementedError


class SyncCaller:
    """Base of the emitted blocking methods; a client overrides both hooks."""

    __slots__ = ()

    def _call(self, spec: ProcedureSpec[ArgsT, RetT], args: ArgsT) -> RetT:
        """Make one call and return its reply; None stands for an empty payload, both ways."""
        raise NotImplementedError

    def _call_stream(
        self,
        spec: ProcedureSpec[ArgsT, RetT],
        args: ArgsT,
        stream: SyncStreamHandle,
    ) -> RetT:
        """Make the call that opens `stream`, and return its reply."""
        raise NotImplementedError
