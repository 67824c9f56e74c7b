"""The provider killed at random moments, a few rounds of it; `tests.provider_e2e.killing` does any number."""

import os
from pathlib import Path

import pytest

from tests.provider_e2e.killing import KINDS, kill_at_random

pytestmark = pytest.mark.lab


def test_kills_at_random_moments_leave_no_orphan_and_no_twin(lab_image: Path, short_path: Path) -> None:
    """One kill in each operation: nothing answered is forgotten, nothing is left or there twice (L1, L3)."""
    seed = int(os.environ.get("PUREVIRT_KILLS_SEED", "1"))
    made = kill_at_random(short_path, len(KINDS), seed, lab_image)
    assert sum(made.counts.values()) == len(KINDS)
