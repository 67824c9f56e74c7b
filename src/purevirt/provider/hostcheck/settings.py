"""The command line of the tools: their own flags beside those of the server."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, NoReturn

from purevirt.provider.config import parse_config
from purevirt.provider.errors import ConfigError
from purevirt.provider.libvirt.config import backend_config

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from purevirt.provider.libvirt.config import LibvirtBackendConfig


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


def parse_settings(arguments: Sequence[str], environ: Mapping[str, str]) -> LibvirtBackendConfig:
    """Return what the server would run its backend with, given the same flags and variables.

    Raises:
        ConfigError: anything is wrong.
    """
    return backend_config(parse_config(arguments, environ, uid=os.geteuid()))
