"""The contract's rules as a client sees them, over a real gRPC server."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import grpc
import pytest

from purevirt.provider.backend import BackendError, ObservedMachine
from purevirt.provider.errors import ProviderError
from purevirt.provider.model import MAX_BLOB_BYTES, MAX_METADATA_BYTES, Kind
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.service import STATUS_CODES, status_code
from tests.provider.client import UNKNOWN, Client, Provider, machine_id, provider, settings
from tests.provider.fakes import LIMITS_S, FakeBackend

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable
    from pathlib import Path

Code = grpc.StatusCode
HUGE = 2**63 - 1


@pytest.fixture
async def p() -> AsyncIterator[Provider]:
    """A provider of four slots."""
    async with provider() as made:
        yield made


async def refused(call: Awaitable[object]) -> tuple[grpc.StatusCode, str]:
    """Return the code and the text that a call is refused with."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value.code(), caught.value.details() or ""


async def code_of(call: Awaitable[object]) -> grpc.StatusCode:
    """Return the code that a call is refused with."""
    return (await refused(call))[0]


async def configured(client: Client, number: int = 0) -> pb.Machine:
    """Bring a machine to CONFIGURED."""
    await client.create(pb.CreateRequest(machine_id=machine_id(number)))
    await client.until(pb.MACHINE_STATE_IDLE, number)
    await client.configure(pb.ConfigureRequest(machine_id=machine_id(number), cluster_id="c1"))
    return await client.until(pb.MACHINE_STATE_CONFIGURED, number)


def total_subclasses(kind: type[ProviderError]) -> set[type[ProviderError]]:
    """Return every class below `kind` that the provider's core defines."""
    return {kind} | {deeper for one in kind.__subclasses__() for deeper in total_subclasses(one)}


def test_status_table_is_total_and_only_a_fence_is_a_failed_precondition() -> None:
    """Every error of ours has a code of its own, and FAILED_PRECONDITION belongs to one of them."""
    ours = {kind for kind in total_subclasses(ProviderError) if kind.__module__.count(".") == 2}
    assert ours <= set(STATUS_CODES)
    assert [kind.__name__ for kind, code in STATUS_CODES.items() if code is Code.FAILED_PRECONDITION] == [
        "Fenced"
    ]

    class Deeper(BackendError):
        """An error that a backend defines for itself."""

    assert status_code(Deeper) is Code.INTERNAL


async def test_lifecycle_answers_at_once_and_shows_each_state(p: Provider) -> None:
    """Every ack is in the transitional state; host, cluster and metadata come and go as the contract says."""
    p.backend.held.update(Kind)
    ack = await p.client.create(pb.CreateRequest(machine_id=machine_id()))
    assert ack.machine.state == pb.MACHINE_STATE_CREATING
    assert not ack.machine.HasField("host")
    assert (await p.client.get()) == ack.machine
    (await p.backend.calls.get()).finish()
    idle = await p.client.until(pb.MACHINE_STATE_IDLE)
    assert (idle.host.provider, idle.host.ref) == ("libvirt", f"host-{ack.operation_id}")

    request = pb.ConfigureRequest(machine_id=machine_id(), cluster_id="c1", shard_metadata={"k": "v"})
    ack = await p.client.configure(request)
    assert (ack.machine.state, ack.machine.cluster) == (pb.MACHINE_STATE_CONFIGURING, "c1")
    assert dict(ack.machine.shard_metadata) == {"k": "v"}
    (await p.backend.calls.get()).finish()
    bound = await p.client.until(pb.MACHINE_STATE_CONFIGURED)
    assert (bound.cluster, dict(bound.shard_metadata), bound.host) == ("c1", {"k": "v"}, idle.host)

    ack = await p.client.drain(pb.DrainRequest(machine_id=machine_id(), grace_period_seconds=HUGE))
    assert (ack.machine.state, ack.machine.cluster) == (pb.MACHINE_STATE_DRAINING, "c1")
    call = await p.backend.calls.get()
    assert call.grace_s == HUGE
    call.finish()
    drained = await p.client.until(pb.MACHINE_STATE_IDLE)
    assert (drained.cluster, dict(drained.shard_metadata), drained.host) == ("", {}, idle.host)

    ack = await p.client.delete(pb.DeleteRequest(machine_id=machine_id()))
    assert ack.machine.state == pb.MACHINE_STATE_DELETING
    (await p.backend.calls.get()).finish()
    gone = await p.client.until(pb.MACHINE_STATE_SPECULATIVE)
    assert not gone.HasField("host")
    assert gone.id == machine_id()


