"""A shard's picture of the fleet, kept by deltas alone, as BigFleet keeps it."""

import asyncio

import grpc

from bench.soak.tally import Tally
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2_grpc as pb_grpc

POLL_S = 0.4
STATES = pb.MachineState
TRANSITIONAL = frozenset(
    (
        STATES.MACHINE_STATE_CREATING,
        STATES.MACHINE_STATE_CONFIGURING,
        STATES.MACHINE_STATE_DRAINING,
        STATES.MACHINE_STATE_DELETING,
    )
)


class Mirror:
    """The machines by id, and who waits for one of them to change."""

    def __init__(self, stub: pb_grpc.CapacityProviderStub, tally: Tally) -> None:
        self.machines: dict[str, pb.Machine] = {}
        self._stub = stub
        self._tally = tally
        self._revision = b""
        self._changed: dict[str, asyncio.Event] = {}

    async def poll(self) -> None:
        """Fetch what has changed."""
        answer = await self._stub.List(pb.ListFilter(since_revision=self._revision), timeout=120)
        self._revision = answer.revision
        for machine in answer.machines:
            self.machines[machine.id] = machine
            event = self._changed.get(machine.id)
            if event is not None:
                event.set()
        self._tally.count("deltas")

    async def keep(self) -> None:
        """Poll for ever."""
        while True:
            try:
                await self.poll()
            except grpc.aio.AioRpcError as error:
                self._tally.broken(f"List failed: {error.code().name} {error.details()}")
            await asyncio.sleep(POLL_S)

    async def settled(self, ack: pb.TransitionAck) -> pb.Machine:
        """Return a machine once the transition that was just accepted is over."""
        machine_id = ack.machine.id
        self.machines[machine_id] = ack.machine
        event = self._changed[machine_id] = asyncio.Event()
        while self.machines[machine_id].state in TRANSITIONAL:
            event.clear()
            await event.wait()
        del self._changed[machine_id]
        return self.machines[machine_id]
