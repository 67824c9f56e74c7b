"""The supervised connection and dials that never succeed, hang, or end in ways of their own."""

import asyncio
import logging

import pytest

import purevirt
from purevirt import Connection, Health, LinkState, Reconnecting
from purevirt.errors import (
    AuthenticationError,
    ConnectError,
    ConnectionClosed,
    ConnectionLost,
    UriError,
)
from purevirt.rpc import aio
from tests.rpc.dialler import Dialler, hostname, quick
from tests.rpc.peer import Peer


async def test_credentials_that_are_refused(peer: Peer) -> None:
    """No storm: a slow retry, meanwhile calls fail at once with the reason; it heals once they are right."""
    refusal = AuthenticationError("wrong password", endpoint="e", mechanism="sasl")
    refused = asyncio.Event()

    def on_change(health: Health) -> None:
        if health.state is LinkState.REFUSED:
            refused.set()

    dialler = Dialler(peer.uri, refusal)
    async with quick(dialler, on_change=on_change, slow_pause_s=3600.0) as link:
        waiting = asyncio.create_task(link.wait_connected())
        await refused.wait()
        with pytest.raises(ConnectionLost, match=r"refused: wrong password") as caught:
            await waiting
        assert caught.value.__cause__ is refusal
        with pytest.raises(ConnectionLost):
            await link.call(hostname, wait_s=3600.0)
        assert dialler.count == 1
    async with quick(Dialler(peer.uri, refusal)) as link:
        while link.state is not LinkState.CONNECTED:  # noqa: ASYNC110 # refused, then healed
            await asyncio.sleep(0)
        assert link.last_error is refusal


@pytest.mark.parametrize("error", [UriError("no such scheme"), TypeError("a bug")])
async def test_what_never_heals(error: Exception) -> None:
    """A bad URI or a bug in the dial function stops it; all who wait are told the reason."""
    dialler = Dialler("", error)
    async with quick(dialler) as link:
        entering = asyncio.create_task(link.events.domain_lifecycle().__aenter__())
        with pytest.raises(ConnectionLost, match=f"stopped: {error}") as caught:
            await link.call(hostname)
        assert caught.value.__cause__ is error
        with pytest.raises(ConnectionLost, match=f"stopped: {error}"):
            await entering
        assert link.state is LinkState.STOPPED
    assert link.last_error is error
    assert dialler.count == 1


async def test_a_dial_that_hangs(peer: Peer) -> None:
    """Bounded; a connection that it brings all the same is closed."""
    brought: list[Connection] = []

    async def stubborn() -> Connection:
        if brought:
            return await purevirt.connect(peer.uri)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            brought.append(await purevirt.connect(peer.uri))
        return brought[0]

    async with quick(stubborn, dial_timeout_s=0.01) as link:
        while not brought:  # noqa: ASYNC110 # the dial's own end
            await asyncio.sleep(0)
        await peer.until(peer.links[0].closed.is_set)
        assert not brought[0].is_open
    hanging = asyncio.Event()

    async def hang() -> Connection:
        hanging.set()
        await asyncio.Event().wait()
        raise AssertionError

    async with quick(hang) as link:
        await hanging.wait()
        waiting = asyncio.create_task(link.wait_connected())
        await asyncio.sleep(0)
    with pytest.raises(ConnectionClosed):
        await waiting
    assert repr(link) == "<Reconnecting libvirt stopped>"


async def test_a_dial_that_was_cancelled_from_within(peer: Peer) -> None:
    """It counts as one that failed, and does not end the supervisor."""
    async with quick(Dialler(peer.uri, asyncio.CancelledError())) as link:
        await link.wait_connected()
        assert isinstance(link.last_error, ConnectError)


async def test_a_connection_that_is_dead_on_arrival(peer: Peer) -> None:
    """Lost between the dial's end and the supervisor's look: dialled again."""
    first = True

    async def dial() -> Connection:
        nonlocal first
        conn = await purevirt.connect(peer.uri)
        if first:
            first = False
            await conn.close()
        return conn

    async with quick(dial) as link:
        assert await link.call(hostname) == "peer"
        assert isinstance(link.last_error, ConnectionClosed)


async def test_a_listener_that_fails(peer: Peer, caplog: pytest.LogCaptureFixture) -> None:
    """Its exception is logged, and costs nothing else."""

    def fail(_health: Health) -> None:
        raise ValueError("in the listener")

    with caplog.at_level(logging.ERROR, "purevirt.rpc"):
        async with quick(peer.uri, on_change=fail) as link:
            assert await link.call(hostname) == "peer"
    assert "on_change failed" in caplog.text


async def test_not_entered() -> None:
    """Without a supervisor nothing would ever come: it says so instead of waiting."""
    link = quick("qemu:///system")
    with pytest.raises(ConnectionLost, match="async with"):
        await link.wait_connected()
    await link.close()


def test_names_that_are_imported_later() -> None:
    """The package gives them when asked, and no others."""
    assert aio.Reconnecting is Reconnecting
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = aio.Nonsense
