"""Volumes up and down beside virsh: `python -m bench.transfers [MIB [TRANSPORT...]]`; unix, tls and ssh.

Everything is in memory, so that no disk is measured. Each pair runs back to back, each side as a process of
its own. Two figures: the whole process, and the transfer alone, as a program sees it that is connected
already. Of virsh the latter is its whole time without what it takes to connect and look at the volume.
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
    virsh = ("virsh", "-c", theirs)
    for _ in range(ROUNDS):
        whole, alone = timed(sys.executable, "-m", "bench.move", direction, mine, POOL, VOLUME, str(file))
        peer, _ = timed(*virsh, verb, VOLUME, str(file), "--pool", POOL)
        start, _ = timed(*virsh, "vol-info", VOLUME, "--pool", POOL)
        rows.append((mib / float(alone), mib / (peer - start), mib / whole, mib / peer))
    medians = [statistics.median(column) for column in zip(*rows, strict=True)]
    alone_ratios = sorted(row[0] / row[1] for row in rows)
    whole_ratios = sorted(row[2] / row[3] for row in rows)
    print(
        f"{label:5} {direction:5} {medians[0]:6.0f} {medians[1]:6.0f}   {shown(alone_ratios)}   "
        f"{medians[2]:6.0f} {medians[3]:6.0f}   {shown(whole_ratios)}",
        flush=True,
    )


def shown(ratios: list[float]) -> str:
    """Return the median and the range of sorted ratios."""
    return f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})"


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
        print(f"{mib} MiB, MiB/s, medians of {ROUNDS} pairs, ratio with its range; purevirt and virsh each\n")
        print(f"{'':11} {'the transfer alone':34}   whole processes")
        for transport in only or TRANSPORTS:
            for direction, path in (("up", source), ("down", target)):
                compare(transport, direction, *uris[transport], path, mib)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else MIB, *sys.argv[2:])
