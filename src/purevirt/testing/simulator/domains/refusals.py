"""What a definition says that libvirt knows no meaning for, or QEMU none, in libvirt's words.

Source: measured on libvirtd 9.0.0 with QEMU 7.2.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.checks import device_error, refuse_xml, unsupported
from purevirt.testing.simulator.units import attribute_number, digits
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from collections.abc import Collection

    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["check_devices", "check_meaning", "check_topology", "read_cpu_set"]

_ENDS = ("destroy", "restart", "rename-restart", "preserve")
_ACTIONS = {
    "on_poweroff": _ENDS,
    "on_reboot": _ENDS,
    "on_crash": (*_ENDS, "coredump-destroy", "coredump-restart"),
}
_OFFSETS = ("utc", "localtime", "variable", "timezone", "absolute")
_CPU_MODES = ("custom", "host-model", "host-passthrough", "maximum")
_BOOT_DEVICES = ("fd", "cdrom", "hd", "network")
_BUSES = ("ide", "fdc", "scsi", "virtio", "xen", "usb", "uml", "sata", "sd", "none")
_EJECTABLE_BUSES = ("ide", "fdc", "scsi", "sata", "usb", "none")
_FORMATS = (
    "none", "raw", "dir", "bochs", "cloop", "dmg", "iso", "vpc", "vdi", "vhd", "ploop", "cow", "qcow",
    "qcow2", "qed", "vmdk",
)  # fmt: skip
_DRIVER = {
    "cache": ("default", "none", "writethrough", "writeback", "directsync", "unsafe"),
    "io": ("native", "threads", "io_uring"),
    "discard": ("unmap", "ignore"),
}
_CHARACTERS = (
    "null", "vc", "pty", "dev", "file", "pipe", "stdio", "udp", "tcp", "unix", "spicevmc", "spiceport",
    "nmdm", "qemu-vdagent", "dbus",
)  # fmt: skip
_GRAPHICS = ("sdl", "vnc", "rdp", "desktop", "spice", "egl-headless", "dbus")
_VIDEOS = (
    "default", "vga", "cirrus", "vmvga", "xen", "vbox", "qxl", "parallels", "virtio", "gop", "none", "bochs",
    "ramfb",
)  # fmt: skip
_CONTROLLERS = (
    "ide", "fdc", "scsi", "sata", "virtio-serial", "ccid", "usb", "pci", "xenbus", "isa",
)  # fmt: skip
_DISK_NAME = re.compile(r"(?:fd|hd|vd|sd|xvd|ubd)[a-z]+[0-9]*")
_MODEL_NAME = re.compile(r"[A-Za-z0-9_-]+")
_CPUS = re.compile(r"\s*(\^?)(\d+)\s*(?:-\s*(\d+)\s*)?", re.ASCII)
_CPUS_END = 16384


def check_meaning(root: Node, features: Collection[str]) -> None:
    """Refuse what stands beside the devices of a definition and means nothing.

    Args:
        root: the definition, as the client sent it.
        features: those that there are.

    Raises:
        SimulatedError: there is something.
    """
    title = root.find("title")
    if title is not None and "\n" in title.text:
        raise refuse_xml("Domain title can't contain newlines")
    for tag, known in _ACTIONS.items():
        action = root.find_text(tag)
        if action is not None and action not in known:
            raise unsupported(f"unknown {tag} action: {action}")
    clock = root.find("clock")
    offset = None if clock is None else clock.get("offset")
    if offset is not None and offset not in _OFFSETS:
        raise unsupported(f"unknown clock offset '{offset}'")
    for feature in root.find("features") or ():
        if feature.tag not in features:
            raise unsupported(f"unexpected feature '{feature.tag}'")
    cpu = root.find("cpu")
    mode = None if cpu is None else cpu.get("mode")
    if mode is not None and mode not in _CPU_MODES:
        raise unsupported(f"Invalid mode attribute '{mode}'", ErrorDomain.CPU)
    for boot in root.find_all("os/boot"):
        device = boot.get("dev")
        if device is not None and device not in _BOOT_DEVICES:
            raise device_error("dev", "boot", device)


def check_topology(root: Node, most_vcpus: int) -> None:
    """Refuse sockets, cores and threads that do not make up the processors.

    Raises:
        SimulatedError: they do not.
    """
    topology = root.find("cpu/topology")
    if topology is None:
        return
    parts = [
        attribute_number(topology, name, is_required=name != "dies", is_positive=True) or 1
        for name in ("sockets", "dies", "cores", "threads")
    ]
    if math.prod(parts) != most_vcpus:
        raise unsupported("CPU topology doesn't match maximum vcpu count", ErrorDomain.QEMU)


def read_cpu_set(text: str) -> str:
    """Return a list of processors as libvirt writes it: in order, each once.

    Raises:
        SimulatedError: it is none, or there is none in it.
    """
    parts = text.split(",")
    if len(parts) > 1 and not parts[-1].strip():
        parts.pop()
    # bits of one number: a list may name all of them again and again
    cpus = 0
    for part in parts:
        found = _CPUS.fullmatch(part)
        first = last = None
        if found is not None and not (found[1] and found[3]):
            first, last = digits(found[2], _CPUS_END), digits(found[3] or found[2], _CPUS_END)
        if found is None or first is None or last is None or last < first:
            what = f"Failed to parse bitmap '{text}'"
            raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.NONE, what)
        these = (1 << last + 1) - (1 << first)
        cpus = cpus & ~these if found[1] else cpus | these
    if cpus == 0:
        raise unsupported(f"Invalid value of 'cpuset': {text}")
    runs = re.finditer("1+", f"{cpus:b}"[::-1])
    return ",".join(_run(one.start(), one.end() - 1) for one in runs)


def _run(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def check_devices(devices: Node) -> None:
    """Refuse devices that mean nothing, each for itself and by the order in which they are booted from.

    Raises:
        SimulatedError: there is one.
    """
    orders: set[int] = set()
    for device in devices:
        _check_device(device)
        boot = device.find("boot")
        if boot is None:
            continue
        order = attribute_number(boot, "order", is_required=True, is_positive=True)
        assert order is not None
        if order in orders:
            raise unsupported(f"boot order '{order}' used for more than one device")
        orders.add(order)


def _check_device(device: Node) -> None:
    kind = device.get("type")
    if device.tag == "disk":
        _check_disk(device)
    elif device.tag == "interface":
        model = device.find("model")
        name = None if model is None else model.get("type")
        if name is not None and not _MODEL_NAME.fullmatch(name):
            text = "Model name contains invalid characters"
            raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.DOMAIN, text)
    elif device.tag in ("serial", "parallel", "console", "channel"):
        if kind is not None and kind not in _CHARACTERS:
            raise unsupported(f"unknown type presented to host for character device: {kind}")
    elif device.tag == "graphics" and kind is not None and kind not in _GRAPHICS:
        raise device_error("type", "graphics", kind)
    elif device.tag == "controller" and kind is not None and kind not in _CONTROLLERS:
        raise device_error("type", "controller", kind)
    elif device.tag == "video":
        model = device.find("model")
        name = None if model is None else model.get("type")
        if name is not None and name not in _VIDEOS:
            raise unsupported(f"unknown video model '{name}'")


def _check_disk(disk: Node) -> None:
    target, driver = disk.find("target"), disk.find("driver")
    if driver is not None:
        image_format = driver.get("type")
        if image_format is not None and image_format not in _FORMATS:
            raise unsupported(f"unknown driver format value '{image_format}'")
        for attribute, known in _DRIVER.items():
            value = driver.get(attribute)
            if value is not None and value not in known:
                raise device_error(attribute, "driver", value)
    if target is None:
        return
    name, bus, kind = target.get("dev") or "", target.get("bus"), disk.get("device") or "disk"
    if bus is not None and bus not in _BUSES:
        raise device_error("bus", "target", bus)
    source = disk.find("source")
    if kind in ("disk", "lun") and (source is None or not (source.attributes or source.children)):
        raise SimulatedError(ErrorNumber.NO_SOURCE, ErrorDomain.DOMAIN, name)
    if name and disk.find("address") is None and not _DISK_NAME.fullmatch(name):
        raise refuse_xml(f"Unknown disk name '{name}' and no address specified")
    if kind == "cdrom" and bus is not None and bus not in _EJECTABLE_BUSES:
        text = f"disk type of '{name}' does not support ejectable media"
        raise unsupported(text, ErrorDomain.QEMU)