async def test_machine_has_the_shape_of_its_offering(p: Provider) -> None:
    """Type, zone, capacity type, price and sizes are top-level fields, and none of them is a label."""
    found = await p.client.get()
    assert (found.instance_type, found.zone, found.capacity_type) == (
        "kvm.small",
        "a",
        pb.CAPACITY_TYPE_ON_DEMAND,
    )
    assert found.price_per_hour == pytest.approx(2 * 0.003 + 4 * 0.0008)
    assert found.interruption_probability == 0
    assert dict(found.allocatable.resources) == {"cpu": "2", "memory": "4Gi"}
    assert dict(found.resources.resources) == {"cpu": "2", "memory": "4Gi"}
    assert not set(found.labels) & {"instance_type", "zone", "capacity_type"}
    assert found.last_error == ""


@pytest.mark.parametrize(
    "request_",
    [
        pb.CreateRequest(),
        pb.CreateRequest(shard_id="s", shard_epoch=1, sequence_number=1),
        pb.CreateRequest(machine_id=UNKNOWN, shard_id="s", shard_epoch=-1),
        pb.CreateRequest(machine_id=UNKNOWN, shard_id="s", sequence_number=-1),
    ],
)
async def test_malformed_create_is_invalid_argument(p: Provider, request_: pb.CreateRequest) -> None:
    """Shape comes before everything, also before NOT_FOUND."""
    assert await code_of(p.client.create(request_)) is Code.INVALID_ARGUMENT


async def test_negative_grace_is_invalid_argument_and_moves_no_mark(p: Provider) -> None:
    """A malformed Drain touches nothing: its token can be used again."""
    bad = pb.DrainRequest(
        machine_id=machine_id(), grace_period_seconds=-1, shard_id="s", shard_epoch=1, sequence_number=1
    )
    assert await code_of(p.client.drain(bad)) is Code.INVALID_ARGUMENT
    bad.grace_period_seconds = 0
    assert await code_of(p.client.drain(bad)) is Code.INTERNAL
    assert await code_of(p.client.drain(bad)) is Code.FAILED_PRECONDITION


async def test_fence_hides_whether_a_machine_exists(p: Provider) -> None:
    """A fresh token on an unknown machine is NOT_FOUND and moves the mark; a stale one is fenced."""
    request = pb.DeleteRequest(machine_id=UNKNOWN, shard_id="s", shard_epoch=1, sequence_number=1)
    assert await code_of(p.client.delete(request)) is Code.NOT_FOUND
    assert await code_of(p.client.delete(request)) is Code.FAILED_PRECONDITION


async def test_fence_orders_by_epoch_then_sequence_with_int64_maxima(p: Provider) -> None:
    """A higher epoch wins with any sequence; maxima work; nothing is newer than both."""
    outcomes = []
    for epoch, sequence in (
        (1, HUGE),
        (1, HUGE),
        (2, 0),
        (1, HUGE),
        (HUGE, HUGE - 1),
        (HUGE, HUGE),
        (HUGE, HUGE),
    ):
        request = pb.CreateRequest(
            machine_id=machine_id(), shard_id="s", shard_epoch=epoch, sequence_number=sequence
        )
        [result] = await asyncio.gather(p.client.create(request), return_exceptions=True)
        outcomes.append(result.code() if isinstance(result, grpc.aio.AioRpcError) else Code.OK)
    fenced, passed = Code.FAILED_PRECONDITION, Code.OK
    assert outcomes == [passed, fenced, passed, fenced, passed, passed, fenced]


async def test_marks_are_per_shard_and_machine_and_unfenced_calls_pass(p: Provider) -> None:
    """One shard's sequence for a machine says nothing of another machine or shard."""
    for shard, number, sequence in (("s1", 0, 9), ("s1", 1, 1), ("s2", 0, 1)):
        await p.client.create(
            pb.CreateRequest(
                machine_id=machine_id(number), shard_id=shard, shard_epoch=1, sequence_number=sequence
            )
        )
    await p.client.create(pb.CreateRequest(machine_id=machine_id()))


