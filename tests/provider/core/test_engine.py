"""The single writer: order of durability and answers, ends, timeouts, failing disks."""

from __future__ import annotations

import asyncio

import pytest

from purevirt.provider.core.backend import BackendError, ObservedMachine
from purevirt.provider.core.engine import MAX_WAITING, Ack
from purevirt.provider.core.fencing import Mark, MarkKey, Token
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.core.reconcile import DOUBT_S
from purevirt.provider.errors import (
    Fenced,
    InvalidTransition,
    MachineNotFound,
    StoreError,
    Unavailable,
)
from purevirt.provider.secret import Secret
from tests.provider.fakes import LIMITS_S, bench, command, slot
from tests.provider.stores import ScriptedStore

S = MachineState


# What leads from SPECULATIVE to where each operation starts.
PREPARED_BY = {
    Kind.CREATE: (),
    Kind.CONFIGURE: (Kind.CREATE,),
    Kind.DRAIN: (Kind.CREATE, Kind.CONFIGURE),
    Kind.DELETE: (Kind.CREATE,),
}


async def test_full_cycle_reaches_each_state_and_clears_what_it_should() -> None:
    """SPECULATIVE to CONFIGURED and back, with host and binding as the contract has them at each rest."""
    async with bench() as b:
        idle = await b.run(Kind.CREATE)
        assert (idle.state, idle.cluster) == (S.IDLE, None)
        assert idle.host_ref is not None
        bound = await b.run(Kind.CONFIGURE, metadata={"a": "b"}, blob=Secret(b"x"))
        assert (bound.state, bound.cluster, dict(bound.metadata)) == (S.CONFIGURED, "c1", {"a": "b"})
        drained = await b.run(Kind.DRAIN, grace_s=30)
        assert (drained.state, drained.cluster, dict(drained.metadata)) == (S.IDLE, None, {})
        gone = await b.run(Kind.DELETE)
        assert (gone.state, gone.host_ref) == (S.SPECULATIVE, None)


async def test_submit_answers_in_the_transitional_state_after_the_commit_and_before_the_work() -> None:
    """The ack shows CREATING; it was durable before; the backend is called with the acked operation."""
    store = ScriptedStore()
    async with bench(store) as b:
        b.backend.held.add(Kind.CREATE)
        ack = await b.engine.submit(command(Kind.CREATE))
        assert ack.machine.state is S.CREATING
        assert [machine.state for machine in store.deltas[0].machines] == [S.CREATING]
        call = await b.backend.calls.get()
        assert (call.operation_id, call.machine.id) == (ack.operation_id, slot().id)


async def test_backend_is_told_size_zone_host_and_binding() -> None:
    """What the engine passes on is what the record says."""
    async with bench() as b:
        idle = await b.run(Kind.CREATE)
        b.backend.held.update({Kind.CONFIGURE, Kind.DRAIN})
        await b.engine.submit(command(Kind.CONFIGURE, blob=Secret(b"blob")))
        call = await b.backend.calls.get()
        told = call.machine
        assert (told.vcpu, told.memory_mib, told.zone, told.host_ref) == (2, 4096, "a", idle.host_ref)
        assert call.cluster_id == told.cluster == "c1"
        assert call.blob is not None
        assert call.blob.reveal() == b"blob"
        call.finish()
        await b.observer.ends.get()
        await b.engine.submit(command(Kind.DRAIN, grace_s=33))
        assert (await b.backend.calls.get()).grace_s == 33


async def test_parallel_identical_retries_get_one_operation_and_one_call() -> None:
    """64 Creates at once: one id, one call of the backend; a retry after the end gets the id again."""
    async with bench() as b:
        acks = await asyncio.gather(*(b.engine.submit(command(Kind.CREATE)) for _ in range(64)))
        assert len({ack.operation_id for ack in acks}) == 1
        await b.observer.ends.get()
        assert (await b.engine.submit(command(Kind.CREATE))).operation_id == acks[0].operation_id
        assert b.backend.counts[Kind.CREATE] == 1


async def test_of_conflicting_commands_one_wins() -> None:
    """Configure and Delete race for an IDLE machine: one is accepted, the other out of position."""
    async with bench() as b:
        await b.run(Kind.CREATE)
        results = await asyncio.gather(
            *(b.engine.submit(command(kind)) for kind in [Kind.CONFIGURE, Kind.DELETE] * 8),
            return_exceptions=True,
        )
        won = {result.operation_id for result in results if isinstance(result, Ack)}
        lost = [result for result in results if not isinstance(result, Ack)]
        assert len(won) == 1
        assert len(lost) == 8
        assert all(isinstance(result, InvalidTransition) for result in lost)


