"""A zone's connection: kept, replaced, waited for, and never trusted with a call twice."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, cast

import pytest

from purevirt.errors import AuthenticationError, ConnectError, ConnectionLost, UriError, libvirt_error
from purevirt.provider.core.backend import ClaimedElsewhere
from purevirt.provider.libvirt import hosts
from purevirt.provider.libvirt.hosts import Host, HostUnavailable, OutcomeUnknown
from purevirt.rpc.aio import Connection
from purevirt.rpc.codec import EventSink

if TYPE_CHECKING:
    from purevirt.rpc.aio.connection import CallWatcher


class FakeConnection:
    """As much of a connection as a host uses, lost on demand."""

    def __init__(self) -> None:
        self.is_open = True
        self.closed = False
        self.may_close = asyncio.Event()
        self.may_close.set()
        self.on_call: CallWatcher | None = None
        self._sinks: list[EventSink] = []

    def lose(self) -> None:
        """End as a daemon that goes away ends it."""
        self.is_open = False
        for sink in self._sinks:
            sink.end(ConnectionLost("end of file", maybe_executed=False))

    async def close(self) -> None:
        await self.may_close.wait()
        self.is_open = False
        self.closed = True

    async def call(self, spec: object, args: object) -> None:
        raise AssertionError(spec, args)

    def attach(self, sink: EventSink) -> None:
        self._sinks.append(sink)

    def detach(self, sink: EventSink) -> None:
        self._sinks.remove(sink)


def lost(connection: Connection, *, maybe_executed: bool) -> ConnectionLost:
    """Lose a connection, and return what a call on it raises then."""
    cast("FakeConnection", connection).lose()
    return ConnectionLost("end of file", maybe_executed=maybe_executed)


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
            raise lost(connection, maybe_executed=maybe_executed)
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
    monkeypatch.setattr(random, "random", lambda: 1.0)
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


async def test_no_step_goes_on_with_a_host_that_was_lost_to_another_meanwhile() -> None:
    """Whoever comes back from a long stop finds the step refused, however often it might be repeated."""
    daemon = Daemon()
    host = started(daemon)
    held = iter([True, False])
    done: list[Connection] = []

    async def permit() -> None:
        if not next(held):
            raise ClaimedElsewhere("it is another's")

    async def step(connection: Connection) -> None:
        done.append(connection)
        raise lost(connection, maybe_executed=True)

    host.permit = permit
    with pytest.raises(ClaimedElsewhere):
        await host.call("deleting", step, repeatable=True)
    assert (len(done), daemon.dialled) == (1, 2)
    await host.stop()


async def test_call_that_may_have_been_carried_out_is_not_repeated() -> None:
    """The caller learns that the outcome is unknown."""
    daemon = Daemon()
    host = started(daemon)
    with pytest.raises(
        OutcomeUnknown, match="zone z1: creating: the connection to the host was lost: end of"
    ):
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

    async def call(connection: Connection) -> None:
        raise lost(connection, maybe_executed=losses.pop(0))

    with pytest.raises(OutcomeUnknown):
        await host.call("defining", call, repeatable=True)
    await host.stop()


async def test_outcome_stays_unknown_where_the_host_does_not_come_back() -> None:
    """A repeatable call that was perhaps carried out, then met a host that is down, is not a sure failure."""
    daemon = Daemon()
    host = started(daemon, wait_s=0.05)

    async def call(connection: Connection) -> None:
        daemon.errors = [ConnectError("nobody listens", endpoint="/s") for _ in range(10_000)]
        raise lost(connection, maybe_executed=True)

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


@pytest.mark.parametrize(
    ("error", "said"),
    [(ValueError("hunter2"), "unexpected ValueError"), (UriError("bad URI"), "bad URI")],
)
async def test_no_error_while_dialling_ends_the_dialling(
    capsys: pytest.CaptureFixture[str], error: Exception, said: str
) -> None:
    """A bug in one dial must not keep a zone down for ever; it is told by its type, and not quoted."""
    daemon = Daemon(error)
    host = started(daemon)
    assert await host.call("asking", losing(0, maybe_executed=True), repeatable=False) == "answer"
    logged = capsys.readouterr().out
    assert f"detail='{said}'" in logged or f"detail={said}" in logged
    assert "hunter2" not in logged
    await host.stop()


async def test_refused_credentials_fail_calls_at_once_and_are_tried_again() -> None:
    """What only a person can mend is not waited for, and found mended without a restart of ours."""
    refusal = AuthenticationError("wrong password", endpoint="/s", mechanism="sasl")
    daemon = Daemon(refusal, *[refusal] * 9)
    host = started(daemon, wait_s=3600.0)
    with pytest.raises(HostUnavailable, match="not reachable: wrong password"):
        await host.call("asking", losing(0, maybe_executed=True), repeatable=True)
    while not await host.wait_open(20):  # noqa: ASYNC110 # refused again, at once, until it is mended
        await asyncio.sleep(0)
    assert daemon.dialled == 11
    await host.stop()


async def test_changes_are_logged(capsys: pytest.CaptureFixture[str]) -> None:
    """Operators see a zone come, go, and stay away, each with its reason."""
    daemon = Daemon(OSError("down"))
    host = started(daemon)
    assert await host.wait_open(20)
    daemon.errors = [OSError("rebooting")]
    daemon.connections[0].lose()
    assert await host.wait_open(20)
    await host.stop()
    words = [line.split() for line in capsys.readouterr().out.splitlines()]
    events = [next(word for word in line if "host_" in word) for line in words]
    assert [event.partition("host_")[2].partition("\x1b")[0] for event in events] == [
        "unreachable",
        "connected",
        "lost",
        "unreachable",
        "connected",
    ]
