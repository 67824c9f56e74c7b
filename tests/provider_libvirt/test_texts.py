"""Names, metadata, domain XML, volume XML, error lines: what is built and read without a host."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purevirt.errors import ConnectionLost, libvirt_error
from purevirt.provider.core.backend import BackendError
from purevirt.provider.libvirt import metadata, names, reply_xml
from purevirt.provider.libvirt.domain_xml import (
    DomainSpec,
    Virtualization,
    disk_files,
    domain_xml,
    parse_virtualization,
)
from purevirt.provider.libvirt.failure import backend_error, one_line
from purevirt.provider.libvirt.metadata import MAX_TAG_BYTES, NAMESPACE, Tag
from purevirt.provider.libvirt.volumes import GoldenImage, volume_xml

SAFE_NAME = re.compile(r"[a-z0-9.-]+")
XML_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), min_size=1
).filter(lambda text: text == text.strip())


def spec(machine_id: str = "m", **changes: object) -> DomainSpec:
    values: dict[str, object] = {
        "name": "bigfleet-x",
        "uuid": names.domain_uuid(machine_id),
        "machine_id": machine_id,
        "vcpu": 2,
        "memory_mib": 4096,
        "virtualization": Virtualization(virt_type="kvm", arch="x86_64"),
        "overlay_path": "/pool/o.qcow2",
        "seed_path": "/pool/s.iso",
        "network": "default",
    }
    return DomainSpec(**(values | changes))  # type: ignore[arg-type]  # a table of defaults


@given(st.text(), st.text())
def test_names_are_safe_bounded_and_distinct(one: str, other: str) -> None:
    """Every generated name is [a-z0-9.-], bounded, and distinct ids have distinct names: G8, X2, X3, X5."""
    for name in (names.domain_name(one), names.overlay_name(one), names.seed_name(one), names.host_name(one)):
        assert SAFE_NAME.fullmatch(name)
    assert len(names.domain_name(one)) <= 60
    assert len(names.host_name(one)) <= 63
    for function in (
        names.domain_name,
        names.overlay_name,
        names.seed_name,
        names.host_name,
        names.domain_uuid,
    ):
        assert (function(one) == function(other)) == (one == other)


def test_domain_name_of_a_retry_is_the_same() -> None:
    """A retry of one operation names one domain, and the readable form holds the id: L1."""
    assert names.domain_name("op-1") == "bigfleet-n5yc2mi" == names.domain_name("op-1")
    assert len(names.domain_name("x" * 500)) == 60


@given(XML_TEXT, XML_TEXT)
def test_tag_survives_both_forms(machine: str, cluster: str) -> None:
    """Whatever XML can carry comes back from the bare form and from the namespaced one: X6, X10."""
    tag = Tag(machine, cluster)
    assert metadata.parse_tag(metadata.bare_xml(tag)) == tag
    assert metadata.parse_tag(ET.tostring(metadata.namespaced_element(tag), encoding="unicode")) == tag


def test_bare_form_has_neither_prefix_nor_xmlns() -> None:
    """DomainSetMetadata refuses an element that brings its own namespace: X10."""
    xml = metadata.bare_xml(Tag("m", "c"))
    assert xml == "<bigfleet><machineID>m</machineID><clusterID>c</clusterID></bigfleet>"
    assert "clusterID" not in metadata.bare_xml(Tag("m"))


def test_namespaced_form_is_prefixed() -> None:
    """The definition carries the prefixed form that other tools look for."""
    xml = ET.tostring(metadata.namespaced_element(Tag("m")), encoding="unicode")
    assert xml.startswith(f'<bigfleet:bigfleet xmlns:bigfleet="{NAMESPACE}">')


@pytest.mark.parametrize("bad", ["a\0b", "a\nb", "\x1b[2J", "\ud800", "\ufffe", " lead", "trail "])
def test_metadata_rejects_what_would_not_come_back(bad: str) -> None:
    """An id that XML cannot carry unchanged is refused, not altered: X12."""
    with pytest.raises(BackendError):
        metadata.bare_xml(Tag("m", bad))


def test_metadata_rejects_over_16_kib() -> None:
    """Our element stays under 16 KiB, so that the domain's XML can always be sent: X16, E14."""
    metadata.bare_xml(Tag("m", "c" * (MAX_TAG_BYTES - 200)))
    with pytest.raises(BackendError, match="16384"):
        metadata.bare_xml(Tag("m", "c" * MAX_TAG_BYTES))


