"""kill -9 in the middle of each operation: nothing answered is lost, nothing is stuck."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

import grpc
import pytest

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.lab import LabHost
from tests.provider_e2e.conftest import ZONE
from tests.provider_e2e.process import STATES, ProviderProcess

pytestmark = pytest.mark.lab

SHARD = "shard-1"


class Token(TypedDict):
    """The fields of a request that fence it."""

    shard_id: str
    shard_epoch: int
    sequence_number: int


@dataclass
class Shard:
    """A shard's side: it numbers its calls, and remembers what was answered."""

    provider: ProviderProcess
    machine_id: str
    sequence: int = 0

    def token(self) -> Token:
        """Return the next token."""
        self.sequence += 1
        return {"shard_id": SHARD, "shard_epoch": 7, "sequence_number": self.sequence}

    def create(self) -> pb.TransitionAck:
        """Ask for a machine."""
        request = pb.CreateRequest(machine_id=self.machine_id, **self.token())
        ack: pb.TransitionAck = self.provider.stub.Create(request)
        return ack

    def configure(self, blob: bytes = b"blob") -> pb.TransitionAck:
        """Bind it."""
        request = pb.ConfigureRequest(
            machine_id=self.machine_id,
            cluster_id="cluster-1",
            bootstrap_blob=blob,
            shard_metadata={"key": "value"},
            **self.token(),
        )
        ack: pb.TransitionAck = self.provider.stub.Configure(request)
        return ack

    def drain(self) -> pb.TransitionAck:
        """Unbind it."""
        request = pb.DrainRequest(machine_id=self.machine_id, grace_period_seconds=60, **self.token())
        ack: pb.TransitionAck = self.provider.stub.Drain(request)
        return ack

    def delete(self) -> pb.TransitionAck:
        """Give it back."""
        request = pb.DeleteRequest(machine_id=self.machine_id, **self.token())
        ack: pb.TransitionAck = self.provider.stub.Delete(request)
        return ack


def crash_and_check(shard: Shard, operation: str, *, bound: bool) -> None:
    """Kill the process that has just acknowledged, start it again, and hold it to what it answered."""
    provider = shard.provider
    provider.kill()
    provider.start()
    machine = provider.stub.Get(pb.MachineRef(id=shard.machine_id))
    assert machine.state == STATES.MACHINE_STATE_FAILED
    assert operation in machine.last_error.lower()
    assert "interrupted" in machine.last_error.lower()
    assert (machine.cluster, dict(machine.shard_metadata)) == (
        ("cluster-1", {"key": "value"}) if bound else ("", {})
    )
    with pytest.raises(grpc.RpcError) as old:
        provider.stub.Delete(
            pb.DeleteRequest(
                machine_id=shard.machine_id, shard_id=SHARD, shard_epoch=7, sequence_number=shard.sequence
            )
        )
    assert old.value.code() is grpc.StatusCode.FAILED_PRECONDITION
    with pytest.raises(grpc.RpcError) as failed:
        shard.delete()
    assert failed.value.code() is grpc.StatusCode.INTERNAL
    again = provider.stub.Get(pb.MachineRef(id=shard.machine_id))
    assert (again.state, again.last_error) == (machine.state, machine.last_error)


@pytest.fixture
def shard(provider: ProviderProcess) -> Shard:
    """A shard that uses the one slot."""
    return Shard(provider, provider.machine_id(ZONE))


def reach(shard: Shard, call: Callable[[], pb.TransitionAck], state: int) -> None:
    """Make one call and wait for its end."""
    call()
    shard.provider.wait_for(shard.machine_id, state)


def guest(host: LabHost) -> str:
    """Return the name of the machine's domain."""
    [name] = [line for line in host.virsh("list", "--name").split() if line.startswith("bigfleet-")]
    return name


def test_kill_during_create_leaves_it_failed_with_its_fence_kept(shard: Shard) -> None:
    """An acknowledged Create is on record after a crash (L1)."""
    ack = shard.create()
    assert ack.machine.state == STATES.MACHINE_STATE_CREATING
    crash_and_check(shard, "create", bound=False)


def test_kill_during_configure_keeps_the_binding(shard: Shard, lab_host: LabHost) -> None:
    """A crash while the hook runs in the guest keeps cluster and metadata, and the blob is nowhere."""
    reach(shard, shard.create, STATES.MACHINE_STATE_IDLE)
    shard.configure(b"SLOW=300\n")
    agent = lab_host.wait_agent(guest(lab_host))
    deadline_free = "until [ -s /var/lib/bigfleet/bootstrap.log ]; do usleep 50000; done"
    assert agent.execute(["sh", "-c", deadline_free]).code == 0
    crash_and_check(shard, "configure", bound=True)


def test_kill_during_drain_keeps_the_binding(shard: Shard, lab_host: LabHost) -> None:
    """A crash while kubectl drains in the guest keeps the binding: the node may still be in the cluster."""
    reach(shard, shard.create, STATES.MACHINE_STATE_IDLE)
    reach(shard, shard.configure, STATES.MACHINE_STATE_CONFIGURED)
    name = guest(lab_host)
    slow = "mkdir -p /etc/bigfleet/kubectl.d; echo 300 > /etc/bigfleet/kubectl.d/drain.delay"
    assert lab_host.guest_exec(name, ["sh", "-c", slow]).code == 0
    shard.drain()
    started = "until grep -q drain /var/lib/bigfleet/kubectl.log; do usleep 50000; done"
    assert lab_host.guest_exec(name, ["sh", "-c", started]).code == 0
    crash_and_check(shard, "drain", bound=True)


def test_kill_during_delete_leaves_it_failed(shard: Shard) -> None:
    """An acknowledged Delete is on record after a crash, and the slot is not offered as free (L3)."""
    reach(shard, shard.create, STATES.MACHINE_STATE_IDLE)
    shard.delete()
    crash_and_check(shard, "delete", bound=False)


def test_operation_ids_are_never_minted_twice_across_crashes(shard: Shard) -> None:
    """Each life of the process mints ids that no earlier one used."""
    first = shard.create().operation_id
    shard.provider.wait_for(shard.machine_id, STATES.MACHINE_STATE_IDLE)
    shard.provider.kill()
    shard.provider.start()
    assert shard.provider.stub.Get(pb.MachineRef(id=shard.machine_id)).state == STATES.MACHINE_STATE_IDLE
    assert shard.create().operation_id == first
    second = shard.configure().operation_id
    assert second != first
