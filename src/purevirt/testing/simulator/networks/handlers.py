"""Calls about virtual networks."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from purevirt.rpc.gen import enums, procedures, remote
from purevirt.rpc.gen.error_codes import ErrorDomain, ErrorNumber
from purevirt.testing.simulator.networks.collection import no_network
from purevirt.testing.simulator.networks.refusals import is_mac
from purevirt.testing.simulator.registry import Subject
from purevirt.testing.simulator.wire.failure import SimulatedError, check_count, check_flags
from purevirt.testing.simulator.xml_tree import format_node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from purevirt.testing.simulator.client import Client
    from purevirt.testing.simulator.host import Host
    from purevirt.testing.simulator.networks.collection import Network

__all__ = ["handles"]

handles = Subject("networks")

_NETWORK = ErrorDomain.NETWORK
_F = enums.ConnectListAllNetworksFlags
_INACTIVE = 1
_FILTERS: tuple[tuple[int, int, Callable[[Network], bool]], ...] = (
    (_F.ACTIVE, _F.INACTIVE, lambda one: one.is_active),
    (_F.PERSISTENT, _F.TRANSIENT, lambda one: one.is_persistent),
    (_F.AUTOSTART, _F.NO_AUTOSTART, lambda one: one.autostart),
)


def _matching(host: Host, flags: int) -> Iterator[Network]:
    for network in host.networks:
        for yes, no, test in _FILTERS:
            chosen = flags & (yes | no)
            if (chosen == yes and not test(network)) or (chosen == no and test(network)):
                break
        else:
            yield network


@handles(procedures.CONNECT_LIST_ALL_NETWORKS)
def list_all(
    host: Host, client: Client, args: remote.ConnectListAllNetworksArgs
) -> remote.ConnectListAllNetworksRet:
    """List networks."""
    check_flags(args.flags, sum(_F), "networkConnectListAllNetworks", _NETWORK)
    found = list(_matching(host, args.flags))
    return remote.ConnectListAllNetworksRet(
        nets=[one.wire() for one in found] if args.need_results else [], ret=len(found)
    )


@handles(procedures.CONNECT_NUM_OF_NETWORKS)
def count_active(host: Host, client: Client, args: None) -> remote.ConnectNumOfNetworksRet:
    """Count those that run."""
    return remote.ConnectNumOfNetworksRet(num=sum(one.is_active for one in host.networks))


@handles(procedures.CONNECT_LIST_NETWORKS)
def list_active(
    host: Host, client: Client, args: remote.ConnectListNetworksArgs
) -> remote.ConnectListNetworksRet:
    """List the names of those that run."""
    check_count(args.maxnames, "maxnames", "REMOTE_NETWORK_LIST_MAX")
    names = [one.name for one in host.networks if one.is_active]
    return remote.ConnectListNetworksRet(names=names[: args.maxnames])


@handles(procedures.CONNECT_NUM_OF_DEFINED_NETWORKS)
def count_defined(host: Host, client: Client, args: None) -> remote.ConnectNumOfDefinedNetworksRet:
    """Count those that do not run."""
    return remote.ConnectNumOfDefinedNetworksRet(num=sum(not one.is_active for one in host.networks))


@handles(procedures.CONNECT_LIST_DEFINED_NETWORKS)
def list_defined(
    host: Host, client: Client, args: remote.ConnectListDefinedNetworksArgs
) -> remote.ConnectListDefinedNetworksRet:
    """List the names of those that do not run."""
    check_count(args.maxnames, "maxnames", "REMOTE_NETWORK_LIST_MAX")
    names = [one.name for one in host.networks if not one.is_active]
    return remote.ConnectListDefinedNetworksRet(names=names[: args.maxnames])


@handles(procedures.NETWORK_LOOKUP_BY_NAME)
def lookup_by_name(
    host: Host, client: Client, args: remote.NetworkLookupByNameArgs
) -> remote.NetworkLookupByNameRet:
    """Find a network."""
    network = host.networks.find(args.name)
    if network is None:
        raise no_network(f"no network with matching name '{args.name}'")
    return remote.NetworkLookupByNameRet(net=network.wire())


@handles(procedures.NETWORK_LOOKUP_BY_UUID)
def lookup_by_uuid(
    host: Host, client: Client, args: remote.NetworkLookupByUuidArgs
) -> remote.NetworkLookupByUuidRet:
    """Find a network."""
    network = host.networks.find_uuid(args.uuid)
    if network is None:
        raise no_network(f"no network with matching uuid '{uuid.UUID(bytes=args.uuid)}'")
    return remote.NetworkLookupByUuidRet(net=network.wire())


@handles(procedures.NETWORK_DEFINE_XML)
def define_xml(host: Host, client: Client, args: remote.NetworkDefineXmlArgs) -> remote.NetworkDefineXmlRet:
    """Define a network, or define it anew."""
    network = host.networks.define(host.networks.read(args.xml))
    return remote.NetworkDefineXmlRet(net=network.wire())


@handles(procedures.NETWORK_CREATE_XML)
def create_xml(host: Host, client: Client, args: remote.NetworkCreateXmlArgs) -> remote.NetworkCreateXmlRet:
    """Start a transient network."""
    network = host.networks.create(host.networks.read(args.xml))
    return remote.NetworkCreateXmlRet(net=network.wire())


@handles(procedures.NETWORK_CREATE)
def create(host: Host, client: Client, args: remote.NetworkCreateArgs) -> None:
    """Start a network."""
    host.networks.start(host.networks.require(args.net))


@handles(procedures.NETWORK_DESTROY)
def destroy(host: Host, client: Client, args: remote.NetworkDestroyArgs) -> None:
    """Stop a network."""
    host.networks.stop(host.networks.require(args.net))


@handles(procedures.NETWORK_UNDEFINE)
def undefine(host: Host, client: Client, args: remote.NetworkUndefineArgs) -> None:
    """Forget a definition."""
    network = host.networks.require(args.net)
    if not network.is_persistent:
        raise SimulatedError(ErrorNumber.OPERATION_INVALID, _NETWORK, "can't undefine transient network")
    host.networks.undefine(network)


@handles(procedures.NETWORK_GET_XML_DESC)
def get_xml_desc(
    host: Host, client: Client, args: remote.NetworkGetXmlDescArgs
) -> remote.NetworkGetXmlDescRet:
    """Describe a network."""
    check_flags(args.flags, _INACTIVE, "networkGetXMLDesc", _NETWORK)
    network = host.networks.require(args.net)
    return remote.NetworkGetXmlDescRet(xml=format_node(network.shown(inactive=bool(args.flags & _INACTIVE))))


@handles(procedures.NETWORK_GET_BRIDGE_NAME)
def get_bridge_name(
    host: Host, client: Client, args: remote.NetworkGetBridgeNameArgs
) -> remote.NetworkGetBridgeNameRet:
    """Return the name of its bridge."""
    network = host.networks.require(args.net)
    if network.bridge is None:
        text = f"network '{network.name}' does not have a bridge name."
        raise SimulatedError(ErrorNumber.INTERNAL_ERROR, _NETWORK, text)
    return remote.NetworkGetBridgeNameRet(name=network.bridge)


@handles(procedures.NETWORK_GET_AUTOSTART)
def get_autostart(
    host: Host, client: Client, args: remote.NetworkGetAutostartArgs
) -> remote.NetworkGetAutostartRet:
    """Say whether it starts with the host."""
    return remote.NetworkGetAutostartRet(autostart=int(host.networks.require(args.net).autostart))


@handles(procedures.NETWORK_SET_AUTOSTART)
def set_autostart(host: Host, client: Client, args: remote.NetworkSetAutostartArgs) -> None:
    """Let it start with the host, or not."""
    network = host.networks.require(args.net)
    if not network.is_persistent:
        text = "cannot set autostart for transient network"
        raise SimulatedError(ErrorNumber.OPERATION_INVALID, _NETWORK, text)
    network.autostart = bool(args.autostart)


@handles(procedures.NETWORK_IS_ACTIVE)
def is_active(host: Host, client: Client, args: remote.NetworkIsActiveArgs) -> remote.NetworkIsActiveRet:
    """Say whether it runs."""
    return remote.NetworkIsActiveRet(active=int(host.networks.require(args.net).is_active))


@handles(procedures.NETWORK_IS_PERSISTENT)
def is_persistent(
    host: Host, client: Client, args: remote.NetworkIsPersistentArgs
) -> remote.NetworkIsPersistentRet:
    """Say whether it stays when it stops."""
    return remote.NetworkIsPersistentRet(persistent=int(host.networks.require(args.net).is_persistent))


@handles(procedures.NETWORK_GET_DHCP_LEASES)
def get_dhcp_leases(
    host: Host, client: Client, args: remote.NetworkGetDhcpLeasesArgs
) -> remote.NetworkGetDhcpLeasesRet:
    """List the addresses that it gave, all or those of one interface."""
    if args.mac is not None and not is_mac(args.mac):
        raise SimulatedError(ErrorNumber.INVALID_MAC, _NETWORK, args.mac)
    check_flags(args.flags, 0, "networkGetDHCPLeases", _NETWORK)
    network = host.networks.require(args.net)
    host.networks.renew_leases(network)
    leases = [
        remote.NetworkDhcpLease(
            iface=network.bridge or "",
            expirytime=one.expires_at,
            type=int(enums.IPAddrType.IPV4),
            mac=one.mac,
            iaid=None,
            ipaddr=one.address,
            prefix=one.prefix,
            hostname=one.hostname,
            clientid=None,
        )
        for one in network.leases.values()
        if args.mac is None or one.mac == args.mac.lower()
    ]
    return remote.NetworkGetDhcpLeasesRet(leases=leases if args.need_results else [], ret=len(leases))


@handles(procedures.NETWORK_LIST_ALL_PORTS)
def list_all_ports(
    host: Host, client: Client, args: remote.NetworkListAllPortsArgs
) -> remote.NetworkListAllPortsRet:
    """List the ports that domains have on a running network, which a simulated one does not keep."""
    network = host.networks.require(args.network)
    if not network.is_active:
        text = f"network '{network.name}' is not active"
        raise SimulatedError(ErrorNumber.OPERATION_INVALID, _NETWORK, text)
    return remote.NetworkListAllPortsRet(ports=[], ret=0)
