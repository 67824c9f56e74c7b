"""A zone's connection: kept, replaced, waited for, and never trusted with a call twice."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Self, cast

import pytest

from purevirt.errors import ConnectError, ConnectionLost, libvirt_error
from purevirt.provider.libvirt import hosts
from purevirt.provider.libvirt.hosts import Host, HostUnavailable, OutcomeUnknown
from purevirt.rpc.aio import Connection


class FakeConnection:
    """As much of a connection as a host uses, lost on demand."""

    def __init__(self) -> None:
        self.is_open = True
        self.closed = False
        self._end = asyncio.Event()

    def lose(self) -> None:
        """End as a daemon that goes away ends it."""
        self.is_open = False
        self._end.set()

    async def close(self) -> None:
        self.is_open = False
        self.closed = True

    def listen(self) -> Self:
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exc: object) -> None:
        pass

    def __aiter__(self) -> AsyncIterator[None]:
        return self

    async def __anext__(self) -> None:
        await self._end.wait()
        raise ConnectionLost("end of file", maybe_executed=False)


class Daemon:
    """Answers dialling: with the planned errors first, then with a new connection each time."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.connections: list[FakeConnection] = []
        self.dialled = 0

    async def dial(self, uri: str) -> Connection:
        assert uri == "qemu:///system"
        self.dialled += 1
        if self.errors:
            raise self.errors.pop(0)
        self.connections.append(FakeConnection())
        return cast("Connection", self.connections[-1])


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "FIRST_PAUSE_S", 0.001)
    monkeypatch.setattr(hosts, "LAST_PAUSE_S", 0.002)


def started(daemon: Daemon, wait_s: float = 20.0) -> Host:
    """Return a host that dials `daemon`."""
    host = Host("z1", "qemu:///system", daemon.dial, wait_s=wait_s)
    host.start()
    return host


def losing(count: int, *, maybe_executed: bool) -> Callable[[Connection], Awaitable[str]]:
    """Return a call that loses its connection `count` times and then answers."""
    calls: list[Connection] = []

    async def call(connection: Connection) -> str:
        calls.append(connection)
        if len(calls) <= count:
            raise ConnectionLost("end of file", maybe_executed=maybe_executed)
        assert connection not in calls[:-1]
        return "answer"

    return call


async def test_host_is_dialled_until_it_answers() -> None:
    """A host that is down at start-up is retried, and says meanwhile why it is down: L6."""
    daemon = Daemon(ConnectError("nobody\nlistens", endpoint="/s"), OSError("boom"), TimeoutError())
    host = started(daemon)
    assert host.detail == "not connected yet"
    assert await host.call("asking", losing(0, maybe_executed=True), repeatable=False) == "answer"
    assert daemon.dialled == 4
    assert host.detail == ""
    await host.stop()
    assert daemon.connections[0].closed


