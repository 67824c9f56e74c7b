"""Volumes up and down beside virsh, by unix socket, TLS and SSH: `python -m bench.transfers`.

Each figure is a whole process, from connecting to the end, and each pair runs back to back.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import purevirt
from purevirt.rpc.aio import transfer
from tests.lab import LabHost, Ssh, Tls

MIB = 256
ROUNDS = 3
POOL = "default"
VOLUME = "bench"


async def move(direction: str, uri: str, path: str) -> None:
    """Upload a file into the volume, or download the volume into a file."""
    async with await purevirt.connect(uri) as conn:
        vol = await conn.storage_vol_lookup_by_name(await conn.storage_pool_lookup_by_name(POOL), VOLUME)
        if direction == "up":
            await transfer.upload_file(conn, vol, path, sparse=False)
        else:
            await transfer.download_file(conn, vol, path, sparse=False)


def seconds(*command: str) -> float:
    """Return how long a command takes."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    with (
        tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder,
        LabHost("bench", tls=Tls(), ssh=Ssh()) as host,
    ):
        host.ensure_pool()
        source, target = Path(folder) / "source", Path(folder) / "target"
        source.write_bytes(os.urandom(1 << 20) * MIB)
        host.virsh("vol-create-as", POOL, VOLUME, f"{MIB}MiB", "--format", "raw")
        assert host.ssh is not None
        uris = {
            "unix": (host.uri, host.uri),
            "tls": (host.tls_uri(driver="qemu", path="/system"),) * 2,
            "ssh": (host.ssh_uri(), host.ssh.virsh_uri()),
        }
        print(f"{MIB} MiB, MiB/s, medians of {ROUNDS} pairs; ratio purevirt / virsh\n")
        for transport, (mine, theirs) in uris.items():
            for direction, file in (("up", source), ("down", target)):
                pairs = []
                for _ in range(ROUNDS):
                    one = seconds(sys.executable, "-m", "bench.transfers", direction, mine, str(file))
                    verb = "vol-upload" if direction == "up" else "vol-download"
                    other = seconds("virsh", "-c", theirs, verb, VOLUME, str(file), "--pool", POOL)
                    pairs.append((MIB / one, MIB / other))
                ratios = sorted(one / other for one, other in pairs)
                left, right = (statistics.median(column) for column in zip(*pairs, strict=True))
                print(
                    f"{transport:5} {direction:5} {left:8.0f} {right:8.0f}   "
                    f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})",
                    flush=True,
                )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(move(*sys.argv[1:]))
    else:
        main()
