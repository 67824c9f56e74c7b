"""What a soak counts, and what it must not see."""

import time
from collections import Counter
from dataclasses import dataclass, field

MAX_VIOLATIONS = 200
LAG_S = 3.0
DEADLINE_S = 125.0


@dataclass
class Tally:
    """Counters, and every broken invariant with the second at which it was seen."""

    counts: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    late_at: float = float("-inf")

    @property
    def elapsed_s(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.began

    def count(self, what: str, number: int = 1) -> None:
        """Count something."""
        self.counts[what] += number

    def note_lag(self, lag_s: float) -> None:
        """Note by how much the event loop was late: a machine that is too busy keeps no deadline."""
        if lag_s > LAG_S:
            self.late_at = time.monotonic()
            self.count("seconds without a processor", int(lag_s))

    @property
    def is_starved(self) -> bool:
        """Whether a call that is over its deadline may have lacked a processor."""
        return time.monotonic() - self.late_at < DEADLINE_S

    def broken(self, what: str) -> None:
        """Note that an invariant does not hold."""
        self.counts["violations"] += 1
        if len(self.violations) < MAX_VIOLATIONS:
            self.violations.append(f"{self.elapsed_s:9.1f} s  {what}")
            print(f"BROKEN {self.violations[-1]}", flush=True)
