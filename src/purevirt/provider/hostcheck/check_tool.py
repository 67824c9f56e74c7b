"""`purevirt-provider check`: the preflight of every host, as a table.

It takes the flags and variables of the server, so that the same command line with `check` in front tells
whether the server would find all it needs.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING, Final

from purevirt.provider.hostcheck.checks import check_host
from purevirt.provider.hostcheck.finding import Status
from purevirt.provider.hostcheck.settings import ToolParser, parse_settings, run
from purevirt.provider.hostcheck.table import document, lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.provider.hostcheck.finding import Finding
    from purevirt.provider.libvirt.config import LibvirtBackendConfig

EXIT_UNFIT: Final = 1


def parser() -> ToolParser:
    """Return the parser of the flags that only `check` has."""
    made = ToolParser(prog="purevirt-provider check", description=__doc__)
    made.add_argument("--domain", help="a running domain, or ZONE=DOMAIN, whose guest agent is asked too")
    made.add_argument("--json", action="store_true", help="print a JSON list instead of a table")
    return made


def main(arguments: Sequence[str]) -> int:
    """Print what was found on every host; return 0 if all is well, 1 if not.

    Raises:
        ConfigError: a flag, a variable or a file is wrong.
        SystemExit: --help was asked for and has been printed.
    """
    own, rest = parser().parse_known_args(list(arguments))
    config = parse_settings(rest, os.environ)
    findings = run(_check(config, own.domain))
    text = document(findings) if own.json else "\n".join(lines(findings))
    sys.stdout.write(text + "\n")
    return EXIT_UNFIT if any(finding.status is Status.FAIL for finding in findings) else 0


def _guest_of(zone: str, guest: str | None, config: LibvirtBackendConfig) -> str | None:
    """Return the domain to ask on the host of `zone`: that of its own, or the one for all."""
    named, equals, domain = (guest or "").partition("=")
    if equals and named in config.zones:
        return domain if named == zone else None
    return guest


async def _check(config: LibvirtBackendConfig, guest: str | None) -> list[Finding]:
    """Look at all hosts at once: one that does not answer holds up none of the others."""
    found = await asyncio.gather(
        *(
            check_host(zone, uri, config, guest=_guest_of(zone, guest, config))
            for zone, uri in config.zones.items()
        )
    )
    return [finding for findings in found for finding in findings]
