"""A domain's definition: read and checked as libvirt does, completed, and written as libvirt writes it.

Source: measured on libvirtd 9.0.0 with QEMU 7.2, machine types pc and q35.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.addresses import assign_addresses
from purevirt.testing.simulator.domains.checks import TOP_LEVEL, refuse_xml, unsupported
from purevirt.testing.simulator.domains.devices import fill_devices
from purevirt.testing.simulator.domains.refusals import (
    check_devices,
    check_meaning,
    check_topology,
    read_cpu_set,
)
from purevirt.testing.simulator.node.xml import MACHINES
from purevirt.testing.simulator.units import digits, to_kib
from purevirt.testing.simulator.wire.failure import SimulatedError
from purevirt.testing.simulator.xml_tree import Node, parse_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from purevirt.testing.simulator.host import Machine

__all__ = ["check_name", "machine_of", "read_domain", "read_domain_node", "strip_live"]

_DOMAIN = ErrorDomain.DOMAIN
_PLACES = {tag: place for place, tag in enumerate(TOP_LEVEL)}
_TYPES = (
    "qemu",
    "kvm",
    "xen",
    "lxc",
    "test",
    "hvf",
    "vz",
    "bhyve",
    "vmware",
    "openvz",
    "hyperv",
    "parallels",
)
_FEATURES = (
    "acpi", "apic", "pae", "hap", "viridian", "privnet", "hyperv", "kvm", "pvspinlock", "capabilities", "pmu",
    "vmport", "gic", "smm", "ioapic", "hpt", "vmcoreinfo", "htm", "nested-hv", "msrs", "ccf-assist", "xen",
    "cfpc", "sbbc", "ibs", "tcg",
)  # fmt: skip
_MAX_VCPUS = {"pc": 255, "q35": 288}
_DEFAULTS = (("on_poweroff", "destroy"), ("on_reboot", "restart"), ("on_crash", "destroy"))


def read_domain(
    text: str, machine: Machine, new_uuid: Callable[[], uuid.UUID], new_mac: Callable[[], str]
) -> Node:
    """Return the complete tree of a definition.

    Args:
        text: as the client sent it.
        machine: the host, which decides what it can run.
        new_uuid: makes a UUID for one that has none.
        new_mac: makes an address for an interface that has none.

    Raises:
        SimulatedError: libvirt would refuse it, with this error.
    """
    root = parse_root(text, "domain", "(domain_definition)", _DOMAIN)
    return read_domain_node(root, machine, new_uuid, new_mac)


def read_domain_node(
    root: Node, machine: Machine, new_uuid: Callable[[], uuid.UUID], new_mac: Callable[[], str]
) -> Node:
    """Return the complete tree of a definition that has been parsed; see `read_domain`."""
    kind = root.get("type")
    if kind is not None and kind not in _TYPES:
        raise unsupported(f"invalid domain type {kind}")
    name = root.find("name")
    if name is None or not name.text:
        raise SimulatedError(ErrorNumber.NO_NAME, _DOMAIN)
    if kind is None:
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _DOMAIN, "missing domain type attribute")
    check_meaning(root, _FEATURES)
    _read_name(root)
    _keep_namespaces(root)
    _read_uuid(root, new_uuid)
    machine_type = _read_os(root, kind, machine)
    is_q35 = "q35" in machine_type
    _read_memory(root)
    _read_vcpus(root, "q35" if is_q35 else "pc")
    _read_cpu(root, kind)
    features = root.find("features")
    if features is not None:
        known = [one for one in features if one.tag in _FEATURES]
        known.sort(key=lambda one: _FEATURES.index(one.tag))
        features.children = list(known)
    cache = root.find("features/tcg/tb-cache")
    if cache is not None:
        cache.children = [str(to_kib(cache, "features/tcg/tb-cache"))]
        cache.attributes = {"unit": "KiB"}
    for tag, default in _DEFAULTS:
        if root.find_text(tag) is None:
            root.put(tag, default)
    clock = root.put("clock")
    clock.attributes.setdefault("offset", "utc")
    if clock.get("offset") == "variable":
        clock.attributes.setdefault("basis", "utc")
    genid = root.find("genid")
    if genid is not None and not genid.text.strip():
        genid.children = [str(new_uuid())]
    for tag in ("title", "description"):
        if root.find(tag) is not None and root.find_text(tag) is None:
            root.drop(tag)
    given = root.find("devices") or Node("devices")
    check_devices(given)
    devices = fill_devices(given, is_q35=is_q35, new_mac=new_mac)
    assign_addresses(devices, is_q35=is_q35)
    root.drop("devices")
    root.children.append(devices)
    return Node("domain", {"type": kind}, _sorted(root))


def _sorted(root: Node) -> list[Node]:
    known = [child for child in root if child.tag in _PLACES]
    return sorted(known, key=lambda child: _PLACES[child.tag])


def check_name(name: str, domain: ErrorDomain = _DOMAIN) -> None:
    """Refuse a name that libvirt refuses.

    Raises:
        SimulatedError: it has a slash or a newline.
    """
    if "/" in name:
        raise refuse_xml(f"name {name} cannot contain '/'", domain)
    if "\n" in name:
        raise SimulatedError(ErrorNumber.XML_DETAIL, ErrorDomain.XML, "invalid char in name: \n")


def _read_name(root: Node) -> None:
    node = root.find("name")
    assert node is not None
    node.children = [node.text]
    check_name(node.text)
    root.children = [child for child in root if child is node or child.tag != "name"]


def _keep_namespaces(root: Node) -> None:
    """Declare at the metadata what is used in it and was declared above: the rest of the root is not kept."""
    metadata = root.find("metadata")
    if metadata is None:
        return
    metadata.children = list(_with_namespaces(metadata, root.attributes | metadata.attributes))
    used = {f"xmlns:{prefix}" for element in metadata for prefix in _prefixes(element, frozenset())}
    above = {name: value for name, value in root.attributes.items() if name in used}
    metadata.attributes = above | metadata.attributes


def _with_namespaces(metadata: Node, above: dict[str, str]) -> Iterator[Node]:
    """Yield the elements that libvirt keeps: the first of each namespace, and none without one."""
    seen: set[str] = set()
    for element in metadata:
        prefix, colon, _ = element.tag.partition(":")
        namespace = (above | element.attributes).get(f"xmlns:{prefix}" if colon else "xmlns")
        if namespace and namespace not in seen:
            seen.add(namespace)
            yield element


def _prefixes(node: Node, declared: frozenset[str]) -> Iterator[str]:
    """Yield the prefixes that an element and what is in it uses, and does not declare itself."""
    declared |= {name.partition(":")[2] for name in node.attributes if name.startswith("xmlns:")}
    prefix, colon, _ = node.tag.partition(":")
    if colon and prefix not in declared:
        yield prefix
    for child in node:
        yield from _prefixes(child, declared)


def _read_uuid(root: Node, new_uuid: Callable[[], uuid.UUID]) -> None:
    given = root.find_text("uuid")
    if given is None:
        value = new_uuid()
    else:
        try:
            value = uuid.UUID(given)
        except ValueError:
            raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _DOMAIN, "malformed uuid element") from None
    root.drop("uuid")
    root.children.insert(1, Node("uuid", {}, [str(value)]))


def machine_of(root: Node) -> str:
    """Return the canonical machine type of a complete definition."""
    type_ = root.find("os/type")
    return (type_.get("machine") if type_ is not None else None) or "pc-i440fx-7.2"


def _read_os(root: Node, kind: str, machine: Machine) -> str:
    type_ = root.find("os/type")
    if type_ is None or not type_.text.strip():
        raise refuse_xml("an os <type> must be specified")
    name = type_.text.strip()
    if name not in ("hvm", "xen", "linux", "exe", "uml", "xenpvh"):
        raise unsupported(f"unknown OS type '{name}'")
    arch = type_.get("arch") or machine.arch
    if arch != machine.arch:
        raise unsupported(f"Unknown architecture {arch}")
    if name != "hvm" or kind not in ("qemu", "kvm"):
        what = f"could not find capabilities for arch={arch} domaintype={kind} "
        raise SimulatedError(ErrorNumber.INVALID_ARG, _DOMAIN, what)
    if kind == "kvm" and not machine.has_kvm:
        detail = "could not get preferred machine for /usr/bin/qemu-system-x86_64 type=kvm"
        raise SimulatedError(ErrorNumber.INVALID_ARG, ErrorDomain.QEMU, detail)
    given = type_.get("machine") or "pc"
    if given not in MACHINES:
        # what libvirt notices first of a machine that it knows nothing about
        raise refuse_xml("No PCI buses available")
    type_.attributes = {"arch": arch, "machine": MACHINES[given]}
    type_.children = ["hvm"]
    os_node = root.find("os")
    assert os_node is not None
    if not any(device.find("boot") for devices in root.find_all("devices") for device in devices) and (
        os_node.find("boot") is None
    ):
        os_node.put("boot", dev="hd")
    return MACHINES[given]


def _read_memory(root: Node) -> None:
    memory = root.find("memory")
    if memory is None:
        raise refuse_xml("Memory size must be specified via <memory> or in the <numa> configuration")
    total = to_kib(memory, "memory")
    if total == 0 and root.find("cpu/numa") is None:
        raise refuse_xml("Memory size must be specified via <memory> or in the <numa> configuration")
    current = root.find("currentMemory")
    now = total if current is None else to_kib(current, "currentMemory")
    if now > total or now == 0:
        now = total
    for tag, value in (("memory", total), ("currentMemory", now)):
        root.drop(tag)
        root.children.append(Node(tag, {"unit": "KiB"}, [str(value)]))


def _read_vcpus(root: Node, machine: str) -> None:
    node = root.find("vcpu")
    most, now = 1, None
    attributes: dict[str, str] = {"placement": "static"}
    if node is not None:
        most = _number(node.text.strip() or "1", "maximum vcpus count must be an integer")
        given = node.get("current")
        if given is not None:
            now = _number(given, "current vcpus count must be an integer")
        attributes = {
            name: value
            for name, value in ({"placement": "static"} | node.attributes).items()
            if name in ("placement", "cpuset")
        }
    if most == 0:
        detail = "CPU IDs in <numa> exceed the <vcpu> count"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _DOMAIN, detail)
    if "cpuset" in attributes:
        attributes["cpuset"] = read_cpu_set(attributes["cpuset"])
    if now == 0:
        raise unsupported("vcpu 0 can't be offline", ErrorDomain.QEMU)
    if now is not None and now > most:
        raise unsupported("maximum vCPU count must not be less than current vCPU count")
    if most > _MAX_VCPUS[machine]:
        detail = f"Maximum CPUs greater than specified machine type limit {_MAX_VCPUS[machine]}"
        raise unsupported(detail, ErrorDomain.QEMU)
    check_topology(root, most)
    if now is not None and now < most:
        attributes["current"] = str(now)
    root.drop("vcpu")
    root.children.append(Node("vcpu", attributes, [str(most)]))


def _number(text: str, otherwise: str) -> int:
    number = digits(text, 1 << 32)
    if number is None:
        raise refuse_xml(otherwise)
    return number


def _read_cpu(root: Node, kind: str) -> None:
    cpu = root.find("cpu")
    topology = None if cpu is None else cpu.find("topology")
    if topology is not None:
        given = topology.attributes
        names = ("sockets", "dies", "cores", "threads")
        topology.attributes = {name: given.get(name, "1") for name in names} | given
    mode = None if cpu is None else cpu.get("mode")
    if cpu is None or (mode is None and cpu.find("model") is None):
        cpu = cpu or Node("cpu")
        cpu.attributes = {"mode": "custom", "match": "exact", "check": "none"}
        cpu.children.insert(0, Node("model", {"fallback": "forbid"}, ["qemu64"]))
        root.drop("cpu")
        root.children.append(cpu)
        return
    mode = mode or "custom"
    if mode == "host-passthrough":
        cpu.attributes = {"mode": mode, "check": "none", "migratable": "on"} | cpu.attributes
    elif mode == "maximum":
        cpu.attributes = {"mode": mode, "check": "none"} | cpu.attributes
    elif mode == "host-model":
        cpu.attributes = {"mode": mode, "check": "partial"} | cpu.attributes
    else:
        # without KVM there is no processor of the host's to compare with
        check = "none" if kind == "qemu" else "partial"
        cpu.attributes = {"mode": mode, "match": "exact", "check": check} | cpu.attributes
        model = cpu.find("model")
        if model is not None:
            model.attributes = {"fallback": "allow"} | model.attributes


def strip_live(root: Node) -> Node:
    """Return a definition from the tree of a domain that was running."""
    stripped = root.copy()
    stripped.attributes.pop("id", None)
    stripped.drop("resource")
    stripped.drop("seclabel")
    for device in stripped.find("devices") or ():
        device.drop("alias")
        device.drop("backingStore")
        source = device.find("source")
        if source is not None:
            source.attributes.pop("index", None)
    return stripped
