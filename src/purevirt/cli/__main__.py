"""`purevirt`: one command for each thing; each is a module with a `describe` and a `run` of its own."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from purevirt import __version__
from purevirt.cli import simulate

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    parser = argparse.ArgumentParser(prog="purevirt", description="libvirt without the C library.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    simulate.describe(commands)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
