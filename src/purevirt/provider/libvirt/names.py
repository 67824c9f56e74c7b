"""The names and identities of what the provider makes on a host.

A domain is named after the operation that made it, so that one attempt makes one domain. Everything that
outlives an attempt is named after the machine: its volumes, so that what a killed process left is found again
without a domain that points to it, and the domain's UUID, so that libvirt itself refuses a second domain for
one machine (defining it answers VIR_ERR_OPERATION_FAILED), whoever asks.

Only [a-z0-9.-] is generated: libvirt takes far more, but commas, colons and leading dashes are syntax in one
or another place that a volume's path passes through.
"""

from __future__ import annotations

import base64
import hashlib
import uuid

PREFIX = "bigfleet-"
"""Of every name; a host's access rules can be written for it."""

MAX_NAME_LENGTH = 60

_MACHINE_NAMESPACE = uuid.UUID("6d1f0f34-6a3f-5d6c-9a51-6f7f6bb0f4d2")


def domain_name(operation_id: str) -> str:
    """Return the name of the domain that operation `operation_id` makes: at most 60 characters.

    Short ids stay readable by decoding the base32; longer ones become a hash.
    """
    name = PREFIX + _base32(operation_id.encode())
    if len(name) > MAX_NAME_LENGTH:
        name = (
            PREFIX + _base32(hashlib.sha256(operation_id.encode()).digest())[: MAX_NAME_LENGTH - len(PREFIX)]
        )
    return name


def overlay_name(machine_id: str) -> str:
    """Return the name of the volume with the disk of `machine_id`."""
    return f"{PREFIX}{_digest(machine_id)}.qcow2"


def seed_name(machine_id: str) -> str:
    """Return the name of the volume with the cloud-init seed of `machine_id`."""
    return f"{PREFIX}{_digest(machine_id)}-cidata.iso"


def domain_uuid(machine_id: str) -> uuid.UUID:
    """Return the UUID of the domain of `machine_id`, the same in every process."""
    return uuid.uuid5(_MACHINE_NAMESPACE, machine_id)


def host_name(machine_id: str) -> str:
    """Return the guest's host name: an RFC 1123 label of at most 63 characters, unique to `machine_id`.

    It starts with the readable part of the id, since people see it as the node's name.
    """
    readable = "".join(char if char.isascii() and char.isalnum() else "-" for char in machine_id.lower())
    readable = "-".join(part for part in readable.split("-") if part)
    return f"{readable[:46].rstrip('-') or 'node'}-{_digest(machine_id)[:12]}"


def _digest(text: str) -> str:
    return _base32(hashlib.sha256(text.encode()).digest()[:20])


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=").lower()
