"""A host that loses its power and boots again, under a provider that goes on."""

import os
import signal
from pathlib import Path

import pytest

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.conftest import LabHosts
from tests.lab import LabHost
from tests.lab.inside import outer_pid
from tests.provider_e2e.conftest import ZONE
from tests.provider_e2e.process import STATES, running_provider

pytestmark = pytest.mark.lab


def lose_power_and_boot(host: LabHost) -> int:
    """Kill the guests and what is remembered of them until the next boot, then start libvirtd as a boot does.

    Returns how many processes it were.
    """
    killed = 0
    host.signal_daemon(signal.SIGSTOP)
    state = host.folder / "run" / "qemu"
    # beside them is libvirtd's own
    for pid_file in set(state.glob("*.pid")) - {state / "driver.pid"}:
        pid = outer_pid(host.init_pid, int(pid_file.read_text()))
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            killed += 1
    for path in state.iterdir():
        if path.is_file():
            path.unlink()
    host.restart(kill=True)
    return killed


def test_machines_of_a_host_that_boots_again_are_the_same_machines(
    lab_hosts: LabHosts, short_path: Path
) -> None:
    """Started by the host itself, under their names: IDLE as before, and ready to be configured (L10)."""
    (host,) = lab_hosts("boots")
    with running_provider(short_path, {ZONE: host.uri}) as provider:
        machine_id = provider.machine_id(ZONE)
        provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
        before = provider.wait_for(machine_id, STATES.MACHINE_STATE_IDLE)
        name = before.host.ref
        assert lose_power_and_boot(host) >= 1
        assert host.virsh("domstate", name).strip() == "running"
        assert provider.stub.Get(pb.MachineRef(id=machine_id)) == before
        provider.stub.Configure(
            pb.ConfigureRequest(machine_id=machine_id, cluster_id="c", bootstrap_blob=b"blob")
        )
        after = provider.wait_for(machine_id, STATES.MACHINE_STATE_CONFIGURED)
        assert after.host == before.host
        assert "host_lost" in provider.log_path.read_text()
