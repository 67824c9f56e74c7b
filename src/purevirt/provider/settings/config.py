"""Flags, environment variables and the files that they name, to one checked, frozen `Config`.

Whatever is wrong is one line that names the flag, the value and the cure.
Source: libvirt-provider contract, "Flags".
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, cast

from purevirt.provider.core.catalog import (
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
)
from purevirt.provider.core.model import Kind
from purevirt.provider.errors import ConfigError
from purevirt.provider.libvirt.domain_template import MAX_TEMPLATE_BYTES, parse_template
from purevirt.provider.serving.certificates import TlsFiles
from purevirt.provider.serving.identity import IDENTITY_POLICIES, IdentityPolicy
from purevirt.provider.settings.connect_policy import parse_zones
from purevirt.provider.settings.document import read_document
from purevirt.provider.settings.flags import Values, collect

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from purevirt.provider.core.catalog import InstanceType, Offering
    from purevirt.provider.libvirt.domain_template import DomainTemplate

VirtType = Literal["auto", "kvm", "qemu"]
VIRT_TYPES: Final = ("auto", "kvm", "qemu")
LOG_LEVELS: Final[Mapping[str, int]] = MappingProxyType(
    {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
)
SIMULATED_IMAGE: Final = "golden.qcow2"
MAX_USER_DATA_BYTES: Final = 1024 * 1024
MAX_NETWORK_CONFIG_BYTES: Final = 256 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The effective settings, each checked. Times are in seconds; 0 turns reconciling off.

    With `use_simulator`, `zones` has no URIs yet: its hosts are started by the process. `state` None keeps
    everything in memory. `metrics_addr` empty serves no HTTP. `base_user_data` is the text of the file, not
    its path.
    """

    addr: str
    catalog: Catalog
    zones: Mapping[str, str]
    image: str
    virt_type: VirtType
    storage_pool: str
    network: str
    base_user_data: str | None = field(repr=False)
    network_config: str | None = field(repr=False)
    domain_template: DomainTemplate | None
    reconcile_interval_s: float
    state: Path | None
    metrics_addr: str
    admin_socket: Path | None
    reflection: bool
    readiness_exec: str | None = field(repr=False)
    limits_s: Mapping[Kind, float]
    tls: TlsFiles | None
    shard_identity: IdentityPolicy
    use_simulator: bool
    simulator_faults: bool
    log_level: int


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
    return config_of(collect(arguments, environ), environ, uid=uid)


def config_of(values: Values, environ: Mapping[str, str], *, uid: int) -> Config:
    """Return the settings that the values of the flags come to; reads the files that they name.

    Raises:
        ConfigError: anything is wrong; what came from a variable is named by that.
    """
    with values.named_by_origin():
        return _config_of(values, environ, uid)


def _config_of(values: Values, environ: Mapping[str, str], uid: int) -> Config:
    types = dict(BUILT_IN_TYPES)
    types_path = values.path("instance-types")
    if types_path is not None:
        with _in_file("--instance-types", types_path):
            types = parse_types(read_document(types_path, "--instance-types"))
    use_simulator = values.boolean("use-simulator")
    zones = _zones(values, environ, uid, use_simulator=use_simulator)
    if values.boolean("simulator-faults") and not use_simulator:
        raise ConfigError(
            "--simulator-faults: is given without --use-simulator; real hosts fail by themselves"
        )
    if not use_simulator and not values.given("image"):
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
        offerings=_offerings(values, types, list(zones)),
    )
    return Config(
        addr=_address(values.text("addr"), "addr"),
        catalog=catalog,
        zones=zones,
        image=values.text("image") or SIMULATED_IMAGE,
        virt_type=cast("VirtType", values.choice("virt-type", VIRT_TYPES)),
        storage_pool=values.non_empty("storage-pool"),
        network=values.non_empty("network"),
        base_user_data=values.file("base-user-data", MAX_USER_DATA_BYTES),
        network_config=values.file("network-config", MAX_NETWORK_CONFIG_BYTES),
        domain_template=_template(values),
        reconcile_interval_s=values.seconds("reconcile-interval"),
        state=values.path("state"),
        metrics_addr=_address(values.text("metrics-addr"), "metrics-addr")
        if values.text("metrics-addr")
        else "",
        admin_socket=values.path("admin-socket"),
        reflection=values.boolean("reflection"),
        readiness_exec=values.text("readiness-exec") if values.given("readiness-exec") else None,
        limits_s={kind: _limit(values, kind) for kind in Kind},
        tls=_tls(values),
        shard_identity=cast("IdentityPolicy", values.choice("shard-identity", IDENTITY_POLICIES)),
        use_simulator=use_simulator,
        simulator_faults=values.boolean("simulator-faults"),
        log_level=LOG_LEVELS[values.choice("log-level", tuple(LOG_LEVELS))],
    )


