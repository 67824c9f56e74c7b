"""Calls about what a host has besides: devices, network filters, network interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, check_count
from purevirt.testing.simulator.xml_tree import Node, format_node

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host

__all__ = ["handles", "new_devices"]

handles = Subject("node devices, network filters and interfaces")

_LOOPBACK_MAC = "00:00:00:00:00:00"
_Cap = enums.ConnectListAllNodeDeviceFlags
_CAP_FLAGS = {"system": _Cap.CAP_SYSTEM, "net": _Cap.CAP_NET, "storage": _Cap.CAP_STORAGE}


def new_devices(machine_uuid: uuid.UUID) -> Mapping[str, Node]:
    """Return the devices that every simulated host has, by name."""
    hardware = Node("hardware", {}, [Node("uuid", {}, [str(machine_uuid)])])
    return {
        "computer": _device("computer", None, "system", hardware, Node("firmware")),
        "net_lo_00_00_00_00_00_00": _device(
            "net_lo_00_00_00_00_00_00",
            "computer",
            "net",
            Node("interface", {}, ["lo"]),
            Node("address", {}, [_LOOPBACK_MAC]),
            Node("link", {"state": "unknown"}),
        ),
        "block_vda": _device(
            "block_vda",
            "computer",
            "storage",
            Node("block", {}, ["/dev/vda"]),
            Node("drive_type", {}, ["disk"]),
            Node("size", {}, [str(1 << 40)]),
        ),
    }


def _device(name: str, parent: str | None, capability: str, *children: Node) -> Node:
    nodes = [Node("name", {}, [name])]
    if parent is not None:
        nodes.append(Node("parent", {}, [parent]))
    nodes.append(Node("capability", {"type": capability}, children))
    return Node("device", {}, nodes)


def _require(host: Host, name: str) -> Node:
    device = host.devices.get(name)
    if device is None:
        text = f"no node device with matching name '{name}'"
        raise SimulatedError(ErrorNumber.NO_NODE_DEVICE, ErrorDomain.NODEDEV, text)
    return device


def _capability(device: Node) -> str:
    capability = device.find("capability")
    return (capability.get("type") if capability is not None else None) or ""


def _with(host: Host, capability: str | None) -> list[str]:
    return [
        name for name, one in host.devices.items() if capability is None or _capability(one) == capability
    ]


@handles(procedures.NODE_NUM_OF_DEVICES)
def count_devices(
    host: Host, client: Client, args: remote.NodeNumOfDevicesArgs
) -> remote.NodeNumOfDevicesRet:
    """Count devices, all or those with a capability."""
    return remote.NodeNumOfDevicesRet(num=len(_with(host, args.cap)))


@handles(procedures.NODE_LIST_DEVICES)
def list_devices(host: Host, client: Client, args: remote.NodeListDevicesArgs) -> remote.NodeListDevicesRet:
    """List the names of devices, of all or of those with a capability."""
    check_count(args.maxnames, "maxnames", "REMOTE_NODE_DEVICE_LIST_MAX")
    return remote.NodeListDevicesRet(names=_with(host, args.cap)[: args.maxnames])


@handles(procedures.CONNECT_LIST_ALL_NODE_DEVICES)
def list_all_devices(
    host: Host, client: Client, args: remote.ConnectListAllNodeDevicesArgs
) -> remote.ConnectListAllNodeDevicesRet:
    """List devices, all or those with one of some capabilities."""
    wanted = {name for name, flag in _CAP_FLAGS.items() if args.flags & flag}
    names = [
        name
        for name, one in host.devices.items()
        if not args.flags & ~int(_Cap.INACTIVE | _Cap.ACTIVE) or _capability(one) in wanted
    ]
    devices = [remote.NodeDevice(name) for name in names] if args.need_results else []
    return remote.ConnectListAllNodeDevicesRet(devices=devices, ret=len(names))


@handles(procedures.NODE_DEVICE_LOOKUP_BY_NAME)
def lookup_device(
    host: Host, client: Client, args: remote.NodeDeviceLookupByNameArgs
) -> remote.NodeDeviceLookupByNameRet:
    """Find a device."""
    _require(host, args.name)
    return remote.NodeDeviceLookupByNameRet(dev=remote.NodeDevice(args.name))


@handles(procedures.NODE_DEVICE_GET_XML_DESC)
def device_xml(
    host: Host, client: Client, args: remote.NodeDeviceGetXmlDescArgs
) -> remote.NodeDeviceGetXmlDescRet:
    """Describe a device."""
    return remote.NodeDeviceGetXmlDescRet(xml=format_node(_require(host, args.name)))


@handles(procedures.NODE_DEVICE_GET_PARENT)
def device_parent(
    host: Host, client: Client, args: remote.NodeDeviceGetParentArgs
) -> remote.NodeDeviceGetParentRet:
    """Return what a device hangs on; None for the host itself."""
    return remote.NodeDeviceGetParentRet(parent_name=_require(host, args.name).find_text("parent"))


@handles(procedures.NODE_DEVICE_NUM_OF_CAPS)
def count_device_caps(
    host: Host, client: Client, args: remote.NodeDeviceNumOfCapsArgs
) -> remote.NodeDeviceNumOfCapsRet:
    """Count a device's capabilities."""
    _require(host, args.name)
    return remote.NodeDeviceNumOfCapsRet(num=1)


