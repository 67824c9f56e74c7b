"""An hour of a fleet's life with everything going wrong.

    python -m bench.soak --minutes 60 --seed 7 --report soak.json

One process: the provider (its real gRPC server, engine, state file and libvirt backend), simulated hosts over
their unix sockets, shards over gRPC, an observer, and trouble on the hosts. At the end everything is given
back, and nothing may be left: no domain, no volume, no task, no socket, no descriptor.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import grpc

from bench.soak.mirror import STATES, Mirror
from bench.soak.observer import FOREIGN, Observer
from bench.soak.recorder import Recorder
from bench.soak.shard import Shard
from bench.soak.tally import Tally
from bench.soak.trouble import make_trouble
from purevirt.errors import PurevirtError
from purevirt.provider.core.catalog import Offering
from purevirt.provider.core.lifecycle import By, Command
from purevirt.provider.core.model import CapacityType, Kind
from purevirt.provider.logs import configure_logs
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2_grpc as pb_grpc
from purevirt.provider.server import ProviderServer, ServerSettings
from purevirt.provider.settings.config import parse_config
from purevirt.provider.simulated.site import SimulatedSite
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import populate

MEMORY_FOLDER = Path("/dev/shm")
SAMPLE_S = 5.0
REPAIR_S = 1.0
REPORT_S = 60.0
FLAT = 0.02
WORTH_MINUTES = 1.0


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_files() -> list[str]:
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found.append(str(entry.readlink()))
    return found


class Sampler:
    """Memory, tasks and descriptors over time."""

    def __init__(self, tally: Tally) -> None:
        self.rows: list[tuple[float, int, int, int]] = []
        self._tally = tally

    async def keep(self) -> None:
        """Take samples for ever."""
        due = time.monotonic()
        while True:
            self._tally.note_lag(time.monotonic() - due)
            row = (self._tally.elapsed_s, resident_bytes(), len(asyncio.all_tasks()), len(open_files()))
            self.rows.append(row)
            due = time.monotonic() + SAMPLE_S
            await asyncio.sleep(SAMPLE_S)

    def growth(self) -> float:
        """Return by which share memory has grown in the last third: the median of its end over its begin."""
        third = [row[1] for row in self.rows[-len(self.rows) // 3 :]]
        part = max(1, len(third) // 5)
        return statistics.median(third[-part:]) / statistics.median(third[:part]) - 1


@contextmanager
def cancelled(tasks: "list[asyncio.Task[None]]") -> Iterator[None]:
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


async def repair(server: ProviderServer, mirror: Mirror, tally: Tally) -> None:
    """Free what has failed, as an operator does."""
    while True:
        await asyncio.sleep(REPAIR_S)
        failed = [one for one in mirror.machines.values() if one.state == STATES.MACHINE_STATE_FAILED]
        for machine in failed:
            tally.count(f"failed: {cause(machine.last_error)}")
            await repair_one(server, machine.id, tally)


def cause(text: str) -> str:
    """Return an error without what is only of one machine."""
    return re.sub(r"(libvirt/OnDemand/\S+|bigfleet-[a-z0-9]+\S*|operation \w+-\w+|\d{5,})", "_", text)[:160]


async def repair_one(server: ProviderServer, machine_id: str, tally: Tally) -> None:
    assert server._engine is not None
    try:
        command = Command(kind=Kind.DELETE, by=By.OPERATOR, machine_id=machine_id)
        await server._engine.submit(command)
        tally.count("repairs")
    except PurevirtError as error:
        tally.count(f"repair refused: {type(error).__name__}")


async def report(tally: Tally, sampler: Sampler) -> None:
    while True:
        await asyncio.sleep(REPORT_S)
        _, resident, tasks, files = sampler.rows[-1]
        done = {name: number for name, number in tally.counts.items() if name.endswith("done")}
        print(
            f"{tally.elapsed_s:7.0f} s  {resident >> 20} MiB  {tasks} tasks  {files} descriptors  "
            f"{tally.counts['violations']} violations  {done}",
            flush=True,
        )


async def give_back(server: ProviderServer, mirror: Mirror, tally: Tally, limit_s: float = 300) -> None:
    """Bring every machine to SPECULATIVE, with nothing going wrong any more."""
    for _ in range(int(limit_s)):
        await mirror.poll()
        left = [one for one in mirror.machines.values() if one.state != STATES.MACHINE_STATE_SPECULATIVE]
        if not left:
            return
        for machine in left:
            if machine.state == STATES.MACHINE_STATE_FAILED:
                await repair_one(server, machine.id, tally)
            elif machine.state == STATES.MACHINE_STATE_IDLE:
                with suppress(grpc.aio.AioRpcError):
                    await mirror._stub.Delete(pb.DeleteRequest(machine_id=machine.id))
            elif machine.state == STATES.MACHINE_STATE_CONFIGURED:
                with suppress(grpc.aio.AioRpcError):
                    await mirror._stub.Drain(pb.DrainRequest(machine_id=machine.id, grace_period_seconds=5))
        await asyncio.sleep(1)
    tally.broken(f"{len(left)} machines were not given back, such as {left[0]}")


def furnish_others(sim: SimulatedLibvirtd) -> None:
    """Give a host what is not the provider's: a domain that always runs, and a volume."""
    populate(sim.host, 1, running=1, name=lambda _number: FOREIGN)
    domain = sim.host.domains.find(FOREIGN)
    assert domain is not None
    domain.autostart = True
    (images_of(sim) / FOREIGN).write_bytes(FOREIGN.encode())


