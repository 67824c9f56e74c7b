"""Two providers and one host: which of them may work there."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.lab import LabHost
from tests.provider_e2e.conftest import ZONE, claims, clean
from tests.provider_e2e.process import ProviderProcess, running_provider

pytestmark = pytest.mark.lab


@pytest.fixture
def other(lab_host: LabHost, short_path: Path) -> Iterator[ProviderProcess]:
    """A second provider of the same ids, with a state of its own; not started."""
    folder = short_path / "other"
    folder.mkdir()
    process = ProviderProcess(folder, {ZONE: lab_host.uri})
    yield process
    process.stop()
    clean(lab_host)


def said(host: LabHost) -> dict[str, object]:
    """Return what the one claim on a host says."""
    [claim] = claims(host)
    text = ET.fromstring(host.virsh("secret-dumpxml", claim)).findtext("description")
    assert text is not None
    found: dict[str, object] = json.loads(text)
    return found


def test_second_provider_of_one_host_refuses_to_start(
    provider: ProviderProcess, other: ProviderProcess, lab_host: LabHost
) -> None:
    """It names the holder and the cure, changes nothing, and the first one goes on."""
    before = said(lab_host)
    status, line = other.refusal()
    assert status == 1
    assert f"zone {ZONE}: the host is held for provider 'libvirt' by pid {provider.pid} on" in line
    assert socket.gethostname() in line
    assert f"with state {before['state']}" in line
    assert f"virsh secret-undefine {claims(lab_host)[0]}" in line
    assert said(lab_host) == before
    assert len(provider.stub.List(pb.ListFilter(), timeout=30).machines) == 1
    # Another label has other machine ids.
    with running_provider(other.folder, other.zones, arguments=["--provider=elsewhere"]):
        assert len(claims(lab_host)) == 2
    assert said(lab_host) == before


def test_restart_after_a_crash_takes_its_own_claim_at_once_and_a_lost_state_does_not(
    provider: ProviderProcess, other: ProviderProcess, lab_host: LabHost
) -> None:
    """The claim outlives kill -9, and the restart of the daemon; the same state goes on where it was."""
    first = said(lab_host)
    provider.kill()
    status, line = other.refusal()
    assert (status, f"with state {first['state']}" in line) == (1, True)
    provider.start()
    second = said(lab_host)
    assert second["state"] == first["state"]
    assert second["instance"] != first["instance"]
    provider.kill()
    lab_host.virsh("secret-undefine", claims(lab_host)[0])
    other.start()
    assert said(lab_host)["state"] != first["state"]
    assert provider.refusal()[0] == 1
    assert other.stop() == 0
    assert claims(lab_host) == []


def test_claim_outlives_the_daemon(provider: ProviderProcess, lab_host: LabHost) -> None:
    """A libvirtd that is killed comes back with it, and its holder goes on."""
    before = said(lab_host)
    lab_host.restart(kill=True)
    assert said(lab_host)["state"] == before["state"]
    machine = provider.machine_id(ZONE)
    assert provider.stub.Get(pb.MachineRef(id=machine), timeout=30).id == machine
