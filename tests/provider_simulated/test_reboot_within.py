"""The host reboots in the middle of a machine's end."""

import asyncio

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.provider_simulated.conftest import STATES, Running


async def test_a_host_that_reboots_while_a_machine_is_deleted(provider: Running) -> None:
    """What starts with the host is started between its stop and the end of its definition, and stopped again.

    Undefined while it runs, a domain would live on without a definition, on a disk that is gone.
    """
    machine_id = (await provider.machines())[0].id
    await provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
    machine = await provider.reach(machine_id, STATES.MACHINE_STATE_IDLE)
    host = provider.sim.host
    domain = host.domains.find(machine.host.ref)
    assert domain is not None
    stopped = asyncio.Event()

    def note(_args: object) -> bool:
        stopped.set()
        return True

    stall = provider.sim.faults.stall("DOMAIN_UNDEFINE_FLAGS", when=note)
    await provider.stub.Delete(pb.DeleteRequest(machine_id=machine_id))
    await stopped.wait()
    assert list(host.domains.active) == []
    await provider.sim.reboot_host()
    assert list(host.domains.active) == [domain]
    stall.end()
    await provider.reach(machine_id, STATES.MACHINE_STATE_SPECULATIVE)
    assert list(host.domains) == []