async def test_unknown_machine_is_not_found(p: Provider) -> None:
    """All six calls that name a machine say NOT_FOUND for an unknown one, an empty one in a read included."""
    for call in (
        p.client.create(pb.CreateRequest(machine_id=UNKNOWN)),
        p.client.configure(pb.ConfigureRequest(machine_id=UNKNOWN)),
        p.client.drain(pb.DrainRequest(machine_id=UNKNOWN)),
        p.client.delete(pb.DeleteRequest(machine_id=UNKNOWN)),
        p.client.get(999),
    ):
        assert await code_of(call) is Code.NOT_FOUND


async def test_out_of_position_is_internal_and_changes_nothing(p: Provider) -> None:
    """Never FAILED_PRECONDITION; machine and revision stay as they were."""
    before = await p.client.list()
    for call in (
        p.client.configure(pb.ConfigureRequest(machine_id=machine_id(), cluster_id="c")),
        p.client.drain(pb.DrainRequest(machine_id=machine_id())),
        p.client.delete(pb.DeleteRequest(machine_id=machine_id())),
    ):
        assert await code_of(call) is Code.INTERNAL
    assert await p.client.list() == before


async def test_retries_return_the_operation_that_brought_the_machine_there(p: Provider) -> None:
    """Create and Drain both end in IDLE with ids of their own; nothing runs twice; new cycle, new id."""
    create = await p.client.create(pb.CreateRequest(machine_id=machine_id()))
    await p.client.until(pb.MACHINE_STATE_IDLE)
    bind = pb.ConfigureRequest(machine_id=machine_id(), cluster_id="c1")
    configure = await p.client.configure(bind)
    await p.client.until(pb.MACHINE_STATE_CONFIGURED)
    assert (await p.client.configure(bind)).operation_id == configure.operation_id
    drain = await p.client.drain(pb.DrainRequest(machine_id=machine_id()))
    await p.client.until(pb.MACHINE_STATE_IDLE)
    again = await p.client.create(pb.CreateRequest(machine_id=machine_id()))
    assert (again.operation_id, again.machine.state) == (create.operation_id, pb.MACHINE_STATE_IDLE)
    assert (await p.client.drain(pb.DrainRequest(machine_id=machine_id()))).operation_id == drain.operation_id
    second = await p.client.configure(bind)
    assert len({create.operation_id, configure.operation_id, drain.operation_id, second.operation_id}) == 4
    await p.client.until(pb.MACHINE_STATE_CONFIGURED)
    assert p.backend.counts == {Kind.CREATE: 1, Kind.CONFIGURE: 2, Kind.DRAIN: 1}


async def test_parallel_retries_over_many_connections_get_one_operation(p: Provider) -> None:
    """32 connections, one Create each: one id, one call of the backend."""
    p.backend.held.add(Kind.CREATE)

    async def one() -> str:
        options = (("grpc.use_local_subchannel_pool", 1),)
        async with grpc.aio.insecure_channel(f"127.0.0.1:{p.server.port}", options=options) as channel:
            return (await Client(channel).create(pb.CreateRequest(machine_id=machine_id()))).operation_id

    assert len(set(await asyncio.gather(*(one() for _ in range(32))))) == 1
    assert p.backend.counts[Kind.CREATE] == 1


async def test_of_conflicting_configures_one_wins(p: Provider) -> None:
    """Two clusters race for a machine: all acks are for the one that the machine is bound to."""
    await p.client.create(pb.CreateRequest(machine_id=machine_id()))
    await p.client.until(pb.MACHINE_STATE_IDLE)
    results = await asyncio.gather(
        *(
            p.client.configure(pb.ConfigureRequest(machine_id=machine_id(), cluster_id=f"c{n % 2}"))
            for n in range(16)
        ),
        return_exceptions=True,
    )
    acks = [result for result in results if isinstance(result, pb.TransitionAck)]
    winner = (await p.client.get()).cluster
    assert {ack.machine.cluster for ack in acks} == {winner}
    assert len(acks) == 8
    assert len({ack.operation_id for ack in acks}) == 1


