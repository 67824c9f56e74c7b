"""The command line of the tools: their own flags beside those of the server."""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import TYPE_CHECKING, NoReturn, TypeVar

from purevirt.provider.errors import ConfigError, Interrupted
from purevirt.provider.settings.backend_config import backend_config
from purevirt.provider.settings.config import config_of
from purevirt.provider.settings.flags import collect

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping, Sequence

    from purevirt.provider.libvirt.config import LibvirtBackendConfig

T = TypeVar("T")


class ToolParser(argparse.ArgumentParser):
    """argparse that raises instead of leaving, and says where the other flags are."""

    def __init__(self, *, prog: str, description: str | None) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog="All flags and variables of purevirt-provider itself are taken as well; see its --help.",
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Refuse the command line.

        Raises:
            ConfigError: always.
        """
        raise ConfigError(f"{message} (see {self.prog} --help)")


def run(work: Coroutine[None, None, T]) -> T:
    """Return what `work` returns; Ctrl-C cancels it.

    Raises:
        Interrupted: it was pressed, and `work` has cleaned up.
    """
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        raise Interrupted("interrupted; what was being done is undone") from None


def parse_settings(arguments: Sequence[str], environ: Mapping[str, str]) -> LibvirtBackendConfig:
    """Return what the server would run its backend with, given the same flags and variables.

    Raises:
        ConfigError: anything is wrong.
    """
    values = collect(arguments, environ)
    if not values.all("connect") and not values.boolean("use-simulator"):
        raise ConfigError("--connect: no host is given; name at least one, like --connect qemu:///system")
    config = config_of(values, environ, uid=os.geteuid())
    if config.use_simulator:
        raise ConfigError("--use-simulator: is for the server; a simulated host needs no preparation")
    return backend_config(config)
