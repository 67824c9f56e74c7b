"""What a running domain's XML has beyond its definition: aliases, sources, ports, labels.

Source: measured on libvirtd 9.0.0 with QEMU 7.2.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from purevirt.testing.simulator.domains.checks import target_index
from purevirt.testing.simulator.xml_tree import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["device_alias", "free_index", "make_kept", "make_live", "make_live_device"]

_FIRST_VNC_PORT = 5900


def make_live(config: Node, name: str, domain_id: int) -> Node:
    """Return the tree of a domain that has just been started from a definition."""
    root = config.copy()
    root.attributes["id"] = str(domain_id)
    _insert_after(root, "vcpu", Node("resource", {}, [Node("partition", {}, ["/machine"])]))
    _cpu(root)
    devices = root.find("devices")
    assert devices is not None
    _balloon(root, devices)
    _sources(devices, name, domain_id)
    for device, alias in _aliases(devices):
        _add_alias(device, alias)
    label = [Node("label", {}, ["+0:+0"]), Node("imagelabel", {}, ["+0:+0"])]
    if root.find("seclabel") is None:
        root.children.append(Node("seclabel", {"type": "dynamic", "model": "dac", "relabel": "yes"}, label))
    return root


def device_alias(device: Node) -> str:
    """Return a device's alias; empty when it has none."""
    alias = device.find("alias")
    return "" if alias is None else alias.attributes.get("name", "")


def make_live_device(live: Node, device: Node, domain_id: int) -> Node:
    """Return a device as a running domain has it that it is attached to; `live` is not changed."""
    devices = live.find("devices")
    assert devices is not None
    used = {device_alias(one) for one in devices}
    added = device.copy()
    alone = Node("devices", {}, [added])
    if added.tag == "interface":
        taken = {target.attributes.get("dev") for target in devices.find_all("interface/target")}
        _interface(added, next(name for name in _host_names(domain_id) if name not in taken))
    _sources(alone, "", domain_id)
    source = added.find("source")
    if added.tag == "disk" and source is not None:
        source.attributes["index"] = free_index(devices)
    for _, alias in _aliases(alone):
        stem = alias.rstrip("0123456789")
        free = alias
        number = 0
        while free in used:
            free = f"{stem}{number}"
            number += 1
        _add_alias(added, free)
    return added


def free_index(devices: Node) -> str:
    """Return the index of the next image that a running domain has."""
    numbers = [int(one.attributes.get("index", "0")) for one in devices.find_all("disk/source")]
    return str(max(numbers, default=0) + 1)


def make_kept(config: Node) -> Node:
    """Return the tree that is kept of a running domain in a snapshot: without aliases and labels."""
    root = config.copy()
    _insert_after(root, "vcpu", Node("resource", {}, [Node("partition", {}, ["/machine"])]))
    for disk in root.find_all("devices/disk"):
        _add_backing_end(disk)
    return root


def _add_backing_end(disk: Node) -> None:
    source = disk.find("source")
    if source is not None and disk.find("backingStore") is None and disk.attributes.get("device") == "disk":
        place = disk.children.index(source)
        disk.children.insert(place + 1, Node("backingStore"))


def _insert_after(root: Node, tag: str, node: Node) -> None:
    if root.find(node.tag) is None:
        place = max(i for i, one in enumerate(root.children) if isinstance(one, Node) and one.tag == tag)
        root.children.insert(place + 1, node)


def _cpu(root: Node) -> None:
    cpu = root.find("cpu")
    if cpu is None:
        return
    if cpu.get("mode") == "custom":
        cpu.attributes["check"] = "full"
        if cpu.find_text("model") == "qemu64":
            for feature in ("hypervisor", "lahf_lm"):
                cpu.children.append(Node("feature", {"policy": "require", "name": feature}))


def _balloon(root: Node, devices: Node) -> None:
    """Without a balloon a guest has all its memory, whatever its definition says."""
    balloon = devices.find("memballoon")
    if balloon is not None and balloon.get("model") == "none":
        memory, current = root.find("memory"), root.find("currentMemory")
        assert memory is not None
        assert current is not None
        current.children = list(memory.children)