def images_of(sim: SimulatedLibvirtd) -> Path:
    files = sim.host.storage.files
    return files.real(str(files.folder / "images"))


def look_at_what_is_left(site: SimulatedSite, golden: dict[str, bytes], tally: Tally) -> None:
    for zone, sim in site.hosts.items():
        names = sorted(domain.name for domain in sim.host.domains)
        if names != [FOREIGN]:
            tally.broken(f"domains are left on {zone}: {names}")
        images = images_of(sim)
        files = sorted(entry.name for entry in images.iterdir())
        if files != sorted((site.config.image, FOREIGN)):
            tally.broken(f"volumes are left on {zone}, or missing: {files[:10]}")
        elif (images / FOREIGN).read_bytes() != FOREIGN.encode():
            tally.broken(f"the foreign volume of {zone} is not what it was")
        elif (images / site.config.image).read_bytes() != golden[zone]:
            tally.broken(f"the golden volume of {zone} is not what it was")


def look_at_what_was_done(tally: Tally) -> None:
    """A provider that does nothing breaks nothing: most of what was asked for has to have been done."""
    for kind in ("Create", "Configure", "Drain", "Delete"):
        done, failed = tally.counts[f"{kind} done"], tally.counts[f"{kind} failed"]
        if done <= failed:
            tally.broken(f"{kind}: done {done} times, failed {failed} times")


async def run(options: argparse.Namespace, folder: Path) -> tuple[Tally, Sampler]:
    tally = Tally()
    sampler = Sampler(tally)
    config = parse_config(["--use-simulator", "--metrics-addr="], {}, uid=0)
    zones = [f"zone-{letter}" for letter in "abcdefgh"[: options.hosts]]
    share, rest = divmod(options.machines, len(zones))
    offerings = [
        Offering(
            instance_type="kvm.small", zone=zone, capacity_type=CapacityType.ON_DEMAND,
            count=share + (place < rest),
        )
        for place, zone in enumerate(zones)
    ]  # fmt: skip
    config = replace(
        config, zones=dict.fromkeys(zones, ""), catalog=replace(config.catalog, offerings=offerings)
    )
    limits = {kind: min(limit_s, 60.0) for kind, limit_s in config.limits_s.items()}
    async with SimulatedSite(config, seed=options.seed) as site:
        for sim in site.hosts.values():
            furnish_others(sim)
        settings = ServerSettings(
            addr=f"unix:{folder}/grpc",
            catalog=site.config.catalog,
            zones=tuple(site.config.zones),
            limits_s=limits,
            state=folder / "state.db",
            reconcile_interval_s=20.0,
        )
        backend = site.backend()
        server = ProviderServer(settings, backend)
        await server.open()
        async with backend:
            try:
                await server.start()
                big = [("grpc.max_receive_message_length", 64 << 20)]
                async with grpc.aio.insecure_channel(f"unix:{folder}/grpc", options=big) as channel:
                    stub = pb_grpc.CapacityProviderStub(channel)  # type: ignore[no-untyped-call] # emitted
                    await live(options, server, site, stub, tally, sampler)
            finally:
                await server.close()
    return tally, sampler


