"""The engine and its disk: group commit, failing commits, and callers that leave while one is under way."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from purevirt.provider.core.engine import RETRY_S
from purevirt.provider.core.fencing import Token
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.errors import StoreError, Unavailable
from tests.provider.fakes import bench, command
from tests.provider.stores import ScriptedStore

S = MachineState


async def test_failed_commit_refuses_the_group_publishes_nothing_and_flips_health() -> None:
    """No answer, no change, no mark, no work from a group that is not durable; health says so."""
    store = ScriptedStore()
    async with bench(store) as b:
        store.error = StoreError("state file x: cannot write it (disk full)")
        head = b.inventory.head
        with pytest.raises(StoreError, match="disk full"):
            await b.engine.submit(command(Kind.CREATE, token=Token("s1", 1, 1)))
        assert (b.state(), b.inventory.head, b.engine.healthy) == (S.SPECULATIVE, head, False)
        assert b.backend.counts[Kind.CREATE] == 0
        assert b.health == [False]
        store.error = None
        # The same token: the mark did not move.
        ack = await b.engine.submit(command(Kind.CREATE, token=Token("s1", 1, 1)))
        assert ack.machine.state is S.CREATING
        assert b.health == [False, True]


async def test_health_returns_without_traffic_once_the_disk_takes_a_commit() -> None:
    """A probe tries the disk again by itself."""
    store = ScriptedStore()
    async with bench(store) as b:
        store.error = sqlite3.OperationalError("not a StoreError")
        with pytest.raises(StoreError) as caught:
            await b.engine.submit(command(Kind.CREATE))
        assert "not a StoreError" not in str(caught.value)
        b.clock.advance(RETRY_S)
        await b.observer.failed_commits.get()
        await b.observer.failed_commits.get()
        store.error = None
        b.clock.advance(RETRY_S)
        await b.run(Kind.CREATE)
        assert b.health == [False, True]


async def test_end_that_could_not_be_committed_is_not_lost() -> None:
    """The disk fails just when a Create ends: the machine becomes IDLE after the retry, not stuck."""
    store = ScriptedStore()
    async with bench(store) as b:
        b.backend.held.add(Kind.CREATE)
        await b.engine.submit(command(Kind.CREATE))
        call = await b.backend.calls.get()
        store.error = StoreError("disk full")
        call.finish()
        await b.observer.failed_commits.get()
        assert b.state() is S.CREATING
        store.error = None
        b.clock.advance(RETRY_S)
        await b.observer.ends.get()
        assert b.state() is S.IDLE


async def test_caller_that_left_before_the_decision_leaves_no_trace() -> None:
    """A command whose caller is cancelled while it waits behind a commit is dropped, mark and all."""
    store = ScriptedStore()
    async with bench(store) as b, store.gate():
        first = asyncio.create_task(b.engine.submit(command(Kind.CREATE)))
        await store.reached()
        token = Token("s1", 1, 1)
        second = asyncio.create_task(b.engine.submit(command(Kind.CREATE, 1, token=token)))
        third = asyncio.create_task(b.engine.submit(command(Kind.CREATE, 2)))
        # One turn of the loop puts both behind the commit that is held.
        await asyncio.sleep(0)
        second.cancel()
        store.release()
        await asyncio.gather(first, third)
        assert second.cancelled()
        assert b.state(1) is S.SPECULATIVE
        assert (await b.engine.submit(command(Kind.CREATE, 1, token=token))).machine.state is S.CREATING


async def test_caller_that_left_after_the_decision_changes_nothing() -> None:
    """A deadline that strikes during the commit leaves the accepted operation to go on."""
    store = ScriptedStore()
    async with bench(store) as b, store.gate():
        task = asyncio.create_task(b.engine.submit(command(Kind.CREATE)))
        await store.reached()
        task.cancel()
        store.release()
        assert (await b.observer.ends.get())[:2] == (Kind.CREATE, "succeeded")
        assert b.state() is S.IDLE


async def test_readers_see_nothing_of_a_commit_under_way() -> None:
    """While the disk works, neither the machine nor the revision shows what is decided."""
    store = ScriptedStore()
    async with bench(store) as b, store.gate():
        head = b.inventory.head
        task = asyncio.create_task(b.engine.submit(command(Kind.CREATE)))
        await store.reached()
        assert (b.state(), b.inventory.head, b.backend.counts[Kind.CREATE]) == (S.SPECULATIVE, head, 0)
        assert not task.done()
        store.release()
        assert (await task).machine.state is S.CREATING


async def test_close_lets_the_commit_under_way_end_and_answers_it() -> None:
    """A command on its way to the disk when the end begins is answered, those behind it are refused."""
    store = ScriptedStore()
    async with bench(store) as b, store.gate():
        first = asyncio.create_task(b.engine.submit(command(Kind.CREATE)))
        await store.reached()
        closing = asyncio.create_task(b.engine.close())
        # One turn of the loop lets the end begin.
        await asyncio.sleep(0)
        late = asyncio.create_task(b.engine.submit(command(Kind.CREATE, 1)))
        await asyncio.sleep(0)
        store.release()
        await closing
        assert (await first).machine.state is S.CREATING
        assert b.state() is S.CREATING
        with pytest.raises(Unavailable):
            await late


async def test_commands_that_wait_share_a_commit() -> None:
    """What gathers behind one commit is one transaction, with the counters of all of it."""
    store = ScriptedStore()
    async with bench(store, slots=64) as b, store.gate():
        b.backend.held.add(Kind.CREATE)
        first = asyncio.create_task(b.engine.submit(command(Kind.CREATE)))
        await store.reached()
        others = [asyncio.create_task(b.engine.submit(command(Kind.CREATE, n))) for n in range(1, 64)]
        # One turn of the loop lets all of them reach the queue.
        await asyncio.sleep(0)
        store.release()
        await asyncio.gather(first, *others)
        assert [len(tuple(delta.machines)) for delta in store.deltas] == [1, 63]
        assert [delta.operation for delta in store.deltas] == [1, 64]
        assert store.deltas[-1].revision == b.inventory.head
