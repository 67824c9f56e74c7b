"""kill -9 under load, again and again: `python -m tests.provider.kill_rounds ROUNDS [SEED]`.

A provider process with its state on disk is killed at a random moment while 32 clients work on its machines,
and started again; then every machine is held against what its client knows. The clients repeat calls, send
several at once and send tokens that are too old. What must hold after every kill:

- every machine is there, and none is in a transitional state;
- a token that was answered is refused now, however it was answered;
- an operation that was answered is on record: its machine is where it led, and says its id when asked again,
  or has FAILED and names it;
- what a client has seen to be done is done;
- cluster and metadata are byte for byte what was sent, or gone with the drain that was seen;
- no operation id was ever given to two operations.

Machines that have FAILED are repaired through the admin socket, so that they take part in the next round.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict
from urllib.parse import quote

import grpc

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.provider.client import OPTIONS, Client

if TYPE_CHECKING:
    from collections.abc import Awaitable

CLIENTS = 32
MACHINES = 64
WORK_S = 0.03
LONGEST_LIFE_S = 0.4
START_S = 60.0
S = pb.MachineState
ENDS = {
    "create": S.MACHINE_STATE_IDLE,
    "configure": S.MACHINE_STATE_CONFIGURED,
    "drain": S.MACHINE_STATE_IDLE,
    "delete": S.MACHINE_STATE_SPECULATIVE,
}
KILLED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
AT_REST = {S.MACHINE_STATE_SPECULATIVE, S.MACHINE_STATE_IDLE, S.MACHINE_STATE_CONFIGURED}
NEXT = {
    S.MACHINE_STATE_SPECULATIVE: ("create",),
    S.MACHINE_STATE_IDLE: ("configure", "configure", "delete"),
    S.MACHINE_STATE_CONFIGURED: ("drain",),
}


Binding = tuple[str, tuple[tuple[str, str], ...]]


class Token(TypedDict):
    """The fields of a request that fence it."""

    shard_id: str
    shard_epoch: int
    sequence_number: int


@dataclass(frozen=True)
class Operation:
    """What a client asked for; `operation_id` is empty while nobody has answered."""

    kind: str
    operation_id: str = ""
    cluster: str = ""
    metadata: tuple[tuple[str, str], ...] = ()


@dataclass(eq=False)
class Shadow:
    """A machine as its client knows it."""

    id: str
    number: int
    sequence: int = 0
    answered: int = 0
    last: Operation | None = None
    """The last operation that was answered."""
    done: bool = True
    """Whether its end was seen."""
    unknown: Operation | None = None
    """A request that nobody answered."""
    binding: Binding = ("", ())
    """Cluster and metadata of the last Configure that was answered."""


@dataclass(eq=False)
class Rounds:
    """All that is kept over the rounds."""

    folder: Path
    random: random.Random
    shadows: list[Shadow] = field(default_factory=list)
    minted: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    cycles: Counter[tuple[str, str]] = field(default_factory=Counter)
    calls: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    # Below what the admin socket takes at a time.
    operators: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(4))
    process: asyncio.subprocess.Process | None = None

    def __post_init__(self) -> None:
        self.shadows = [
            Shadow(f"libvirt/OnDemand/kvm.small/a/{number:03d}", number) for number in range(MACHINES)
        ]

    async def start(self) -> int:
        """Start the process and return its port."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.provider.fast_provider",
            str(self.folder / "state.db"),
            str(MACHINES),
            str(WORK_S),
            str(self.folder / "admin"),
            cwd=Path(__file__).parents[2],
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self.process.stdout is not None
        async with asyncio.timeout(START_S):
            line = await self.process.stdout.readline()
        assert line, "the provider did not start again"
        return int(line)

    async def kill(self) -> None:
        """End the process as a crash would."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    def learn(self, shadow: Shadow, kind: str, operation_id: str, cycle: int) -> None:
        """Note which operation an id stands for; it is the same one whenever it is heard."""
        meaning = (shadow.id, kind, cycle)
        assert self.minted.setdefault(operation_id, meaning) == meaning, f"{operation_id} was minted twice"

    def request(
        self, shadow: Shadow, operation: Operation, sequence: int, client: Client
    ) -> Awaitable[pb.TransitionAck]:
        """Return the call of one attempt."""
        self.calls[operation.kind] += 1
        token: Token = {
            "shard_id": f"shard-{shadow.number % CLIENTS}",
            "shard_epoch": 1,
            "sequence_number": sequence,
        }
        if operation.kind == "create":
            return client.create(pb.CreateRequest(machine_id=shadow.id, **token))
        if operation.kind == "drain":
            return client.drain(pb.DrainRequest(machine_id=shadow.id, **token))
        if operation.kind == "delete":
            return client.delete(pb.DeleteRequest(machine_id=shadow.id, **token))
        return client.configure(
            pb.ConfigureRequest(
                machine_id=shadow.id,
                cluster_id=operation.cluster,
                bootstrap_blob=b"blob",
                shard_metadata=dict(operation.metadata),
                **token,
            )
        )

    async def ask(self, shadow: Shadow, operation: Operation, client: Client, attempts: int) -> bool:
        """Ask for an operation, `attempts` times at once; return whether anybody answered."""
        cycle = self.cycles[shadow.id, operation.kind]
        shadow.unknown = operation
        first = shadow.sequence + 1
        shadow.sequence += attempts
        numbers = list(range(first, first + attempts))
        self.random.shuffle(numbers)
        answers = await asyncio.gather(
            *(self.request(shadow, operation, number, client) for number in numbers), return_exceptions=True
        )
        ids: set[str] = set()
        for number, answer in zip(numbers, answers, strict=True):
            if isinstance(answer, pb.TransitionAck):
                ids.add(answer.operation_id)
                assert answer.machine.id == shadow.id
                shadow.answered = max(shadow.answered, number)
            elif isinstance(answer, grpc.aio.AioRpcError):
                if answer.code() is grpc.StatusCode.FAILED_PRECONDITION:
                    assert attempts > 1, "a new token was refused"
                else:
                    assert answer.code() in KILLED, answer
            elif isinstance(answer, BaseException):
                raise answer
        assert len(ids) <= 1, f"parallel attempts got {ids}"
        if not ids:
            return False
        self.acknowledged(shadow, operation, ids.pop(), cycle)
        return True

    def acknowledged(self, shadow: Shadow, operation: Operation, operation_id: str, cycle: int) -> None:
        """Take over an operation that was answered."""
        self.learn(shadow, operation.kind, operation_id, cycle)
        self.cycles[shadow.id, operation.kind] += 1
        shadow.unknown, shadow.done = None, False
        shadow.last = Operation(operation.kind, operation_id, operation.cluster, operation.metadata)
        if operation.kind == "configure":
            shadow.binding = (operation.cluster, operation.metadata)

    def choose(self, state: int) -> Operation:
        """Return what to ask for next."""
        kind = self.random.choice(NEXT[state])  # type: ignore[index] # a state at rest
        if kind != "configure":
            return Operation(kind)
        metadata = tuple(
            (f"k{number}", self.random.choice(("", "ü\0\U0001f600", "v" * self.random.randrange(2000))))
            for number in range(self.random.randrange(4))
        )
        return Operation(kind, cluster=f"cluster-{self.random.randrange(9)}", metadata=metadata)

    async def live(self, number: int, client: Client) -> None:
        """Be one client until nobody answers any more."""
        own = self.shadows[number::CLIENTS]
        try:
            while True:
                shadow = self.random.choice(own)
                machine = await client.get(shadow.number)
                if machine.state not in AT_REST:
                    continue
                if shadow.last is not None:
                    assert machine.state == ENDS[shadow.last.kind]
                    shadow.done = True
                if shadow.answered and self.random.random() < 0.1:
                    await self.old_token(shadow, client)
                attempts = 3 if self.random.random() < 0.2 else 1
                if not await self.ask(shadow, self.choose(machine.state), client, attempts):
                    return
        except grpc.aio.AioRpcError as error:
            if error.code() not in KILLED:
                raise

    async def old_token(self, shadow: Shadow, client: Client) -> None:
        """Send a token that was answered before; it is refused as that, and by nothing else."""
        try:
            await self.request(
                shadow, Operation("delete"), self.random.randint(0, shadow.answered) or 1, client
            )
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.FAILED_PRECONDITION:
                return
            raise
        raise AssertionError(f"an old token for {shadow.id} was accepted")

    async def verify(self, shadow: Shadow, machine: pb.Machine, client: Client) -> None:
        """Hold one machine against what its client knows, and make it ready for the next round."""
        state, last, unknown = machine.state, shadow.last, shadow.unknown
        where = f"{shadow} {machine}"
        assert state in AT_REST or state == S.MACHINE_STATE_FAILED, where
        if shadow.answered:
            await self.old_token(shadow, client)
        shadow.sequence += 1
        cause = last
        if unknown is not None and (
            (state == ENDS[unknown.kind])
            if state in AT_REST
            else machine.last_error.startswith(unknown.kind) and (last is None or shadow.done)
        ):
            cause = unknown
        self.found[S.Name(state)] += 1
        self.found["by an operation nobody answered"] += cause is not None and cause is unknown
        if state == S.MACHINE_STATE_FAILED:
            assert cause is not None, where
            assert cause is unknown or not shadow.done, f"what was done is lost: {where}"
            assert machine.last_error.startswith(f"{cause.kind} was interrupted by a restart"), where
            assert cause.operation_id in machine.last_error, where
        elif cause is None:
            assert state == S.MACHINE_STATE_SPECULATIVE, where
        else:
            assert state == ENDS[cause.kind], where
        bound: Binding = ("", ())
        if cause is not None and cause.kind == "configure":
            bound = (cause.cluster, cause.metadata)
        elif cause is not None and cause.kind == "drain" and state == S.MACHINE_STATE_FAILED:
            bound = shadow.binding
        assert (machine.cluster, dict(machine.shard_metadata)) == (bound[0], dict(bound[1])), where
        assert machine.HasField("host") == (state != S.MACHINE_STATE_SPECULATIVE) or (
            state == S.MACHINE_STATE_FAILED and cause is not None and cause.kind == "create"
        ), where
        if state == S.MACHINE_STATE_FAILED:
            await self.repair(shadow, client)
        elif cause is not None:
            ack = await self.request(shadow, cause, shadow.sequence, client)
            shadow.answered = shadow.sequence
            if cause is unknown:
                self.acknowledged(shadow, cause, ack.operation_id, self.cycles[shadow.id, cause.kind])
                shadow.done = True
            assert ack.operation_id == (shadow.last.operation_id if shadow.last else ""), where
        shadow.unknown = None

    async def repair(self, shadow: Shadow, client: Client) -> None:
        """Have a FAILED machine torn down, as an operator does."""
        target = f"/machines/{quote(shadow.id, safe='')}/repair"
        async with self.operators:
            reader, writer = await asyncio.open_unix_connection(str(self.folder / "admin"))
            writer.write(f"POST {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            writer.close()
        assert b" 202 " in head.splitlines()[0] + b" ", body
        operation_id = json.loads(body)["operation_id"]
        self.learn(shadow, "delete", operation_id, self.cycles[shadow.id, "delete"])
        self.cycles[shadow.id, "delete"] += 1
        await client.until(S.MACHINE_STATE_SPECULATIVE, shadow.number)
        shadow.last, shadow.done = Operation("delete", operation_id), True

    async def round(self) -> None:
        """Start, check what the last kill left, put it under load, kill."""
        port = await self.start()
        async with grpc.aio.insecure_channel(
            f"127.0.0.1:{port}", options=(*OPTIONS, ("grpc.use_local_subchannel_pool", 1))
        ) as channel:
            client = Client(channel)
            fleet = {machine.id: machine for machine in (await client.list()).machines}
            assert sorted(fleet) == sorted(shadow.id for shadow in self.shadows)
            await asyncio.gather(*(self.verify(one, fleet[one.id], client) for one in self.shadows))
            async with asyncio.TaskGroup() as group:
                for number in range(CLIENTS):
                    group.create_task(self.live(number, client))
                # The moment is what is random here; nothing waits for it.
                await asyncio.sleep(self.random.uniform(0, LONGEST_LIFE_S))
                await self.kill()


async def run(rounds: int, seed: int, *, report_every: int = 0) -> Rounds:
    """Run the rounds and a last start; return what happened."""
    with tempfile.TemporaryDirectory(prefix="pv-kill-", dir="/tmp") as folder:
        state = Rounds(Path(folder), random.Random(seed))
        started_s = time.monotonic()
        try:
            for number in range(rounds):
                await state.round()
                if report_every and (number + 1) % report_every == 0:
                    say(f"{number + 1} rounds in {time.monotonic() - started_s:.0f} s: {summary(state)}")
        finally:
            if state.process is not None and state.process.returncode is None:
                await state.kill()
    return state


def say(line: str) -> None:
    """Print a line at once: this runs for long, in the background."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def summary(state: Rounds) -> str:
    """Return one line of what was done and found."""
    found = ", ".join(f"{name} {count}" for name, count in sorted(state.found.items()))
    return f"calls {state.calls.total()}, operations {len(state.minted)}; after kills: {found}"


if __name__ == "__main__":
    given_seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(2**32)
    say(f"seed {given_seed}")
    asyncio.run(run(int(sys.argv[1]), given_seed, report_every=50))
    say("all rounds passed")