def _zones(values: Values, environ: Mapping[str, str], uid: int, *, use_simulator: bool) -> Mapping[str, str]:
    """Return zone to URI; a simulated host has none before it runs."""
    given, default_zone = values.all("connect"), _zone_name(values.text("default-zone"))
    if use_simulator:
        if given:
            raise ConfigError("--use-simulator: is given together with --connect; give one of the two")
        return {default_zone: ""}
    zones = parse_zones(given, default_zone, environ=environ, uid=uid)
    if not zones:
        raise ConfigError(
            "--connect: no host is given; name at least one, like --connect qemu:///system, or give "
            "--use-simulator to try it without any"
        )
    return zones


def _offerings(values: Values, types: Mapping[str, InstanceType], zones: Sequence[str]) -> Sequence[Offering]:
    """Return the offerings of the file, or the built-in mix."""
    capacity_type = parse_capacity_type(values.text("capacity-type"), "--capacity-type")
    count = values.number("seed-count", MAX_SLOTS)
    path = values.path("offerings")
    if path is None:
        return built_in_mix(types, zones, capacity_type, count)
    with _in_file("--offerings", path):
        return parse_offerings(read_document(path, "--offerings"), types, zones)


@contextmanager
def _in_file(flag: str, path: Path) -> Iterator[None]:
    """Name flag and file in front of an error that names only a place in the file."""
    try:
        yield
    except ConfigError as error:
        if str(error).startswith(flag):
            raise
        raise ConfigError(f"{flag} {path}: {error}") from None


def _limit(values: Values, kind: Kind) -> float:
    """Return the limit of an operation: its own flag if given, then the one for all, then the default."""
    own = f"{kind}-timeout"
    name = "transition-timeout" if not values.given(own) and values.given("transition-timeout") else own
    limit_s = values.seconds(name)
    if limit_s <= 0:
        raise ConfigError(f"--{name}: must be more than 0, got {values.text(name)!r}")
    return limit_s


def _tls(values: Values) -> TlsFiles | None:
    """Return the listener's files, or None for plain text."""
    cert, key, ca = values.path("tls-cert"), values.path("tls-key"), values.path("tls-ca")
    if cert is not None and key is None:
        raise ConfigError(f"--tls-cert {cert}: is given without --tls-key; name its private key as well")
    if key is not None and cert is None:
        raise ConfigError(f"--tls-key {key}: is given without --tls-cert; name its certificate as well")
    if cert is None or key is None:
        if ca is not None:
            raise ConfigError(
                f"--tls-ca {ca}: is given without --tls-cert and --tls-key; without them nothing is encrypted"
            )
        return None
    return TlsFiles(cert=cert, key=key, ca=ca)


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


def _template(values: Values) -> DomainTemplate | None:
    text = values.file("domain-template", MAX_TEMPLATE_BYTES)
    return (
        None if text is None else parse_template(text, f"--domain-template {values.text('domain-template')}")
    )
