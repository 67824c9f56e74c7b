"""Instance types, offerings and prices: what the slots of this provider are. Pure.

Source: libvirt-provider contract, "Offerings"; capacity-provider contract, section 4.
"""

from __future__ import annotations

import math
import reprlib
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from purevirt.provider.core.model import EMPTY, CapacityType, Slot, allocatable, slot_problem
from purevirt.provider.core.quantity import parse_quantity
from purevirt.provider.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from purevirt.provider.core.backend import ObservedMachine

# What libvirt takes as a number of processors, and far more MiB than a host has.
MAX_SIZE: Final = 2**31 - 1
# Ten times the fleet that one process is meant for: a slip of the finger must not fill the memory.
MAX_SLOTS: Final = 1_000_000

_SHOWN: Final = reprlib.Repr()
_SHOWN.maxlevel = 2
_SHOWN.maxstring = _SHOWN.maxother = _SHOWN.maxlong = 100

CAPACITY_TYPES: Final[Mapping[str, CapacityType]] = MappingProxyType(
    {"on_demand": CapacityType.ON_DEMAND, "bare_metal": CapacityType.BARE_METAL}
)
_ID_PARTS: Final = {CapacityType.ON_DEMAND: "OnDemand", CapacityType.BARE_METAL: "BareMetal"}


@dataclass(frozen=True, slots=True)
class InstanceType:
    """The size of a machine."""

    vcpu: int
    memory_mib: int


