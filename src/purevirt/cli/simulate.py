"""`purevirt simulate`: a simulated libvirtd for whatever speaks to one, until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from purevirt.testing.simulator.daemon import SimulatedLibvirtd

__all__ = ["describe", "run"]

_EXIT_FAILURE = 1


def describe(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to those of `purevirt`."""
    parser = commands.add_parser(
        "simulate",
        help="serve a simulated libvirtd at a unix socket",
        description=(
            "Serve a simulated libvirtd with a QEMU host behind it: domains, storage, networks, guests with "
            "agents. Prints its URI, and ends with Ctrl-C or SIGTERM; nothing of it stays."
        ),
    )
    parser.add_argument(
        "--socket", type=Path, metavar="PATH", help="where it listens (default: a new folder)"
    )
    parser.add_argument("--domains", type=_count, default=0, metavar="N", help="how many domains are defined")
    parser.add_argument("--running", type=_count, default=0, metavar="N", help="how many of them run")
    parser.add_argument("--seed", type=int, default=0, help="where all chance begins (default 0)")
    parser.add_argument(
        "--delay-ms", type=float, default=0.0, metavar="MS", help="how long each call takes more"
    )
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def run(options: argparse.Namespace) -> int:
    """Serve; return the exit status."""
    # Here, so that other commands start without it.
    from purevirt.testing.simulator import SimulatedLibvirtd, populate  # noqa: PLC0415 - see above

    if options.running > options.domains:
        return _refuse(
            f"--running {options.running}: there are only {options.domains} domains; see --domains"
        )
    sim = SimulatedLibvirtd(options.socket, seed=options.seed)
    populate(sim.host, options.domains, running=options.running)
    if options.delay_ms:
        sim.faults.delay("*", options.delay_ms / 1000)
    try:
        asyncio.run(_serve(sim))
    except OSError as error:
        return _refuse(f"--socket {options.socket}: cannot listen there ({error.strerror or error})")
    return 0


def _refuse(text: str) -> int:
    print(f"purevirt simulate: {text}", file=sys.stderr)  # noqa: T201 - a program's one line
    return _EXIT_FAILURE


async def _serve(sim: SimulatedLibvirtd) -> None:
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ending.set)
    async with sim:
        print(sim.uri, flush=True)  # noqa: T201 - what was asked for
        await ending.wait()
