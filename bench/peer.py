"""The same measurements of libvirt-python, run by the interpreter that has it: `python3 peer.py WHAT URI`."""

from __future__ import annotations

import statistics
import sys
import threading
import time

import libvirt

CALLS = 3_000
THREADS = 16
REPEATS = 15


def round_trip(conn: libvirt.virConnect) -> float:
    for _ in range(200):
        conn.getLibVersion()
    start = time.perf_counter()
    for _ in range(CALLS):
        conn.getLibVersion()
    return (time.perf_counter() - start) / CALLS * 1e6


def throughput(conn: libvirt.virConnect) -> float:
    def work() -> None:
        for _ in range(CALLS * 4 // THREADS):
            conn.getLibVersion()

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return CALLS * 4 / (time.perf_counter() - start)


def reply(conn: libvirt.virConnect, what: str) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        if what == "list":
            conn.listAllDomains()
        else:
            conn.getAllDomainStats()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def main() -> None:
    what, uri = sys.argv[1:]
    conn = libvirt.open(uri)
    if what == "rtt":
        figure = round_trip(conn)
    elif what == "throughput":
        figure = throughput(conn)
    else:
        figure = reply(conn, what.removeprefix("reply-"))
    print(figure)


if __name__ == "__main__":
    main()