async def test_pauses_between_dials_grow_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that is down for a day is not dialled twice a second all day."""
    pauses: list[float] = []
    enough = asyncio.Event()
    turn = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 5:
            enough.set()
        await turn(0)

    monkeypatch.setattr(hosts, "FIRST_PAUSE_S", 0.5)
    monkeypatch.setattr(hosts, "LAST_PAUSE_S", 3.0)
    monkeypatch.setattr(random, "uniform", lambda _lowest, highest: highest)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    host = started(Daemon(*[OSError("down") for _ in range(10_000)]))
    await enough.wait()
    await host.stop()
    assert pauses[:5] == [0.5, 1.0, 2.0, 3.0, 3.0]


async def test_wait_open_tells_within_its_limit() -> None:
    """A look at all zones learns soon which have no connection."""
    up, down = started(Daemon()), started(Daemon(*[OSError("down") for _ in range(10_000)]))
    assert await up.wait_open(20)
    assert not await down.wait_open(0.05)
    assert down.detail == "down"
    await up.stop()
    await down.stop()


async def test_call_waits_a_bounded_time_for_a_host_that_is_down() -> None:
    """A call to a host that stays down fails with zone, step and reason, and does not wait for ever: L8."""
    daemon = Daemon(*[ConnectError("nobody listens", endpoint="/s") for _ in range(10_000)])
    host = started(daemon, wait_s=0.05)
    with pytest.raises(HostUnavailable, match="zone z1: asking: the host is not reachable: nobody listens"):
        await host.call("asking", losing(0, maybe_executed=True), repeatable=True)
    await host.stop()


@pytest.mark.parametrize(("maybe_executed", "repeatable"), [(False, False), (False, True), (True, True)])
async def test_call_is_repeated_where_that_is_safe(maybe_executed: bool, repeatable: bool) -> None:
    """What was certainly not carried out, or may be twice, goes out again on a new connection: L5."""
    daemon = Daemon()
    host = started(daemon)
    call = losing(2, maybe_executed=maybe_executed)
    assert await host.call("asking", call, repeatable=repeatable) == "answer"
    assert [connection.closed for connection in daemon.connections] == [True, True, False]
    await host.stop()


async def test_call_that_may_have_been_carried_out_is_not_repeated() -> None:
    """The caller learns that the outcome is unknown."""
    daemon = Daemon()
    host = started(daemon)
    with pytest.raises(OutcomeUnknown, match="zone z1: creating: "):
        await host.call("creating", losing(1, maybe_executed=True), repeatable=False)
    await host.stop()


@pytest.mark.parametrize(("maybe_executed", "kind"), [(True, OutcomeUnknown), (False, HostUnavailable)])
async def test_call_gives_up_after_some_connections(maybe_executed: bool, kind: type[Exception]) -> None:
    """A call that kills every connection ends, and says whether it may have been carried out."""
    host = started(Daemon())
    with pytest.raises(HostUnavailable) as caught:
        await host.call("asking", losing(99, maybe_executed=maybe_executed), repeatable=True)
    assert type(caught.value) is kind
    await host.stop()


async def test_outcome_stays_unknown_after_later_sure_failures() -> None:
    """What was perhaps carried out once is not undone by attempts that certainly were not."""
    host = started(Daemon())
    losses = [True, False, False]

    async def call(_connection: Connection) -> None:
        raise ConnectionLost("end of file", maybe_executed=losses.pop(0))

    with pytest.raises(OutcomeUnknown):
        await host.call("defining", call, repeatable=True)
    await host.stop()


async def test_outcome_stays_unknown_where_the_host_does_not_come_back() -> None:
    """A repeatable call that was perhaps carried out, then met a host that is down, is not a sure failure."""
    daemon = Daemon()
    host = started(daemon, wait_s=0.05)

    async def call(connection: Connection) -> None:
        daemon.errors = [ConnectError("nobody listens", endpoint="/s") for _ in range(10_000)]
        raise ConnectionLost("end of file", maybe_executed=True)

    with pytest.raises(OutcomeUnknown, match="not reachable"):
        await host.call("defining", call, repeatable=True)
    await host.stop()


async def test_lost_idle_connection_is_replaced() -> None:
    """A daemon that restarts while nothing is asked is dialled again without a call having to fail."""
    daemon = Daemon()
    host = started(daemon)
    await host.call("asking", losing(0, maybe_executed=True), repeatable=False)
    daemon.connections[0].lose()

    async def which(connection: Connection) -> Connection:
        return connection

    assert await host.call("asking", which, repeatable=False) is cast("Connection", daemon.connections[1])
    assert daemon.connections[0].closed
    await host.stop()


async def test_refusal_of_the_host_is_not_repeated() -> None:
    """An answer is an answer, also an error."""
    daemon = Daemon()
    host = started(daemon)
    calls = []

    async def call(connection: Connection) -> None:
        calls.append(connection)
        raise libvirt_error(code=9, domain=10, message="no", level=2)

    with pytest.raises(Exception, match="no"):
        await host.call("asking", call, repeatable=True)
    assert len(calls) == 1
    await host.stop()


async def test_hosts_do_not_wait_for_each_other() -> None:
    """A host whose dialling hangs delays no call on another: L6."""
    release = asyncio.Event()

    async def hang(_uri: str) -> Connection:
        await release.wait()
        raise ConnectError("late", endpoint="/s")

    slow = Host("z2", "qemu:///system", hang)
    slow.start()
    fast = started(Daemon())
    assert await fast.call("asking", losing(0, maybe_executed=True), repeatable=False) == "answer"
    await slow.stop()
    await fast.stop()


async def test_unexpected_error_while_dialling_does_not_end_the_dialling(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A bug in one dial must not keep a zone down for ever."""
    daemon = Daemon(ValueError("bug"))
    host = started(daemon)
    assert await host.call("asking", losing(0, maybe_executed=True), repeatable=False) == "answer"
    assert "ValueError" in capsys.readouterr().out
    await host.stop()
