"""Configure, drain, describe and adoption on a real guest; one boot serves the module."""

import asyncio
import base64
import hashlib
import json
import random
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from purevirt.provider.core.backend import BackendError, BackendMachine, ObservedMachine
from purevirt.provider.libvirt import observation
from purevirt.provider.libvirt.backend import LibvirtBackend
from purevirt.provider.libvirt.metadata import NAMESPACE
from purevirt.provider.secret import Secret
from tests.lab import LabHost
from tests.lab.guests import Inhabited
from tests.lab.process import wait_until
from tests.provider_libvirt.conftest import ZONE, Driver

pytestmark = pytest.mark.lab

STATE = "/var/lib/bigfleet"
BLOB = "/opt/bigfleet/bootstrap.blob"


@pytest.fixture(scope="module")
def any_host(lab_host: LabHost) -> LabHost:
    """Only a real host has guests that are systems of their own."""
    return lab_host


def ref(machine: BackendMachine) -> str:
    """Return the name of a created machine's domain."""
    assert machine.host_ref is not None
    return machine.host_ref


def in_guest(driver: Driver, machine: BackendMachine, script: str) -> str:
    """Return what a shell script in the guest prints."""
    result = driver.host.guest_exec(ref(machine), ["sh", "-c", script])
    assert result.code == 0, result.err
    return result.out.decode()


def tag_of(host: Inhabited, machine: BackendMachine, *, inactive: bool = False) -> dict[str, str]:
    """Return the metadata of a domain as libvirt shows it, running or defined."""
    xml = host.virsh("dumpxml", ref(machine), *(["--inactive"] if inactive else []))
    root = ET.fromstring(xml).find(f"metadata/{{{NAMESPACE}}}bigfleet")
    assert root is not None
    return {child.tag.partition("}")[2]: child.text or "" for child in root}


def configure(driver: Driver, machine: BackendMachine, cluster: str, blob: bytes, **changes: object) -> None:
    """Configure a machine."""
    driver.run(lambda backend: backend.configure(machine, cluster, Secret(blob), "op-configure"), **changes)


def unbind(driver: Driver, machine: BackendMachine) -> None:
    """Forget a machine's cluster by hand: one that is bound is not created anew."""
    tag = f"<bigfleet><machineID>{machine.id}</machineID></bigfleet>"
    driver.host.virsh(
        "metadata", ref(machine), NAMESPACE, "--key", "bigfleet", "--set", tag, "--live", "--config"
    )


def observed(driver: Driver, machine: BackendMachine) -> ObservedMachine:
    """Return what describe says of a machine."""
    answer = driver.run(lambda backend: backend.describe())
    assert [(zone.name, zone.up, zone.complete) for zone in answer.zones] == [(ZONE, True, True)]
    (found,) = [entry for entry in answer.machines if entry.machine_id == machine.id]
    return found


def test_created_domain_is_what_the_contract_says(driver: Driver, machine: BackendMachine) -> None:
    """Running, autostarted, tagged, on an overlay of the right format and size: G1, G3, G11."""
    unbind(driver, machine)
    assert driver.create(machine, "op-again") == ref(machine)
    info = driver.host.virsh("dominfo", ref(machine))
    assert "State:          running" in info
    assert "Autostart:      enable" in info
    assert (
        tag_of(driver.host, machine)
        == tag_of(driver.host, machine, inactive=True)
        == {"machineID": machine.id}
    )
    disk, seed = [line.split()[-1] for line in driver.host.virsh("domblklist", ref(machine)).splitlines()[:2]]
    out = subprocess.run(
        ["qemu-img", "info", "-U", "--output=json", disk], check=True, capture_output=True
    ).stdout
    overlay = json.loads(out)
    assert overlay["virtual-size"] == 40 << 30
    assert overlay["backing-filename-format"] == "qcow2"
    assert overlay["format-specific"]["data"]["compat"] == "1.1"
    assert Path(seed).stat().st_size % 2048 == 0


def test_guest_reads_the_seed(driver: Driver, machine: BackendMachine) -> None:
    """A real kernel mounts the ISO and sees both files by name; the host name in it is valid: G16."""
    seen = in_guest(driver, machine, "cidata-mount; ls /mnt/cidata")
    assert f'instance-id: "{ref(machine)}-' in seen
    assert seen.splitlines()[-2:] == ["meta-data", "user-data"]
    assert in_guest(driver, machine, "hostname").startswith("libvirt-ondemand-kvm-tiny-z1-shared-")


