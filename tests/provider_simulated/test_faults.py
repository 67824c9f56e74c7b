"""--simulator-faults: what a conformance suite drives over the wire (capacity-provider section 8)."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import purevirt
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.provider_simulated.conftest import STATES, Running, running

LIMIT_S = 3.0


@pytest.fixture
async def provider() -> AsyncIterator[Running]:
    """A provider with faults, and a short limit for what never ends."""
    async with running("--simulator-faults", "--seed-count=8", f"--configure-timeout={LIMIT_S:g}s") as found:
        yield found


def is_faulty(machine: pb.Machine) -> bool:
    """Tell whether a slot is one whose Create fails."""
    return machine.labels.get("conformance.fault/create") == "error"


async def configured(provider: Running, machine: pb.Machine, cluster: str, *states: int) -> pb.Machine:
    """Create a machine, configure it for a cluster, and return it in one of the states."""
    await provider.stub.Create(pb.CreateRequest(machine_id=machine.id))
    await provider.reach(machine.id, STATES.MACHINE_STATE_IDLE)
    request = pb.ConfigureRequest(machine_id=machine.id, cluster_id=cluster, bootstrap_blob=b"blob")
    await provider.stub.Configure(request)
    return await provider.reach(machine.id, *states)


async def test_all_faults_side_by_side(provider: Running) -> None:
    """Each does what it is called, and another cluster on the same host is well."""
    failed = STATES.MACHINE_STATE_FAILED
    machines = await provider.machines()
    faulty = [one for one in machines if is_faulty(one)]
    assert len(faulty) == 8
    good = iter([one for one in machines if not is_faulty(one)])

    async def create() -> None:
        ack = await provider.stub.Create(pb.CreateRequest(machine_id=faulty[0].id))
        assert ack.machine.state == STATES.MACHINE_STATE_CREATING
        machine = await provider.reach(faulty[0].id, failed)
        assert "a create that was ordered to fail" in machine.last_error

    async def hook() -> None:
        machine = await configured(provider, next(good), "fault-error", failed)
        assert "ordered to fail" in machine.last_error

    async def endless(cluster: str) -> None:
        machine = await configured(provider, next(good), cluster, failed)
        assert f"configure timed out after {LIMIT_S:g} s" in machine.last_error

    async def late() -> None:
        machine = await configured(provider, next(good), "fault-slow-ok", failed)
        domain = provider.sim.host.domains.find(machine.host.ref)
        assert domain is not None
        async with (
            asyncio.timeout(20),
            await purevirt.connect(provider.sim.uri) as conn,
            conn.events.domain_metadata_change(domain.wire()) as events,
        ):
            # the success that comes too late writes its binding last
            while "fault-slow-ok" not in await conn.domain_get_xml_desc(domain.wire()):
                await anext(aiter(events))
        still = await provider.stub.Get(pb.MachineRef(id=machine.id))
        assert (still.state, still.last_error) == (failed, machine.last_error)

    async def drain() -> None:
        machine = await configured(provider, next(good), "fault-drain-error", STATES.MACHINE_STATE_CONFIGURED)
        await provider.stub.Drain(pb.DrainRequest(machine_id=machine.id, grace_period_seconds=1))
        machine = await provider.reach(machine.id, failed)
        assert "ordered to fail" in machine.last_error

    async def well() -> None:
        await configured(provider, next(good), "any-other", STATES.MACHINE_STATE_CONFIGURED)

    async with asyncio.TaskGroup() as group:
        for work in (create(), hook(), endless("fault-timeout"), endless("fault-readiness-block"), late(),
                     drain(), well()):  # fmt: skip
            group.create_task(work)
