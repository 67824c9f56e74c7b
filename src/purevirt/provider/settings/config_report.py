"""--print-config and --check-config: what is in effect, and whether it would do.

The report is YAML, one flag a line with where its value comes from. Files are shown by their paths, never by
what is in them; whatever in a URI could be a secret is masked.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import re
from typing import TYPE_CHECKING, Final

from purevirt.provider.errors import ConfigError
from purevirt.provider.serving.certificates import read_certificates
from purevirt.provider.settings.credential_check import check_hosts
from purevirt.provider.settings.flags import FLAGS, MASK

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from purevirt.provider.settings.config import Config
    from purevirt.provider.settings.flags import Values

# They are commands, not settings.
_COMMANDS: Final = ("print-config", "check-config")
_PASSWORD: Final = re.compile(r"(://[^/?#@:]*:)[^/?#]*@")
_SECRET_WORDS: Final = ("pass", "secret", "token", "credential")


def report(values: Values, config: Config) -> str:
    """Return the effective settings as YAML, secrets masked, with a line feed at the end."""
    lines = []
    for flag in FLAGS:
        if flag.name in _COMMANDS:
            continue
        name, origin = flag.name, values.origin(flag.name)
        shown: object = values.text(name) if values.given(name) or flag.default is not None else None
        if name == "connect":
            shown = [f"{zone}={masked_uri(uri)}" for zone, uri in config.zones.items() if uri]
        elif name.endswith("-timeout") and origin == "default" and values.given("transition-timeout"):
            shown, origin = values.text("transition-timeout"), values.origin("transition-timeout")
        lines.append(f"{name}: {json.dumps(shown, ensure_ascii=False)}  # {origin}")
    return "\n".join(lines) + "\n"


def masked_uri(uri: str) -> str:
    """Return the URI with the password and every parameter that is called like a secret masked."""
    head, question, query = _PASSWORD.sub(rf"\1{MASK}@", uri, count=1).partition("?")
    shown = [
        f"{key}{equals}{MASK if any(word in key.lower() for word in _SECRET_WORDS) else value}"
        for key, equals, value in (item.partition("=") for item in query.split("&"))
    ]
    return head + question + "&".join(shown)


def check_config(config: Config, environ: Mapping[str, str], *, uid: int) -> None:
    """Return if the process could start with these settings, as far as this machine can tell.

    Nothing is bound, dialled or written, so that it can run beside a provider that serves.

    Raises:
        ConfigError: it could not.
    """
    for _slot in config.catalog.slots():
        pass
    if config.tls is not None:
        read_certificates(config.tls, dt.datetime.now(dt.UTC))
    if not config.use_simulator:
        check_hosts(config.zones, environ=environ, uid=uid, defaults_too=True)
    if config.state is not None:
        check_state(config.state)


def check_state(path: Path) -> None:
    """Return if a state file could be made or opened at `path`; opens nothing.

    Raises:
        ConfigError: it could not.
    """
    folder = path.absolute().parent
    try:
        if path.is_dir():
            raise ConfigError(f"--state {path}: is a folder; name a file in it")
        if not folder.is_dir():
            raise ConfigError(f"--state {path}: {folder} is not there; make it")
    except OSError as error:
        raise ConfigError(f"--state {path!s:.200}: {error.strerror}; name another file") from None
    if not os.access(folder, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.R_OK | os.W_OK)):
        raise ConfigError(f"--state {path}: may not be written by this user; change its owner or mode")
