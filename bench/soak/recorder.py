"""What became of each machine of late, told when something about it is broken."""

import logging
import time
from collections import defaultdict, deque
from collections.abc import Mapping

import structlog
from structlog.typing import EventDict, WrappedLogger

from bench.soak.tally import Tally
from purevirt.testing.simulator.domains.domain import Domain

MAX_OF_A_MACHINE = 16
MAX_OF_A_ZONE = 40
_UNTOLD = ("machine", "zone", "level")


class Recorder:
    """Keeps what the provider logs, what goes wrong on the hosts, and what the observer sees of domains."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._began = time.monotonic()
        self._of_machines: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=MAX_OF_A_MACHINE))
        self._of_zones: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=MAX_OF_A_ZONE))
        self._seen: dict[str, str] = {}
        self._told: set[str] = set()

    def listen(self) -> None:
        """Take the provider's log lines from now on, printing none; an error is a broken promise."""
        structlog.configure(
            processors=[self._take],
            wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
            cache_logger_on_first_use=False,
        )

    def note_zone(self, zone: str, what: str) -> None:
        """Note what happens on a host."""
        self._of_zones[zone].append(self._line(what))

    def note_domains(self, found: Mapping[str, Domain]) -> None:
        """Note what has changed of the machines' domains since the last time."""
        now = {
            machine_id: f"{domain.name}, {'on' if domain.is_active else 'off'}"
            f"{'' if domain.is_persistent else ', without a definition'}"
            for machine_id, domain in found.items()
        }
        for machine_id in now.keys() | self._seen.keys():
            if now.get(machine_id) != self._seen.get(machine_id):
                self._of_machines[machine_id].append(self._line(f"domain: {now.get(machine_id, 'none')}"))
        self._seen = now

    def tell(self, machine_id: str, zone: str) -> None:
        """Print what is known of a machine and its host, once for each machine."""
        if machine_id in self._told:
            return
        self._told.add(machine_id)
        for name, lines in ((machine_id, self._of_machines[machine_id]), (zone, self._of_zones[zone])):
            print(f"  of late, {name}:")
            for line in lines:
                print(f"    {line}", flush=True)

    def _take(self, _logger: WrappedLogger, method: str, line: EventDict) -> EventDict:
        rest = " ".join(f"{name}={value}" for name, value in line.items() if name not in (*_UNTOLD, "event"))
        text = self._line(f"{line.get('event')} {rest}")
        if method == "error":
            # hosts that fail are warnings
            self._tally.broken(f"logged: {line.get('event')} {rest}")
        if isinstance(machine := line.get("machine"), str):
            self._of_machines[machine].append(text)
        elif isinstance(zone := line.get("zone"), str):
            self._of_zones[zone].append(text)
        raise structlog.DropEvent

    def _line(self, text: str) -> str:
        return f"{time.monotonic() - self._began:9.1f} s  {text}"
