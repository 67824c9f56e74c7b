"""A pool's description: read as libvirt reads it, written as libvirt writes it."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.storage.failures import refuse_xml, unsupported
from purevirt.testing.simulator.units import digits
from purevirt.testing.simulator.wire.failure import SimulatedError
from purevirt.testing.simulator.xml_tree import Node, format_node, parse_root

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "POOL_TYPES",
    "Permissions",
    "PoolDefinition",
    "clean_path",
    "format_pool",
    "parse_permissions",
    "parse_pool",
]

POOL_TYPES = (
    "dir", "fs", "netfs", "logical", "disk", "iscsi", "iscsi-direct", "scsi", "mpath", "rbd", "sheepdog",
    "gluster", "zfs", "vstorage",
)  # fmt: skip
"""All that libvirt knows; a simulated host has folders only."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """Who may do what with a file; None where nothing is said."""

    mode: int | None = None
    owner: int | None = None
    group: int | None = None

    def node(self) -> Node:
        """Return the element; without children if nothing is said."""
        node = Node("permissions")
        if self.mode is not None:
            node.put("mode", f"0{self.mode:o}")
        if self.owner is not None:
            node.put("owner", str(self.owner))
        if self.group is not None:
            node.put("group", str(self.group))
        return node


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolDefinition:
    """What a pool of type dir is.

    Attributes:
        name: its name.
        uuid: its 16 bytes.
        path: the folder, without doubled or trailing slashes.
        permissions: of the folder; what was asked for, and what was found once the pool has started.
        capacity, allocation, available: of the file system in bytes, as the last look found them.
    """

    name: str
    uuid: bytes
    path: str
    permissions: Permissions = Permissions()
    capacity: int = 0
    allocation: int = 0
    available: int = 0

    def taken(self, size: int) -> PoolDefinition:
        """Return it with so many bytes more in use; negative for fewer."""
        return replace(self, allocation=self.allocation + size, available=self.available - size)


def clean_path(path: str) -> str:
    """Return a path as libvirt keeps it: slashes not doubled, none at its end, dots left alone."""
    leading = "//" if re.match(r"//[^/]", path) else path[:1]
    if leading not in ("/", "//"):
        leading = ""
    return leading + "/".join(part for part in path.split("/") if part)


def parse_permissions(node: Node | None) -> Permissions:
    """Return what an element ``permissions`` says.

    Raises:
        SimulatedError: it makes no sense.
    """
    if node is None:
        return Permissions()
    mode = node.find_text("mode")
    if mode is not None and (not re.fullmatch("[0-7]+", mode) or int(mode, 8) > 0o777):
        raise refuse_xml("malformed octal mode")
    return Permissions(
        None if mode is None else int(mode, 8),
        _parse_id(node.find_text("owner"), "owner"),
        _parse_id(node.find_text("group"), "group"),
    )


def _parse_id(text: str | None, what: str) -> int | None:
    if text is None or text == "-1":
        return None
    number = digits(text, (1 << 32) - 1)
    if number is None:
        raise refuse_xml(f"malformed {what} element")
    return number


def parse_pool(xml: str, new_uuid: Callable[[], uuid.UUID]) -> PoolDefinition:
    """Return what a client's description says.

    Raises:
        SimulatedError: libvirt would refuse it, or it is not of type dir.
    """
    root = parse_root(xml, "pool", "(storage_pool_definition)", ErrorDomain.STORAGE)
    kind = root.get("type")
    if kind is None:
        raise _xml_core("Missing required attribute 'type' in element 'pool'")
    if kind not in POOL_TYPES:
        raise _xml_core(f"Invalid value for attribute 'type' in element 'pool': '{kind}'.")
    name = root.find_text("name") if (node := root.find("name")) is None else node.text
    if not name:
        raise refuse_xml("missing pool source name element")
    if "/" in name:
        raise refuse_xml(f"name {name} cannot contain '/'")
    given = root.find_text("uuid")
    try:
        pool_uuid = new_uuid() if given is None else uuid.UUID(given)
    except ValueError:
        raise refuse_xml("malformed uuid element") from None
    if kind != "dir":
        raise unsupported(f"the simulated host has pools of type 'dir', not '{kind}'")
    path = root.find_text("target/path")
    if path is None:
        raise refuse_xml("missing storage pool target path")
    permissions = parse_permissions(root.find("target/permissions"))
    return PoolDefinition(name=name, uuid=pool_uuid.bytes, path=clean_path(path), permissions=permissions)


def _xml_core(detail: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.XML_ERROR, ErrorDomain.XML, detail)


def format_pool(definition: PoolDefinition) -> str:
    """Return a pool's description."""
    root = Node("pool", {"type": "dir"})
    root.put("name", definition.name)
    root.put("uuid", str(uuid.UUID(bytes=definition.uuid)))
    for tag in ("capacity", "allocation", "available"):
        root.put(tag, str(getattr(definition, tag)), unit="bytes")
    root.put("source")
    target = root.put("target")
    target.put("path", definition.path)
    permissions = definition.permissions.node()
    if permissions.children:
        target.children.append(permissions)
    # an element that libvirt writes in two lines although there is nothing in it
    return format_node(root).replace("\n  <source/>\n", "\n  <source>\n  </source>\n")
