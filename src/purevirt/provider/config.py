"""Flags and environment variables to one checked, frozen `Config`.

Every flag is also an environment variable, PUREVIRT_ and its name in capitals; the flag wins. Whatever is
wrong is one line that names the flag, the value and the cure.
Source: libvirt-provider contract, "Flags".
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NoReturn, cast

from purevirt import __version__
from purevirt.provider.catalog import (
    BUILT_IN_TYPES,
    MAX_SLOTS,
    Catalog,
    Prices,
    built_in_mix,
    parse_capacity_type,
    parse_offerings,
    parse_price,
    parse_prices,
    parse_types,
    read_document,
)
from purevirt.provider.connect_policy import parse_zones
from purevirt.provider.duration import parse_duration
from purevirt.provider.errors import ConfigError
from purevirt.provider.libvirt.domain_template import MAX_TEMPLATE_BYTES, parse_template
from purevirt.provider.model import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from purevirt.provider.libvirt.domain_template import DomainTemplate

VirtType = Literal["auto", "kvm", "qemu"]
VIRT_TYPES: Final = ("auto", "kvm", "qemu")
ENVIRONMENT_PREFIX: Final = "PUREVIRT_"
MAX_USER_DATA_BYTES: Final = 1024 * 1024
MAX_NETWORK_CONFIG_BYTES: Final = 256 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The effective settings, each checked. Times are in seconds; 0 turns reconciling off.

    `state` None keeps everything in memory. `metrics_addr` empty serves no HTTP. `base_user_data` is the text
    of the file, not its path.
    """

    addr: str
    catalog: Catalog
    zones: Mapping[str, str]
    image: str
    virt_type: VirtType
    storage_pool: str
    network: str
    base_user_data: str | None = field(repr=False)
    network_config: str | None
    domain_template: DomainTemplate | None
    reconcile_interval_s: float
    state: Path | None
    metrics_addr: str
    reflection: bool
    readiness_exec: str | None
    limits_s: Mapping[Kind, float]


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag: its name without dashes, its default as text (None: unset), what it means."""

    name: str
    default: str | None
    help: str


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
    Flag("image", None, "golden volume in the storage pool; required"),
    Flag("virt-type", "auto", "auto, kvm or qemu"),
    Flag("storage-pool", "default", "pool of the machines' volumes"),
    Flag("network", "default", "network of the machines' interface"),
    Flag("domain-template", None, "file with a libvirt domain XML that is merged into every machine's"),
    Flag("network-config", None, "file of cloud-init network-config for every machine"),
    Flag("base-user-data", None, "file of generic first-boot cloud-init user-data; no secrets"),
    Flag("reconcile-interval", "2m", "how often the hosts are observed; 0 is never"),
    Flag("state", None, "durable state file (default: in memory)"),
    Flag("metrics-addr", ":9090", "where /metrics, /healthz and /readyz listen; empty is nowhere"),
    Flag("reflection", "true", "serve gRPC reflection"),
    Flag("readiness-exec", None, "command that exits 0 in the guest once the node has joined"),
    Flag("transition-timeout", None, "all four limits below at once"),
    Flag("create-timeout", "5m", "limit of a Create"),
    Flag("configure-timeout", "8m", "limit of a Configure"),
    Flag("drain-timeout", "15m", "limit of a Drain"),
    Flag("delete-timeout", "5m", "limit of a Delete"),
)


class _Parser(argparse.ArgumentParser):
    """argparse that raises instead of printing its usage and leaving."""

    def error(self, message: str) -> NoReturn:
        raise ConfigError(f"{message} (see --help)")


def parse_config(arguments: Sequence[str], environ: Mapping[str, str], *, uid: int) -> Config:
    """Return the settings of a command line and an environment; reads the files that they name.

    Args:
        arguments: the command line without the program's name.
        environ: the process's environment.
        uid: the user that runs the process.

    Raises:
        ConfigError: anything is wrong.
        SystemExit: --help or --version was asked for and has been printed.
    """
    values = _Values(_collect(arguments, environ))
    types = dict(BUILT_IN_TYPES)
    if values.given("instance-types"):
        path = Path(values.text("instance-types"))
        types = parse_types(read_document(path, "--instance-types"))
    zones = parse_zones(
        values.all("connect"), _zone_name(values.text("default-zone")), environ=environ, uid=uid
    )
    if not zones:
        raise ConfigError("--connect: no host is given; name at least one, like --connect qemu:///system")
    if not values.given("image"):
        raise ConfigError("--image: is required; name the golden volume in the storage pool")
    catalog = Catalog(
        provider=_label(values.text("provider")),
        types=types,
        prices=Prices(
            per_vcpu=parse_price(values.text("price-per-vcpu-hour"), "--price-per-vcpu-hour"),
            per_gib=parse_price(values.text("price-per-gib-hour"), "--price-per-gib-hour"),
            overrides=parse_prices(values.text("prices"), types, "--prices")
            if values.given("prices")
            else {},
        ),
        offerings=(
            parse_offerings(read_document(Path(values.text("offerings")), "--offerings"), types, list(zones))
            if values.given("offerings")
            else built_in_mix(
                types,
                list(zones),
                parse_capacity_type(values.text("capacity-type"), "--capacity-type"),
                values.number("seed-count", MAX_SLOTS),
            )
        ),
    )
    return Config(
        addr=_address(values.text("addr"), "addr"),
        catalog=catalog,
        zones=zones,
        image=values.text("image"),
        virt_type=cast("VirtType", values.choice("virt-type", VIRT_TYPES)),
        storage_pool=values.non_empty("storage-pool"),
        network=values.non_empty("network"),
        base_user_data=values.file("base-user-data", MAX_USER_DATA_BYTES),
        network_config=values.file("network-config", MAX_NETWORK_CONFIG_BYTES),
        domain_template=_template(values),
        reconcile_interval_s=values.seconds("reconcile-interval"),
        state=Path(values.text("state")) if values.given("state") else None,
        metrics_addr=_address(values.text("metrics-addr"), "metrics-addr")
        if values.text("metrics-addr")
        else "",
        reflection=values.boolean("reflection"),
        readiness_exec=values.text("readiness-exec") if values.given("readiness-exec") else None,
        limits_s={kind: values.limit(kind) for kind in Kind},
    )


def _collect(arguments: Sequence[str], environ: Mapping[str, str]) -> dict[str, list[str]]:
    """Return what was given by flag, and by variable where the flag was not."""
    parser = _Parser(
        prog="purevirt-provider",
        description="BigFleet CapacityProvider on libvirt hosts.",
        epilog=f"Every flag can be given as a variable {ENVIRONMENT_PREFIX}<FLAG> as well; the flag wins.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=__version__)
    for flag in FLAGS:
        default = "" if flag.default is None else f" (default {flag.default})"
        if flag.name == "reflection":
            parser.add_argument(
                f"--{flag.name}", action="append", nargs="?", const="true", help=flag.help + default
            )
        else:
            parser.add_argument(f"--{flag.name}", action="append", help=flag.help + default)
    given: dict[str, list[str]] = {}
    for name, found in vars(parser.parse_args(list(arguments))).items():
        variable = environ.get(ENVIRONMENT_PREFIX + name.upper())
        if found is not None:
            given[name.replace("_", "-")] = found
        elif variable is not None:
            given[name.replace("_", "-")] = [variable]
    return given


class _Values:
    """What was given, with the defaults behind it; every reader names its flag in errors."""

    def __init__(self, given: Mapping[str, Sequence[str]]) -> None:
        self._given = given
        self._defaults = {flag.name: flag.default for flag in FLAGS}

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

    def file(self, name: str, max_bytes: int) -> str | None:
        """Return the text of the file that the flag names, or None where it is not given.

        Raises:
            ConfigError: it cannot be read, is larger than `max_bytes`, or is not UTF-8.
        """
        if not self.given(name):
            return None
        path = Path(self.text(name))
        try:
            if path.stat().st_size > max_bytes:
                raise ConfigError(f"--{name} {path}: is larger than {max_bytes} bytes")
            return path.read_text(encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"--{name} {path}: cannot be read ({error.strerror})") from error
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

    def limit(self, kind: Kind) -> float:
        """Return the limit of an operation: its own flag if given, then the one for all, then the default.

        Raises:
            ConfigError: it is not a duration, or is 0.
        """
        own = f"{kind}-timeout"
        name = "transition-timeout" if not self.given(own) and self.given("transition-timeout") else own
        limit_s = self.seconds(name)
        if limit_s <= 0:
            raise ConfigError(f"--{name}: must be more than 0, got {self.text(name)!r}")
        return limit_s


def _zone_name(zone: str) -> str:
    if not zone or ":" in zone or "/" in zone:
        raise ConfigError(f"--default-zone: must be a name without ':' or '/', got {zone!r}")
    return zone


def _label(provider: str) -> str:
    if not provider or "/" in provider:
        raise ConfigError(f"--provider: must be a name without '/', got {provider!r}")
    return provider


def _address(text: str, name: str) -> str:
    """Return an address to listen on; an empty host means all of them."""
    if text.startswith("unix:") and name == "addr":
        if text.rstrip("/") == "unix:":
            raise ConfigError(f"--{name}: must be unix: and the path of a socket, got {text!r}")
        return text
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or not port.isascii() or int(port[:6]) > 65535:
        raise ConfigError(f"--{name}: must be host:port or :port, got {text!r}")
    if ":" in host and not (host.startswith("[") and host.endswith("]")):
        raise ConfigError(f"--{name}: an IPv6 address needs brackets, like [::1]:{port}, got {text!r}")
    return text


def _template(values: _Values) -> DomainTemplate | None:
    text = values.file("domain-template", MAX_TEMPLATE_BYTES)
    return (
        None if text is None else parse_template(text, f"--domain-template {values.text('domain-template')}")
    )
