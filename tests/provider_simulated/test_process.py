"""`purevirt-provider --use-simulator` as anybody can start it: a process, no host, no root."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from purevirt.provider.__main__ import main
from purevirt.provider.pb.bigfleet.v1alpha1 import provider_pb2 as pb
from tests.provider_e2e.process import INSTANCE_TYPE, STATES, running_provider


def test_process_on_a_simulated_host() -> None:
    """It serves at once, and ends in order; nothing is connected, nothing installed."""
    with tempfile.TemporaryDirectory(prefix="pv-", dir="/tmp") as folder:
        simulated = ("--use-simulator", "--default-zone", "sim", "--offerings=", "--seed-count", "2")
        with running_provider(Path(folder), {}, arguments=simulated) as provider:
            machine_id = f"libvirt/OnDemand/{INSTANCE_TYPE}/sim/000"
            provider.stub.Create(pb.CreateRequest(machine_id=machine_id))
            machine = provider.wait_for(machine_id, STATES.MACHINE_STATE_IDLE)
            assert machine.host.ref.startswith("bigfleet-")
            assert provider.stop() == 0
        assert "no machine is real" in (Path(folder) / "provider.log").read_text()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ["--use-simulator", "--connect", "qemu:///system"],
            "--use-simulator: is given together with --connect",
        ),
        (
            ["--simulator-faults", "--connect", "qemu:///system", "--image", "g"],
            "--simulator-faults: is given without",
        ),
        ([], "--use-simulator to try it without any"),
        (["check", "--use-simulator"], "--use-simulator: is for the server"),
    ],
)
def test_wrong_ways_to_ask_for_it(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It has to be asked for by name, and alone."""
    assert main(arguments) == 2
    assert why in capsys.readouterr().err


def test_check_config(capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing to check of a simulated host."""
    assert main(["--use-simulator", "--check-config", "--print-config"]) == 0
    out = capsys.readouterr().out
    assert 'use-simulator: "true"' in out
    assert "connect: []" in out


def test_real_hosts_need_no_simulator() -> None:
    """A provider for real hosts does not load it."""
    code = (
        "import sys, purevirt.provider.libvirt.backend, purevirt.provider.server;"
        "import purevirt.provider.settings.config;"
        "sys.exit(any(name.startswith('purevirt.testing') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
