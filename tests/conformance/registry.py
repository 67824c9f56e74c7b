"""The checks by their ids. A check is a pytest function that takes a target, and nothing else.

So the same function runs under pytest, against an address, and on each provider that is broken on purpose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conformance.target import Target

Profile = Literal["plain", "faults", "metal", "fleet", "durable", "mtls", "simulated"]
"""What a check is run on. An address is of the first four at most: the others are restarted, or need a CA."""
Need = Literal["own", "shards"]
"""own: the target is a process of ours, whose backend can be held; shards: callers may give any shard_id."""

OWN: Final[frozenset[Need]] = frozenset({"own"})
SHARDS: Final[frozenset[Need]] = frozenset({"shards"})
CHECKS: Final[dict[str, Check]] = {}
_ID: Final = re.compile(r"PV-[A-Z]+-\d\d")


@dataclass(frozen=True, slots=True)
class Check:
    """One behaviour: its id, what it is run on, what it needs, and the function, which raises if it fails."""

    id: str
    on: Profile
    needs: frozenset[Need]
    run: Callable[[Target], None]


def check(
    name: str, *, on: Profile = "plain", needs: frozenset[Need] = frozenset()
) -> Callable[[Callable[[Target], None]], Callable[[Target], None]]:
    """Register a pytest function as the check of that id."""
    assert _ID.fullmatch(name), name

    def register(function: Callable[[Target], None]) -> Callable[[Target], None]:
        known = CHECKS.get(name)
        assert known is None or known.run.__qualname__ == function.__qualname__, f"{name} is given twice"
        CHECKS[name] = Check(name, on, needs, function)
        return function

    return register


def check_of(function: object) -> Check | None:
    """Return the check that a function is, None for another function."""
    return next((one for one in CHECKS.values() if one.run is function), None)


def every_check() -> dict[str, Check]:
    """Return all checks, by id."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        import_module(f"tests.conformance.{path.stem}")
    return CHECKS
