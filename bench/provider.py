"""The provider at 1,000 and at 100,000 machines, with its state on disk: `python -m bench.provider`.

The provider is a process of its own over a backend that succeeds at once; the clients are in this process, in
Python, and parse what they get. A figure is the median of ROUNDS, where nothing else is said.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc

from purevirt.provider.model import Kind, Machine, MachineState
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.service import SERVICE
from purevirt.provider.sqlite_store import SqliteStore
from purevirt.provider.store import Snapshot
from tests.provider.client import settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

SIZES = (1_000, 100_000)
ROUNDS = 5
READERS = 32
WRITERS = 64
READS = 8_000
# Callers without a pause measure how fast the client's own process is; these leave it time.
PACED_PER_S = 800
PACED_S = 5.0
WRITES = 4_000
LAST = 125
OPTIONS = (("grpc.max_receive_message_length", 256 << 20), ("grpc.use_local_subchannel_pool", 1))


@dataclass
class Served:
    """A provider process."""

    process: subprocess.Popen[str]
    port: int
    start_s: float
    start_cpu_s: float = 0.0

    def cpu_s(self) -> float:
        """Return the processor time that it has used, which other programs' load does not stretch."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mib(self, which: str = "VmRSS") -> float:
        """Return its memory as the kernel counts it."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(which):
                return int(line.split()[1]) / 1024
        raise LookupError(which)


def fill(path: Path, count: int) -> None:
    """Write a state in which every machine has lived: half IDLE, half CONFIGURED."""
    machines: dict[str, Machine] = {}
    for number, slot in enumerate(settings(count=count).catalog.slots()):
        operations = {Kind.CREATE: f"{number:x}-0a1b2c3d"}
        one = Machine(
            slot=slot, state=MachineState.IDLE, host_ref=f"bigfleet-{number:x}", operations=operations
        )
        if number % 2:
            one = replace(
                one,
                state=MachineState.CONFIGURED,
                cluster="cluster-1",
                metadata={"pool": "general", "node": f"n{number}"},
                operations={**operations, Kind.CONFIGURE: f"{number + count:x}-0a1b2c3d"},
            )
        machines[slot.id] = one
    SqliteStore.write(path, Snapshot(machines=machines, revision=count, operation=2 * count))


@contextmanager
def served(state: Path, count: int) -> Iterator[Served]:
    """Run a provider until the end of the block."""
    command = [sys.executable, "-m", "tests.provider.fast_provider", str(state), str(count), "0"]
    started_s = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        one = Served(process, port, time.perf_counter() - started_s)
        one.start_cpu_s = one.cpu_s()
        yield one
    finally:
        process.communicate("")


def method(channel: grpc.aio.Channel, name: str, request: type, reply: type) -> Callable[..., Awaitable[Any]]:
    made: Callable[..., Awaitable[Any]] = channel.unary_unary(
        f"/{SERVICE}/{name}",
        request_serializer=request.SerializeToString,  # type: ignore[attr-defined] # a message
        response_deserializer=reply.FromString,  # type: ignore[attr-defined] # a message
    )
    return made


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


async def crowd(callers: int, calls: int, call: Callable[[int], Awaitable[Any]]) -> tuple[float, list[float]]:
    """Make `calls` calls, `callers` at a time; return the seconds in all and those of each, as they ended."""
    numbers = iter(range(calls))
    took: list[float] = []

    async def one() -> None:
        for number in numbers:
            started_s = time.perf_counter()
            await call(number)
            took.append(time.perf_counter() - started_s)

    started_s = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(callers)))
    return time.perf_counter() - started_s, took


async def paced(
    callers: int, rate: float, seconds: float, call: Callable[[int], Awaitable[Any]]
) -> list[float]:
    """Make `rate` calls a second in all, each caller in even steps; return how long each took."""
    took: list[float] = []

    async def one(number: int) -> None:
        begin_s = time.perf_counter() + number / rate
        for turn in range(int(rate * seconds / callers)):
            await asyncio.sleep(max(0.0, begin_s + turn * callers / rate - time.perf_counter()))
            started_s = time.perf_counter()
            await call(number + turn * callers)
            took.append(time.perf_counter() - started_s)

    await asyncio.gather(*(one(number) for number in range(callers)))
    return took


async def reads(port: int, ids: list[str]) -> dict[str, float]:
    """Measure List and Get."""
    found: dict[str, float] = {}
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=OPTIONS) as channel:
        list_ = method(channel, "List", pb.ListFilter, pb.MachineList)
        get = method(channel, "Get", pb.MachineRef, pb.Machine)
        full: list[float] = []
        for _ in range(ROUNDS):
            started_s = time.perf_counter()
            answer = await list_(pb.ListFilter())
            full.append(time.perf_counter() - started_s)
            assert len(answer.machines) == len(ids)
        found["full List, s"] = statistics.median(full)
        found["best full List, s"] = min(full)
        found["full List, MiB"] = answer.ByteSize() / 2**20
        revision = answer.revision
        del answer
        deltas: list[float] = []
        for _ in range(ROUNDS * 20):
            started_s = time.perf_counter()
            assert not (await list_(pb.ListFilter(since_revision=revision))).machines
            deltas.append(time.perf_counter() - started_s)
        found["empty delta, ms"] = statistics.median(deltas) * 1e3
        step = max(1, len(ids) // READS)
        whole_s, took = await crowd(
            READERS, READS, lambda number: get(pb.MachineRef(id=ids[number * step % len(ids)]))
        )
        found["Get without a pause, 1/s"] = READS / whole_s
        found["its p99, ms"] = percentile(took, 0.99) * 1e3
        took = await paced(
            READERS, PACED_PER_S, PACED_S, lambda number: get(pb.MachineRef(id=ids[number * step % len(ids)]))
        )
        found[f"Get at {PACED_PER_S} 1/s, p50, ms"] = percentile(took, 0.5) * 1e3
        found["its p99, ms (paced)"] = percentile(took, 0.99) * 1e3
    return found


def _nth(call: Callable[..., Awaitable[Any]], requests: list[Any], number: int) -> Awaitable[Any]:
    return call(requests[number])


async def writes(port: int, ids: list[str]) -> dict[str, float]:
    """Measure Deletes and Creates with tokens, each machine in its turn."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=OPTIONS) as channel:
        delete = method(channel, "Delete", pb.DeleteRequest, pb.TransitionAck)
        create = method(channel, "Create", pb.CreateRequest, pb.TransitionAck)
        idle = ids[::2]
        per_turn = min(len(idle), WRITES)
        rates: list[float] = []
        tails: list[float] = []
        for turn in range(ROUNDS):
            step = max(1, len(idle) // per_turn)
            call, kind = (delete, pb.DeleteRequest) if turn % 2 == 0 else (create, pb.CreateRequest)
            requests = [
                kind(machine_id=idle[number * step], shard_id="s", shard_epoch=1, sequence_number=turn + 1)
                for number in range(per_turn)
            ]
            whole_s, took = await crowd(WRITERS, per_turn, partial(_nth, call, requests))
            rates.append(per_turn / whole_s)
            tails.append(percentile(took[-LAST:], 0.99) * 1e3)
        return {
            "durable mutations, 1/s": statistics.median(rates),
            "mutation p99 of the last 125, ms": statistics.median(tails),
            "worst turn's, 1/s": min(rates),
        }


def measure(folder: Path, count: int) -> dict[str, float]:
    """Return the figures at one size."""
    state = folder / f"{count}.db"
    fill(state, count)
    ids = [slot.id for slot in settings(count=count).catalog.slots()]
    starts: list[float] = []
    for _ in range(2):
        with served(state, count) as one:
            starts.append(one.start_s)
    with served(state, count) as one:
        found = {"start-up, s": statistics.median([*starts, one.start_s])}
        found["start-up, s of processor time"] = one.start_cpu_s
        found["resident at first, MiB"] = one.resident_mib()
        found.update(asyncio.run(reads(one.port, ids)))
        found["resident after Lists, MiB"] = one.resident_mib()
        before_s = one.cpu_s()
        found.update(asyncio.run(writes(one.port, ids)))
        mutations = ROUNDS * min((count + 1) // 2, WRITES)
        found["processor time of one, us"] = (one.cpu_s() - before_s) / mutations * 1e6
        found["resident after all, MiB"] = one.resident_mib()
        found["resident at most, MiB"] = one.resident_mib("VmHWM")
    return found


BOUNDS = {
    "start-up, s": 5.0,
    "full List, s": 0.27,
    "resident after Lists, MiB": 400,
    "empty delta, ms": 2,
    "its p99, ms (paced)": 5,
    "durable mutations, 1/s": -800,
    "mutation p99 of the last 125, ms": 120,
}


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="pv-bench-") as folder:
        tables = {count: measure(Path(folder), count) for count in SIZES}
    print(f"{'':34}" + "".join(f"{count:>12,}" for count in SIZES) + "   bound at 100,000")
    for name in tables[SIZES[-1]]:
        bound = BOUNDS.get(name)
        text = "" if bound is None else f"   at {'most' if bound > 0 else 'least'} {abs(bound):g}"
        print(f"{name:34}" + "".join(f"{tables[count][name]:12.3f}" for count in SIZES) + text)


if __name__ == "__main__":
    main()
