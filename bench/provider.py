"""The provider at 1,000 and at 100,000 machines, with its state on disk: `python -m bench.provider`.

The provider is a process of its own over a backend that succeeds at once; the clients are in this process, in
Python, and parse what they get. Figures are medians where nothing else is said. The third column is a
grpc.aio server that does nothing: what is left of a Get when there is no provider behind it. Both sizes are
written to in turn, so that what else the machine does hurts both.
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
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc

from purevirt.provider.core.model import Kind, Machine, MachineState
from purevirt.provider.core.store import Snapshot
from purevirt.provider.durable.sqlite_store import SqliteStore
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.serving.service import SERVICE
from tests.provider.client import settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from contextlib import AbstractContextManager

SIZES = (1_000, 100_000)
ROUNDS = 5
READERS = 32
WRITERS = 64
READS = 8_000
# Callers without a pause measure how fast the client's own process is; these leave it time.
PACED_PER_S = 800
PACED_S = 5.0
WRITES = 500
TURNS = 10
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
def running(*command: str) -> Iterator[Served]:
    """Run a server, which prints its port, until the end of the block."""
    started_s = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        one = Served(process, port, time.perf_counter() - started_s)
        one.start_cpu_s = one.cpu_s()
        yield one
    finally:
        process.communicate("")


def served(state: Path, count: int) -> AbstractContextManager[Served]:
    """Run a provider until the end of the block."""
    return running("tests.provider.fast_provider", str(state), str(count), "0")


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


async def lists(port: int, count: int) -> dict[str, float]:
    """Measure List."""
    found: dict[str, float] = {}
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=OPTIONS) as channel:
        list_ = method(channel, "List", pb.ListFilter, pb.MachineList)
        full: list[float] = []
        for _ in range(ROUNDS * 2):
            started_s = time.perf_counter()
            answer = await list_(pb.ListFilter())
            full.append(time.perf_counter() - started_s)
            assert len(answer.machines) == count
        found["full List, s"] = statistics.median(full)
        found["  the best of them"] = min(full)
        found["  its size, MiB"] = answer.ByteSize() / 2**20
        revision = answer.revision
        del answer
        deltas: list[float] = []
        for _ in range(ROUNDS * 20):
            started_s = time.perf_counter()
            assert not (await list_(pb.ListFilter(since_revision=revision))).machines
            deltas.append(time.perf_counter() - started_s)
        found["empty delta, ms"] = statistics.median(deltas) * 1e3
    return found


async def gets(server: Served, ids: list[str]) -> dict[str, float]:
    """Measure Get."""
    found: dict[str, float] = {}
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}", options=OPTIONS) as channel:
        get = method(channel, "Get", pb.MachineRef, pb.Machine)
        step = max(1, len(ids) // READS)

        def call(number: int) -> Awaitable[Any]:
            return get(pb.MachineRef(id=ids[number * step % len(ids)]))

        before_s = server.cpu_s()
        whole_s, took = await crowd(READERS, READS, call)
        found["Get without a pause, 1/s"] = READS / whole_s
        found["  its p99, ms"] = percentile(took, 0.99) * 1e3
        found["  processor time of one, us"] = (server.cpu_s() - before_s) / READS * 1e6
        took = await paced(READERS, PACED_PER_S, PACED_S, call)
        found[f"Get, {PACED_PER_S} a second, p50, ms"] = percentile(took, 0.5) * 1e3
        found["Get p99, ms"] = percentile(took, 0.99) * 1e3
    return found


class Writer:
    """Deletes and creates the same machines in turn, each call with a token of its own."""

    def __init__(self, server: Served, ids: list[str], channel: grpc.aio.Channel) -> None:
        self._server = server
        self._idle = ids[::2][:: max(1, len(ids) // 2 // WRITES)][:WRITES]
        self._delete = method(channel, "Delete", pb.DeleteRequest, pb.TransitionAck)
        self._create = method(channel, "Create", pb.CreateRequest, pb.TransitionAck)
        self._turn = 0
        self.rates: list[float] = []
        self.tails: list[float] = []
        self.cpu_us: list[float] = []

    async def turn(self) -> None:
        """Make one call for each machine."""
        self._turn += 1
        call, kind = (self._delete, pb.DeleteRequest) if self._turn % 2 else (self._create, pb.CreateRequest)
        requests = [
            kind(machine_id=name, shard_id="s", shard_epoch=1, sequence_number=self._turn)
            for name in self._idle
        ]
        before_s = self._server.cpu_s()
        whole_s, took = await crowd(WRITERS, len(requests), lambda number: call(requests[number]))
        self.cpu_us.append((self._server.cpu_s() - before_s) / len(requests) * 1e6)
        self.rates.append(len(requests) / whole_s)
        self.tails.append(percentile(took[-LAST:], 0.99) * 1e3)

    def found(self) -> dict[str, float]:
        """Return the figures."""
        return {
            "durable mutations, 1/s": statistics.median(self.rates),
            "  the worst turn's": min(self.rates),
            "  processor time of one, us": statistics.median(self.cpu_us),
            "mutation p99 (last 125), ms": statistics.median(self.tails),
        }


async def writes(servers: list[Served], ids: list[list[str]]) -> tuple[list[dict[str, float]], float]:
    """Measure mutations of two providers in turn; return figures, and the median ratio of their rates."""
    async with (
        grpc.aio.insecure_channel(f"127.0.0.1:{servers[0].port}", options=OPTIONS) as first,
        grpc.aio.insecure_channel(f"127.0.0.1:{servers[1].port}", options=OPTIONS) as second,
    ):
        writers = [Writer(servers[0], ids[0], first), Writer(servers[1], ids[1], second)]
        for _ in range(TURNS):
            for writer in writers:
                await writer.turn()
        ratios = [one / other for one, other in zip(writers[1].rates, writers[0].rates, strict=True)]
        return [writer.found() for writer in writers], statistics.median(ratios)


BOUNDS = {
    "start-up, s": 5.0,
    "full List, s": 0.27,
    "resident after Lists, MiB": 400,
    "empty delta, ms": 2,
    "Get p99, ms": 5,
    "durable mutations, 1/s": -800,
    "mutation p99 (last 125), ms": 120,
}


def row(name: str, *values: float | None) -> None:
    bound = BOUNDS.get(name)
    text = "" if bound is None else f"   at {'most' if bound > 0 else 'least'} {abs(bound):g}"
    print(f"{name:34}" + "".join(f"{'':12}" if one is None else f"{one:12.3f}" for one in values) + text)


def main() -> None:
    print(f"{'':34}{SIZES[0]:>12,}{SIZES[1]:>12,}{'no provider':>12}   bound at {SIZES[1]:,}")
    with tempfile.TemporaryDirectory(prefix="pv-bench-") as folder:
        states = [Path(folder) / f"{count}.db" for count in SIZES]
        for state, count in zip(states, SIZES, strict=True):
            fill(state, count)
        ids = [[slot.id for slot in settings(count=count).catalog.slots()] for count in SIZES]
        starts: list[float] = []
        for _ in range(2):
            with served(states[1], SIZES[1]) as one:
                starts.append(one.start_s)
        with (
            served(states[0], SIZES[0]) as small,
            served(states[1], SIZES[1]) as large,
            running("bench.empty_handler") as empty,
        ):
            row("start-up, s", small.start_s, statistics.median([*starts, large.start_s]))
            row("  of processor time", small.start_cpu_s, large.start_cpu_s)
            row("resident at first, MiB", small.resident_mib(), large.resident_mib())
            columns = [
                asyncio.run(lists(one.port, len(of))) for one, of in zip((small, large), ids, strict=True)
            ]
            for name in columns[0]:
                row(name, *(column[name] for column in columns))
            row("resident after Lists, MiB", small.resident_mib(), large.resident_mib())
            columns = [
                asyncio.run(gets(one, of))
                for one, of in zip((small, large, empty), [*ids, ids[0]], strict=True)
            ]
            for name in columns[0]:
                row(name, *(column[name] for column in columns))
            columns, ratio = asyncio.run(writes([small, large], ids))
            for name in columns[0]:
                row(name, *(column[name] for column in columns))
            row("  large to small, pair by pair", None, ratio)
            row("resident after all, MiB", small.resident_mib(), large.resident_mib())
            row("resident at most, MiB", small.resident_mib("VmHWM"), large.resident_mib("VmHWM"))


if __name__ == "__main__":
    main()
