"""A machine's whole life on a real libvirtd and a real guest, over gRPC, from outside the process."""

import base64
import hashlib
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import grpc
import pytest

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.lab import LabHost
from tests.provider_e2e.conftest import ZONE
from tests.provider_e2e.process import STATES, ProviderProcess

pytestmark = pytest.mark.lab

NAMESPACE = "https://bigfleet.dev/libvirt/v1"
BLOB_BYTES = 3 << 20
QUIET = "/etc/bigfleet/kubectl.d"


def domains(host: LabHost) -> list[str]:
    """Return the provider's domains on the host."""
    return [name for name in host.virsh("list", "--all", "--name").split() if name.startswith("bigfleet-")]


def volumes(host: LabHost) -> list[str]:
    """Return the names of all volumes in the pool."""
    return sorted(line.split()[0] for line in host.virsh("vol-list", "default").splitlines() if line.strip())


def sha256(path: Path) -> str:
    """Return a file's digest."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def create(provider: ProviderProcess) -> str:
    """Bring the slot to IDLE and return its id."""
    machine_id = provider.machine_id(ZONE)
    provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
    provider.wait_for(machine_id, STATES.MACHINE_STATE_IDLE)
    return machine_id


def configure(provider: ProviderProcess, machine_id: str, blob: bytes) -> None:
    """Bring an IDLE machine to CONFIGURED."""
    provider.stub.Configure(
        pb.ConfigureRequest(machine_id=machine_id, cluster_id="cluster-1", bootstrap_blob=blob)
    )
    provider.wait_for(machine_id, STATES.MACHINE_STATE_CONFIGURED)


def test_create_makes_a_running_tagged_vm_with_overlay_and_seed(
    provider: ProviderProcess, lab_host: LabHost
) -> None:
    """IDLE means: running, tagged with the machine's id, on a qcow2 overlay of the image, with a seed."""
    machine_id = create(provider)
    [name] = domains(lab_host)
    assert lab_host.virsh("domstate", name).strip() == "running"
    assert lab_host.virsh("dominfo", name).split("Autostart:")[1].split()[0] == "enable"
    tag = ET.fromstring(lab_host.virsh("metadata", name, NAMESPACE))
    assert [(child.tag.rpartition("}")[2], child.text) for child in tag] == [("machineID", machine_id)]
    disks = {
        device.get("device"): device
        for device in ET.fromstring(lab_host.virsh("dumpxml", name, "--inactive")).iter("disk")
    }
    overlay = disks["disk"].find("source")
    assert overlay is not None
    described = ET.fromstring(lab_host.virsh("vol-dumpxml", str(overlay.get("file"))))
    assert described.findtext("backingStore/path") == str(lab_host.pool_path / "golden.qcow2")
    form = described.find("backingStore/format")
    assert form is not None
    assert form.get("type") == "qcow2"
    assert disks["cdrom"].find("readonly") is not None
    machine = provider.stub.Get(pb.MachineRef(id=machine_id))
    assert machine.host.ref == name
    assert machine.host.provider == "libvirt"
    lab_host.wait_agent(name)
    seed = lab_host.guest_exec(name, ["cidata-mount"]).out.decode()
    assert "instance-id:" in seed


def test_configure_runs_the_hook_with_the_exact_blob_and_leaves_no_trace_of_it(
    provider: ProviderProcess, lab_host: LabHost
) -> None:
    """3 MiB arrive bit for bit, are gone afterwards, and were in no command line, log or state (A15, A16)."""
    machine_id = create(provider)
    blob = os.urandom(BLOB_BYTES)
    configure(provider, machine_id, blob)
    [name] = domains(lab_host)
    record = lab_host.guest_exec(name, ["cat", "/var/lib/bigfleet/bootstrap.state"]).out.decode().split()
    assert record[:3] == [
        "cluster_id=cluster-1",
        f"blob_sha256={hashlib.sha256(blob).hexdigest()}",
        f"blob_bytes={BLOB_BYTES}",
    ]
    assert record[3] == "blob_mode=600"
    left = lab_host.guest_exec(name, ["ls", "-A", "/opt/bigfleet"]).out.decode().split()
    assert left == ["bootstrap"]
    traces = [
        lab_host.guest_exec(name, ["cat", "/var/lib/bigfleet/ps.txt"]).out,
        provider.log_path.read_bytes(),
        *(path.read_bytes() for path in provider.folder.glob("state*")),
        lab_host.virsh("dumpxml", name).encode(),
    ]
    encoded = base64.b64encode(blob)
    for piece in (blob[:24], blob[1 << 20 : (1 << 20) + 24], blob[-24:], encoded[:32], encoded[-32:]):
        assert not any(piece in trace for trace in traces)
    assert any(b"bootstrap" in trace for trace in traces[:1])
    tag = lab_host.virsh("metadata", name, NAMESPACE)
    assert "<clusterID>cluster-1</clusterID>" in tag


