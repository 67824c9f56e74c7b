"""The lab holds what it promises to the tests that stand on it."""

import hashlib
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pycdlib
import pytest

from tests.conftest import LabHosts
from tests.lab import LabError, LabHost, TcpListener
from tests.lab.host import GOLDEN
from tests.lab.listeners import DEFAULT_LISTENERS
from tests.lab.pidhandle import PidHandle, children, command_line

pytestmark = [pytest.mark.lab, pytest.mark.usefixtures("lab_able")]

_STATE = "/var/lib/bigfleet"
_BLOB = "/opt/bigfleet/bootstrap.blob"
_BOOTSTRAP = "/opt/bigfleet/bootstrap"


def _processes_with(text: str) -> list[str]:
    """Return the command lines of the machine's processes that have a text in them."""
    lines = (command_line(int(entry.name)) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return [line for line in lines if text in line]


def _links() -> set[str]:
    return {entry.name for entry in Path("/sys/class/net").iterdir()}


@pytest.fixture(scope="module")
def guest(lab_host: LabHost) -> Iterator[str]:
    """A guest on the common host whose seed CD names it, on the machine type that providers use."""
    seed = pycdlib.PyCdlib()
    seed.new(interchange_level=3, joliet=3, vol_ident="cidata")
    meta_data = b"instance-id: i-1\nlocal-hostname: seeded\n"
    seed.add_fp(io.BytesIO(meta_data), len(meta_data), "/METADATA.;1", joliet_path="/meta-data")
    iso = io.BytesIO()
    seed.write_fp(iso)
    seed.close()
    (lab_host.pool_path / "lab-self.iso").write_bytes(iso.getvalue())
    lab_host.virsh("pool-refresh", "default")
    lab_host.create_guest("lab-self", cidata="lab-self.iso", machine="q35")
    lab_host.wait_agent("lab-self")
    lab_host.guest_exec("lab-self", ["await-boot"])
    yield "lab-self"
    lab_host.remove_guest("lab-self")


def test_hosts_side_by_side_same_names_do_not_collide(lab_hosts: LabHosts) -> None:
    """Guests of one name on two hosts outlive a killed libvirtd and end with their host, without a trace."""
    links = _links()
    first, second = lab_hosts("zone-a", "zone-b")
    for host in (first, second):
        host.create_guest("twin")
    agents = [host.wait_agent("twin") for host in (first, second)]
    assert [host.virsh("hostname").strip() for host in (first, second)] == ["zone-a", "zone-b"]
    assert first.virsh("domuuid", "twin") != second.virsh("domuuid", "twin")

    agents[0].write("/root/mark", b"first")
    assert agents[1].execute(["test", "-e", "/root/mark"]).code == 1
    boot_id = agents[0].read("/proc/sys/kernel/random/boot_id")
    daemon = first.daemon_pid()
    first.restart(kill=True)
    assert first.daemon_pid() != daemon
    assert first.wait_agent("twin").read("/proc/sys/kernel/random/boot_id") == boot_id
    assert "virbr0" in first.virsh("net-info", "default")
    assert _links() == links

    folders = [str(host.folder) for host in (first, second)]
    assert all(_processes_with(folder) for folder in folders)
    first.stop()
    assert second.virsh("list", "--name").split() == ["twin"]
    second.stop()
    for folder in folders:
        assert _processes_with(folder) == []
        assert not Path(folder).exists()
    assert _links() == links


def test_bootstrap_of_a_large_blob_leaves_its_evidence(lab_host: LabHost, guest: str) -> None:
    """3 MiB arrive whole, and the hook records their digest and the process list."""
    blob = os.urandom(3 * 1024 * 1024)
    agent = lab_host.agent(guest)
    agent.write(_BLOB, blob)
    done = agent.execute([_BOOTSTRAP, "cluster-1"])
    assert (done.code, done.err) == (0, b"")
    state = dict(line.split("=") for line in agent.read(f"{_STATE}/bootstrap.state").decode().splitlines())
    assert state["cluster_id"] == "cluster-1"
    assert state["blob_sha256"] == hashlib.sha256(blob).hexdigest()
    assert state["blob_bytes"] == str(len(blob))
    processes = agent.read(f"{_STATE}/ps.txt").split(b"\n")
    assert b"qemu-ga" in processes
    assert _BOOTSTRAP.encode() in processes


@pytest.mark.parametrize(
    ("blob", "code"), [(b"FAIL", 1), (b"FAIL=7\nmore", 7), (b"FAIL\0\xff", 1), (b"SLOW=0.2\n\0", 0), (b"", 0)]
)
def test_bootstrap_blob_orders_its_ending(lab_host: LabHost, guest: str, blob: bytes, code: int) -> None:
    """The blob's first bytes choose the hook's exit status, and a failure says why."""
    agent = lab_host.agent(guest)
    agent.write(_BLOB, blob)
    done = agent.execute([_BOOTSTRAP, "cluster-2"])
    assert (done.code, bool(done.err)) == (code, code != 0)


def test_kubectl_is_recorded_and_answers_as_told(lab_host: LabHost, guest: str) -> None:
    """A verb has its own answer, another succeeds, and both calls are on record."""
    agent = lab_host.agent(guest)
    agent.write("/etc/bigfleet/kubectl.d/drain.rc", b"3")
    agent.write("/etc/bigfleet/kubectl.d/drain.stderr", b"pods are left\n")
    drained = agent.execute(["kubectl", "--kubeconfig=/k", "drain", "n1"])
    assert (drained.code, drained.err) == (3, b"pods are left\n")
    assert agent.execute(["kubectl", "cordon", "n1"]).code == 0
    calls = [line.split("\t")[1:] for line in agent.read(f"{_STATE}/kubectl.log").decode().splitlines()]
    assert calls == [["--kubeconfig=/k", "drain", "n1"], ["cordon", "n1"]]


def test_seed_cd_names_the_guest(lab_host: LabHost, guest: str) -> None:
    """A cidata CD on virtio-scsi is seen by the cloud kernel, on q35."""
    assert lab_host.guest_exec(guest, ["hostname"]).out == b"seeded\n"


def test_golden_volume_is_seen_as_qcow2(lab_host: LabHost) -> None:
    """The imported volume's format is that of its content."""
    assert "<format type='qcow2'/>" in lab_host.virsh("vol-dumpxml", GOLDEN, "default")


def test_listeners_are_a_parameter() -> None:
    """A TCP listener is on the machine's own loopback address, and libvirtd takes what is connected there."""
    tcp = TcpListener("libvirtd-tcp.socket")
    host = LabHost(
        "tcp",
        listeners=(*DEFAULT_LISTENERS, tcp),
        settings={"auth_tcp": "none", "max_clients": 7, "max_anonymous_clients": 7},
    )
    with host:
        uri = f"test+tcp://127.0.0.1:{host.tcp_port(tcp.unit)}/default"
        shown = subprocess.run(["virsh", "-q", "-c", uri, "list", "--name"], capture_output=True, check=True)
        assert shown.stdout.split() == [b"test"]
        admin = f"libvirtd:///system?socket={host.folder}/run/libvirt-admin-sock"
        limits = subprocess.run(
            ["virt-admin", "-c", admin, "srv-clients-info", "libvirtd"], capture_output=True, check=True
        )
        assert b": 7\n" in limits.stdout


def test_daemon_that_cannot_start_is_an_error_with_its_log() -> None:
    """A setting that libvirtd refuses is named in the error, and nothing is left."""
    host = LabHost("broken", settings={"auth_unix_rw": "no-such-scheme"})
    with pytest.raises(LabError, match="no-such-scheme"):
        host.start()
    with pytest.raises(LabError, match="not started"):
        _ = host.folder
    assert _processes_with('"name": "broken"') == []


def test_stopped_daemon_does_not_answer_until_it_goes_on() -> None:
    """SIGSTOP makes a daemon that accepts and says nothing; SIGCONT ends that."""
    with LabHost("frozen") as host:
        host.signal_daemon(signal.SIGSTOP)
        with pytest.raises(LabError, match="not done after"):
            host.virsh("hostname", timeout_s=0.5)
        host.signal_daemon(signal.SIGCONT)
        assert host.virsh("hostname").strip() == "frozen"


_OWNER = """
import sys
from tests.lab import LabHost
host = LabHost("orphan").start()
sys.stdout.write(f"{host.init_pid} {host.folder}\\n")
sys.stdout.flush()
sys.stdin.read()
"""


def test_host_ends_with_a_killed_owner() -> None:
    """When the process that started a host is killed, the host ends and removes its own folder."""
    owner = subprocess.Popen(
        [sys.executable, "-c", _OWNER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    with owner:
        assert owner.stdout is not None
        init_pid, folder = owner.stdout.readline().decode().split()
        (outside,) = [pid for pid in children(owner.pid) if int(init_pid) in children(pid)]
        with PidHandle(int(init_pid)) as init, PidHandle(outside) as unshare:
            owner.send_signal(signal.SIGKILL)
            assert init.wait(20)
            # It is outside the namespace, and ends when it has heard of the end of what it started.
            assert unshare.wait(20)
    assert not Path(folder).exists()
    assert _processes_with(folder) == []
