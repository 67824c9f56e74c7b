"""Devices attached and detached, for the next start and now."""

from xml.etree import ElementTree as ET

import pytest

from purevirt import Connection
from purevirt.rpc.gen import enums, remote
from tests.simulator.contract.daemon import NO_QEMU, NOT_THERE, Daemon, defined, refused, started

_WRONG = "Requested operation is not valid: "
_DISK = (
    "<disk type='file' device='disk'><driver name='qemu' type='raw'/><source file='/nowhere/disk'/>"
    "<target dev='vdb' bus='virtio'/></disk>"
)
_INTERFACE = "<interface type='user'><mac address='52:54:00:aa:bb:01'/><model type='virtio'/></interface>"
_ACPI = "<features><acpi/></features>"


@pytest.mark.qemu(NOT_THERE)
async def test_next_start_has_the_device(conn: Connection, daemon: Daemon) -> None:
    """It gets the next address, is refused a second time, and can be detached once."""
    domain = await defined(conn, daemon)
    before = await conn.domain_get_xml_desc(domain)
    await conn.domain_attach_device_flags(domain, _DISK, 2)
    disk = ET.fromstring(await conn.domain_get_xml_desc(domain)).find("devices/disk")
    assert disk is not None
    address = disk.find("address")
    assert address is not None
    assert address.attrib == {
        "type": "pci",
        "domain": "0x0000",
        "bus": "0x00",
        "slot": "0x03",
        "function": "0x0",
    }
    again = (55, 10, _WRONG + "target vdb already exists")
    assert await refused(conn.domain_attach_device_flags(domain, _DISK, 2)) == again
    await conn.domain_detach_device_flags(domain, _DISK, 2)
    assert await conn.domain_get_xml_desc(domain) == before
    gone = (99, 10, "device not found: no target device vdb")
    assert await refused(conn.domain_detach_device_flags(domain, _DISK, 2)) == gone


@pytest.mark.qemu(NOT_THERE)
async def test_interfaces_with_one_address_cannot_be_told_apart(conn: Connection, daemon: Daemon) -> None:
    """Both are attached, and neither can be detached by the address."""
    domain = await defined(conn, daemon)
    for _ in range(2):
        await conn.domain_attach_device_flags(domain, _INTERFACE, 0)
    text = "operation failed: multiple devices matching MAC address 52:54:00:aa:bb:01 found"
    assert await refused(conn.domain_detach_device_flags(domain, _INTERFACE, 0)) == (9, 20, text)


@pytest.mark.qemu(NOT_THERE)
@pytest.mark.parametrize(
    ("xml", "flags", "expected"),
    [
        (_DISK, 1, (55, 20, _WRONG + "domain is not running")),
        ("<bogus/>", 2, (67, 20, "unsupported configuration: unknown device type 'bogus'")),
        ("<x", 2, (35, 20, "(device_definition):1: Couldn't find end of Start Tag x line 1\n<x\n--^")),
        (
            _DISK,
            1 << 20,
            (8, 10, "unsupported flags (0x100000) in function qemuDomainAttachDeviceLiveAndConfig"),
        ),
    ],
)
async def test_attaching_is_refused(
    conn: Connection, daemon: Daemon, xml: str, flags: int, expected: tuple[int, int, str]
) -> None:
    """Where nothing runs, and what is no device."""
    domain = await defined(conn, daemon)
    assert await refused(conn.domain_attach_device_flags(domain, xml, flags)) == expected


@pytest.mark.qemu(NOT_THERE)
async def test_other_changes_are_refused(conn: Connection, daemon: Daemon) -> None:
    """What is not there cannot be changed or detached."""
    domain = await defined(conn, daemon)
    nothing = (8, 10, "invalid argument: target vdb doesn't exist.")
    assert await refused(conn.domain_update_device_flags(domain, _DISK, 2)) == nothing
    no_alias = (1, 20, "internal error: no device found with alias x")
    assert await refused(conn.domain_detach_device_alias(domain, "x", 2)) == no_alias
    off = (55, 20, _WRONG + "domain is not running")
    assert await refused(conn.domain_attach_device(domain, _DISK)) == off


