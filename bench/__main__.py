"""The table: purevirt beside libvirt-python, in turn, A B A B, so that a noisy machine hurts both alike."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.lab import LabHost

HERE = Path(__file__).parent
ROUNDS = 5
PEER_PYTHON = "/usr/bin/python3"
IMPORT_ROUNDS = 15


def figure(*command: str) -> float:
    """Return the number that a measuring process prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def ours(what: str, uri: str) -> float:
    return figure(sys.executable, "-m", "bench.ours", what, uri)


def peer(what: str, uri: str) -> float:
    return figure(PEER_PYTHON, str(HERE / "peer.py"), what, uri)


def row(label: str, unit: str, mine: str, theirs: str, uri: str, bound: str) -> None:
    """Print one line: both medians, and the ratio purevirt / libvirt-python pair by pair."""
    pairs = [(ours(mine, uri), peer(theirs, uri)) for _ in range(ROUNDS)]
    ratios = sorted(one / other for one, other in pairs)
    left = statistics.median(one for one, _ in pairs)
    right = statistics.median(other for _, other in pairs)
    middle = statistics.median(ratios)
    spread = f"({ratios[0]:.2f}-{ratios[-1]:.2f})"
    print(f"{label:44} {left:10.1f} {right:10.1f} {unit:7} {middle:5.2f} {spread}  {bound}", flush=True)


def import_cost(what: str) -> float:
    """Return the median milliseconds of an import statement in fresh processes."""
    code = f"import time; t = time.perf_counter(); {what}; print((time.perf_counter() - t) * 1e3)"
    return statistics.median(figure(sys.executable, "-c", code) for _ in range(IMPORT_ROUNDS))


def imports() -> None:
    base = import_cost("import asyncio")
    alone = import_cost("import asyncio, purevirt") - base
    client = import_cost("import asyncio, purevirt; purevirt.connect") - base
    print(
        f"beyond `import asyncio` ({base:.1f} ms): purevirt {alone:.1f} ms, with its client {client:.1f} ms"
    )


def main() -> None:
    print(f"Python {sys.version.split()[0]}; medians of {ROUNDS} pairs, ratio with its range\n")
    imports()
    print(f"\n{'':44} {'purevirt':>10} {'peer':>10} {'unit':7} ratio")
    with LabHost("bench") as host:
        row("round trip, asyncio", "us", "async-rtt", "rtt", host.uri, "<= 1.4")
        row("round trip, blocking", "us", "sync-rtt", "rtt", host.uri, "<= 1.2")
        row(
            "16 tasks / threads, one connection",
            "calls/s",
            "async-throughput",
            "throughput",
            host.uri,
            ">= 0.75",
        )
    with tempfile.TemporaryDirectory(prefix="pv-") as folder:
        path = f"{folder}/replay"
        server = subprocess.Popen(
            [sys.executable, "-m", "bench.replay", path], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            server.stdout.readline()
            uri = f"qemu+unix:///system?socket={path}"
            row(
                "list of 10,000 domains: decode / end to end",
                "ms",
                "decode-list",
                "reply-list",
                uri,
                "<= 1.0",
            )
            row("list of 10,000 domains: end to end", "ms", "reply-list", "reply-list", uri, "")
            row("stats 1,000 x 60: decode / end to end", "ms", "decode-stats", "reply-stats", uri, "<= 1.6")
            row("stats 1,000 x 60: end to end", "ms", "reply-stats", "reply-stats", uri, "")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
