"""`purevirt-provider check` on a real host that is well, and with each of ten faults."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from purevirt.provider.hostcheck.check_tool import main
from tests.lab import LabHost, Polkit, Ssh, Tls
from tests.lab.network import ALLOWED_DN
from tests.lab.polkit import REFUSE

pytestmark = pytest.mark.lab

IMAGE = "golden.img"
PROVIDER = (sys.executable, "-m", "purevirt.provider")
DOMAIN_XML = (
    "<domain type='qemu'><name>mute</name><memory unit='MiB'>32</memory><os><type>hvm</type></os></domain>"
)


@pytest.fixture(scope="module")
def host(lab_able: None) -> Iterator[LabHost]:
    """A host with pool, network and a small raw image, reached by TLS and ssh too."""
    with LabHost("checked", tls=Tls(), ssh=Ssh()) as host:
        host.ensure_pool()
        host.ensure_network()
        host.virsh("pool-autostart", "default")
        host.virsh("net-autostart", "default")
        host.virsh("vol-create-as", "default", IMAGE, "1M", "--format", "raw")
        yield host


@dataclass
class Checked:
    """What one run of the command said."""

    status: int
    rows: list[dict[str, str]]

    def failed(self) -> dict[str, str]:
        """Return the one row that failed."""
        assert self.status == 1
        (row,) = [row for row in self.rows if row["status"] == "fail"]
        return row


class Check:
    """Runs the command."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, uri: str, *arguments: str) -> Checked:
        status = main(["--json", "--connect", f"z1={uri}", "--image", IMAGE, *arguments])
        return Checked(status, json.loads(self._capsys.readouterr().out))


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str]) -> Check:
    """The command."""
    return Check(capsys)


