"""What a zone's connection tells whoever counts, and the connection for many questions at once."""

import asyncio
from typing import TYPE_CHECKING, cast

import pytest

from purevirt.errors import ConnectError, ConnectionLost
from purevirt.provider.core.signals import ApiOutcome
from purevirt.provider.libvirt.hosts import Host
from tests.provider_libvirt.odd_host import failure
from tests.provider_libvirt.test_hosts import Daemon, FakeConnection, losing

if TYPE_CHECKING:
    from purevirt.rpc.aio import Connection


class Counter:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ApiOutcome, float]] = []
        self.told: list[str] = []

    def api_called(self, op: str, outcome: ApiOutcome, elapsed_s: float) -> None:
        self.calls.append((op, outcome, elapsed_s))

    def reconnected(self, zone: str) -> None:
        self.told.append(f"{zone} again")

    def zone_changed(self, zone: str, *, up: bool) -> None:
        self.told.append(f"{zone} {'up' if up else 'down'}")


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (None, "ok"),
        (failure(38), "error"),
        (failure(42), "ok"),
        (failure(80), "ok"),
        (TimeoutError(), "timeout"),
        (ConnectionLost("gone", maybe_executed=True), "lost"),
        (asyncio.CancelledError(), "cancelled"),
    ],
)
async def test_every_call_is_counted_by_its_procedure_and_end(
    error: BaseException | None, outcome: ApiOutcome
) -> None:
    """The label is the procedure's name, never anything of a machine's."""
    counter, daemon = Counter(), Daemon()
    host = Host("z1", "qemu:///system", daemon.dial, observer=counter)
    host.start()
    assert await host.wait_open(20)
    watcher = daemon.connections[0].on_call
    assert watcher is not None
    watcher("REMOTE_PROC_DOMAIN_GET_STATE", 0.25, error)
    assert counter.calls == [("domain_get_state", outcome, 0.25)]
    await host.stop()


async def test_zone_that_goes_and_comes_is_told_once_each() -> None:
    """Up, down, up again; failed dials in between are no news; whoever wants hears of the loss."""
    counter, daemon = Counter(), Daemon()
    host = Host("z1", "qemu:///system", daemon.dial, observer=counter)
    lost: list[None] = []
    host.on_lost.append(lambda: lost.append(None))
    host.start()
    assert await host.wait_open(20)
    daemon.errors = [OSError("down"), OSError("down")]
    daemon.connections[0].lose()
    assert lost == [None]
    assert await host.wait_open(20)
    assert counter.told == ["z1 up", "z1 down", "z1 up", "z1 again"]
    await host.stop()


async def test_bulk_connection_is_closed_behind_the_callers_back() -> None:
    """Nobody waits for the daemon's good-bye, but the end of the zone does."""
    counter, daemon, bulk = Counter(), Daemon(), Daemon()
    host = Host("z1", "qemu:///system", daemon.dial, bulk=bulk.dial, observer=counter)
    host.start()
    async with host.bulk() as connection:
        made = bulk.connections[0]
        assert connection is cast("Connection", made)
        assert made.on_call is not None
        made.may_close.clear()
    assert not made.closed
    stopping = asyncio.create_task(host.stop())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not stopping.done()
    made.may_close.set()
    await stopping
    assert made.closed


async def test_without_a_bulk_connection_the_shared_one_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    """A daemon or an sshd that takes no more clients makes it slower, not impossible; it is not closed."""
    daemon = Daemon()
    bulk = Daemon(ConnectError("too many clients", endpoint="/s"))
    host = Host("z1", "qemu:///system", daemon.dial, bulk=bulk.dial)
    host.start()
    async with host.bulk() as connection:
        assert cast("FakeConnection", connection) is daemon.connections[0]
    assert not daemon.connections[0].closed
    assert "too many clients" in capsys.readouterr().out
    assert await host.call("asking", losing(0, maybe_executed=True), repeatable=False) == "answer"
    await host.stop()
