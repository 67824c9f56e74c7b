"""The contract's rules as a client sees them, over a real gRPC server."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

import grpc
import pytest

from purevirt.provider.core.backend import BackendError
from purevirt.provider.core.model import MAX_BLOB_BYTES, MAX_METADATA_BYTES, Kind
from purevirt.provider.errors import Fenced, Interrupted, ProviderError
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving.service import STATUS_CODES, status_code
from tests.provider.client import UNKNOWN, Client, Provider, code_of, machine_id, provider, refused, settings
from tests.provider.fakes import LIMITS_S

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Code = grpc.StatusCode
HUGE = 2**63 - 1


@pytest.fixture
async def p() -> AsyncIterator[Provider]:
    """A provider of four slots."""
    async with provider() as made:
        yield made


def total_subclasses(kind: type[ProviderError]) -> set[type[ProviderError]]:
    """Return every class below `kind` that the provider's core defines."""
    return {kind} | {deeper for one in kind.__subclasses__() for deeper in total_subclasses(one)}


def test_status_table_is_total_and_only_a_fence_is_a_failed_precondition() -> None:
    """Every error of ours has a code of its own, and FAILED_PRECONDITION belongs to one of them."""
    every = total_subclasses(ProviderError)
    raised_by_calls = ("purevirt.provider.errors", "purevirt.provider.core.backend")
    assert {kind for kind in every if kind.__module__ in raised_by_calls} - {Interrupted} <= set(STATUS_CODES)
    assert {kind for kind in every if status_code(kind) is Code.FAILED_PRECONDITION} == {Fenced}
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
