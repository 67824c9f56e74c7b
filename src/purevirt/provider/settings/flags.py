"""Every flag: its name, its default, what it means; and what a command line and an environment give for them.

Every flag is also an environment variable, PUREVIRT_ and its name in capitals; the flag wins. This is the
list that --help, --print-config and the documentation are made from.
Source: libvirt-provider contract, "Flags".
"""

from __future__ import annotations

import argparse
import re
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NoReturn

from purevirt import __version__
from purevirt.provider.errors import ConfigError, StoreError
from purevirt.provider.settings.duration import parse_duration

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ENVIRONMENT_PREFIX: Final = "PUREVIRT_"

Origin = Literal["flag", "environment", "default"]


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag: its name without dashes, its default as text (None: unset), what it means.

    A switch is on when it stands alone, and takes a truth value as well.
    """

    name: str
    default: str | None
    help: str
    switch: bool = False

    @property
    def variable(self) -> str:
        """Return the environment variable that stands behind the flag."""
        return ENVIRONMENT_PREFIX + self.name.replace("-", "_").upper()


FLAGS: Final = (
    Flag("addr", ":9000", "where gRPC listens: host:port, :port or unix:/path"),
    Flag("provider", "libvirt", "label in every machine id and host reference"),
    Flag("connect", None, "libvirt URI, or zone=uri entries separated by commas; may be repeated"),
    Flag("default-zone", "local", "zone of a URI that names none"),
    Flag("offerings", None, "JSON or YAML file of offerings (default: a built-in mix)"),
    Flag("seed-count", "32", "slots of the built-in mix"),
    Flag("capacity-type", "on_demand", "on_demand or bare_metal, for the built-in mix"),
    Flag("instance-types", None, "JSON or YAML file of name: {vcpu, memory_mib} (default: kvm.*)"),
    Flag("prices", None, "prices by type, like kvm.small=0.01,kvm.large=0.05"),
    Flag("price-per-vcpu-hour", "0.0030", "US dollars"),
    Flag("price-per-gib-hour", "0.0008", "US dollars"),
    Flag("image", None, "golden volume in the storage pool; required with --connect"),
    Flag("virt-type", "auto", "auto, kvm or qemu"),
    Flag("storage-pool", "default", "pool of the machines' volumes"),
    Flag("network", "default", "network of the machines' interface"),
    Flag("domain-template", None, "file with a libvirt domain XML that is merged into every machine's"),
    Flag("network-config", None, "file of cloud-init network-config for every machine"),
    Flag("base-user-data", None, "file of generic first-boot cloud-init user-data; no secrets"),
    Flag("reconcile-interval", "2m", "how often the hosts are observed; 0 is never"),
    Flag("state", None, "durable state file (default: in memory)"),
    Flag("metrics-addr", ":9090", "where /metrics, /healthz and /readyz listen; empty is nowhere"),
    Flag(
        "admin-socket", None, "unix socket, its owner's alone, for purevirt-provider machines (default: none)"
    ),
    Flag("reflection", "true", "serve gRPC reflection", switch=True),
    Flag("tls-cert", None, "PEM file: the gRPC listener's certificate and chain; TLS 1.3 only"),
    Flag("tls-key", None, "PEM file: that certificate's private key, not encrypted"),
    Flag("tls-ca", None, "PEM file of CAs; clients have to show a certificate that one of them issued"),
    Flag("shard-identity", "auto", "auto, require or off: client certificates speak for their shard alone"),
    Flag("readiness-exec", None, "command that exits 0 in the guest once the node has joined"),
    Flag("transition-timeout", None, "all four limits below at once"),
    Flag("create-timeout", "5m", "limit of a Create"),
    Flag("configure-timeout", "8m", "limit of a Configure"),
    Flag("drain-timeout", "15m", "limit of a Drain"),
    Flag("delete-timeout", "5m", "limit of a Delete"),
    Flag(
        "use-simulator",
        "false",
        "in the place of --connect: a simulated host in the default zone",
        switch=True,
    ),
    Flag(
        "simulator-faults", "false", "slots and clusters on it that fail, for conformance tests", switch=True
    ),
    Flag("log-level", "info", "debug, info, warning or error"),
    Flag(
        "print-config", "false", "print the effective settings as YAML, secrets masked, and exit", switch=True
    ),
    Flag("check-config", "false", "check settings, files and credentials, and exit: 0 or 2", switch=True),
)
# What stands for a secret in what is shown.
MASK: Final = "***"


# What Kubernetes adds for a Service that is called like us.
_SERVICE_LINKS: Final = re.compile(rf"{ENVIRONMENT_PREFIX}(\w+_)?(SERVICE|PORT)(_\w+)?")


def strange_variables(environ: Mapping[str, str]) -> list[str]:
    """Return the variables that begin like ours and stand behind no flag, such as a flag's misspelt."""
    known = {flag.variable for flag in FLAGS}
    return sorted(
        name
        for name in environ
        if name.startswith(ENVIRONMENT_PREFIX) and name not in known and not _SERVICE_LINKS.fullmatch(name)
    )


