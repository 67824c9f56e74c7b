"""What a read-only connection may do: what needs no more than to look.

Source: the @acl annotations of remote_protocol.x; measured on libvirtd 9.0.0, which names the C function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from purevirt.rpc.procedure import AnyProcedure

__all__ = ["api_name", "check_readonly"]

_LOOKING = ("getattr", "read", "search")
_DOMAINS = (
    ("DOMAIN_SNAPSHOT_", ErrorDomain.DOMAIN_SNAPSHOT),
    ("DOMAIN_REVERT_", ErrorDomain.DOMAIN_SNAPSHOT),
    ("DOMAIN_CHECKPOINT_", ErrorDomain.DOMAIN_CHECKPOINT),
    ("DOMAIN_", ErrorDomain.DOMAIN),
    ("NETWORK_", ErrorDomain.NETWORK),
    ("STORAGE_", ErrorDomain.STORAGE),
    ("SECRET_", ErrorDomain.SECRET),
    ("INTERFACE_", ErrorDomain.INTERFACE),
    ("NODE_DEVICE_", ErrorDomain.NODEDEV),
    ("NWFILTER_", ErrorDomain.NWFILTER),
)
_WORDS = {
    "XML": "XML",
    "FSINFO": "FSInfo",
    "FSFREEZE": "FSFreeze",
    "FSTHAW": "FSThaw",
    "FSTRIM": "FSTrim",
    "IOTHREAD": "IOThread",
    "NWFILTER": "NWFilter",
    "UUID": "UUID",
    "CPU": "CPU",
    "URI": "URI",
    "OS": "OS",
    "DHCP": "DHCP",
}


def api_name(spec: AnyProcedure) -> str:
    """Return the C function behind a procedure, e.g. ``virDomainDefineXML``."""
    program, _, name = spec.name.partition("_PROC_")
    words = name.split("_")
    if program == "QEMU":
        words.insert(1, "QEMU")
    return "vir" + "".join(_WORDS.get(word, word.capitalize()) for word in words)


def check_readonly(spec: AnyProcedure) -> None:
    """Refuse a call that a read-only connection may not make.

    Raises:
        SimulatedError: it changes something, or shows more than such a connection may see.
    """
    for rule in spec.acl:
        if ":" not in rule:
            continue
        _, permission, *conditions = rule.split(":")
        if not conditions and not permission.startswith(_LOOKING):
            break
        if permission == "read_secure" and not conditions:
            break
    else:
        return
    program, _, name = spec.name.partition("_PROC_")
    domain = ErrorDomain.NONE
    if program == "REMOTE":
        domain = next((one for prefix, one in _DOMAINS if name.startswith(prefix)), ErrorDomain.NONE)
    text = f"read only access prevents {api_name(spec)}"
    raise SimulatedError(ErrorNumber.OPERATION_DENIED, domain, text)
