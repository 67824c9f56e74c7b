"""The time of a simulated host in a test."""


class Clock:
    """Time that only a test moves; the `clock` of a `SimulatedLibvirtd` or a `Host`."""

    now = 0.0

    def __call__(self) -> float:
        return self.now