def test_configure_with_a_failing_hook_ends_failed_with_its_exit_code_and_stderr(
    provider: ProviderProcess,
) -> None:
    """What the hook said is what an operator reads, and none of the blob is in it."""
    machine_id = create(provider)
    blob = b"FAIL=42\n" + b"secret-canary" * 100
    provider.stub.Configure(pb.ConfigureRequest(machine_id=machine_id, cluster_id="c", bootstrap_blob=blob))
    machine = provider.wait_for(machine_id, STATES.MACHINE_STATE_FAILED)
    assert "42" in machine.last_error
    assert "bootstrap: the blob orders a failure" in machine.last_error
    assert "canary" not in machine.last_error
    assert b"canary" not in provider.log_path.read_bytes()


def test_drain_asks_the_guests_kubectl_and_unbinds(provider: ProviderProcess, lab_host: LabHost) -> None:
    """Drain cordons and drains the node inside the guest, then clears the binding."""
    machine_id = create(provider)
    configure(provider, machine_id, b"blob")
    provider.stub.Drain(pb.DrainRequest(machine_id=machine_id, grace_period_seconds=20))
    machine = provider.wait_for(machine_id, STATES.MACHINE_STATE_IDLE)
    assert machine.cluster == ""
    [name] = domains(lab_host)
    calls = lab_host.guest_exec(name, ["cat", "/var/lib/bigfleet/kubectl.log"]).out.decode()
    assert "cordon" in calls
    assert "drain" in calls
    assert "--ignore-daemonsets" in calls
    assert "clusterID" not in lab_host.virsh("metadata", name, NAMESPACE)


def test_drain_that_kubectl_refuses_is_failed_never_idle(
    provider: ProviderProcess, lab_host: LabHost
) -> None:
    """An incomplete drain keeps the binding and says what kubectl said."""
    machine_id = create(provider)
    configure(provider, machine_id, b"blob")
    [name] = domains(lab_host)
    order = f"mkdir -p {QUIET}; echo 1 > {QUIET}/drain.rc; echo pods are stuck > {QUIET}/drain.stderr"
    assert lab_host.guest_exec(name, ["sh", "-c", order]).code == 0
    provider.stub.Drain(pb.DrainRequest(machine_id=machine_id, grace_period_seconds=5))
    machine = provider.wait_for(machine_id, STATES.MACHINE_STATE_FAILED)
    assert "pods are stuck" in machine.last_error
    assert "<clusterID>cluster-1</clusterID>" in lab_host.virsh("metadata", name, NAMESPACE)


def test_delete_leaves_nothing_but_the_golden_image(provider: ProviderProcess, lab_host: LabHost) -> None:
    """Domain, overlay and seed are gone; the image is bit for bit what it was; the slot can be used again."""
    golden = lab_host.pool_path / "golden.qcow2"
    before, others = sha256(golden), volumes(lab_host)
    machine_id = create(provider)
    assert len(volumes(lab_host)) == len(others) + 2
    provider.stub.Delete(pb.DeleteRequest(machine_id=machine_id))
    machine = provider.wait_for(machine_id, STATES.MACHINE_STATE_SPECULATIVE)
    assert not machine.HasField("host")
    assert domains(lab_host) == []
    assert volumes(lab_host) == others
    assert sha256(golden) == before
    create(provider)


def test_a_foreign_domain_is_never_touched(provider: ProviderProcess, lab_host: LabHost) -> None:
    """A domain without our metadata is as it was after a machine's whole life (L11)."""
    name = "foreign;rm -rf"
    lab_host.virsh("define", "/dev/stdin", stdin=lab_host.domain_xml(name))
    try:
        before = lab_host.virsh("dumpxml", name)
        machine_id = create(provider)
        provider.stub.Delete(pb.DeleteRequest(machine_id=machine_id))
        provider.wait_for(machine_id, STATES.MACHINE_STATE_SPECULATIVE)
        assert lab_host.virsh("dumpxml", name) == before
        listed = {machine.id for machine in provider.stub.List(pb.ListFilter()).machines}
        assert listed == {machine_id}
    finally:
        lab_host.virsh("undefine", name)


def test_an_unknown_machine_is_not_found(provider: ProviderProcess) -> None:
    """The real server maps errors to codes as the contract has it."""
    with pytest.raises(grpc.RpcError) as caught:
        provider.stub.Get(pb.MachineRef(id="nope"))
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND
