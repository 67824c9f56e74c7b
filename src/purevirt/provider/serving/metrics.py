"""Prometheus metrics of the provider, in a registry of their own.

Source: libvirt-provider contract, "Signals".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from purevirt import __version__
from purevirt.provider.core.model import Kind, MachineState

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from prometheus_client import Metric

    from purevirt.provider.core.engine import Engine
    from purevirt.provider.core.inventory import Inventory
    from purevirt.provider.core.signals import ApiOutcome
    from purevirt.provider.serving.certificates import Certificates

PREFIX: Final = "bigfleet_libvirt_"
# A Create takes seconds, a Configure or a Drain minutes.
TRANSITION_BUCKETS_S: Final = (0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 240, 480, 900, 1800)
CALL_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# A host answers in a millisecond, and a guest agent or a copy of a volume in up to a minute.
API_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """Counts what the engine, the service and the backend report: an `Observer` and a `BackendObserver`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._calls = Counter(
            PREFIX + "grpc_requests", "Calls by outcome", ("method", "code"), registry=self.registry
        )
        self._call_seconds = Histogram(
            PREFIX + "grpc_request_duration_seconds",
            "How long calls took",
            ("method",),
            buckets=CALL_BUCKETS_S,
            registry=self.registry,
        )
        self._unexpected = Counter(
            PREFIX + "panics", "Exceptions that nobody planned for", registry=self.registry
        )
        self._reconciles = Counter(
            PREFIX + "reconcile", "Observations of the hosts by outcome", ("outcome",), registry=self.registry
        )
        self._commit_seconds = Histogram(
            PREFIX + "state_commit_seconds",
            "How long it took to make a group of changes durable",
            buckets=CALL_BUCKETS_S,
            registry=self.registry,
        )
        self._commit_failures = Counter(
            PREFIX + "state_commit_failures", "Groups that could not be made durable", registry=self.registry
        )
        self._started = Counter(
            PREFIX + "transitions_started", "Accepted operations", ("kind",), registry=self.registry
        )
        self._transition_seconds = Histogram(
            PREFIX + "transition_duration_seconds",
            "How long operations took, by how they ended",
            ("kind", "result"),
            buckets=TRANSITION_BUCKETS_S,
            registry=self.registry,
        )
        self._api_calls = Counter(
            PREFIX + "api_calls", "Calls to the hosts by outcome", ("op", "outcome"), registry=self.registry
        )
        self._api_seconds = Histogram(
            PREFIX + "api_duration_seconds",
            "How long calls to the hosts took",
            ("op",),
            buckets=API_BUCKETS_S,
            registry=self.registry,
        )
        self._reconnects = Counter(
            PREFIX + "reconnects",
            "Connections to a host that were made again",
            ("zone",),
            registry=self.registry,
        )
        self._rejected = Counter(
            PREFIX + "identity_rejected",
            "Calls whose client certificate does not speak for their shard",
            registry=self.registry,
        )
        self._certificates = Gauge(
            PREFIX + "certificate_expiry_timestamp_seconds",
            "When the listener's certificate, and the CA of its clients, expire",
            ("certificate",),
            registry=self.registry,
        )
        self._zones_up: dict[str, bool] = {}
        build = Gauge(PREFIX + "build_info", "The version, as a label", ("version",), registry=self.registry)
        build.labels(__version__).set(1)
        self._begin()

    def _begin(self) -> None:
        """Show what is alerted on from the start: a series that begins with its first event never rises."""
        for kind in Kind:
            self._calls.labels(str(kind).capitalize(), "FAILED_PRECONDITION")
            for result in ("failed", "timed_out"):
                self._transition_seconds.labels(str(kind), result)
        for outcome in ("ok", "error"):
            self._reconciles.labels(outcome)

    def watch(self, engine: Engine, inventory: Inventory, provider_zones: tuple[str, ...]) -> None:
        """Add the gauges that are read from the engine and the inventory at every scrape."""
        for zone in provider_zones:
            self._reconnects.labels(zone)
        self.registry.register(_State(engine, inventory, provider_zones, self._zones_up))

    def page(self) -> bytes:
        """Return all metrics in Prometheus' text form."""
        return generate_latest(self.registry)

    def transition_started(self, kind: Kind) -> None:
        """Count an accepted operation."""
        self._started.labels(str(kind)).inc()

    def transition_ended(self, kind: Kind, result: str, elapsed_s: float) -> None:
        """Count how an operation ended and how long it took."""
        self._transition_seconds.labels(str(kind), result).observe(elapsed_s)

    def committed(self, elapsed_s: float, *, success: bool) -> None:
        """Count a commit."""
        if success:
            self._commit_seconds.observe(elapsed_s)
        else:
            self._commit_failures.inc()

    def reconciled(self, *, success: bool) -> None:
        """Count an observation of the hosts."""
        self._reconciles.labels("ok" if success else "error").inc()

    def called(self, method: str, code: str, elapsed_s: float) -> None:
        """Count a call."""
        self._calls.labels(method, code).inc()
        self._call_seconds.labels(method).observe(elapsed_s)

    def unexpected(self, where: str) -> None:  # noqa: ARG002 - the log says where; a label per place would not help
        """Count an exception that nobody planned for."""
        self._unexpected.inc()

    def identity_rejected(self) -> None:
        """Count a call that was refused for its sender's certificate."""
        self._rejected.inc()

    def certificates_loaded(self, found: Certificates) -> None:
        """Note when what the listener serves with expires."""
        for name, expiry_s in found.expiry_s.items():
            self._certificates.labels(name).set(expiry_s)

    def api_called(self, op: str, outcome: ApiOutcome, elapsed_s: float) -> None:
        """Count a call to a host."""
        self._api_calls.labels(op, outcome).inc()
        self._api_seconds.labels(op).observe(elapsed_s)

    def reconnected(self, zone: str) -> None:
        """Count a connection that was made again."""
        self._reconnects.labels(zone).inc()

    def zone_changed(self, zone: str, *, up: bool) -> None:
        """Note whether a zone's host answers, which is newer than what the last observation said."""
        self._zones_up[zone] = up

    def lost(self, zone: str) -> bool:
        """Return whether a zone's host is known not to answer, whatever the last observation said."""
        return not self._zones_up.get(zone, True)


class _State(Collector):
    """Gauges over the fleet, from counts that are kept current: a scrape does not walk the machines."""

    def __init__(
        self, engine: Engine, inventory: Inventory, zones: tuple[str, ...], reported: Mapping[str, bool]
    ) -> None:
        self._engine = engine
        self._inventory = inventory
        self._zones = zones
        self._reported = reported

    def collect(self) -> Iterator[Metric]:
        """Yield the gauges as they are now."""
        machines = GaugeMetricFamily(PREFIX + "machines", "Machines", labels=("state", "zone"))
        for state in MachineState:
            if state is MachineState.UNSPECIFIED:
                continue
            for zone, count in self._inventory.by_zone(state).items():
                machines.add_metric((state.name, zone), count)
        yield machines
        up = GaugeMetricFamily(PREFIX + "zone_up", "Whether the zone's host answers", labels=("zone",))
        answering = {zone.name for zone in self._engine.zones if zone.up}
        for zone in self._zones:
            up.add_metric((zone,), float(self._reported.get(zone, zone in answering)))
        yield up
        yield GaugeMetricFamily(
            PREFIX + "transitions_in_flight", "Operations under way", value=self._engine.under_way
        )
