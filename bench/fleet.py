"""State and metadata of 1,000 domains beside libvirt-python's loop: `python -m bench.fleet`.

On the local socket, and behind a proxy that adds 10 ms each way, as a distant host has. The same calls on
both sides; ours once by `call_each`, and once with a task for each domain.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import purevirt
from purevirt.rpc.gen.procedures import DOMAIN_GET_METADATA, DOMAIN_GET_STATE
from purevirt.rpc.gen.remote import (
    DomainGetMetadataArgs,
    DomainGetMetadataRet,
    DomainGetStateArgs,
    DomainGetStateRet,
)
from tests.lab import LabHost

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from purevirt.rpc.gen.remote import Domain

DOMAINS = 1_000
NEAR_ROUNDS = 21
FAR_ROUNDS = 3
DELAY_S = 0.010
TAG = "urn:bench:1"
XML = (
    "<domain type='qemu'><name>d{0}</name><memory>1024</memory><os><type>hvm</type></os>"
    "<metadata><b:tag xmlns:b='" + TAG + "'>{0}</b:tag></metadata></domain>"
)
LOOP = """
import libvirt, sys, time
conn = libvirt.open(sys.argv[1])
start = time.perf_counter()
for dom in conn.listAllDomains():
    dom.state()
    dom.metadata(libvirt.VIR_DOMAIN_METADATA_ELEMENT, sys.argv[2])
print(time.perf_counter() - start)
"""


async def ours(uri: str) -> float:
    """Return the seconds for the list and both questions for each domain."""
    async with await purevirt.connect(uri) as conn:
        start = time.perf_counter()
        domains = (await conn.connect_list_all_domains()).domains
        states, tags = await asyncio.gather(
            conn.call_each(DOMAIN_GET_STATE, [DomainGetStateArgs(dom) for dom in domains]),
            conn.call_each(DOMAIN_GET_METADATA, [DomainGetMetadataArgs(dom, 2, TAG) for dom in domains]),
        )
        took = time.perf_counter() - start
    if not all(isinstance(one, DomainGetStateRet) for one in states):
        raise RuntimeError("a domain gave no state")
    if not all(isinstance(one, DomainGetMetadataRet) for one in tags):
        raise RuntimeError("a domain gave no metadata")
    return took


async def tasks(uri: str) -> float:
    """Return the same with a task for each domain, as a program that does not care would have it."""
    async with await purevirt.connect(uri) as conn:
        start = time.perf_counter()
        domains = (await conn.connect_list_all_domains()).domains

        async def ask(dom: Domain) -> None:
            await conn.domain_get_state(dom)
            await conn.domain_get_metadata(dom, 2, TAG)

        await asyncio.gather(*(ask(dom) for dom in domains))
        return time.perf_counter() - start


def theirs(uri: str) -> float:
    """Return the same of libvirt-python."""
    command = ("/usr/bin/python3", "-c", LOOP, uri, TAG)
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes on, each DELAY_S after it came, without slowing the next."""
    loop = asyncio.get_running_loop()
    while data := await reader.read(65536):
        loop.call_later(DELAY_S, writer.write, data)
    loop.call_later(DELAY_S, writer.close)


async def proxy(path: str, target: str) -> None:
    """Serve the delayed socket until cancelled."""
    tasks = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(target)
        for pair in ((reader, there[1]), (there[0], writer)):
            tasks.add(asyncio.create_task(pump(*pair)))

    server = await asyncio.start_unix_server(serve, path)
    print("ready", flush=True)
    await server.serve_forever()


def compare(label: str, uri: str, rounds: int, mine: Callable[[str], Coroutine[None, None, float]]) -> None:
    """Print one row."""
    pairs = [(asyncio.run(mine(uri)), theirs(uri)) for _ in range(rounds)]
    ratios = sorted(other / one for one, other in pairs)
    left, right = (statistics.median(column) for column in zip(*pairs, strict=True))
    spread = f"({ratios[0]:.2f}-{ratios[-1]:.2f})"
    print(
        f"{label:24} {left:8.3f} s {right:8.3f} s   {statistics.median(ratios):.2f} times faster {spread}",
        flush=True,
    )


async def define(uri: str) -> None:
    """Define the domains."""
    async with await purevirt.connect(uri) as conn:
        await asyncio.gather(*(conn.domain_define_xml(XML.format(number)) for number in range(DOMAINS)))


def main() -> None:
    with LabHost("fleet") as host, tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder:
        asyncio.run(define(host.uri))
        print(f"list, state and metadata of {DOMAINS} domains: purevirt, libvirt-python\n")
        compare("unix socket, call_each", host.uri, NEAR_ROUNDS, ours)
        compare("unix socket, tasks", host.uri, NEAR_ROUNDS, tasks)
        path = str(Path(folder) / "far")
        command = (sys.executable, "-m", "bench.fleet", path, str(host.socket_path))
        delayed = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert delayed.stdout is not None
            delayed.stdout.readline()
            compare("20 ms away, call_each", f"qemu+unix:///system?socket={path}", FAR_ROUNDS, ours)
        finally:
            delayed.terminate()
            delayed.wait()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(proxy(*sys.argv[1:]))
    else:
        main()
