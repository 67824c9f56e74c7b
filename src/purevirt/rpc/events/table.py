"""Every kind of event that a connection to a hypervisor can subscribe to. Pure.

Those of domains, networks, storage pools, node devices and secrets are emitted, since their registrations
follow one pattern; the two that do not are here. The lxc program has no events.

A domain's older events (107, 169 to 173, ...) carry no number of a registration and have a newer twin that
does. They are never asked for: a daemon refuses to mix the two styles on one connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from purevirt.rpc.events.kind import EventKind, Topic
from purevirt.rpc.gen import event_kinds, procedures, qemu, remote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from purevirt.rpc.procedure import AnyProcedure

__all__ = ["CONNECTION_CLOSED", "KINDS", "MONITOR", "AnyKind", "kind_of", "monitor_topic"]

AnyKind: TypeAlias = EventKind[Any]

CONNECTION_CLOSED: Final[EventKind[remote.ConnectEventConnectionClosedMsg]] = EventKind(
    "connection_closed",
    procedures.CONNECT_EVENT_CONNECTION_CLOSED,
    procedures.CONNECT_REGISTER_CLOSE_CALLBACK,
    procedures.CONNECT_UNREGISTER_CLOSE_CALLBACK,
)
MONITOR: Final[EventKind[qemu.DomainMonitorEventMsg]] = EventKind(
    "qemu_monitor",
    procedures.QEMU_DOMAIN_MONITOR_EVENT,
    procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER,
    procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER,
)
KINDS: Final[tuple[AnyKind, ...]] = (*event_kinds.ALL, CONNECTION_CLOSED, MONITOR)

_BY_EVENT: Mapping[AnyProcedure, AnyKind] = {kind.event: kind for kind in KINDS}
# enums.ConnectDomainQemuMonitorEventRegisterFlags; that module is not imported for two numbers
_REGEX, _IGNORE_CASE = 1, 2


def kind_of(event: AnyProcedure) -> AnyKind | None:
    """Return the kind that a procedure's messages are of; None for one that nobody can subscribe to."""
    return _BY_EVENT.get(event)


def monitor_topic(
    dom: remote.Domain | None, event: str | None, *, regex: bool, ignore_case: bool
) -> Topic[qemu.DomainMonitorEventMsg]:
    """Return the monitor's events of a domain or of all, by name, by pattern, or all."""
    flags = (_REGEX if regex else 0) | (_IGNORE_CASE if ignore_case else 0)
    key = (MONITOR.name, dom.uuid if dom is not None else None, event, flags)
    return Topic(MONITOR, key, qemu.ConnectDomainMonitorEventRegisterArgs(dom, event, flags))
