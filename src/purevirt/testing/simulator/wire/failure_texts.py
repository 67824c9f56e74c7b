"""What libvirtd's errors look like: for each code its short text, and the pattern that a detail goes into.

Clients see the whole text as the error's message, and the pattern by itself in its field ``str1``.
Source: measured on libvirtd 9.0.0, whose clients print these words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorNumber as E

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TEXTS"]

# most patterns are the short text, a colon and the detail
_WITH_COLON: dict[E, str] = {
    E.INTERNAL_ERROR: "internal error",
    E.NO_MEMORY: "out of memory",
    E.NO_SUPPORT: "this function is not supported by the connection driver",
    E.INVALID_ARG: "invalid argument",
    E.OPERATION_FAILED: "operation failed",
    E.NO_DOMAIN: "Domain not found",
    E.NO_NETWORK: "Network not found",
    E.AUTH_FAILED: "authentication failed",
    E.NO_STORAGE_POOL: "Storage pool not found",
    E.NO_STORAGE_VOL: "Storage volume not found",
    E.NO_NODE_DEVICE: "Node device not found",
    E.OPERATION_INVALID: "Requested operation is not valid",
    E.NO_INTERFACE: "Interface not found",
    E.INVALID_MAC: "invalid MAC address",
    E.NO_NWFILTER: "Network filter not found",
    E.INVALID_SECRET: "Invalid secret",
    E.NO_SECRET: "Secret not found",
    E.CONFIG_UNSUPPORTED: "unsupported configuration",
    E.OPERATION_TIMEOUT: "Timed out during operation",
    E.NO_DOMAIN_SNAPSHOT: "Domain snapshot not found",
    E.ARGUMENT_UNSUPPORTED: "argument unsupported",
    E.STORAGE_PROBE_FAILED: "Storage pool probe failed",
    E.STORAGE_POOL_BUILT: "Storage pool already built",
    E.SNAPSHOT_REVERT_RISKY: "revert requires force",
    E.NO_HOSTNAME: "no hostname found",
    E.OPERATION_ABORTED: "operation aborted",
    E.NO_DOMAIN_METADATA: "metadata not found",
    E.OVERFLOW: "numerical overflow",
    E.OPERATION_UNSUPPORTED: "Operation not supported",
    E.AGENT_UNRESPONSIVE: "Guest agent is not responding",
    E.RESOURCE_BUSY: "resource busy",
    E.ACCESS_DENIED: "access denied",
    E.XML_INVALID_SCHEMA: "XML document failed to validate against schema",
    E.DEVICE_MISSING: "device not found",
    E.NO_DOMAIN_CHECKPOINT: "Domain checkpoint not found",
    E.NO_DOMAIN_BACKUP: "Domain backup job id not found",
    E.NO_NETWORK_METADATA: "metadata not found",
    E.AGENT_COMMAND_TIMEOUT: "guest agent command timed out",
    E.AGENT_COMMAND_FAILED: "guest agent command failed",
}

TEXTS: Mapping[E, tuple[str, str]] = {
    **{code: (text, f"{text}: %s") for code, text in _WITH_COLON.items()},
    E.NO_CONNECT: ("no connection driver available", "no connection driver available for %s"),
    E.INVALID_DOMAIN: ("invalid domain pointer in", "invalid domain pointer in %s"),
    E.OS_TYPE: ("unknown OS type", "unknown OS type %s"),
    E.NO_SOURCE: (
        "missing source information for device",
        "missing source information for device %s",
    ),
    E.NO_TARGET: ("missing target information for device", "missing target information for device %s"),
    E.NO_NAME: ("missing name information", "missing name information in %s"),
    E.NO_OS: ("missing operating system information", "missing operating system information for %s"),
    E.XML_ERROR: ("XML description is invalid or not well formed", "XML error: %s"),
    E.DOM_EXIST: ("this domain exists already", "domain %s exists already"),
    E.OPERATION_DENIED: ("operation forbidden for read only access", "operation forbidden: %s"),
    E.XML_DETAIL: ("parser error", "%s"),
    E.NETWORK_EXIST: ("this network exists already", "network %s exists already"),
    E.SYSTEM_ERROR: ("system call error", "%s"),
    E.RPC: ("RPC error", "%s"),
    E.STORAGE_VOL_EXIST: ("this storage volume exists already", "storage volume %s exists already"),
}
"""Code to (text without a detail, pattern with one)."""