async def test_failed_machine_refuses_mutations_and_keeps_its_error(p: Provider) -> None:
    """FAILED stays verbatim, reads go on, no refusal is FAILED_PRECONDITION."""
    p.backend.errors[Kind.CREATE] = BackendError("pool 'default' is full")
    await p.client.create(pb.CreateRequest(machine_id=machine_id()))
    failed = await p.client.until(pb.MACHINE_STATE_FAILED)
    assert failed.last_error == "pool 'default' is full"
    for call in (
        p.client.create(pb.CreateRequest(machine_id=machine_id())),
        p.client.configure(pb.ConfigureRequest(machine_id=machine_id(), cluster_id="c")),
        p.client.drain(pb.DrainRequest(machine_id=machine_id())),
        p.client.delete(pb.DeleteRequest(machine_id=machine_id())),
    ):
        assert await code_of(call) is Code.INTERNAL
    assert await p.client.get() == failed


async def test_transition_over_its_limit_fails_and_a_late_result_is_discarded(p: Provider) -> None:
    """last_error names operation and limit, and stays when the work reports success afterwards."""
    p.backend.held.add(Kind.CREATE)
    p.backend.stubborn.add(Kind.CREATE)
    await p.client.create(pb.CreateRequest(machine_id=machine_id()))
    call = await p.backend.calls.get()
    p.clock.advance(LIMITS_S[Kind.CREATE])
    failed = await p.client.until(pb.MACHINE_STATE_FAILED)
    assert failed.last_error.startswith("create timed out after 300 s")
    call.finish()
    p.backend.held.clear()
    await p.client.create(pb.CreateRequest(machine_id=machine_id(1)))
    await p.client.until(pb.MACHINE_STATE_IDLE, 1)
    assert await p.client.get() == failed


async def test_delete_on_bare_metal_is_unimplemented_and_touches_nothing() -> None:
    """The pool's answer comes first: no mark moves, not even for a stale or unknown one."""
    async with provider(settings(bare_metal=True)) as p:
        request = pb.DeleteRequest(machine_id="x", shard_id="s", shard_epoch=1, sequence_number=1)
        for _ in range(2):
            assert await code_of(p.client.delete(request)) is Code.UNIMPLEMENTED
        create = pb.CreateRequest(machine_id="x", shard_id="s", shard_epoch=1, sequence_number=1)
        assert await code_of(p.client.create(create)) is Code.NOT_FOUND


async def test_blob_and_metadata_at_their_caps_are_taken_whole(p: Provider) -> None:
    """3 MiB of blob and 2 MiB of metadata in one request arrive and are echoed byte for byte."""
    blob = os.urandom(MAX_BLOB_BYTES)
    metadata = {f"key-{number:04d}": "ä" * 2048 for number in range(512)}
    await p.client.create(pb.CreateRequest(machine_id=machine_id()))
    await p.client.until(pb.MACHINE_STATE_IDLE)
    p.backend.held.add(Kind.CONFIGURE)
    ack = await p.client.configure(
        pb.ConfigureRequest(
            machine_id=machine_id(), cluster_id="c", bootstrap_blob=blob, shard_metadata=metadata
        )
    )
    assert dict(ack.machine.shard_metadata) == metadata
    call = await p.backend.calls.get()
    assert call.blob is not None
    assert call.blob.reveal() == blob
    assert dict((await p.client.get()).shard_metadata) == metadata


@pytest.mark.parametrize(
    "request_",
    [
        pb.ConfigureRequest(
            machine_id=machine_id(), cluster_id="c", bootstrap_blob=bytes(MAX_BLOB_BYTES + 1)
        ),
        pb.ConfigureRequest(machine_id=machine_id(), cluster_id="c", bootstrap_blob=bytes(6 << 20)),
        pb.ConfigureRequest(
            machine_id=machine_id(), cluster_id="c", shard_metadata={"k": "x" * MAX_METADATA_BYTES}
        ),
    ],
    ids=["blob", "large blob", "metadata"],
)
async def test_oversized_payload_is_invalid_argument_and_not_truncated(
    p: Provider, request_: pb.ConfigureRequest
) -> None:
    """Over the documented cap: refused by name, machine unchanged."""
    await p.client.create(pb.CreateRequest(machine_id=machine_id()))
    await p.client.until(pb.MACHINE_STATE_IDLE)
    code, details = await refused(p.client.configure(request_))
    assert code is Code.INVALID_ARGUMENT
    assert "must be at most" in details
    assert (await p.client.get()).state == pb.MACHINE_STATE_IDLE


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
