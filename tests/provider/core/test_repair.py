"""Repair: an operator's way out of FAILED, through the same queue as everything else."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from purevirt.provider.core import engine as module
from purevirt.provider.core.backend import BackendError
from purevirt.provider.core.engine import Ack
from purevirt.provider.core.lifecycle import By, Command
from purevirt.provider.core.model import Kind, MachineState
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.errors import InvalidRequest, InvalidTransition, MachineNotFound
from tests.provider.fakes import LIMITS_S, Bench, bench, command, slot

if TYPE_CHECKING:
    from pathlib import Path

S = MachineState


def repair(number: int = 0) -> Command:
    """Return an operator's command."""
    return Command(kind=Kind.DELETE, by=By.OPERATOR, machine_id=slot(number).id)


async def fail_configure(b: Bench) -> None:
    """Leave machine 0 FAILED, with a host and a binding."""
    await b.run(Kind.CREATE)
    b.backend.errors[Kind.CONFIGURE] = BackendError("the hook exited 1")
    await b.run(Kind.CONFIGURE, metadata={"k": "v"})
    assert (b.state(), b.get().cluster) == (S.FAILED, "c1")


async def test_repair_tears_down_and_the_slot_lives_again() -> None:
    """Host and binding are gone, the backend was asked once, and a new life begins with a Create."""
    async with bench() as b:
        await fail_configure(b)
        ack = await b.engine.submit(repair())
        assert ack.machine.state is S.DELETING
        await b.observer.ends.get()
        freed = b.get()
        assert (freed.state, freed.host_ref, freed.cluster, freed.last_error) == (
            S.SPECULATIVE,
            None,
            None,
            "",
        )
        assert b.backend.counts[Kind.DELETE] == 1
        assert (await b.run(Kind.CREATE)).state is S.IDLE


async def test_repair_works_where_shards_cannot_delete() -> None:
    """A pool of bare metal is repaired too."""
    async with bench(deletable=False) as b:
        await fail_configure(b)
        await b.engine.submit(repair())
        await b.observer.ends.get()
        assert b.state() is S.SPECULATIVE


async def test_repair_that_fails_or_runs_over_its_time_leaves_it_failed_and_repairable() -> None:
    """The reason is the new last_error; the next repair is a new operation."""
    async with bench() as b:
        await fail_configure(b)
        b.backend.errors[Kind.DELETE] = BackendError("the volume is busy")
        first = await b.engine.submit(repair())
        await b.observer.ends.get()
        assert (b.state(), b.get().last_error) == (S.FAILED, "the volume is busy")
        b.backend.errors.clear()
        b.backend.held.add(Kind.DELETE)
        second = await b.engine.submit(repair())
        assert second.operation_id != first.operation_id
        b.clock.advance(LIMITS_S[Kind.DELETE])
        await b.observer.ends.get()
        assert b.state() is S.FAILED
        assert b.get().last_error.startswith("delete timed out")


async def test_repair_of_anything_else_is_refused() -> None:
    """A machine that has not failed, or is not there, is left as it is."""
    async with bench() as b:
        await b.run(Kind.CREATE)
        with pytest.raises(InvalidTransition, match="is IDLE; repair starts at FAILED"):
            await b.engine.submit(repair())
        with pytest.raises(MachineNotFound):
            await b.engine.submit(Command(kind=Kind.DELETE, by=By.OPERATOR, machine_id="nobody"))
        assert b.backend.counts[Kind.DELETE] == 0


async def test_parallel_repairs_tear_down_once() -> None:
    """Of two repairs the second finds the machine on its way."""
    async with bench() as b:
        await fail_configure(b)
        b.backend.held.add(Kind.DELETE)
        await b.engine.submit(repair())
        with pytest.raises(InvalidTransition, match="is DELETING"):
            await b.engine.submit(repair())
        (await b.backend.calls.get()).finish()
        await b.observer.ends.get()
        assert b.backend.counts[Kind.DELETE] == 1


async def test_repair_waits_for_work_that_ignored_its_timeout() -> None:
    """A zombie of the old operation and the tear-down never work on one machine at a time."""
    async with bench() as b:
        await b.run(Kind.CREATE)
        b.backend.held.add(Kind.CONFIGURE)
        b.backend.stubborn.add(Kind.CONFIGURE)
        await b.engine.submit(command(Kind.CONFIGURE))
        zombie = await b.backend.calls.get()
        b.clock.advance(LIMITS_S[Kind.CONFIGURE])
        await b.observer.ends.get()
        await zombie.cancelled.wait()
        with pytest.raises(InvalidTransition, match="still not ended"):
            await b.engine.submit(repair())
        assert b.state() is S.FAILED
        zombie.finish()
        await asyncio.wait({one for one in asyncio.all_tasks() if one.get_name().startswith("configure-")})
        await b.engine.submit(repair())
        await b.observer.ends.get()
        assert b.state() is S.SPECULATIVE


async def test_repair_interrupted_by_a_restart_is_failed_and_can_be_repeated(tmp_path: Path) -> None:
    """A provider that dies in the middle of a repair leaves a machine that can be repaired again."""
    path = tmp_path / "state.db"
    async with bench(SqliteStore.open(path)) as b:
        await fail_configure(b)
        b.backend.held.add(Kind.DELETE)
        await b.engine.submit(repair())
    async with bench(SqliteStore.open(path)) as b:
        assert b.state() is S.FAILED
        assert "delete was interrupted by a restart" in b.get().last_error
        await b.engine.submit(repair())
        await b.observer.ends.get()
        assert b.state() is S.SPECULATIVE
    with closing(SqliteStore.open(path)) as store:
        assert store.load().machines[slot().id].state is S.SPECULATIVE


async def test_fleet_never_outgrows_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bindings of one commit count together; what does not fit is refused by field, the rest is taken."""
    async with bench(encode=lambda one: b"x" * sum(map(len, one.metadata.values()))) as b:
        for number in range(3):
            await b.run(Kind.CREATE, number)
        monkeypatch.setattr(module, "MAX_FLEET_BYTES", 239)
        binding = {"": "v" * 80}
        answers = await asyncio.gather(
            *(b.engine.submit(command(Kind.CONFIGURE, number, metadata=binding)) for number in range(3)),
            return_exceptions=True,
        )
        assert [type(one) for one in answers] == [Ack, Ack, InvalidRequest]
        assert b.state(2) is S.IDLE
        await b.observer.ends.get()
        await b.observer.ends.get()
        assert b.inventory.size_bytes == 160
        with pytest.raises(InvalidRequest, match=r"80 bytes do not fit.* 79 are left"):
            await b.engine.submit(command(Kind.CONFIGURE, 2, metadata=binding))
        await b.run(Kind.DRAIN, 0)
        await b.run(Kind.CONFIGURE, 2, metadata=binding)
        assert b.state(2) is S.CONFIGURED
