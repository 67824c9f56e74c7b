"""List over the wire, and what the fleet looks like after restarts, with fewer offerings, on found hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import pytest

from purevirt.provider.core.backend import ObservedMachine
from purevirt.provider.core.model import Kind
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.provider.client import Provider, code_of, configured, machine_id, provider, settings
from tests.provider.fakes import FakeBackend

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

Code = grpc.StatusCode


@pytest.fixture
async def p() -> AsyncIterator[Provider]:
    """A provider of four slots."""
    async with provider() as made:
        yield made


async def test_list_filters_pages_and_deltas_over_the_wire(p: Provider) -> None:
    """A full list, a delta with what changed, an empty delta with the same bytes, a foreign cursor."""
    full = await p.client.list()
    assert [one.id for one in full.machines] == [machine_id(number) for number in range(4)]
    empty = await p.client.list(pb.ListFilter(since_revision=full.revision))
    assert (list(empty.machines), empty.revision) == ([], full.revision)
    await configured(p.client, 2)
    delta = await p.client.list(pb.ListFilter(since_revision=full.revision))
    assert [one.id for one in delta.machines] == [machine_id(2)]
    assert delta.machines[0] == await p.client.get(2)
    for foreign in (b"\0", b"garbage", bytes(33), full.revision + b"\0", b"\0" + full.revision):
        assert len((await p.client.list(pb.ListFilter(since_revision=foreign))).machines) == 4
    states = [pb.MACHINE_STATE_CONFIGURED, pb.MACHINE_STATE_FAILED]
    assert [one.id for one in (await p.client.list(pb.ListFilter(states=states))).machines] == [machine_id(2)]
    unspecified = pb.ListFilter(states=[pb.MACHINE_STATE_UNSPECIFIED])
    assert list((await p.client.list(unspecified)).machines) == []


async def test_list_walks_the_fleet_by_continuation(p: Provider) -> None:
    """Pages of three through four machines: each once, an empty page last, then deltas from the start."""
    met: list[str] = []
    page = await p.client.list(pb.ListFilter(max_results=3))
    while page.machines:
        met += [one.id for one in page.machines]
        page = await p.client.list(pb.ListFilter(max_results=3, since_revision=page.revision))
    assert sorted(met) == [machine_id(number) for number in range(4)]
    await configured(p.client, 1)
    after = await p.client.list(pb.ListFilter(since_revision=page.revision))
    assert [one.id for one in after.machines] == [machine_id(1)]


async def test_list_cursor_of_another_life_gives_a_full_list(p: Provider, tmp_path: Path) -> None:
    """A cursor from before a restart, or of another state file, degrades to a full list."""
    state = tmp_path / "state.db"
    foreign = (await p.client.list()).revision
    async with provider(settings(state=state)) as first:
        old = (await first.client.list()).revision
    async with provider(settings(state=state)) as second:
        for revision in (old, foreign):
            found = await second.client.list(pb.ListFilter(since_revision=revision))
            assert len(found.machines) == 4


async def test_list_negative_cap_is_invalid_argument(p: Provider) -> None:
    """A cap below zero makes no sense."""
    assert await code_of(p.client.list(pb.ListFilter(max_results=-1))) is Code.INVALID_ARGUMENT


async def test_restart_over_the_wire_keeps_marks_bindings_and_ids(tmp_path: Path) -> None:
    """What was answered is there after a restart; what was under way is FAILED and says so."""
    state = tmp_path / "state.db"
    async with provider(settings(state=state)) as p:
        bound = await configured(p.client)
        p.backend.held.add(Kind.CREATE)
        token = pb.CreateRequest(machine_id=machine_id(1), shard_id="s", shard_epoch=4, sequence_number=2)
        await p.client.create(token)
    async with provider(settings(state=state)) as p:
        assert await p.client.get() == bound
        failed = await p.client.get(1)
        assert failed.state == pb.MACHINE_STATE_FAILED
        assert "interrupted by a restart" in failed.last_error
        assert await code_of(p.client.create(token)) is Code.FAILED_PRECONDITION


async def test_removed_offering_leaves_when_speculative_and_stays_while_there_is_a_host(
    tmp_path: Path,
) -> None:
    """Fewer slots after a restart: free ones leave, one with a host stays until it is deleted."""
    state = tmp_path / "state.db"
    async with provider(settings(state=state)) as p:
        await p.client.create(pb.CreateRequest(machine_id=machine_id(3)))
        await p.client.until(pb.MACHINE_STATE_IDLE, 3)
    async with provider(settings(count=1, state=state)) as p:
        full = await p.client.list()
        assert [one.id for one in full.machines] == [machine_id(0), machine_id(3)]
        deleted = await p.client.delete(pb.DeleteRequest(machine_id=machine_id(3)))
        await p.client.until(pb.MACHINE_STATE_SPECULATIVE, 3)
        again = await p.client.delete(pb.DeleteRequest(machine_id=machine_id(3)))
        assert again.operation_id == deleted.operation_id
        assert [one.id for one in (await p.client.list()).machines] == [machine_id(0)]
        delta = await p.client.list(pb.ListFilter(since_revision=full.revision))
        assert [(one.id, one.state) for one in delta.machines] == [
            (machine_id(3), pb.MACHINE_STATE_SPECULATIVE)
        ]
        assert await code_of(p.client.create(pb.CreateRequest(machine_id=machine_id(3)))) is Code.NOT_FOUND
    async with provider(settings(count=1, state=state)) as p:
        assert await code_of(p.client.get(3)) is Code.NOT_FOUND
    async with provider(settings(state=state)) as p:
        # Offered again, it is a new slot: no operation of its earlier life is on record.
        assert (await p.client.get(3)).state == pb.MACHINE_STATE_SPECULATIVE
        assert await code_of(p.client.delete(pb.DeleteRequest(machine_id=machine_id(3)))) is Code.INTERNAL


async def test_first_observation_is_served_from_the_first_call_on() -> None:
    """On a fresh state, what runs on the hosts is there before the first answer."""
    backend = FakeBackend()
    backend.observed = [
        ObservedMachine(machine_id=machine_id(1), zone="a", host_ref="vm-1", running=True),
        ObservedMachine(machine_id=machine_id(2), zone="a", host_ref="vm-2", running=True, cluster="c7"),
    ]
    async with provider(backend=backend) as p:
        states = [(one.state, one.cluster) for one in (await p.client.list()).machines]
    assert states == [
        (pb.MACHINE_STATE_SPECULATIVE, ""),
        (pb.MACHINE_STATE_IDLE, ""),
        (pb.MACHINE_STATE_CONFIGURED, "c7"),
        (pb.MACHINE_STATE_SPECULATIVE, ""),
    ]
