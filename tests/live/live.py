"""One run of an area: our clients and the oracle on the same daemon, and what was found equal."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar, cast
from unittest import mock

import purevirt
import purevirt.sync
from purevirt import Connection
from purevirt.errors import LibvirtError
from purevirt.rpc.procedure import AnyProcedure
from tests.lab import LabHost
from tests.live.plain import plain
from tests.live.query import OracleProcess, Query, Refusal

# Only a bound on what has gone wrong: an event that never comes.
PATIENCE_S = 30.0
T = TypeVar("T")
_PREFIXES = {"REMOTE": "", "QEMU": "qemu_", "LXC": "lxc_"}


class Call(NamedTuple):
    """A call as it went over the wire."""

    spec: AnyProcedure
    args: object


class Twin(NamedTuple):
    """What both clients made of the same question."""

    call: str
    of_asyncio: object
    of_sync: object


@dataclass
class Ledger:
    """What a run has established.

    Attributes:
        compared: the procedures that were answered, and whose answer or effect the oracle confirmed.
        refused: those that the daemon refused, with the error that libvirt's own client gets.
        twins: what the blocking client answered to what the asyncio client had been asked.
    """

    compared: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    twins: list[Twin] = field(default_factory=list)


@contextmanager
def recording(calls: list[Call]) -> Iterator[None]:
    """Have every call of an asyncio connection that is answered appended to `calls`."""
    call, call_stream = Connection._call, Connection._call_stream

    async def record(self: Connection, spec: AnyProcedure, args: Any) -> Any:
        reply = await call(self, spec, args)
        calls.append(Call(spec, args))
        return reply

    async def record_stream(self: Connection, spec: AnyProcedure, args: Any, stream: Any) -> Any:
        reply = await call_stream(self, spec, args, stream)
        calls.append(Call(spec, args))
        return reply

    with (
        mock.patch.object(Connection, "_call", record),
        mock.patch.object(Connection, "_call_stream", record_stream),
    ):
        yield


class Live:
    """The two clients and the oracle.

    Attributes:
        host: the host, for what needs virsh or a guest.
        conn: the asyncio client under test.
        ledger: what was established so far.
    """

    def __init__(
        self, host: LabHost, uri: str, conn: Connection, twin: purevirt.sync.Connection, oracle: OracleProcess
    ) -> None:
        self.host = host
        self.conn = conn
        self.ledger = Ledger()
        self.calls: list[Call] = []
        self._uri = uri
        self._twin = twin
        self._oracle = oracle

    async def ask(self, query: Query) -> Any:
        """Return the oracle's answer, or its `Refusal`."""
        return await asyncio.to_thread(self._oracle.ask, self._uri, query)

    async def reads(
        self,
        call: Awaitable[T],
        query: Query,
        view: Callable[[T], object] = plain,
        expect: Callable[[Any], object] = lambda answer: answer,
        *,
        twin: bool = True,
    ) -> T:
        """Return our answer, once it equals the oracle's; then ask the blocking client the same.

        Args:
            call: our question.
            query: the same in libvirt's binding.
            view: makes of our answer what is compared.
            expect: makes the same of the oracle's.
            twin: whether the question may be asked again.
        """
        start = len(self.calls)
        answer = await call
        made = self.calls[start:]
        theirs = await self.ask(query)
        assert not isinstance(theirs, Refusal), f"{query!r}: {theirs}"
        ours, wanted = view(answer), expect(theirs)
        assert ours == wanted, f"{query!r}: we have {ours!r}, libvirt {wanted!r}"
        self._agree(made)
        for one in made if twin else ():
            other = await asyncio.to_thread(self._ask_twin, one)
            self.ledger.twins.append(Twin(one.spec.name, ours, view(cast("T", other))))
        return answer

    async def does(
        self,
        call: Awaitable[T],
        query: Query,
        expected: object,
        part: Callable[[Any], object] = lambda answer: answer,
    ) -> T:
        """Return our answer to a call that changes something, once the oracle saw the change.

        Args:
            call: the change.
            query: what the oracle is asked before and after.
            expected: its answer after the call, and not before; ``Refusal``, the class, is any refusal.
            part: what of its answer is meant.
        """
        before = await self._part(query, part)
        assert not _is(before, expected), f"{query!r}: {before!r} already before the call"
        start = len(self.calls)
        answer = await call
        after = await self._part(query, part)
        assert _is(after, expected), f"{query!r}: {after!r} after the call, not {expected!r}"
        self._agree(self.calls[start:])
        return answer

    async def accepted(self, call: Awaitable[None], query: Query) -> None:
        """Make a call that leaves no trace, once the oracle may make the same call too."""
        start = len(self.calls)
        await call
        theirs = await self.ask(query)
        assert theirs is None or theirs == 0, f"{query!r}: {theirs!r}, but we were answered"
        self._agree(self.calls[start:])

    async def refused(self, call: Awaitable[object], query: Query) -> LibvirtError:
        """Return the error of a call that the daemon refuses, once the oracle got the same."""
        try:
            answer = await call
        except LibvirtError as error:
            theirs = await self.ask(query)
            ours = Refusal([error.code, error.domain, error.message])
            assert isinstance(theirs, Refusal), f"{query!r}: {theirs!r}, but we got {ours!r}"
            assert ours == theirs, f"{query!r}: we have {ours!r}, libvirt {theirs!r}"
            self.ledger.refused.add(error.procedure or "")
            return error
        raise AssertionError(f"{query!r}: not refused, but {answer!r}")

    @asynccontextmanager
    async def comparing(self) -> AsyncIterator[None]:
        """Count what is called inside as compared, if the block's own assertions hold."""
        start = len(self.calls)
        yield
        self._agree(self.calls[start:])

    async def _part(self, query: Query, part: Callable[[Any], object]) -> object:
        theirs = await self.ask(query)
        return theirs if isinstance(theirs, Refusal) else part(theirs)

    def _agree(self, made: list[Call]) -> None:
        assert made, "no call was made"
        self.ledger.compared.update(one.spec.name for one in made)

    def _ask_twin(self, call: Call) -> object:
        program, _, name = call.spec.name.partition("_PROC_")
        method = getattr(self._twin, _PREFIXES[program] + name.lower())
        names: tuple[str, ...] = getattr(call.args, "__match_args__", ())
        answer: object = method(**{name: getattr(call.args, name) for name in names})
        return answer


def _is(answer: object, expected: object) -> bool:
    return isinstance(answer, Refusal) if expected is Refusal else answer == expected


@asynccontextmanager
async def live(host: LabHost, uri: str, oracle: OracleProcess) -> AsyncIterator[Live]:
    """Yield both clients, connected to `uri`, and the oracle."""
    twin = await asyncio.to_thread(purevirt.sync.connect, uri)
    try:
        async with await purevirt.connect(uri) as conn:
            run = Live(host, uri, conn, twin, oracle)
            with recording(run.calls):
                yield run
    finally:
        await asyncio.to_thread(twin.close)
