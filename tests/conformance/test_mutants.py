"""The checks can fail: each provider that is broken on purpose is caught by what is named for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import grpc
import pytest

from tests.conformance.mutants import MUTANTS
from tests.conformance.profiles import own_process
from tests.conformance.registry import Profile, every_check
from tests.conformance.target import Target

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.registry import Check
    from tests.conformance.spawner import Spawner

# What never happens has not to be waited for as long as what is only slow.
PATIENCE_S: Final = 5.0


def notices(check: Check, target: Target) -> bool:
    """Return whether a check fails."""
    try:
        check.run(target)
    except (AssertionError, grpc.RpcError, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize("name", sorted(MUTANTS))
def test_broken_provider_is_caught(name: str, spawner: Spawner, tmp_path: Path) -> None:
    """Every check that is named fails on it; the tests beside this one show that it can pass."""
    checks = [every_check()[one] for one in MUTANTS[name].caught_by]
    by_profile: dict[Profile, list[str]] = {}
    for check in checks:
        by_profile.setdefault(check.on, []).append(check.id)
    for profile, ids in by_profile.items():
        folder = tmp_path / profile
        folder.mkdir()
        process = own_process(spawner, profile, folder, mutant=name)
        target = Target(process.start(), process, patience_s=PATIENCE_S)
        try:
            for one in ids:
                assert notices(every_check()[one], target), f"{one} does not notice that {name}"
                if profile == "durable":
                    target.crash()
                # It is one rule that is broken, not the provider.
                assert target.calls.list(cap=1).machines
        finally:
            target.close()
            process.kill()


def test_every_check_is_shown_to_fail() -> None:
    """There is no check that notices nothing."""
    shown = {one for mutant in MUTANTS.values() for one in mutant.caught_by}
    assert set(every_check()) == shown
