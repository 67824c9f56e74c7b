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
    clean(lab_host)


def claims(host: LabHost) -> list[str]:
    """Return the UUIDs of the claims on a host."""
    lines = host.virsh("secret-list").splitlines()
    return [line.split()[0] for line in lines if "bigfleet-claim/" in line]


def clean(lab_host: LabHost) -> None:
    """Remove what providers, killed ones too, left on a host."""
    for claim in claims(lab_host):
        lab_host.virsh("secret-undefine", claim)
    for name in lab_host.virsh("list", "--all", "--name").split():
        if name.startswith("bigfleet-"):
            lab_host.remove_guest(name)
    for line in lab_host.virsh("vol-list", "default").splitlines():
        volume = line.split()[0] if line.strip() else ""
        if volume.startswith("bigfleet-"):
            lab_host.virsh("vol-delete", volume, "--pool", "default")
