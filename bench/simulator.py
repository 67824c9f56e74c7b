"""How many domains a simulated libvirtd can have: `python bench/simulator.py [COUNT]`.

Prints how long it takes to make them, to list them all, to look each of some up and to start it, and how much
memory the process has then. One answer lists 16384 domains at most, which is the protocol's own limit, so a
host with more of them is listed in two parts: those that run, and those that do not.
"""

import asyncio
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import purevirt
from purevirt.rpc.gen import enums
from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator import populate

_COUNT = 20_000
_LIST_MAX = 16_384
_STARTED = 500
_PART = enums.ConnectListAllDomainsFlags


@contextmanager
def measured(what: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    print(f"{what:<44} {time.perf_counter() - began:8.3f} s")


async def main(count: int) -> None:
    running = max(count - _LIST_MAX, 0)
    sim = SimulatedLibvirtd()
    with measured(f"{count} domains, {running} of them running"):
        populate(sim.host, count, running=running)
        await sim.start()
    try:
        async with await purevirt.connect(sim.uri) as conn:
            for _ in range(3):
                with measured("list of all"):
                    parts = [
                        await conn.connect_list_all_domains(1, int(flag))
                        for flag in (_PART.ACTIVE, _PART.INACTIVE)
                    ]
            assert sum(len(part.domains) for part in parts) == count
            with measured(f"{_STARTED} looked up, described and started"):
                for number in range(running, min(running + _STARTED, count)):
                    domain = await conn.domain_lookup_by_name(f"domain-{number:05d}")
                    await conn.domain_get_xml_desc(domain)
                    await conn.domain_create(domain)
            with measured("statistics of those that run"):
                await conn.connect_get_all_domain_stats([], 0, 1)
    finally:
        await sim.stop()
    print(f"{'memory':<44} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8.1f} MiB")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else _COUNT))
