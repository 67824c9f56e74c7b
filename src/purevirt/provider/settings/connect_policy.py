"""--connect: which hosts, and which ways to reach them are refused before anything is dialled. Pure.

Source: libvirt-provider contract, "--connect policy".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from purevirt.errors import UriError
from purevirt.provider.errors import ConfigError
from purevirt.rpc.dialling.uri import plan_connection

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DRIVERS: Final = ("bhyve", "ch", "lxc", "qemu", "test", "vbox", "vz", "xen")
_SSH: Final = ("ssh", "libssh", "libssh2")


def parse_zones(
    values: Sequence[str], default_zone: str, *, environ: Mapping[str, str], uid: int
) -> dict[str, str]:
    """Return zone to URI, in the order given.

    Args:
        values: the flag's values, each a comma-separated list of URIs and `zone=uri` entries.
        default_zone: the zone of a URI without one.
        environ: the process's environment, which decides where a session daemon's socket is.
        uid: the user whose session daemon a session URI means.

    Raises:
        ConfigError: an entry is malformed or refused; the message names the zone and the cure. It never
            shows a whole URI that could hold a password.
    """
    zones: dict[str, str] = {}
    for value in values:
        for entry in value.split(","):
            if not entry.strip():
                raise ConfigError(
                    f"--connect: {_without_user(value)!r} has an empty entry; remove the surplus comma"
                )
            zone, uri = _split(entry.strip(), default_zone)
            if not zone:
                raise ConfigError("--connect: an entry has an empty zone; write zone=uri, or the URI alone")
            if ":" in zone or "/" in zone:
                raise ConfigError(
                    f"--connect: zone {_without_user(zone)!r} must not contain ':' or '/'; rename it"
                )
            if zone in zones:
                raise ConfigError(
                    f"--connect: zone {zone!r} is named twice; give each host a zone of its own"
                )
            _check(zone, uri, environ=environ, uid=uid)
            zones[zone] = uri
    return zones


def _split(entry: str, default_zone: str) -> tuple[str, str]:
    """Return zone and URI of an entry; an equals sign inside a URI is not a zone's."""
    name, equals, uri = entry.partition("=")
    if equals and "://" not in name and "?" not in name:
        return name.strip(), uri.strip()
    return default_zone, entry


def _check(zone: str, uri: str, *, environ: Mapping[str, str], uid: int) -> None:
    """Return if the policy and the client library both accept the URI."""
    where = f"--connect: zone {zone!r}"
    if not uri:
        raise ConfigError(f"{where} has no URI; write {zone}=qemu:///system")
    try:
        parts = urlsplit(uri)
        password = parts.password
    except ValueError:
        raise ConfigError(f"{where}: not a URI; write it like qemu:///system") from None
    driver, _, transport = parts.scheme.partition("+")
    if "://" not in uri or driver not in DRIVERS:
        if "://" not in uri:
            raise ConfigError(f"{where}: {_without_user(uri)!r} is no URI; write it like qemu:///system")
        raise ConfigError(f"{where}: unknown scheme {driver!r}; known are {', '.join(DRIVERS)}")
    if password is not None:
        raise ConfigError(f"{where}: the URI holds a password; remove it, passwords are not used")
    if transport == "tcp":
        raise ConfigError(f"{where}: +tcp is not encrypted; use TLS, +ssh or a unix socket")
    if ";" in parts.path:
        raise ConfigError(f"{where}: the path has a ';', as if parameters came after it; they start with '?'")
    for key, value in _parameters(parts.query):
        if key == "no_verify" and value != "0":
            raise ConfigError(f"{where}: no_verify={value} switches verification off; remove it")
        if key == "known_hosts_verify" and transport in _SSH and value != "normal":
            raise ConfigError(
                f"{where}: known_hosts_verify={value} trusts unknown host keys; remove it and add the host's "
                "key to known_hosts"
            )
    try:
        plan_connection(uri, environ=environ, uid=uid)
    except UriError as error:
        raise ConfigError(f"{where}: {error}") from None


def _without_user(text: str) -> str:
    """Return a text without what stands in front of an @, which may hold a password, URI or not."""
    return re.sub(r"[^/,=\s]*:[^,]*@", "***@", text)


def _parameters(query: str) -> list[tuple[str, str]]:
    """Return every parameter, its name in lower case, also one that is given twice or without a value."""
    found = []
    for item in query.replace(";", "&").split("&"):
        key, _, value = item.partition("=")
        found.append((unquote(key).lower(), unquote(value)))
    return found
