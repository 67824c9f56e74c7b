"""What a soak counts, and what it must not see."""

import time
from collections import Counter
from dataclasses import dataclass, field

MAX_VIOLATIONS = 200


@dataclass
class Tally:
    """Counters, and every broken invariant with the second at which it was seen."""

    counts: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    @property
    def elapsed_s(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.began

    def count(self, what: str) -> None:
        """Count something."""
        self.counts[what] += 1

    def broken(self, what: str) -> None:
        """Note that an invariant does not hold."""
        self.counts["violations"] += 1
        if len(self.violations) < MAX_VIOLATIONS:
            self.violations.append(f"{self.elapsed_s:9.1f} s  {what}")
            print(f"BROKEN {self.violations[-1]}", flush=True)
