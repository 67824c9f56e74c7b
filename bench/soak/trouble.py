"""What goes wrong on the hosts, one thing after the other and several at once; all of it from the seed."""

import asyncio
import errno
import random
from collections.abc import Awaitable, Callable
from functools import partial

from bench.soak.recorder import Recorder
from bench.soak.tally import Tally
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import SimulatedError

BUSY = SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.STORAGE, "pool has asynchronous jobs running.")
NO_MEMORY = SimulatedError(ErrorNumber.NO_MEMORY, ErrorDomain.QEMU)

Trouble = Callable[[SimulatedLibvirtd, random.Random], Awaitable[None]]


async def _latency(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    mean_s = chance.uniform(0.002, 0.05)
    fault = sim.faults.delay("*", lambda drawn: drawn.expovariate(1 / mean_s), probability=0.5)
    await asyncio.sleep(chance.uniform(3, 15))
    fault.end()


async def _stall(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    fault = sim.faults.stall("DOMAIN_*", times=chance.randrange(1, 6))
    await asyncio.sleep(chance.uniform(1, 8))
    fault.end()


async def _refusals(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    error, what = chance.choice(
        ((NO_MEMORY, "DOMAIN_CREATE*"), (NO_MEMORY, "DOMAIN_DEFINE*"), (BUSY, "STORAGE_VOL_*"))
    )
    fault = sim.faults.refuse(error, what, probability=0.5, times=chance.randrange(1, 10))
    await asyncio.sleep(chance.uniform(1, 5))
    fault.end()


async def _drops(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    sim.faults.drop(
        chance.choice(("DOMAIN_*", "STORAGE_*", "*")),
        executed=chance.random() < 0.5,
        times=1,
        probability=0.05,
    )
    await asyncio.sleep(1)


async def _cut(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    sim.faults.cut(
        after_bytes=chance.randrange(100_000),
        direction="to_client" if chance.random() < 0.5 else "from_client",
        times=1,
    )
    await asyncio.sleep(1)


async def _garbage(sim: SimulatedLibvirtd, _chance: random.Random) -> None:
    # at the head of a message, where it is seen to be none; elsewhere it would be data like any other
    sim.faults.garble(after_bytes=0, garbage=b"\xff" * 28, times=1)
    await asyncio.sleep(1)


async def _agents(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    pattern = f"*{chance.choice('abcdefghijklmnopqrstuvwxyz234567')}"
    sim.faults.stop_agents(pattern)
    await asyncio.sleep(chance.uniform(1, 10))
    sim.faults.start_agents()


async def _slow_agents(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    sim.faults.hang_agents("*", chance.uniform(0.05, 1))
    await asyncio.sleep(chance.uniform(1, 8))
    sim.faults.hang_agents("*", 0)


async def _disk(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    code = chance.choice((errno.ENOSPC, errno.EIO))
    sim.faults.storage.fail_writes(after_bytes=chance.randrange(300_000), errno=code, times=2)
    await asyncio.sleep(chance.uniform(1, 5))
    sim.faults.storage.clear()


async def _slow_refresh(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    sim.faults.storage.refresh_s = chance.uniform(0.05, 0.5)
    await asyncio.sleep(chance.uniform(1, 8))
    sim.faults.storage.refresh_s = 0


async def _restart(sim: SimulatedLibvirtd, chance: random.Random) -> None:
    await sim.stop()
    await asyncio.sleep(chance.uniform(0, 4))
    await sim.start()


async def _reboot(sim: SimulatedLibvirtd, _chance: random.Random) -> None:
    await sim.reboot_host()


TROUBLES: dict[str, tuple[Trouble, int]] = {
    "latency": (_latency, 8),
    "stall": (_stall, 4),
    "refusals": (_refusals, 6),
    "dropped connection": (_drops, 6),
    "cut connection": (_cut, 6),
    "garbage": (_garbage, 3),
    "agents lost": (_agents, 4),
    "agents slow": (_slow_agents, 4),
    "disk fails": (_disk, 4),
    "slow refresh": (_slow_refresh, 4),
    "daemon restarted": (_restart, 2),
    "host rebooted": (_reboot, 1),
}


async def make_trouble(
    sims: dict[str, SimulatedLibvirtd],
    chance: random.Random,
    tally: Tally,
    recorder: Recorder,
    every_s: float,
) -> None:
    """Let one thing after the other go wrong on each host, for ever."""
    names = list(TROUBLES)
    weights = [TROUBLES[name][1] for name in names]
    async with asyncio.TaskGroup() as group:
        for zone, sim in sims.items():
            drawn = random.Random(f"{chance.random()}/{zone}")
            note = partial(recorder.note_zone, zone)
            group.create_task(_on(sim, drawn, names, weights, tally, note, every_s))


async def _on(
    sim: SimulatedLibvirtd,
    chance: random.Random,
    names: list[str],
    weights: list[int],
    tally: Tally,
    note: Callable[[str], None],
    every_s: float,
) -> None:
    while True:
        await asyncio.sleep(chance.expovariate(1 / every_s))
        (name,) = chance.choices(names, weights)
        tally.count(f"trouble: {name}")
        note(f"trouble: {name}")
        trouble, _ = TROUBLES[name]
        work = asyncio.ensure_future(trouble(sim, chance))
        try:
            await asyncio.shield(work)
            note(f"over: {name}")
        except asyncio.CancelledError:
            # a host that is left in the middle of a restart would not come back
            if trouble not in (_restart, _reboot):
                work.cancel()
            await asyncio.wait({work})
            raise