@pytest.mark.parametrize("size", [0, 131_072, 3 << 20])
def test_configure_delivers_the_exact_blob(driver: Driver, machine: BackendMachine, size: int) -> None:
    """Random bytes arrive bit-exact and root-only, leave no trace, and show in no process: A15, A16."""
    blob = random.Random(size).randbytes(size)
    cluster = "c-'; rm -rf / #$(id)"
    in_guest(driver, machine, f"rm -f {STATE}/bootstrap.state")
    configure(driver, machine, cluster, blob)
    state = dict(
        line.split("=", 1) for line in in_guest(driver, machine, f"cat {STATE}/bootstrap.state").splitlines()
    )
    assert state == {
        "cluster_id": cluster,
        "blob_sha256": hashlib.sha256(blob).hexdigest(),
        "blob_bytes": str(size),
        "blob_mode": "600",
    }
    # What ends an attempt leaves an empty file of its name.
    left = "ls -A /opt/bigfleet; ls /run | grep bigfleet | grep -v bigfleet-ended- || true"
    assert in_guest(driver, machine, left) == "bootstrap\n"
    lines = driver.host.agent(ref(machine)).read(f"{STATE}/ps.txt")
    assert b"bigfleet-configure" in lines
    if size:
        for piece in (blob[:24], blob[-24:], base64.b64encode(blob[:24]), blob[:24].hex().encode()):
            assert piece not in lines
    assert tag_of(driver.host, machine)["clusterID"] == cluster
    assert tag_of(driver.host, machine, inactive=True) == {"machineID": machine.id, "clusterID": cluster}
    assert observed(driver, machine).cluster == cluster


def test_failing_hook_is_told_without_the_blob(driver: Driver, machine: BackendMachine) -> None:
    """Exit code and stderr are told; the blob is gone; the binding of before is not replaced."""
    before = tag_of(driver.host, machine)
    with pytest.raises(
        BackendError, match="the hook exited 37: bootstrap: the blob orders a failure"
    ) as caught:
        configure(driver, machine, "other", b"FAIL=37\nsecret-token-1234")
    assert "secret" not in str(caught.value)
    assert in_guest(driver, machine, f"test ! -e {BLOB}") == ""
    assert tag_of(driver.host, machine) == before


def test_cancelled_configure_stops_the_hook(driver: Driver, machine: BackendMachine) -> None:
    """A configure over its time leaves neither blob nor hook in the guest."""

    async def use(backend: LibvirtBackend) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2):
                await backend.configure(machine, "never", Secret(b"SLOW=60\nsecret"), "op")

    driver.run(use)
    assert in_guest(driver, machine, f"test ! -e {BLOB}") == ""
    wait_until(
        lambda: in_guest(driver, machine, "ps | grep '[b]ootstrap never' || true") or None,
        what="the hook's end",
        timeout_s=10,
    )
    assert tag_of(driver.host, machine).get("clusterID") != "never"


def test_readiness_command_bounds_configure(driver: Driver, machine: BackendMachine) -> None:
    """The binding is recorded only once the operator's command has succeeded in the guest."""
    in_guest(driver, machine, f"rm -f {STATE}/tries")
    probe = f"echo x >> {STATE}/tries; [ $(wc -l < {STATE}/tries) -ge 2 ]"
    configure(driver, machine, "ready", b"blob", readiness_exec=probe)
    assert in_guest(driver, machine, f"wc -l < {STATE}/tries").strip() == "2"
    assert tag_of(driver.host, machine)["clusterID"] == "ready"


def test_drain_calls_kubectl_and_clears_the_binding(driver: Driver, machine: BackendMachine) -> None:
    """Cordon, then drain within the grace period; the machine is bound to nothing afterwards."""
    configure(driver, machine, "c1", b"blob")
    in_guest(driver, machine, f"rm -f {STATE}/kubectl.log")
    driver.run(lambda backend: backend.drain(machine, 30, "op"))
    node = in_guest(driver, machine, "hostname").strip()
    cordon, drain = [
        line.split("\t")[1:] for line in in_guest(driver, machine, f"cat {STATE}/kubectl.log").splitlines()
    ]
    assert cordon == ["cordon", node, "--request-timeout=30s"]
    assert drain[:4] == ["drain", node, "--ignore-daemonsets", "--delete-emptydir-data"]
    assert drain[5] in {"--timeout=30s", "--timeout=29s", "--timeout=28s"}
    assert (
        tag_of(driver.host, machine)
        == tag_of(driver.host, machine, inactive=True)
        == {"machineID": machine.id}
    )


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (
            "echo 1 > kubectl.d/drain.rc; echo 'cannot evict p' > kubectl.d/drain.stderr",
            "the drain exited 1: cannot evict p",
        ),
        ("echo 30 > kubectl.d/drain.delay", "did not end within 1 s"),
    ],
)
def test_incomplete_drain_keeps_the_binding(
    driver: Driver, machine: BackendMachine, answers: str, message: str
) -> None:
    """Pods that stay, or a kubectl that hangs past the grace period, are a failure, never a false IDLE."""
    configure(driver, machine, "c2", b"blob")
    in_guest(driver, machine, f"mkdir -p /etc/bigfleet/kubectl.d; cd /etc/bigfleet; {answers}")
    try:
        with pytest.raises(BackendError, match=message):
            driver.run(lambda backend: backend.drain(machine, 0, "op"))
    finally:
        in_guest(driver, machine, "rm -rf /etc/bigfleet/kubectl.d")
    assert tag_of(driver.host, machine)["clusterID"] == "c2"


