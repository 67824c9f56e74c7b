"""Who wants to be told what: the calls by which clients register for events, and take it back.

Domains have three ways: one for their life alone, an older one for each event, a newer one with numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from purevirt.rpc.gen import enums, procedures, qemu, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.event_hub import EventHub
    from purevirt.testing.simulator.host import Host

__all__ = ["handles"]

handles = Subject("events")

_LIFECYCLE = int(enums.DomainEventID.LIFECYCLE)
_LAST_DOMAIN_EVENT = int(enums.DomainEventID.MEMORY_DEVICE_SIZE_CHANGE)
_LAST_LEGACY_EVENT = int(enums.DomainEventID.DEVICE_REMOVED)


def _unknown_event(event_id: int, what: str = "") -> SimulatedError:
    text = f"unsupported {what}event ID {event_id}"
    return SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, text)


def _not_registered(text: str) -> SimulatedError:
    return SimulatedError(ErrorNumber.INTERNAL_ERROR, ErrorDomain.RPC, f"{text} not registered")


# domains, in the style with numbers


@handles(procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY)
def register(
    host: Host, client: Client, args: remote.ConnectDomainEventCallbackRegisterAnyArgs
) -> remote.ConnectDomainEventCallbackRegisterAnyRet:
    """Register for an event of one domain or of all."""
    if not 0 <= args.event_id <= _LAST_DOMAIN_EVENT:
        raise _unknown_event(args.event_id)
    subject = None if args.dom is None else args.dom.uuid
    callback_id = host.events.domain.register(client, args.event_id, subject)
    return remote.ConnectDomainEventCallbackRegisterAnyRet(callback_id=callback_id)


@handles(procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY)
def deregister(host: Host, client: Client, args: remote.ConnectDomainEventCallbackDeregisterAnyArgs) -> None:
    """Take a registration back."""
    _remove(host.events.domain, client, args.callback_id, "domain")


def _remove(hub: EventHub, client: Client, callback_id: int, what: str) -> None:
    registration = hub.find(client, callback_id)
    if registration is None:
        raise _not_registered(f"{what} event callback {callback_id}")
    hub.remove(registration)


# domains, in the older styles


@handles(procedures.CONNECT_DOMAIN_EVENT_REGISTER)
def register_lifecycle(host: Host, client: Client, args: None) -> remote.ConnectDomainEventRegisterRet:
    """Register for the life of all domains."""
    host.events.domain.register(client, _LIFECYCLE, is_legacy=True)
    return remote.ConnectDomainEventRegisterRet(cb_registered=0)


@handles(procedures.CONNECT_DOMAIN_EVENT_DEREGISTER)
def deregister_lifecycle(host: Host, client: Client, args: None) -> remote.ConnectDomainEventDeregisterRet:
    """Take that back; it takes a registration with a number too, as libvirtd does."""
    _remove_event(host.events.domain, client, _LIFECYCLE)
    return remote.ConnectDomainEventDeregisterRet(cb_registered=0)


@handles(procedures.CONNECT_DOMAIN_EVENT_REGISTER_ANY)
def register_any(host: Host, client: Client, args: remote.ConnectDomainEventRegisterAnyArgs) -> None:
    """Register for an event of all domains."""
    if not 0 <= args.event_id <= _LAST_LEGACY_EVENT:
        raise _unknown_event(args.event_id)
    host.events.domain.register(client, args.event_id, is_legacy=True)


@handles(procedures.CONNECT_DOMAIN_EVENT_DEREGISTER_ANY)
def deregister_any(host: Host, client: Client, args: remote.ConnectDomainEventDeregisterAnyArgs) -> None:
    """Take that back."""
    if not 0 <= args.event_id <= _LAST_LEGACY_EVENT:
        raise _unknown_event(args.event_id)
    _remove_event(host.events.domain, client, args.event_id)


def _remove_event(hub: EventHub, client: Client, event_id: int) -> None:
    registration = hub.find_event(client, event_id)
    if registration is None:
        raise _not_registered(f"domain event {event_id}")
    hub.remove(registration)


# everything else, by one pattern


def _pair(
    what: str,
    deregistered_what: str,
    last_event: int,
    hub_of: Callable[[Host], EventHub],
    subject_field: str,
    register_spec: Any,
    deregister_spec: Any,
) -> None:
    """Make the two handlers of a kind of objects.

    Args:
        what: what errors call the kind when something is registered.
        deregistered_what: and when that is taken back, which libvirtd has mixed up for secrets.
        last_event: the highest number of an event there is.
        hub_of: where its registrations are.
        subject_field: the field of the arguments that names one object.
        register_spec: the call that registers.
        deregister_spec: the call that takes it back.
    """

    def register_one(host: Host, client: Client, args: Any) -> Any:
        if not 0 <= args.event_id <= last_event:
            raise _unknown_event(args.event_id, f"{what} ")
        subject = getattr(args, subject_field)
        key = None if subject is None else getattr(subject, "uuid", None) or subject.name
        return register_spec.ret(callback_id=hub_of(host).register(client, args.event_id, key))

    def deregister_one(host: Host, client: Client, args: Any) -> None:
        _remove(hub_of(host), client, args.callback_id, deregistered_what)

    handles.add(register_spec, register_one)
    handles.add(deregister_spec, deregister_one)


_pair(
    "network",
    "network",
    0,
    lambda host: host.events.network,
    "net",
    procedures.CONNECT_NETWORK_EVENT_REGISTER_ANY,
    procedures.CONNECT_NETWORK_EVENT_DEREGISTER_ANY,
)
_pair(
    "storage pool",
    "storage pool",
    1,
    lambda host: host.events.storage_pool,
    "pool",
    procedures.CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY,
    procedures.CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY,
)
_pair(
    "node device",
    "node device",
    1,
    lambda host: host.events.node_device,
    "dev",
    procedures.CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY,
    procedures.CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY,
)
_pair(
    "secret",
    "node device",
    1,
    lambda host: host.events.secret,
    "secret",
    procedures.CONNECT_SECRET_EVENT_REGISTER_ANY,
    procedures.CONNECT_SECRET_EVENT_DEREGISTER_ANY,
)


# the connection itself


@handles(procedures.CONNECT_REGISTER_CLOSE_CALLBACK)
def register_close(host: Host, client: Client, args: None) -> None:
    """Ask to be told why the hypervisor's connection closes; a second time changes nothing."""
    client.wants_close_reason = True


@handles(procedures.CONNECT_UNREGISTER_CLOSE_CALLBACK)
def unregister_close(host: Host, client: Client, args: None) -> None:
    """Take that back."""
    client.wants_close_reason = False


@handles(procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER)
def register_monitor(
    host: Host, client: Client, args: qemu.ConnectDomainMonitorEventRegisterArgs
) -> qemu.ConnectDomainMonitorEventRegisterRet:
    """Register for QEMU's own events, of which a simulated QEMU has none."""
    subject = None if args.dom is None else args.dom.uuid
    callback_id = host.events.monitor.register(client, 0, subject)
    return qemu.ConnectDomainMonitorEventRegisterRet(callback_id=callback_id)


@handles(procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER)
def deregister_monitor(
    host: Host, client: Client, args: qemu.ConnectDomainMonitorEventDeregisterArgs
) -> None:
    """Take that back."""
    _remove(host.events.monitor, client, args.callback_id, "qemu monitor")
