"""libvirt's configuration files, written from mappings."""

from collections.abc import Mapping, Sequence
from typing import Final

Setting = int | str | Sequence[str]
"""A value libvirt's configuration syntax knows: a number, a text or a list of texts."""

QEMU_SETTINGS: Final[Mapping[str, Setting]] = {
    # QEMU as root: another user may not be able to look into the folders above the pool.
    "user": "root",
    "group": "root",
    "dynamic_ownership": 0,
    "remember_owner": 0,
    "security_driver": "none",
    # No cgroup for guests: it would be shared by all hosts and outlive a killed one.
    "cgroup_controllers": (),
    "namespaces": (),
    # There is no virtlogd to write the consoles' logs.
    "stdio_handler": "file",
}

DAEMON_SETTINGS: Final[Mapping[str, Setting]] = {
    "auth_unix_ro": "none",
    "auth_unix_rw": "none",
    "max_clients": 200,
    "max_anonymous_clients": 100,
    "log_level": 3,
}


def render(settings: Mapping[str, Setting]) -> str:
    """Return the text of a configuration file with one line per setting."""
    return "".join(f"{name} = {_value(value)}\n" for name, value in settings.items())


def _value(value: Setting) -> str:
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        if '"' in value or "\n" in value:
            raise ValueError(f"a setting's text cannot hold a quote or a line end: {value!r}")
        return f'"{value}"'
    return "[" + ", ".join(_value(item) for item in value) + "]"