async def live(
    options: argparse.Namespace,
    server: ProviderServer,
    site: SimulatedSite,
    stub: pb_grpc.CapacityProviderStub,
    tally: Tally,
    sampler: Sampler,
) -> None:
    chance = random.Random(options.seed)
    mirrors = [Mirror(stub, tally) for _ in range(options.shards)]
    for mirror in mirrors:
        await mirror.poll()
    ids = sorted(mirrors[0].machines)
    chance.shuffle(ids)
    operations: set[int] = set()
    shards = [
        Shard(
            name=f"shard-{number}",
            machine_ids=ids[number :: options.shards],
            stub=stub,
            mirror=mirror,
            tally=tally,
            chance=random.Random(f"{options.seed}/{number}"),
            hold_s=options.hold,
            operations=operations,
        )
        for number, mirror in enumerate(mirrors)
    ]
    recorder = Recorder(tally)
    recorder.listen()
    observer = Observer(stub, site.hosts, tally, recorder)
    golden = {zone: (images_of(sim) / site.config.image).read_bytes() for zone, sim in site.hosts.items()}
    workers = max(1, int(options.machines * options.busy) // options.shards)
    background = [
        asyncio.create_task(work)
        for work in (
            *(mirror.keep() for mirror in mirrors),
            observer.watch(mirrors),
            repair(server, mirrors[0], tally),
            sampler.keep(),
            report(tally, sampler),
        )
    ]
    trouble = asyncio.create_task(make_trouble(site.hosts, chance, tally, recorder, options.trouble_every))
    living = [asyncio.create_task(shard.live(workers)) for shard in shards]
    with cancelled([*background, trouble, *living]):
        await asyncio.wait(
            [*background, trouble, *living], timeout=options.minutes * 60, return_when="FIRST_COMPLETED"
        )
        for task in (*background, trouble, *living):
            if task.done():
                tally.broken(f"{task.get_coro()} ended: {task.exception()!r}")
        trouble.cancel()
        await asyncio.wait([trouble])
        for sim in site.hosts.values():
            sim.faults.clear()
            sim.faults.start_agents()
            sim.faults.hang_agents(answer_s=0)
        for shard in shards:
            shard.stopping.set()
        _, late = await asyncio.wait(living, timeout=180)
        if late:
            tally.broken(f"{len(late)} shards did not end")
        for task in background:
            task.cancel()
        await asyncio.wait(background)
        await give_back(server, mirrors[0], tally)
        await observer.look()
        look_at_what_is_left(site, golden, tally)
        if options.minutes >= WORTH_MINUTES:
            look_at_what_was_done(tally)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--machines", type=int, default=2000)
    parser.add_argument("--hosts", type=int, default=3)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--busy", type=float, default=0.4, help="share of the machines that shards work with")
    parser.add_argument("--hold", type=float, default=90, help="seconds that a machine is held, on average")
    parser.add_argument("--trouble-every", type=float, default=6, help="seconds between troubles, on average")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--report", type=Path, default=Path("soak.json"))
    options = parser.parse_args()
    configure_logs(level=50)
    if MEMORY_FOLDER.is_dir():
        # how long a busy disk takes for a commit is not what is looked at here
        tempfile.tempdir = str(MEMORY_FOLDER)
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="pv-") as folder:
        # what is opened once and for good is not counted as lost
        files_before = Counter(open_files())

        async def all_of_it() -> tuple[Tally, Sampler]:
            tally, sampler = await run(options, Path(folder))
            await asyncio.sleep(1)
            left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            if left:
                tally.broken(f"{len(left)} tasks are left, such as {left[0]}")
            return tally, sampler

        tally, sampler = asyncio.run(all_of_it())
        gc.collect()
        # counted, since some kinds of descriptors all have one name
        lost = [
            one for one in (Counter(open_files()) - files_before).elements() if not one.startswith("/proc/")
        ]
    growth = sampler.growth()
    result = {
        "seed": options.seed,
        "options": {name: str(value) for name, value in vars(options).items()},
        "seconds": round(tally.elapsed_s),
        "memory_growth_of_last_third": round(growth, 4),
        "memory_is_flat": growth < FLAT,
        "descriptors_left": lost,
        "violations": tally.violations,
        "violation_count": tally.counts["violations"],
        "counts": dict(sorted(tally.counts.items())),
        "samples": [
            {"s": round(at), "bytes": resident, "tasks": tasks, "descriptors": files}
            for at, resident, tasks, files in sampler.rows
        ],
    }
    options.report.write_text(json.dumps(result, indent=1))
    shown = {name: value for name, value in result.items() if name != "samples"}
    print(json.dumps(shown, indent=1))
    return int(bool(tally.violations) or bool(lost) or growth >= FLAT)


if __name__ == "__main__":
    sys.exit(main())