def test_paused_machine_is_not_running_and_is_resumed(driver: Driver, machine: BackendMachine) -> None:
    """Paused is not usable; create resumes it, unless it is bound: L9."""
    configure(driver, machine, "stale", b"blob")
    driver.host.virsh("suspend", ref(machine))
    assert not observed(driver, machine).running
    with pytest.raises(BackendError, match="bound to cluster stale"):
        driver.create(machine, "op-later")
    assert not observed(driver, machine).running
    unbind(driver, machine)
    assert driver.create(machine, "op-later") == ref(machine)
    found = observed(driver, machine)
    assert (found.running, found.cluster) == (True, None)


def test_configure_waits_for_the_end_of_a_freeze(driver: Driver, machine: BackendMachine) -> None:
    """A backup that has frozen the guest delays the hook, and is no failure of it (A20, A23)."""
    unbind(driver, machine)
    driver.host.virsh("domfsfreeze", ref(machine))

    async def use(backend: LibvirtBackend) -> None:
        configuring = asyncio.create_task(backend.configure(machine, "frozen", Secret(b"blob"), "op-freeze"))
        await asyncio.wait([configuring], timeout=2)
        assert not configuring.done()
        await asyncio.to_thread(driver.host.virsh, "domfsthaw", ref(machine))
        await configuring

    driver.run(use)
    assert observed(driver, machine).cluster == "frozen"
    unbind(driver, machine)


def test_many_at_one_agent_are_served_in_turn(driver: Driver, machine: BackendMachine) -> None:
    """Commands of several of us for one guest wait for each other, and all are answered (A24)."""

    async def use(backend: LibvirtBackend) -> None:
        zone = backend._zones[ZONE]
        found = await zone.domains.find(machine.id, ref(machine))
        assert found is not None
        agents = [backend._agent(zone, found[0]) for _ in range(8)]
        ends = await asyncio.gather(
            *(agent.run('echo "$1"', argv=(str(number),), name="n") for number, agent in enumerate(agents))
        )
        assert [end.stdout for end in ends] == [b"%d\n" % number for number in range(8)]

    driver.run(use)


def test_describe_tells_size_and_reference(driver: Driver, machine: BackendMachine) -> None:
    """An inventory can be rebuilt from what the host says."""
    found = observed(driver, machine)
    assert (found.zone, found.host_ref, found.vcpu, found.memory_mib) == (ZONE, ref(machine), 1, 192)


def test_describe_of_a_zone_that_is_down_keeps_the_others(
    driver: Driver, machine: BackendMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that cannot be reached is down, with a reason, and hides nothing of the others: L6, L8."""
    zones = {ZONE: driver.host.uri, "z2": "qemu+unix:///system?socket=/nonexistent/libvirt-sock"}

    async def use(backend: LibvirtBackend) -> None:
        answer = await backend.describe()
        assert machine.id in [entry.machine_id for entry in answer.machines]
        up, down = answer.zones
        assert (up.name, up.up, up.complete, up.detail) == (ZONE, True, True, "")
        assert (down.name, down.up, down.complete) == ("z2", False, False)
        assert "/nonexistent/libvirt-sock" in down.detail

    monkeypatch.setattr(observation, "CONNECT_LIMIT_S", 0.5)
    driver.run(use, zones=zones)


def test_shut_off_machine_is_powered_on_again_by_create(driver: Driver, machine: BackendMachine) -> None:
    """The same domain, known by UUID while its id changes, starts again and keeps its disk: X18."""
    unbind(driver, machine)
    in_guest(driver, machine, f"echo kept > {STATE}/mark; sync")
    driver.host.virsh("destroy", ref(machine))
    assert not observed(driver, machine).running
    before = driver.domains()
    assert driver.create(new_life(machine), "op-another") == ref(machine)
    assert driver.domains() == before
    driver.host.wait_agent(ref(machine))
    assert in_guest(driver, machine, f"await-boot; cat {STATE}/mark") == "kept\n"


def new_life(machine: BackendMachine) -> BackendMachine:
    """Return the machine as a fresh state knows it: without a host."""
    return BackendMachine(
        id=machine.id, instance_type=machine.instance_type, zone=machine.zone, vcpu=1, memory_mib=192
    )
