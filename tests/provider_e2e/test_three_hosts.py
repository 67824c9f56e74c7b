"""One machine on each of three hosts, of which two get into trouble; `three_hosts` takes any number."""

from pathlib import Path

import pytest

from tests.provider_e2e.three_hosts import KINDS, SSH, TLS, UNIX, live_on_three_hosts

pytestmark = pytest.mark.lab


def test_trouble_of_two_hosts_leaves_the_third_alone_and_nothing_behind(
    lab_image: Path, short_path: Path
) -> None:
    """libvirtd killed, a network that swallows all: the affected end right or say why (L5, L8)."""
    lives = {life.zone: life for life in live_on_three_hosts(short_path, lab_image, 1, 8.0)}
    assert lives[UNIX].failure == ""
    assert set(lives[UNIX].took_s) == set(KINDS)
    for zone in (TLS, SSH):
        life = lives[zone]
        assert set(life.took_s) == set(KINDS) or f"zone {zone}" in life.failure or "agent" in life.failure