@pytest.mark.parametrize("xml", ["", "<bigfleet/>", "<bigfleet><machineID> </machineID></bigfleet>", "<a"])
def test_parse_tag_rejects_an_element_without_machine(xml: str) -> None:
    """An element of our name that names no machine is nobody's."""
    with pytest.raises(BackendError):
        metadata.parse_tag(xml)


def test_reply_xml_rejects_a_document_type() -> None:
    """No entity of a host's is ever expanded: X8."""
    bomb = '<!DOCTYPE a [<!ENTITY e "eeee">]><a>&e;</a>'
    with pytest.raises(BackendError, match="document type"):
        reply_xml.parse(bomb, "reply")


def test_reply_xml_rejects_depth_without_end() -> None:
    """Printing it again would end in an exception of Python's; what libvirt nests is far from that."""
    for depth in (reply_xml.MAX_DEPTH, reply_xml.MAX_DEPTH + 1, 200_000):
        xml = "<a>" * depth + "</a>" * depth
        if depth <= reply_xml.MAX_DEPTH:
            assert reply_xml.parse(f"<!-- c -->{xml}", "reply").tag == "a"
            continue
        with pytest.raises(BackendError, match="reply: the host sent XML that cannot be read: more than 100"):
            reply_xml.parse(xml, "reply")


def test_reply_xml_names_what_is_missing() -> None:
    """A reply without the wanted element is an error that names it."""
    root = reply_xml.parse("<v><capacity unit='KiB'>4</capacity><n/></v>", "volume v")
    with pytest.raises(BackendError, match=r"volume v.*no n"):
        reply_xml.text_of(root, "n", "volume v")
    with pytest.raises(BackendError, match="capacity in bytes"):
        reply_xml.bytes_of(root, "capacity", "volume v")


def test_domain_xml_has_every_part_of_the_contract() -> None:
    """q35, host CPU under kvm, virtio disk and NIC, CD on virtio-scsi, agent, rng, serial console."""
    root = ET.fromstring(domain_xml(spec()))
    assert root.get("type") == "kvm"
    assert root.find("os/type[@machine='q35'][@arch='x86_64']") is not None
    assert root.findtext("os/type") == "hvm"
    assert root.find("cpu[@mode='host-passthrough']") is not None
    assert root.findtext("vcpu") == "2"
    assert root.findtext("memory[@unit='MiB']") == "4096"
    policies = [root.findtext(tag) for tag in ("on_poweroff", "on_reboot", "on_crash")]
    assert policies == ["destroy", "restart", "restart"]
    disk, seed = root.findall("devices/disk")
    assert (disk.get("type"), disk.get("device")) == ("file", "disk")
    assert disk.find("driver[@type='qcow2']") is not None
    assert disk.find("source[@file='/pool/o.qcow2']") is not None
    assert disk.find("target[@bus='virtio']") is not None
    assert (seed.get("type"), seed.get("device")) == ("file", "cdrom")
    assert seed.find("driver[@type='raw']") is not None
    assert seed.find("target[@bus='scsi']") is not None
    assert seed.find("readonly") is not None
    assert root.find("devices/controller[@type='scsi'][@model='virtio-scsi']") is not None
    assert root.find("devices/interface[@type='network']/source[@network='default']") is not None
    assert root.find("devices/interface/model[@type='virtio']") is not None
    assert root.find("devices/channel/target[@type='virtio'][@name='org.qemu.guest_agent.0']") is not None
    assert root.find("devices/rng[@model='virtio']") is not None
    assert root.find("devices/serial") is not None
    assert root.find("devices/console/target[@type='serial']") is not None
    assert root.find("devices/emulator") is None
    tag = root.find(f"metadata/{{{NAMESPACE}}}bigfleet/{{{NAMESPACE}}}machineID")
    assert tag is not None
    assert tag.text == "m"


def test_domain_xml_under_tcg_asks_for_no_host_cpu() -> None:
    """host-passthrough is refused by libvirt without KVM."""
    root = ET.fromstring(domain_xml(spec(virtualization=Virtualization(virt_type="qemu", arch="x86_64"))))
    assert root.get("type") == "qemu"
    assert root.find("cpu") is None


