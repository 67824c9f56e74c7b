"""A provider whose hosts are elsewhere: one reached by TLS, one by SSH."""

import os
from pathlib import Path

import pytest

from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.lab import LabHost, Ssh, Tls
from tests.provider_e2e.process import STATES, running_provider

pytestmark = pytest.mark.lab


def test_whole_life_over_tls_and_ssh(lab_image: Path, short_path: Path) -> None:
    """Two machines live through all states on two remote hosts, by one connection each."""
    with LabHost("far", tls=Tls(), ssh=Ssh()) as host, LabHost("farther", ssh=Ssh()) as other:
        host.prepare(lab_image)
        other.prepare(lab_image)
        zones = {"by-tls": host.tls_uri(driver="qemu", path="/system"), "by-ssh": other.ssh_uri()}
        with running_provider(short_path, zones) as provider:
            machines = [provider.machine_id(zone) for zone in zones]
            for machine in machines:
                provider.stub.Create(pb.CreateRequest(machine_id=machine))
            for machine in machines:
                provider.wait_for(machine, STATES.MACHINE_STATE_IDLE)
                blob = os.urandom(200_000)
                provider.stub.Configure(
                    pb.ConfigureRequest(machine_id=machine, cluster_id="far", bootstrap_blob=blob)
                )
            for machine in machines:
                provider.wait_for(machine, STATES.MACHINE_STATE_CONFIGURED)
                provider.stub.Drain(pb.DrainRequest(machine_id=machine, grace_period_seconds=5))
            for machine in machines:
                provider.wait_for(machine, STATES.MACHINE_STATE_IDLE)
                provider.stub.Delete(pb.DeleteRequest(machine_id=machine))
            for machine in machines:
                provider.wait_for(machine, STATES.MACHINE_STATE_SPECULATIVE)
            assert provider.stop() == 0
        for host_log in (host.ssh.log_path, other.ssh.log_path):
            # sshd's own word: everything was one connection, and nothing where TLS was asked for.
            connections = host_log.read_text().count("Accepted publickey")
            assert connections == (1 if host_log == other.ssh.log_path else 0)
        for one in (host, other):
            assert one.virsh("list", "--all", "--name").split() == []
            volumes = [line.split()[0] for line in one.virsh("vol-list", "default").splitlines() if line]
            assert volumes == ["golden.qcow2"]
