"""A provider process on a real host, one for each test."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab import LabHost
from tests.provider_e2e.process import ProviderProcess, running_provider

ZONE = "zone-a"


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose path leaves room for a socket's name; pytest's own are too long."""
    with tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def provider(lab_host: LabHost, short_path: Path) -> Iterator[ProviderProcess]:
    """A provider with one slot on the shared host; whatever it made there is removed afterwards."""
    with running_provider(short_path, {ZONE: lab_host.uri}) as process:
        yield process
    for name in lab_host.virsh("list", "--all", "--name").split():
        if name.startswith("bigfleet-"):
            lab_host.remove_guest(name)
    for line in lab_host.virsh("vol-list", "default").splitlines():
        volume = line.split()[0] if line.strip() else ""
        if volume.startswith("bigfleet-"):
            lab_host.virsh("vol-delete", volume, "--pool", "default")
