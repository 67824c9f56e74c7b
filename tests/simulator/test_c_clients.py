"""libvirt's own clients with the simulated daemon: virsh, and the Python binding of Debian's."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from purevirt.testing import SimulatedLibvirtd
from purevirt.testing.simulator.guest import GuestProfile

pytestmark = pytest.mark.lab

_SYSTEM_PYTHON = "/usr/bin/python3"
_DOMAIN = """
<domain type='qemu'><name>vm</name><memory unit='MiB'>64</memory><os><type>hvm</type></os><devices>
  <interface type='network'><source network='default'/></interface>
  <channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel>
</devices></domain>
"""

_BINDING = r"""
import io, sys, libvirt

libvirt.registerErrorHandler(lambda *_: None, None)
libvirt.virEventRegisterDefaultImpl()
conn = libvirt.open(sys.argv[1])
xml = sys.argv[2]
told = []
conn.domainEventRegisterAny(None, libvirt.VIR_DOMAIN_EVENT_ID_LIFECYCLE, lambda *a: told.append(a[2:4]), None)
assert conn.getType() == "QEMU"
domain = conn.defineXML(xml)
assert [one.name() for one in conn.listAllDomains()] == ["vm"]
domain.create()
assert domain.isActive() and domain.ID() == 1 and domain.state() == [1, 1]
domain.setMetadata(libvirt.VIR_DOMAIN_METADATA_ELEMENT, "<a><b/></a>", "k", "urn:x")
assert domain.metadata(libvirt.VIR_DOMAIN_METADATA_ELEMENT, "urn:x") == "<a>\n  <b/>\n</a>"
assert "<k:a xmlns:k=\"urn:x\">" in domain.XMLDesc()
assert domain.info()[:2] == [1, 65536]
assert conn.getAllDomainStats(libvirt.VIR_DOMAIN_STATS_STATE)[0][1] == {"state.state": 1, "state.reason": 1}
pool = conn.storagePoolLookupByName("default")
volume = pool.createXML("<volume><name>v</name><capacity>1048576</capacity></volume>")
content = bytes(range(256)) * 4096
stream = conn.newStream()
volume.upload(stream, 0, len(content))
source = io.BytesIO(content)
stream.sendAll(lambda _stream, size, _opaque: source.read(size), None)
stream.finish()
stream = conn.newStream()
volume.download(stream, 0, 0)
got = []
stream.recvAll(lambda _s, data, _o: got.append(data), None)
stream.finish()
assert b"".join(got) == content
volume.delete()
domain.destroy()
domain.undefine()
while len(told) < 5:
    libvirt.virEventRunDefaultImpl()
print(told)
try:
    conn.lookupByName("vm")
except libvirt.libvirtError as error:
    print(error.get_error_code(), error.get_error_message())
assert conn.isAlive()
conn.close()
"""


@pytest.fixture
def uri(lab_able: None) -> Iterator[str]:
    """The URI of a simulated daemon, whose guests boot at once."""
    sim = SimulatedLibvirtd()
    sim.host.guest_profile = lambda _name: GuestProfile(boot_s=0.0)
    with sim.in_thread():
        yield sim.uri


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_virsh(uri: str, tmp_path: Path) -> None:
    """A domain's life as an administrator leads it."""

    def virsh(*arguments: str) -> str:
        return _run("virsh", "--quiet", "--connect", uri, *arguments)

    xml = tmp_path / "vm.xml"
    xml.write_text(_DOMAIN)
    assert virsh("hostname").strip() == "simulated"
    assert "QEMU 7.2.22" in virsh("version")
    virsh("define", str(xml))
    assert virsh("list", "--all").split() == ["-", "vm", "shut", "off"]
    virsh("start", "vm")
    assert "running" in virsh("dominfo", "vm")
    assert virsh("domifaddr", "vm").split()[2:] == ["ipv4", "192.168.122.2/24"]
    assert "vm" in virsh("net-dhcp-leases", "default")
    assert virsh("dumpxml", "vm").startswith("<domain type='qemu' id='1'>\n  <name>vm</name>\n")
    virsh("metadata", "vm", "urn:x", "--key", "k", "--set", "<a/>")
    assert virsh("metadata", "vm", "urn:x").strip() == "<a/>"
    virsh("desc", "vm", "--title", "--new-desc", "hello")
    assert "state.state=1" in virsh("domstats", "vm", "--state")
    virsh("suspend", "vm")
    assert virsh("domstate", "vm", "--reason").strip() == "paused (user)"
    virsh("resume", "vm")
    virsh("snapshot-create-as", "vm", "one")
    assert "one" in virsh("snapshot-list", "vm")
    virsh("destroy", "vm")
    assert virsh("domstate", "vm", "--reason").strip() == "shut off (destroyed)"
    virsh("undefine", "vm", "--snapshots-metadata")
    assert virsh("list", "--all").strip() == ""