def test_check_of_a_host_that_is_well(host: LabHost, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 0, and a row for each thing with what was found."""
    assert main(["--connect", f"z1={host.uri}", "--image", IMAGE]) == 0
    out = capsys.readouterr().out
    for pattern in (
        r"z1 +daemon +ok +libvirt 9\.\d+\.\d+, QEMU \d+\.\d+\.\d+ on checked",
        r"z1 +identity +ok +may list domains, sees 0",
        r"z1 +pool +ok +default at /\S+/pool, \S+ [GT]iB of \S+ [GT]iB free",
        r"z1 +image +ok +golden.img is raw of 1 MiB, at /\S+/pool/golden.img",
        r"z1 +network +ok +default is active",
        r"z1 +virtualization +warn +no KVM: emulation \(TCG\) on x86_64",
        r"\nall is well\n",
    ):
        assert re.search(pattern, out), out


def test_check_over_tls_and_ssh(host: LabHost, check: Check) -> None:
    """The same over the transports that remote hosts have."""
    for uri in (host.tls_uri(), host.ssh_uri()):
        assert check(uri).status == 0


def test_check_names_a_pool_that_is_missing(host: LabHost, check: Check) -> None:
    """Fault 1."""
    row = check(host.uri, "--storage-pool", "no such").failed()
    assert (row["what"], row["detail"]) == ("pool", "no such does not exist")
    assert "virsh pool-define-as 'no such' dir" in row["cure"]


def test_check_names_a_pool_that_is_inactive(host: LabHost, check: Check, tmp_path: Path) -> None:
    """Fault 2."""
    host.virsh("pool-define-as", "resting", "dir", "--target", tmp_path)
    row = check(host.uri, "--storage-pool", "resting").failed()
    host.virsh("pool-undefine", "resting")
    assert (row["what"], row["detail"]) == ("pool", f"resting at {tmp_path} is not active")
    assert "virsh pool-start resting" in row["cure"]


def test_check_names_a_pool_without_files(host: LabHost, check: Check) -> None:
    """A volume group has no place for overlays."""
    host.virsh("pool-define-as", "group", "logical", "--source-name", "vg0", "--target", "/dev/vg0")
    row = check(host.uri, "--storage-pool", "group").failed()
    host.virsh("pool-undefine", "group")
    assert row["detail"].startswith("group is of type logical; ")


def test_check_names_a_path_that_cannot_be_read(host: LabHost, check: Check, tmp_path: Path) -> None:
    """Fault 3: the folder went away under an active pool."""
    folder = tmp_path / "away"
    folder.mkdir()
    host.virsh("pool-create-as", "fading", "dir", "--target", folder)
    host.virsh("vol-create-as", "fading", IMAGE, "1M", "--format", "raw")
    folder.rename(tmp_path / "hidden")
    row = check(host.uri, "--storage-pool", "fading").failed()
    host.virsh("pool-destroy", "fading")
    assert row["what"] == "pool"
    assert row["detail"].startswith(f"fading at {folder} cannot be read: ")
    assert f"ls -ld {folder}" in row["cure"]


def test_check_names_an_image_that_is_missing(host: LabHost, check: Check) -> None:
    """Fault 4, also where the pool lists a file that is gone."""
    row = check(host.uri, "--image", "other.qcow2").failed()
    assert row["what"] == "image"
    assert "golden volume other.qcow2 in pool default does not exist" in row["detail"]
    assert "purevirt-provider prepare --image other.qcow2" in row["cure"]
    host.virsh("vol-create-as", "default", "gone.img", "1M", "--format", "raw")
    (host.pool_path / "gone.img").unlink()
    row = check(host.uri, "--image", "gone.img").failed()
    host.virsh("pool-refresh", "default")
    assert row["what"] == "image"
    assert "gone.img" in row["detail"]
    assert "virsh pool-refresh default" in row["cure"]


def test_check_names_an_image_of_another_format(host: LabHost, check: Check) -> None:
    """Fault 5: declared qcow2, and raw by its bytes."""
    host.virsh("vol-create-as", "default", "lies.qcow2", "1M", "--format", "qcow2")
    (host.pool_path / "lies.qcow2").write_bytes(bytes(1 << 20))
    row = check(host.uri, "--image", "lies.qcow2").failed()
    host.virsh("vol-delete", "lies.qcow2", "default")
    assert row["what"] == "image"
    assert "declared qcow2, is raw" in row["detail"]
    assert f"qemu-img info {host.pool_path}/lies.qcow2" in row["cure"]


def test_check_names_a_network_that_is_inactive_or_missing(host: LabHost, check: Check) -> None:
    """Fault 6."""
    host.virsh("net-define", "/dev/stdin", stdin="<network><name>resting</name></network>")
    row = check(host.uri, "--network", "resting").failed()
    host.virsh("net-undefine", "resting")
    assert (row["what"], row["detail"]) == ("network", "resting is not active")
    assert "virsh net-start resting" in row["cure"]
    row = check(host.uri, "--network", "nowhere").failed()
    assert (row["what"], row["detail"]) == ("network", "nowhere does not exist")
    assert "virsh net-define" in row["cure"]


def test_check_names_a_user_who_may_not(host: LabHost, check: Check, lab_able: None) -> None:
    """Fault 7: sshd does not know the user, or polkit does not let it in."""
    row = check(host.ssh_uri(user="labuser")).failed()
    assert row["what"] == "daemon"
    assert "SSH to labuser@" in row["detail"]
    assert "ssh-copy-id" in row["cure"]


def test_check_names_a_guest_without_agent(host: LabHost, check: Check) -> None:
    """Fault 8: no such domain, one that is off, one without a channel."""
    row = check(host.uri, "--domain", "mute").failed()
    assert row["what"] == "guest agent"
    assert "virsh list" in row["cure"]
    host.virsh("define", "/dev/stdin", stdin=DOMAIN_XML)
    assert check(host.uri, "--domain", "mute").failed()["cure"] == "virsh start mute"
    host.virsh("start", "mute")
    row = check(host.uri, "--domain", "mute").failed()
    host.virsh("destroy", "mute")
    host.virsh("undefine", "mute")
    assert "org.qemu.guest_agent.0" in row["cure"]


def test_check_names_a_certificate_that_is_refused(host: LabHost, check: Check) -> None:
    """Fault 9: a certificate of the right CA whose subject is not let in."""
    row = check(host.tls_uri("outsider")).failed()
    assert row["what"] == "daemon"
    assert "the daemon refused our certificate" in row["detail"]
    assert ALLOWED_DN not in row["detail"]
    assert "tls_allowed_dn_list" in row["cure"]


def test_check_names_a_host_key_that_is_another(host: LabHost, check: Check, tmp_path: Path) -> None:
    """Fault 10: known_hosts has another key for the host, or none."""
    with LabHost("impostor", ssh=Ssh()) as other:
        theirs = other.ssh.known_hosts_text().split(maxsplit=1)[1]
    known = tmp_path / "known_hosts"
    known.write_text(f"[127.0.0.1]:{host.ssh.port} {theirs}")
    row = check(host.ssh_uri(known_hosts=known)).failed()
    assert row["what"] == "daemon"
    assert f"ssh-keygen -R '[127.0.0.1]:{host.ssh.port}' -f {known}" in row["cure"]
    known.write_text("")
    row = check(host.ssh_uri(known_hosts=known)).failed()
    assert row["cure"].startswith(f"ssh-keyscan -p {host.ssh.port} 127.0.0.1 >> {known}")


def test_check_under_polkit_that_refuses(lab_able: None) -> None:
    """Fault 7 once more: connected, and not let in; the cure is a group, or the rules that prepare prints."""
    with LabHost("refusing", polkit=Polkit(REFUSE)) as host:
        command = ["check", "--json", "--connect", host.uri, "--image", IMAGE]
        done = host.polkit.run([*PROVIDER, *command])
    (row,) = json.loads(done.stdout)
    assert done.returncode == 1
    assert "usermod -aG libvirt" in row["cure"]
    assert "prepare --polkit" in row["cure"]


def test_check_goes_on_where_one_host_is_down(host: LabHost, capsys: pytest.CaptureFixture[str]) -> None:
    """Every zone has its rows; a guest is asked for in its own zone alone."""
    zones = f"up={host.uri},down=qemu+unix:///system?socket=/nowhere/sock"
    assert main(["--json", "--connect", zones, "--image", IMAGE, "--domain", "down=mute"]) == 1
    rows = json.loads(capsys.readouterr().out)
    down = [row for row in rows if row["zone"] == "down"]
    assert [(row["what"], row["status"]) for row in down] == [("daemon", "fail")]
    assert "libvirtd.socket" in down[0]["cure"]
    assert [row["what"] for row in rows if row["zone"] == "up"] == [
        "daemon",
        "identity",
        "pool",
        "image",
        "network",
        "virtualization",
    ]
