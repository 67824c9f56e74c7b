"""Which procedures are simulated, and by what: handlers, kept by subject and put together for a daemon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

from purevirt.errors import InternalError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from purevirt.rpc.procedure import AnyProcedure, ProcedureSpec
    from purevirt.rpc.xdr import XdrType
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.wire.stream import ServerStream

__all__ = ["AnyHandler", "Handler", "Registry", "StreamServer", "Streamed", "Subject"]

ArgsT = TypeVar("ArgsT", bound="XdrType | None")
RetT = TypeVar("RetT", bound="XdrType | None")

StreamServer: TypeAlias = "Callable[[ServerStream], Awaitable[None]]"
"""Serves one stream from its opening to its end; see `purevirt.testing.simulator.wire.stream`."""


class Streamed(NamedTuple, Generic[RetT]):
    """What a handler returns whose call opens a stream: the reply, and who serves the stream after it."""

    reply: RetT
    serve: StreamServer


Answer: TypeAlias = RetT | Streamed[RetT]
Handler: TypeAlias = "Callable[[Host, Client, ArgsT], Answer[RetT] | Awaitable[Answer[RetT]]]"
"""Answers one procedure: returns the reply (None for an empty one), or raises `SimulatedError`."""

AnyHandler: TypeAlias = "Callable[[Host, Client, Any], Any]"


class Subject:
    """The handlers of one module; its decorator registers one for a procedure.

        handles = Subject("networks")

        @handles(procedures.NETWORK_LOOKUP_BY_NAME)
        def lookup(host: Host, client: Client, args: remote.NetworkLookupByNameArgs) -> ...

    Attributes:
        name: what the handlers are about, for the table of what is simulated.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._handlers: dict[AnyProcedure, AnyHandler] = {}

    def __repr__(self) -> str:
        return f"<Subject {self.name}, {len(self._handlers)} procedures>"

    def __iter__(self) -> Iterator[tuple[AnyProcedure, AnyHandler]]:
        return iter(self._handlers.items())

    def __call__(
        self, spec: ProcedureSpec[ArgsT, RetT]
    ) -> Callable[[Handler[ArgsT, RetT]], Handler[ArgsT, RetT]]:
        """Return a decorator that makes a function the handler of a procedure."""

        def register(handler: Handler[ArgsT, RetT]) -> Handler[ArgsT, RetT]:
            self.add(spec, handler)
            return handler

        return register

    def add(self, spec: AnyProcedure, handler: AnyHandler) -> None:
        """Make a function the handler of a procedure.

        Raises:
            InternalError: it has one.
        """
        if spec in self._handlers:
            raise InternalError(f"{spec.name}: two handlers in subject {self.name!r}")
        self._handlers[spec] = handler


class Registry:
    """All that one daemon simulates."""

    def __init__(self, subjects: Iterable[Subject]) -> None:
        self._handlers: dict[AnyProcedure, AnyHandler] = {}
        self._subject_names: dict[AnyProcedure, str] = {}
        for subject in subjects:
            for spec, handler in subject:
                if spec in self._handlers:
                    raise InternalError(
                        f"{spec.name}: in subjects {self._subject_names[spec]!r} and {subject.name!r}"
                    )
                self._handlers[spec] = handler
                self._subject_names[spec] = subject.name

    def __contains__(self, spec: AnyProcedure) -> bool:
        return spec in self._handlers

    def __len__(self) -> int:
        return len(self._handlers)

    def get(self, spec: AnyProcedure) -> AnyHandler | None:
        """Return a procedure's handler; None when it is not simulated."""
        return self._handlers.get(spec)

    def subject_of(self, spec: AnyProcedure) -> str | None:
        """Return the name of the subject that simulates a procedure, or None."""
        return self._subject_names.get(spec)

    def override(self, spec: ProcedureSpec[ArgsT, RetT], handler: Handler[ArgsT, RetT]) -> None:
        """Let `handler` answer a procedure of this daemon from now on, whether it was simulated or not."""
        self._handlers[spec] = cast("AnyHandler", handler)
        self._subject_names.setdefault(spec, "overridden")
