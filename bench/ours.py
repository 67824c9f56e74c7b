"""What is measured of purevirt; one process per measurement: `python -m bench.ours WHAT URI`."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from typing import TYPE_CHECKING

import purevirt

if TYPE_CHECKING:
    from collections.abc import Callable

CALLS = 3_000
TASKS = 16
REPEATS = 15


def median_ms(run: Callable[[], object]) -> float:
    """Return the median time of one run, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


async def async_round_trip(uri: str) -> float:
    """Return microseconds per sequential call of the asyncio client."""
    async with await purevirt.connect(uri) as conn:
        for _ in range(200):
            await conn.connect_get_lib_version()
        start = time.perf_counter()
        for _ in range(CALLS):
            await conn.connect_get_lib_version()
        return (time.perf_counter() - start) / CALLS * 1e6


async def async_throughput(uri: str) -> float:
    """Return calls per second of 16 tasks on one connection, 4 in flight."""
    async with await purevirt.connect(uri) as conn:

        async def work(count: int) -> None:
            for _ in range(count):
                await conn.connect_get_lib_version()

        await work(200)
        start = time.perf_counter()
        await asyncio.gather(*(work(CALLS * 4 // TASKS) for _ in range(TASKS)))
        return CALLS * 4 / (time.perf_counter() - start)


async def async_reply(uri: str, what: str) -> float:
    """Return milliseconds per large reply, end to end."""
    async with await purevirt.connect(uri) as conn:
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            if what == "list":
                await conn.connect_list_all_domains()
            else:
                await conn.connect_get_all_domain_stats([], 0)
            times.append((time.perf_counter() - start) * 1e3)
        return statistics.median(times)


def sync_round_trip(uri: str) -> float:
    """Return microseconds per sequential call of the blocking client."""
    with purevirt.sync.connect(uri) as conn:
        for _ in range(200):
            conn.connect_get_lib_version()
        start = time.perf_counter()
        for _ in range(CALLS):
            conn.connect_get_lib_version()
        return (time.perf_counter() - start) / CALLS * 1e6


def decode(what: str) -> float:
    """Return milliseconds to decode a large reply that is already in memory."""
    from bench import replay
    from purevirt.rpc import xdr
    from purevirt.rpc.gen import remote

    if what == "list":
        payload = replay.domains()
        return median_ms(lambda: xdr.decode(remote.ConnectListAllDomainsRet, payload))
    payload = replay.stats()
    return median_ms(lambda: xdr.decode(remote.ConnectGetAllDomainStatsRet, payload))


def main() -> None:
    what, uri = sys.argv[1:]
    if what == "async-rtt":
        figure = asyncio.run(async_round_trip(uri))
    elif what == "async-throughput":
        figure = asyncio.run(async_throughput(uri))
    elif what == "sync-rtt":
        figure = sync_round_trip(uri)
    elif what.startswith("reply-"):
        figure = asyncio.run(async_reply(uri, what.removeprefix("reply-")))
    else:
        figure = decode(what.removeprefix("decode-"))
    print(figure)


if __name__ == "__main__":
    main()
