"""The areas, and a host on which each runs once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from tests.lab import LabHost
from tests.live import (
    agent,
    cold,
    events,
    guest,
    lifecycle,
    networks,
    node,
    pictures,
    rules,
    saving,
    storage,
    tuning,
)
from tests.live.live import Ledger, Live, live
from tests.live.query import OracleProcess


class Area(NamedTuple):
    """A part of the protocol.

    Attributes:
        scenario: compares; whatever it raises is the area's failure.
        on_qemu: whether it is about the QEMU driver, else about the test driver.
        with_guest: whether the guest must run.
    """

    scenario: Callable[[Live], Awaitable[None]]
    on_qemu: bool = False
    with_guest: bool = False


_PLAYED: Final = (
    *(node.played_host, rules.node_devices, storage.pools, pictures.screenshot),
    *(lifecycle.birth_and_death, lifecycle.other_births, lifecycle.finding, lifecycle.describing),
    *(saving.saved_states, saving.snapshots, saving.checkpoints),
    *(tuning.memory, tuning.processors, tuning.schedules, tuning.devices, tuning.inside),
    *(tuning.application_data, networks.networks, networks.other_networks, networks.interfaces),
    *(events.domain_events, events.old_domain_events, events.domain_event_classes, events.other_events),
)
_REAL: Final = (
    *(node.real_host, node.unknown_to_an_older_daemon, storage.volumes, storage.data),
    *(rules.secrets, rules.filters, events.secret_events, events.close_callback),
    *(cold.configuration, cold.saved_guests, cold.ports, cold.other_programs),
)
_GUEST: Final = (
    *(guest.disk, guest.jobs, agent.inside_guest, agent.outside_guest, agent.migration_settings),
    *(agent.guest_devices, agent.monitor_events),
)
AREAS: Final = {
    **{scenario.__name__: Area(scenario) for scenario in _PLAYED},
    **{scenario.__name__: Area(scenario, on_qemu=True) for scenario in _REAL},
    **{scenario.__name__: Area(scenario, on_qemu=True, with_guest=True) for scenario in _GUEST},
}


class Areas:
    """Runs each area at most once, in whatever order they are asked for."""

    def __init__(self, host: LabHost, oracle: OracleProcess) -> None:
        self._host = host
        self._oracle = oracle
        self._outcomes: dict[str, Ledger | Exception] = {}
        self._guest_runs = False

    def ledger(self, name: str) -> Ledger:
        """Return what an area has established; raises what made it fail."""
        if name not in self._outcomes:
            self._outcomes[name] = self._outcome(AREAS[name])
        outcome = self._outcomes[name]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _outcome(self, area: Area) -> Ledger | Exception:
        if area.with_guest and not self._guest_runs:
            guest.start_guest(self._host)
            self._guest_runs = True
        try:
            return asyncio.run(self._run(area))
        except Exception as error:  # noqa: BLE001 - each test that asks for this area shall fail with it
            return error

    async def _run(self, area: Area) -> Ledger:
        uri = self._host.uri if area.on_qemu else self._host.test_uri
        async with live(self._host, uri, self._oracle) as run:
            await area.scenario(run)
        return run.ledger
