"""The host itself: what it says of itself, its devices, its secrets."""

import uuid
from xml.etree import ElementTree as ET

import pytest

from purevirt import Connection
from purevirt.rpc.gen import remote
from purevirt.rpc.gen.error_codes import ErrorDomain
from tests.simulator.contract.daemon import NO_QEMU, NOT_THERE, Daemon, refused


async def test_versions_and_names(conn: Connection, daemon: Daemon) -> None:
    """The hypervisor, its version and libvirt's; the lab and the simulator are of the same kind."""
    assert await conn.connect_get_type() == daemon.driver
    assert await conn.connect_get_lib_version() == 9_000_000
    assert await conn.connect_get_version() == (2 if daemon.kind == "test" else 7_002_022)
    assert await conn.connect_get_uri() == daemon.driver_uri
    assert await conn.connect_is_secure() == 1
    assert await conn.connect_get_hostname()


@pytest.mark.parametrize(
    "feature", [0, 1, 2, 5, 9, 10, pytest.param(11, marks=pytest.mark.qemu(NOT_THERE)), 14, 15, 16, 17, 99]
)
async def test_features(conn: Connection, feature: int) -> None:
    """What a client may count on; file descriptors and migration are the real daemon's alone."""
    assert await conn.connect_supports_feature(feature) == int(feature in {9, 10, 11, 14, 15, 16})