@pytest.mark.qemu(NO_QEMU)
async def test_discs_that_are_changed_are_numbered(conn: Connection, daemon: Daemon) -> None:
    """The next one has the next number, whatever number it comes with; what is no number is refused."""
    name = daemon.name()
    images = [daemon.folder / f"{name}-{number}" for number in range(2)]
    for image in images:
        image.write_bytes(bytes(2048))
    disk = "<disk type='file' device='cdrom'><source file='{}'{}/><target dev='hda' bus='ide'/></disk>"
    try:
        domain = await defined(conn, daemon, f"<devices>{disk.format(images[0], '')}</devices>")
        # paused: a guest that boots may hold the tray
        await conn.domain_create_with_flags(domain, int(enums.DomainCreateFlags.START_PAUSED))
        bad = (27, 20, "XML error: invalid disk index 'x'")
        wrong = disk.format(images[1], " index='x'")
        assert await refused(conn.domain_update_device_flags(domain, wrong, 1)) == bad
        await conn.domain_update_device_flags(domain, disk.format(images[1], " index='77'"), 1)
        source = ET.fromstring(await conn.domain_get_xml_desc(domain)).find("devices/disk/source")
        assert source is not None
        assert source.attrib == {"file": str(images[1]), "index": "2"}
        (record,) = await conn.connect_get_all_domain_stats([domain], 0x20)
        assert [one.value[1] for one in record.params if one.field == "block.0.backingIndex"] == [2]
    finally:
        for image in images:
            image.unlink()


@pytest.mark.qemu(NOT_THERE)
async def test_running_domain_gets_the_device(conn: Connection, daemon: Daemon) -> None:
    """It has an alias, and is told of; the next start knows nothing of it. Without ACPI it is refused."""
    domain = await started(conn, daemon, _ACPI)
    await conn.connect_domain_event_callback_register_any(int(enums.DomainEventID.DEVICE_ADDED), domain)
    async with conn.listen() as events:
        await conn.domain_attach_device(domain, _INTERFACE)
        async for event in events:
            assert isinstance(event.message, remote.DomainEventCallbackDeviceAddedMsg)
            assert event.message.dev_alias == "net0"
            break
    interface = ET.fromstring(await conn.domain_get_xml_desc(domain)).find("devices/interface")
    assert interface is not None
    assert [one.tag for one in interface] == ["mac", "model", "alias", "address"]
    assert "52:54:00:aa:bb:01" not in await conn.domain_get_xml_desc(domain, 2)
    missing = (1, 20, "internal error: no device found with alias nope")
    assert await refused(conn.domain_detach_device_alias(domain, "nope", 1)) == missing
    # a guest that has not booted does not let it go, and that is no error
    await conn.domain_suspend(domain)
    await conn.domain_destroy(domain)
    old = await started(conn, daemon)
    text = "unable to execute QEMU command 'device_add': Bus 'pci.0' does not support hotplugging"
    assert await refused(conn.domain_attach_device(old, _INTERFACE)) == (1, 10, f"internal error: {text}")


@pytest.mark.qemu(NO_QEMU)
async def test_keys_labels_and_pins(conn: Connection, daemon: Daemon) -> None:
    """What a running domain is sent, and what is known of its QEMU."""
    domain = await started(conn, daemon)
    await conn.domain_send_key(domain, 0, 0, [1], 0)
    await conn.domain_inject_nmi(domain)
    assert (await conn.domain_get_disk_errors(domain, 10)).errors == []
    assert (await conn.domain_get_iothread_info(domain)).info == []
    assert await conn.domain_get_messages(domain) == ["tainted: running with undesirable elevated privileges"]
    label = await conn.domain_get_security_label(domain)
    assert (label.label, label.enforcing) == (b"\0", 0)
    labels = (await conn.domain_get_security_label_list(domain)).labels
    assert [one.label for one in labels] == [b"\0", b"+0:+0\0"]
    await conn.connect_domain_event_callback_register_any(int(enums.DomainEventID.TUNABLE), domain)
    async with conn.listen() as events:
        await conn.domain_pin_vcpu(domain, 0, b"\1")
        async for event in events:
            assert isinstance(event.message, remote.DomainEventCallbackTunableMsg)
            assert event.message.params == [remote.TypedParam("cputune.vcpupin0", (7, "0"))]
            break
    over = (8, 10, "invalid argument: vcpu 9 is out of range of live cpu count 1")
    assert await refused(conn.domain_pin_vcpu(domain, 9, b"\1")) == over
