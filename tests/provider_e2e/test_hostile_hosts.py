"""A real host that is hostile or hung: foreign claims, copies of our domains, a daemon that hangs."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import grpc
import pytest

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.lab import LabHost
from tests.provider_e2e.conftest import ZONE
from tests.provider_e2e.process import STATES, ProviderProcess

pytestmark = pytest.mark.lab

NAMESPACE = "https://bigfleet.dev/libvirt/v1"
LARGE = 100_000


def metadata(machine_id: str, cluster_id: str = "") -> str:
    """Return the element that claims a machine."""
    bound = f"<clusterID>{cluster_id}</clusterID>" if cluster_id else ""
    return f'<b:bigfleet xmlns:b="{NAMESPACE}"><machineID>{machine_id}</machineID>{bound}</b:bigfleet>'


@contextmanager
def foreign(host: LabHost, **claims: str) -> Iterator[None]:
    """Define domains, by name, with these elements; they are not running."""
    for name, element in claims.items():
        xml = host.domain_xml(name).replace("</domain>", f"<metadata>{element}</metadata></domain>")
        host.virsh("define", "/dev/stdin", stdin=xml)
    try:
        yield
    finally:
        for name in claims:
            host.virsh("undefine", name)


def listed(provider: ProviderProcess) -> dict[str, pb.Machine]:
    """Return all machines by id."""
    return {machine.id: machine for machine in provider.stub.List(pb.ListFilter(), timeout=30).machines}


def observed_again(provider: ProviderProcess) -> None:
    """Start the provider again, which looks at the host before it serves."""
    provider.kill()
    provider.start()


def test_endless_claims_of_foreign_domains_are_kept_out(provider: ProviderProcess, lab_host: LabHost) -> None:
    """What a domain says of itself goes neither into the state nor into a List, and stops no Create (L11)."""
    machine_id = provider.machine_id(ZONE)
    huge, bound = metadata("x" * LARGE), metadata("libvirt/OnDemand/lab.tiny/zone-a/9", "c" * LARGE)
    with foreign(lab_host, **{"f-huge": huge, "f-bound": bound}):
        observed_again(provider)
        assert set(listed(provider)) == {machine_id}
        provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
        provider.wait_for(machine_id, STATES.MACHINE_STATE_IDLE)
        assert "is skipped" in provider.log_path.read_text()


def test_a_copy_of_our_domain_does_not_take_its_place(provider: ProviderProcess, lab_host: LabHost) -> None:
    """A clone has our metadata, and sorts first: Delete removes what we made, and nothing of the clone."""
    machine_id = provider.machine_id(ZONE)
    provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
    name = provider.wait_for(machine_id, STATES.MACHINE_STATE_IDLE).host.ref
    with foreign(lab_host, **{"a-clone": metadata(machine_id)}):
        before = lab_host.virsh("dumpxml", "a-clone")
        lab_host.virsh("destroy", name)  # like the clone, so that nothing but the name tells them apart
        observed_again(provider)
        assert listed(provider)[machine_id].host.ref == name
        provider.stub.Delete(pb.DeleteRequest(machine_id=machine_id))
        provider.wait_for(machine_id, STATES.MACHINE_STATE_SPECULATIVE)
        names = lab_host.virsh("list", "--all", "--name").split()
        assert name not in names
        assert lab_host.virsh("dumpxml", "a-clone") == before


def test_a_daemon_that_hangs_holds_up_no_answer_and_no_end(
    provider: ProviderProcess, lab_host: LabHost
) -> None:
    """With libvirtd stopped, calls are answered, and SIGTERM ends the process in order (L8, L15)."""
    machine_id = provider.machine_id(ZONE)
    lab_host.signal_daemon(signal.SIGSTOP)
    try:
        ack = provider.stub.Create(pb.CreateRequest(machine_id=machine_id), timeout=10)
        assert ack.machine.state == STATES.MACHINE_STATE_CREATING
        assert listed(provider)[machine_id].state == STATES.MACHINE_STATE_CREATING
        assert provider.stop() == 0
    finally:
        lab_host.signal_daemon(signal.SIGCONT)
    provider.start()
    machine = listed(provider)[machine_id]
    assert machine.state == STATES.MACHINE_STATE_FAILED
    assert re.search(f"interrupted.*{ack.operation_id}", machine.last_error)
    with pytest.raises(grpc.RpcError) as refused:
        provider.stub.Delete(pb.DeleteRequest(machine_id=machine_id))
    assert refused.value.code() is grpc.StatusCode.INTERNAL