BUILT_IN_TYPES: Final[Mapping[str, InstanceType]] = MappingProxyType(
    {
        "kvm.small": InstanceType(2, 4 * 1024),
        "kvm.medium": InstanceType(4, 8 * 1024),
        "kvm.large": InstanceType(8, 16 * 1024),
        "kvm.xlarge": InstanceType(16, 32 * 1024),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offering:
    """So many equal slots in one zone. `resources` None means one replica fills the machine."""

    instance_type: str
    zone: str
    capacity_type: CapacityType
    count: int
    resources: Mapping[str, str] | None = None
    labels: Mapping[str, str] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What an hour costs in US dollars: an override by type, else by size; bare metal is free."""

    per_vcpu: float
    per_gib: float
    overrides: Mapping[str, float] = field(default_factory=dict)

    def of(self, name: str, size: InstanceType, capacity_type: CapacityType) -> float:
        """Return the price of one machine for an hour."""
        if name in self.overrides:
            return self.overrides[name]
        if capacity_type is CapacityType.BARE_METAL:
            return 0.0
        return size.vcpu * self.per_vcpu + size.memory_mib / 1024 * self.per_gib


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Everything that the slots are made of."""

    provider: str
    types: Mapping[str, InstanceType]
    prices: Prices
    offerings: Sequence[Offering]

    @property
    def capacity_type(self) -> CapacityType:
        """Return the one capacity type of the pool; an empty pool is on demand."""
        return self.offerings[0].capacity_type if self.offerings else CapacityType.ON_DEMAND

    def slots(self) -> Iterator[Slot]:
        """Yield the slots in the order of the offerings, with ids that no upgrade changes.

        Slots are numbered within their type and zone, through all offerings of that type and zone.

        Raises:
            ConfigError: a slot breaks the rules of the wire; the message names the offering and the field.
        """
        numbers: dict[tuple[str, str], int] = {}
        for index, offering in enumerate(self.offerings):
            size = self.types[offering.instance_type]
            price = self.prices.of(offering.instance_type, size, offering.capacity_type)
            resources = allocatable(size.vcpu, size.memory_mib)
            if offering.resources is not None:
                resources = offering.resources
            key = (offering.instance_type, offering.zone)
            first = numbers.get(key, 0)
            numbers[key] = first + offering.count
            for number in range(first, first + offering.count):
                slot = Slot(
                    id=self.machine_id(offering, number),
                    instance_type=offering.instance_type,
                    zone=offering.zone,
                    capacity_type=offering.capacity_type,
                    price_per_hour=price,
                    vcpu=size.vcpu,
                    memory_mib=size.memory_mib,
                    resources=resources,
                    labels=offering.labels,
                )
                problem = slot_problem(slot)
                if problem is not None:
                    raise ConfigError(f"offerings[{index}].{problem}")
                yield slot

    def machine_id(self, offering: Offering, number: int) -> str:
        """Return the id of the slot `number` of its type and zone."""
        part = _ID_PARTS[offering.capacity_type]
        return f"{self.provider}/{part}/{offering.instance_type}/{offering.zone}/{number:03d}"

    def slot_for(self, observed: ObservedMachine) -> Slot | None:
        """Return the slot of a machine that was found on a host and is not offered any more.

        What its id does not say comes from what was observed. None for a machine of another provider's, which
        has another label in front: it is not ours to surface, let alone to delete.
        """
        if not observed.machine_id.startswith(f"{self.provider}/"):
            return None
        parts = observed.machine_id.split("/")
        regular = len(parts) == len(["provider", "capacity", "type", "zone", "number"])
        name = parts[2] if regular and parts[2] else "unknown"
        bare = regular and parts[1] == _ID_PARTS[CapacityType.BARE_METAL]
        capacity_type = CapacityType.BARE_METAL if bare else CapacityType.ON_DEMAND
        size = self.types.get(name, InstanceType(observed.vcpu, observed.memory_mib))
        return Slot(
            id=observed.machine_id,
            instance_type=name,
            zone=observed.zone,
            capacity_type=capacity_type,
            price_per_hour=self.prices.of(name, size, capacity_type),
            vcpu=size.vcpu,
            memory_mib=size.memory_mib,
            resources=allocatable(size.vcpu, size.memory_mib),
        )


def built_in_mix(
    types: Mapping[str, InstanceType], zones: Sequence[str], capacity_type: CapacityType, count: int
) -> list[Offering]:
    """Return `count` slots spread over the two first sizes of the catalogue and over the zones."""
    counts: dict[tuple[str, str], int] = {}
    sizes = list(types)[:2]
    for number in range(count):
        key = (sizes[number % len(sizes)], zones[number // len(sizes) % len(zones)])
        counts[key] = counts.get(key, 0) + 1
    return [
        Offering(instance_type=name, zone=zone, capacity_type=capacity_type, count=number)
        for (name, zone), number in counts.items()
    ]


def parse_types(document: object) -> dict[str, InstanceType]:
    """Return the instance types of a file: name to {vcpu, memory_mib}.

    Raises:
        ConfigError: the message begins with the path of the wrong field.
    """
    if not isinstance(document, dict) or not document:
        raise ConfigError(
            "instance types: must be an object of name: {vcpu, memory_mib} with at least one name"
        )
    found: dict[str, InstanceType] = {}
    for name, body in document.items():
        where = f"instance_types.{name}"
        if not isinstance(name, str) or not name or "/" in name:
            raise ConfigError(f"{where}: a type's name must be a non-empty string without /")
        fields = _fields(body, where, {"vcpu", "memory_mib"})
        found[name] = InstanceType(
            _positive(fields.get("vcpu"), f"{where}.vcpu"),
            _positive(fields.get("memory_mib"), f"{where}.memory_mib"),
        )
    return found


def parse_offerings(
    document: object, types: Mapping[str, InstanceType], zones: Sequence[str]
) -> list[Offering]:
    """Return the offerings of a file, checked against the catalogue and the zones that have a host.

    Raises:
        ConfigError: the message begins with the path of the wrong field.
    """
    if not isinstance(document, list):
        raise ConfigError("offerings: must be a list of {instance_type, zone, count, …}")
    found: list[Offering] = []
    known = {"instance_type", "zone", "capacity_type", "count", "resources", "labels"}
    for index, body in enumerate(document):
        where = f"offerings[{index}]"
        fields = _fields(body, where, known)
        name = _text(fields.get("instance_type"), f"{where}.instance_type")
        if name not in types:
            raise ConfigError(f"{where}.instance_type: {name!r} is not in the catalogue ({', '.join(types)})")
        zone = _text(fields.get("zone"), f"{where}.zone")
        if zone not in zones:
            raise ConfigError(f"{where}.zone: no host is in zone {zone!r} (there is {', '.join(zones)})")
        resources = fields.get("resources")
        found.append(
            Offering(
                instance_type=name,
                zone=zone,
                capacity_type=parse_capacity_type(
                    fields.get("capacity_type", "on_demand"), f"{where}.capacity_type"
                ),
                count=_positive(fields.get("count"), f"{where}.count"),
                resources=None if resources is None else _quantities(resources, f"{where}.resources"),
                labels=_texts(fields.get("labels") or {}, f"{where}.labels"),
            )
        )
        if found[-1].capacity_type is not found[0].capacity_type:
            raise ConfigError(
                f"{where}.capacity_type: bare_metal and on_demand do not mix in one process; run two"
            )
    if sum(offering.count for offering in found) > MAX_SLOTS:
        raise ConfigError(f"offerings: more than {MAX_SLOTS} slots in all")
    return found


def parse_capacity_type(value: object, where: str) -> CapacityType:
    """Return the capacity type called `value`.

    Raises:
        ConfigError: it is unknown, or makes no sense on hosts of one's own.
    """
    if value in ("spot", "reserved"):
        raise ConfigError(
            f"{where}: {value} makes no sense on hosts of one's own; use on_demand or bare_metal"
        )
    if not isinstance(value, str) or value not in CAPACITY_TYPES:
        raise ConfigError(f"{where}: must be on_demand or bare_metal, got {_shown(value)}")
    return CAPACITY_TYPES[value]


def parse_prices(pairs: str, types: Mapping[str, InstanceType], flag: str) -> dict[str, float]:
    """Return the overrides in `type=usd,type=usd`.

    Raises:
        ConfigError: a pair is malformed, a type unknown, or a price negative or not a number.
    """
    found: dict[str, float] = {}
    for pair in pairs.split(","):
        name, equals, value = pair.strip().partition("=")
        if not equals:
            raise ConfigError(f"{flag}: {pair!r} is not a pair like kvm.small=0.01")
        if name not in types:
            raise ConfigError(f"{flag}: {name!r} is not in the catalogue ({', '.join(types)})")
        found[name] = parse_price(value, f"{flag}: {name}")
    return found


def parse_price(text: str, where: str) -> float:
    """Return a price in US dollars.

    Raises:
        ConfigError: it is no number, not finite, or negative.
    """
    try:
        price = float(text)
    except ValueError:
        price = math.nan
    if not math.isfinite(price) or price < 0:
        raise ConfigError(f"{where}: a price must be a number of US dollars, 0 or more, got {text!r}")
    return price


def _fields(body: object, where: str, known: set[str]) -> dict[str, object]:
    if not isinstance(body, dict):
        raise ConfigError(f"{where}: must be an object, got {_shown(body)}")
    for name in body:
        if name not in known:
            raise ConfigError(f"{where}.{name}: unknown field; known are {', '.join(sorted(known))}")
    return body


def _shown(value: object) -> str:
    """Return a value as an error shows it: bounded, since a file's aliases can make much of little."""
    return _SHOWN.repr(value)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise ConfigError(f"{where}: must be a non-empty string, got {_shown(value)}")
    return value


def _positive(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ConfigError(f"{where}: must be ≥ 1, got {_shown(value)}")
    if value > MAX_SIZE:
        raise ConfigError(f"{where}: must be ≤ {MAX_SIZE}, got {value if value < 2**64 else 'far more'}")
    return value


def _texts(value: object, where: str) -> Mapping[str, str]:
    """Return an object of strings; numbers are taken as they are written, as YAML's `cpu: 2` means "2"."""
    if not isinstance(value, dict):
        raise ConfigError(f"{where}: must be an object of strings, got {_shown(value)}")
    found: dict[str, str] = {}
    for name, text in value.items():
        if not isinstance(name, str) or isinstance(text, bool) or not isinstance(text, str | int | float):
            raise ConfigError(f"{where}.{name}: must be a string, got {_shown(text)}")
        found[name] = str(text)
    return MappingProxyType(found)


def _quantities(value: object, where: str) -> Mapping[str, str]:
    """Return an object of quantities, each as it is written."""
    found = _texts(value, where)
    for name, text in found.items():
        try:
            parse_quantity(text)
        except ValueError as error:
            raise ConfigError(f"{where}.{name}: {error}") from None
    return found
