"""A daemon as the contract's tests see it."""

import uuid
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Daemon:
    """One of the two.

    Attributes:
        kind: which.
        uri: of its QEMU driver.
    """

    kind: Literal["real", "simulated"]
    uri: str

    def name(self, what: str) -> str:
        """Return a name that nothing has."""
        return f"{what}-{uuid.uuid4().hex[:8]}"
