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


def is_overdue(error: grpc.aio.AioRpcError, tally: Tally) -> bool:
    """Tell whether a call has failed because the machine had no time for it, and count that."""
    overdue = error.code() in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
    if not (overdue and tally.is_starved):
        return False
    tally.count("calls overdue")
    return True


class Mirror:
    """The machines by id, and who waits for one of them to change."""

    def __init__(self, stub: pb_grpc.CapacityProviderStub, tally: Tally) -> None:
        self.machines: dict[str, pb.Machine] = {}
        self._stub = stub
        self._tally = tally
        self._revision = b""
        self._one_at_a_time = asyncio.Lock()
        self._polled = asyncio.Condition()
        self._begun_count = 0
        self._done_count = 0

    async def poll(self) -> None:
        """Fetch what has changed."""
        async with self._one_at_a_time:
            self._begun_count += 1
            answer = await self._stub.List(pb.ListFilter(since_revision=self._revision), timeout=120)
            self._revision = answer.revision
            for machine in answer.machines:
                self.machines[machine.id] = machine
            self._done_count = self._begun_count
        async with self._polled:
            self._polled.notify_all()
        self._tally.count("deltas")

    async def keep(self) -> None:
        """Poll for ever."""
        while True:
            try:
                await self.poll()
            except grpc.aio.AioRpcError as error:
                if not is_overdue(error, self._tally):
                    self._tally.broken(f"List failed: {error.code().name} {error.details()}")
            await asyncio.sleep(POLL_S)

    async def settled(self, ack: pb.TransitionAck) -> pb.Machine:
        """Return a machine once the transition that was just accepted is over.

        The answer to a call may be older than what a poll has brought meanwhile, so that only a poll that
        begins after it tells.
        """
        machine_id, wanted = ack.machine.id, self._begun_count + 1

        def is_over() -> bool:
            return self._done_count >= wanted and self.machines[machine_id].state not in TRANSITIONAL

        async with self._polled:
            await self._polled.wait_for(is_over)
        return self.machines[machine_id]