def _sources(devices: Node, name: str, domain_id: int) -> None:
    for number, disk in enumerate(devices.find_all("disk"), 1):
        source = disk.find("source")
        if source is not None:
            source.attributes["index"] = str(number)
            _add_backing_end(disk)
        elif (driver := disk.find("driver")) is not None:
            driver.attributes.pop("type", None)
    for number, console in enumerate([*devices.find_all("serial")]):
        if console.attributes.get("type") == "pty":
            console.children.insert(0, Node("source", {"path": f"/dev/pts/{number}"}))
    console_node = devices.find("console")
    if console_node is not None and console_node.attributes.get("type") == "pty":
        console_node.attributes["tty"] = "/dev/pts/0"
        console_node.children.insert(0, Node("source", {"path": "/dev/pts/0"}))
    for channel in devices.find_all("channel"):
        target = channel.find("target")
        if target is None or target.get("type") != "virtio":
            continue
        target.attributes["state"] = "disconnected"
        if channel.attributes.get("type") == "unix" and channel.find("source") is None:
            folder = f"/var/lib/libvirt/qemu/channel/target/domain-{domain_id}-{name[:20]}"
            path = f"{folder}/{target.attributes.get('name', 'channel')}"
            channel.children.insert(0, Node("source", {"mode": "bind", "path": path}))
    for number, graphics in enumerate(devices.find_all("graphics")):
        if graphics.attributes.get("autoport") == "yes":
            graphics.attributes["port"] = str(_FIRST_VNC_PORT + number)
        listen = graphics.find("listen")
        if listen is not None and listen.get("type") == "address":
            address = listen.attributes.setdefault("address", "127.0.0.1")
            graphics.attributes.setdefault("listen", address)
    for interface, host_name in zip(devices.find_all("interface"), _host_names(domain_id), strict=False):
        _interface(interface, host_name)


def _host_names(domain_id: int) -> Iterator[str]:
    """Generate the names of the host's ends of a domain's interfaces."""
    # the real one counts its host's devices; this is as unique
    return (f"vnet{number}" for number in itertools.count((domain_id - 1) * 8))


def _interface(interface: Node, host_name: str) -> None:
    kind = interface.attributes.get("type")
    if kind not in ("network", "bridge"):
        return
    if interface.find("target") is None:
        source = interface.find("source")
        place = interface.children.index(source) + 1 if source is not None else 1
        interface.children.insert(place, Node("target", {"dev": host_name}))


def _aliases(devices: Node) -> Iterator[tuple[Node, str]]:
    counts: dict[str, int] = {}

    def next_of(prefix: str) -> str:
        number = counts.get(prefix, 0)
        counts[prefix] = number + 1
        return f"{prefix}{number}"

    for disk in devices.find_all("disk"):
        target, address = disk.find("target"), disk.find("address")
        bus = "virtio" if target is None else target.attributes.get("bus", "virtio")
        if bus == "virtio" or address is None or address.get("type") != "drive":
            yield disk, f"{bus}-disk{target_index(target.attributes['dev'])}" if target is not None else ""
        else:
            places = "-".join(address.attributes.get(part, "0") for part in _DRIVE_PARTS[bus])
            yield disk, f"{bus}{places}"
    for controller in devices.find_all("controller"):
        yield controller, _controller_alias(controller)
    by_tag: dict[str, list[Node]] = {}
    for device in devices:
        by_tag.setdefault(device.tag, []).append(device)
    for tag, prefix in _PREFIXES:
        for device in by_tag.get(tag, ()):
            if tag != "memballoon" or device.get("model") != "none":
                yield device, next_of(prefix)
    for place, console in enumerate(devices.find_all("console")):
        yield console, f"serial{place}" if place == 0 else f"console{place}"


_DRIVE_PARTS = {
    "scsi": ("controller", "bus", "target", "unit"),
    "sata": ("controller", "bus", "unit"),
    "ide": ("controller", "bus", "unit"),
    "fdc": ("controller", "bus", "unit"),
    "usb": ("controller", "bus", "unit"),
}
_PREFIXES = (
    ("interface", "net"), ("serial", "serial"), ("parallel", "parallel"), ("channel", "channel"),
    ("input", "input"), ("tpm", "tpm"), ("sound", "sound"), ("video", "video"), ("hostdev", "hostdev"),
    ("watchdog", "watchdog"), ("memballoon", "balloon"), ("rng", "rng"), ("filesystem", "fs"),
    ("vsock", "vsock"), ("panic", "panic"), ("redirdev", "redir"), ("smartcard", "smartcard"),
)  # fmt: skip


def _controller_alias(controller: Node) -> str:
    kind = controller.attributes.get("type", "")
    index = controller.attributes.get("index", "0")
    model = controller.attributes.get("model", "")
    if kind == "pci":
        return f"pcie.{index}" if model == "pcie-root" else f"pci.{index}"
    if index == "0" and kind == "usb":
        return "usb"
    if index == "0" and kind in ("ide", "sata"):
        return "ide"
    return f"{kind}{index}"


def _add_alias(device: Node, alias: str) -> None:
    node = Node("alias", {"name": alias})
    for place, child in enumerate(device.children):
        if isinstance(child, Node) and child.tag in ("alias", "address", "rom"):
            if child.tag != "alias":
                device.children.insert(place, node)
            return
    device.children.append(node)