@handles(procedures.NODE_DEVICE_LIST_CAPS)
def list_device_caps(
    host: Host, client: Client, args: remote.NodeDeviceListCapsArgs
) -> remote.NodeDeviceListCapsRet:
    """List a device's capabilities."""
    check_count(args.maxnames, "maxnames", "REMOTE_NODE_DEVICE_CAPS_LIST_MAX")
    return remote.NodeDeviceListCapsRet(names=[_capability(_require(host, args.name))][: args.maxnames])


# network filters, of which a simulated host has none


@handles(procedures.CONNECT_NUM_OF_NWFILTERS)
def count_filters(host: Host, client: Client, args: None) -> remote.ConnectNumOfNwfiltersRet:
    """Count network filters."""
    return remote.ConnectNumOfNwfiltersRet(num=0)


@handles(procedures.CONNECT_LIST_NWFILTERS)
def list_filters(
    host: Host, client: Client, args: remote.ConnectListNwfiltersArgs
) -> remote.ConnectListNwfiltersRet:
    """List the names of network filters."""
    return remote.ConnectListNwfiltersRet(names=[])


@handles(procedures.CONNECT_LIST_ALL_NWFILTERS)
def list_all_filters(
    host: Host, client: Client, args: remote.ConnectListAllNwfiltersArgs
) -> remote.ConnectListAllNwfiltersRet:
    """List network filters."""
    return remote.ConnectListAllNwfiltersRet(filters=[], ret=0)


@handles(procedures.CONNECT_LIST_ALL_NWFILTER_BINDINGS)
def list_all_bindings(
    host: Host, client: Client, args: remote.ConnectListAllNwfilterBindingsArgs
) -> remote.ConnectListAllNwfilterBindingsRet:
    """List which filters are on which interfaces."""
    return remote.ConnectListAllNwfilterBindingsRet(bindings=[], ret=0)


@handles(procedures.NWFILTER_LOOKUP_BY_NAME)
def lookup_filter(
    host: Host, client: Client, args: remote.NwfilterLookupByNameArgs
) -> remote.NwfilterLookupByNameRet:
    """Find a network filter."""
    text = f"no nwfilter with matching name '{args.name}'"
    raise SimulatedError(ErrorNumber.NO_NWFILTER, ErrorDomain.NWFILTER, text)


# interfaces: the loopback alone


@handles(procedures.CONNECT_NUM_OF_INTERFACES)
def count_interfaces(host: Host, client: Client, args: None) -> remote.ConnectNumOfInterfacesRet:
    """Count the interfaces that are up, but for the loopback."""
    return remote.ConnectNumOfInterfacesRet(num=0)


@handles(procedures.CONNECT_LIST_ALL_INTERFACES)
def list_all_interfaces(
    host: Host, client: Client, args: remote.ConnectListAllInterfacesArgs
) -> remote.ConnectListAllInterfacesRet:
    """List interfaces."""
    interfaces = [remote.Interface("lo", _LOOPBACK_MAC)] if args.need_results else []
    return remote.ConnectListAllInterfacesRet(ifaces=interfaces, ret=1)


@handles(procedures.INTERFACE_LOOKUP_BY_NAME)
def lookup_interface(
    host: Host, client: Client, args: remote.InterfaceLookupByNameArgs
) -> remote.InterfaceLookupByNameRet:
    """Find an interface."""
    if args.name != "lo":
        text = f"couldn't find interface named '{args.name}'"
        raise SimulatedError(ErrorNumber.NO_INTERFACE, ErrorDomain.INTERFACE, text)
    return remote.InterfaceLookupByNameRet(iface=remote.Interface("lo", _LOOPBACK_MAC))
