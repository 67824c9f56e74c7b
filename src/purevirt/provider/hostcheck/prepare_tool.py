"""`purevirt-provider prepare`: make what a host lacks, and say what was done.

It takes the flags and variables of the server, and does nothing where all is as it should be. It is run by
whoever may define pools; the server needs far fewer rights, which --polkit prints.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from purevirt.provider.errors import ConfigError
from purevirt.provider.hostcheck.image_source import Checksum
from purevirt.provider.hostcheck.polkit_rules import rules
from purevirt.provider.hostcheck.preparation import POOL_FOLDER, Wishes, prepare_host
from purevirt.provider.hostcheck.settings import ToolParser, parse_settings, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from purevirt.provider.libvirt.config import LibvirtBackendConfig

EXIT_UNPREPARED: Final = 1


def parser() -> ToolParser:
    """Return the parser of the flags that only `prepare` has."""
    made = ToolParser(prog="purevirt-provider prepare", description=__doc__)
    made.add_argument(
        "--image-source", help="file or http(s) URL of --image: raw or qcow2, or that in xz, gz or zst"
    )
    made.add_argument("--checksum", help="sha256:... or sha512:... of what --image-source is, as it is there")
    made.add_argument(
        "--pool-path", default=POOL_FOLDER, help="folder of a pool that has to be made (%(default)s)"
    )
    made.add_argument(
        "--polkit", metavar="USER", help="only print polkit's rules for USER, who runs the server"
    )
    return made


def main(arguments: Sequence[str]) -> int:
    """Prepare every host, one after the other; return 0 if all is there now, 1 if not.

    Raises:
        ConfigError: a flag, a variable or a file is wrong.
        SystemExit: --help was asked for and has been printed.
    """
    own, rest = parser().parse_known_args(list(arguments))
    config = parse_settings(rest, os.environ)
    if own.polkit is not None:
        names = config.networks()
        sys.stdout.write(rules(user=own.polkit, pool=config.storage_pool, networks=names, image=config.image))
        return 0
    if not own.pool_path.startswith("/"):
        raise ConfigError(f"--pool-path: must be an absolute path on the host, got {own.pool_path!r}")
    wishes = Wishes(
        image_source=own.image_source,
        checksum=None if own.checksum is None else Checksum(own.checksum),
        pool_path=own.pool_path,
    )
    return 0 if run(_prepare(config, wishes)) else EXIT_UNPREPARED


async def _prepare(config: LibvirtBackendConfig, wishes: Wishes) -> bool:
    done = [await prepare_host(zone, uri, config, wishes, _say) for zone, uri in config.zones.items()]
    return all(done)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