async def test_new_cycle_mints_a_new_operation_id() -> None:
    """The second Create of a machine is another operation than the first."""
    async with bench() as b:
        first = await b.engine.submit(command(Kind.CREATE))
        await b.observer.ends.get()
        await b.run(Kind.DELETE)
        second = await b.engine.submit(command(Kind.CREATE))
        assert first.operation_id != second.operation_id


async def test_fence_marks_hold_within_one_group_and_move_for_unknown_machines() -> None:
    """Commands decided together see each other's marks; NOT_FOUND moves the mark durably."""
    store = ScriptedStore()
    async with bench(store) as b:
        token = Token("s1", 1, 1)
        results = await asyncio.gather(
            b.engine.submit(command(Kind.CREATE, machine_id="nobody", token=token)),
            b.engine.submit(command(Kind.CREATE, machine_id="nobody", token=token)),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [MachineNotFound, Fenced]
        assert [dict(delta.marks) for delta in store.deltas] == [{MarkKey("s1", "nobody"): Mark(1, 1)}]


async def test_unfenced_refusal_writes_nothing() -> None:
    """A refusal that moves no mark needs no disk."""
    store = ScriptedStore()
    async with bench(store) as b:
        with pytest.raises(InvalidTransition):
            await b.engine.submit(command(Kind.DRAIN))
        assert store.deltas == []


async def test_backend_error_becomes_last_error_word_for_word() -> None:
    """A planned failure shows the backend's text, and the machine keeps its binding for the operator."""
    async with bench() as b:
        await b.run(Kind.CREATE)
        b.backend.errors[Kind.CONFIGURE] = BackendError("hook exited 3: no route to host")
        failed = await b.run(Kind.CONFIGURE)
        assert (failed.state, failed.last_error) == (S.FAILED, "hook exited 3: no route to host")
        assert failed.cluster == "c1"
        assert b.observer.strange == []


async def test_unexpected_exception_shows_nothing_of_itself_and_is_counted() -> None:
    """An exception that nobody planned for fails the machine with a fixed text."""
    async with bench() as b:
        b.backend.errors[Kind.CREATE] = RuntimeError("canary")
        failed = await b.run(Kind.CREATE)
        assert failed.state is S.FAILED
        assert "canary" not in failed.last_error
        assert b.observer.strange == ["create"]


@pytest.mark.parametrize("kind", Kind)
async def test_timeout_fails_each_operation_after_its_own_limit(kind: Kind) -> None:
    """At the limit, not before: FAILED with operation and limit, and the backend's task is cancelled."""
    async with bench() as b:
        for earlier in PREPARED_BY[kind]:
            await b.run(earlier)
        b.backend.held.add(kind)
        ack = await b.engine.submit(command(kind))
        call = await b.backend.calls.get()
        b.clock.advance(LIMITS_S[kind] - 1)
        assert b.state() is ack.machine.state
        b.clock.advance(1)
        assert (await b.observer.ends.get())[:2] == (kind, "timed_out")
        assert b.get().last_error == (
            f"{kind} timed out after {LIMITS_S[kind]:g} s (operation {ack.operation_id})"
        )
        await call.cancelled.wait()


async def test_late_success_after_timeout_is_discarded() -> None:
    """Work that ignores its cancellation and succeeds later changes nothing: FAILED stays verbatim."""
    async with bench() as b:
        b.backend.held.add(Kind.CREATE)
        b.backend.stubborn.add(Kind.CREATE)
        await b.engine.submit(command(Kind.CREATE))
        call = await b.backend.calls.get()
        b.clock.advance(LIMITS_S[Kind.CREATE])
        await b.observer.ends.get()
        failed = b.get()
        head = b.inventory.head
        call.finish()
        # The late result passes through the queue before this command does.
        b.backend.held.clear()
        await b.run(Kind.CREATE, 1)
        assert b.get() is failed
        assert b.inventory.head == head + 2
        with pytest.raises(InvalidTransition):
            await b.engine.submit(command(Kind.CREATE))


async def test_timer_of_an_ended_operation_is_stopped() -> None:
    """After an operation has ended its limit is of no concern any more."""
    async with bench() as b:
        await b.run(Kind.CREATE)
        assert b.clock.pending == 0
        assert b.engine.under_way == 0
        b.clock.advance(10_000)
        await b.run(Kind.CREATE, 1)
        assert b.state() is S.IDLE


async def test_bug_in_a_decision_does_not_stop_the_writer() -> None:
    """An item whose decision raises is refused, and the engine goes on with the next."""
    async with bench() as b:
        with pytest.raises(Exception, match="bug in the provider"):
            await b.engine.submit(command(Kind.CREATE, token="not a token"))
        assert (await b.run(Kind.CREATE)).state is S.IDLE
        assert b.observer.strange == ["decide"]


async def test_closed_engine_refuses_commands_and_cancels_work() -> None:
    """After close: Unavailable; the work is cancelled and stays recorded as under way."""
    async with bench() as b:
        b.backend.held.add(Kind.CREATE)
        await b.engine.submit(command(Kind.CREATE))
        call = await b.backend.calls.get()
        await b.engine.close()
        assert call.cancelled.is_set()
        assert b.state() is S.CREATING
        with pytest.raises(Unavailable):
            await b.engine.submit(command(Kind.CREATE))
        with pytest.raises(Unavailable):
            await b.engine.reconcile()
        await b.engine.close()


async def test_reconcile_leaves_what_changed_while_the_hosts_were_observed() -> None:
    """A Create that was accepted and ended during the observation is newer than what was observed."""
    async with bench() as b:

        async def meanwhile() -> None:
            await b.run(Kind.CREATE)

        b.backend.on_describe = meanwhile
        b.backend.observed = [
            ObservedMachine(machine_id=slot().id, zone="a", host_ref="x", running=True, cluster="c9")
        ]
        assert await b.engine.reconcile() == 0
        assert (b.state(), b.get().cluster) == (S.IDLE, None)
        b.backend.on_describe = None
        assert await b.engine.reconcile() == 1
        assert (b.state(), b.get().cluster) == (S.CONFIGURED, "c9")
        assert b.observer.reconciles == [True, True]


async def test_reconcile_reports_what_the_backend_could_not_do() -> None:
    """A planned failure is passed on, another one without its text; both are counted, nothing changes."""
    async with bench() as b:
        b.backend.describe_error = BackendError("no zone answers")
        with pytest.raises(BackendError, match="no zone answers"):
            await b.engine.reconcile()
        b.backend.describe_error = RuntimeError("canary")
        with pytest.raises(BackendError) as caught:
            await b.engine.reconcile()
        assert "canary" not in str(caught.value)
        assert b.observer.reconciles == [False, False]
        assert b.observer.strange == ["describe"]


async def test_machine_whose_host_is_missed_for_some_time_fails() -> None:
    """Once may be a race with whoever looks; seen in between, the doubt is gone."""
    async with bench() as b:
        idle = await b.run(Kind.CREATE)
        assert idle.host_ref is not None
        there = ObservedMachine(machine_id=slot().id, zone="a", host_ref=idle.host_ref, running=True)
        for observed in ([], [there], [], []):
            b.backend.observed = list(observed)
            assert await b.engine.reconcile() == 0
            assert b.engine.doubts() is (observed == [])
            b.clock.advance(DOUBT_S - 0.1)
        b.clock.advance(0.1)
        assert await b.engine.reconcile() == 1
        assert not b.engine.doubts()
        assert (b.state(), b.get().last_error) == (
            S.FAILED,
            f"host {idle.host_ref} is not in zone a any more",
        )


async def test_operation_ids_differ_where_the_counter_was_set_back() -> None:
    """A state file that was restored from a backup counts from before; its ids are new all the same."""
    ids = []
    for _ in range(2):
        async with bench() as b:
            ids.append((await b.engine.submit(command(Kind.CREATE))).operation_id)
    assert ids[0] != ids[1]


async def test_callers_beyond_the_bound_wait_in_line() -> None:
    """The queue never holds more commands than its bound, whatever is sent, and all are answered."""
    store = ScriptedStore()
    async with bench(store) as b, store.gate():
        first = asyncio.create_task(b.engine.submit(command(Kind.CREATE)))
        await store.reached()
        others = [asyncio.create_task(b.engine.submit(command(Kind.CREATE))) for _ in range(MAX_WAITING + 9)]
        # One turn of the loop lets as many as may reach the queue.
        await asyncio.sleep(0)
        assert b.engine._queue.qsize() == MAX_WAITING - 1
        store.release()
        acks = await asyncio.gather(first, *others)
        assert len({ack.operation_id for ack in acks}) == 1


async def test_reconcile_that_could_not_be_made_durable_is_counted_as_failed() -> None:
    """An observation whose consequences the disk refuses is no success."""
    store = ScriptedStore()
    async with bench(store) as b:
        b.backend.observed = [ObservedMachine(machine_id=slot().id, zone="a", host_ref="x", running=True)]
        store.error = StoreError("disk full")
        with pytest.raises(StoreError):
            await b.engine.reconcile()
        assert b.observer.reconciles == [False]
        store.error = None
        assert await b.engine.reconcile() == 1
        assert b.observer.reconciles == [False, True]