def test_binding(uri: str) -> None:
    """A script of libvirt's Python users, unchanged; with events, streams both ways, and its own errors."""
    told, error = _run(_SYSTEM_PYTHON, "-I", "-c", _BINDING, uri, _DOMAIN).splitlines()
    assert told == "[(0, 0), (4, 0), (2, 0), (6, 2), (5, 1), (1, 0)]"
    assert error == "42 Domain not found: no domain with matching name 'vm'"


_AGENT = r"""
import json, sys, libvirt, libvirt_qemu

libvirt.registerErrorHandler(lambda *_: None, None)
conn = libvirt.open(sys.argv[1])
domain = conn.createXML(sys.argv[2], libvirt.VIR_DOMAIN_START_AUTODESTROY)


def ask(command, **arguments):
    request = json.dumps({"execute": command, "arguments": arguments})
    return json.loads(libvirt_qemu.qemuAgentCommand(domain, request, 10, 0))["return"]


while True:
    try:
        ask("guest-ping")
        break
    except libvirt.libvirtError as error:
        assert error.get_error_code() == libvirt.VIR_ERR_AGENT_UNRESPONSIVE
options = {"input-data": "aGk=", "capture-output": True}
pid = ask("guest-exec", path="/bin/sh", arg=["-c", "cat; exit 3"], **options)["pid"]
status = ask("guest-exec-status", pid=pid)
while not status["exited"]:
    status = ask("guest-exec-status", pid=pid)
print(status["exitcode"], status["out-data"])
print(sorted(domain.interfaceAddresses(libvirt.VIR_DOMAIN_INTERFACE_ADDRESSES_SRC_AGENT)))
print(domain.guestInfo(libvirt.VIR_DOMAIN_GUEST_INFO_HOSTNAME))
assert domain.fsFreeze() == 1 == domain.fsThaw()
domain.setUserPassword("root", "secret")
try:
    ask("guest-nope")
except libvirt.libvirtError as error:
    print(error.get_error_message())
"""


def test_binding_and_agent(uri: str) -> None:
    """The agent through the C library: processes, addresses, what the guest is called, refusals."""
    ran, interfaces, info, refusal = _run(_SYSTEM_PYTHON, "-I", "-c", _AGENT, uri, _DOMAIN).splitlines()
    assert ran == "3 aGk="
    assert interfaces == "['eth0', 'lo']"
    assert info == "{'hostname': 'vm'}"
    assert refusal.endswith("'guest-nope': The command guest-nope has not been found")


def test_virsh_volumes_agent_and_events(uri: str, tmp_path: Path) -> None:
    """Bytes to a volume and back, a question to an agent, and events as they come."""

    def virsh(*arguments: str) -> str:
        return _run("virsh", "--quiet", "--connect", uri, *arguments)

    content = bytes(range(256)) * 1024
    (tmp_path / "up").write_bytes(content)
    virsh("vol-create-as", "default", "v", str(len(content)))
    virsh("vol-upload", "v", str(tmp_path / "up"), "--pool", "default")
    virsh("vol-download", "v", str(tmp_path / "down"), "--pool", "default")
    assert (tmp_path / "down").read_bytes() == content
    virsh("vol-delete", "v", "--pool", "default")
    assert virsh("vol-list", "default").strip() == ""
    (tmp_path / "vm.xml").write_text(_DOMAIN)
    virsh("define", str(tmp_path / "vm.xml"))
    watch = (
        "virsh",
        "--connect",
        uri,
        "event",
        "--domain",
        "vm",
        "--event",
        "agent-lifecycle",
        "--timeout",
        "30",
    )
    with subprocess.Popen(watch, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as watching:
        assert watching.stdout is not None
        # whether virsh listens already is not told: the agent comes again until it was heard
        virsh("start", "vm")
        while watching.poll() is None:
            virsh("reset", "vm")
        assert "event 'agent-lifecycle' for domain 'vm': state: '" in watching.stdout.read()
    answer = virsh("qemu-agent-command", "vm", '{"execute": "guest-get-host-name"}')
    assert answer.strip() == '{"return":{"host-name":"vm"}}'
    virsh("destroy", "vm")
    virsh("undefine", "vm")
