"""`purevirt`: one command for each thing; each is a module with a `describe` and a `run` of its own."""

from __future__ import annotations

import sys

from purevirt.entry import EXIT_INTERRUPTED, run_purevirt

if __name__ == "__main__":  # before the rest is loaded, which is done there
    sys.exit(run_purevirt())

import argparse
from typing import TYPE_CHECKING

from purevirt import __version__
from purevirt.cli import simulate

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; 130 after Ctrl-C, where that is not how the command ends."""
    parser = argparse.ArgumentParser(prog="purevirt", description="libvirt without the C library.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    simulate.describe(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:
        print("\npurevirt: interrupted", file=sys.stderr)  # noqa: T201 - below the ^C, for a person
        return EXIT_INTERRUPTED
    return status
