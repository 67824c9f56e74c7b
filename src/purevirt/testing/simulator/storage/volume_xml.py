"""A volume's description: read as libvirt reads it, written as libvirt writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain
from purevirt.testing.simulator.storage.failures import refuse_xml, unsupported
from purevirt.testing.simulator.storage.pool_xml import Permissions, parse_permissions
from purevirt.testing.simulator.units import digits, to_bytes
from purevirt.testing.simulator.xml_tree import Node, format_node, parse_root

if TYPE_CHECKING:
    from purevirt.testing.simulator.storage.files import FileStatus
    from purevirt.testing.simulator.storage.pool import Volume

__all__ = ["VOLUME_FORMATS", "VolumeRequest", "format_volume", "parse_volume"]

VOLUME_FORMATS = (
    "none", "raw", "dir", "bochs", "cloop", "dmg", "iso", "vpc", "vdi", "fat", "vhd", "ploop", "cow", "qcow",
    "qcow2", "qed", "vmdk",
)  # fmt: skip
"""What libvirt says a pool of type dir can have; "none" it does not accept all the same."""
_TYPES = ("file", "block", "dir", "network", "netdir", "ploop")
_FEATURES = ("lazy_refcounts", "extended_l2")
_NANOSECONDS = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeRequest:
    """What a client wants a new volume to be.

    Attributes:
        name: of the file.
        capacity: of the disk in bytes; None where nothing is said.
        allocation: what is to be taken of the pool at once, in bytes; None where nothing is said.
        format: raw, qcow2, ...
        permissions: of the file.
        compat: of qcow2, e.g. 1.1; None where nothing is said.
        cluster_bytes: of qcow2; None where nothing is said.
        features: of qcow2; None where nothing is said.
        backing_path, backing_format: what it builds upon; the format is raw where nothing is said.
        is_encrypted: it asks for encryption.
    """

    name: str
    capacity: int | None
    allocation: int | None
    format: str
    permissions: Permissions
    compat: str | None
    cluster_bytes: int | None
    features: frozenset[str] | None
    backing_path: str | None
    backing_format: str
    is_encrypted: bool


def parse_volume(xml: str, *, needs_capacity: bool) -> VolumeRequest:
    """Return what a client's description says.

    Args:
        xml: the description.
        needs_capacity: it has to be there, unless there is a backing store to take it from.

    Raises:
        SimulatedError: libvirt would refuse it.
    """
    root = parse_root(xml, "volume", "(storage_volume_definition)", ErrorDomain.STORAGE)
    name_node = root.find("name")
    name = "" if name_node is None else name_node.text
    if not name:
        raise refuse_xml("missing volume name element")
    kind = root.get("type")
    if kind is not None and kind not in _TYPES:
        raise unsupported(f"unknown volume type '{kind}'")
    backing = root.find_text("backingStore/path")
    backing_format = _parse_format(root.find("backingStore/format"))
    capacity = _parse_size(root.find("capacity"))
    if capacity is None and needs_capacity and backing is None:
        raise refuse_xml("missing capacity element")
    allocation = _parse_size(root.find("allocation"))
    image_format = _parse_format(root.find("target/format"))
    permissions = parse_permissions(root.find("target/permissions"))
    compat = root.find_text("target/compat")
    if compat is not None and not re.fullmatch(r"[0-9]+\.[0-9]+", compat):
        raise refuse_xml("forbidden characters in 'compat' attribute")
    features = None
    if (features_node := root.find("target/features")) is not None:
        features = frozenset(child.tag for child in features_node)
        for feature in sorted(features.difference(_FEATURES)):
            raise unsupported(f"unsupported feature {feature}")
        compat = compat or "1.1"
    return VolumeRequest(
        name=name,
        capacity=capacity,
        allocation=allocation,
        format=image_format,
        permissions=permissions,
        compat=compat,
        cluster_bytes=_parse_size(root.find("target/clusterSize")),
        features=features,
        backing_path=backing,
        backing_format=backing_format,
        is_encrypted=root.find("target/encryption") is not None,
    )


def _parse_format(node: Node | None) -> str:
    found = None if node is None else node.get("type")
    if found is None:
        return "raw"
    if found == "none" or found not in VOLUME_FORMATS:
        raise unsupported(f"unknown volume format type {found}")
    return found


def _parse_size(node: Node | None) -> int | None:
    if node is None or not node.text.strip():
        return None
    number = digits(node.text.strip())
    if number is None:
        raise refuse_xml("malformed capacity element")
    size = to_bytes(number, node.get("unit"), 1)
    if size >= 1 << 63:
        raise refuse_xml("malformed capacity element")
    return size


def format_volume(volume: Volume, status: FileStatus, backing_status: FileStatus | None) -> str:
    """Return a volume's description.

    Args:
        volume: which.
        status: of its file.
        backing_status: of the file that it builds upon; None when that is missing, or there is none.
    """
    root = Node("volume", {"type": "dir" if status.is_folder else "file"})
    root.put("name", volume.name)
    root.put("key", volume.path)
    root.put("capacity", str(volume.capacity), unit="bytes")
    root.put("allocation", str(volume.allocation), unit="bytes")
    if volume.physical:
        root.put("physical", str(volume.physical), unit="bytes")
    target = root.put("target")
    _fill(target, volume.path, volume.format, status)
    if volume.compat is not None:
        target.put("compat", volume.compat)
    if volume.cluster_bytes is not None:
        target.put("clusterSize", str(volume.cluster_bytes), unit="B")
    if volume.features is not None:
        features = target.put("features")
        features.children = [Node(one) for one in _FEATURES if one in volume.features]
    if volume.backing_path is not None:
        _fill(root.put("backingStore"), volume.backing_path, volume.backing_format or "raw", backing_status)
    return format_node(root)


def _fill(node: Node, path: str, image_format: str, status: FileStatus | None) -> None:
    node.put("path", path)
    node.put("format", type=image_format)
    if status is None:
        return
    node.children.append(Permissions(status.mode & 0o7777, status.owner, status.group).node())
    times = node.put("timestamps")
    for tag, time_ns in (
        ("atime", status.atime_ns), ("mtime", status.mtime_ns), ("ctime", status.ctime_ns), ("btime", 0),
    ):  # fmt: skip
        seconds, rest = divmod(time_ns, _NANOSECONDS)
        times.put(tag, f"{seconds}.{rest:09}" if rest else str(seconds))
