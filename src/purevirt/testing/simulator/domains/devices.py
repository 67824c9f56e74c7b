"""What libvirt adds to the devices of a domain that is defined: the missing ones, and what they leave open.

Source: measured on libvirtd 9.0.0 with QEMU 7.2, machine types pc and q35.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.checks import DEVICES, check_mac, device_error, target_index
from purevirt.testing.simulator.units import digits
from purevirt.testing.simulator.wire.failure import SimulatedError
from purevirt.testing.simulator.xml_tree import Node

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["fill_devices"]

EMULATOR = "/usr/bin/qemu-system-x86_64"

_DISK_ORDER = (
    "driver", "auth", "source", "backingStore", "mirror", "target", "iotune", "readonly", "shareable",
    "transient", "serial", "wwn", "vendor", "product", "encryption", "boot", "alias", "address",
)  # fmt: skip
_INTERFACE_ORDER = (
    "mac", "source", "vlan", "virtualport", "script", "target", "guest", "model", "driver", "backend",
    "filterref", "bandwidth", "link", "mtu", "coalesce", "boot", "alias", "rom", "address",
)  # fmt: skip
_BUS_OF_PREFIX = {"vd": "virtio", "sd": "scsi", "hd": "ide", "fd": "fdc", "xvd": "xen", "ubd": "uml"}
_UNITS_PER_CONTROLLER = {"scsi": 7, "sata": 6, "ide": 4, "fdc": 2}
_DISK_TYPES = ("block", "file", "dir", "network", "volume", "nvme", "vhostuser", "vhostvdpa")
_INTERFACE_TYPES = (
    "user", "ethernet", "vhostuser", "server", "client", "mcast", "network", "bridge", "internal",
    "direct", "hostdev", "udp", "vdpa", "null", "vds",
)  # fmt: skip


def fill_devices(devices: Node, *, is_q35: bool, new_mac: Callable[[], str]) -> Node:
    """Return the devices complete but for PCI addresses.

    Args:
        devices: as they were given.
        is_q35: which of the two machines it is.
        new_mac: makes an address for an interface that has none.

    Raises:
        SimulatedError: libvirt would refuse them.
    """
    by_kind: dict[str, list[Node]] = {kind: [] for kind in DEVICES}
    for device in devices:
        if device.tag in by_kind:
            by_kind[device.tag].append(device)
    if not by_kind["emulator"]:
        by_kind["emulator"].append(Node("emulator", {}, [EMULATOR]))
    _check_emulator(by_kind["emulator"][0])
    by_kind["disk"] = [_disk(disk) for disk in by_kind["disk"]]
    _check_targets(by_kind["disk"])
    by_kind["disk"] = _grouped(by_kind["disk"])
    by_kind["interface"] = [_interface(one, new_mac) for one in by_kind["interface"]]
    _serials(by_kind)
    by_kind["channel"] = _channels(by_kind["channel"])
    _inputs(by_kind)
    _pictures(by_kind)
    _controllers(by_kind, is_q35=is_q35)
    for watchdog in by_kind["watchdog"]:
        watchdog.attributes.setdefault("action", "reset")
    if not by_kind["memballoon"]:
        by_kind["memballoon"].append(Node("memballoon", {"model": "virtio"}))
    return Node("devices", {}, [device for kind in DEVICES for device in by_kind[kind]])


def _check_emulator(emulator: Node) -> None:
    path = emulator.text.strip()
    if path and not path.startswith("/usr/bin/qemu"):
        detail = f"Cannot check QEMU binary {path}: No such file or directory"
        raise SimulatedError(ErrorNumber.SYSTEM_ERROR, ErrorDomain.QEMU, detail, errno=2)


def _ordered(node: Node, order: tuple[str, ...]) -> None:
    places = {tag: place for place, tag in enumerate(order)}
    children = [child for child in node if child.tag in places]
    children.sort(key=lambda child: places[child.tag])
    node.children = list(children)


def _grouped(disks: list[Node]) -> list[Node]:
    """Return disks by bus, in the order in which the buses come up, and by target on each."""
    groups: dict[str, list[Node]] = {}
    for disk in disks:
        target = disk.find("target")
        assert target is not None
        groups.setdefault(target.attributes["bus"], []).append(disk)
    return [disk for group in groups.values() for disk in sorted(group, key=_place)]


def _place(disk: Node) -> int:
    target = disk.find("target")
    return 0 if target is None else target_index(target.attributes["dev"])


def _disk(disk: Node) -> Node:
    kind = disk.attributes.get("type", "file")
    if kind not in _DISK_TYPES:
        raise device_error("type", "disk", kind)
    device = disk.attributes.get("device", "disk")
    disk.attributes = {"type": kind, "device": device} | disk.attributes
    target = disk.find("target")
    source = disk.find("source")
    where = "" if source is None else next(iter(source.attributes.values()), "")
    if target is None or not target.get("dev"):
        raise SimulatedError(ErrorNumber.NO_TARGET, ErrorDomain.DOMAIN, where or None)
    name = target.attributes["dev"]
    prefix = name.rstrip("abcdefghijklmnopqrstuvwxyz") or name[: 3 if name.startswith(("xvd", "ubd")) else 2]
    bus = target.attributes.get("bus") or _BUS_OF_PREFIX.get(prefix, "virtio")
    target.attributes = {"dev": name, "bus": bus} | target.attributes
    driver = disk.find("driver") or disk.put("driver")
    driver.attributes = {"name": "qemu", "type": driver.attributes.get("type", "raw")} | driver.attributes
    if device == "cdrom":
        disk.put("readonly")
    if bus in _UNITS_PER_CONTROLLER and disk.find("address") is None:
        disk.children.append(Node("address", _drive_address(bus, target_index(name))))
    _ordered(disk, _DISK_ORDER)
    return disk


def _drive_address(bus: str, index: int) -> dict[str, str]:
    controller, unit = divmod(index, _UNITS_PER_CONTROLLER[bus])
    number = 0
    if bus == "ide":
        number, unit = divmod(unit, 2)
    return {
        "type": "drive",
        "controller": str(controller),
        "bus": str(number),
        "target": "0",
        "unit": str(unit),
    }


def _check_targets(disks: list[Node]) -> None:
    seen: dict[str, str] = {}
    for disk in disks:
        target, source = disk.find("target"), disk.find("source")
        assert target is not None
        where = "(null)" if source is None else next(iter(source.attributes.values()), "(null)")
        name = target.attributes["dev"]
        if name in seen:
            detail = f"target '{name}' duplicated for disk sources '{seen[name]}' and '{where}'"
            raise SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.DOMAIN, detail)
        seen[name] = where


def _interface(interface: Node, new_mac: Callable[[], str]) -> Node:
    kind = interface.attributes.get("type", "user")
    if kind not in _INTERFACE_TYPES:
        raise device_error("type", "interface", kind)
    interface.attributes = {"type": kind} | interface.attributes
    source = interface.find("source")
    wanted = {"network": "network", "bridge": "bridge"}.get(kind)
    if wanted is not None and (source is None or not source.get(wanted)):
        detail = f"interface type='{kind}' requires a 'source' element"
        raise SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.DOMAIN, detail)
    mac = interface.find("mac")
    if mac is None:
        interface.put("mac", address=new_mac())
    else:
        mac.attributes["address"] = check_mac(mac.attributes.get("address", ""))
    if interface.find("model") is None:
        interface.put("model", type="rtl8139")
    _ordered(interface, _INTERFACE_ORDER)
    return interface


def _serials(by_kind: dict[str, list[Node]]) -> None:
    for port, serial in enumerate(by_kind["serial"]):
        target = serial.put("target")
        number = target.attributes.get("port", str(port))
        target.attributes = {"type": "isa-serial", "port": number}
        target.children = [Node("model", {"name": "isa-serial"})]
    consoles = by_kind["console"]
    first = by_kind["serial"][0] if by_kind["serial"] else None
    if first is None and consoles and _console_type(consoles[0]) == "serial":
        # a serial console needs the port that it is on
        first = consoles[0].copy()
        first.tag = "serial"
        first.drop("target")
        target = first.put("target", type="isa-serial", port="0")
        target.children = [Node("model", {"name": "isa-serial"})]
        by_kind["serial"].append(first)
    if first is not None and not (consoles and _console_type(consoles[0]) != "serial"):
        console = first.copy()
        console.tag = "console"
        console.drop("target")
        console.children.append(Node("target", {"type": "serial", "port": "0"}))
        consoles[:1] = [console]


def _console_type(console: Node) -> str:
    target = console.find("target")
    return (target.get("type") if target is not None else None) or "serial"


def _channels(channels: list[Node]) -> list[Node]:
    for port, channel in enumerate(channels, 1):
        target = channel.find("target")
        if target is not None and target.get("type") == "virtio" and channel.find("address") is None:
            address = {"type": "virtio-serial", "controller": "0", "bus": "0", "port": str(port)}
            channel.children.append(Node("address", address))
    return channels


def _inputs(by_kind: dict[str, list[Node]]) -> None:
    given = {(one.attributes.get("type"), one.attributes.get("bus", "ps2")) for one in by_kind["input"]}
    for kind in ("mouse", "keyboard"):
        if (kind, "ps2") not in given:
            by_kind["input"].append(Node("input", {"type": kind, "bus": "ps2"}))
    on_usb = (one for one in by_kind["input"] if one.attributes.get("bus") == "usb")
    for port, device in enumerate(on_usb, 1):
        if device.find("address") is None:
            device.children.append(Node("address", {"type": "usb", "bus": "0", "port": str(port)}))


def _pictures(by_kind: dict[str, list[Node]]) -> None:
    for graphics in by_kind["graphics"]:
        kind = graphics.attributes.get("type", "vnc")
        if kind in ("vnc", "spice"):
            given = graphics.attributes
            autoport = given.get("autoport", "yes" if given.get("port", "-1") == "-1" else "no")
            port = {"port": given.get("port", "-1")} if kind == "vnc" or "port" in given else {}
            graphics.attributes = {"type": kind, **port, "autoport": autoport} | given
            if graphics.find("listen") is None:
                address = {"address": given["listen"]} if given.get("listen") else {}
                graphics.children.insert(0, Node("listen", {"type": "address", **address}))
    if by_kind["graphics"] and not by_kind["video"]:
        by_kind["video"].append(Node("video", {}, [Node("model", {"type": "cirrus"})]))
    for place, video in enumerate(by_kind["video"]):
        model = video.put("model")
        kind = model.attributes.get("type", "vga")
        memory = {"vram": "16384"} if kind in ("vga", "cirrus", "vmvga") else {}
        model.attributes = {"type": kind, **memory, "heads": "1"} | model.attributes
        if place == 0 and kind != "none":
            model.attributes.setdefault("primary", "yes")
    if not by_kind["audio"]:
        by_kind["audio"].append(Node("audio", {"id": "1", "type": "none"}))


def _controllers(by_kind: dict[str, list[Node]], *, is_q35: bool) -> None:
    controllers = by_kind["controller"]
    for controller in controllers:
        _number(controllers, controller)

    def ensure(kind: str, model: str | None = None, index: int = 0) -> None:
        for one in controllers:
            if one.attributes.get("type") == kind and one.attributes.get("index") == str(index):
                return
        attributes = {"type": kind, "index": str(index)}
        controllers.append(Node("controller", attributes | ({"model": model} if model else {})))

    if not any(one.attributes.get("type") == "usb" for one in controllers):
        ensure("usb", "qemu-xhci" if is_q35 else "piix3-uhci")
    if is_q35:
        ensure("sata")
    ensure("pci", "pcie-root" if is_q35 else "pci-root")
    for disk in by_kind["disk"]:
        address = disk.find("address")
        target = disk.find("target")
        assert target is not None
        bus = target.attributes["bus"]
        if address is not None and bus in _UNITS_PER_CONTROLLER:
            ensure(
                bus,
                "lsilogic" if bus == "scsi" else None,
                digits(address.attributes.get("controller", "")) or 0,
            )
    channels = [target for one in by_kind["channel"] if (target := one.find("target")) is not None]
    if any(target.get("type") == "virtio" for target in channels):
        ensure("virtio-serial")


def _number(controllers: list[Node], controller: Node) -> None:
    attributes = controller.attributes
    kind = attributes.get("type", "")
    if "index" not in attributes:
        used = {one.attributes.get("index") for one in controllers if one.attributes.get("type") == kind}
        attributes["index"] = next(str(number) for number in range(len(used) + 1) if str(number) not in used)
    rest = {name: value for name, value in attributes.items() if name not in ("type", "index")}
    controller.attributes = {"type": kind, "index": attributes["index"], **rest}