def test_domain_xml_elsewhere_than_x86_has_no_q35() -> None:
    """q35 and the APIC exist on x86 only; libvirt picks the machine elsewhere."""
    root = ET.fromstring(domain_xml(spec(virtualization=Virtualization(virt_type="kvm", arch="aarch64"))))
    type_ = root.find("os/type")
    assert type_ is not None
    assert type_.attrib == {"arch": "aarch64"}
    assert root.find("features/apic") is None


@given(XML_TEXT)
def test_domain_xml_escapes_every_value(text: str) -> None:
    """Names, paths and networks with markup in them stay what they are, as text: X6, X7."""
    root = ET.fromstring(domain_xml(spec(network=text, overlay_path=text, seed_path=text, name=text)))
    assert root.findtext("name") == text
    assert [source.get("file") for source in root.iterfind("devices/disk/source")] == [text, text]
    network = root.find("devices/interface/source")
    assert network is not None
    assert network.get("network") == text


def test_disk_files_leaves_out_what_backs_a_disk() -> None:
    """A running domain's XML nests the golden image below its disk: it is not the domain's own."""
    xml = """<domain><devices>
      <disk type='file' device='disk'><source file='/p/own.qcow2'/>
        <backingStore type='file'><source file='/p/golden.qcow2'/></backingStore></disk>
      <disk type='file' device='cdrom'><target dev='sda'/></disk>
      <disk type='volume' device='disk'><source pool='p' volume='v'/></disk>
      <disk type='file' device='cdrom'><source file='/p/seed.iso'/></disk>
    </devices></domain>"""
    assert disk_files(xml) == ("/p/own.qcow2", "/p/seed.iso")


@pytest.mark.parametrize(("kind", "expected"), [("kvm", "kvm"), ("qemu", "qemu"), ("hvf", "qemu")])
def test_parse_virtualization_takes_kvm_where_offered(kind: str, expected: str) -> None:
    """The host's best type is used, and what is not KVM is emulated."""
    found = parse_virtualization(
        f"<domainCapabilities><domain>{kind}</domain><arch>x86_64</arch></domainCapabilities>"
    )
    assert found == Virtualization(virt_type=expected, arch="x86_64")  # type: ignore[arg-type]  # a table


def test_volume_xml_of_an_overlay_names_backing_format_and_compat() -> None:
    """libvirt would record a raw backing and write a qcow2 of 2010: G1, G11."""
    golden = GoldenImage(path="/p/a&b", format="raw", virtual_bytes=5)
    root = ET.fromstring(volume_xml("n", capacity_bytes=7, format_="qcow2", backing=golden))
    assert root.findtext("capacity[@unit='bytes']") == "7"
    assert root.findtext("allocation") == "0"
    assert root.find("target/format[@type='qcow2']") is not None
    assert root.findtext("target/compat") == "1.1"
    assert root.findtext("backingStore/path") == "/p/a&b"
    assert root.find("backingStore/format[@type='raw']") is not None


def test_volume_xml_of_a_seed_is_raw_and_whole() -> None:
    """A seed is allocated whole, so that a full pool shows before the upload: S12."""
    root = ET.fromstring(volume_xml("n", capacity_bytes=4096, format_="raw", allocated=True))
    assert root.findtext("allocation") == root.findtext("capacity") == "4096"
    assert root.find("target/format[@type='raw']") is not None
    assert root.find("target/compat") is None
    assert root.find("backingStore") is None


@given(st.text())
def test_one_line_is_one_printable_bounded_line(text: str) -> None:
    """Control and bidirectional characters of a host's names never reach a terminal: X1."""
    line = one_line(text, 100)
    assert len(line) <= 100
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", line)


def test_backend_error_names_zone_step_and_code() -> None:
    """An operator sees where, what and libvirt's number."""
    error = libvirt_error(code=38, domain=18, message="no\nspace", level=2)
    assert str(backend_error("z1", "creating m", error)) == "zone z1: creating m: no space (libvirt code 38)"
    lost = ConnectionLost("gone", maybe_executed=True)
    assert str(backend_error("z1", "creating m", lost)) == "zone z1: creating m: gone"