@pytest.mark.qemu(NO_QEMU)
async def test_node_in_numbers(conn: Connection) -> None:
    """Processors and memory agree with each other."""
    info = await conn.node_get_info()
    assert info.model.rstrip(b"\0") == b"x86_64"
    assert len(info.model) == 32
    assert info.nodes * info.sockets * info.cores * info.threads == info.cpus
    assert 0 < await conn.node_get_free_memory() <= info.memory << 10
    assert len(await conn.node_get_cells_free_memory(0, 4)) == 1
    cpus = await conn.node_get_cpu_map(1, 1)
    assert (cpus.online, cpus.ret) == (info.cpus, info.cpus)
    assert cpus.cpumap == ((1 << info.cpus) - 1).to_bytes((info.cpus + 7) // 8, "little")
    model = await conn.node_get_security_model()
    assert (model.model, model.doi) == (b"none\0", b"0\0")
    assert (await conn.node_get_cpu_stats(-1, 0)).nparams == 4
    stats = await conn.node_get_cpu_stats(-1, 4)
    assert [one.field for one in stats.params] == ["kernel", "user", "idle", "iowait"]
    assert (await conn.node_get_memory_stats(0, -1)).nparams == 4
    memory = await conn.node_get_memory_stats(4, -1)
    assert [one.field for one in memory.params] == ["total", "free", "buffers", "cached"]


@pytest.mark.qemu(NO_QEMU)
async def test_maximum_of_processors(conn: Connection) -> None:
    """By type of domain, emulated if none is named."""
    assert await conn.connect_get_max_vcpus("qemu") == await conn.connect_get_max_vcpus(None) == 16
    unknown = (8, 10, "invalid argument: unknown type 'foo'")
    assert await refused(conn.connect_get_max_vcpus("foo")) == unknown


@pytest.mark.qemu(NO_QEMU)
async def test_capabilities(conn: Connection) -> None:
    """What every program looks for in them."""
    root = ET.fromstring(await conn.connect_get_capabilities())
    info = await conn.node_get_info()
    assert root.findtext("host/uuid") == str(uuid.UUID(root.findtext("host/uuid") or ""))
    assert root.findtext("host/cpu/arch") == "x86_64"
    assert len(root.findall("host/topology/cells/cell/cpus/cpu")) == info.cpus
    assert [one.text for one in root.findall("host/secmodel/model")] == ["none", "dac"]
    guests = {one.findtext("os_type") for one in root.findall("guest")}
    assert "hvm" in guests
    arch = root.find("guest/arch[@name='x86_64']")
    assert arch is not None
    assert arch.findtext("emulator") == "/usr/bin/qemu-system-x86_64"
    machines = {one.text: one.get("canonical") for one in arch.findall("machine")}
    assert (machines["pc"], machines["q35"]) == ("pc-i440fx-7.2", "pc-q35-7.2")
    assert [one.get("type") for one in arch.findall("domain")] == ["qemu"]


@pytest.mark.qemu(NOT_THERE)
async def test_domain_capabilities(conn: Connection) -> None:
    """Of the default machine, of a named one, and of what there is not."""
    for machine, canonical in ((None, "pc-i440fx-7.2"), ("q35", "pc-q35-7.2")):
        xml = await conn.connect_get_domain_capabilities(None, None, machine, None)
        root = ET.fromstring(xml)
        assert root.findtext("machine") == canonical
        assert (root.findtext("domain"), root.findtext("arch")) == ("qemu", "x86_64")
        buses = root.findall("devices/disk/enum[@name='bus']/value")
        assert {"scsi", "virtio", "sata"} <= {one.text for one in buses}
        assert any(one.text == "ide" for one in buses) is (machine is None)
    emulator = "/usr/bin/qemu-system-x86_64"
    get = conn.connect_get_domain_capabilities
    for arguments, message in (
        ((None, "foo", None, None), "unknown architecture: foo"),
        ((None, None, "foo", None), f"the machine 'foo' is not supported by emulator '{emulator}'"),
        ((None, None, None, "foo"), "unknown virttype: foo"),
        ((None, None, None, "kvm"), f"the accel 'kvm' is not supported by '{emulator}' on this host"),
    ):
        assert await refused(get(*arguments)) == (8, 10, f"invalid argument: {message}")


async def test_cpu_models(conn: Connection, daemon: Daemon) -> None:
    """A list, its length alone, and an architecture that there is not."""
    names = await conn.connect_get_cpu_model_names("x86_64")
    assert {"qemu64", "kvm64", "Haswell", "EPYC"} <= set(names.models)
    assert (await conn.connect_get_cpu_model_names("x86_64", 0)).ret == names.ret == len(names.models)
    unknown = (8, daemon.part(), "invalid argument: cannot find architecture foo")
    assert await refused(conn.connect_get_cpu_model_names("foo")) == unknown


async def test_devices(conn: Connection, daemon: Daemon) -> None:
    """The computer is one of them, and has no parent."""
    names = {one.name for one in (await conn.connect_list_all_node_devices(1)).devices}
    assert "computer" in names
    assert names == set(await conn.node_list_devices(None, 1000))
    assert await conn.node_num_of_devices(None) == len(names)
    assert await conn.node_list_devices("system", 10) == ["computer"]
    assert await conn.node_device_get_parent("computer") is None
    assert await conn.node_device_list_caps("computer", 10) == ["system"]
    assert await conn.node_device_num_of_caps("computer") == 1
    root = ET.fromstring(await conn.node_device_get_xml_desc("computer"))
    assert root.findtext("name") == "computer"
    missing = (
        53,
        daemon.part(ErrorDomain.NODEDEV),
        "Node device not found: no node device with matching name 'nothing'",
    )
    assert await refused(conn.node_device_lookup_by_name("nothing")) == missing


@pytest.mark.qemu(NOT_THERE)
async def test_filters_and_interfaces(conn: Connection) -> None:
    """There are no filters, and but one interface."""
    assert (await conn.connect_list_all_nwfilters(1)).filters == []
    assert (await conn.connect_list_all_nwfilter_bindings(1)).bindings == []
    assert await conn.connect_num_of_nwfilters() == 0
    no_filter = (62, 33, "Network filter not found: no nwfilter with matching name 'x'")
    assert await refused(conn.nwfilter_lookup_by_name("x")) == no_filter
    loopback = remote.Interface("lo", "00:00:00:00:00:00")
    assert loopback in (await conn.connect_list_all_interfaces(1)).ifaces
    assert await conn.interface_lookup_by_name("lo") == loopback
    nothing = (57, 26, "Interface not found: couldn't find interface named 'nope'")
    assert await refused(conn.interface_lookup_by_name("nope")) == nothing


@pytest.mark.qemu(NOT_THERE)
async def test_secrets(conn: Connection, daemon: Daemon) -> None:
    """Defined, found by UUID and usage, given a value, read, forgotten."""
    path = f"/{daemon.name('secret')}"
    usage = f"<usage type='volume'><volume>{path}</volume></usage>"
    secret = await conn.secret_define_xml(f"<secret><description>d</description>{usage}</secret>")
    ident = str(uuid.UUID(bytes=secret.uuid))
    assert (secret.usage_type, secret.usage_id) == (1, path)
    assert await conn.secret_lookup_by_uuid(secret.uuid) == secret
    assert await conn.secret_lookup_by_usage(1, path) == secret
    assert ident in await conn.connect_list_secrets(100)
    assert secret in (await conn.connect_list_all_secrets(1)).secrets
    assert await conn.connect_num_of_secrets() >= 1
    assert await conn.secret_get_xml_desc(secret) == (
        f"<secret ephemeral='no' private='no'>\n  <uuid>{ident}</uuid>\n  <description>d</description>\n"
        f"  <usage type='volume'>\n    <volume>{path}</volume>\n  </usage>\n</secret>\n"
    )
    empty = (66, 30, f"Secret not found: secret '{ident}' does not have a value")
    assert await refused(conn.secret_get_value(secret)) == empty
    await conn.secret_set_value(secret, b"\0\xffvalue")
    assert await conn.secret_get_value(secret) == b"\0\xffvalue"
    taken = f"internal error: a secret with UUID {ident} already defined for use with {path}"
    assert await refused(conn.secret_define_xml(f"<secret>{usage}</secret>")) == (1, 30, taken)
    await conn.secret_undefine(secret)
    gone = (66, 30, f"Secret not found: no secret with matching uuid '{ident}'")
    assert await refused(conn.secret_undefine(secret)) == gone
    no_usage = (66, 30, f"Secret not found: no secret with matching usage '{path}'")
    assert await refused(conn.secret_lookup_by_usage(1, path)) == no_usage


@pytest.mark.qemu(NOT_THERE)
async def test_private_secret(conn: Connection, daemon: Daemon) -> None:
    """Its value is written, and read by nobody."""
    name = daemon.name("secret")
    xml = f"<secret private='yes'><usage type='ceph'><name>{name}</name></usage></secret>"
    secret = await conn.secret_define_xml(xml)
    try:
        await conn.secret_set_value(secret, b"x")
        private = (65, 30, "Invalid secret: secret is private")
        assert await refused(conn.secret_get_value(secret)) == private
    finally:
        await conn.secret_undefine(secret)
    broken = "(definition_of_secret):1: Couldn't find end of Start Tag x line 1\n<x\n--^"
    assert await refused(conn.secret_define_xml("<x")) == (35, 30, broken)