class _Parser(argparse.ArgumentParser):
    """argparse that raises instead of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        raise ConfigError(f"{message} (see --help)")


def collect(arguments: Sequence[str], environ: Mapping[str, str]) -> Values:
    """Return what was given by flag, and by variable where the flag was not.

    Raises:
        ConfigError: a flag is unknown or lacks its value.
        SystemExit: --help or --version was asked for and has been printed.
    """
    parser = _Parser(
        prog="purevirt-provider",
        description="BigFleet CapacityProvider on libvirt hosts.",
        epilog=(
            f"Every flag can be given as a variable {ENVIRONMENT_PREFIX}<FLAG> as well; the flag wins. "
            "Other commands, each with a --help of its own: check, prepare, machines, state."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=__version__)
    for flag in FLAGS:
        text = flag.help if flag.default is None else f"{flag.help} (default {flag.default})"
        if flag.switch:
            parser.add_argument(f"--{flag.name}", action="append", nargs="?", const="true", help=text)
        else:
            parser.add_argument(f"--{flag.name}", action="append", help=text)
    parsed = vars(parser.parse_args(list(arguments)))
    by_flag: dict[str, list[str]] = {}
    by_variable: dict[str, list[str]] = {}
    for flag in FLAGS:
        found = parsed[flag.name.replace("-", "_")]
        if found is not None:
            by_flag[flag.name] = found
        elif flag.variable in environ:
            by_variable[flag.name] = [environ[flag.variable]]
        for text in by_flag.get(flag.name, by_variable.get(flag.name, [])):
            _check_text(flag.name, text)
    return Values(by_flag, by_variable)


def _check_text(name: str, text: str) -> None:
    """Return if a value is text, which is what goes into machine ids, XML and reports.

    Raises:
        ConfigError: it is not UTF-8.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ConfigError(f"--{name}: must be UTF-8 text, got other bytes; write it anew") from None


class Values:
    """What was given, with the defaults behind it; every reader names its flag in errors."""

    def __init__(
        self, by_flag: Mapping[str, Sequence[str]], by_variable: Mapping[str, Sequence[str]]
    ) -> None:
        self._by_flag = by_flag
        self._given = {**by_variable, **by_flag}
        self._defaults = {flag.name: flag.default for flag in FLAGS}

    def origin(self, name: str) -> Origin:
        """Return where the value comes from."""
        if name in self._by_flag:
            return "flag"
        return "environment" if name in self._given else "default"

    @contextmanager
    def named_by_origin(self) -> Iterator[None]:
        """Have errors name the variable that a value came from, where they begin with its flag.

        Raises:
            ConfigError: one was raised, or a StoreError, which is about --state.
        """
        try:
            yield
        except ConfigError as error:
            raise ConfigError(self._by_origin(str(error))) from error
        except StoreError as error:
            raise ConfigError(self._by_origin(f"--state: {error}")) from error

    def _by_origin(self, message: str) -> str:
        found = re.match(r"--([\w-]+)", message)
        if found is None or self.origin(found[1]) != "environment":
            return message
        variable = next(flag.variable for flag in FLAGS if flag.name == found[1])
        return variable + message[found.end() :]

    def given(self, name: str) -> bool:
        """Return whether the flag was given a value that is not empty."""
        return bool(self._given.get(name) and self._given[name][-1])

    def all(self, name: str) -> list[str]:
        """Return all values of a flag that may be repeated; empty ones are as if not given."""
        return [value for value in self._given.get(name, ()) if value]

    def text(self, name: str) -> str:
        """Return the last value, or the default."""
        values = self._given.get(name)
        return values[-1] if values else self._defaults[name] or ""

    def non_empty(self, name: str) -> str:
        """Return the value.

        Raises:
            ConfigError: it is empty.
        """
        if not self.text(name):
            raise ConfigError(f"--{name}: must not be empty")
        return self.text(name)

    def number(self, name: str, largest: int) -> int:
        """Return a whole number from 0 to `largest`.

        Raises:
            ConfigError: it is not one.
        """
        text = self.text(name)
        if not text.isdecimal() or not text.isascii() or len(text) > len(str(largest)) or int(text) > largest:
            raise ConfigError(f"--{name}: must be a whole number from 0 to {largest}, got {text!r}")
        return int(text)

    def path(self, name: str) -> Path | None:
        """Return the path that the flag names, or None where it is not given."""
        return Path(self.text(name)) if self.given(name) else None

    def file(self, name: str, max_bytes: int) -> str | None:
        """Return the text of the file that the flag names, or None where it is not given.

        Raises:
            ConfigError: it cannot be read, is larger than `max_bytes`, or is not UTF-8.
        """
        if not self.given(name):
            return None
        path = Path(self.text(name))
        try:
            # A device has no size, and no end.
            with path.open("rb") as file:
                content = file.read(max_bytes + 1)
            if len(content) > max_bytes:
                raise ConfigError(f"--{name} {path}: is larger than {max_bytes} bytes")
            return content.decode()
        except OSError as error:
            raise ConfigError(
                f"--{name} {path}: cannot be read ({error.strerror}); name a file that this user may read"
            ) from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"--{name} {path}: is not UTF-8 text") from error

    def choice(self, name: str, allowed: Sequence[str]) -> str:
        """Return one of `allowed`.

        Raises:
            ConfigError: it is something else.
        """
        if self.text(name) not in allowed:
            raise ConfigError(f"--{name}: must be one of {', '.join(allowed)}, got {self.text(name)!r}")
        return self.text(name)

    def boolean(self, name: str) -> bool:
        """Return a truth value as Go's flags write it.

        Raises:
            ConfigError: it is none.
        """
        text = self.text(name).lower()
        if text in ("true", "t", "1"):
            return True
        if text in ("false", "f", "0"):
            return False
        raise ConfigError(f"--{name}: must be true or false, got {self.text(name)!r}")

    def seconds(self, name: str) -> float:
        """Return a duration in seconds.

        Raises:
            ConfigError: it is not a duration.
        """
        try:
            return parse_duration(self.text(name))
        except ValueError as error:
            raise ConfigError(f"--{name}: {error}") from None
