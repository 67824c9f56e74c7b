"""PCI addresses of a domain's devices, where its definition leaves them open.

A pc machine has one bus, on which devices follow each other. A q35 machine gives each virtio device a root
port of its own, has a bridge for conventional devices, and one port to spare.

Source: measured on libvirtd 9.0.0 with QEMU 7.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.testing.simulator.xml_tree import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["assign_addresses"]

_CONVENTIONAL_MODELS = frozenset(("rtl8139", "e1000", "ne2k_pci", "pcnet"))
_PORTS_PER_SLOT = 8


def assign_addresses(devices: Node, *, is_q35: bool) -> None:
    """Give every PCI device an address, and on q35 the ports that they sit on."""
    _fixed(devices, is_q35=is_q35)
    waiting = [device for device in _in_order(devices) if device.find("address") is None]
    if is_q35:
        _ports(devices, waiting, 1 if devices.find("video") is None else 2)
        return
    taken = {int(one.attributes.get("slot", "0"), 0) for one in _addresses(devices)} | {0, 1}
    if devices.find("video") is not None:
        taken.add(2)
    slots = (slot for slot in range(2, 32) if slot not in taken)
    for device in waiting:
        device.children.append(_pci(0, next(slots, 31), 0))


def _pci(bus: int, slot: int, function: int, **more: str) -> Node:
    attributes = {
        "type": "pci",
        "domain": "0x0000",
        "bus": f"0x{bus:02x}",
        "slot": f"0x{slot:02x}",
        "function": f"0x{function:x}",
    }
    return Node("address", attributes | more)


def _addresses(devices: Node) -> Iterator[Node]:
    for device in devices:
        address = device.find("address")
        if address is not None and address.get("type") == "pci":
            yield address


def _fixed(devices: Node, *, is_q35: bool) -> None:
    for device in devices:
        if device.find("address") is not None:
            continue
        kind = device.attributes.get("type")
        if device.tag == "controller" and device.attributes.get("index") == "0":
            if kind == "usb" and device.attributes.get("model") == "piix3-uhci":
                device.children.append(_pci(0, 1, 2))
            elif kind == "ide" and not is_q35:
                device.children.append(_pci(0, 1, 1))
            elif kind == "sata" and is_q35:
                device.children.append(_pci(0, 0x1F, 2))
        elif device.tag == "video" and device is devices.find("video"):
            device.children.append(_pci(0, 1 if is_q35 else 2, 0))


def _in_order(devices: Node) -> Iterator[Node]:
    yield from devices.find_all("filesystem")
    yield from devices.find_all("interface")
    yield from (sound for sound in devices.find_all("sound"))
    for controller in devices.find_all("controller"):
        kind, model = controller.attributes.get("type"), controller.attributes.get("model")
        if kind in ("usb", "scsi", "virtio-serial", "sata") and model != "piix3-uhci":
            yield controller
    for disk in devices.find_all("disk"):
        target = disk.find("target")
        if target is not None and target.get("bus") == "virtio":
            yield disk
    yield from (one for one in devices.find_all("memballoon") if one.get("model") != "none")
    yield from devices.find_all("rng")
    yield from (one for one in devices.find_all("watchdog") if one.get("model") == "i6300esb")
    yield from (one for place, one in enumerate(devices.find_all("video")) if place)


def _is_conventional(device: Node) -> bool:
    if device.tag == "interface":
        model = device.find("model")
        return model is not None and model.get("type") in _CONVENTIONAL_MODELS
    return device.tag == "controller" and device.get("model") in ("lsilogic", "ich9-ehci1")


def _ports(devices: Node, waiting: list[Node], first_slot: int) -> None:
    """Give each device a bus of its own; the first conventional one brings a bridge, on a port itself."""
    controllers = [one for one in devices.find_all("controller") if one.get("type") == "pci"]
    if len(controllers) > 1:
        _use_ports(devices, controllers, waiting)
        return
    next_bus = 1
    added: list[Node] = []
    bridge_bus = 0
    if any(_is_conventional(device) for device in waiting):
        express = sum(1 for device in waiting[: _first_conventional(waiting)] if not _is_conventional(device))
        bridge_bus = express + 2
    # the bridge takes the first port, and the number after those that came before it
    next_device_bus = 1
    port_count = sum(1 for device in waiting if not _is_conventional(device)) + (1 if bridge_bus else 0) + 1
    place_on_bridge = 1
    if bridge_bus:
        next_device_bus = 2
    for device in waiting:
        if _is_conventional(device):
            device.children.append(_pci(bridge_bus, place_on_bridge, 0))
            place_on_bridge += 1
            continue
        if next_device_bus == bridge_bus:
            next_device_bus += 1
        device.children.append(_pci(next_device_bus, 0, 0))
        next_device_bus += 1
    port = 0
    while port < port_count or next_bus == bridge_bus:
        if next_bus == bridge_bus:
            model = Node("model", {"name": "pcie-pci-bridge"})
            added.append(_controller(next_bus, "pcie-to-pci-bridge", model, _pci(1, 0, 0)))
        else:
            added.append(_root_port(next_bus, first_slot, port))
            port += 1
        next_bus += 1
    _insert(devices, added)


def _first_conventional(waiting: list[Node]) -> int:
    return next(place for place, device in enumerate(waiting) if _is_conventional(device))


def _controller(index: int, model: str, *children: Node) -> Node:
    return Node("controller", {"type": "pci", "index": str(index), "model": model}, children)


def _root_port(index: int, first_slot: int, number: int) -> Node:
    port = first_slot * _PORTS_PER_SLOT + number
    slot, function = divmod(port, _PORTS_PER_SLOT)
    more = {"multifunction": "on"} if function == 0 else {}
    return _controller(
        index,
        "pcie-root-port",
        Node("model", {"name": "pcie-root-port"}),
        Node("target", {"chassis": str(index), "port": f"0x{port:x}"}),
        _pci(0, slot, function, **more),
    )


def _use_ports(devices: Node, controllers: list[Node], waiting: list[Node]) -> None:
    """Put devices on the free ports that the definition brings, as what is dumped and extended does."""
    used = {int(one.attributes.get("bus", "0"), 0) for one in _addresses(devices)}
    ports = (int(one.attributes["index"]) for one in controllers if one.get("model") == "pcie-root-port")
    free = [port for port in ports if port not in used]
    for device, bus in zip(waiting, free, strict=False):
        device.children.append(_pci(bus, 0, 0))


def _insert(devices: Node, added: list[Node]) -> None:
    last = max(
        place
        for place, device in enumerate(devices.children)
        if isinstance(device, Node) and device.tag == "controller"
    )
    devices.children[last + 1 : last + 1] = added
