"""`purevirt simulate`: a simulated libvirtd for whatever speaks to one, until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import signal
import sys
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from purevirt.entry import Loading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from purevirt.testing.simulator.daemon import SimulatedLibvirtd

__all__ = ["describe", "run"]

_EXIT_FAILURE = 1
_MAX_DOMAINS = 1_000_000


def describe(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to those of `purevirt`."""
    parser = commands.add_parser(
        "simulate",
        help="serve a simulated libvirtd at a unix socket",
        description=(
            "Serve a simulated libvirtd with a QEMU host behind it: domains, storage, networks, guests with "
            "agents. Prints its URI, for virsh -c and every other client, and ends with Ctrl-C or SIGTERM; "
            "nothing of it stays."
        ),
    )
    parser.add_argument(
        "--socket", type=_path, metavar="PATH", help="where it listens (default: a new folder)"
    )
    parser.add_argument(
        "--domains", type=_count, default=0, metavar="N", help="how many domains are defined (default 0)"
    )
    parser.add_argument(
        "--running", type=_count, default=0, metavar="N", help="how many of them run (default 0)"
    )
    parser.add_argument("--seed", type=_seed, default=0, help="where all chance begins (default 0)")
    parser.add_argument(
        "--delay-ms", type=_delay, default=0.0, metavar="MS", help="how long each call takes more (default 0)"
    )
    parser.set_defaults(run=run)


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("is empty; name a path for the socket, or leave the flag out")
    return Path(text)


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= _MAX_DOMAINS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {_MAX_DOMAINS}, got {text!r}")
    return number


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, got {text!r}") from None


def _delay(text: str) -> float:
    try:
        delay_ms = float(text)
    except ValueError:
        delay_ms = math.nan
    if not 0 <= delay_ms < math.inf:
        raise argparse.ArgumentTypeError(f"must be milliseconds, 0 or more, got {text!r}")
    return delay_ms


def run(options: argparse.Namespace) -> int:
    """Serve; return the exit status."""
    # Here, so that other commands start without it.
    with Loading("purevirt"):
        from purevirt.testing.simulator import SimulatedLibvirtd, populate  # noqa: PLC0415 - see above

    if options.running > options.domains:
        return _refuse(
            f"--running {options.running}: there are only {options.domains} domains; see --domains"
        )
    with _leaving_orderly():
        sim = SimulatedLibvirtd(options.socket, seed=options.seed)
        populate(sim.host, options.domains, running=options.running)
        if options.delay_ms:
            sim.faults.delay("*", options.delay_ms / 1000)
        try:
            asyncio.run(_serve(sim, options.socket))
        except _Refusal as refusal:
            return _refuse(str(refusal))
    return 0


class _Refusal(Exception):
    """Why it cannot serve, as a line."""


@contextmanager
def _leaving_orderly() -> Iterator[None]:
    """Have the signals that end a process end it as an exit does, which leaves no folder behind."""

    def leave(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _reason(error: OSError) -> str:
    """Return the system's words alone: asyncio puts the path into them, which the line has already."""
    return os.strerror(error.errno) if error.errno else str(error)


def _refuse(text: str) -> int:
    print(f"purevirt simulate: {text}", file=sys.stderr)  # noqa: T201 - a program's one line
    return _EXIT_FAILURE


async def _serve(sim: SimulatedLibvirtd, path: Path | None) -> None:
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ending.set)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(sim)
        except OSError as error:
            raise _Refusal(
                f"--socket {path}: cannot listen there ({_reason(error)}); name a new path, of at most "
                "100 characters, in a folder that you may write to"
            ) from error
        try:
            print(sim.uri, flush=True)  # noqa: T201 - what was asked for
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _Refusal(f"the URI cannot be printed ({_reason(error)}); see where it goes") from error
        await ending.wait()
