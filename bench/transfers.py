"""Volumes up and down beside virsh: `python -m bench.transfers [MIB [TRANSPORT...]]`; unix, tls and ssh.

Everything is in memory, so that no disk is measured. Each pair runs back to back, each side as a process of
its own. Two figures of ours: the whole process, as virsh's, and the transfer alone, as a program sees it
that is connected already.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.lab import LabHost, Ssh, Tls

MIB = 1024
ROUNDS = 5
POOL = "bench"
VOLUME = "bench"
TRANSPORTS = ("unix", "tls", "ssh")


def timed(*command: str) -> tuple[float, str]:
    """Return how long a command takes, and what it prints."""
    start = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - start, done.stdout


def compare(label: str, direction: str, mine: str, theirs: str, file: Path, mib: int) -> None:
    """Print one row."""
    rows = []
    verb = "vol-upload" if direction == "up" else "vol-download"
    for _ in range(ROUNDS):
        one, alone = timed(sys.executable, "-m", "bench.move", direction, mine, POOL, VOLUME, str(file))
        other, _ = timed("virsh", "-c", theirs, verb, VOLUME, str(file), "--pool", POOL)
        rows.append((mib / one, mib / float(alone), mib / other))
    ratios = sorted(one / other for one, _, other in rows)
    whole, alone_rate, peer = (statistics.median(column) for column in zip(*rows, strict=True))
    print(
        f"{label:5} {direction:5} {alone_rate:9.0f} {whole:9.0f} {peer:9.0f}   "
        f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})",
        flush=True,
    )


def main(mib: int, *only: str) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="pv-", dir="/dev/shm") as folder,
        LabHost("bench", tls=Tls(), ssh=Ssh()) as host,
    ):
        source, target, pool = (Path(folder) / name for name in ("source", "target", "pool"))
        pool.mkdir()
        host.virsh("pool-create-as", POOL, "dir", "--target", str(pool))
        with source.open("wb") as file:
            for _ in range(mib):
                file.write(os.urandom(1 << 20))
        host.virsh("vol-create-as", POOL, VOLUME, f"{mib}MiB", "--format", "raw")
        assert host.ssh is not None
        uris = {
            "unix": (host.uri, host.uri),
            "tls": (host.tls_uri(driver="qemu", path="/system"),) * 2,
            "ssh": (host.ssh_uri(), host.ssh.virsh_uri()),
        }
        print(f"{mib} MiB, MiB/s, medians of {ROUNDS} pairs; ratio of the whole processes with its range\n")
        print(f"{'':11} {'transfer':>9} {'process':>9} {'virsh':>9}   ratio")
        for transport in only or TRANSPORTS:
            for direction, path in (("up", source), ("down", target)):
                compare(transport, direction, *uris[transport], path, mib)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else MIB, *sys.argv[2:])
