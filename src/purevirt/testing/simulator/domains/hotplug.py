"""Devices that are attached to domains, changed and detached, now and for the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.domains.checks import DEVICES, refuse_xml, unsupported
from purevirt.testing.simulator.domains.definition import Definition
from purevirt.testing.simulator.domains.handlers import invalid
from purevirt.testing.simulator.domains.live import device_alias, free_index, make_live_device
from purevirt.testing.simulator.domains.scope import CONFIG, LIVE, scopes
from purevirt.testing.simulator.domains.xml import machine_of, read_domain_node, strip_live
from purevirt.testing.simulator.guest import GuestPhase
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.units import digits
from purevirt.testing.simulator.wire.failure import SimulatedError, check_flags
from purevirt.testing.simulator.xml_tree import parse

if TYPE_CHECKING:
    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.domains.domain import Domain
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.xml_tree import Node

__all__ = ["handles"]

handles = Subject("domain devices")

_QEMU, _DOMAIN = ErrorDomain.QEMU, ErrorDomain.DOMAIN
_FORCE = 4


def _read(xml: str) -> Node:
    device = parse(xml, "(device_definition)", _DOMAIN)
    if device.tag not in DEVICES:
        raise unsupported(f"unknown device type '{device.tag}'")
    if device.tag == "disk":
        target, source = device.find("target"), device.find("source")
        if target is None or not target.get("dev"):
            where = "" if source is None else next(iter(source.attributes.values()), "")
            raise SimulatedError(ErrorNumber.NO_TARGET, _DOMAIN, where or None)
    return device


def _key(device: Node) -> tuple[str, str] | None:
    """Return what tells a device from others of its kind: a disk's target, an interface's MAC address."""
    if device.tag == "disk":
        target = device.find("target")
        return None if target is None else ("disk", target.attributes.get("dev", ""))
    if device.tag == "interface":
        mac = device.find("mac")
        return None if mac is None else ("interface", mac.attributes.get("address", "").lower())
    return None


def _devices(tree: Node) -> Node:
    devices = tree.find("devices")
    assert devices is not None
    return devices


def _same(tree: Node, device: Node) -> list[Node]:
    """Return the devices of a domain that a description means."""
    found = [one for one in _devices(tree) if one.tag == device.tag]
    key = _key(device)
    if key is not None:
        return [one for one in found if _key(one) == key]
    return [one for one in found if one.attributes.items() >= device.attributes.items()]


def _require(tree: Node, device: Node) -> Node:
    found = _same(tree, device)
    key = _key(device)
    if not found:
        if device.tag == "disk" and key is not None:
            raise SimulatedError(ErrorNumber.DEVICE_MISSING, _QEMU, f"no target device {key[1]}")
        if device.tag == "interface" and key is not None:
            text = f"no device matching MAC address {key[1]} found"
            raise SimulatedError(ErrorNumber.DEVICE_MISSING, _DOMAIN, text)
        text = f"matching {device.tag} device was not found"
        raise SimulatedError(ErrorNumber.DEVICE_MISSING, _DOMAIN, text)
    if len(found) > 1 and device.tag == "interface" and key is not None:
        text = f"multiple devices matching MAC address {key[1]} found"
        raise SimulatedError(ErrorNumber.OPERATION_FAILED, _DOMAIN, text)
    return found[0]


def _with(host: Host, tree: Node, device: Node) -> tuple[Node, Node]:
    """Return the tree with one device more, complete, and that device.

    Raises:
        SimulatedError: libvirt would refuse it.
    """
    changed = strip_live(tree)
    added = device.copy()
    _devices(changed).children.append(added)
    complete = read_domain_node(changed, host.machine, host.new_uuid, host.new_mac)
    before = {_key(one) for one in _devices(tree) if _key(one) is not None}
    fresh = [one for one in _devices(complete) if one.tag == device.tag and _key(one) not in before]
    return complete, fresh[-1] if fresh else added


# attach


def _attach(host: Host, domain: Domain, xml: str, flags: int) -> None:
    check_flags(flags, LIVE | CONFIG, "qemuDomainAttachDeviceLiveAndConfig")
    live, config = scopes(domain, flags)
    device = _read(xml)
    complete = None
    if config is not None:
        if device.tag == "disk" and _same(config, device):
            key = _key(device)
            assert key is not None
            raise invalid(f"target {key[1]} already exists")
        complete, _ = _with(host, config, device)
    if live is not None:
        _plug(host, domain, live, device)
    if complete is not None:
        domain.config = Definition(complete)


def _plug(host: Host, domain: Domain, live: Node, device: Node) -> None:
    _, added = _with(host, live, device)
    if "q35" not in machine_of(live) and live.find("features/acpi") is None:
        text = "unable to execute QEMU command 'device_add': Bus 'pci.0' does not support hotplugging"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _QEMU, text)
    host.check_device(added)
    made = make_live_device(live, added, domain.id)
    siblings = _devices(live)
    place = max(
        (i for i, one in enumerate(siblings.children) if _rank(one) <= DEVICES.index(made.tag)),
        default=len(siblings.children) - 1,
    )
    siblings.children.insert(place + 1, made)
    host.complete_live(live)
    alias = device_alias(made)
    domain.tell(
        enums.DomainEventID.DEVICE_ADDED,
        procedures.DOMAIN_EVENT_CALLBACK_DEVICE_ADDED,
        lambda ident: remote.DomainEventCallbackDeviceAddedMsg(ident, domain.wire(), alias),
    )


def _rank(one: Node | str) -> int:
    return DEVICES.index(one.tag) if not isinstance(one, str) and one.tag in DEVICES else -1


@handles(procedures.DOMAIN_ATTACH_DEVICE)
def attach_device(host: Host, client: Client, args: remote.DomainAttachDeviceArgs) -> None:
    """Attach a device to a running domain."""
    _attach(host, host.domains.require(args.dom), args.xml, LIVE)


@handles(procedures.DOMAIN_ATTACH_DEVICE_FLAGS)
def attach_device_flags(host: Host, client: Client, args: remote.DomainAttachDeviceFlagsArgs) -> None:
    """Attach a device now, from the next start on, or both."""
    _attach(host, host.domains.require(args.dom), args.xml, args.flags)


# detach


def _detach(domain: Domain, xml: str, flags: int) -> None:
    check_flags(flags, LIVE | CONFIG, "qemuDomainDetachDeviceLiveAndConfig")
    live, config = scopes(domain, flags)
    device = _read(xml)
    of_config = None if config is None else _require(config, device)
    of_live = None if live is None else _require(live, device)
    if of_live is not None:
        _unplug(domain, of_live)
    if config is not None and of_config is not None:
        _devices(config).children.remove(of_config)


def _unplug(domain: Domain, device: Node) -> None:
    """Ask the guest to let a device go; one that has not booted, or is paused, does not."""
    assert domain.live is not None
    if domain.guest is None or domain.guest.phase is not GuestPhase.UP or domain.state != 1:
        return
    alias = device_alias(device)
    _devices(domain.live).children.remove(device)
    domain.tell(
        enums.DomainEventID.DEVICE_REMOVED,
        procedures.DOMAIN_EVENT_CALLBACK_DEVICE_REMOVED,
        lambda ident: remote.DomainEventCallbackDeviceRemovedMsg(
            ident, remote.DomainEventDeviceRemovedMsg(domain.wire(), alias)
        ),
        (
            procedures.DOMAIN_EVENT_DEVICE_REMOVED,
            lambda: remote.DomainEventDeviceRemovedMsg(domain.wire(), alias),
        ),
    )


@handles(procedures.DOMAIN_DETACH_DEVICE)
def detach_device(host: Host, client: Client, args: remote.DomainDetachDeviceArgs) -> None:
    """Detach a device from a running domain."""
    _detach(host.domains.require(args.dom), args.xml, LIVE)


@handles(procedures.DOMAIN_DETACH_DEVICE_FLAGS)
def detach_device_flags(host: Host, client: Client, args: remote.DomainDetachDeviceFlagsArgs) -> None:
    """Detach a device now, from the next start on, or both."""
    _detach(host.domains.require(args.dom), args.xml, args.flags)


@handles(procedures.DOMAIN_DETACH_DEVICE_ALIAS)
def detach_device_alias(host: Host, client: Client, args: remote.DomainDetachDeviceAliasArgs) -> None:
    """Detach the device of an alias."""
    check_flags(args.flags, LIVE | CONFIG, "qemuDomainDetachDeviceAlias")
    domain = host.domains.require(args.dom)
    trees = [tree for tree in scopes(domain, args.flags) if tree is not None]
    found = [(tree, one) for tree in trees for one in _devices(tree) if device_alias(one) == args.alias]
    if not found:
        text = f"no device found with alias {args.alias}"
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _DOMAIN, text)
    for tree, one in found:
        if tree is domain.live:
            _unplug(domain, one)
        else:
            _devices(tree).children.remove(one)


# change


@handles(procedures.DOMAIN_UPDATE_DEVICE_FLAGS)
def update_device_flags(host: Host, client: Client, args: remote.DomainUpdateDeviceFlagsArgs) -> None:
    """Change what is in a drive, an interface's cable, or, for the next start, anything."""
    check_flags(args.flags, LIVE | CONFIG | _FORCE, "qemuDomainUpdateDeviceFlags")
    domain = host.domains.require(args.dom)
    live, config = scopes(domain, args.flags)
    device = _read(args.xml)
    for tree in (config, live):
        if tree is not None and device.tag == "disk" and not _same(tree, device):
            key = _key(device)
            assert key is not None
            raise SimulatedError(ErrorNumber.INVALID_ARG, _QEMU, f"target {key[1]} doesn't exist.")
    if live is not None:
        _change_live(host, live, device)
    if config is not None:
        # a change that is refused leaves the definition as it is
        changed = config.copy()
        old = _require(changed, device)
        address = old.find("address")
        _devices(changed).children.remove(old)
        wanted = device.copy()
        if address is not None and wanted.find("address") is None:
            wanted.children.append(address)
        complete, _ = _with(host, changed, wanted)
        domain.config = Definition(complete)


def _change_live(host: Host, live: Node, device: Node) -> None:
    source = device.find("source")
    index = None if source is None else source.get("index")
    if device.tag == "disk" and index is not None and digits(index, 1 << 32) is None:
        raise refuse_xml(f"invalid disk index '{index}'")
    old = _require(live, device)
    if device.tag == "disk" and old.get("device") in ("cdrom", "floppy"):
        host.check_device(device)
        part = "source"
    elif device.tag == "interface":
        part = "link"
    else:
        text = f"live update of device '{device.tag}' is not supported"
        raise SimulatedError(ErrorNumber.OPERATION_UNSUPPORTED, _QEMU, text)
    new = device.find(part)
    if new is not None:
        new = new.copy()
        if part == "source":
            # whatever the client calls it
            new.attributes["index"] = free_index(_devices(live))
    old.drop(part)
    if new is not None:
        place = next((i for i, one in enumerate(old) if one.tag == "target"), len(old.children))
        old.children.insert(place, new)
