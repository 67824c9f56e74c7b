"""What it costs to look at a host of 1,000 domains, 300 of them ours: `python -m bench.reconcile`.

Once over its unix socket, once through a proxy that adds 25 ms to each direction. Round trips are what the
same look takes longer with it, divided by 50 ms. Then the processor time of a whole provider that has three
such hosts and nothing to do.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import purevirt
from purevirt.provider.libvirt.backend import LibvirtBackend, LibvirtBackendConfig
from purevirt.provider.libvirt.metadata import NAMESPACE
from purevirt.provider.libvirt.names import domain_name, domain_uuid
from tests.lab import LabHost
from tests.lab.image import ensure_image
from tests.provider_e2e.process import running_provider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

DOMAINS = 1_000
OURS = 300
ROUNDS = 5
ONE_WAY_S = 0.025
IDLE_S = 120.0
ZONE = "far"
FOREIGN = (
    "<domain type='qemu'><name>foreign-{0}</name><memory>1024</memory><os><type>hvm</type></os></domain>"
)
OWN = (
    "<domain type='qemu'><name>{name}</name><uuid>{uuid}</uuid><memory>131072</memory>"
    f"<os><type>hvm</type></os><metadata><b:bigfleet xmlns:b='{NAMESPACE}'><machineID>{{id}}</machineID>"
    "</b:bigfleet></metadata></domain>"
)


async def fill(host: LabHost, zone: str, count: int = DOMAINS) -> None:
    """Define the domains, none of which runs."""
    texts = [FOREIGN.format(number) for number in range(count - OURS)]
    for number in range(OURS):
        machine = f"libvirt/OnDemand/lab.tiny/{zone}/{number:03d}"
        texts.append(OWN.format(name=domain_name(machine), uuid=domain_uuid(machine), id=machine))
    async with await purevirt.connect(host.uri) as conn:
        await asyncio.gather(*(conn.domain_define_xml(text) for text in texts))


@asynccontextmanager
async def far_away(path: Path, target: Path) -> AsyncIterator[str]:
    """Give the URI of a socket behind which the daemon is 50 ms away; the way is a process of its own."""
    command = (sys.executable, "-m", "bench.reconcile", str(path), str(target))
    proxy = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    try:
        assert proxy.stdout is not None
        await proxy.stdout.readline()
        yield f"qemu+unix:///system?socket={path}"
    finally:
        proxy.terminate()
        await proxy.wait()


async def serve(path: str, target: str) -> None:
    """Pass bytes on, each ONE_WAY_S after it came, without slowing the next."""
    loop = asyncio.get_running_loop()
    tasks: set[asyncio.Task[None]] = set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 20):
            loop.call_later(ONE_WAY_S, writer.write, data)
        loop.call_later(ONE_WAY_S, writer.close)

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(target)
        for pair in ((reader, there[1]), (there[0], writer)):
            tasks.add(asyncio.create_task(pump(*pair)))

    server = await asyncio.start_unix_server(join, path)
    print("ready", flush=True)
    await server.serve_forever()


async def looks(uri: str) -> tuple[list[float], list[float]]:
    """Return the seconds of first looks, each by a backend of its own, and of later ones."""
    first: list[float] = []
    later: list[float] = []
    config = LibvirtBackendConfig(provider="libvirt", zones={ZONE: uri}, image="golden.qcow2")
    for _ in range(ROUNDS):
        async with LibvirtBackend(config) as backend:
            await backend._zones[ZONE].host.wait_open(10)
            for seconds in (first, later, later):
                begun = time.perf_counter()
                observation = await backend.describe_zone(ZONE)
                seconds.append(time.perf_counter() - begun)
                assert len(observation.machines) == OURS, observation.zones
                assert observation.zones[0].complete
    return first, later


async def compare(host: LabHost, folder: Path) -> None:
    """Print the table of one host."""
    near = await looks(host.uri)
    async with far_away(folder / "far", host.socket_path) as uri:
        far = await looks(uri)
    print(f"{'':28} {'near':>9} {'50 ms away':>11} {'round trips':>12}")
    for name, one, other in zip(("first look of a process", "later looks"), near, far, strict=True):
        here_s, there_s = statistics.median(one), statistics.median(other)
        trips = (there_s - here_s) / (2 * ONE_WAY_S)
        print(f"{name:28} {here_s * 1000:6.0f} ms {there_s * 1000:8.0f} ms {trips:12.1f}", flush=True)


def processor_s(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle(hosts: dict[str, LabHost], folder: Path) -> None:
    """Print what a provider of these hosts uses while nothing happens."""
    zones = {zone: host.uri for zone, host in hosts.items()}
    with running_provider(folder, zones, count=OURS, arguments=["--reconcile-interval=30s"]) as provider:
        time.sleep(10)
        begun_s, used_s = time.monotonic(), processor_s(provider.pid)
        time.sleep(IDLE_S)
        used_s, spent_s = processor_s(provider.pid) - used_s, time.monotonic() - begun_s
        print(
            f"idle, {len(zones)} hosts, a look each 30 s: {100 * used_s / spent_s:.2f} % of a core",
            flush=True,
        )


def main() -> None:
    with ExitStack() as stack:
        hosts = {zone: stack.enter_context(LabHost(zone)) for zone in (ZONE, "b", "c")}
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp")))
        for zone, host in hosts.items():
            host.prepare(ensure_image())
            asyncio.run(fill(host, zone))
        print(f"{DOMAINS} domains, {OURS} of them ours\n")
        asyncio.run(compare(hosts[ZONE], folder))
        idle(hosts, folder)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        try:
            asyncio.run(serve(*sys.argv[1:]))
        except KeyboardInterrupt:
            sys.exit(1)
    else:
        main()
