"""One shard: it takes machines, binds them to clusters, gives them back, and errs as real ones do."""

import asyncio
import random
from dataclasses import dataclass, field

import grpc

from bench.soak.mirror import STATES, Mirror, is_overdue
from bench.soak.tally import Tally
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2_grpc as pb_grpc

MAX_BLOB_BYTES = 300_000
Request = pb.CreateRequest | pb.ConfigureRequest | pb.DrainRequest | pb.DeleteRequest
FENCED = grpc.StatusCode.FAILED_PRECONDITION
Token = tuple[int, int]


@dataclass
class Shard:
    """Lives with its machines for ever.

    `hold_s` is how long a machine stays IDLE or CONFIGURED on average; `operations` are all ids ever seen,
    and whose they were, as hashes, so that an hour of them weighs next to nothing.
    """

    name: str
    machine_ids: list[str]
    stub: pb_grpc.CapacityProviderStub
    mirror: Mirror
    tally: Tally
    chance: random.Random
    hold_s: float
    operations: set[int]
    epoch: int = 1
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _sequence: int = 0

    async def live(self, worker_count: int) -> None:
        """Work with so many machines at a time, until it is told to stop; then leave none behind."""
        waiting: asyncio.Queue[str] = asyncio.Queue()
        for machine_id in self.machine_ids:
            waiting.put_nowait(machine_id)
        async with asyncio.TaskGroup() as group:
            for _ in range(worker_count):
                group.create_task(self._work(waiting))

    async def _work(self, waiting: "asyncio.Queue[str]") -> None:
        await self._hold(self.chance.uniform(0, self.hold_s))
        while not self.stopping.is_set():
            machine_id = waiting.get_nowait()
            await self._life(machine_id)
            waiting.put_nowait(machine_id)
            await self._hold(self.chance.expovariate(4 / self.hold_s))

    async def _hold(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self.stopping.wait(), seconds)
        except TimeoutError:
            return

    async def _life(self, machine_id: str) -> None:
        if not await self._step("Create", machine_id, STATES.MACHINE_STATE_IDLE):
            return
        await self._hold(self.chance.expovariate(2 / self.hold_s))
        for _ in range(self.chance.choice((0, 1, 1, 1, 2))):
            if not await self._step("Configure", machine_id, STATES.MACHINE_STATE_CONFIGURED):
                return
            await self._hold(self.chance.expovariate(1 / self.hold_s))
            if not await self._step("Drain", machine_id, STATES.MACHINE_STATE_IDLE):
                return
        await self._step("Delete", machine_id, STATES.MACHINE_STATE_SPECULATIVE)

    async def _step(self, kind: str, machine_id: str, goal: int) -> bool:
        """Take one transition to its end; tell whether it got where it was to go."""
        token = self._next_token()
        ack = await self._accepted(kind, machine_id, token)
        if ack is None:
            return False
        number, whose = hash(ack.operation_id), hash((ack.operation_id, machine_id, kind))
        if number in self.operations and whose not in self.operations:
            self.tally.broken(f"operation id {ack.operation_id} of {machine_id} {kind} was another's before")
        self.operations |= {number, whose}
        if self.chance.random() < 0.1:
            await self._stale(kind, machine_id, token)
        if self.chance.random() < 0.1:
            await self._repeated(kind, machine_id, ack.operation_id)
        machine = await self.mirror.settled(ack)
        if machine.state == goal:
            self.tally.count(f"{kind} done")
            if goal == STATES.MACHINE_STATE_IDLE and machine.cluster:
                self.tally.broken(f"{machine_id} is IDLE and bound to {machine.cluster}")
            return True
        # what has failed may have been repaired since
        if machine.state not in (STATES.MACHINE_STATE_FAILED, STATES.MACHINE_STATE_SPECULATIVE):
            self.tally.broken(f"{kind} of {machine_id} ended in {STATES.Name(machine.state)}")
        self.tally.count(f"{kind} failed")
        return False

    def _next_token(self) -> Token:
        """Return a token newer than all before; now and then a new leader's, who counts from 1."""
        if self.chance.random() < 0.002:
            self.epoch += 1
            self._sequence = 0
            self.tally.count("epochs")
        self._sequence += 1
        return self.epoch, self._sequence

    def _request(self, kind: str, machine_id: str, token: Token) -> Request:
        made: Request
        if kind == "Create":
            made = pb.CreateRequest(machine_id=machine_id)
        elif kind == "Delete":
            made = pb.DeleteRequest(machine_id=machine_id)
        elif kind == "Drain":
            made = pb.DrainRequest(machine_id=machine_id, grace_period_seconds=30)
        else:
            made = pb.ConfigureRequest(
                machine_id=machine_id,
                cluster_id=f"{self.name}-c{self.chance.randrange(20)}",
                bootstrap_blob=self.chance.randbytes(int(self.chance.triangular(100, MAX_BLOB_BYTES, 2000))),
                shard_metadata={"shard": self.name},
            )
        made.shard_id = self.name
        made.shard_epoch, made.sequence_number = token
        return made

    async def _call(self, kind: str, machine_id: str, token: Token) -> pb.TransitionAck:
        call = getattr(self.stub, kind)
        answer: pb.TransitionAck = await call(self._request(kind, machine_id, token), timeout=30)
        return answer

    async def _accepted(self, kind: str, machine_id: str, token: Token) -> pb.TransitionAck | None:
        try:
            return await self._call(kind, machine_id, token)
        except grpc.aio.AioRpcError as error:
            # out of position: what failed is waiting for its repair, or is being repaired
            if error.code() is not grpc.StatusCode.INTERNAL and not is_overdue(error, self.tally):
                self.tally.broken(f"{kind} of {machine_id}: {error.code().name} {error.details()}")
            self.tally.count(f"{kind} refused")
            return None

    async def _stale(self, kind: str, machine_id: str, used: Token) -> None:
        """A token that is not newer than one that was used changes nothing, whatever the machine does."""
        epoch, sequence = used
        old = self.chance.choice([used, (epoch, sequence - 1), (epoch - 1, 1 << 60)])
        try:
            await self._call(kind, machine_id, old)
        except grpc.aio.AioRpcError as error:
            if error.code() is not FENCED and not is_overdue(error, self.tally):
                self.tally.broken(f"stale {kind} of {machine_id}: {error.code().name}")
            self.tally.count("fenced")
        else:
            self.tally.broken(f"stale {kind} of {machine_id} was accepted")

    async def _repeated(self, kind: str, machine_id: str, operation_id: str) -> None:
        """The same again is the same operation, unless it has failed meanwhile."""
        try:
            ack = await self._call(kind, machine_id, self._next_token())
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.INTERNAL and not is_overdue(error, self.tally):
                self.tally.broken(f"repeated {kind} of {machine_id}: {error.code().name}")
            return
        self.tally.count("repeated")
        if ack.operation_id != operation_id:
            self.tally.broken(f"repeated {kind} of {machine_id}: {ack.operation_id}, not {operation_id}")
