"""What people and faults do to a machine's host behind the provider's back, and what its shard is told."""

import socket
from pathlib import Path

import pytest

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.lab import LabHost
from tests.lab.inside import inside
from tests.lab.process import run
from tests.provider_e2e.conftest import ZONE, clean
from tests.provider_e2e.process import STATES, ProviderProcess, running_provider

pytestmark = pytest.mark.lab

NAMESPACE = "https://bigfleet.dev/libvirt/v1"
POOL_MIB = 64


def created(provider: ProviderProcess, zone: str) -> list[pb.Machine]:
    """Return all machines of a zone, each brought to IDLE."""
    ids = [provider.machine_id(zone, index) for index in range(provider.count)]
    for machine_id in ids:
        provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
    return [provider.wait_for(machine_id, STATES.MACHINE_STATE_IDLE) for machine_id in ids]


def test_what_is_done_to_hosts_by_hand_shows_within_seconds(lab_host: LabHost, short_path: Path) -> None:
    """Switched off, undefined, bound, disowned: events tell at once, while another zone hangs (L6, L9)."""
    hanging = socket.socket(socket.AF_UNIX)
    hanging.bind(str(short_path / "hangs"))
    hanging.listen()
    zones = {ZONE: lab_host.uri, "hangs": f"qemu+unix:///system?socket={short_path / 'hangs'}"}
    arguments = ["--reconcile-interval=1h"]
    with hanging, running_provider(short_path, zones, count=4, arguments=arguments) as provider:
        off, undefined, bound, disowned = created(provider, ZONE)
        lab_host.virsh("destroy", off.host.ref)
        lab_host.virsh("destroy", undefined.host.ref)
        lab_host.virsh("undefine", undefined.host.ref)
        tag = f"<bigfleet><machineID>{bound.id}</machineID><clusterID>by-hand</clusterID></bigfleet>"
        ours = (NAMESPACE, "--live", "--config")
        lab_host.virsh("metadata", bound.host.ref, *ours, "--key", "bigfleet", "--set", tag)
        lab_host.virsh("metadata", disowned.host.ref, *ours, "--remove")
        gone = provider.wait_for(undefined.id, STATES.MACHINE_STATE_FAILED)
        assert gone.last_error == f"host {undefined.host.ref} is not in zone {ZONE} any more"
        assert provider.wait_for(disowned.id, STATES.MACHINE_STATE_FAILED).host.ref == disowned.host.ref
        assert provider.wait_for(bound.id, STATES.MACHINE_STATE_CONFIGURED).cluster == "by-hand"
        freed = provider.wait_for(off.id, STATES.MACHINE_STATE_SPECULATIVE)
        assert not freed.HasField("host")
        provider.stub.Create(pb.CreateRequest(machine_id=off.id))
        again = provider.wait_for(off.id, STATES.MACHINE_STATE_IDLE)
        assert again.host.ref == off.host.ref
        assert lab_host.virsh("domstate", off.host.ref).strip() == "running"
    clean(lab_host)


def test_machine_whose_storage_is_full_is_failed_with_the_reason(lab_image: Path, short_path: Path) -> None:
    """QEMU pauses the guest at a write that finds no space: not IDLE, and said why (L9)."""
    with LabHost("full") as host:
        size = f"size={POOL_MIB}m"
        mount = inside(host.init_pid, ["mount", "-t", "tmpfs", "-o", size, "tmpfs", host.pool_path])
        run(mount, timeout_s=30)
        host.prepare(lab_image)
        arguments = ["--reconcile-interval=1h"]
        with running_provider(short_path, {ZONE: host.uri}, arguments=arguments) as provider:
            [machine] = created(provider, ZONE)
            name = machine.host.ref
            host.wait_agent(name)
            fill = f"dd if=/dev/urandom of=/dev/vda bs=1M seek=1024 count={2 * POOL_MIB} >/dev/null 2>&1 &"
            assert host.guest_exec(name, ["sh", "-c", f"setsid {fill}"]).code == 0
            failed = provider.wait_for(machine.id, STATES.MACHINE_STATE_FAILED)
            assert failed.last_error == (
                f"host {name}: it is paused after an I/O error; is its storage full or gone?"
            )
            assert host.virsh("domstate", "--reason", name).strip() == "paused (I/O error)"
