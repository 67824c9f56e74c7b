"""As much of virsh as the tests' oracle needs, in Python: what it prints is cut down to what they read.

`python` is all that a simulated host needs, so the tests of it cannot ask virsh itself.
"""

import json
import uuid
from pathlib import Path
from xml.etree import ElementTree as ET

from purevirt.errors import LibvirtError
from purevirt.rpc.gen import enums, remote
from purevirt.sync import Connection
from tests.lab import LabError

_STATES = {1: "running", 3: "paused", 5: "shut off"}
_WHY = {(5, 1): "shutdown", (5, 2): "destroyed", (5, 5): "saved", (5, 0): "unknown"}
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "B": 1}
_WITH_VALUE = frozenset(
    (
        "--allocation", "--backing-vol", "--backing-vol-format", "--format", "--key", "--mode", "--pool",
        "--set", "--source", "--target", "--timeout",
    )
)  # fmt: skip


class SmallVirsh:
    """Carries out virsh's commands over a connection."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn
        self._stdin = ""

    def run(self, words: tuple[str, ...], stdin: str) -> str:
        """Return what a command prints.

        Raises:
            LabError: it fails.
        """
        name, *rest = words
        self._stdin = stdin
        command = getattr(self, f"_{name.replace('-', '_')}", None)
        if command is None:
            raise NotImplementedError(f"small virsh has no {name}")
        arguments: list[str] = []
        options: dict[str, str] = {}
        while rest:
            word = rest.pop(0)
            if word in _WITH_VALUE:
                options[word[2:]] = rest.pop(0)
            elif word.startswith("--"):
                options[word[2:]] = ""
            else:
                arguments.append(word)
        try:
            printed: str | None = command(arguments, options)
        except LibvirtError as error:
            raise LabError(f"virsh {name}: {error.message}") from error
        return printed or ""

    def _dom(self, name: str) -> remote.Domain:
        return self._conn.domain_lookup_by_name(name)

    def _file(self, path: str) -> str:
        return self._stdin if path == "/dev/stdin" else Path(path).read_text()

    # domains

    def _hostname(self, _args: list[str], _options: dict[str, str]) -> str:
        return self._conn.connect_get_hostname()

    def _define(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.domain_define_xml(self._file(args[0]))

    def _start(self, args: list[str], options: dict[str, str]) -> None:
        self._conn.domain_create_with_flags(self._dom(args[0]), int("paused" in options))

    def _destroy(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.domain_destroy(self._dom(args[0]))

    def _undefine(self, args: list[str], options: dict[str, str]) -> None:
        domain = self._dom(args[0])
        disks = self._domblklist(args, {}).split()[1::2] if "remove-all-storage" in options else []
        words = {"managed-save": 1, "snapshots-metadata": 2, "nvram": 4}
        self._conn.domain_undefine_flags(domain, sum(bit for word, bit in words.items() if word in options))
        for path in disks:
            self._conn.storage_vol_delete(self._conn.storage_vol_lookup_by_path(path))

    def _list(self, _args: list[str], options: dict[str, str]) -> str:
        flags = enums.ConnectListAllDomainsFlags
        wanted = 0 if "all" in options else flags.ACTIVE
        if "with-managed-save" in options:
            wanted |= flags.MANAGEDSAVE
        found = self._conn.connect_list_all_domains(1, int(wanted)).domains
        return "\n".join(domain.name for domain in found)

    def _dumpxml(self, args: list[str], options: dict[str, str]) -> str:
        return self._conn.domain_get_xml_desc(self._dom(args[0]), 2 if "inactive" in options else 0)

    def _domuuid(self, args: list[str], _options: dict[str, str]) -> str:
        return str(uuid.UUID(bytes=self._dom(args[0]).uuid))

    def _domstate(self, args: list[str], options: dict[str, str]) -> str:
        state = self._conn.domain_get_state(self._dom(args[0]))
        why = f" ({_WHY[state.state, state.reason]})" if "reason" in options else ""
        return _STATES[state.state] + why

    def _domrename(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.domain_rename(self._dom(args[0]), args[1])

    def _suspend(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.domain_suspend(self._dom(args[0]))

    def _managedsave(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.domain_managed_save(self._dom(args[0]))

    def _dominfo(self, args: list[str], _options: dict[str, str]) -> str:
        domain = self._dom(args[0])
        autostart = "enable" if self._conn.domain_get_autostart(domain) else "disable"
        return f"State:          {self._domstate(args, {})}\nAutostart:      {autostart}\n"

    def _domblklist(self, args: list[str], _options: dict[str, str]) -> str:
        root = ET.fromstring(self._dumpxml(args, {}))
        pairs = [(disk.find("target"), disk.find("source")) for disk in root.iterfind("devices/disk")]
        return "\n".join(
            f" {target.get('dev')}   {source.get('file')}"
            for target, source in pairs
            if target is not None and source is not None
        )

    def _metadata(self, args: list[str], options: dict[str, str]) -> str | None:
        domain, kind = self._dom(args[0]), int(enums.DomainMetadataType.ELEMENT)
        where = 1 * ("live" in options) | 2 * ("config" in options)
        if "remove" in options:
            self._conn.domain_set_metadata(domain, kind, None, None, args[1], where)
            return None
        if "set" in options:
            self._conn.domain_set_metadata(domain, kind, options["set"], options["key"], args[1], where)
            return None
        return self._conn.domain_get_metadata(domain, kind, args[1], 0)

    def _attach_disk(self, args: list[str], options: dict[str, str]) -> None:
        name, path, target = args
        readonly = "<readonly/>" if options.get("mode") == "readonly" else ""
        xml = f"<disk type='file'><source file='{path}'/><target dev='{target}'/>{readonly}</disk>"
        self._conn.domain_attach_device_flags(self._dom(name), xml, 2)

    def _qemu_agent_command(self, args: list[str], options: dict[str, str]) -> str | None:
        domain = self._dom(args[0])
        return self._conn.qemu_domain_agent_command(domain, args[1], int(options["timeout"]), 0)

    def _snapshot_list(self, args: list[str], _options: dict[str, str]) -> str:
        return "\n".join(self._conn.domain_snapshot_list_names(self._dom(args[0]), 100))

    def _domifaddr(self, args: list[str], options: dict[str, str]) -> str:
        source = {"lease": 0, "agent": 1}[options["source"]]
        found = self._conn.domain_interface_addresses(self._dom(args[0]), source)
        return "\n".join(
            f" {one.name}   {one.hwaddr}   ipv4   {address.addr}/{address.prefix}"
            for one in found
            for address in one.addrs
        )

    def _domstats(self, args: list[str], _options: dict[str, str]) -> str:
        (record,) = self._conn.connect_get_all_domain_stats([self._dom(args[0])], 0)
        return "\n".join(f"  {one.field}={one.value[1]}" for one in record.params)

    def _blkiotune(self, args: list[str], options: dict[str, str]) -> str:
        flags = 2 if "config" in options else 0
        domain = self._dom(args[0])
        count = self._conn.domain_get_blkio_parameters(domain, 0, flags).nparams
        found = self._conn.domain_get_blkio_parameters(domain, count, flags)
        return "\n".join(f"{one.field:<15}: {one.value[1]}" for one in found.params)

    # storage

    def _pool(self, name: str) -> remote.StoragePool:
        return self._conn.storage_pool_lookup_by_name(name)

    def _pool_list(self, _args: list[str], options: dict[str, str]) -> str:
        flags = 0 if "all" in options else int(enums.ConnectListAllStoragePoolsFlags.ACTIVE)
        return "\n".join(pool.name for pool in self._conn.connect_list_all_storage_pools(1, flags).pools)

    def _pool_define_as(self, args: list[str], options: dict[str, str]) -> None:
        name, kind = args
        target = f"<target><path>{options['target']}</path></target>"
        self._conn.storage_pool_define_xml(f"<pool type='{kind}'><name>{name}</name>{target}</pool>")

    def _pool_undefine(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.storage_pool_undefine(self._pool(args[0]))

    def _pool_destroy(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.storage_pool_destroy(self._pool(args[0]))

    def _pool_delete(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.storage_pool_delete(self._pool(args[0]))

    def _pool_refresh(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.storage_pool_refresh(self._pool(args[0]))

    def _pool_info(self, args: list[str], _options: dict[str, str]) -> str:
        pool = self._pool(args[0])
        state = "running" if self._conn.storage_pool_is_active(pool) else "inactive"
        persistent = _yes(self._conn.storage_pool_is_persistent(pool))
        autostart = _yes(self._conn.storage_pool_get_autostart(pool))
        return f"State: {state}\nPersistent: {persistent}\nAutostart: {autostart}"

    def _vol(self, args: list[str], options: dict[str, str]) -> remote.StorageVol:
        pool = options.get("pool") or args[1]
        return self._conn.storage_vol_lookup_by_name(self._pool(pool), args[0])

    def _vol_list(self, args: list[str], _options: dict[str, str]) -> str:
        found = self._conn.storage_pool_list_all_volumes(self._pool(args[0]), 1).vols
        return "\n".join(f" {volume.name}   {volume.key}" for volume in found)

    def _vol_create_as(self, args: list[str], options: dict[str, str]) -> None:
        pool, name, size = args
        root = ET.Element("volume")
        ET.SubElement(root, "name").text = name
        ET.SubElement(root, "capacity").text = str(_bytes(size))
        if "allocation" in options:
            ET.SubElement(root, "allocation").text = str(_bytes(options["allocation"]))
        ET.SubElement(ET.SubElement(root, "target"), "format", type=options.get("format", "raw"))
        if "backing-vol" in options:
            backing = ET.SubElement(root, "backingStore")
            base = self._vol([options["backing-vol"], pool], {})
            ET.SubElement(backing, "path").text = base.key
            ET.SubElement(backing, "format", type=options["backing-vol-format"])
        self._conn.storage_vol_create_xml(self._pool(pool), ET.tostring(root, "unicode"), 0)

    def _vol_delete(self, args: list[str], options: dict[str, str]) -> None:
        self._conn.storage_vol_delete(self._vol(args, options))

    def _vol_wipe(self, args: list[str], options: dict[str, str]) -> None:
        self._conn.storage_vol_wipe(self._vol(args, options))

    def _vol_dumpxml(self, args: list[str], options: dict[str, str]) -> str:
        return self._conn.storage_vol_get_xml_desc(self._vol(args, options))

    # networks and secrets

    def _net(self, name: str) -> remote.Network:
        return self._conn.network_lookup_by_name(name)

    def _net_list(self, _args: list[str], options: dict[str, str]) -> str:
        flags = 0 if "all" in options else int(enums.ConnectListAllNetworksFlags.ACTIVE)
        return "\n".join(net.name for net in self._conn.connect_list_all_networks(1, flags).nets)

    def _net_define(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.network_define_xml(self._file(args[0]))

    def _net_undefine(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.network_undefine(self._net(args[0]))

    def _net_destroy(self, args: list[str], _options: dict[str, str]) -> None:
        self._conn.network_destroy(self._net(args[0]))

    def _net_info(self, args: list[str], _options: dict[str, str]) -> str:
        net = self._net(args[0])
        active = _yes(self._conn.network_is_active(net))
        persistent = _yes(self._conn.network_is_persistent(net))
        autostart = _yes(self._conn.network_get_autostart(net))
        return f"Active: {active}\nPersistent: {persistent}\nAutostart: {autostart}"

    def _secret_list(self, _args: list[str], _options: dict[str, str]) -> str:
        kinds = {0: "none", 1: "volume", 2: "ceph", 3: "iscsi", 4: "tls", 5: "vtpm"}
        found = self._conn.connect_list_all_secrets(1).secrets
        return "\n".join(
            f" {uuid.UUID(bytes=one.uuid)}   {kinds[one.usage_type]} {one.usage_id}" for one in found
        )

    def _secret_get_value(self, args: list[str], _options: dict[str, str]) -> str:
        secret = self._conn.secret_lookup_by_uuid(uuid.UUID(args[0]).bytes)
        return json.dumps(self._conn.secret_get_value(secret).decode("latin-1"))


def _yes(number: int) -> str:
    return "yes" if number else "no"


def _bytes(text: str) -> int:
    digits = text.rstrip("KMGB")
    return int(digits) * _UNITS[text[len(digits) :]]
