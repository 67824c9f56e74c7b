"""What the host says it can do: capabilities, of itself and for domains, and what its firmware says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.testing.simulator.xml_tree import Node, format_node

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from purevirt.testing.simulator.host import Machine

__all__ = ["CPU_MODELS", "EMULATOR", "MACHINES", "capabilities_xml", "domain_capabilities_xml", "sysinfo_xml"]

EMULATOR = "/usr/bin/qemu-system-x86_64"
CPU_MODELS = (
    "486", "pentium", "pentium2", "pentium3", "coreduo", "n270", "core2duo", "qemu32", "kvm32", "qemu64",
    "kvm64", "Conroe", "Penryn", "Nehalem", "Westmere", "SandyBridge", "IvyBridge", "Haswell", "Broadwell",
    "Skylake-Client", "Skylake-Server", "Cascadelake-Server", "Icelake-Server", "athlon", "phenom",
    "Opteron_G1", "Opteron_G2", "Opteron_G3", "EPYC", "EPYC-Rome", "EPYC-Milan",
)  # fmt: skip
MACHINES: Mapping[str, str] = {
    "pc": "pc-i440fx-7.2",
    "q35": "pc-q35-7.2",
    **{
        name: name
        for name in (f"pc-{kind}-{one}" for kind in ("i440fx", "q35") for one in ("6.2", "7.0", "7.1", "7.2"))
    },
}
"""Machine types: each name that may be asked for, and what it stands for."""

_PAGES_KIB = (4, 2048, 1_048_576)
_DEVICES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "disk": {
        "diskDevice": ("disk", "cdrom", "floppy", "lun"),
        "bus": ("ide", "fdc", "scsi", "virtio", "usb", "sata"),
        "model": ("virtio", "virtio-transitional", "virtio-non-transitional"),
    },
    "graphics": {"type": ("vnc", "spice")},
    "video": {"modelType": ("vga", "cirrus", "qxl", "virtio", "none", "bochs")},
    "hostdev": {"mode": ("subsystem",), "subsysType": ("usb", "pci", "scsi")},
    "rng": {
        "model": ("virtio", "virtio-transitional", "virtio-non-transitional"),
        "backendModel": ("random", "egd", "builtin"),
    },
    "filesystem": {"driverType": ("path", "virtiofs")},
    "tpm": {"model": ("tpm-tis", "tpm-crb"), "backendModel": ("passthrough", "emulator")},
    "redirdev": {"bus": ("usb",)},
    "channel": {"type": ("pty", "unix", "spicevmc")},
}


def _leaf(tag: str, text: object, **attributes: str) -> Node:
    return Node(tag, attributes, [str(text)])


def _enum(name: str, values: Iterable[str]) -> Node:
    return Node("enum", {"name": name}, [_leaf("value", value) for value in values])


def capabilities_xml(machine: Machine) -> str:
    """Return what the host is, and what guests it can have."""
    count = str(machine.cpu_count)
    topology = Node("topology", {"sockets": "1", "dies": "1", "cores": count, "threads": "1"})
    pages = [Node("pages", {"unit": "KiB", "size": str(size)}) for size in _PAGES_KIB]
    cpu = [_leaf("arch", machine.arch), _leaf("model", "EPYC"), _leaf("vendor", "AMD"), topology, *pages]
    transports = Node("uri_transports", {}, [_leaf("uri_transport", "tcp"), _leaf("uri_transport", "rdma")])
    host = Node(
        "host",
        {},
        [
            _leaf("uuid", machine.uuid),
            Node("cpu", {}, cpu),
            Node("power_management"),
            Node("iommu", {"support": "no"}),
            Node("migration_features", {}, [Node("live"), transports]),
            Node("topology", {}, [Node("cells", {"num": "1"}, [_cell(machine)])]),
            Node("secmodel", {}, [_leaf("model", "none"), _leaf("doi", 0)]),
            Node(
                "secmodel",
                {},
                [
                    _leaf("model", "dac"),
                    _leaf("doi", 0),
                    _leaf("baselabel", "+0:+0", type="kvm"),
                    _leaf("baselabel", "+0:+0", type="qemu"),
                ],
            ),
        ],
    )
    # libvirt sets host and guests apart by empty lines
    guest = format_node(_guest(machine), 1)
    return f"<capabilities>\n\n{format_node(host, 1)}\n{guest}\n</capabilities>\n"


def _cell(machine: Machine) -> Node:
    pages = [
        _leaf("pages", machine.memory_kib // 4 if size == _PAGES_KIB[0] else 0, unit="KiB", size=str(size))
        for size in _PAGES_KIB
    ]
    cpus = [
        Node(
            "cpu",
            {
                "id": str(number),
                "socket_id": "0",
                "die_id": "0",
                "core_id": str(number),
                "siblings": str(number),
            },
        )
        for number in range(machine.cpu_count)
    ]
    distances = Node("distances", {}, [Node("sibling", {"id": "0", "value": "10"})])
    memory = _leaf("memory", machine.memory_kib, unit="KiB")
    all_cpus = Node("cpus", {"num": str(machine.cpu_count)}, cpus)
    return Node("cell", {"id": "0"}, [memory, *pages, distances, all_cpus])


def _guest(machine: Machine) -> Node:
    machines = []
    for name, canonical in MACHINES.items():
        most = "288" if "q35" in canonical else "255"
        attributes = {"maxCpus": most} if name == canonical else {"canonical": canonical, "maxCpus": most}
        machines.append(Node("machine", attributes, [name]))
    kinds = ["qemu", *(["kvm"] if machine.has_kvm else [])]
    domains = [Node("domain", {"type": kind}) for kind in kinds]
    arch = Node("arch", {"name": machine.arch}, [_leaf("wordsize", 64), _leaf("emulator", EMULATOR)])
    arch.children += [*machines, *domains]
    toggles = {"default": "on", "toggle": "yes"}
    features = [
        Node("acpi", dict(toggles)),
        Node("apic", {"default": "on", "toggle": "no"}),
        Node("cpuselection"),
        Node("deviceboot"),
        Node("disksnapshot", {"default": "on", "toggle": "no"}),
    ]
    return Node("guest", {}, [_leaf("os_type", "hvm"), arch, Node("features", {}, features)])


def domain_capabilities_xml(machine: Machine, machine_type: str, kind: str) -> str:
    """Return what a domain of a kind may have on a machine of a type."""
    models = [Node("model", {"usable": "yes", "vendor": "unknown"}, [name]) for name in CPU_MODELS]
    passthrough = "yes" if kind == "kvm" else "no"
    loader = Node("loader", {"supported": "yes"}, [_enum("type", ("rom", "pflash"))])
    cpu = Node(
        "cpu",
        {},
        [
            Node("mode", {"name": "host-passthrough", "supported": passthrough}),
            Node("mode", {"name": "maximum", "supported": "yes"}),
            Node(
                "mode",
                {"name": "host-model", "supported": "yes"},
                [_leaf("model", "EPYC", fallback="forbid")],
            ),
            Node("mode", {"name": "custom", "supported": "yes"}, models),
        ],
    )
    backing = _enum("sourceType", ("file", "anonymous", "memfd"))
    no_ide = "ide" if "q35" in machine_type else None
    devices = [
        Node(
            tag,
            {"supported": "yes"},
            [_enum(name, (one for one in values if one != no_ide)) for name, values in enums.items()],
        )
        for tag, enums in _DEVICES.items()
    ]
    features = [
        Node("gic", {"supported": "no"}),
        Node("vmcoreinfo", {"supported": "yes"}),
        Node("genid", {"supported": "yes"}),
        Node("backingStoreInput", {"supported": "yes"}),
        Node("backup", {"supported": "yes"}),
        Node("sev", {"supported": "no"}),
    ]
    root = Node(
        "domainCapabilities",
        {},
        [
            _leaf("path", EMULATOR),
            _leaf("domain", kind),
            _leaf("machine", machine_type),
            _leaf("arch", machine.arch),
            Node("vcpu", {"max": "288" if "q35" in machine_type else "255"}),
            Node("iothreads", {"supported": "yes"}),
            Node("os", {"supported": "yes"}, [_enum("firmware", ()), loader]),
            cpu,
            Node("memoryBacking", {"supported": "yes"}, [backing]),
            Node("devices", {}, devices),
            Node("features", {}, features),
        ],
    )
    return format_node(root)


def sysinfo_xml(machine: Machine) -> str:
    """Return what the host's firmware says of it."""
    entries = {
        "bios": {"vendor": "purevirt", "version": "simulated"},
        "system": {"manufacturer": "purevirt", "product": "simulated host", "uuid": str(machine.uuid)},
    }
    children = [
        Node(tag, {}, [_leaf("entry", value, name=name) for name, value in values.items()])
        for tag, values in entries.items()
    ]
    return format_node(Node("sysinfo", {"type": "smbios"}, children))
